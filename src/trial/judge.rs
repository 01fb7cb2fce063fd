//! Judging: the world as it stands, held against one expectation.

use std::fmt::Display;

use super::Failure;
use super::diff::diff;
use crate::progress::Outcome;
use crate::scene::{CellState, Expectation, Path, Step, WalkerState, literal};
use crate::simulation::Simulation;
use crate::walker::Walker;

/// What does not hold.
#[derive(Default)]
struct Mismatch {
    message: String,
    diff: Option<String>,
    remedy: Option<(Step, String)>,
}

impl Simulation {
    /// Holds the world against an expectation. `At` is not about the world as it stands.
    pub(super) fn judge(&mut self, expectation: &Expectation, path: Path) -> Option<Failure> {
        let mismatch = match expectation {
            Expectation::At(..) => None,
            Expectation::Text(drawn) => judge_text(&drawn.0, &self.text()),
            Expectation::Finished { at } => self.judge_end(*at),
            Expectation::Solved { moves } => self.judge_outcome(Outcome::Solved { moves: *moves }),
            Expectation::NoSolution => self.judge_outcome(Outcome::NoSolution),
            Expectation::Walls { standing, built } => self.judge_walls(*standing, *built),
            Expectation::Walkers(walkers) => unless_equal(*walkers, self.walkers().len()),
            Expectation::Perfect => {
                let passages = self.passages();
                unless(passages.are_perfect(), "one route between any two cells", passages)
            }
            Expectation::Digest(digest) => {
                let found = self.digest();
                unless_equal(*digest, found)
                    .map(|wrong| wrong.mended_by(Step::Index(0), format!("\"{found}\"")))
            }
            Expectation::Cell(state) => self.judge_cell(state),
            Expectation::Walker(state) => self.judge_walker(state),
        };
        mismatch.map(|Mismatch { message, diff, remedy }| {
            let message = format!("{}: {message}", expectation.name());
            Failure { path, message, diff, remedy }
        })
    }

    fn judge_end(&self, at: u64) -> Option<Mismatch> {
        let progress = self.progress();
        let tick = progress.tick;
        if progress.outcome == Outcome::Unfinished {
            return unless(false, format!("tick {at}"), format!("the world unfinished at {tick}"));
        }
        unless(tick == at, format!("tick {at}"), format!("tick {tick}"))
            .map(|wrong| wrong.mended_by(Step::Field("at"), tick.to_string()))
    }

    fn judge_outcome(&self, expected: Outcome) -> Option<Mismatch> {
        unless_equal(expected, *self.outcome())
    }

    fn judge_walls(&self, standing: Option<usize>, built: Option<usize>) -> Option<Mismatch> {
        let found = self.stats().walls.unwrap_or_default();
        let grid = self.grid();
        let inside = found - 2 * (grid.rows as usize + grid.columns as usize);
        let standing = standing.and_then(|walls| {
            unless(walls == found, format!("{walls} standing"), format!("{found}"))
        });
        standing.or_else(|| {
            built.and_then(|walls| {
                unless(walls == inside, format!("{walls} built"), format!("{inside}"))
            })
        })
    }

    fn judge_cell(&self, expected: &CellState) -> Option<Mismatch> {
        let at = expected.at;
        let found = CellState {
            at,
            walls: expected.walls.and(self.walls_around(at)),
            number: expected.number.and(self.get(at).copied()),
            signs: expected.signs.and(self.get(at).copied()),
            claims: expected.claims.and(self.claims(at)),
        };
        unless_equal(*expected, found)
    }

    fn judge_walker(&self, expected: &WalkerState) -> Option<Mismatch> {
        let like_expected = |walker: &Walker| WalkerState {
            at: expected.at,
            heading: expected.heading.map(|_| walker.heading),
            top: expected.top.map(|_| walker.die.top()),
            front: expected.front.map(|_| walker.die.front()),
        };
        let found: Vec<_> = self.walkers_at(expected.at).iter().map(like_expected).collect();
        let listed: Vec<_> = found.iter().map(WalkerState::to_string).collect();
        let listed = if listed.is_empty() { "none there".to_owned() } else { listed.join("; ") };
        unless(found.contains(expected), expected, listed)
    }
}

fn judge_text(expected: &str, found: &str) -> Option<Mismatch> {
    (expected != found).then(|| {
        let message = "the drawing differs from what was expected".to_owned();
        let diff = Some(diff(expected, found));
        Mismatch { message, diff, remedy: Some((Step::Index(0), literal(found))) }
    })
}

impl Mismatch {
    /// Notes what would hold: a value as RON, and the step to it from the expectation.
    fn mended_by(self, step: Step, value: String) -> Self {
        Self { remedy: Some((step, value)), ..self }
    }
}

fn unless_equal<T: PartialEq + Display>(expected: T, found: T) -> Option<Mismatch> {
    unless(expected == found, expected, found)
}

fn unless(holds: bool, expected: impl Display, found: impl Display) -> Option<Mismatch> {
    (!holds).then(|| {
        let message = format!("expected {expected}, found {found}");
        Mismatch { message, ..Mismatch::default() }
    })
}
