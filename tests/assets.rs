//! Scene files as assets: `cargo test --features assets --test assets`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy_app::{App, Plugin, TaskPoolPlugin};
use bevy_asset::{AssetId, AssetLoadError, AssetPlugin, AssetServer, Assets, Handle, LoadState};
use mazetick::prelude::*;
use mazetick::scene::CheckedScene;
use mazetick::tools::ToolError;
use mazetick::tools::guest::{AppIngredients, MazeAssetPlugin, MazeSimulation};

#[allow(dead_code, unreachable_pub)] // it has a scene and a `main` of its own
#[path = "../examples/mud.rs"]
mod mud;

/// A plugin of the app that adds an ingredient.
struct Mud;

impl Plugin for Mud {
    fn build(&self, app: &mut App) {
        app.add_ingredients(mud::plugin);
    }
}

/// An app with scenes of a folder, whose last plugin adds an ingredient.
fn app(folder: &Path) -> App {
    let mut app = App::new();
    let file_path = folder.to_str().expect("a path of text").to_owned();
    let files = AssetPlugin {
        file_path,
        ..AssetPlugin::default()
    };
    app.add_plugins((TaskPoolPlugin::default(), files, MazeAssetPlugin, Mud));
    app.finish();
    app
}

/// Updates the app until something is there.
fn wait<T>(app: &mut App, mut is_there: impl FnMut(&mut App) -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        app.update();
        if let Some(found) = is_there(app) {
            return found;
        }
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "nothing was loaded"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn scene_of(app: &App, id: AssetId<CheckedScene>) -> Option<&CheckedScene> {
    app.world().resource::<Assets<CheckedScene>>().get(id)
}

const SCENE: &str = "Scene(grid: (rows: 2, columns: 3), mud: [(1, 2)], \
                     walk: Foot(from: (1, 1), to: (1, 3)))";

#[test]
fn scene_files_are_loaded_and_loaded_anew() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("level.1.maze.ron");
    fs::write(&file, SCENE)?;
    let mut app = app(folder.path());
    // By the ending of its name alone.
    let server = app.world().resource::<AssetServer>().clone();
    let _loading = server.load_builder().load_untyped("level.1.maze.ron");
    let handle: Handle<CheckedScene> = wait(&mut app, |_| server.get_handle("level.1.maze.ron"));
    let scene = wait(&mut app, |app| scene_of(app, handle.id()).cloned());
    let known = Registry::standard().with(mud::plugin);
    assert_eq!(scene, known.read(SCENE)?);
    assert_eq!(
        MazeSimulation::new(&scene)?.run(),
        &Outcome::Solved { moves: 4 }
    );

    fs::write(&file, SCENE.replace("[(1, 2)]", "[]"))?;
    server.reload("level.1.maze.ron");
    let changed = |app: &mut App| {
        scene_of(app, handle.id())
            .filter(|it| **it != scene)
            .cloned()
    };
    let changed = wait(&mut app, changed);
    assert_eq!(
        MazeSimulation::new(&changed)?.run(),
        &Outcome::Solved { moves: 2 }
    );
    Ok(())
}

#[test]
fn faults_of_scene_files_have_their_places() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let server_says = |text: &[u8]| {
        fs::write(folder.path().join("wrong.maze.ron"), text).expect("written");
        let mut app = app(folder.path());
        let server = app.world().resource::<AssetServer>().clone();
        let handle = server.load::<CheckedScene>("wrong.maze.ron");
        let error = wait(&mut app, |_| match server.load_state(&handle) {
            LoadState::Failed(error) => Some(error),
            state => {
                assert!(!state.is_loaded(), "it is wrong");
                None
            }
        });
        let AssetLoadError::AssetLoaderError(error) = &*error else {
            panic!("{error}")
        };
        error
            .error()
            .downcast_ref::<ToolError>()
            .expect("an error of the crate")
            .to_string()
    };
    let said = server_says(b"Scene(\n  grid: (rows: 2, columns: 3),\n  mood: [],\n)");
    assert!(
        said.starts_with("wrong.maze.ron:3:3: error: ") && said.contains("mud"),
        "{said}"
    );
    let said = server_says(b"Scene(\n  grid: \xff");
    assert!(
        said.starts_with("wrong.maze.ron:2:9: error: ") && said.contains("UTF-8"),
        "{said}"
    );
    Ok(())
}
