//! Snapshots: a world that was saved and restored continues as if uninterrupted, and bytes that are
//! not a complete snapshot are refused.

use crate::random::Random;
use crate::scenes::{committed_scenes, template};
use mazetick::{Grid, Ingredients, Phase, Scene, Simulation, SnapshotError, Template, limits};

/// All committed scenes, and some whose commands cannot be carried out.
fn scenes() -> Vec<Scene> {
    let committed = committed_scenes().map(|(_, text)| text);
    let stuck = ["U", "R R", "F 9", "R", "R L", ""].into_iter().flat_map(|commands| {
        ["None", "Foot(from: (1, 1), to: (1, 2))"].map(|walk| {
            format!(
                "Scene(grid: (rows: 1, columns: 2), text: Johnny, walk: {walk},
                    generate: Johnny(start: (1, 1), commands: \"{commands}\"))"
            )
        })
    });
    let thin = [(1, 1), (1, 9), (9, 1)].into_iter().flat_map(|(rows, columns)| {
        let standard = Ingredients::standard();
        let scene = |it: &Template| it.scene(Grid { rows, columns }, 3);
        standard.templates().iter().map(scene).collect::<Vec<_>>()
    });
    let texts = committed.chain(stuck).chain(thin);
    texts.map(|text| Scene::from_ron(&text).unwrap()).collect()
}

/// The ticks of the whole run.
fn ticks(scene: &Scene) -> u64 {
    let mut simulation = Simulation::new(scene).unwrap();
    simulation.run();
    simulation.progress().tick
}

#[test]
fn resumed_equals_uninterrupted_wherever_it_was_cut() {
    let mut random = Random::new(11);
    for scene in scenes() {
        let ticks = ticks(&scene);
        let mut cuts: Vec<u64> = (0..=20).map(|part| ticks * part / 20).collect();
        cuts.extend([1, 2, ticks.saturating_sub(1)].map(|cut: u64| cut.min(ticks)));
        for cut in cuts {
            let mut uninterrupted = Simulation::new(&scene).unwrap();
            uninterrupted.advance(cut);
            if cut == ticks {
                uninterrupted.run(); // a stuck list is reported after its last tick
            }
            let bytes = uninterrupted.save();
            let mut resumed = Simulation::restore(bytes.clone()).unwrap();
            assert_eq!(resumed.save(), bytes, "{scene:?} at {cut}");
            while uninterrupted.progress().tick < ticks {
                assert_eq!(resumed.digests(), uninterrupted.digests(), "{scene:?} at {cut}");
                assert_eq!(resumed.progress(), uninterrupted.progress());
                let bite = 1 + random.below(1 + usize::try_from(ticks).unwrap() / 4) as u64;
                assert_eq!(resumed.advance(bite), uninterrupted.advance(bite));
            }
            assert_eq!(resumed.run(), uninterrupted.run(), "{scene:?} at {cut}");
            assert_eq!(resumed.digests(), uninterrupted.digests());
            assert_eq!(resumed.route(), uninterrupted.route());
            assert_eq!(resumed.text(), uninterrupted.text());
        }
    }
}

#[test]
fn a_list_that_is_stuck_is_restored_with_every_way_it_had() {
    let scene = "Scene(grid: (rows: 2, columns: 3), text: Johnny,
        generate: Johnny(start: (2, 2), commands: \"U D\"))";
    let mut stuck = Simulation::new(&Scene::from_ron(scene).unwrap()).unwrap();
    let outcome = stuck.run().clone();
    assert!(outcome.to_string().ends_with("expected L or R, or a flip"));
    assert_eq!(*Simulation::restore(stuck.save()).unwrap().outcome(), outcome);
}

#[test]
fn a_restored_simulation_can_be_loaded_with_the_next_scene() {
    for pair in scenes().windows(2) {
        let mut simulation = Simulation::new(&pair[0]).unwrap();
        simulation.advance(7);
        let mut restored = Simulation::restore(simulation.save()).unwrap();
        restored.load(&pair[1]).unwrap();
        simulation.load(&pair[1]).unwrap();
        assert_eq!(restored.run(), simulation.run());
        assert_eq!(restored.digest(), simulation.digest());
    }
}

/// The offset of the name (with its length) in a saved world: after the versions, the ingredients,
/// the format of its text and its size.
fn name_at(bytes: &[u8]) -> usize {
    const VERSIONS: usize = 8 + 4 + 4;
    let mut at = VERSIONS + 1;
    for _ in 0..bytes[VERSIONS] {
        at += 1 + usize::from(bytes[at]) + 1;
    }
    at + 1 + usize::from(bytes[at]) + 8
}

/// The offset of its phase, after its name.
fn phase_at(bytes: &[u8]) -> usize {
    let name = name_at(bytes);
    name + 8 + usize::try_from(number(bytes, name, 8)).unwrap()
}

/// The offset of its columns, after phase, stage, tick and outcome; of its walls, if it has no
/// columns.
fn columns_at(bytes: &[u8]) -> usize {
    phase_at(bytes) + 1 + 1 + 8 + 1
}

/// The offset of the state of its generator, after the walls and the random state, in a world
/// without columns.
fn generator_at(bytes: &[u8]) -> usize {
    const CHANCE: usize = 8 + 16;
    let size = name_at(bytes) - 8;
    let [rows, columns] = [size, size + 4].map(|at| number(bytes, at, 4));
    let walls = (rows + 1) * columns + rows * (columns + 1);
    columns_at(bytes) + usize::try_from(walls.div_ceil(8)).unwrap() + CHANCE
}

/// The number stored in `length` bytes at an offset.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn snapshot(scene: &str, cut: u64) -> Vec<u8> {
    let mut simulation = Simulation::new(&Scene::from_ron(scene).unwrap()).unwrap();
    simulation.advance(cut);
    simulation.save()
}

/// Worlds of every generator and walk, in generation, in search and at the end.
fn snapshots() -> Vec<Vec<u8>> {
    let everything = include_str!("../../scenes/mixed/everything.ron");
    let grown = include_str!("../../scenes/mixed/arrows-in-walls.ron");
    let die = include_str!("../../scenes/dice/drawn-5x5.ron");
    let foot = include_str!("../../scenes/mixed/foot-carved.ron");
    let listed = include_str!("../../scenes/johnny/sample-2.ron");
    let attempts = include_str!("../../scenes/mazing/six-by-two.ron");
    let mut snapshots = Vec::new();
    for scene in [everything, grown, die, foot, listed, attempts] {
        for cut in [0, 3, 9, 20, 250, 1000] {
            snapshots.push(snapshot(scene, cut));
        }
    }
    snapshots
}

#[test]
fn truncated_or_altered_snapshots_are_refused() {
    for bytes in snapshots() {
        for length in 0..bytes.len() {
            let cut = Simulation::restore(bytes[..length].to_vec()).err();
            let expected = if length < 8 { SnapshotError::Foreign } else { SnapshotError::Damaged };
            assert_eq!(cut, Some(expected), "{length} of {} bytes", bytes.len());
        }
        for place in 0..bytes.len() {
            for bit in [0, 3, 7] {
                let mut altered = bytes.clone();
                altered[place] ^= 1 << bit;
                assert!(Simulation::restore(altered).is_err(), "byte {place}, bit {bit}");
            }
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Simulation::restore(longer).err(), Some(SnapshotError::Damaged));
    }
}

#[test]
fn foreign_files_and_other_versions_are_refused() {
    let bytes = snapshots().swap_remove(0);
    assert_eq!(Simulation::restore(b"Scene(".to_vec()).err(), Some(SnapshotError::Foreign));
    let mut format = bytes.clone();
    format[8] = 9;
    assert_eq!(Simulation::restore(sealed(format)).err(), Some(SnapshotError::Format { found: 9 }));
    let mut rules = bytes;
    rules[12] = 77;
    assert_eq!(Simulation::restore(sealed(rules)).err(), Some(SnapshotError::Rules { found: 77 }));
}

/// The bytes with the last eight replaced by the correct hash.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len() - 8;
    let hash = bytes[..body].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.splice(body.., hash.to_le_bytes());
    bytes
}

/// The result of restoring a snapshot with some of its bytes replaced.
fn refused(bytes: &[u8], place: usize, with: &[u8]) -> Option<SnapshotError> {
    let mut forged = bytes.to_vec();
    forged[place..][..with.len()].copy_from_slice(with);
    Simulation::restore(sealed(forged)).err()
}

/// Altered bytes with a correct hash give an error, or a world that can run to its end.
#[test]
fn forged_snapshots_never_lead_to_a_panic() {
    let snapshots = snapshots();
    let mut random = Random::new(2);
    let mut restored = 0;
    for round in 0..60_000 {
        let mut bytes = snapshots[round % snapshots.len()].clone();
        for _ in 0..=random.below(3) {
            let place = 16 + random.below(bytes.len() - 24);
            match random.below(4) {
                0 => bytes[place] = u8::try_from(random.below(256)).unwrap(),
                1 => bytes[place] ^= 1 << random.below(8),
                2 => drop(bytes.remove(place)),
                _ => bytes[place] = bytes[place].wrapping_add(1),
            }
        }
        let bytes = sealed(bytes);
        if let Ok(mut simulation) = Simulation::restore(bytes.clone()) {
            restored += 1;
            assert_eq!(simulation.save(), bytes, "round {round}: the same world has two encodings");
            simulation.advance(1_000_000);
            assert_eq!(simulation.progress().phase, Phase::Finished, "round {round} goes on");
            let _ = (simulation.digest(), simulation.text(), simulation.route(), simulation.save());
        }
    }
    assert!(restored > 5000, "{restored} restored");
}

/// The offset of the length of Johnny's list with drawn commands, before its first tick: after its
/// last step, none, and the chance of a flip.
fn list_at(bytes: &[u8]) -> usize {
    generator_at(bytes) + 1 + 1 + 4
}

/// Johnny's list never contains a walled-in cell, except the first, and no cell twice: a world
/// restored with such a list would continue differently after it was saved again.
#[test]
fn lists_that_johnny_cannot_have_are_refused() {
    let scene = "Scene(grid: (rows: 3, columns: 3), generate: Johnny(start: (1, 1)), text: Johnny)";
    let bytes = snapshot(scene, 0);
    let list = list_at(&bytes);
    assert_eq!(bytes[list..][..12], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for (cell, what) in [(8_u32, "a pending cell that is walled in"), (0, "a cell pending twice")] {
        let mut forged = bytes.clone();
        forged[list] = 2;
        forged.splice(list + 12..list + 12, cell.to_le_bytes());
        let refused = Simulation::restore(sealed(forged)).err();
        assert_eq!(refused, Some(SnapshotError::Illegal(what)));
    }
}

/// A saved world cannot have a name that a scene may not have.
#[test]
fn names_that_no_scene_has_are_refused() {
    let listed = "Scene(name: \"abc\", grid: (rows: 1, columns: 2), walk: Foot(from: (1, 1),
        to: (1, 2)), text: Arrow)";
    let bytes = snapshot(listed, 0);
    let name_at = name_at(&bytes);
    assert_eq!(bytes[name_at..][..11], *b"\x03\0\0\0\0\0\0\0abc");
    let named = |name: &str| {
        let mut forged = bytes.clone();
        let name = [&(name.len() as u64).to_le_bytes(), name.as_bytes()].concat();
        forged.splice(name_at..name_at + 11, name);
        Simulation::restore(sealed(forged)).err()
    };
    assert_eq!(named(&"\u{e9}".repeat(limits::NAME)), None);
    for name in [&"a".repeat(limits::NAME + 1), "a\u{1b}[2J", "a\nb", " a", "a\u{feff}"] {
        assert_eq!(named(name), Some(SnapshotError::Illegal("an invalid name")), "{name:?}");
    }
    assert_eq!(named(""), Some(SnapshotError::Illegal("a listing without a name")));
}

/// Values without a meaning are refused: of the phase, the padding after the walls, the way back of
/// a claim, the second half of a claim on foot, the heading of a walker, and what it holds.
#[test]
fn odd_spellings_are_refused() {
    let foot =
        "Scene(grid: (rows: 1, columns: 3), walk: Foot(from: (1, 1), to: (1, 3)), name: \"a\",
        text: Arrow)";
    let carved =
        "Scene(grid: (rows: 1, columns: 2), generate: Johnny(start: (1, 1)), text: Johnny)";
    let (searched, carved) = (snapshot(foot, 1), snapshot(carved, 0));
    let (phase, claims, walls) = (phase_at(&searched), columns_at(&searched), columns_at(&carved));
    let heading = claims + 3 + 8 + 8 + 4 + 1;
    for (bytes, place, before, after) in [
        (&searched, phase, 1, 3),
        (&carved, walls, 0b111_1111, 0b1111_1111),
        (&searched, claims + 1, 4, 8),
        (&searched, claims + 1, 4, 0x14),
        (&searched, heading, 3, 7),
        (&searched, heading + 1, 0, 1),
    ] {
        assert_eq!(bytes[place], before, "{bytes:?} at {place}");
        let mut forged = bytes.clone();
        forged[place] = after;
        let refused = Simulation::restore(sealed(forged)).err();
        assert!(matches!(refused, Some(SnapshotError::Illegal(_))), "{after} at {place}");
    }
}

/// Of a list that holds the first of nine cells, drawn or given.
#[test]
fn lists_out_of_bounds_are_refused() {
    let scene = "Scene(grid: (rows: 3, columns: 3), generate: Johnny(start: (1, 1)), text: Johnny)";
    let drawn = snapshot(scene, 0);
    let list = list_at(&drawn);
    let flips = list - 4;
    let most = 4_290_672_328_u32; // 0.999 of 2³²
    assert_eq!(refused(&drawn, flips, &most.to_le_bytes()), None);
    for (place, with, what) in [
        (flips, &(most + 1).to_le_bytes()[..], "a probability of flips above the limit"),
        (list, &[10], "a list longer than its grid"),
        (list + 8, &[9], "a pending cell outside its grid"),
    ] {
        let mut bytes = drawn.clone();
        bytes.splice(list + 8..list + 8, [0; 36]); // room for nine cells more
        assert_eq!(refused(&bytes, place, with), Some(SnapshotError::Illegal(what)));
    }
    let mut empty = drawn;
    empty.drain(list + 8..list + 12);
    let expected = Some(SnapshotError::Illegal("a list that does not fit its phase"));
    assert_eq!(refused(&empty, list, &[0]), expected);

    let given = snapshot(&scene.replace("(1, 1)", "(1, 1), commands: \"R\""), 0);
    let expected = Some(SnapshotError::Illegal("more commands read than there are"));
    let read = flips;
    assert_eq!(refused(&given, read, &[1]), None);
    assert_eq!(refused(&given, read, &[2]), expected);
}

/// The offset of the number of walls to grow from, after the process.
fn stems_at(bytes: &[u8]) -> usize {
    generator_at(bytes) + 1
}

/// Of the growth in two rows: stems are eight bytes each, first those of the border, two on each
/// side of a square.
#[test]
fn growth_that_cannot_go_on_is_refused() {
    let scene = "Scene(grid: (rows: 2, columns: 2), text: Lattice,
        generate: Mazing(pick: EligibleWall))";
    let stuck = Some(SnapshotError::Illegal("walls that cannot grow to the end"));
    let without = |bytes: &[u8], first: usize, count: u8| {
        let mut forged = bytes.to_vec();
        let stems = stems_at(bytes);
        forged[stems] -= count;
        let stem = |place| stems + 8 + 8 * place;
        forged.drain(stem(first)..stem(first + usize::from(count)));
        Simulation::restore(sealed(forged)).err()
    };
    let begun = snapshot(scene, 0);
    let stems = stems_at(&begun);
    assert_eq!(begun[stems], 8);
    for side in 0..4 {
        assert_eq!(without(&begun, 2 * side, 1), None);
        assert_eq!(without(&begun, 2 * side + 1, 1), None);
        assert_eq!(without(&begun, 2 * side, 2), stuck);
    }
    // The inner point carries no wall yet, and there is no other.
    for end in [15_i32, (1 << 4) + 15, (4 << 4) + 15, 0] {
        assert_eq!(refused(&begun, stems + 8, &end.to_le_bytes()), stuck, "{end}");
    }
    let walls = columns_at(&begun);
    assert_eq!(begun[walls..][..2], [0b1111_0011, 0b1010]);
    let holed = Some(SnapshotError::Illegal("a hole in its border"));
    assert_eq!(refused(&begun, walls, &[0b1111_0010]), holed);
    let unfinished = Some(SnapshotError::Illegal("walls still to be built"));
    assert_eq!(refused(&snapshot(scene, 1), walls, &[0b1111_0011, 0b1010]), unfinished);

    // The second inner point can be reached from the first, so it must be possible to grow there.
    for (rows, columns) in [(2, 3), (3, 2)] {
        let scene =
            scene.replace("(rows: 2, columns: 2)", &format!("(rows: {rows}, columns: {columns})"));
        let grown = snapshot(&scene, 1);
        assert_eq!(grown[stems_at(&grown)], 11);
        assert_eq!(without(&grown, 9, 1), None);
        assert_eq!(without(&grown, 10, 1), stuck);
    }
}

#[test]
fn numbers_that_no_square_has_are_refused() {
    let scene = "Scene(name: \"D\", grid: (rows: 1, columns: 2), numbers: [[-1, 5]], text: Dice,
        walk: Dice(from: (1, 1), top: 5, front: 1))";
    let bytes = snapshot(scene, 0);
    let numbers = columns_at(&bytes);
    assert_eq!(bytes[numbers..][..2], [255, 5]);
    let expected = Some(SnapshotError::Illegal("an invalid number of a square"));
    for (number, refusal) in [(254, expected.clone()), (255, None), (6, None), (7, expected)] {
        assert_eq!(refused(&bytes, numbers + 1, &[number]), refusal, "{number}");
    }
}

/// A walker in a row of three, one step from its start and at its goal: the maximum of each of its
/// numbers, and why larger ones are refused.
#[test]
fn walks_that_no_world_has_are_refused() {
    let scene = "Scene(name: \"W\", grid: (rows: 1, columns: 3), text: Arrow,
        walk: Foot(from: (1, 1), to: (1, 3)))";
    let (under_way, at_goal) = (snapshot(scene, 1), snapshot(scene, 2));
    let claims = columns_at(&under_way);
    let goal = claims + 3;
    let (moves, walkers) = (goal + 4, goal + 8);
    let route = walkers + 8; // of a world without walkers
    assert_eq!(under_way[goal..][..8], [2, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(under_way[walkers..][..15], [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0]);
    assert_eq!(at_goal[route..][..12], [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    let walker = walkers + 8;
    for (place, most, what) in
        [(goal, 2, "a goal outside its grid"), (walker + 4, 23, "an unknown orientation of a die")]
    {
        assert_eq!(refused(&under_way, place, &[most]), None, "{what}");
        let expected = Some(SnapshotError::Illegal(what));
        assert_eq!(refused(&under_way, place, &[most + 1]), expected);
    }
    let tick = phase_at(&under_way) + 2;
    for (bytes, place, with, what) in [
        (&under_way, tick, 0, "more moves than ticks"),
        (&under_way, moves, 3, "more moves than claims"),
        (&under_way, claims + 2, 3, "a claim from outside its grid"),
        (&under_way, walker, 3, "a walker outside its grid"),
        (&under_way, walker, 2, "a walker on an unclaimed state"),
        (&at_goal, route + 8, 3, "a route that does not follow the claims"),
        (&at_goal, route + 8, 1, "a route that does not follow the claims"),
    ] {
        let refused = refused(bytes, place, &[with]);
        assert_eq!(refused, Some(SnapshotError::Illegal(what)), "{with} at {place}");
    }
    let mut short = at_goal.clone();
    short.drain(route + 8..route + 12); // the first cell of the route
    let expected = Some(SnapshotError::Illegal("a route that does not follow the claims"));
    assert_eq!(refused(&short, route, &[2]), expected);
    let mut walks_on = at_goal;
    walks_on[walkers] = 1;
    walks_on.splice(route..route, [0; 7]);
    let expected = SnapshotError::Illegal("walkers after the end of the search");
    assert_eq!(Simulation::restore(sealed(walks_on)).err(), Some(expected));
}

/// Additional bytes at the end are refused.
#[test]
fn additional_bytes_are_refused() {
    for mut bytes in snapshots() {
        bytes.push(0);
        assert_eq!(Simulation::restore(sealed(bytes)).err(), Some(SnapshotError::Damaged));
    }
}

/// A snapshot takes at most twice the bare state: a bit per wall, four bits per pose, the boards as
/// they are, four bytes per pending cell, eight per wall to grow from, and the values that a world
/// has only once.
#[test]
fn a_snapshot_is_no_larger_than_twice_the_bare_state() {
    const ONCE: usize = 100;
    for (name, bits_a_cell) in [
        ("johnny", 2),
        ("mazing", 2 + 2 * 64),
        ("foot", 2 + 4),
        ("arrow", 16 + 16),
        ("dice", 8 + 96),
    ] {
        let scene = template(name).scene(Grid { rows: 90, columns: 110 }, 5);
        let mut simulation = Simulation::new(&Scene::from_ron(&scene).unwrap()).unwrap();
        simulation.run();
        let bare = ONCE + 90 * 110 * bits_a_cell / 8 + 4 * simulation.route().len();
        let size = simulation.save().len();
        assert!(size <= 2 * bare, "{name}: {size} bytes, bare {bare}");
    }
}
