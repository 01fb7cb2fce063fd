//! Ingredients of any type, and what is known of each type: how it is read and built.

use std::any::{Any, TypeId};
use std::fmt::Debug;

use super::Scene;
use super::check::Check;
use super::reader::RonReader;
use super::tree::Node;
use crate::base::walker::Start;
use crate::engine::maze::Build;

/// The role of an ingredient. Scenes list their ingredients, and worlds are built from them, in the
/// order of these variants; within one, by field name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Role {
    /// Builds or carves walls.
    Walls,
    /// Changes walls that were built.
    Changes,
    /// A board on the cells.
    #[default]
    Board,
    /// A walk.
    Walk,
    /// Agents, or systems that run after theirs, such as scent that they leave.
    Agents,
}

/// A key in a table of words, and what it stands for in English.
pub type Word = (&'static str, &'static str);

pub(crate) trait AnyIngredient: Any + Debug + Send + Sync {
    fn ingredient_type(&self) -> &'static IngredientType;
    fn check(&self, check: &mut Check<'_>);
    fn plain(&self) -> String;
    fn start(&self) -> Option<Start>;
    fn rules(&self) -> Vec<&'static str>;
    fn kind(&self) -> u8;
    fn must_run(&self) -> bool;
    fn reads_reports(&self) -> bool;
    fn fixed(&self, scene: &Scene) -> Option<Box<dyn AnyIngredient>>;
    fn clone_any(&self) -> Box<dyn AnyIngredient>;
    fn is_same(&self, other: &dyn AnyIngredient) -> bool;
}

#[derive(Debug)]
pub(crate) struct IngredientType {
    pub(crate) field: &'static str,
    /// The name of the value, if the field can hold several types; otherwise empty.
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) type_id: TypeId,
    /// The path of the type in Rust.
    pub(crate) type_name: fn() -> &'static str,
    pub(crate) version: u32,
    pub(crate) words: &'static [Word],
    pub(crate) read: fn(&mut RonReader<'_>, Node) -> Option<Box<dyn AnyIngredient>>,
    pub(crate) build: fn(&mut Build<'_>),
}

impl IngredientType {
    /// The name in records and messages: the field, and the ingredient's name if the field can hold several types.
    pub(crate) fn full_name(&self) -> String {
        match self.name {
            "" => self.field.to_owned(),
            name => format!("{}: {name}", self.field),
        }
    }

    pub(crate) fn shown(&self) -> String {
        format!("`{}`", self.full_name())
    }

    pub(crate) fn order(&self) -> (Role, &'static str, &'static str) {
        (self.role, self.field, self.name)
    }
}

impl Clone for Box<dyn AnyIngredient> {
    fn clone(&self) -> Self {
        self.clone_any()
    }
}

impl PartialEq for Box<dyn AnyIngredient> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other.as_ref())
    }
}
