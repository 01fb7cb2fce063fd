//! Records: a scene runs again as it was recorded; otherwise the first tick that differs is found.

use std::num::NonZero;

use crate::scenes::{committed_scenes, template};
use mazetick::picture::Changes;
use mazetick::{
    Departure, Grid, Part, PartDigests, ReadRecordError, Record, Replay, Scene, Simulation,
    TextFormat, limits,
};

fn committed() -> Vec<Scene> {
    committed_scenes().map(|(_, text)| Scene::from_ron(&text).unwrap()).collect()
}

fn large() -> Scene {
    Scene::from_ron(&template("foot").scene(Grid { rows: 70, columns: 70 }, 4)).unwrap()
}

/// The digests at a tick of the run of a scene.
fn digests(scene: &Scene, tick: u64) -> PartDigests {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.advance(tick);
    simulation.digests()
}

#[test]
fn a_scene_runs_again_as_it_was_recorded() {
    for scene in committed() {
        for every in [None, NonZero::new(1), NonZero::new(7), NonZero::new(u64::MAX)] {
            let record = Record::of(&scene, every).unwrap();
            assert_eq!(record.replay(), Ok(Replay::Equal));
            assert_eq!(Record::from_ron(&record.to_ron()), Ok(record));
        }
    }
    assert_eq!(Record::of(&large(), None).unwrap().replay(), Ok(Replay::Equal));
}

#[test]
fn a_record_ends_with_its_scene_indented() {
    let record = Record::of(&large(), None).unwrap();
    let scene = record.scene.to_ron().trim_end().replace('\n', "\n    ");
    assert!(record.to_ron().ends_with(&format!("\n    scene: {scene},\n)\n")));
}

#[test]
fn digests_are_those_of_their_ticks_and_few() {
    for scene in committed().into_iter().chain([large()]) {
        let record = Record::of(&scene, None).unwrap();
        assert!(record.digests.len() <= 257, "{}", record.digests.len());
        assert!(record.to_ron().len() < 540_000 + scene.to_ron().len() * 2);
        for (place, found) in record.digests.iter().enumerate().step_by(50) {
            let tick = record.every.get() * place as u64;
            assert_eq!(*found, digests(&scene, tick));
        }
    }
}

/// A record of the run of one seed that claims to be of another, as if written by a release with a
/// fault.
#[test]
fn the_first_tick_that_differs_is_found() {
    for (name, side) in [("johnny", 20), ("mazing", 30), ("foot", 12)] {
        let grid = Grid { rows: side, columns: side };
        let scene = Scene::from_ron(&template(name).scene(grid, 1)).unwrap();
        for every in [NonZero::new(1), NonZero::new(8), NonZero::new(64), None] {
            let record = Record::of(&scene, every).unwrap();
            // Up to this tick the runs are recorded as equal; from the next on they are those of
            // another record.
            for tick in [0, 1, 2, 63, 64, 65, 100, record.ticks - 1] {
                let mut altered = record.clone();
                alter_from(&mut altered, tick + 1);
                let expected = Departure {
                    equal_at: Some(tick),
                    tick: tick + 1,
                    parts: vec![Part::Generator, Part::Walkers],
                    is_first: true,
                    here: told(&scene, tick + 1),
                    seen: Some(Vec::new()),
                };
                assert_eq!(altered.replay(), Ok(Replay::Differs(expected)), "{name}");
            }
            let mut altered = record.clone();
            altered.digests[0].0[1].0 ^= 1;
            let parts = vec![Part::Walls];
            let here = String::new();
            let (equal_at, seen) = (None, None);
            let expected = Departure { equal_at, tick: 0, parts, is_first: true, here, seen };
            assert_eq!(altered.replay(), Ok(Replay::Differs(expected)));
        }
    }
}

/// The changes of a tick of a scene, in words.
fn told(scene: &Scene, tick: u64) -> String {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.advance(tick - 1);
    let before = simulation.picture();
    simulation.tick();
    Changes::between(&before, &simulation.picture()).told(scene.grid)
}

/// A record whose scene has another name has another drawing, if the name is part of the drawing.
#[test]
fn a_name_that_is_drawn_is_compared() {
    for (text, expected) in
        [(TextFormat::ARROW, Replay::DrawnOtherwise), (TextFormat::LATTICE, Replay::Equal)]
    {
        let scene = Scene::from_ron(&template("foot").scene(Grid { rows: 9, columns: 9 }, 1));
        let scene = scene.unwrap().named("ONE").drawn(text);
        let record = Record::of(&scene, None).unwrap();
        assert_eq!(record.replay(), Ok(Replay::Equal));
        let printed = record.to_ron().replace("\"ONE\"", "\"OTHER\"");
        assert_eq!(Record::from_ron(&printed).unwrap().replay(), Ok(expected));
        let mut earlier = Record::from_ron(&printed).unwrap();
        earlier.drawn = None;
        assert_eq!(Record::from_ron(&earlier.to_ron()), Ok(earlier.clone()));
        assert_eq!(earlier.replay(), Ok(Replay::Equal));
    }
}

/// Changes the digests and marks of generator and walkers from a tick on, but not their lowest
/// bytes: small differences must be found too.
fn alter_from(record: &mut Record, tick: u64) {
    let every = record.every.get();
    let last = record.digests.len() - 1;
    for (place, digests) in record.digests.iter_mut().enumerate() {
        let at = if place == last { record.ticks } else { every * place as u64 };
        if at >= tick {
            digests.0[3].0 ^= 0xff00;
            digests.0[5].0 ^= 0xff00;
        }
    }
    for (stretch, marks) in record.marks.iter_mut().enumerate() {
        for (at, mark) in (every * stretch as u64 + 1..).zip(&mut marks.0) {
            if at >= tick {
                mark[3] ^= 0xff00;
                mark[5] ^= 0xff00;
            }
        }
    }
}

/// A run that differs at some ticks, and is equal again before the next digest.
#[test]
fn a_single_tick_that_differs_is_found() {
    let scene =
        Scene::from_ron(&template("johnny").scene(Grid { rows: 20, columns: 20 }, 1)).unwrap();
    let record = Record::of(&scene, NonZero::new(64)).unwrap();
    for (stretch, place) in [(0, 0), (0, 62), (1, 5), (4, 7)] {
        let mut altered = record.clone();
        altered.marks[stretch].0[place][1] ^= 0x100;
        let tick = 64 * stretch as u64 + place as u64 + 1;
        let parts = vec![Part::Walls];
        let (equal_at, here, seen) = (Some(tick - 1), told(&scene, tick), Some(Vec::new()));
        let expected = Departure { equal_at, tick, parts, is_first: true, here, seen };
        assert_eq!(altered.replay(), Ok(Replay::Differs(expected)));
    }
}

/// A record of a run with other commands from the third on: both the recorded and the current state
/// are reported.
#[test]
fn recorded_and_current_state_are_both_reported() {
    let scene = |commands: &str| {
        let scene = format!(
            "Scene(grid: (rows: 3, columns: 4),
                generate: Johnny(start: (2, 1), commands: \"{commands}\"), text: Johnny)"
        );
        Scene::from_ron(&scene).unwrap()
    };
    let here = scene("R U L F 2 R U R D D F 4 D L L");
    let every_tick = NonZero::new(1);
    let mut recorded = Record::of(&scene("R U R R D L D R L L L"), every_tick).unwrap();
    // The remaining commands are part of the state.
    for (tick, digests) in Record::of(&here, every_tick).unwrap().digests[..3].iter().enumerate() {
        recorded.digests[tick] = *digests;
    }
    let Ok(Replay::Differs(departure)) = Record { scene: here, ..recorded }.replay() else {
        panic!("other commands")
    };
    assert_eq!((departure.equal_at, departure.tick), (Some(2), 3));
    let seen: Vec<String> = departure.seen.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(
        seen,
        [
            "rock at (1, 1): recorded 1, here nothing",
            "rock at (1, 3): recorded nothing, here 1",
            "place 4 of the list: recorded (1, 3), here (1, 1)",
            "walls S of (1, 3): recorded standing, here standing between uncarved cells",
            "walls E of (1, 1): recorded standing, here missing",
            "walls E of (1, 2): recorded missing, here standing",
            "walls E of (1, 3): recorded standing, here standing between uncarved cells",
        ]
    );
}

/// The changes of a record, applied one after another, give the pictures of its run.
#[test]
fn changes_are_those_of_the_run() {
    for scene in committed() {
        let record = Record::of(&scene, NonZero::new(1)).unwrap();
        assert_eq!(record.changes.len() as u64, record.ticks);
        for tick in (1..=record.ticks).step_by(17) {
            let mut altered = record.clone();
            altered.digests[usize::try_from(tick).unwrap()].0[3].0 ^= 1;
            let Ok(Replay::Differs(departure)) = altered.replay() else { panic!("it was altered") };
            assert_eq!((departure.tick, departure.seen), (tick, Some(Vec::new())));
        }
    }
    let mut altered = Record::of(&committed()[0], NonZero::new(1)).unwrap();
    altered.digests[5].0[3].0 ^= 1;
    for wrong in ["walls=0 99999", "hedge=1 2", "walls-3", "list=1 2", "list-99", ">99999"] {
        wrong.clone_into(&mut altered.changes[4]);
        let error = altered.replay().unwrap_err().to_string();
        assert!(error.contains(&format!("`{wrong}`")), "{error}");
    }
    for wrong in ["walls", "walls=", "walls=x", "list-", "list~1 2", "=1 2", "list>1"] {
        wrong.clone_into(&mut altered.changes[0]);
        let Err(ReadRecordError::Text(error)) = Record::from_ron(&altered.to_ron()) else {
            panic!("{wrong} is no change")
        };
        assert!(error.faults[0].message.contains(&format!("`{wrong}`")), "{error}");
    }
}

#[test]
fn marks_are_only_of_ticks_that_have_no_digest() {
    let [first, ..] = &committed()[..] else { panic!("there are scenes") };
    assert!(Record::of(first, NonZero::new(1)).unwrap().marks.is_empty());
    let record = Record::of(first, NonZero::new(2)).unwrap();
    assert_eq!(record.marks.len(), record.digests.len() - 1);
}

#[test]
fn without_marks_the_range_of_ticks_is_reported() {
    let record = Record::of(&large(), None).unwrap();
    let every = record.every.get();
    assert!(record.marks.is_empty() && every > 1);
    let last = (record.ticks - 1) / every * every;
    for (from, equal, tick) in
        [(3 * every - 1, 2 * every, 3 * every), (last + 1, last, record.ticks)]
    {
        let mut altered = record.clone();
        alter_from(&mut altered, from);
        let Ok(Replay::Differs(departure)) = altered.replay() else { panic!("it was altered") };
        assert_eq!((departure.equal_at, departure.tick), (Some(equal), tick));
        assert!(!departure.is_first);
        let said = format!(
            "differs at tick {tick}, in generator, walkers; tick {equal}, the last one recorded \
             before it, is equal"
        );
        assert_eq!(departure.to_string(), said);
    }
}

#[test]
fn a_run_that_is_longer_or_shorter_differs() {
    let record = Record::of(&committed()[0], None).unwrap();
    for ticks in [record.ticks - 1, record.ticks + 1] {
        let mut altered =
            Record { ticks, every: NonZero::new(limits::TICKS).unwrap(), ..record.clone() };
        altered.marks.clear();
        altered.changes.clear();
        altered.digests = vec![record.digests[0], *record.digests.last().unwrap()];
        if ticks < record.ticks {
            altered.digests[1] = digests(&altered.scene, ticks);
        }
        assert!(matches!(altered.replay(), Ok(Replay::Differs(_))), "{ticks} ticks");
    }
    // One that should have ended differs in just that.
    let ticks = record.ticks - 1;
    let mut altered = Record::of(&record.scene, NonZero::new(1)).unwrap();
    let end = altered.digests.pop().unwrap();
    let before = altered.digests.pop().unwrap();
    let mut parts = before.0;
    parts[0] = end.0[0];
    altered.digests.push(PartDigests(parts));
    altered.changes.pop();
    let altered = Record { ticks, ..altered };
    let Ok(Replay::Differs(departure)) = altered.replay() else { panic!("it was altered") };
    assert_eq!((departure.tick, departure.parts), (ticks, vec![Part::Progress]));
}

#[test]
fn inconsistent_records_are_refused() {
    let record = Record::of(&committed()[0], NonZero::new(8)).unwrap();
    let wrong: [fn(&mut Record); 6] = [
        |record| record.changes.truncate(2),
        |record| record.digests.truncate(2),
        |record| record.marks.truncate(2),
        |record| record.marks[0].0.push([0; 6]),
        |record| record.ticks = u64::MAX,
        |record| record.scene.grid.rows = 0,
    ];
    for alter in wrong {
        let mut altered = record.clone();
        alter(&mut altered);
        assert!(altered.replay().is_err(), "{altered:?}");
    }
}

#[test]
fn other_versions_of_the_rules_are_reported() {
    let record = Record::of(&large(), None).unwrap();
    let other = Record { rules: 2, ..record.clone() };
    let changed = || Err(ReadRecordError::OtherRules { mazetick: "0.1.0".to_owned(), rules: 2 });
    assert_eq!(Record::from_ron(&other.to_ron()), changed());
    // A field that later rules may add is unknown to this version.
    for (today, later) in [("text:", "light: 7, text:"), ("rows: 70", "rows: 0"), ("(1, 1)", "1")] {
        assert_eq!(Record::from_ron(&other.to_ron().replacen(today, later, 1)), changed());
    }
    let unknown = record.to_ron().replace("text:", "light: 7, text:");
    let Err(ReadRecordError::Text(error)) = Record::from_ron(&unknown) else {
        panic!("it is unknown")
    };
    assert!(error.faults[0].message.starts_with("unknown field `light`"));
}

#[test]
fn consequences_of_a_fault_are_not_reported() {
    let scene =
        Scene::from_ron(&template("foot").scene(Grid { rows: 20, columns: 20 }, 1)).unwrap();
    let record = Record::of(&scene, NonZero::new(2)).unwrap().to_ron();
    let altered = record.replacen("every: 2", "every: 1", 1);
    let Err(ReadRecordError::Text(error)) = Record::from_ron(&altered) else {
        panic!("it is altered")
    };
    let messages: Vec<_> = error.faults.iter().map(|fault| &fault.message[..6]).collect();
    assert_eq!(messages, ["digest", "marks:"]);
}
