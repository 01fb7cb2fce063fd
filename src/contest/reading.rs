//! Reading contest input: each maze is passed on, each fault reported.

use std::io;

use super::chunks::Chunk;
use super::solve::Simulator;
use super::{Contest, Cursor};
use crate::base::limits;
use crate::base::report::{Fault, Source};
use crate::scene::Scene;

/// Reads the mazes of chunks, all into one scene.
pub(super) struct Reading<'a, M, F> {
    contest: Contest,
    /// The name of the input in reports.
    file: &'a str,
    scene: Scene,
    simulator: Simulator,
    /// The faults of the last maze that are not yet reported.
    faults: Vec<Fault>,
    /// How many more faults may be reported.
    left: usize,
    maze: M,
    report: F,
}

impl<'a, M, F> Reading<'a, M, F>
where
    M: FnMut(&Scene) -> io::Result<()>,
    F: FnMut(String),
{
    pub(super) fn new(contest: Contest, file: &'a str, maze: M, report: F) -> Self {
        Self {
            contest,
            file,
            scene: Scene::default(),
            simulator: Simulator::default(),
            faults: Vec::new(),
            left: limits::FAULTS,
            maze,
            report,
        }
    }

    /// Reads the mazes of a chunk; returns whether the rest of the input is to be read.
    pub(super) fn read(&mut self, chunk: Chunk) -> io::Result<bool> {
        let source = Source { file: self.file, text: &chunk.text, start: chunk.start };
        for frame in &chunk.mazes {
            self.read_maze(Cursor::new(&chunk.text, frame.clone()))?;
            if !self.report_faults(source) {
                let file = self.file;
                (self.report)(format!("{file}: error: too many errors, the rest is not read"));
                return Ok(false);
            }
        }
        self.faults.extend(chunk.fault);
        self.report_faults(source);
        Ok(true)
    }

    /// Reads a maze and passes it on, or notes its faults.
    fn read_maze(&mut self, cursor: Cursor<'_>) -> io::Result<()> {
        self.contest.read_maze(cursor.clone(), &mut self.scene, &mut self.faults);
        if self.faults.is_empty() {
            self.faults.extend(self.simulator.check(self.contest, &self.scene, cursor).err());
        }
        if self.faults.is_empty() { (self.maze)(&self.scene) } else { Ok(()) }
    }

    /// Reports the noted faults; returns whether all of them may be.
    fn report_faults(&mut self, source: Source<'_>) -> bool {
        let said = self.faults.len().min(self.left);
        self.left -= said;
        let are_all_said = said == self.faults.len();
        for fault in self.faults.drain(..).take(said) {
            (self.report)(source.report(&fault));
        }
        are_all_said
    }
}
