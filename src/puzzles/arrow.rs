//! Abbott's arrow mazes (ACM World Finals 2000, problem A): signs restrict a walker's turns.
//!
//! A sign belongs to an intersection and a heading of the walker, and allows any of left, forward
//! and right. An intersection without a sign for the walker's heading is a dead end, unless it is
//! the goal. The walk leaves its entrance with a given heading, whatever signs are there.

mod board;
mod contest;
mod signs;

pub use board::{RandomSigns, SignBoard};
pub use signs::Signs;

use serde::{Deserialize, Serialize};

use crate::base::end::End;
use crate::base::heading::Heading;
use crate::base::walker::{Start, Walker};
use crate::contest::Contest;
use crate::engine::maze::Build;
use crate::engine::search::{Gait, Ground, Lead, Trail};
use crate::engine::text::{Listing, Need, TextFormat};
use crate::registry::{CellFacet, Registry};
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role, Scene, Word};

/// A walk with a heading, which obeys signs: `walk: Arrow(from: (3, 1), heading: N, to: (3, 3))`.
/// It ends at the first arrival at its goal; starting on the goal does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// The start.
    pub from: End,
    /// The heading of the first step, whatever signs are there.
    pub heading: Heading,
    /// The goal.
    pub to: End,
}

impl Ingredient for Arrow {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Arrow";
    const ROLE: Role = Role::Walk;
    const WORDS: &'static [Word] = &[
        ("Arrow", "Arrow maze"),
        (
            "arrow",
            "Find a way from the start to the goal, a square at a time. The first step leads where the \
             arrowhead {walkers} points.",
        ),
    ];

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
        check_signs(check);
    }

    fn start(&self) -> Option<Start> {
        Some(Start {
            heading: Some(self.heading),
            ..Start::between(&self.from, &self.to)
        })
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let [from, to] = scene.known_ends()?;
        Some(Self {
            from,
            to,
            ..self.clone()
        })
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Headed>();
    }
}

pub(crate) fn check_signs(check: &mut Check<'_>) {
    if !check.scene().may_have::<SignBoard>() {
        check.error([], "a walk with a heading needs a board: add `signs`");
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<SignBoard>()
        .craft::<SignBoard>()
        .add::<Arrow>()
        .facet(CellFacet::of::<Signs>("signs", "signs"))
        .text(TextFormat::ARROW)
        .contest(Contest::ARROW)
        .template(TEMPLATE);
}

/// The gait on foot with a heading: 4 poses. It tries forward, left, right. The heading of the last step is in the pose, so
/// the way back stores the heading before that step.
#[derive(Debug)]
pub struct Headed;

impl Gait for Headed {
    type Trail = Trail<2>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = 4;
    const FAN: usize = 3;
    const ORDERS: [[Heading; 4]; 4] = FORWARD_LEFT_RIGHT;
    const HEADED: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker {
            heading: Heading::ALL[pose % 4],
            ..Walker::default()
        }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        walker.heading as usize
    }

    fn why(_: Walker, _: Heading) -> String {
        "A walker with a heading cannot turn back.".to_owned()
    }

    #[inline]
    fn way_back(from: Walker, _: Heading, _: Walker, _: &Ground<Self, impl Lead>) -> u8 {
        from.heading as u8
    }

    fn back(walker: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        ground
            .back(walker, walker.heading)
            .map(|before| Walker { heading, ..before })
    }
}

/// The headings that a walker with a heading tries: forward, left, right. The fourth is ignored.
pub(crate) const FORWARD_LEFT_RIGHT: [[Heading; 4]; 4] = {
    use Heading::{E, N, S, W};
    [[N, W, E, S], [S, E, W, N], [W, S, N, E], [E, N, S, W]]
};

impl TextFormat {
    /// The listing of an arrow maze: name and route, positions separated by a space, ten per line.
    pub const ARROW: Self = Self {
        name: "Arrow",
        needs: Need::Route,
        drawing: || {
            Listing {
                a_line: 10,
                between: " ",
                at_line_end: "",
            }
            .drawing()
        },
    };
}

const TEMPLATE: Template = Template {
    name: "arrow",
    about: "A maze of random signs",
    text: include_str!("templates/arrow.ron"),
};
