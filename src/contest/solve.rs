//! Solving contest input: each chunk on one of several threads, the output in the input's order.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::iter;

use super::chunks::{Chunk, Chunks};
use super::simulator::Simulator;
use super::{Contest, ContestError, Cursor};
use crate::base::jobs::{Jobs, RetryAlone};
use crate::base::memory::Reservation;
use crate::base::report::{Fault, Source};
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

impl Contest {
    /// Solves every maze of the input and writes it to the output, in the contest's formats, on
    /// `jobs` threads (at least 1). `file` is the name of the input in reports.
    ///
    /// Memory does not grow with the number of mazes, and the output is the same for any `jobs`. A
    /// maze whose text is longer than [`limits::TEXT`](crate::base::limits::TEXT) is a fault.
    ///
    /// # Errors
    /// At the first fault, after all mazes before it are written; if reading or writing fails.
    ///
    /// ```
    /// use mazetick::Contest;
    ///
    /// let input = "1\n2 2\n1 1\nU\nR\nD\n";
    /// let mut output = Vec::new();
    /// Contest::JOHNNY.solve("example", input.as_bytes(), &mut output, 1)?;
    /// assert_eq!(output, b" _ _\n|   |\n|_|_|\n\n");
    /// # Ok::<(), mazetick::ContestError>(())
    /// ```
    pub fn solve(
        self,
        file: &str,
        input: impl Read,
        mut output: impl Write,
        jobs: usize,
    ) -> Result<(), ContestError> {
        let mut chunks = Chunks::new(input, self.framing());
        let mut end = Ok(());
        let spare = RefCell::new(Vec::new());
        let work = iter::from_fn(|| {
            let mut work: Work = spare.borrow_mut().pop().unwrap_or_default();
            match chunks.next_chunk(&mut work.chunk) {
                Ok(is_there) => is_there.then_some(work),
                Err(error) => {
                    end = Err(error);
                    None
                }
            }
        });
        let turns = RetryAlone::default();
        let solver = || Solver::new(self, file, &turns);
        Jobs { threads: jobs, ahead: Jobs::FEW_AHEAD }.in_order(
            work,
            solver,
            Solver::solve,
            |mut work| {
                work.hand_out(&mut output)?;
                spare.borrow_mut().push(work);
                Ok::<(), ContestError>(())
            },
        )?;
        output.flush()?;
        Ok(end?)
    }
}

/// The memory for a parsed maze, relative to the length of its text.
const READ: usize = 5;

/// A chunk, and its result.
#[derive(Default)]
struct Work {
    chunk: Chunk,
    text: String,
    report: Option<String>,
    /// The memory of the output.
    reservation: Reservation,
}

impl Work {
    fn hand_out(&mut self, output: &mut impl Write) -> Result<(), ContestError> {
        output.write_all(self.text.as_bytes())?;
        self.text.clear();
        match self.report.take() {
            Some(report) => {
                output.flush()?;
                Err(ContestError::Input(report))
            }
            None => Ok(()),
        }
    }
}

/// Reads, solves and writes mazes in one World.
struct Solver<'a> {
    contest: Contest,
    file: &'a str,
    turns: &'a RetryAlone<Simulation>,
    scene: Scene,
    simulator: Simulator,
    faults: Vec<Fault>,
    /// The memory of parsed mazes.
    reservation: Reservation,
}

impl<'a> Solver<'a> {
    fn new(contest: Contest, file: &'a str, turns: &'a RetryAlone<Simulation>) -> Self {
        let (scene, faults) = (Scene::default(), Vec::new());
        let (simulator, reservation) = (Simulator::default(), Reservation::default());
        Self { contest, file, turns, scene, simulator, faults, reservation }
    }

    /// Solves the mazes of a chunk, up to the first fault, as long as memory suffices next to other
    /// threads.
    fn solve(&mut self, mut work: Work) -> Work {
        self.turns.turn(
            |spare| {
                self.simulator.simulation = spare.take();
                self.solve_chunk(&mut work);
                *spare = self.simulator.simulation.take();
                self.simulator.lacks_memory
            },
            |&lacks_memory| lacks_memory,
        );
        work
    }

    fn solve_chunk(&mut self, work: &mut Work) {
        work.text.clear();
        let chunk = &work.chunk;
        let longest = chunk.mazes.iter().map(ExactSizeIterator::len).max().unwrap_or_default();
        self.reservation.hold(READ * longest);
        let fault = chunk
            .mazes
            .iter()
            .map(|maze| Cursor::new(&chunk.text, maze.clone()))
            .find_map(|maze| self.solve_maze(maze, &mut work.text))
            .or_else(|| chunk.fault.clone());
        let source = Source { file: self.file, text: &chunk.text, start: chunk.start };
        work.reservation.hold(work.text.capacity());
        work.report = fault.map(|fault| source.report(&fault));
    }

    /// Solves one maze; returns what is wrong with it, if it cannot be solved.
    fn solve_maze(&mut self, maze: Cursor<'_>, text: &mut String) -> Option<Fault> {
        self.contest.read_maze(maze.clone(), &mut self.scene, &mut self.faults);
        if !self.faults.is_empty() {
            return self.faults.drain(..).next();
        }
        match self.simulator.run(self.contest, &self.scene, maze) {
            Ok(simulation) => (self.contest.0.answer)(simulation, text),
            Err(fault) => return Some(fault),
        }
        None
    }
}
