//! Walks on foot: only walls stop the walker.

use serde::{Deserialize, Serialize};

use crate::base::end::End;
use crate::base::walker::{Start, Walker};
use crate::engine::maze::Build;
use crate::engine::search::{Gait, Trail};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role, Scene, Word};

/// A walk on foot: `walk: Foot(from: (1, 1), to: (3, 3))`. It ends at the first arrival at its
/// goal; starting on the goal does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foot {
    /// The start.
    pub from: End,
    /// The goal.
    pub to: End,
}

impl Ingredient for Foot {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Foot";
    const ROLE: Role = Role::Walk;
    const WORDS: &'static [Word] = &[
        ("Foot", "Maze"),
        (
            "foot",
            "Lead the dot {walkers} from the start to the goal, a square at a time.",
        ),
    ];

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
    }

    fn start(&self) -> Option<Start> {
        Some(Start::between(&self.from, &self.to))
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let [from, to] = scene.known_ends()?;
        Some(Self { from, to })
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<OnFoot>();
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Foot>().template(TEMPLATE);
}

/// The gait on foot: one pose, four headings.
#[derive(Debug)]
pub struct OnFoot;

impl Gait for OnFoot {
    type Trail = Trail<1>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = 1;
    const UNDOES: bool = true;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    #[inline]
    fn pose(_: Walker) -> usize {
        0
    }
}

const TEMPLATE: Template = Template {
    name: "foot",
    about: "A walk through a carved maze from corner to corner",
    text: include_str!("templates/foot.ron"),
};
