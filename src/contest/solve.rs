//! Solving contest input: each chunk on one of several threads, the output in the input's order.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::chunks::{Chunk, Chunks};
use super::runner::Runner;
use super::{Contest, ContestError, Cursor};
use crate::report::{Fault, Source};
use crate::scene::Scene;

impl Contest {
    /// Solves every maze of the input and writes it to the output, in the contest's formats, on
    /// `jobs` threads (at least 1). `file` is what reports call the input.
    ///
    /// Memory does not grow with the number of mazes, and the output is the same for any `jobs`. A
    /// maze whose text is longer than [`limits::TEXT`](crate::limits::TEXT) is a fault.
    ///
    /// # Errors
    /// At the first fault, once all mazes before it are written; if reading or writing fails.
    ///
    /// ```
    /// use mazetick::Contest;
    ///
    /// let input = "1\n2 2\n1 1\nU\nR\nD\n";
    /// let mut output = Vec::new();
    /// Contest::Johnny.solve("example", input.as_bytes(), &mut output, 1)?;
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
        let chunks = Chunks::new(input, self.framing());
        if jobs > 1 {
            self.solve_on_threads(file, chunks, &mut output, jobs)?;
        } else {
            self.solve_here(file, chunks, &mut output)?;
        }
        Ok(output.flush()?)
    }

    fn solve_here(
        self,
        file: &str,
        mut chunks: Chunks<impl Read>,
        output: &mut impl Write,
    ) -> Result<(), ContestError> {
        let mut solver = Solver::new(self, file);
        let mut work = Work::default();
        while chunks.next_chunk(&mut work.chunk)? {
            solver.solve(&mut work);
            work.hand_out(output)?;
        }
        Ok(())
    }

    /// Chunks are dealt in turns, at most two a thread, and collected in the same order.
    fn solve_on_threads(
        self,
        file: &str,
        mut chunks: Chunks<impl Read>,
        output: &mut impl Write,
        jobs: usize,
    ) -> Result<(), ContestError> {
        thread::scope(|scope| {
            let mut hands: Vec<Hand> = Vec::new();
            let mut spare = Vec::new();
            let (mut given, mut collected) = (0, 0);
            let end = loop {
                if given - collected == 2 * jobs {
                    spare.push(hands[collected % jobs].collect(output)?);
                    collected += 1;
                }
                let mut work: Work = spare.pop().unwrap_or_default();
                match chunks.next_chunk(&mut work.chunk) {
                    Ok(true) => {}
                    Ok(false) => break Ok(()),
                    Err(error) => break Err(error.into()),
                }
                if given < jobs {
                    let (hand, tasks, results) = Hand::new();
                    scope.spawn(move || Solver::new(self, file).serve(&tasks, &results));
                    hands.push(hand);
                }
                hands[given % jobs].give(work);
                given += 1;
            };
            (collected..given).try_for_each(|turn| hands[turn % jobs].collect(output).map(drop))?;
            end
        })
    }
}

/// A thread that solves chunks.
struct Hand {
    tasks: SyncSender<Work>,
    results: Receiver<Work>,
}

impl Hand {
    fn new() -> (Self, Receiver<Work>, SyncSender<Work>) {
        let (tasks, taken) = sync_channel(2);
        let (done, results) = sync_channel(2);
        (Self { tasks, results }, taken, done)
    }

    fn give(&self, work: Work) {
        self.tasks.send(work).expect("the thread serves until its tasks end");
    }

    /// Writes what the thread has finished first.
    fn collect(&self, output: &mut impl Write) -> Result<Work, ContestError> {
        let mut work = self.results.recv().expect("the thread gives back what it takes");
        work.hand_out(output)?;
        Ok(work)
    }
}

/// A chunk, and what became of it.
#[derive(Default)]
struct Work {
    chunk: Chunk,
    text: String,
    report: Option<String>,
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
    scene: Scene,
    runner: Runner,
    faults: Vec<Fault>,
}

impl<'a> Solver<'a> {
    fn new(contest: Contest, file: &'a str) -> Self {
        let (scene, faults) = (Scene::default(), Vec::new());
        Self { contest, file, scene, runner: Runner::default(), faults }
    }

    /// Solves all tasks until there are no more.
    fn serve(mut self, tasks: &Receiver<Work>, results: &SyncSender<Work>) {
        for mut work in tasks {
            self.solve(&mut work);
            if results.send(work).is_err() {
                break; // an earlier chunk had a fault, and nobody waits for this one
            }
        }
    }

    /// Solves the mazes of a chunk, up to the first fault.
    fn solve(&mut self, work: &mut Work) {
        let chunk = &work.chunk;
        let fault = chunk
            .mazes
            .iter()
            .map(|maze| Cursor::new(&chunk.text, maze.clone()))
            .find_map(|maze| self.solve_maze(maze, &mut work.text))
            .or_else(|| chunk.fault.clone());
        let source = Source { file: self.file, text: &chunk.text, start: chunk.start };
        work.report = fault.map(|fault| source.report(&fault));
    }

    /// Solves one maze; what is wrong with it, if it cannot be solved.
    fn solve_maze(&mut self, maze: Cursor<'_>, text: &mut String) -> Option<Fault> {
        self.contest.read_maze(maze.clone(), &mut self.scene, &mut self.faults);
        if !self.faults.is_empty() {
            return self.faults.drain(..).next();
        }
        match self.runner.run(&self.scene, maze) {
            Ok(simulation) => simulation.write_text(text),
            Err(fault) => return Some(fault),
        }
        None
    }
}
