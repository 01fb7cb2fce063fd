//! Dice mazes (ACM World Finals 1999, problem B): a die that rolls over numbers.
//!
//! A move rolls the die to a neighbouring square: always to a wild square, to a numbered one only
//! if its number is the die's top before the move, never to an empty one. The walk ends at the
//! first arrival at the goal, which is the start unless the scene gives another, whatever the die's
//! orientation.

mod contest;
mod numbers;

pub use numbers::{Number, Numbers, RandomNumbers};

use serde::{Deserialize, Serialize};

use crate::base::count::saturating_u8;
use crate::base::die::{ORIENTATIONS, Orientation};
use crate::base::end::End;
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::{Start, Walker};
use crate::contest::Contest;
use crate::engine::maze::Build;
use crate::engine::search::{Gait, Ground, Lead, Trail};
use crate::engine::text::{Listing, Need, TextFormat};
use crate::puzzles::arrow::{FORWARD_LEFT_RIGHT, Headed, check_signs};
use crate::registry::{CellFacet, Registry};
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role, Scene, Word};

/// A rolling die, which obeys numbers; with a heading it obeys signs too: `walk: Dice(from: (1, 1),
/// top: 5, front: 1)`. It ends at the first arrival at its goal; starting on the goal does not
/// count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// The start.
    pub from: End,
    /// The number on top.
    pub top: u8,
    /// The number in front, towards the player.
    pub front: u8,
    /// The heading of the first step, whatever signs are there.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// The goal; if omitted, the start, to which the die must return.
    #[serde(default)]
    pub to: Option<End>,
}

const DIE: &str = "expected two faces, 1 to 6, neither equal nor opposite";

impl Dice {
    fn die(&self) -> Option<Orientation> {
        Orientation::new(self.top, self.front)
    }
}

impl Ingredient for Dice {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Dice";
    const ROLE: Role = Role::Walk;
    const WORDS: &'static [Word] = &[
        ("Dice", "Dice maze"),
        (
            "dice",
            "Roll the die from the start to the goal, a square at a time. Its drawing shows the top, the front \
             and the right side.",
        ),
        (
            "dice_heading",
            "The first step leads where the arrowhead beside the die points.",
        ),
    ];

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, self.to.as_ref().unwrap_or(&self.from));
        if self.die().is_none() {
            let message = format!(
                "no die has {} on top and {} in front; {DIE}",
                self.top, self.front
            );
            let face = if (1..=6).contains(&self.top) {
                "front"
            } else {
                "top"
            };
            check.error([SceneStep::Field(face)], message);
        }
        if !check.scene().may_have::<Numbers>() {
            check.error([], "a die needs a board: add `numbers`");
        }
        if self.heading.is_some() {
            check_signs(check);
        }
    }

    fn start(&self) -> Option<Start> {
        let from = self.from.clone();
        let to = self.to.clone().unwrap_or(End::AnyOf(Vec::new()));
        let die = self.die().unwrap_or_default(); // the check reports invalid ones
        Some(Start {
            from,
            to,
            heading: self.heading,
            die: Some(die),
            held: 0,
        })
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let [from, to] = scene.known_ends()?;
        Some(Self {
            from,
            to: Some(to),
            ..self.clone()
        })
    }

    fn rules(&self) -> Vec<&'static str> {
        let first = self.heading.map(|_| "dice_heading");
        ["dice"].into_iter().chain(first).collect()
    }

    fn kind(&self) -> u8 {
        self.heading.is_some().into()
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        match world.kind() {
            0 => world.walk::<RollingDie>(),
            _ => world.walk::<HeadedDie>(),
        };
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Numbers>()
        .craft::<Numbers>()
        .add::<Dice>()
        .facet(CellFacet::of::<Number>("number", "numbers"))
        .text(TextFormat::DICE)
        .contest(Contest::DICE)
        .template(TEMPLATE);
}

/// A rolling die: 24 poses.
#[derive(Debug)]
pub struct RollingDie;

/// A rolling die with a heading: 96 poses, 4 for each orientation.
#[derive(Debug)]
pub struct HeadedDie;

impl Gait for RollingDie {
    type Trail = Trail<{ ORIENTATIONS / 2 }>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = ORIENTATIONS;
    const CLASSED: bool = true;
    const UNDOES: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker {
            die: orientation(pose),
            ..Walker::default()
        }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        walker.die.number().into()
    }

    #[inline]
    fn class(walker: Walker) -> u8 {
        walker.die.top()
    }

    #[inline]
    fn step(walker: Walker, heading: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        Some(Walker {
            die: walker.die.roll(heading),
            ..ground.step(walker, heading)
        })
    }

    fn back(walker: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        let die = walker.die.roll(heading.opposite());
        ground
            .back(walker, heading)
            .map(|before| Walker { die, ..before })
    }
}

impl Gait for HeadedDie {
    type Trail = Trail<{ ORIENTATIONS * 2 }>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = ORIENTATIONS * 4;
    const FAN: usize = 3;
    const ORDERS: [[Heading; 4]; 4] = FORWARD_LEFT_RIGHT;
    const HEADED: bool = true;
    const CLASSED: bool = true;

    fn posed(pose: usize) -> Walker {
        let heading = Heading::ALL[pose % 4];
        Walker {
            die: orientation(pose / 4),
            heading,
            ..Walker::default()
        }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        usize::from(walker.die.number()) * 4 + walker.heading as usize
    }

    #[inline]
    fn class(walker: Walker) -> u8 {
        walker.die.top()
    }

    #[inline]
    fn step(walker: Walker, heading: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        RollingDie::step(walker, heading, &ground.of((), ()))
    }

    fn why(walker: Walker, heading: Heading) -> String {
        Headed::why(walker, heading)
    }

    #[inline]
    fn way_back(from: Walker, _: Heading, _: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        from.heading as u8
    }

    fn back(walker: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        let before = RollingDie::back(walker, walker.heading as u8, &ground.of((), ()));
        before.map(|before| Walker { heading, ..before })
    }
}

fn orientation(number: usize) -> Orientation {
    Orientation::numbered(saturating_u8(number)).unwrap_or_default()
}

impl TextFormat {
    /// The listing of a dice maze: name and route, positions separated by a comma, nine per line; a
    /// full line that continues ends with a comma.
    pub const DICE: Self = Self {
        name: "Dice",
        needs: Need::Route,
        drawing: || {
            Listing {
                a_line: 9,
                between: ",",
                at_line_end: ",",
            }
            .drawing()
        },
    };
}

const TEMPLATE: Template = Template {
    name: "dice",
    about: "A maze of random numbers for a die",
    text: include_str!("templates/dice.ron"),
};
