//! Systems that turn an ingredient of a scene into components when a maze begins.

use std::any::{Any, TypeId, type_name};

use bevy_ecs::prelude::*;

use super::phase_systems::parameters;
use crate::base::chance::Seed;
use crate::base::draws::set_running;
use crate::base::progress::PartNumber;

/// A system that runs when a maze begins whose scene has its ingredient.
pub(crate) struct OnBegin {
    ingredient: TypeId,
    pub(crate) field: &'static str,
    pub(crate) reads_seed: bool,
    /// The part that lasts of the ingredient.
    pub(crate) part: Option<PartNumber>,
    run: Run,
}

type Run = Box<dyn FnMut(&dyn Any, &mut World) + Send + Sync>;

impl OnBegin {
    pub(crate) fn new<T: Any, M>(
        field: &'static str,
        system: impl IntoSystem<InRef<'static, T>, (), M>,
        world: &mut World,
    ) -> Self {
        let mut system = IntoSystem::into_system(system);
        let access = system.initialize(world);
        let seed = world.register_component::<Seed>();
        let reads = access.to_filtered_access_set();
        let reads_seed = reads.combined_access().reads().contains(seed);
        let run = Box::new(move |ingredient: &dyn Any, world: &mut World| {
            set_running(field);
            let ingredient = ingredient.downcast_ref().expect("found by its type");
            if system.run(ingredient, world).is_err() {
                let asked = parameters(type_name::<M>(), 0);
                panic!("`{field}`: no entity has what its system of `on_begin` asks for: {asked}");
            }
        });
        Self {
            ingredient: TypeId::of::<T>(),
            field,
            reads_seed,
            part: None,
            run,
        }
    }

    /// Makes it do nothing.
    pub(crate) fn leave_out(&mut self) {
        self.run = Box::new(|_, _| ());
    }

    pub(crate) fn run<'a>(
        &mut self,
        world: &mut World,
        find: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        if let Some(ingredient) = find(self.ingredient) {
            (self.run)(ingredient, world);
        }
    }
}
