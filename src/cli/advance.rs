//! How `run` advances a world, and what it prints of it.

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::end::End;
use crate::base::limits;
use crate::base::progress::Outcome;
use crate::base::walker::Start;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::play::Play;

use super::progress::{Meter, Unit};

#[derive(Args)]
pub(super) struct AdvanceOptions {
    /// Stop after N ticks, and draw that world
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=limits::TICKS))]
    pub(super) ticks: Option<u64>,
}

#[derive(Args)]
pub(super) struct OutputOptions {
    /// Print the digest of each world and its path instead of the drawing
    #[arg(long)]
    pub(super) digest: bool,
    /// Print statistics of each world on standard error, and what keeps its walk from the goal
    #[arg(long)]
    stats: bool,
}

pub(super) struct WorldOutput {
    pub(super) notes: Vec<String>,
    /// The lines for standard error: statistics, if wanted, and why there is no solution.
    messages: Vec<String>,
    text: String,
}

impl AdvanceOptions {
    /// Advances the world to the end, or by as many ticks as are asked for.
    pub(super) fn advance(&self, simulation: &mut Simulation, meter: &Meter) {
        simulation.advance_observed(self.ticks.unwrap_or(u64::MAX), |tick| {
            meter.set_part(Unit::Ticks, tick, self.ticks);
        });
    }
}

impl OutputOptions {
    /// The drawing of a world or its digest, and its statistics; without a solution, why.
    pub(super) fn show(
        &self,
        simulation: &mut Simulation,
        scene: &CheckedScene,
        name: &str,
    ) -> WorldOutput {
        let stats = self.stats.then(|| {
            let maze = format!("maze {}", simulation.maze_digest());
            let (progress, route) = (simulation.progress(), simulation.route());
            // Ends that the seed, the walls or the walk decide.
            let is_decided = |end: &End| end.is_open() || end.positions().len() > 1;
            let is_decided = scene
                .start()
                .is_some_and(|it| [&it.from, &it.to].into_iter().any(is_decided));
            let ends = route.first().zip(route.last()).filter(|_| is_decided);
            let ends = ends
                .map(|(from, to)| format!("from {from} to {to}"))
                .unwrap_or_default();
            let words = [
                progress.phase.to_string(),
                plural(progress.tick, "tick"),
                simulation.stats().to_string(),
                progress.outcome.to_string(),
                ends,
                maze,
            ];
            let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
            format!("{name}: {}", words.join(", "))
        });
        let digest = self
            .digest
            .then(|| format!("{}  {name}\n", simulation.digest()));
        let text = digest.unwrap_or_else(|| simulation.text().into());
        let is_unsolvable =
            *simulation.outcome() == Outcome::NoSolution && (self.stats || !self.digest);
        let why = is_unsolvable.then(|| self.why(simulation, scene, name));
        let is_silent = text.is_empty() && !self.digest;
        let note = is_silent.then(|| {
            let add = if scene.has_walk() { "add `text: Arrow`, the squares of the route, or " } else { "" };
            format!("{name}: note: nothing to print: this scene has no walls and no `text` field; {add}use `mazetick draw`")
        });
        let messages = stats.into_iter().chain(why).collect();
        WorldOutput {
            notes: note.into_iter().collect(),
            messages,
            text,
        }
    }

    /// How far the walk of a world without a solution came; with statistics, what kept it from the goal.
    fn why(&self, simulation: &Simulation, scene: &CheckedScene, name: &str) -> String {
        let start = simulation.entity().get::<Start>().map(Start::at);
        let claims_at_start = start.and_then(|start| simulation.claims(start));
        // The start is reached even if no walker has claimed it.
        let reached =
            simulation.visited().unwrap_or_default() + usize::from(claims_at_start == Some(0));
        let squares = plural(reached, "square");
        let mut why = format!(
            "{name}: no solution: {squares} of {} reached",
            scene.grid.cells()
        );
        if let Some(mut play) = self.stats.then(|| Play::new(scene).ok()).flatten() {
            let mut obstacles = play.obstacles();
            if obstacles.is_empty() {
                obstacles.push(
                    "no rule refuses a step: those that lead no farther lead out of the maze"
                        .to_owned(),
                );
            }
            for obstacle in &obstacles {
                why.extend(["\n  ", obstacle]);
            }
        }
        why
    }
}

impl WorldOutput {
    pub(super) fn text(text: String) -> Self {
        Self {
            notes: Vec::new(),
            messages: Vec::new(),
            text,
        }
    }

    pub(super) fn say(self) -> String {
        self.notes
            .iter()
            .chain(&self.messages)
            .for_each(|line| say!("{line}"));
        self.text
    }
}
