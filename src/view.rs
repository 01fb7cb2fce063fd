//! What is seen of a world: the looks of walls, walks and agents, those that ingredients add, and pictures, also of letters.

mod agents;
mod camera;
mod drawings;
mod layers;
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
mod trails;
mod walk;
mod walls;

#[cfg(feature = "cli")]
pub(crate) use camera::{Camera, Filming};
#[cfg(feature = "cli")]
pub(crate) use trails::Trails;

use crate::engine::maze::{Build, Visible};

pub(crate) fn show(world: &mut Build<'_>, what: Visible) {
    match what {
        Visible::Walls => walls::show(world),
        Visible::Walk(shape) => walk::show(world, shape),
        Visible::Leads => walk::show_leads(world),
        Visible::Agents => agents::show(world),
    }
}
