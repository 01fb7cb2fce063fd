//! Answers: walks written down as positions, and whether they solve a puzzle.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;

use super::Proof;
use crate::base::count::plural;
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::report::{Fault, TextError};
use crate::engine::text::NO_WAY;
use crate::scene::Loadable;
use crate::tools::ToolError;
use crate::tools::play::Play;

/// Whether an answer solves a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judgement {
    /// The answer solves the puzzle.
    Right {
        /// The moves of the answer.
        moves: u32,
        /// The moves of a shortest route.
        shortest: u32,
    },
    /// The answer says that there is no way, and there is none.
    NoWay,
    /// The answer does not solve the puzzle: the first step that is wrong, with its place in the text, and why.
    Wrong(Fault),
}

/// Judges an answer: the positions of a walk from the start to the goal, such as `(1,1) (2,1)` or `[1,1]`, with
/// anything between them; in a text without brackets, each two numbers are a position. Or the letters of its ways, as
/// sheets print them: `NNESS W`, with `-` for waiting. Or `No Solution Possible`. If the walker could be in several poses, it is followed in all.
///
/// # Errors
/// Returns the errors of [`Proof::of_scene`], and one if the answer is empty, ends in the middle of a position, leaves
/// the grid, or does not begin at the start.
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
/// assert_eq!(judge(&scene, "EE"), right);
/// let Ok(Judgement::Wrong(fault)) = judge(&scene, "1 1, 1 2") else { panic!("a jump of 2") };
/// assert_eq!(fault.message, "step 1 leads to (1, 2): Going east from (1, 1) leads to (1, 3).");
/// # Ok::<(), mazetick::base::report::TextError>(())
/// ```
pub fn judge(scene: &impl Loadable, answer: &str) -> Result<Judgement, ToolError> {
    let proof = Proof::of_scene(scene)?;
    let (graph, start) = (proof.graph(), proof.graph().position(0));
    let refused = |fault| ToolError::Text(TextError::one_fault(answer, fault));
    let wrong = |at, message| Ok(Judgement::Wrong(Fault::new(at, message)));
    let has_arrived = |states: &[u32]| {
        states
            .iter()
            .any(|it| graph.goals().binary_search(it).is_ok())
    };
    let moves_from = |state: u32| {
        graph
            .moves(state)
            .iter()
            .copied()
            .chain(graph.leads_back(state).then_some(0))
    };
    // A contest's output begins with the name.
    let passed = Some(&scene.scene().name).filter(|name| answer.starts_with(&***name));
    let rest = answer[passed.map_or(0, String::len)..].trim();
    if let (NO_WAY, moves) = (rest, proof.moves()) {
        let said = answer.len() - answer.trim_start().len()..answer.trim_end().len();
        let said = said.end - NO_WAY.len()..said.end;
        return moves.map_or(Ok(Judgement::NoWay), |moves| {
            wrong(
                said,
                format!(
                    "found no way, expected one: there is one of {}",
                    plural(moves, "move")
                ),
            )
        });
    }
    // The states in which the walker can be, and where the answer ends.
    let (mut states, mut end) = (Vec::new(), None);
    if let Some(letters) = letters(answer, passed.map_or(0, String::len)) {
        let mut play = Play::new(scene)?;
        states.push(0);
        for (moves, (at, toward)) in (1..).zip(letters) {
            let at = at..at + 1;
            if has_arrived(&states) {
                let step = moves - 1;
                return wrong(
                    at,
                    format!("the goal was reached in step {step}, expected the end"),
                );
            }
            let (mut next, mut refusal) = (Vec::new(), None);
            for &state in &states {
                play.restart();
                if state != 0 {
                    play.put(graph.states()[state as usize]);
                }
                match play.would_go(toward) {
                    Ok(walker) => {
                        let leads = |&it: &u32| graph.states()[it as usize].cell == walker.cell;
                        next.extend(moves_from(state).filter(leads));
                    }
                    Err(refused) => refusal = Some(refused),
                }
            }
            if let Some(refusal) = refusal.filter(|_| next.is_empty()) {
                let from = graph.position(states[0]);
                return wrong(at, format!("step {moves} from {from}: {refusal}"));
            }
            next.sort_unstable();
            next.dedup();
            let Some(&first) = next.first() else {
                return wrong(at, format!("step {moves}: No move leads that way."));
            };
            end = Some((graph.position(first), at, moves));
            states = next;
        }
        return judged(&proof, end, has_arrived(&states)).map_err(refused);
    }
    for (moves, part) in (0..).zip(parts(answer, passed.map_or(0, String::len))) {
        let (to, at) = position(answer, part, scene.scene().grid).map_err(refused)?;
        if has_arrived(&states) {
            let step = moves - 1;
            return wrong(
                at,
                format!("the goal was reached in step {step}, expected the end"),
            );
        }
        let mut next: Vec<u32> = states.iter().flat_map(|&it| moves_from(it)).collect();
        next.extend((moves == 0).then_some(0));
        next.retain(|&it| graph.position(it) == to);
        next.sort_unstable();
        next.dedup();
        if next.is_empty() && moves == 0 {
            let message = format!("the answer begins at {to}, expected the start, {start}");
            return Err(refused(Fault::new(at, message)));
        }
        if next.is_empty() {
            let why = why_not(scene, &proof, states[0], to);
            let why = why.unwrap_or_else(|| "No move leads there.".to_owned());
            return wrong(at, format!("step {moves} leads to {to}: {why}"));
        }
        states = next;
        end = Some((to, at, moves));
    }
    judged(&proof, end, has_arrived(&states)).map_err(refused)
}

fn judged(
    proof: &Proof,
    end: Option<(Position, Range<usize>, u32)>,
    has_arrived: bool,
) -> Result<Judgement, Fault> {
    let Some((end, at, moves)) = end else {
        let message =
            "found no position, expected those of a walk, or letters of its ways, such as `NNE`";
        return Err(Fault::new(0..0, message.to_owned()));
    };
    if let Some(shortest) = proof.moves().filter(|_| has_arrived) {
        return Ok(Judgement::Right { moves, shortest });
    }
    let message = format!("the answer ends at {end}, expected the goal");
    Ok(Judgement::Wrong(Fault::new(at, message)))
}

/// The letters of an answer that has nothing else behind its first bytes, each with its place and way; `None` is for
/// waiting.
fn letters(answer: &str, passed: usize) -> Option<Vec<(usize, Option<Heading>)>> {
    let letters = |from: usize| -> Option<Vec<_>> {
        let letters = answer.bytes().enumerate().skip(from);
        let ways = letters
            .filter(|it| !it.1.is_ascii_whitespace())
            .map(|(at, letter)| {
                let way = Heading::from_letter(letter.to_ascii_uppercase());
                (way.is_some() || letter == b'-').then_some((at, way))
            });
        ways.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
    };
    letters(0).or_else(|| letters(passed))
}

/// The positions of an answer, as far as there are some.
#[cfg(feature = "cli")]
pub(crate) fn positions(answer: &str, scene: &crate::scene::Scene) -> Vec<Position> {
    let passed = if answer.starts_with(&*scene.name) {
        scene.name.len()
    } else {
        0
    };
    let found = parts(answer, passed)
        .into_iter()
        .map(|part| position(answer, part, scene.grid));
    found.filter_map(|found| Some(found.ok()?.0)).collect()
}

/// The parts of an answer after its first bytes that should be positions: what is in brackets; in a text without
/// any, every two numbers.
fn parts(answer: &str, passed: usize) -> Vec<Range<usize>> {
    let (mut parts, mut end, mut asides) = (Vec::new(), passed, asides(answer).peekable());
    for piece in answer[passed..].split_inclusive([')', ']', '}']) {
        let begin = piece.find(BRACKETS).map(|begin| end + begin);
        end += piece.len();
        let Some(begin) = begin else { continue };
        while asides.next_if(|aside| aside.end <= begin).is_some() {}
        if !asides.peek().is_some_and(|aside| aside.contains(&begin)) {
            parts.push(begin..end);
        }
    }
    if parts.is_empty() {
        let numbers = numbers(answer, passed..answer.len());
        parts.extend(
            numbers
                .chunks(2)
                .map(|pair| pair[0].start..pair[pair.len() - 1].end),
        );
    }
    parts
}

const BRACKETS: [char; 3] = ['(', '[', '{'];

/// What stands after the first position of a line with a number, as in `1: (2,1), Minotaur (1,3)`.
fn asides(answer: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    answer.split_inclusive('\n').filter_map(move |line| {
        let start = end;
        end += line.len();
        crate::base::work::count(line.len());
        let (label, rest) = line.split_once(':')?;
        label.trim().parse::<u32>().ok()?;
        Some(start + label.len() + ":".len() + rest.find('(')? + 1..end)
    })
}

fn numbers(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    crate::base::work::count(part.len());
    let digits: Vec<usize> = part
        .filter(|&at| text.as_bytes()[at].is_ascii_digit())
        .collect();
    digits
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| run[0]..run[0] + run.len())
        .collect()
}

fn position(
    answer: &str,
    part: Range<usize>,
    grid: Grid,
) -> Result<(Position, Range<usize>), Fault> {
    let text = &answer[part.clone()];
    let numbers = numbers(answer, part.clone());
    let has_sign = |it: &&Range<usize>| answer[..it.start].ends_with(['-', '+', '.']);
    if let Some(number) = numbers.iter().find(has_sign) {
        let at = number.start - 1..number.end;
        let message = format!(
            "found `{}`, expected a whole number from 1",
            &answer[at.clone()]
        );
        return Err(Fault::new(at, message));
    }
    if numbers.len() != 2 {
        let is_bracket = text.starts_with(BRACKETS);
        let expected = if is_bracket {
            "a row and a column"
        } else {
            "a column after this row"
        };
        return Err(Fault::new(
            part,
            format!("found `{text}`, expected {expected}"),
        ));
    }
    let at = numbers[0].start..numbers[1].end;
    let [row, column] = [0, 1].map(|it| &answer[numbers[it].clone()]);
    let side = |digits: &str| digits.parse().unwrap_or(u32::MAX);
    let position = Position::new(side(row), side(column));
    if grid.contains(position) {
        return Ok((position, at));
    }
    let Grid { rows, columns } = grid;
    let message = format!("row {row} and column {column}, outside the {rows} × {columns} cells");
    Err(Fault::new(at, message))
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
        Ok(walker) => {
            let way = toward.map_or("Waiting".to_owned(), |it| format!("Going {}", it.name()));
            format!(
                "{way} from {at} leads to {}.",
                play.maze().grid().position(walker.cell)
            )
        }
        Err(refusal) => refusal.to_string(),
    })
}
