//! How often scenes are checked and worlds built: once, from the text to tick 0 and beyond.

use std::sync::atomic::{AtomicUsize, Ordering};

use mazetick::base::report::Fault;
use mazetick::contest::ContestFormat;
use mazetick::contest::cursor::Cursor;
use mazetick::prelude::*;
use mazetick::puzzles::Foot;
use mazetick::scene::CheckedScene;
use mazetick::tools::Record;
use mazetick::tools::sweep::Variant;
use mazetick::tools::trial::Property;
use serde::{Deserialize, Serialize};

static CHECKS: AtomicUsize = AtomicUsize::new(0);
static BUILDS: AtomicUsize = AtomicUsize::new(0);

/// An ingredient that counts how often it is checked and built.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Counted(u32);

impl Ingredient for Counted {
    const FIELD: &'static str = "counted";

    fn check(&self, _: &mut Check<'_>) {
        CHECKS.fetch_add(1, Ordering::Relaxed);
    }

    fn build(_: &mut Build<'_>) {
        BUILDS.fetch_add(1, Ordering::Relaxed);
    }
}

/// Mazes without walls in a row, each a line with their length.
struct Rows;

impl ContestFormat for Rows {
    const NAME: &'static str = "rows";
    const ABOUT: &'static str = "Rows";

    fn read(maze: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        maze.skip_blank();
        let columns = maze.word();
        *scene = row(maze.coordinate(columns, "the length of the row")?);
        maze.end_of_line("the end of the line")
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<Counted>().is_some()
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        Simulation::new(scene)?.run();
        text.extend([scene.grid.columns.to_string().as_str(), "\n\n"]);
        Ok(())
    }
}

fn row(columns: u32) -> Scene {
    let (from, to) = (Position::new(1, 1), Position::new(1, columns));
    let scene = Scene::new(1, columns).named("ROW").drawn(TextFormat::ARROW);
    scene.with(Counted(columns)).with(Foot {
        from: from.into(),
        to: to.into(),
    })
}

/// What this does, and how many checks and builds it takes.
fn counted<T>(run: impl FnOnce() -> T) -> (T, [usize; 2]) {
    let done = run();
    (
        done,
        [&CHECKS, &BUILDS].map(|count| count.swap(0, Ordering::Relaxed)),
    )
}

#[test]
fn a_scene_is_checked_once() {
    let rows = Contest::of::<Rows>();
    let registry = Registry::standard().with(|it| {
        it.add::<Counted>().contest(rows);
    });
    let text = "Scene(name: \"ROW\", grid: (rows: 1, columns: 3), counted: 3,
        walk: Foot(from: (1, 1), to: (1, 3)), text: Arrow, expect: [Solved(moves: 2)])";
    let mut spare = None;
    let tested = counted(|| registry.test(text, &mut spare).unwrap().expectations);
    assert_eq!(tested, (1, [1, 2]), "built to check it, and to test it");

    let (recorded, counts) = counted(|| {
        let mut scene = registry.read(text).unwrap();
        let mut simulation = Simulation::new(&scene).unwrap();
        scene.set_seed(7);
        simulation.load(&scene).unwrap();
        assert!(simulation.test(&scene).unwrap().failures.is_empty());
        Record::of(&scene, None).unwrap().to_ron()
    });
    assert_eq!(counts, [1, 3], "read; then loaded, tested and recorded");

    let replayed = counted(|| registry.read_record(&recorded).unwrap().replay()).1;
    assert_eq!(replayed, [1, 2], "a record is read, and replayed");

    let made = counted(|| Simulation::new(&row(3)).unwrap().run()).1;
    assert_eq!(made, [1, 1], "made in Rust");

    let made = counted(|| Record::of(&row(3), None).unwrap().replay()).1;
    assert_eq!(
        made,
        [1, 3],
        "checked, recorded in one world, replayed in another"
    );

    let seeds = "0..9".parse().unwrap();
    let tested = counted(|| {
        let property = Property::new(&registry, "row", text, Some(seeds), &[]).unwrap();
        property.test(u64::MAX).unwrap().failed
    });
    assert_eq!(
        tested,
        (0, [1, 2]),
        "checked, and tested with many seeds in one world"
    );

    let sweep = Variant::all(&registry, "row", text, &[]).unwrap().remove(0);
    let swept = counted(|| Simulation::new(&sweep.scene.clone().seeded(7)).unwrap()).1;
    assert_eq!(
        swept,
        [1, 2],
        "a variant of a sweep, and a copy of it with a seed"
    );

    let (input, counts) = counted(|| registry.export(&[row(5), row(3)]).unwrap());
    assert_eq!(
        (&*input, counts),
        ("5\n\n3\n\n", [2, 4]),
        "exported from two worlds"
    );

    let mut output = Vec::new();
    let solved = counted(|| {
        rows.solve("input", input.as_bytes(), &mut output, 1)
            .unwrap()
    })
    .1;
    assert_eq!(solved, [2, 1], "two mazes of a contest, in one world");

    let fault = |fault| panic!("{fault}");
    let read = counted(|| {
        rows.read("input", input.as_bytes(), |_| Ok(()), fault)
            .unwrap()
    })
    .1;
    assert_eq!(read, [2, 0], "two mazes of a contest that are only read");
}
