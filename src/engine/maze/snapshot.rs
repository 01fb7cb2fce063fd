//! Saving and restoring a maze: progress, then the state of its ingredients.

use std::ops::Range;

use super::Maze;
use crate::base::grid::Grid;
use crate::base::objection::Objection;
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::engine::text::{MazeName, TextFormat, name_objections};

impl Maze {
    /// Its text format.
    pub(crate) fn text_format(&self) -> TextFormat {
        self.text
    }

    /// Whether it has walls.
    pub(crate) fn has_walls(&self) -> bool {
        self.systems.has_walls()
    }

    /// Whether it has a walk.
    pub(crate) fn has_walk(&self) -> bool {
        self.systems.plan().walks
    }

    /// The smallest and largest number of bytes of a saved world of this kind.
    pub(crate) fn saved_bytes(&self, grid: Grid) -> Range<u64> {
        self.systems.least_saved(grid)..self.systems.most_saved(grid)
    }

    /// Writes name, progress and the state of its ingredients.
    pub(crate) fn write(&mut self, writer: &mut Writer) {
        let progress = self.progress();
        let name = &self.world.get::<MazeName>(self.entity).expect("the maze has its name").0;
        writer.length(name.len());
        writer.bytes(name.as_bytes());
        writer.bytes(&[progress.phase.code(), progress.stage]);
        writer.u64(progress.tick);
        writer.u8(progress.outcome.code());
        self.systems.columns.save(&self.world, self.grid().cells(), writer);
        for saver in &mut self.systems.savers {
            let save = saver.save.ready(&mut self.world);
            save.run_readonly(writer, &self.world).expect("the world has this part");
        }
    }

    /// Restores the maze, of this size. It is of the same kind, without cells.
    pub(crate) fn restore(
        &mut self,
        grid: Grid,
        text: TextFormat,
        reader: &mut Reader,
    ) -> Result<(), SnapshotError> {
        self.text = text;
        let name = read_name(reader, text)?;
        let progress = self.read_progress(reader)?;
        self.lay_out(grid);
        self.world.entity_mut(self.entity).insert((grid, MazeName(name), progress));
        self.systems.columns.restore(&mut self.world, grid.cells(), reader)?;
        for saver in &mut self.systems.savers {
            let restore = saver.restore.ready(&mut self.world);
            restore.run(&mut *reader, &mut self.world).expect("the world has this part")?;
        }
        let is_explained = *self.outcome() != Outcome::Stuck(Objection::default());
        ensure(is_explained, "a stuck generator without the reason")
    }

    /// The progress. The objection and the number of moves are restored later.
    fn read_progress(&self, reader: &mut Reader) -> Result<Progress, SnapshotError> {
        let plan = self.systems.plan();
        let phase = Phase::of_code(reader.u8()?.into());
        let (stage, tick) = (reader.u8()?, reader.u64()?);
        let outcome =
            Outcome::of_code(reader.u8()?).ok_or(SnapshotError::Illegal("an unknown outcome"))?;
        let go_together = match (phase, &outcome) {
            (Phase::Generation, Outcome::Unfinished) => stage < plan.stages,
            (Phase::Finished, Outcome::Stuck(_)) => stage <= plan.stages,
            (Phase::Finished, Outcome::Built) => !plan.walks && stage == plan.stages,
            (Phase::Search, Outcome::Unfinished)
            | (Phase::Finished, Outcome::Solved { .. } | Outcome::NoSolution | Outcome::Crowded) => {
                plan.walks && stage == plan.stages
            }
            _ => false,
        };
        ensure(go_together, "a phase that does not fit its outcome")?;
        Ok(Progress { tick, phase, outcome, plan, stage })
    }
}

fn read_name(reader: &mut Reader, text: TextFormat) -> Result<String, SnapshotError> {
    let length = reader.length(1)?;
    let name = String::from_utf8(reader.bytes(length)?.to_vec())
        .map_err(|_| SnapshotError::Illegal("a name that is not UTF-8"))?;
    ensure(name_objections(&name).next().is_none(), "an invalid name")?;
    ensure(!text.needs_name() || !name.is_empty(), "a listing without a name")?;
    Ok(name)
}
