//! Scene files as assets of a Bevy app.

use bevy_app::{App, Plugin};
use bevy_asset::io::Reader;
use bevy_asset::{AssetApp, AssetLoader, LoadContext};
use bevy_reflect::TypePath;

use super::AppIngredients;
use crate::base::report::file_text;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::tools::ToolError;

/// Scene files as assets: the app's `AssetServer` loads each as a [`CheckedScene`], after Bevy's `AssetPlugin`.
///
/// Files that end in `.maze.ron` are loaded by that name, others if the handle says what they are. Scenes have the
/// ingredients that plugins of the app [add](AppIngredients), and name no other files. Whenever a file changes, Bevy
/// loads it anew, if it watches files. An asset that fails to load has a [`ToolError`], with the file, line and column
/// of each fault.
///
/// ```
/// use bevy_app::{App, TaskPoolPlugin, Update};
/// use bevy_asset::{AssetEvent, AssetPlugin, AssetServer, Assets, Handle};
/// use bevy_ecs::prelude::*;
/// use mazetick::scene::CheckedScene;
/// use mazetick::tools::guest::{MazeAssetPlugin, MazePlugin, MazeSimulation};
///
/// #[derive(Component)]
/// struct Level(Handle<CheckedScene>);
///
/// /// Begins the maze of a level when its file is loaded, and anew whenever that has changed.
/// fn begin(
///     mut loaded: MessageReader<AssetEvent<CheckedScene>>,
///     (scenes, levels): (Res<Assets<CheckedScene>>, Query<(Entity, &Level)>),
///     mut commands: Commands,
/// ) -> Result {
///     for event in loaded.read() {
///         let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = *event else { continue };
///         let Some(scene) = scenes.get(id) else { continue };
///         for (level, _) in levels.iter().filter(|(_, level)| level.0.id() == id) {
///             commands.entity(level).insert(MazeSimulation::new(scene)?);
///         }
///     }
///     Ok(())
/// }
///
/// let mut app = App::new();
/// let files = AssetPlugin { file_path: "scenes".to_owned(), ..AssetPlugin::default() };
/// app.add_plugins((TaskPoolPlugin::default(), files, MazePlugin::default(), MazeAssetPlugin));
/// app.add_systems(Update, begin);
/// app.finish(); // as `App::run` does
///
/// let scene = app.world().resource::<AssetServer>().load("generators/small.ron");
/// app.world_mut().spawn(Level(scene));
/// let mut mazes = app.world_mut().query::<&MazeSimulation>();
/// while mazes.iter(app.world()).next().is_none() {
///     app.update();
/// }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MazeAssetPlugin;

impl Plugin for MazeAssetPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<CheckedScene>()
            .preregister_asset_loader::<SceneLoader>(&ENDINGS);
        app.add_ingredients(|_| ());
    }

    /// Begins to load, when all plugins have added their ingredients.
    fn finish(&self, app: &mut App) {
        let registry = app.world().resource::<Registry>().clone();
        app.register_asset_loader(SceneLoader(registry));
    }
}

const ENDINGS: [&str; 1] = ["maze.ron"];

#[derive(TypePath)]
struct SceneLoader(Registry);

impl AssetLoader for SceneLoader {
    type Asset = CheckedScene;
    type Settings = ();
    type Error = ToolError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<CheckedScene, ToolError> {
        let (file, mut bytes) = (context.path().to_string(), Vec::new());
        let read = reader.read_to_end(&mut bytes).await;
        read.map_err(|error| format!("{file}: error: {error}"))?;
        let text = file_text(&file, bytes)?;
        Ok(self
            .0
            .read(&text)
            .map_err(|error| error.in_file(&file, &text))?)
    }

    fn extensions(&self) -> &[&str] {
        &ENDINGS
    }
}
