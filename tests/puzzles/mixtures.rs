//! Mixtures of walls, signs, numbers and dice, compared with a plain search that obeys all of them.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::random::Random;
use mazetick::{
    Arrow, Dice, Foot, Heading, Johnny, Mazing, Number, Numbers, Outcome, Phase, Pick, Position,
    Scene, SignBoard, Signs, Simulation, TextFormat, Turn,
};

/// Row and column, from 1 at the upper left.
type Cell = (u32, u32);

/// The faces of a die: top, bottom, north, south, east, west.
type Die = [u8; 6];

const HEADINGS: [char; 4] = ['N', 'S', 'W', 'E'];

/// A mixture, without its walls.
struct Mixture {
    rows: u32,
    columns: u32,
    from: Cell,
    to: Option<Cell>,
    /// Top and front.
    die: Option<(u8, u8)>,
    heading: Option<char>,
    signs: HashMap<(Cell, char), String>,
    numbers: Vec<Vec<i8>>,
}

/// What generates the walls.
enum Generator {
    Johnny(Johnny),
    Mazing(Mazing),
}

/// What a walker may do and where it ends: the mixture, with its walls as the library generated
/// them.
struct Rules<'a> {
    mixture: &'a Mixture,
    blocked: &'a dyn Fn(Cell, char) -> bool,
}

/// A walker on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    cell: Cell,
    die: Option<Die>,
    heading: Option<char>,
}

fn rolled([top, bottom, north, south, east, west]: Die, toward: char) -> Die {
    match toward {
        'N' => [south, north, top, bottom, east, west],
        'S' => [north, south, bottom, top, east, west],
        'W' => [east, west, north, south, bottom, top],
        'E' => [west, east, north, south, top, bottom],
        _ => panic!("{toward:?} is no heading"),
    }
}

/// The die with these two faces, rolled from the one of the problem's text.
fn die_showing(top: u8, front: u8) -> Die {
    let mut dice = vec![[5, 2, 6, 1, 3, 4]];
    for known in 0..24 {
        for heading in HEADINGS {
            let next = rolled(dice[known], heading);
            if !dice.contains(&next) {
                dice.push(next);
            }
        }
    }
    dice.into_iter().find(|die| (die[0], die[3]) == (top, front)).expect("a die")
}

/// Forward, left and right of a heading.
fn turns(heading: char) -> [(char, char); 3] {
    let clockwise = ['N', 'E', 'S', 'W'];
    let place = clockwise.iter().position(|&h| h == heading).unwrap();
    [('F', heading), ('L', clockwise[(place + 3) % 4]), ('R', clockwise[(place + 1) % 4])]
}

impl Rules<'_> {
    fn beside(&self, (row, column): Cell, toward: char) -> Option<Cell> {
        let (row, column) = match toward {
            'N' => (row - 1, column),
            'S' => (row + 1, column),
            'W' => (row, column - 1),
            _ => (row, column + 1),
        };
        let inside = (1..=self.mixture.rows).contains(&row);
        (inside && (1..=self.mixture.columns).contains(&column)).then_some((row, column))
    }

    /// Where a walker tries to go, in order.
    fn tries(&self, state: State, leaving: bool) -> Vec<char> {
        let Some(heading) = state.heading else {
            return HEADINGS.to_vec();
        };
        if leaving {
            return vec![heading];
        }
        let sign = self.mixture.signs.get(&(state.cell, heading)).map_or("", String::as_str);
        let allowed = turns(heading).into_iter().filter(|&(turn, _)| sign.contains(turn));
        allowed.map(|(_, toward)| toward).collect()
    }

    fn onward(&self, state: State, leaving: bool) -> Vec<State> {
        let mut onward = Vec::new();
        for toward in self.tries(state, leaving) {
            let Some(cell) = self.beside(state.cell, toward) else { continue };
            let admitted = state.die.is_none_or(|die| {
                let number = self.mixture.numbers[cell.0 as usize - 1][cell.1 as usize - 1];
                number == -1 || number == i8::try_from(die[0]).unwrap()
            });
            if admitted && !(self.blocked)(state.cell, toward) {
                let die = state.die.map(|die| rolled(die, toward));
                let heading = state.heading.map(|_| toward);
                onward.push(State { cell, die, heading });
            }
        }
        onward
    }

    /// The route, and how many layers of walkers step until it is found or no walker is left.
    fn search(&self) -> (Option<Vec<Cell>>, usize) {
        let Mixture { from, to, die, heading, .. } = *self.mixture;
        let die = die.map(|(top, front)| die_showing(top, front));
        let mut seen = HashSet::new();
        let mut waiting = VecDeque::from([(State { cell: from, die, heading }, vec![from])]);
        let mut layers = 0;
        while let Some((state, route)) = waiting.pop_front() {
            layers = route.len();
            for next in self.onward(state, route.len() == 1) {
                if !seen.insert(next) {
                    continue;
                }
                let longer = [&route[..], &[next.cell]].concat();
                if next.cell == to.unwrap_or(from) {
                    return (Some(longer), layers);
                }
                waiting.push_back((next, longer));
            }
        }
        (None, layers)
    }
}

impl Mixture {
    fn scene(&self, generate: Option<Generator>, seed: u64) -> Scene {
        let from: Position = self.from.into();
        let heading =
            self.heading.map(|letter| Heading::from_letter(u8::try_from(letter).unwrap()).unwrap());
        let to = self.to.map(Position::from);
        let mut scene = Scene::new(self.rows, self.columns)
            .named("MIXTURE")
            .seeded(seed)
            .drawn(TextFormat::ARROW);
        match generate {
            Some(Generator::Johnny(johnny)) => scene.set(johnny),
            Some(Generator::Mazing(mazing)) => scene.set(mazing),
            None => {}
        }
        if self.die.is_some() {
            let rows = self.numbers.iter().map(|row| row.iter().copied().map(Number));
            scene.set(Numbers(rows.collect()));
        }
        if heading.is_some() {
            scene.set(self.board());
        }
        match (self.die, heading) {
            (Some((top, front)), heading) => scene.set(Dice { from, top, front, heading, to }),
            (None, Some(heading)) => scene.set(Arrow { from, heading, to: to.unwrap_or(from) }),
            (None, None) => scene.set(Foot { from, to: to.unwrap_or(from) }),
        }
        scene
    }

    fn board(&self) -> SignBoard {
        let mut board = Vec::new();
        for (&(at, travel), letters) in &self.signs {
            let travel = Heading::from_letter(u8::try_from(travel).unwrap()).unwrap();
            let mut signs = Signs::default();
            letters.bytes().for_each(|l| signs.add(travel, Turn::from_letter(l).unwrap()));
            board.push((at.into(), signs));
        }
        board.into_iter().collect()
    }
}

/// What is drawn: how large, how many arrows and wild squares in a hundred.
struct Sizes {
    most: usize,
    arrows: usize,
    wild: usize,
}

fn random_mixture(die: bool, headed: bool, sizes: &Sizes, random: &mut Random) -> Mixture {
    let mut side = || 1 + u32::try_from(random.below(sizes.most)).unwrap();
    let (rows, columns) = (side(), side());
    let mut within = |length: u32| 1 + u32::try_from(random.below(length as usize)).unwrap();
    let from = (within(rows), within(columns));
    let to = (within(rows), within(columns));
    let mut signs = HashMap::new();
    for row in 1..=rows {
        for column in 1..=columns {
            for travel in HEADINGS {
                let letters = "FLR".chars().filter(|_| random.percent(sizes.arrows)).collect();
                signs.insert(((row, column), travel), letters);
            }
        }
    }
    let mut number = || {
        let number = i8::try_from(random.below(7)).unwrap();
        if random.percent(sizes.wild) { -1 } else { number }
    };
    let numbers = (0..rows).map(|_| (0..columns).map(|_| number()).collect()).collect();
    let (top, front) = random.pick(&[(1, 2), (5, 1), (6, 3), (3, 1), (2, 4), (4, 5)]);
    Mixture {
        rows,
        columns,
        from,
        to: (random.percent(80) || !die).then_some(to),
        die: die.then_some((top, front)),
        heading: headed.then(|| random_heading(from, rows, columns, random)),
        signs,
        numbers,
    }
}

/// Any heading, but mostly one that leads into the grid.
fn random_heading(from: Cell, rows: u32, columns: u32, random: &mut Random) -> char {
    let center = (rows.div_ceil(2), columns.div_ceil(2));
    match random.below(5) {
        0 => random.pick(&HEADINGS),
        1 | 2 if from.0 != center.0 => {
            if from.0 < center.0 {
                'S'
            } else {
                'N'
            }
        }
        _ => {
            if from.1 <= center.1 {
                'E'
            } else {
                'W'
            }
        }
    }
}

fn random_generator(mixture: &Mixture, random: &mut Random) -> Generator {
    match random.below(4) {
        0 => Generator::Mazing(Mazing { pick: Pick::AnyWall }),
        1 => Generator::Mazing(Mazing { pick: Pick::EligibleWall }),
        choice => {
            let flips = if choice == 2 { 0.0 } else { 0.3 };
            Generator::Johnny(Johnny { start: mixture.from.into(), flips, commands: None })
        }
    }
}

/// Runs the mixture and compares; the number of moves, if there is a route.
fn compare(mixture: &Mixture, generate: Option<Generator>, seed: u64) -> Option<usize> {
    let scene = mixture.scene(generate, seed);
    assert_eq!(Scene::from_ron(&scene.to_ron()).unwrap(), scene);
    let mut simulation = Simulation::new(&scene).unwrap();
    let mut built_at = 0;
    while simulation.tick() {
        if simulation.progress().phase == Phase::Generation {
            built_at = simulation.progress().tick;
        }
    }
    built_at += u64::from(scene.has_walls() && built_ticks(&scene) > 0);
    assert_eq!(built_at, built_ticks(&scene));

    let blocked = |at: Cell, toward: char| {
        let toward = Heading::from_letter(u8::try_from(toward).unwrap()).unwrap();
        simulation.wall(at.into(), toward).unwrap_or(false)
    };
    assert_eq!(simulation.wall((1, 1).into(), Heading::N).is_some(), scene.has_walls());
    let (route, layers) = Rules { mixture, blocked: &blocked }.search();
    let found: Vec<Cell> = simulation.route().into_iter().map(Cell::from).collect();
    assert_eq!(found, route.clone().unwrap_or_default(), "{}", scene.to_ron());
    assert_eq!(simulation.progress().tick, built_at + layers as u64, "{}", scene.to_ron());
    let moves = route.map(|route| route.len() - 1);
    let outcome = moves.map_or(Outcome::NoSolution, |moves| Outcome::Solved {
        moves: u32::try_from(moves).unwrap(),
    });
    assert_eq!(*simulation.outcome(), outcome);
    moves
}

/// How many ticks the generator of a scene takes without a walk.
fn built_ticks(scene: &Scene) -> u64 {
    if !scene.has_walls() {
        return 0;
    }
    let mut alone = scene.clone().drawn(TextFormat::LATTICE);
    for field in ["numbers", "signs", "walk"] {
        alone.remove(field);
    }
    let mut simulation = Simulation::new(&alone).unwrap();
    assert_eq!(*simulation.run(), Outcome::Built);
    simulation.progress().tick
}

/// Compares many mixtures of a kind; how many have a route, how many have none, and the longest.
fn compare_many(
    (die, headed, walled): (bool, bool, bool),
    sizes: &Sizes,
    runs: u64,
) -> (usize, usize, usize) {
    let mut random = Random::new(runs);
    let (mut solved, mut unsolved, mut longest) = (0, 0, 0);
    for seed in 0..runs {
        let mixture = random_mixture(die, headed, sizes, &mut random);
        let generate = walled.then(|| random_generator(&mixture, &mut random));
        match compare(&mixture, generate, seed) {
            Some(moves) => {
                solved += 1;
                longest = longest.max(moves);
            }
            None => unsolved += 1,
        }
    }
    (solved, unsolved, longest)
}

/// Checks that a kind was tried enough: that many with and without a route, and one of that length.
fn assert_at_least(
    counts: (usize, usize, usize),
    (solved, unsolved, longest): (usize, usize, usize),
) {
    let enough = counts.0 >= solved && counts.1 >= unsolved && counts.2 >= longest;
    assert!(enough, "{} solved, {} not, the longest in {} moves", counts.0, counts.1, counts.2);
}

#[test]
fn on_foot_from_corner_to_corner() {
    let sizes = Sizes { most: 12, arrows: 0, wild: 0 };
    let mut random = Random::new(1);
    for seed in 0..300 {
        let mut mixture = random_mixture(false, false, &sizes, &mut random);
        mixture.from = (mixture.rows, 1);
        mixture.to = Some((1, mixture.columns));
        let generate = random_generator(&mixture, &mut random);
        let moves = compare(&mixture, Some(generate), seed);
        assert_eq!(moves.is_some(), mixture.rows * mixture.columns > 1);
    }
}

#[test]
fn on_foot_anywhere() {
    let sizes = Sizes { most: 12, arrows: 0, wild: 0 };
    assert_at_least(compare_many((false, false, true), &sizes, 400), (390, 0, 30));
    assert_at_least(compare_many((false, false, false), &sizes, 400), (390, 0, 15));
}

#[test]
fn signs_with_and_without_walls() {
    let sizes = Sizes { most: 7, arrows: 95, wild: 0 };
    assert_at_least(compare_many((false, true, true), &sizes, 800), (100, 100, 10));
    let sizes = Sizes { most: 9, arrows: 35, wild: 0 };
    assert_at_least(compare_many((false, true, false), &sizes, 800), (100, 100, 15));
}

#[test]
fn a_die_with_and_without_walls() {
    let sizes = Sizes { most: 7, arrows: 0, wild: 75 };
    assert_at_least(compare_many((true, false, true), &sizes, 800), (100, 100, 10));
    let sizes = Sizes { most: 9, arrows: 0, wild: 45 };
    assert_at_least(compare_many((true, false, false), &sizes, 800), (100, 100, 12));
}

#[test]
fn a_die_with_a_heading_with_and_without_walls() {
    let sizes = Sizes { most: 6, arrows: 96, wild: 88 };
    assert_at_least(compare_many((true, true, true), &sizes, 1600), (150, 150, 7));
    let sizes = Sizes { most: 8, arrows: 60, wild: 60 };
    assert_at_least(compare_many((true, true, false), &sizes, 1600), (150, 150, 12));
}
