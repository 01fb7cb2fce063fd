//! Mixtures of walls, signs, numbers and dice, compared with a plain search that obeys all of them.

use std::collections::HashMap;

use crate::compared::{Answer, Puzzle, Seen, compare, heading, position, small};
use crate::extensions::own_program::portals::Portals;
use crate::extensions::own_program::slots::{Slot, Slots};
use mazetick::base::heading::Turn;
use mazetick::base::{Outcome, Phase};
use mazetick::engine::TextFormat;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::{Arrow, Dice, Foot, Johnny, Mazing, Numbers, SignBoard, Wrap};
use mazetick::scene::{Scene, Simulation};
use plain::mixture::{HEADINGS, Mixture, search};
use plain::random::Random;
use plain::{Square, Walls};

/// A mixture, and what generates its walls.
#[derive(Debug)]
pub(crate) struct Mixed {
    pub(crate) mixture: Mixture,
    pub(crate) generator: Option<Generator>,
    pub(crate) seed: u64,
}

/// What generates walls.
#[derive(Clone, Debug)]
pub(crate) enum Generator {
    Johnny(Johnny),
    Mazing(Mazing),
}

impl Puzzle for Mixed {
    fn scene(&self) -> Scene {
        let Mixture {
            rows,
            columns,
            from,
            to,
            die,
            heading: letter,
            ..
        } = self.mixture;
        let from = position(from);
        let others = self.mixture.others.iter().copied().map(position);
        let all: Vec<_> = to.map(position).into_iter().chain(others).collect();
        let all = if to.is_none() && !all.is_empty() {
            [&[from], &all[..]].concat()
        } else {
            all
        };
        let to = (!all.is_empty()).then(|| all.into_iter().collect());
        let mut scene = Scene::new(small(rows), small(columns))
            .named("MIXTURE")
            .seeded(self.seed)
            .drawn(TextFormat::ARROW);
        match self.generator.clone() {
            Some(Generator::Johnny(johnny)) => scene.set(johnny),
            Some(Generator::Mazing(mazing)) => scene.set(mazing),
            None => {}
        }
        if die.is_some() {
            let rows = self.mixture.numbers.iter();
            let rows = rows.map(|row| row.iter().copied().map(Number));
            scene.set(Numbers(rows.collect()));
        }
        match self.mixture.wraps {
            (true, true) => scene.set(Wrap::Both),
            (true, false) => scene.set(Wrap::Rows),
            (false, true) => scene.set(Wrap::Columns),
            (false, false) => {}
        }
        if !self.mixture.portals.is_empty() {
            let portals = self.mixture.portals.iter();
            scene.set(Portals(
                portals
                    .map(|(&at, &to)| (position(at), position(to)))
                    .collect(),
            ));
        }
        if !self.mixture.slots.is_empty() {
            let slots = self.mixture.slots.iter();
            let slot = |(toward, top)| Slot {
                toward: heading(toward),
                top,
            };
            scene.set(Slots(
                slots.map(|(&at, &it)| (position(at), slot(it))).collect(),
            ));
        }
        let heading = letter.map(heading);
        if heading.is_some() {
            scene.set(board(&self.mixture));
        }
        match (die, heading) {
            (Some((top, front)), heading) => {
                scene.set(Dice {
                    from: from.into(),
                    top,
                    front,
                    heading,
                    to,
                });
            }
            (None, Some(heading)) => {
                scene.set(Arrow {
                    from: from.into(),
                    heading,
                    to: to.unwrap_or(from.into()),
                });
            }
            (None, None) => scene.set(Foot {
                from: from.into(),
                to: to.unwrap_or(from.into()),
            }),
        }
        scene
    }

    fn answer(&self, walls: Walls) -> Answer {
        let (route, layers) = search(&Mixture {
            walls,
            ..self.mixture.clone()
        });
        Answer::searched(route).in_ticks(layers)
    }
}

fn board(mixture: &Mixture) -> SignBoard {
    let signs = |(&(at, travel), letters): (&(Square, char), &String)| {
        let mut signs = Signs::default();
        letters
            .bytes()
            .for_each(|l| signs.add(heading(travel), Turn::from_letter(l).unwrap()));
        (position(at), signs)
    };
    mixture.signs.iter().map(signs).collect()
}

/// What is drawn: how large, how many arrows and wild squares in a hundred.
pub(crate) struct Sizes {
    pub(crate) most: usize,
    pub(crate) arrows: usize,
    pub(crate) wild: usize,
}

pub(crate) fn random_mixture(
    die: bool,
    headed: bool,
    sizes: &Sizes,
    random: &mut Random,
) -> Mixture {
    let (rows, columns) = random.square((sizes.most, sizes.most));
    let (from, to) = (
        random.square((rows, columns)),
        random.square((rows, columns)),
    );
    let mut signs = HashMap::new();
    for row in 1..=rows {
        for column in 1..=columns {
            for travel in HEADINGS {
                let letters = "FLR"
                    .chars()
                    .filter(|_| random.percent(sizes.arrows))
                    .collect();
                signs.insert(((row, column), travel), letters);
            }
        }
    }
    let mut number = || {
        let number = i8::try_from(random.below(7)).unwrap();
        if random.percent(sizes.wild) {
            -1
        } else {
            number
        }
    };
    let numbers = (0..rows)
        .map(|_| (0..columns).map(|_| number()).collect())
        .collect();
    let (top, front) = random.pick(&[(1, 2), (5, 1), (6, 3), (3, 1), (2, 4), (4, 5)]);
    Mixture {
        rows,
        columns,
        walls: Walls::new(),
        wraps: (false, false),
        portals: HashMap::new(),
        slots: HashMap::new(),
        from,
        to: (random.percent(80) || !die).then_some(to),
        others: Vec::new(),
        die: die.then_some((top, front)),
        heading: headed.then(|| random_heading(from, rows, columns, random)),
        signs,
        numbers,
    }
}

/// Any heading, but mostly one that leads into the grid.
fn random_heading(from: Square, rows: usize, columns: usize, random: &mut Random) -> char {
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
        0 => Generator::Mazing(Mazing {
            pick: Pick::AnyWall,
        }),
        1 => Generator::Mazing(Mazing {
            pick: Pick::EligibleWall,
        }),
        choice => {
            let flips = if choice == 2 { 0.0 } else { 0.3 };
            Generator::Johnny(Johnny {
                start: position(mixture.from),
                flips,
                commands: None,
            })
        }
    }
}

/// Compares many mixtures of a kind.
fn compare_many((die, headed, walled): (bool, bool, bool), sizes: &Sizes, runs: u64) -> Seen {
    let mut random = Random::new(runs);
    let mixed = |seed| {
        let mixture = random_mixture(die, headed, sizes, &mut random);
        let generator = walled.then(|| random_generator(&mixture, &mut random));
        Mixed {
            mixture,
            generator,
            seed,
        }
    };
    compare(&(0..runs).map(mixed).collect::<Vec<_>>())
}

#[test]
fn on_foot_from_corner_to_corner() {
    let sizes = Sizes {
        most: 12,
        arrows: 0,
        wild: 0,
    };
    let mut random = Random::new(1);
    let mixed = |seed| {
        let mut mixture = random_mixture(false, false, &sizes, &mut random);
        mixture.from = (mixture.rows, 1);
        mixture.to = Some((1, mixture.columns));
        let generator = Some(random_generator(&mixture, &mut random));
        Mixed {
            mixture,
            generator,
            seed,
        }
    };
    let all: Vec<_> = (0..300).map(mixed).collect();
    for (mixed, route) in all.iter().zip(compare(&all).routes) {
        assert_eq!(
            route.is_some(),
            mixed.mixture.rows * mixed.mixture.columns > 1
        );
    }
}

/// A walk begins when the walls stand, and changes nothing before.
#[test]
fn walls_are_built_as_without_a_walk() {
    let sizes = Sizes {
        most: 9,
        arrows: 50,
        wild: 50,
    };
    let mut random = Random::new(2);
    for seed in 0..100 {
        let mixture = random_mixture(seed % 2 > 0, seed % 4 > 1, &sizes, &mut random);
        let generator = Some(random_generator(&mixture, &mut random));
        let scene = Mixed {
            mixture,
            generator,
            seed,
        }
        .scene();
        let mut alone = scene.clone().drawn(TextFormat::LATTICE);
        for field in ["numbers", "signs", "walk"] {
            alone.remove(field);
        }
        let [mut walked, mut alone] = [scene, alone].map(|it| Simulation::new(&it).unwrap());
        assert_eq!(alone.run(), Outcome::Built);
        walked.advance(alone.progress().tick);
        assert_eq!(walked.walls(), alone.walls());
        assert_eq!(walked.progress().phase, Phase::Walk);
    }
}

#[test]
fn on_foot_anywhere() {
    let sizes = Sizes {
        most: 12,
        arrows: 0,
        wild: 0,
    };
    compare_many((false, false, true), &sizes, 400).assert_at_least(390, 0, 30);
    compare_many((false, false, false), &sizes, 400).assert_at_least(390, 0, 15);
}

/// Whoever walks ends at the first of several goals.
#[test]
fn several_goals() {
    let sizes = Sizes {
        most: 9,
        arrows: 80,
        wild: 60,
    };
    let mut random = Random::new(48);
    let mixed = |seed| {
        let (die, headed, walled) = (seed % 2 > 0, seed % 4 > 1, seed % 8 > 3);
        let mut mixture = random_mixture(die, headed, &sizes, &mut random);
        let grid = (mixture.rows, mixture.columns);
        mixture.others = (0..=random.below(3)).map(|_| random.square(grid)).collect();
        let generator = walled.then(|| random_generator(&mixture, &mut random));
        Mixed {
            mixture,
            generator,
            seed,
        }
    };
    compare(&(0..400).map(mixed).collect::<Vec<_>>()).assert_at_least(100, 20, 6);
}

#[test]
fn signs_with_and_without_walls() {
    let sizes = Sizes {
        most: 7,
        arrows: 95,
        wild: 0,
    };
    compare_many((false, true, true), &sizes, 400).assert_at_least(50, 50, 10);
    let sizes = Sizes {
        most: 9,
        arrows: 35,
        wild: 0,
    };
    compare_many((false, true, false), &sizes, 800).assert_at_least(100, 100, 15);
}

#[test]
fn a_die_with_and_without_walls() {
    let sizes = Sizes {
        most: 7,
        arrows: 0,
        wild: 75,
    };
    compare_many((true, false, true), &sizes, 400).assert_at_least(50, 50, 10);
    let sizes = Sizes {
        most: 9,
        arrows: 0,
        wild: 45,
    };
    compare_many((true, false, false), &sizes, 400).assert_at_least(50, 50, 12);
}

#[test]
fn a_die_with_a_heading_with_and_without_walls() {
    let sizes = Sizes {
        most: 6,
        arrows: 96,
        wild: 88,
    };
    compare_many((true, true, true), &sizes, 600).assert_at_least(55, 55, 7);
    let sizes = Sizes {
        most: 8,
        arrows: 60,
        wild: 60,
    };
    compare_many((true, true, false), &sizes, 600).assert_at_least(55, 55, 12);
}

/// Rings, toruses and portals, and slots for dice, between walls and without, for every walker.
#[test]
fn redirected_steps_and_slots() {
    let sizes = Sizes {
        most: 7,
        arrows: 80,
        wild: 70,
    };
    let mut random = Random::new(7);
    let mixed = |seed| {
        let (die, headed, walled) = (seed % 2 > 0, seed % 4 > 1, seed % 8 > 3);
        let mut mixture = random_mixture(die, headed, &sizes, &mut random);
        let grid = (mixture.rows, mixture.columns);
        mixture.wraps = (random.percent(50), random.percent(50));
        let ends = [mixture.from, mixture.to.unwrap_or(mixture.from)];
        for _ in 0..random.below(4) {
            let (at, to) = (random.square(grid), random.square(grid));
            if !ends.contains(&at) {
                mixture.portals.insert(at, to);
            }
        }
        for _ in 0..if die { random.below(6) } else { 0 } {
            let top = u8::try_from(random.below(6)).unwrap() + 1;
            mixture
                .slots
                .insert(random.square(grid), (random.pick(&HEADINGS), top));
        }
        let generator = walled.then(|| random_generator(&mixture, &mut random));
        Mixed {
            mixture,
            generator,
            seed,
        }
    };
    let all: Vec<_> = (0..800).map(mixed).collect();
    compare(&all).assert_at_least(200, 120, 10);
}
