//! Answers: walks written down as positions, and whether they solve a puzzle.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;

use super::Proof;
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::SceneError;
use crate::scene::Loadable;
use crate::tools::play::Play;

/// Whether an answer solves a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judgement {
    /// It does, in so many moves.
    Right {
        /// The moves of the answer.
        moves: u32,
        /// The moves of a shortest route.
        shortest: u32,
    },
    /// It does not: the first step that is wrong, with its place in the text, and why.
    Wrong(Fault),
}

/// Why there is no judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JudgeError {
    /// The puzzle has no graph of states.
    Scene(SceneError),
    /// The answer cannot be read.
    Answer(TextError),
}

/// A position in a text.
struct Written {
    position: Position,
    at: Range<usize>,
}

/// Judges an answer: the positions of a walk from the start to the goal, such as `(1,1) (2,1)`, with
/// anything between them; in a text without brackets, each two numbers are a position. If the walker could be in several poses, it is followed in all.
///
/// # Errors
/// As [`Proof::of_scene`]; and if the answer is empty, ends in the middle of a position, leaves the grid,
/// or does not begin at the start.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::craft::{Judgement, judge};
///
/// let scene = Scene::from_ron(r#"Scene(
///     name: "JUMP",
///     grid: (rows: 1, columns: 4),
///     jumps: [[2, 1, 1, 1]],
///     walk: Jump(from: (1, 1), to: (1, 4)),
///     text: Jump,
/// )"#)?;
/// let right = judge(&scene, "(1,1) (1,3) (1,4)");
/// assert_eq!(right, Ok(Judgement::Right { moves: 2, shortest: 2 }));
/// let Ok(Judgement::Wrong(fault)) = judge(&scene, "1 1, 1 2") else { panic!("a jump of 2") };
/// assert_eq!(fault.message, "step 1 leads to (1, 2): Going east from (1, 1) leads to (1, 3).");
/// # Ok::<(), mazetick::base::TextError>(())
/// ```
pub fn judge(scene: &impl Loadable, answer: &str) -> Result<Judgement, JudgeError> {
    let proof = Proof::of_scene(scene).map_err(JudgeError::Scene)?;
    let (graph, start) = (proof.graph(), proof.graph().position(0));
    let refused = |fault| JudgeError::Answer(TextError::only(answer, fault));
    // A contest's output begins with the name.
    let passed = Some(&scene.scene().name).filter(|name| answer.starts_with(&***name));
    let mut walk = positions(answer, passed.map_or(0, String::len), scene.scene().grid);
    let mut last = walk.next().transpose().map_err(refused)?.ok_or_else(|| {
        let message = "found no position, expected those of a walk".to_owned();
        refused(Fault { at: 0..0, message })
    })?;
    if last.position != start {
        let message =
            format!("the answer begins at {}, expected the start, {start}", last.position);
        return Err(refused(Fault { at: last.at, message }));
    }
    let wrong = |at, message| Ok(Judgement::Wrong(Fault { at, message }));
    let has_arrived = |states: &[u32]| graph.goal().is_some_and(|goal| states.contains(&goal));
    // The states in which the walker can be.
    let (mut here, mut moves) = (vec![0], 0_u32);
    for written in walk {
        let written = written.map_err(refused)?;
        if has_arrived(&here) {
            let message = format!("the goal was reached in step {moves}, expected the end");
            return wrong(written.at, message);
        }
        moves = moves.saturating_add(1);
        let mut there = Vec::new();
        for &next in here.iter().flat_map(|&state| graph.moves(state)) {
            if graph.position(next) == written.position && !there.contains(&next) {
                there.push(next);
            }
        }
        if there.is_empty() {
            let why = why_not(scene, &proof, here[0], written.position);
            let why = why.unwrap_or_else(|| "No move leads there.".to_owned());
            return wrong(written.at, format!("step {moves} leads to {}: {why}", written.position));
        }
        (here, last) = (there, written);
    }
    match proof.moves().filter(|_| has_arrived(&here)) {
        Some(shortest) => Ok(Judgement::Right { moves, shortest }),
        None => wrong(last.at, format!("the answer ends at {}, expected the goal", last.position)),
    }
}

/// The positions of an answer after its first bytes, up to a place at which it is none: if it has brackets,
/// those in brackets, of a line such as `1: (2,1), Minotaur (1,3)` the first; else every two numbers.
fn positions(
    answer: &str,
    passed: usize,
    grid: Grid,
) -> impl Iterator<Item = Result<Written, Fault>> {
    let (mut rest, has_brackets) = (passed, answer[passed..].contains('('));
    std::iter::from_fn(move || {
        let end = if has_brackets {
            rest += answer[rest..].find('(')?;
            answer[rest..].find(')').map_or(answer.len(), |end| rest + end + 1)
        } else {
            answer.len()
        };
        let within = rest..end;
        let mut numbers = numbers(&answer[within.clone()]).map(|it| rest + it.start..rest + it.end);
        let found = (numbers.next(), numbers.next());
        let is_pair = !has_brackets
            || numbers.next().is_none() && !answer[within.clone()].contains(['-', '+', '.']);
        let fault = |at, message: String| Some(Err(Fault { at, message }));
        let (row, column) = match found {
            (Some(row), Some(column)) if is_pair => (row, column),
            (None, None) if !has_brackets => return None,
            (Some(row), None) if !has_brackets => {
                let found = format!("found the row {}", &answer[row.clone()]);
                return fault(row, format!("{found}, expected a column after it"));
            }
            _ => return fault(within, "expected a row and a column in brackets".to_owned()),
        };
        rest = if has_brackets { end } else { column.end };
        let line = answer[..within.start].rsplit('\n').next().unwrap_or_default();
        if line.trim().strip_suffix(':').is_some_and(|it| it.parse::<u32>().is_ok()) {
            rest = answer[rest..].find('\n').map_or(answer.len(), |line| rest + line);
        }
        let at = row.start..column.end;
        let (row, column) = (&answer[row], &answer[column]);
        let side = |digits: &str| digits.parse().unwrap_or(u32::MAX);
        let position = Position::new(side(row), side(column));
        if grid.contains(position) {
            return Some(Ok(Written { position, at }));
        }
        let found = format!("row {row} and column {column}");
        fault(at, format!("{found}, outside the {} × {} cells", grid.rows, grid.columns))
    })
}

/// The places of all numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let begin = rest + text[rest..].find(|c: char| c.is_ascii_digit())?;
        rest = begin + text[begin..].bytes().take_while(u8::is_ascii_digit).count();
        Some(begin..rest)
    })
}

/// The reason against a move from a state to a position, if that lies straight ahead, or the walk can wait.
fn why_not(scene: &impl Loadable, proof: &Proof, from: u32, to: Position) -> Option<String> {
    let mut play = Play::new(scene).ok()?;
    if from != 0 {
        play.put(proof.graph().states()[from as usize]);
    }
    let at = play.at();
    let toward = match (to.row.cmp(&at.row), to.column.cmp(&at.column)) {
        (Less, Equal) => Some(Heading::N),
        (Greater, Equal) => Some(Heading::S),
        (Equal, Less) => Some(Heading::W),
        (Equal, Greater) => Some(Heading::E),
        (Equal, Equal) if play.can_wait() => None,
        _ => return None,
    };
    Some(match play.would_go(toward) {
        Ok(there) => {
            let way = toward.map_or("Waiting".to_owned(), |it| format!("Going {}", it.name()));
            format!("{way} from {at} leads to {}.", play.maze().grid().position(there.cell))
        }
        Err(refusal) => refusal.to_string(),
    })
}
