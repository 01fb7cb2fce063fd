//! Statistics: what there is in a world, counted.

use bevy_ecs::component::Component;

use super::Simulation;
use crate::arrow::Headed;
use crate::count::counted;
use crate::dice::{HeadedDie, RollingDie};
use crate::foot::OnFoot;
use crate::search::{Claims, Gait};
use crate::wall::Wall;

/// What there is in a world. Displayed as `24 walls, 7 states`: what the world has of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many walls stand, the border included; `None` in a world without walls.
    pub walls: Option<usize>,
    /// How many states walkers have claimed; `None` in a world without a walk.
    pub states: Option<usize>,
}

impl Simulation {
    /// Counts what there is in the world.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let states = [
            self.sum(<OnFoot as Gait>::Trail::claims),
            self.sum(<Headed as Gait>::Trail::claims),
            self.sum(<RollingDie as Gait>::Trail::claims),
            self.sum(<HeadedDie as Gait>::Trail::claims),
        ];
        Stats {
            walls: self.sum(|wall: &Wall| usize::from(wall.stands)),
            states: states.into_iter().flatten().next(),
        }
    }

    /// The sum over a component; `None` if no entity has it.
    pub(super) fn sum<C: Component>(&self, of: impl Fn(&C) -> usize) -> Option<usize> {
        let mut query = self.world.try_query::<&C>()?;
        let mut all = query.iter(&self.world).peekable();
        all.peek()?;
        Some(all.map(of).sum())
    }
}

impl std::fmt::Display for Stats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = [(self.walls, "wall"), (self.states, "state")];
        let words = counts.into_iter().filter_map(|(count, what)| Some(counted(count?, what)));
        f.write_str(&words.collect::<Vec<_>>().join(", "))
    }
}
