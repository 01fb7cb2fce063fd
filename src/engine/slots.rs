//! Slots: the values that a layer of a picture shows, some for each cell or wall, read from the columns of a world.

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

/// A system that reads the values of slots where they may have changed since it last ran; all of them when it first
/// runs. A reader is made anew when the world enters another [`Phase`](crate::base::progress::Phase).
pub(crate) type SlotReader = Box<dyn ReadOnlySystem<In = InMut<'static, Slots>, Out = ()>>;

#[derive(Default)]
pub(crate) struct Slots {
    pub(crate) values: Vec<u32>,
    /// The places of the values that the reader has written.
    pub(crate) changed: Vec<usize>,
}
