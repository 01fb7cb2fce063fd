//! Ingredients: the parts of scenes, each a type of its own.

use std::any::{Any, TypeId, type_name};
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{AnyIngredient, Check, IngredientType, Role, Scene, Word, plain};
use crate::base::walker::Start;
use crate::engine::maze::Build;

/// Something that a scene can have: a generator, a board, a rule, a walk.
///
/// A type that implements this trait defines an ingredient completely: how scenes write it, when it
/// is valid, and what a world with it has. [`Registry::add`](crate::registry::Registry::add) registers
/// it.
///
/// ```
/// use mazetick::bevy_ecs::prelude::*;
/// use mazetick::prelude::*;
///
/// /// Cells that can only be left to the north: `lifts: [(2, 3)]`.
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// #[serde(transparent)]
/// struct Lifts(Vec<Position>);
///
/// /// Whether a cell is a lift.
/// #[derive(Component, Clone, Copy, Default, serde::Serialize)]
/// struct Lift(bool);
///
/// impl Ingredient for Lifts {
///     const FIELD: &'static str = "lifts";
///
///     fn check(&self, check: &mut Check<'_>) {
///         check.all_inside([], &self.0);
///     }
///
///     fn build(world: &mut Build<'_>) {
///         world.column::<Lift>("lifts").on_begin(install).rule(lift);
///     }
/// }
///
/// fn install(InRef(lifts): InRef<Lifts>, mut cells: Cells<&'static mut Lift>) {
///     let (grid, column) = cells.grid_and_columns();
///     column.fill(Lift(false));
///     lifts.0.iter().for_each(|&at| column[grid.index(at)] = Lift(true));
/// }
///
/// fn lift(mut cells: Cells<(&'static Lift, &'static mut Exits)>) {
///     let (lifts, exits) = cells.columns();
///     for (lift, exits) in lifts.iter().zip(exits).filter(|(lift, _)| lift.0) {
///         [Heading::S, Heading::W, Heading::E].into_iter().for_each(|side| exits.close(side));
///     }
/// }
///
/// let registry = Registry::standard().with(|registry| drop(registry.add::<Lifts>()));
/// let scene = registry.read(
///     r#"Scene(name: "LIFT", grid: (rows: 2, columns: 2), lifts: [(2, 1)],
///         walk: Foot(from: (2, 1), to: (2, 2)), text: Arrow)"#,
/// )?;
/// let mut simulation = Simulation::new(&scene)?;
/// simulation.run();
/// assert_eq!(simulation.text(), "LIFT\n  (2,1) (1,1) (1,2) (2,2)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ingredient:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The field of the ingredient in scenes.
    const FIELD: &'static str;

    /// The name of the ingredient, if the field can hold several types, as in `walk: Foot(…)`; also the name of the
    /// type for serde.
    const NAME: &'static str = "";

    /// The role of the ingredient in a scene. Generators must use [`Role::Walls`] and walks [`Role::Walk`], on which
    /// texts and expectations that need walls or a walk rely. It also determines the order in which
    /// ingredients build a world.
    const ROLE: Role = Role::Board;

    /// The version of what it does: to be raised when the same scene leads to another world than
    /// before. Parts of sweeps name it, so that those of two versions are not mixed.
    const VERSION: u32 = 1;

    /// Reports errors of a scene with it. The form of the value was checked by serde; this is about
    /// its meaning. It must not depend on the scene's seed and expectations, which a
    /// [`CheckedScene`](super::CheckedScene) can change.
    fn check(&self, _check: &mut Check<'_>) {}

    /// The ends of a walk: where it starts, and where it ends.
    fn start(&self) -> Option<Start> {
        None
    }

    /// The words for people who solve a puzzle with it: a key for each, by which a
    /// [table of words](crate::registry::words::Words) replaces it, and what it is in English.
    ///
    /// Under [`NAME`](Self::NAME) is the kind of puzzle that a walk makes, such as `Dice maze`. Everything else is
    /// a sentence of the [rules](Self::rules). A sheet draws the symbol of a layer where a sentence has the layer's
    /// name in braces, as in `Mud {mud} can't be entered.`
    const WORDS: &'static [Word] = &[];

    /// Returns the rules of the puzzle, by their keys in [`WORDS`](Self::WORDS): only those of what it has. By
    /// default all of them.
    fn rules(&self) -> Vec<&'static str> {
        let keys = Self::WORDS.iter().map(|word| word.0);
        keys.filter(|key| *key != Self::NAME).collect()
    }

    /// A number for each set of components and systems that [`build`](Self::build) may add, if its
    /// values decide that, as a die with or without a heading. A World is reused only for scenes of the
    /// same kinds.
    fn kind(&self) -> u8 {
        0
    }

    /// Whether it can fail when it runs, such as a list of commands, so that a check has to run the
    /// scene.
    fn must_run(&self) -> bool {
        false
    }

    /// Whether its systems, policies or counts depend on what only [reports](crate::base::digest::report), such as the
    /// number of ticks done or of an agent's steps. If any ingredient does, worlds that are explored are told apart by
    /// all of that, so that many take no end.
    fn reads_reports(&self) -> bool {
        true
    }

    /// The same ingredient with its board written out, if the scene's seed draws it; `None` if it is
    /// written out already.
    fn fixed(&self, _scene: &Scene) -> Option<Self> {
        None
    }

    /// Adds components and systems to worlds with an ingredient of this type, of the kind
    /// [`Build::kind`].
    fn build(world: &mut Build<'_>);
}

impl IngredientType {
    pub(crate) const fn of_all<T: Ingredient>() -> &'static Self {
        const {
            &Self {
                field: T::FIELD,
                name: T::NAME,
                role: T::ROLE,
                type_id: TypeId::of::<T>(),
                type_name: type_name::<T>,
                version: T::VERSION,
                words: T::WORDS,
                read: |reader, node| Some(Box::new(reader.value::<T>(node)?)),
                build: |world| T::build(world),
            }
        }
    }
}

impl<T: Ingredient> AnyIngredient for T {
    fn ingredient_type(&self) -> &'static IngredientType {
        IngredientType::of_all::<T>()
    }

    fn check(&self, check: &mut Check<'_>) {
        Ingredient::check(self, check);
    }

    fn plain(&self) -> String {
        plain(T::NAME, self)
    }

    fn start(&self) -> Option<Start> {
        Ingredient::start(self)
    }

    fn rules(&self) -> Vec<&'static str> {
        Ingredient::rules(self)
    }

    fn kind(&self) -> u8 {
        Ingredient::kind(self)
    }

    fn must_run(&self) -> bool {
        Ingredient::must_run(self)
    }

    fn reads_reports(&self) -> bool {
        Ingredient::reads_reports(self)
    }

    fn fixed(&self, scene: &Scene) -> Option<Box<dyn AnyIngredient>> {
        Some(Box::new(Ingredient::fixed(self, scene)?))
    }

    fn clone_any(&self) -> Box<dyn AnyIngredient> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn AnyIngredient) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
