//! Gaits whose declarations do not fit are refused when a world is built, before they can spoil its
//! claims.

use std::fmt;

use mazetick::base::Walker;
use mazetick::base::die::Orientation;
use mazetick::base::walker::Start;
use mazetick::engine::search::{Claims, WideTrail};
use mazetick::engine::{Build, Gait, TextFormat, Trail};
use mazetick::scene::{Ingredient, Role, Scene, Simulation};
use serde::{Deserialize, Serialize};

/// A walk by a gait of so many poses, ways back and headings tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Walk<T, const POSES: usize, const WAYS: u8, const FAN: usize>(std::marker::PhantomData<T>);

/// What a trail is of which only the sizes count here.
trait AnyTrail: Claims + PartialEq + fmt::Debug {}
impl<T: Claims + PartialEq + fmt::Debug> AnyTrail for T {}

impl<T: AnyTrail, const POSES: usize, const WAYS: u8, const FAN: usize> Gait
    for Walk<T, POSES, WAYS, FAN>
{
    type Trail = T;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = POSES;
    const WAYS: u8 = WAYS;
    const FAN: usize = FAN;

    /// Half of the poses have a die that was rolled.
    fn posed(pose: usize) -> Walker {
        let rolled = Orientation::new(2, 1).expect("an orientation");
        let die = if pose < POSES / 2 {
            Orientation::default()
        } else {
            rolled
        };
        Walker {
            die,
            ..Walker::default()
        }
    }

    fn pose(_: Walker) -> usize {
        0
    }
}

impl<T: AnyTrail, const POSES: usize, const WAYS: u8, const FAN: usize> Ingredient
    for Walk<T, POSES, WAYS, FAN>
{
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Walk";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(Start {
            from: (1, 1).into(),
            to: (1, 2).into(),
            ..Start::default()
        })
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Self>();
    }
}

/// Builds a world with such a walk.
fn build<T: AnyTrail, const POSES: usize, const WAYS: u8, const FAN: usize>() -> Simulation {
    let walk = Walk::<T, POSES, WAYS, FAN>(std::marker::PhantomData);
    let mut simulation =
        Simulation::new(&Scene::new(1, 2).drawn(TextFormat::JUMP_BOARD).with(walk))
            .expect("a legal scene");
    simulation.run();
    simulation
}

/// A die need not have a pose for each of its 24 orientations.
#[test]
fn a_die_of_few_poses_is_drawn() {
    let mut simulation = build::<Trail<2>, 4, 15, 4>();
    assert!(simulation.picture().layer("faces").is_some());
}

#[test]
fn what_fits_is_built() {
    build::<Trail<2>, 4, 15, 4>();
    build::<WideTrail<3>, 3, 255, 1>();
}

#[test]
#[should_panic(expected = "found 3 poses, expected 1 to 2")]
fn poses_without_room_are_refused() {
    build::<Trail<1>, 3, 4, 4>();
}

#[test]
#[should_panic(expected = "found 0 poses, expected 1 to 2")]
fn no_pose_is_refused() {
    build::<Trail<1>, 0, 4, 4>();
}

#[test]
#[should_panic(expected = "found 65536 poses, expected 1 to 65535")]
fn more_poses_than_can_be_counted_are_refused() {
    build::<WideTrail<65_536>, 65_536, 4, 4>();
}

#[test]
#[should_panic(expected = "found 16 ways back, expected at most 15")]
fn ways_back_without_room_are_refused() {
    build::<Trail<1>, 2, 16, 4>();
}

#[test]
#[should_panic(expected = "tries 5 headings, expected at most 4")]
fn more_headings_than_there_are_are_refused() {
    build::<Trail<1>, 2, 4, 5>();
}
