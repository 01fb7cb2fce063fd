//! Saving and restoring a simulation.

use std::io::{self, Read};

use bevy_ecs::prelude::*;
use bevy_ecs::system::{BoxedSystem, ReadOnlySystem};

use super::Simulation;
use super::kind::Kind;
use crate::grid::Grid;
use crate::johnny::IllegalCommand;
use crate::limits;
use crate::progress::{Outcome, Phase, Progress};
use crate::scene::name_objections;
use crate::snapshot::{self, Reader, SnapshotError, Writer, ensure};
use crate::text::{MazeName, Need, TextFormat};

/// A part of a world: the system that writes it, and the one that fills it with what was written.
pub(super) struct Saver {
    save: Box<dyn ReadOnlySystem<In = InMut<'static, Writer>, Out = ()>>,
    restore: BoxedSystem<InMut<'static, Reader>, Result<(), SnapshotError>>,
}

impl Saver {
    pub(super) fn new<M, N>(
        save: impl IntoSystem<InMut<'static, Writer>, (), M, System: ReadOnlySystem>,
        restore: impl IntoSystem<InMut<'static, Reader>, Result<(), SnapshotError>, N>,
    ) -> Self {
        let save = Box::new(IntoSystem::into_system(save));
        Self { save, restore: Box::new(IntoSystem::into_system(restore)) }
    }
}

impl Simulation {
    /// The world as it stands, as bytes.
    ///
    /// ```
    /// use mazetick::{Scene, Simulation, Template};
    ///
    /// let scene = Template::Foot.scene(mazetick::Grid { rows: 9, columns: 9 }, 7);
    /// let mut simulation = Simulation::new(&Scene::from_ron(&scene)?)?;
    /// simulation.advance(100);
    /// let mut resumed = Simulation::restore(simulation.save())?;
    /// assert_eq!(resumed.run(), simulation.run());
    /// assert_eq!(resumed.digest(), simulation.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&mut self) -> Vec<u8> {
        snapshot::seal(self.write())
    }

    /// Everything but the seal.
    fn write(&mut self) -> Writer {
        let mut writer = snapshot::begin();
        self.save_head(&mut writer);
        for mut saver in self.kind.savers() {
            saver.save.initialize(&mut self.world);
            saver.save.run_readonly(&mut writer, &self.world).expect("the world has this part");
        }
        writer
    }

    /// The world that was saved as these bytes, which goes on as if nothing had been.
    ///
    /// # Errors
    /// If these bytes are no whole snapshot of a world under the rules of this release, or if the
    /// machine lacks memory for that world.
    pub fn restore(bytes: Vec<u8>) -> Result<Self, SnapshotError> {
        let mut reader = snapshot::open(bytes)?;
        let mut simulation = Self::restore_head(&mut reader)?;
        for mut saver in simulation.kind.savers() {
            saver.restore.initialize(&mut simulation.world);
            let restored = saver.restore.run(&mut reader, &mut simulation.world);
            restored.expect("the world has this part")?;
        }
        reader.end()?;
        let saved_again = simulation.write();
        ensure(saved_again.written() == reader.all(), "a second way to be written")?;
        Ok(simulation)
    }

    /// The world that was saved as what this input holds. No more is read than such a world takes.
    ///
    /// # Errors
    /// If reading fails; as [`restore`](Self::restore), with a [`SnapshotError`] in the error.
    pub fn restore_from(mut input: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.by_ref().take(snapshot::HEAD).read_to_end(&mut bytes)?;
        let most = most_bytes(&bytes).map_err(io::Error::other)?;
        input.take(most).read_to_end(&mut bytes)?;
        Self::restore(bytes).map_err(io::Error::other)
    }

    fn save_head(&self, writer: &mut Writer) {
        let progress = self.progress();
        let grid = self.grid();
        let name = &self.world.get::<MazeName>(self.maze).expect("the maze has its name").0;
        writer.bytes(&self.kind.to_bytes());
        writer.u8(place_of(self.text));
        writer.u32(grid.rows);
        writer.u32(grid.columns);
        writer.length(name.len());
        writer.bytes(name.as_bytes());
        writer.u8(progress.phase as u8);
        writer.u64(progress.tick);
        match progress.outcome {
            Outcome::Unfinished => writer.u8(0),
            Outcome::Built => writer.u8(1),
            Outcome::Solved { .. } => writer.u8(2),
            Outcome::NoSolution => writer.u8(3),
            Outcome::Stuck(illegal) => {
                writer.u8(4);
                illegal.save(writer);
            }
            Outcome::Crowded => writer.u8(5),
        }
    }

    /// A simulation of the kind and size that were saved, its cells still empty.
    fn restore_head(reader: &mut Reader) -> Result<Self, SnapshotError> {
        let (kind, text, grid) = read_kind(reader)?;
        ensure(kind.can_be_drawn_in(text), "nothing that its format draws")?;
        let length = reader.length(1)?;
        let name = String::from_utf8(reader.bytes(length)?.to_vec())
            .map_err(|_| SnapshotError::Illegal("a name that is no text"))?;
        ensure(name_objections(&name).next().is_none(), "an illegal name")?;
        ensure(text.needs() == Need::Walls || !name.is_empty(), "a listing without a name")?;
        let (phase, tick) = (reader.u8()?, reader.u64()?);
        let outcome = read_outcome(reader)?;
        let phase = match phase {
            0 => Phase::Generation,
            1 => Phase::Search,
            _ => Phase::Finished,
        };
        ensure(kind.can_be_in(phase, outcome), "a phase and an outcome that do not go together")?;
        ensure(tick < 1 << 63, "too many ticks")?;
        ensure(reader.left() >= kind.least_bytes(grid), "less to it than its size")?;
        kind.fits_in_memory(grid, 0).map_err(SnapshotError::TooLarge)?;

        let mut simulation = Self::build(kind);
        simulation.text = text;
        kind.populate(&mut simulation.world, grid);
        let progress = Progress { tick, phase, outcome };
        simulation.world.entity_mut(simulation.maze).insert((grid, MazeName(name), progress));
        Ok(simulation)
    }
}

/// The kind of world, its format and its grid.
fn read_kind(reader: &mut Reader) -> Result<(Kind, TextFormat, Grid), SnapshotError> {
    let kind = Kind::from_bytes([reader.u8()?, reader.u8()?])
        .ok_or(SnapshotError::Illegal("an unknown kind"))?;
    let text = usize::from(reader.u8()?);
    let text = *TextFormat::ALL.get(text).ok_or(SnapshotError::Illegal("an unknown format"))?;
    let grid = Grid { rows: reader.u32()?, columns: reader.u32()? };
    let cells = u64::from(grid.rows) * u64::from(grid.columns);
    ensure((1..=limits::CELLS).contains(&cells), "a grid of no size")?;
    Ok((kind, text, grid))
}

/// How many bytes may follow the head of a snapshot; none, if it can be refused as it is.
fn most_bytes(head: &[u8]) -> Result<u64, SnapshotError> {
    let mut reader = snapshot::begun(head.to_vec())?;
    let _rules = reader.u32()?;
    Ok(read_kind(&mut reader).map_or(0, |(kind, _, grid)| kind.most_bytes(grid)))
}

/// The outcome; how many moves solved the maze is known later.
fn read_outcome(reader: &mut Reader) -> Result<Outcome, SnapshotError> {
    Ok(match reader.u8()? {
        0 => Outcome::Unfinished,
        1 => Outcome::Built,
        2 => Outcome::Solved { moves: 0 },
        3 => Outcome::NoSolution,
        4 => Outcome::Stuck(IllegalCommand::restore(reader)?),
        5 => Outcome::Crowded,
        _ => return Err(SnapshotError::Illegal("an unknown outcome")),
    })
}

#[allow(clippy::cast_possible_truncation)] // there are four
fn place_of(text: TextFormat) -> u8 {
    TextFormat::ALL.iter().position(|&format| format == text).expect("one of all") as u8
}
