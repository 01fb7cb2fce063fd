//! Boards that seeds draw: their distributions, and that a fixed one leads to the same world.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Purpose};
use mazetick::base::heading::Turn;
use mazetick::prelude::*;
use mazetick::puzzles::arrow::RandomSigns;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::dice::Number;
use mazetick::puzzles::dice::RandomNumbers;
use mazetick::puzzles::jump::{JumpLength, RandomJumps};
use mazetick::puzzles::{Arrow, Dice, Jump, Jumps, Numbers, SignBoard, Wrap};
use mazetick::scene::CheckedScene;
use mazetick::scene::board_source::BoardSource;

use crate::scenes::committed_scenes;

fn scene(rows: u32, columns: u32) -> Scene {
    Scene::new(rows, columns)
        .named("RANDOM")
        .drawn(TextFormat::NONE)
}

fn die() -> Dice {
    Dice {
        from: (1, 1).into(),
        top: 5,
        front: 1,
        heading: None,
        to: None,
    }
}

fn world(scene: Scene) -> Simulation {
    Simulation::new(&scene.checked().expect("a valid scene")).expect("a world")
}

/// A component of all cells.
fn column<C: Component + Copy>(world: &mut Simulation) -> Vec<C> {
    world.query(|cells: Query<&C>| cells.iter().copied().collect::<Vec<C>>())
}

/// A share of `count` is what was expected, within five standard deviations.
#[track_caller]
fn assert_share(found: usize, count: usize, probability: f64) {
    let (found, count) = (
        f64::from(u32::try_from(found).unwrap()),
        f64::from(u32::try_from(count).unwrap()),
    );
    let deviation = (count * probability * (1.0 - probability)).sqrt();
    let expected = count * probability;
    assert!(
        (found - expected).abs() <= 5.0 * deviation,
        "{found} of {count}, not {expected}"
    );
}

#[test]
fn numbers_are_wild_empty_or_of_one_face_as_asked() {
    let random = RandomNumbers {
        wild: 0.1,
        empty: 0.3,
    };
    let board = scene(200, 500)
        .seeded(1)
        .with(Numbers(BoardSource::Random(random)))
        .with(die());
    let mut world = world(board);
    let numbers = column::<Number>(&mut world);
    let count = |number| numbers.iter().filter(|it| it.0 == number).count();
    assert_share(count(-1), 100_000, 0.1);
    assert_share(count(0), 100_000, 0.3);
    (1..=6).for_each(|face| assert_share(count(face), 100_000, 0.1));
}

/// Each event is exactly the words below its end, and above the one before.
#[test]
fn events_have_their_probabilities_within_a_word() {
    let (mut chance, mut words) = (
        Chance::new(1, Purpose::WALLS),
        Chance::new(1, Purpose::WALLS),
    );
    for _ in 0..10_000 {
        let word = words.below(1 << 31) * 2; // all but the last bit
        let share = f64::from(word) / 4_294_967_296.0;
        let expected = if share < 0.25 {
            0
        } else if share < 0.75 {
            1
        } else {
            2
        };
        assert_eq!(chance.event([0.25, 0.5]), expected);
    }
    assert_eq!((chance.event([1.0]), chance.event([0.0, 0.0])), (0, 2));
}

#[test]
fn jumps_are_as_long_as_stays_inside() {
    let random = RandomJumps {
        empty: 0.25,
        longest: 5,
    };
    let walk = Jump {
        from: (1, 1).into(),
        to: (1, 1).into(),
    };
    let mut found = BTreeMap::<_, [usize; 64]>::new();
    for seed in 0..2000 {
        let scene = scene(3, 9)
            .seeded(seed)
            .with(Jumps(BoardSource::Random(random)))
            .with(walk.clone());
        let mut world = world(scene);
        for (at, length) in world
            .grid()
            .positions()
            .zip(column::<JumpLength>(&mut world))
        {
            found.entry(at).or_insert([0; 64])[usize::from(length.0)] += 1;
        }
    }
    for (at, lengths) in found {
        let room = [at.row - 1, 3 - at.row, at.column - 1, 9 - at.column]
            .into_iter()
            .max()
            .unwrap();
        let longest = room.min(5);
        assert_share(lengths[0], 2000, 0.25);
        (1..=longest)
            .for_each(|it| assert_share(lengths[it as usize], 2000, 0.75 / f64::from(longest)));
        assert_eq!(lengths[longest as usize + 1..].iter().sum::<usize>(), 0);
    }
}

#[test]
fn signs_allow_one_turn_that_stays_inside_and_some_others() {
    let walk = Arrow {
        from: (1, 1).into(),
        heading: Heading::E,
        to: (2, 2).into(),
    };
    let random = RandomSigns {
        also: 0.3,
        empty: 0.2,
    };
    for wrap in [None, Some(Wrap::Both), Some(Wrap::Rows)] {
        let mut found = BTreeMap::<(Position, u8), BTreeMap<Vec<bool>, usize>>::new();
        for seed in 0..2000 {
            let mut scene = scene(3, 3)
                .seeded(seed)
                .with(SignBoard::from(random))
                .with(walk.clone());
            if let Some(wrap) = wrap {
                scene.set(wrap);
            }
            let mut world = world(scene);
            for (at, signs) in world.grid().positions().zip(column::<Signs>(&mut world)) {
                for travel in Heading::ALL {
                    let turns = Turn::ALL.map(|turn| signs.allow(travel, travel.turn(turn)));
                    *found
                        .entry((at, travel as u8))
                        .or_default()
                        .entry(turns.into())
                        .or_default() += 1;
                }
            }
        }
        for ((at, travel), found) in found {
            let travel = Heading::ALL[usize::from(travel)];
            let stays = |heading| {
                let joined = match heading {
                    Heading::N | Heading::S => wrap == Some(Wrap::Both),
                    Heading::W | Heading::E => wrap.is_some(),
                };
                joined
                    || match heading {
                        Heading::N => at.row > 1,
                        Heading::S => at.row < 3,
                        Heading::W => at.column > 1,
                        Heading::E => at.column < 3,
                    }
            };
            let open = Turn::ALL.map(|turn| stays(travel.turn(turn)));
            let places = open.iter().filter(|&&it| it).count();
            for bits in 0..8_u8 {
                let turns = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
                let allowed = turns.iter().filter(|&&it| it).count();
                let is_possible = turns.iter().zip(open).all(|(&turn, open)| open || !turn);
                let is_reached = stays(travel.opposite());
                let number = |count: usize| i32::try_from(count).unwrap();
                let probability = match allowed {
                    _ if !is_possible => 0.0,
                    0 => {
                        if is_reached {
                            0.2
                        } else {
                            1.0
                        }
                    }
                    _ if !is_reached => 0.0,
                    // The first turn is any of those that are allowed.
                    _ => {
                        0.8 * f64::from(number(allowed)) / f64::from(number(places))
                            * 0.3_f64.powi(number(allowed) - 1)
                            * 0.7_f64.powi(number(places - allowed))
                    }
                };
                let found = found.get(&turns[..]).copied().unwrap_or_default();
                assert_share(found, 2000, probability);
            }
        }
    }
}

#[test]
fn a_board_is_drawn_by_its_seed_alone() {
    let scene = scene(2, 6)
        .seeded(1999)
        .with(Numbers(BoardSource::Random(RandomNumbers {
            wild: 0.25,
            empty: 0.25,
        })));
    let numbers = column::<Number>(&mut world(scene.with(die())));
    assert_eq!(numbers.iter().map(|it| it.0).collect::<Vec<_>>(), GOLDEN);
}

const GOLDEN: [i8; 12] = [-1, -1, 0, 4, -1, 0, 0, -1, 0, 6, 0, 5];

/// In every committed scene with a random board, and with other seeds.
#[test]
fn a_fixed_board_leads_to_the_same_world() {
    let has_random = |scene: &CheckedScene| scene.to_ron().contains(": Random(");
    let read = |text: &str| Registry::standard().read(text).expect("a scene");
    let scenes = committed_scenes()
        .map(|(_, text)| read(&text))
        .filter(has_random);
    let scenes: Vec<CheckedScene> = scenes.collect();
    assert!(scenes.len() >= 3);
    for scene in scenes {
        let mut reused = Simulation::new(&scene).expect("a world");
        for seed in 0..20 {
            let random = scene.clone().without_expectations().seeded(seed);
            let fixed = random.clone().fixed();
            assert!(!has_random(&fixed));
            reused.load(&random).expect("a world");
            assert!(!reused.is_without_chance());
            let mut other = Simulation::new(&read(&fixed.to_ron())).expect("a world");
            assert!(other.is_without_chance());
            assert_eq!(
                (reused.run().clone(), reused.digests()),
                (other.run().clone(), other.digests())
            );
            assert_eq!(fixed.clone().fixed(), fixed);
        }
    }
}

#[test]
fn a_random_board_is_exported_as_it_is_drawn() {
    let registry = Registry::standard();
    let random = Numbers(BoardSource::Random(RandomNumbers::default()));
    let scene = scene(3, 4)
        .seeded(7)
        .with(random)
        .with(die())
        .drawn(TextFormat::DICE)
        .checked()
        .expect("valid");
    let fixed = scene.clone().fixed();
    let written = registry.export([&scene]).expect("contest input");
    assert_eq!(written, registry.export([&fixed]).expect("contest input"));
}
