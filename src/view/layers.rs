//! The layers of a world's pictures: what ingredients show, and how it is read from the World.

use std::mem;

use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;
use bevy_ecs::system::ReadOnlySystem;

use crate::base::progress::Progress;
use crate::engine::columns::Cells;
use crate::engine::maze::Build;
use crate::engine::slots::{SlotReader, Slots};
use crate::picture::{Describer, Layer, List, Look, Place};

/// What is seen of a kind of world, and how its ticks are described.
#[derive(Default, Resource)]
pub(super) struct Layers {
    /// The layers from the lowest to the uppermost.
    pub(super) readers: Vec<LayerReader>,
    pub(super) describers: Vec<(&'static str, Describer)>,
}

pub(super) struct LayerReader {
    pub(super) look: &'static Look,
    pub(super) read: LayerSystem,
    reads: Option<InvertibleComponentIdSet>,
}

/// A system that reads the values of a layer, or its list, or only the values that have changed.
pub(super) enum LayerSystem {
    Values(Box<dyn ReadOnlySystem<In = InMut<'static, [u32]>, Out = ()>>),
    List(Box<dyn ReadOnlySystem<In = InMut<'static, List>, Out = ()>>),
    Changed(Box<dyn Fn() -> SlotReader + Send + Sync>),
}

impl Layers {
    pub(super) fn of<'a>(world: &'a mut Build<'_>) -> &'a mut Self {
        world.world.get_resource_or_init::<Self>().into_inner()
    }

    /// Takes the layers out of a World meanwhile, so that they can read it.
    pub(super) fn with<T>(world: &mut World, read: impl FnOnce(&mut Self, &mut World) -> T) -> T {
        let mut layers = mem::take(&mut *world.get_resource_or_init::<Self>());
        let result = read(&mut layers, world);
        *world.resource_mut::<Self>() = layers;
        result
    }
}

impl Build<'_> {
    /// Shows a component of cells: `value` is its value in a picture's layer, 0 for nothing.
    ///
    /// # Panics
    /// If the look does not have one slot per cell, or the world has a layer of its name already.
    pub fn look<C: Component>(
        &mut self,
        look: &'static Look,
        value: impl Fn(&C) -> u32 + Send + Sync + 'static,
    ) -> &mut Self {
        assert_eq!(
            look.place,
            Place::Cells(1),
            "one component a cell, one slot a cell"
        );
        self.look_by(
            look,
            move |InMut(values): InMut<[u32]>, mut cells: Cells<&'static C>| {
                let column = cells.columns();
                values
                    .iter_mut()
                    .zip(column)
                    .for_each(|(slot, component)| *slot = value(component));
            },
        )
    }

    /// Shows something by a system that sets the value of every slot, 0 for nothing. Values are
    /// kept from the last run, or all 0 at first. It need not run at a tick in which nothing that it
    /// reads is written.
    ///
    /// # Panics
    /// If the world has a layer of the look's name already.
    pub fn look_by<M>(
        &mut self,
        look: &'static Look,
        read: impl IntoSystem<InMut<'static, [u32]>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        self.add_layer(
            look,
            LayerSystem::Values(Box::new(IntoSystem::into_system(read))),
        )
    }

    pub(super) fn look_at_changes(
        &mut self,
        look: &'static Look,
        reader: impl Fn() -> SlotReader + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_layer(look, LayerSystem::Changed(Box::new(reader)))
    }

    /// Shows a list of cells, set by a system.
    ///
    /// # Panics
    /// If the look is not of a [list](Place::List), or the world has a layer of its name already.
    pub fn look_at_list<M>(
        &mut self,
        look: &'static Look,
        read: impl IntoSystem<InMut<'static, List>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        assert_eq!(look.place, Place::List);
        self.add_layer(
            look,
            LayerSystem::List(Box::new(IntoSystem::into_system(read))),
        )
    }

    /// Adds a description of ticks. Those added later are tried first.
    pub fn describe(&mut self, describer: Describer) -> &mut Self {
        let field = self.field;
        Layers::of(self).describers.push((field, describer));
        self
    }

    fn add_layer(&mut self, look: &'static Look, read: LayerSystem) -> &mut Self {
        let readers = &mut Layers::of(self).readers;
        let is_new = readers.iter().all(|it| it.look.name != look.name);
        assert!(is_new, "a second layer `{}`", look.name);
        let place = readers.partition_point(|it| it.look.depth <= look.depth);
        readers.insert(
            place,
            LayerReader {
                look,
                read,
                reads: None,
            },
        );
        self
    }
}

impl LayerReader {
    pub(super) fn prepare(&mut self, world: &mut World) -> &InvertibleComponentIdSet {
        self.reads.get_or_insert_with(|| {
            let access = match &mut self.read {
                LayerSystem::Values(system) => system.initialize(world),
                LayerSystem::List(system) => system.initialize(world),
                LayerSystem::Changed(reader) => reader().initialize(world),
            };
            let mut reads = access
                .to_filtered_access_set()
                .combined_access()
                .reads()
                .clone();
            if matches!(self.read, LayerSystem::Changed(_)) {
                reads.remove(world.register_component::<Progress>());
            }
            reads
        })
    }

    pub(super) fn read(&mut self, world: &mut World, layer: &mut Layer) {
        self.prepare(world);
        match &mut self.read {
            LayerSystem::Values(system) => {
                system.run_readonly(&mut layer.values, world).expect(FINDS);
            }
            LayerSystem::List(system) => {
                system.run_readonly(&mut layer.list, world).expect(FINDS);
                layer.number_list();
            }
            LayerSystem::Changed(reader) => {
                read_changed(&mut ready(reader, world), world, layer);
            }
        }
    }
}

pub(super) const FINDS: &str = "the world has what is seen of it";

pub(super) fn ready(reader: &dyn Fn() -> SlotReader, world: &mut World) -> SlotReader {
    let mut reader = reader();
    reader.initialize(world);
    reader
}

pub(super) fn read_changed(
    reader: &mut SlotReader,
    world: &World,
    layer: &mut Layer,
) -> Vec<usize> {
    let mut slots = Slots {
        values: mem::take(&mut layer.values),
        changed: Vec::new(),
    };
    reader.run_readonly(&mut slots, world).expect(FINDS);
    layer.values = slots.values;
    slots.changed
}
