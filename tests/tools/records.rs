//! Records: a scene runs again as it was recorded; otherwise the first tick that differs is found.

use std::borrow::Cow;
use std::num::NonZero;

use crate::scenes::{committed_scenes, template};
use mazetick::base::digest::StateDigests;
use mazetick::base::{Digest, Grid};
use mazetick::engine::TextFormat;
use mazetick::engine::maze::ChangedState;
use mazetick::picture::change::Changes;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use mazetick::tools::departure::Departure;
use mazetick::tools::record::DRAWING;
use mazetick::tools::{Record, ToolError};

fn committed() -> Vec<CheckedScene> {
    committed_scenes()
        .map(|(_, text)| Scene::from_ron(&text).unwrap())
        .collect()
}

fn large() -> CheckedScene {
    Scene::from_ron(&template("foot").scene(
        Grid {
            rows: 70,
            columns: 70,
        },
        4,
    ))
    .unwrap()
}

/// Where a record departs from the run of its scene.
#[track_caller]
fn departure(record: &Record) -> Departure {
    match record.replay() {
        Err(ToolError::Departs(departure)) => departure,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_scene_runs_again_as_it_was_recorded() {
    for scene in committed() {
        for every in [
            None,
            NonZero::new(1),
            NonZero::new(7),
            NonZero::new(u64::MAX),
        ] {
            let record = Record::of(&scene, every).unwrap();
            assert_eq!(record.replay(), Ok(()));
            assert_eq!(Record::from_ron(&record.to_ron()), Ok(record));
        }
    }
    assert_eq!(Record::of(&large(), None).unwrap().replay(), Ok(()));
}

#[test]
fn a_record_ends_with_its_scene_indented() {
    let record = Record::of(&large(), None).unwrap();
    let scene = record.scene.to_ron().trim_end().replace('\n', "\n    ");
    assert!(
        record
            .to_ron()
            .ends_with(&format!("\n    scene: {scene},\n)\n"))
    );
}

#[test]
fn digests_are_those_of_their_ticks_and_few() {
    for scene in committed().into_iter().chain([large()]) {
        let record = Record::of(&scene, None).unwrap();
        let ticks = record.digests.len() as u64;
        assert!(
            ticks <= 257 || (ticks == record.tick() + 1 && ticks <= 4097),
            "{ticks}"
        );
        assert!(record.to_ron().len() < 900_000 + scene.to_ron().len() * 2);
        let mut simulation = Simulation::new(&scene).unwrap();
        let mut recorded = StateDigests::default();
        for (&tick, changed) in &record.digests {
            simulation.advance_to(tick);
            let unchanged = |(of, digest)| recorded.0.get(of) == Some(digest);
            assert!(!changed.0.iter().any(unchanged), "{changed:?}");
            recorded.0.extend(changed.0.clone());
            recorded.0.remove(DRAWING);
            assert_eq!(recorded, simulation.digests(), "at tick {tick}");
        }
    }
}

/// Changes the digest of something at a tick, and restores it at the next one; or adds one.
fn alter(record: &mut Record, of: &str, tick: u64) {
    let before = record
        .digests
        .range(..=tick)
        .rev()
        .find_map(|(_, digests)| digests.0.get(of));
    let before = *before.unwrap();
    let of: Cow<'static, str> = of.to_owned().into();
    record
        .digests
        .get_mut(&tick)
        .unwrap()
        .0
        .insert(of.clone(), Digest(before.0 ^ 0xff00));
    if let Some((_, next)) = record.digests.range_mut(tick + 1..).next() {
        next.0.entry(of).or_insert(before);
    }
}

/// A single digest is altered, as if it was written by a release with a fault: the runs are equal
/// before this tick and after it.
#[test]
fn the_first_tick_that_differs_is_found() {
    for (name, side) in [("johnny", 20), ("mazing", 30), ("foot", 12)] {
        let grid = Grid {
            rows: side,
            columns: side,
        };
        let scene = Scene::from_ron(&template(name).scene(grid, 1)).unwrap();
        let record = Record::of(&scene, NonZero::new(1)).unwrap();
        for tick in [1, 2, 63, 64, 100, record.tick()] {
            let mut altered = record.clone();
            alter(&mut altered, "walls", tick);
            let expected = Departure {
                equal_at: Some(tick - 1),
                tick,
                digests: vec!["walls".to_owned()],
                there: None,
                here: told(&scene, tick),
                changed: changed(&scene, tick, "walls"),
            };
            assert_eq!(departure(&altered), expected, "{name}");
        }
        let mut altered = record.clone();
        alter(&mut altered, "walls", 0);
        let (digests, here) = (vec!["walls".to_owned()], String::new());
        let expected = Departure {
            equal_at: None,
            tick: 0,
            digests,
            here,
            there: None,
            changed: Vec::new(),
        };
        assert_eq!(departure(&altered), expected);
        // Something that one of them does not have.
        let mut altered = record;
        let first = &mut altered.digests.get_mut(&0).unwrap().0;
        first.insert("snow".into(), Digest(1));
        first.remove("walls").unwrap();
        assert_eq!(departure(&altered).digests, ["snow", "walls"]);
    }
}

/// The changes of a tick of a scene, in words.
fn told(scene: &Scene, tick: u64) -> String {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.advance(tick - 1);
    let before = simulation.picture();
    simulation.tick();
    Changes::between(&before, &simulation.picture()).describe(scene.grid)
}

/// The state of this name that a tick of a scene changes.
fn changed(scene: &Scene, tick: u64, name: &str) -> Vec<ChangedState> {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.advance(tick - 1);
    let before = simulation.checkpoint();
    simulation.tick();
    let changes = simulation.changes(&before).into_iter();
    changes.filter(|it| it.name == name).collect()
}

/// A record whose scene has another name has another drawing, if the name is part of the drawing.
#[test]
fn a_name_that_is_drawn_is_compared() {
    for (text, is_drawn) in [(TextFormat::ARROW, true), (TextFormat::LATTICE, false)] {
        let scene = Scene::from_ron(&template("foot").scene(
            Grid {
                rows: 9,
                columns: 9,
            },
            1,
        ));
        let scene = scene.unwrap().into_scene().named("ONE").drawn(text);
        let record = Record::of(&scene, None).unwrap();
        let printed = record.to_ron().replace("\"ONE\"", "\"OTHER\"");
        let other = Record::from_ron(&printed).unwrap();
        if is_drawn {
            assert_eq!(departure(&other).digests, [DRAWING]);
        } else {
            assert_eq!(other.replay(), Ok(()));
        }
    }
}

#[test]
fn the_range_of_ticks_is_reported_where_not_all_are_recorded() {
    let scene = template("foot").scene(
        Grid {
            rows: 7,
            columns: 7,
        },
        4,
    );
    let record = Record::of(&Scene::from_ron(&scene).unwrap(), NonZero::new(8)).unwrap();
    let last = (record.tick() - 1) / 8 * 8;
    for (equal, tick) in [(16, 24), (last, record.tick())] {
        let mut altered = record.clone();
        alter(&mut altered, "progress", tick);
        let departure = departure(&altered);
        assert_eq!((departure.equal_at, departure.tick), (Some(equal), tick));
        let said = format!(
            "differs at tick {tick}, in progress; tick {equal}, the last one recorded before it, \
             is equal"
        );
        assert_eq!(departure.to_string(), said);
    }
}

#[test]
fn a_run_that_is_longer_or_shorter_differs() {
    let record = Record::of(&committed()[0], NonZero::new(u64::MAX)).unwrap();
    let end = record.tick();
    for tick in [end - 1, end + 1] {
        let mut altered = record.clone();
        let last = altered.digests.remove(&end).unwrap();
        altered.digests.insert(tick, last);
        assert_eq!(departure(&altered).tick, tick);
    }
}

#[test]
fn inconsistent_records_are_refused() {
    let record = Record::of(&committed()[0], NonZero::new(8)).unwrap();
    let wrong: [fn(&mut Record); 3] = [
        |record| record.digests.clear(),
        |record| drop(record.digests.insert(u64::MAX, StateDigests::default())),
        |record| record.made_by.ingredients.clear(),
    ];
    for alter in wrong {
        let mut altered = record.clone();
        alter(&mut altered);
        assert!(
            matches!(altered.replay(), Err(ToolError::Scene(_))),
            "{altered:?}"
        );
    }
}

#[test]
fn other_versions_of_rules_and_ingredients_are_reported() {
    let record = Record::of(&large(), None).unwrap();
    let changed = |record: &Record| match Record::from_ron(&record.to_ron()) {
        Err(changed @ ToolError::Changed { .. }) => changed.to_string(),
        other => panic!("{other:?}"),
    };
    let mut other = record.clone();
    let today = mazetick::RULES;
    other.made_by.rules = today + 1;
    let version = env!("CARGO_PKG_VERSION");
    let said = format!("recorded by mazetick {version}, this is mazetick {version}; ");
    assert_eq!(
        changed(&other),
        format!("{said}rules: version {} then, {today} now", today + 1)
    );
    // A field that later rules may add is unknown to this version.
    for (today, later) in [
        ("grid:", "light: 7, grid:"),
        ("rows: 70", "rows: 0"),
        ("(1, 1)", "1"),
    ] {
        let later = Record::from_ron(&other.to_ron().replacen(today, later, 1));
        assert!(matches!(later, Err(ToolError::Changed { .. })), "{later:?}");
    }
    let unknown = record.to_ron().replace("grid:", "light: 7, grid:");
    let Err(ToolError::Text(error)) = Record::from_ron(&unknown) else {
        panic!("it is unknown")
    };
    assert!(error.faults[0].message.starts_with("unknown field `light`"));

    let mut other = record;
    other.made_by.ingredients.insert("walk: Foot".to_owned(), 3);
    other.made_by.ingredients.insert("snow".to_owned(), 1);
    let snow = "`snow`: version 1 then, unknown now";
    let foot = "`walk: Foot`: version 3 then, 1 now";
    assert_eq!(changed(&other), format!("{said}{snow}; {foot}"));
}
