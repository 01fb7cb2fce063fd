//! Solving contest input: blocks of mazes on several threads, the output in the input's order.

use std::io::{Read, Write};
use std::ops::Range;

use super::input::Input;
use super::{Contest, ContestError, Cursor};
use crate::base::jobs::Jobs;
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneStep;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

impl Contest {
    /// Solves every maze of the input and writes it to the output, in the contest's formats, on up to
    /// `jobs` threads. `file` is the name of the input in reports.
    ///
    /// The input is read to its end first; one longer than [`limits::INPUT`](crate::base::limits::INPUT)
    /// is a fault. The output is the same for any `jobs`.
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
        output: impl Write,
        jobs: usize,
    ) -> Result<(), ContestError> {
        self.solve_observed((file, 0), input, output, jobs, |_, _| ())
    }

    /// Solves like [`Self::solve`] an input of this name and size, 0 if that is not known; `observe` gets how many bytes of
    /// it are done, and of how many.
    pub(crate) fn solve_observed(
        self,
        (file, size): (&str, u64),
        input: impl Read,
        mut output: impl Write,
        jobs: usize,
        mut observe: impl FnMut(usize, usize),
    ) -> Result<(), ContestError> {
        let find = |text: &[u8], mazes: &mut Vec<_>| self.find_mazes(text, mazes);
        let input = Input::read(find, input, size)?;
        let source = input.source(file);
        let jobs = Jobs {
            threads: jobs.min(input.most_threads()),
            ahead: Jobs::FEW_AHEAD,
        };
        let solver = || Solver::new(self, &input.text);

        jobs.in_order(input.blocks(), solver, Solver::solve, |block, solved| {
            let (answers, fault) = solved;
            output.write_all(answers.as_bytes())?;
            observe(block.last().map_or(0, |maze| maze.end), input.text.len());

            let Some(fault) = fault else { return Ok(()) };
            output.flush()?;
            Err(ContestError::Input(source.report(&fault)))
        })?;

        output.flush()?;
        match &input.fault {
            Some(fault) => Err(ContestError::Input(source.report(fault))),
            None => Ok(()),
        }
    }
}

struct Solver<'a> {
    contest: Contest,
    text: &'a [u8],
    scene: Scene,
    spare: Option<Simulation>,
    faults: Vec<Fault>,
}

impl<'a> Solver<'a> {
    fn new(contest: Contest, text: &'a [u8]) -> Self {
        Self {
            contest,
            text,
            scene: Scene::default(),
            spare: None,
            faults: Vec::new(),
        }
    }

    /// Returns the answers to mazes, up to the first one that has a fault.
    fn solve(&mut self, mazes: &mut &[Range<usize>]) -> (String, Option<Fault>) {
        let length = mazes.iter().map(ExactSizeIterator::len).sum();
        let mut answers = String::with_capacity(length);

        for maze in *mazes {
            let maze = Cursor::new(self.text, maze.clone());
            if let Err(fault) = self.solve_maze(maze, &mut answers) {
                return (answers, Some(fault));
            }
        }
        (answers, None)
    }

    fn solve_maze(&mut self, maze: Cursor<'_>, answers: &mut String) -> Result<(), Fault> {
        self.contest
            .read_maze(maze.clone(), &mut self.scene, &mut self.faults);
        if let Some(fault) = self.faults.drain(..).next() {
            return Err(fault);
        }

        let solution = self.contest.run(&self.scene, maze, &mut self.spare)?;
        (self.contest.0.answer)(solution, answers);
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
                Err(Fault::new(at, fault.message.clone()))
            }
            outcome @ Outcome::Crowded => Err(fault_of(maze, outcome.to_string())),
            _ => Ok(simulation),
        }
    }
}

/// An error of a maze as a whole, at its first line.
fn fault_of(mut maze: Cursor<'_>, message: String) -> Fault {
    maze.skip_blank();
    Fault::new(maze.line(), message)
}
