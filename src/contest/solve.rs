//! Solving contest input: each chunk on one of several threads, the output in the input's order.

use std::io::{Read, Write};
use std::iter;

use super::chunks::{Chunk, Chunks};
use super::{Contest, ContestError, Cursor};
use crate::base::jobs::Jobs;
use crate::base::progress::Outcome;
use crate::base::report::{Fault, Source};
use crate::base::scene_fault::SceneStep;
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
    /// use mazetick::prelude::*;
    ///
    /// let input = "1\n2 2\n1 1\nU\nR\nD\n";
    /// let mut output = Vec::new();
    /// Contest::JOHNNY.solve("example", input.as_bytes(), &mut output, 1)?;
    /// assert_eq!(output, b" _ _\n|   |\n|_|_|\n\n");
    /// # Ok::<(), mazetick::contest::ContestError>(())
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
        let work = iter::from_fn(|| {
            chunks.next_chunk().unwrap_or_else(|error| {
                end = Err(error);
                None
            })
        });
        let solver = || Solver::new(self, file);
        let jobs = Jobs {
            threads: jobs,
            ahead: Jobs::FEW_AHEAD,
        };
        jobs.in_order(work, solver, Solver::solve, |_, (text, report)| {
            output.write_all(text.as_bytes())?;
            let Some(report) = report else { return Ok(()) };
            output.flush()?;
            Err(ContestError::Input(report))
        })?;
        output.flush()?;
        Ok(end?)
    }
}

struct Solver<'a> {
    contest: Contest,
    file: &'a str,
    scene: Scene,
    spare: Option<Simulation>,
    faults: Vec<Fault>,
}

impl<'a> Solver<'a> {
    fn new(contest: Contest, file: &'a str) -> Self {
        Self {
            contest,
            file,
            scene: Scene::default(),
            spare: None,
            faults: Vec::new(),
        }
    }

    fn solve(&mut self, chunk: &mut Chunk) -> (String, Option<String>) {
        let mut text = String::with_capacity(chunk.text.len());
        let fault = chunk
            .mazes
            .iter()
            .map(|maze| Cursor::new(&chunk.text, maze.clone()))
            .try_for_each(|maze| self.solve_maze(maze, &mut text))
            .err()
            .or_else(|| chunk.fault.clone());
        let source = Source {
            file: self.file,
            text: &chunk.text,
            start: chunk.start,
        };
        (text, fault.map(|fault| source.report(&fault)))
    }

    fn solve_maze(&mut self, maze: Cursor<'_>, text: &mut String) -> Result<(), Fault> {
        self.contest
            .read_maze(maze.clone(), &mut self.scene, &mut self.faults);
        if let Some(fault) = self.faults.drain(..).next() {
            return Err(fault);
        }
        let solution = self.contest.run(&self.scene, maze, &mut self.spare)?;
        (self.contest.0.answer)(solution, text);
        Ok(())
    }
}

impl Contest {
    /// Checks a maze that was read. One with commands is run, as only that shows whether they can be carried out.
    pub(super) fn check(
        self,
        scene: &Scene,
        maze: Cursor<'_>,
        spare: &mut Option<Simulation>,
    ) -> Result<(), Fault> {
        if scene.must_run() {
            return self.run(scene, maze, spare).map(drop);
        }
        scene
            .check_values()
            .map_err(|error| fault_of(maze, error.to_string()))
    }

    fn run<'s>(
        self,
        scene: &Scene,
        maze: Cursor<'_>,
        spare: &'s mut Option<Simulation>,
    ) -> Result<&'s mut Simulation, Fault> {
        let loaded = Simulation::reuse(spare, scene);
        let simulation = loaded.map_err(|error| fault_of(maze.clone(), error.to_string()))?;
        match simulation.run() {
            Outcome::Stuck(fault) => {
                let Some(SceneStep::Item(item)) = fault.path.0.last() else {
                    return Err(fault_of(maze, fault.to_string()));
                };
                let (text, start) = maze.rest();
                let place = (self.0.place_of_item)(text, item.index);
                let at = start + place.start..start + place.end;
                Err(Fault {
                    at,
                    message: fault.message.clone(),
                })
            }
            outcome @ Outcome::Crowded => Err(fault_of(maze, outcome.to_string())),
            _ => Ok(simulation),
        }
    }
}

/// An error of a maze as a whole, at its first line.
fn fault_of(mut maze: Cursor<'_>, message: String) -> Fault {
    maze.skip_blank();
    Fault {
        at: maze.line(),
        message,
    }
}
