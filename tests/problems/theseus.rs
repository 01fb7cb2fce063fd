//! Theseus and the Minotaur, compared with the plain version, and properties of every walk: ticks,
//! saving, reuse.

use std::collections::HashSet;

use crate::plain::random::Random;
use crate::plain::theseus::{self, Both, Labyrinth, Square};
use mazetick::{
    Grid, Heading, Ingredients, Johnny, Mazing, Outcome, Phase, Pick, Position, Pursuit, Scene,
    Segments, Simulation, TextFormat, Theseus, Wall,
};

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap()
}

fn position((row, column): Square) -> Position {
    Position::new(small(row), small(column))
}

fn square(at: Position) -> Square {
    (at.row as usize, at.column as usize)
}

/// A scene with walls, and a walk in it.
fn scene((rows, columns): Square, seed: u64, (theseus, minotaur): Both, exit: Square) -> Scene {
    let (from, minotaur, to) = (position(theseus), position(minotaur), position(exit));
    let scene = Scene::new(small(rows), small(columns))
        .named("CRETE")
        .seeded(seed)
        .with(Theseus { from, minotaur, to })
        .drawn(TextFormat::THESEUS);
    match seed % 3 {
        0 => scene.with(Johnny { flips: 0.3, ..Johnny::from(position((rows, 1))) }),
        1 => scene.with(Mazing { pick: Pick::EligibleWall }),
        _ => scene.with(Mazing { pick: Pick::AnyWall }),
    }
}

/// Ticks until the walls stand.
fn build(simulation: &mut Simulation) {
    while simulation.progress().phase == Phase::Generation {
        simulation.tick();
    }
}

/// Removes each wall inside the border with a probability of `times` percent.
fn open_walls(simulation: &mut Simulation, times: usize, random: &mut Random) {
    let border: HashSet<usize> = Segments::of(simulation.grid()).border().collect();
    let mut walls = simulation.world_mut().query::<&mut Wall>();
    for (place, mut wall) in walls.iter_mut(simulation.world_mut()).enumerate() {
        wall.stands &= border.contains(&place) || !random.percent(times);
    }
}

/// The labyrinth of a world, as the plain version has it.
fn labyrinth(simulation: &Simulation, start: Both, exit: Square) -> Labyrinth {
    let grid = simulation.grid();
    let mut walls = HashSet::new();
    for at in grid.positions() {
        let (row, column) = square(at);
        for (side, beside) in [(Heading::S, (row + 1, column)), (Heading::E, (row, column + 1))] {
            if grid.leads(at, side) && simulation.wall(at, side).unwrap() {
                walls.extend([((row, column), beside), (beside, (row, column))]);
            }
        }
    }
    Labyrinth { rows: grid.rows as usize, columns: grid.columns as usize, walls, start, exit }
}

/// Where both are along the route.
fn way(simulation: &Simulation) -> Vec<Both> {
    let at = |&cell: &u32| square(simulation.grid().position(cell as usize));
    let tracks = simulation.entity().get::<Pursuit>().unwrap().tracks();
    assert_eq!(tracks.len(), simulation.route().len());
    simulation.route().into_iter().map(square).zip(tracks.iter().map(at)).collect()
}

/// The text of a way out.
fn listing(way: Option<&[Both]>) -> String {
    let Some(way) = way else { return "CRETE\n  No Solution Possible\n".to_owned() };
    let digits = way.len().to_string().len();
    let lines = way.iter().enumerate().map(|(turn, (theseus, minotaur))| {
        let [theseus, minotaur] = [theseus, minotaur].map(|at| format!("({},{})", at.0, at.1));
        format!("  {turn:digits$}: {theseus}, Minotaur {minotaur}\n")
    });
    format!("CRETE\n{}", lines.collect::<String>())
}

/// The counts of a comparison.
#[derive(Default, Debug)]
struct Seen {
    solved: usize,
    unsolved: usize,
    with_waits: usize,
    longest: usize,
}

impl Seen {
    /// Compares the end of a world whose walls stand with the plain version.
    fn compare(&mut self, simulation: &mut Simulation, start: Both, exit: Square) {
        let labyrinth = labyrinth(simulation, start, exit);
        let before = simulation.progress().tick;
        let outcome = simulation.run().clone();
        let ticks = usize::try_from(simulation.progress().tick - before).unwrap();
        let found = way(simulation);
        let expected = theseus::solve(&labyrinth);
        assert_eq!(simulation.text(), listing(expected.as_deref()));
        match (outcome, expected) {
            (Outcome::Solved { moves }, Some(expected)) => {
                assert_eq!(found, expected, "{labyrinth:?}");
                assert_eq!((moves as usize, ticks), (found.len() - 1, found.len() - 1));
                let waits = found.windows(2).any(|turn| turn[0].0 == turn[1].0);
                self.solved += 1;
                self.with_waits += usize::from(waits);
                self.longest = self.longest.max(ticks);
            }
            (Outcome::NoSolution, None) => {
                assert_eq!(found, []);
                let states = simulation.stats().states().unwrap();
                assert_eq!((states, ticks), theseus::reached(&labyrinth), "{labyrinth:?}");
                self.unsolved += 1;
            }
            (outcome, expected) => panic!("{outcome:?}, {expected:?}: {labyrinth:?}"),
        }
    }
}

#[test]
fn ways_out_are_those_of_the_plain_version() {
    let mut random = Random::new(1);
    let (mut there, mut seen) = (None, Seen::default());
    for seed in 0..900 {
        let size = (1 + random.below(7), 1 + random.below(7));
        let mut any = || (1 + random.below(size.0), 1 + random.below(size.1));
        let (start, exit) = ((any(), any()), any());
        let scene = scene(size, seed, start, exit);
        assert_eq!(Scene::from_ron(&scene.to_ron()).unwrap(), scene);
        let simulation = Simulation::reuse(&mut there, &scene).unwrap();
        build(simulation);
        let times = random.pick(&[0, 20, 40, 60, 100]);
        open_walls(simulation, times, &mut random);
        seen.compare(simulation, start, exit);
    }
    assert!(seen.solved > 100 && seen.unsolved > 100, "{seen:?}");
    assert!(seen.with_waits > 5 && seen.longest > 12, "{seen:?}");
}

#[test]
fn every_start_in_a_small_labyrinth_ends_as_in_the_plain_version() {
    let squares: Vec<Square> = (1..=3).flat_map(|row| (1..=3).map(move |c| (row, c))).collect();
    let mut random = Random::new(2);
    let (mut there, mut seen) = (None, Seen::default());
    for (seed, &theseus) in (0..).zip(&squares) {
        for &minotaur in &squares {
            for &exit in &squares {
                let (start, scene) =
                    ((theseus, minotaur), scene((3, 3), seed, (theseus, minotaur), exit));
                let simulation = Simulation::reuse(&mut there, &scene).unwrap();
                build(simulation);
                open_walls(simulation, 30, &mut random);
                seen.compare(simulation, start, exit);
            }
        }
    }
    assert_eq!(seen.solved + seen.unsolved, 729);
}

#[test]
fn single_ticks_lead_to_the_same_world() {
    let mut random = Random::new(3);
    for seed in 0..60 {
        let size = (2 + random.below(4), 2 + random.below(4));
        let mut any = || (1 + random.below(size.0), 1 + random.below(size.1));
        let scene = scene(size, seed, (any(), any()), any());
        let mut whole = Simulation::new(&scene).unwrap();
        whole.run();
        let mut singly = Simulation::new(&scene).unwrap();
        loop {
            let mut at_once = Simulation::new(&scene).unwrap();
            at_once.advance(singly.progress().tick);
            assert_eq!(at_once.digests(), singly.digests());
            if !singly.tick() {
                break;
            }
        }
        assert_eq!(singly.digests(), whole.digests());
    }
}

#[test]
fn a_labyrinth_has_a_largest_size_and_holds_both() {
    let far = Position::new(65, 65);
    let corner = Position::new(1, 1);
    let walk = Theseus { from: corner, minotaur: far, to: corner };
    let named = |side| Scene::new(side, side).named("CRETE").drawn(TextFormat::THESEUS).with(walk);
    assert_eq!(
        named(65).check().unwrap_err().to_string(),
        "\
        walk: 4225 cells are 17850625 pairs of squares for Theseus and the Minotaur, expected at most \
        16777216"
    );
    assert_eq!(
        named(64).check().unwrap_err().to_string(),
        "walk.minotaur: (65, 65) is outside the grid, expected (1, 1) to (64, 64)"
    );
}

#[test]
fn the_largest_open_labyrinth_is_searched() {
    let at = Position::new;
    let walk = Theseus { from: at(1, 1), minotaur: at(64, 64), to: at(40, 1) };
    let scene = Scene::new(64, 64).named("CRETE").drawn(TextFormat::THESEUS).with(walk);
    let mut simulation = Simulation::new(&scene).unwrap();
    let expected = Outcome::Solved { moves: 39 };
    assert_eq!(simulation.run(), &expected);
}

#[test]
fn scenes_to_start_from_run() {
    let ingredients = Ingredients::standard();
    let template = ingredients.templates().iter().find(|it| it.name == "theseus").unwrap();
    let mut solved = 0;
    for (rows, columns) in [(1, 1), (8, 12), (6, 6), (1, 40), (10, 10)] {
        for seed in 0..8 {
            let text = template.scene(Grid { rows, columns }, seed);
            let mut simulation = Simulation::new(&Scene::from_ron(&text).unwrap()).unwrap();
            solved += usize::from(matches!(simulation.run(), Outcome::Solved { .. }));
        }
    }
    assert!(solved > 23, "{solved} solved");
}
