//! Checkpoints: copies of a world, to which it can be set back, and what has changed since.

use std::borrow::Cow;

use derive_more::Display;

use super::keeper::{BoxedCopy, StateOf};
use super::state::{PARTS, PROGRESS, WALLS};
use super::{Maze, NewMaze};
use crate::base::chance::Seed;
use crate::base::digest::{Digest, StateDigests};
use crate::base::progress::Progress;
use crate::base::squares::Mask;
use crate::base::walker::Start;
use crate::engine::text::MazeName;

/// A copy of a world at a tick, made by [`Maze::checkpoint`]: of a maze, for it and its
/// [branches](crate::scene::Simulation::branch).
///
/// It holds every component that ingredients have declared, whether state or not. What they keep
/// elsewhere, in resources or in `Local`s of systems, is not in it.
#[derive(derive_more::Debug)]
#[debug("Checkpoint {{ progress: {progress:?}, .. }}")]
pub struct Checkpoint {
    beginning: u64,
    pub(crate) progress: Progress,
    are_ways_closed: bool,
    is_changed_by_hand: bool,
    /// The number of answers that were used.
    pub(crate) draws: usize,
    copies: Vec<BoxedCopy>,
}

/// Something that has changed since a checkpoint: a component, by the name of its state, where, and its values.
/// Displayed as in `cell (2, 3): mud: false → true`, also for messages of tests.
#[derive(Clone, PartialEq, Eq, Display, derive_more::Debug)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(opaque))]
#[display("{place}: {name}: {} → {}", in_words(before.as_deref()), in_words(after.as_deref()))]
#[debug("{self}")]
#[non_exhaustive]
pub struct ChangedState {
    /// The name of the [state](super::Build::column).
    pub name: &'static str,
    /// Whose component it is.
    pub place: StateOf,
    /// The value before, as scenes would write it, or the beginning of it; `None` if the entity was not there yet.
    pub before: Option<String>,
    /// The value after; `None` if the entity is gone.
    pub after: Option<String>,
}

fn in_words(value: Option<&str>) -> &str {
    value.unwrap_or("none")
}

impl Maze {
    /// The digest of the world's state.
    pub fn digest(&mut self) -> Digest {
        self.digests().combined()
    }

    pub(crate) fn field_of_state(&self, name: &str) -> Option<&'static str> {
        let part = self
            .added
            .keepers
            .iter()
            .find(|part| part.name == Some(name));
        part.map(|part| part.field)
            .filter(|field| !field.is_empty())
    }

    /// The digests of the parts of the world's state, by their names.
    pub fn digests(&mut self) -> StateDigests {
        let grid = self.grid();
        crate::base::work::count(grid.cells());
        let progress = Digest::new(&(grid, self.progress()));
        let parts = self.progress().parts();
        let parts_left = match self.schedule.lasting.len() {
            0 | 1 => Digest::new(&(parts != 0)),
            _ => Digest::new(&parts),
        };
        let parts_left = (!self.schedule.lasting.is_empty()).then(|| (PARTS.into(), parts_left));
        let parts = self.added.keepers.iter_mut().filter_map(|part| {
            let name = Cow::Borrowed(part.name?);
            Some((name, part.digest(&mut self.world, grid)))
        });
        StateDigests(
            parts
                .chain([(PROGRESS.into(), progress)])
                .chain(parts_left)
                .collect(),
        )
    }

    /// The digest of the maze alone, whatever made it: that of the map from `grid`, `walls` and the names of its
    /// [boards](super::Build::board) to their digests. Equal mazes have equal digests.
    #[must_use]
    pub fn maze_digest(&mut self) -> Digest {
        let (grid, boards) = (self.grid(), &self.added.boards);
        let is_part = |name: &&str| *name == WALLS || boards.contains(name);
        let parts = self.added.keepers.iter_mut().filter_map(|part| {
            let name = part.name.filter(is_part)?;
            Some((Cow::Borrowed(name), part.digest(&mut self.world, grid)))
        });
        StateDigests(parts.chain([("grid".into(), Digest::new(&grid))]).collect()).combined()
    }

    /// A copy of the world as it is, to [rewind](Self::rewind) to.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(r#"Scene(
    ///     grid: (rows: 2, columns: 2),
    ///     generate: Johnny(start: (2, 1), commands: "U R D"),
    ///     text: Lattice,
    /// )"#)?;
    /// let mut simulation = Simulation::new(&scene)?;
    /// let start = simulation.checkpoint();
    /// simulation.tick();
    /// let changes: Vec<String> = simulation.changes(&start).iter().map(ToString::to_string).collect();
    /// assert_eq!(changes[0], "the wall S of (1, 1): walls: (stands:true) → (stands:false)");
    /// assert!(changes[1].starts_with("the maze: johnny: (pending:[2],"), "{}", changes[1]);
    ///
    /// simulation.run();
    /// simulation.rewind(&start)?;
    /// assert_eq!(simulation.progress().tick, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkpoint(&mut self) -> Checkpoint {
        let keepers = self.added.keepers.iter_mut();
        let copies = keepers.map(|it| it.keep.take(&mut self.world));
        Checkpoint {
            copies: copies.collect(),
            beginning: self.beginning,
            progress: self.progress().clone(),
            are_ways_closed: self.schedule.are_ways_closed,
            is_changed_by_hand: self.is_changed_by_hand,
            draws: self.draws.used,
        }
    }

    /// Sets the world to a checkpoint of it, made since its scene was loaded, or to one of a branch of it.
    ///
    /// # Errors
    /// If it is of another world, or of a scene before; then the world is unchanged.
    pub fn rewind(&mut self, to: &Checkpoint) -> Result<(), OtherWorld> {
        if self.beginning != to.beginning {
            return Err(OtherWorld);
        }
        *self.schedule.progress_mut(&mut self.world) = to.progress.clone();
        (self.schedule.are_ways_closed, self.schedule.are_ways_kept) = (to.are_ways_closed, false);
        self.is_changed_by_hand = to.is_changed_by_hand;
        self.schedule.idle_runs = 0;
        self.draws.used = to.draws;
        for (keeper, copy) in self.added.keepers.iter_mut().zip(&to.copies) {
            keeper.keep.put(&mut self.world, copy.as_ref());
        }
        self.added
            .keepers
            .iter_mut()
            .for_each(|keeper| keeper.keep.settle(&mut self.world));
        Ok(())
    }

    /// Makes this maze, of the same kind and not begun, equal to another one, from whose checkpoints it is then not told
    /// apart.
    pub(crate) fn branch_off(&mut self, from: &mut Self) {
        let (entity, (grid, text)) = (from.entity(), (from.grid, from.text));
        let component = "a maze has it";
        self.lay_out(NewMaze {
            name: &entity.get::<MazeName>().expect(component).0,
            seed: entity.get::<Seed>().expect(component).0,
            start: entity.get::<Start>().cloned(),
            draws: &[],
            mask: entity.get::<Mask>().cloned(),
            grid,
            text,
        });
        self.draws = from.draws.clone();
        self.beginning = from.beginning;
        self.rewind(&from.checkpoint())
            .expect("a checkpoint of this beginning");
    }

    /// Moves every value of a component to the next cell or wall, where no scene is likely to leave it. If the next maze
    /// doesn't set a value again, it shows.
    pub(crate) fn scramble(&mut self) {
        for keeper in &mut self.added.keepers {
            keeper.keep.scramble(&mut self.world);
        }
    }

    /// What has changed since a checkpoint of this world, by component, in the order in which
    /// ingredients declare them: those of cells, walls, entities and the maze that are state. Progress
    /// and the walkers of a search are not among them. Since a checkpoint of a branch, they are the differences from it.
    ///
    /// # Panics
    /// If the checkpoint is of another world.
    pub fn changes(&mut self, since: &Checkpoint) -> Vec<ChangedState> {
        let now = self.checkpoint();
        self.differences(since, &now)
    }

    /// The [changes](Self::changes) since a checkpoint, which becomes one of the world as it is: so what changes
    /// again and again costs one copy each time.
    ///
    /// # Panics
    /// If the checkpoint is of another world.
    pub fn changes_from(&mut self, then: &mut Checkpoint) -> Vec<ChangedState> {
        let before = std::mem::replace(then, self.checkpoint());
        self.differences(&before, then)
    }

    /// Returns what differs from another maze of the same kind and size, as if it had been this one before.
    pub(crate) fn changes_from_another(&mut self, other: &mut Self) -> Vec<ChangedState> {
        let mut theirs = other.checkpoint();
        theirs.beginning = self.beginning;
        self.changes(&theirs)
    }

    fn differences(&self, before: &Checkpoint, after: &Checkpoint) -> Vec<ChangedState> {
        assert_eq!(
            before.beginning, after.beginning,
            "a checkpoint of another world"
        );
        let grid = self.grid();
        let copies = before.copies.iter().zip(&after.copies);
        let state = self
            .added
            .keepers
            .iter()
            .zip(copies)
            .filter_map(|(keeper, copies)| {
                let (name, (before, after)) = (keeper.name?, copies);
                let found = keeper
                    .keep
                    .differences(before.as_ref(), after.as_ref(), grid);
                Some(
                    found
                        .into_iter()
                        .map(move |(place, [before, after])| ChangedState {
                            name,
                            place,
                            before,
                            after,
                        }),
                )
            });
        state.flatten().collect()
    }
}

/// The error of a checkpoint of another world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[display("a checkpoint of another world")]
pub struct OtherWorld;

impl std::error::Error for OtherWorld {}
