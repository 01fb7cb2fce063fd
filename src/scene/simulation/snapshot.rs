//! Saving a simulation, and restoring it: its kind and size, then its maze.

use std::io::{self, Read};
use std::ops::Range;

use super::Simulation;
use crate::base::grid::Grid;
use crate::base::limits;
use crate::base::snapshot::{self, Reader, SnapshotError, Writer, ensure};
use crate::engine::text::TextFormat;
use crate::scene::{Recipe, WorldKind};

/// The part before the maze.
struct Head {
    kind: WorldKind,
    text: TextFormat,
    grid: Grid,
}

/// The number of bytes read at first; heads are shorter, unless ingredients have long names.
const HEAD: u64 = 1 << 12;

impl Simulation {
    /// The world as bytes.
    ///
    /// ```
    /// use mazetick::{Foot, Johnny, Position, Scene, Simulation};
    ///
    /// let (from, to) = (Position::new(9, 1), Position::new(1, 9));
    /// let scene = Scene::new(9, 9).with(Johnny::from(from)).with(Foot { from, to });
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.advance(100);
    /// let mut resumed = Simulation::restore(simulation.save())?;
    /// assert_eq!(resumed.run(), simulation.run());
    /// assert_eq!(resumed.digest(), simulation.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&mut self) -> Vec<u8> {
        snapshot::to_bytes(|writer| self.write(writer))
    }

    /// Writes the bytes of [`save`](Self::save) to an output, in blocks: it takes almost no memory,
    /// however large the world is.
    ///
    /// # Errors
    /// If writing fails.
    pub fn save_onto(&mut self, output: impl io::Write + Send + Sync + 'static) -> io::Result<()> {
        snapshot::to_output(output, |writer| self.write(writer))
    }

    fn write(&mut self, writer: &mut Writer) {
        let grid = self.grid();
        writer.u8(u8::try_from(self.kind.0.len()).expect("few ingredients"));
        for (recipe, kind) in &self.kind.0 {
            write_name(writer, &recipe.full_name());
            writer.u8(*kind);
        }
        write_name(writer, self.text_format().name());
        writer.u32(grid.rows);
        writer.u32(grid.columns);
        self.maze.write(writer);
    }
}

/// What saved worlds can have: types of ingredients, and text formats.
#[derive(Clone, Copy)]
pub(crate) struct Restorable<'a> {
    pub(crate) recipes: &'a [&'static Recipe],
    pub(crate) texts: &'a [TextFormat],
}

impl Restorable<'_> {
    /// The world that was saved as these bytes:
    /// [`Ingredients::restore`](crate::Ingredients::restore).
    pub(crate) fn restore(self, bytes: Vec<u8>) -> Result<Simulation, SnapshotError> {
        let mut reader = snapshot::open(bytes)?;
        let Head { kind, text, grid } = self.read_head(&mut reader)?;
        let mut maze = kind.maze()?;
        let has_it = text.needs().is_met(maze.has_walls(), maze.has_walk());
        ensure(has_it, "nothing that its text format draws")?;
        let least = maze.saved_bytes(grid).start;
        ensure(reader.left() as u64 >= least, "fewer bytes than its size needs")?;
        maze.check_room(grid)?;
        maze.restore(grid, text, &mut reader)?;
        reader.end()?;
        let mut simulation = Simulation { maze, kind };
        let is_same = snapshot::is_same(reader, |writer| simulation.write(writer));
        ensure(is_same, "bytes that are not how this world is saved")?;
        Ok(simulation)
    }

    /// The world that was saved as what this input holds:
    /// [`Ingredients::restore_from`](crate::Ingredients::restore_from).
    pub(crate) fn restore_from(self, mut input: impl Read) -> io::Result<Simulation> {
        let mut bytes = Vec::new();
        input.by_ref().take(HEAD).read_to_end(&mut bytes)?;
        let Range { start: least, end: most } =
            self.bytes_behind(&bytes).map_err(io::Error::other)?;
        bytes.try_reserve_exact(usize::try_from(least).unwrap_or(usize::MAX))?;
        input.take(most).read_to_end(&mut bytes)?;
        self.restore(bytes).map_err(io::Error::other)
    }

    /// The smallest and largest number of bytes that follow the head of a snapshot, if there is
    /// memory for them and their world; 0 if it can be rejected right away.
    fn bytes_behind(self, head: &[u8]) -> Result<Range<u64>, SnapshotError> {
        let mut reader = snapshot::begun(head.to_vec())?;
        let _rules = reader.u32()?;
        let Ok(Head { kind, grid, .. }) = self.read_head(&mut reader) else { return Ok(0..0) };
        let maze = kind.maze()?;
        let bytes = maze.saved_bytes(grid);
        maze.check_room(grid)?;
        Ok(bytes)
    }

    fn read_head(self, reader: &mut Reader) -> Result<Head, SnapshotError> {
        let mut kind = WorldKind::default();
        for _ in 0..reader.u8()? {
            let name = read_name(reader)?;
            let is_named = |it: &&&Recipe| it.full_name() == name;
            let recipe = self.recipes.iter().find(is_named);
            let recipe = recipe.ok_or(SnapshotError::Illegal("an unknown ingredient"))?;
            kind.0.push((recipe, reader.u8()?));
        }
        let is_sorted = kind.0.is_sorted_by(|one, other| {
            one.0.order() < other.0.order() && one.0.field != other.0.field
        });
        ensure(is_sorted, "ingredients out of order")?;
        ensure(kind.0.iter().all(|(recipe, kind)| *kind < recipe.kinds), "an unknown kind")?;
        let name = read_name(reader)?;
        let text = self.texts.iter().copied().find(|text| text.name() == name);
        let text = text.ok_or(SnapshotError::Illegal("an unknown format"))?;
        let grid = Grid { rows: reader.u32()?, columns: reader.u32()? };
        let cells = grid.area();
        ensure((1..=limits::CELLS).contains(&cells), "a grid without cells or with too many")?;
        Ok(Head { kind, text, grid })
    }
}

fn write_name(writer: &mut Writer, name: &str) {
    writer.u8(u8::try_from(name.len()).expect("a short name"));
    writer.bytes(name.as_bytes());
}

fn read_name(reader: &mut Reader) -> Result<String, SnapshotError> {
    let length = reader.u8()?;
    let name = reader.bytes(length.into())?.to_vec();
    String::from_utf8(name).map_err(|_| SnapshotError::Illegal("a name that is not UTF-8"))
}
