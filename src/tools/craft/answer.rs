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
    let refused = |fault| ToolError::Text(TextError::one_fault(answer, fault));

    // A contest's output begins with the name.
    let name = scene.scene().name.as_str();
    let passed = if answer.starts_with(name) {
        name.len()
    } else {
        0
    };
    if answer[passed..].trim() == NO_WAY {
        return Ok(judge_no_way(&proof, answer));
    }

    let mut walk = AnswerWalk::new(&proof);
    if let Some(letters) = letters(answer, passed) {
        let mut play = Play::new(scene)?;
        walk.states.push(0);
        for (at, toward) in letters {
            if let Err(fault) = walk.go_toward(toward, at..at + 1, &mut play) {
                return Ok(Judgement::Wrong(fault));
            }
        }
        return walk.judgement().map_err(refused);
    }

    for part in parts(answer, passed) {
        let (to, at) = position(answer, part, scene.scene().grid).map_err(refused)?;
        if walk.end.is_none() {
            walk.begin_at(to, at).map_err(refused)?;
        } else if let Err(fault) = walk.go_to(to, at, scene) {
            return Ok(Judgement::Wrong(fault));
        }
    }
    walk.judgement().map_err(refused)
}

fn judge_no_way(proof: &Proof, answer: &str) -> Judgement {
    let Some(moves) = proof.moves() else {
        return Judgement::NoWay;
    };

    let end = answer.trim_end().len();
    let moves = plural(moves, "move");
    let message = format!("found no way, expected one: there is one of {moves}");
    Judgement::Wrong(Fault::new(end - NO_WAY.len()..end, message))
}

/// An answer that is followed through the states of a puzzle.
struct AnswerWalk<'p> {
    proof: &'p Proof,
    /// The states in which the walker can be.
    states: Vec<u32>,
    moves: u32,
    /// Where the answer has led, and its place in the text.
    end: Option<(Position, Range<usize>)>,
}

impl<'p> AnswerWalk<'p> {
    fn new(proof: &'p Proof) -> Self {
        Self {
            proof,
            states: Vec::new(),
            moves: 0,
            end: None,
        }
    }

    fn has_arrived(&self) -> bool {
        let goals = self.proof.graph().goals();
        let mut states = self.states.iter();
        states.any(|state| goals.binary_search(state).is_ok())
    }

    fn check_is_on_the_way(&self, at: &Range<usize>) -> Result<(), Fault> {
        if !self.has_arrived() {
            return Ok(());
        }

        let moves = self.moves;
        let message = format!("the goal was reached in step {moves}, expected the end");
        Err(Fault::new(at.clone(), message))
    }

    /// Returns the states to which moves from a state lead.
    fn moves_from(&self, state: u32) -> impl Iterator<Item = u32> {
        let graph = self.proof.graph();
        let back = graph.leads_back(state).then_some(0);
        graph.moves(state).iter().copied().chain(back)
    }

    fn begin_at(&mut self, to: Position, at: Range<usize>) -> Result<(), Fault> {
        let start = self.proof.graph().position(0);
        if to != start {
            let message = format!("the answer begins at {to}, expected the start, {start}");
            return Err(Fault::new(at, message));
        }

        self.states.push(0);
        self.end = Some((to, at));
        Ok(())
    }

    /// Makes the move to a position; returns why there is none.
    fn go_to(
        &mut self,
        to: Position,
        at: Range<usize>,
        scene: &impl Loadable,
    ) -> Result<(), Fault> {
        self.check_is_on_the_way(&at)?;
        let graph = self.proof.graph();
        let next = self.states.iter().flat_map(|&state| self.moves_from(state));
        let next: Vec<u32> = next.filter(|&state| graph.position(state) == to).collect();

        if next.is_empty() {
            let why = why_not(scene, self.proof, self.states[0], to);
            let why = why.unwrap_or_else(|| "No move leads there.".to_owned());
            let message = format!("step {} leads to {to}: {why}", self.moves + 1);
            return Err(Fault::new(at, message));
        }
        self.step(next, at);
        Ok(())
    }

    /// Makes the move in a direction, or waits; returns why it can't.
    fn go_toward(
        &mut self,
        toward: Option<Heading>,
        at: Range<usize>,
        play: &mut Play,
    ) -> Result<(), Fault> {
        self.check_is_on_the_way(&at)?;
        let graph = self.proof.graph();
        let number = self.moves + 1;
        let mut next = Vec::new();
        let mut refusal = None;

        for &state in &self.states {
            play.restart();
            if state != 0 {
                play.put(graph.states()[state as usize]);
            }
            match play.would_go(toward) {
                Ok(walker) => {
                    let leads = |&next: &u32| graph.states()[next as usize].cell == walker.cell;
                    next.extend(self.moves_from(state).filter(leads));
                }
                Err(refused) => refusal = Some(refused),
            }
        }

        if next.is_empty() {
            let from = graph.position(self.states[0]);
            let message = match refusal {
                Some(refusal) => format!("step {number} from {from}: {refusal}"),
                None => format!("step {number}: No move leads that way."),
            };
            return Err(Fault::new(at, message));
        }
        self.step(next, at);
        Ok(())
    }

    fn step(&mut self, mut next: Vec<u32>, at: Range<usize>) {
        next.sort_unstable();
        next.dedup();
        self.moves += 1;
        self.end = Some((self.proof.graph().position(next[0]), at));
        self.states = next;
    }

    /// Judges the whole answer. It is an error if there is none.
    fn judgement(self) -> Result<Judgement, Fault> {
        let has_arrived = self.has_arrived();
        let Some((end, at)) = self.end else {
            let message = "found no position, expected those of a walk, or letters of its ways, such as `NNE`";
            return Err(Fault::new(0..0, message.to_owned()));
        };

        let moves = self.moves;
        if let Some(shortest) = self.proof.moves().filter(|_| has_arrived) {
            return Ok(Judgement::Right { moves, shortest });
        }
        let message = format!("the answer ends at {end}, expected the goal");
        Ok(Judgement::Wrong(Fault::new(at, message)))
    }
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
