//! `mazetick contest PROBLEM IN --check OUT`: whether somebody's output answers the input, maze by maze.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use crate::base::count::plural;
use crate::base::report::{Fault, visible};
use crate::base::route::Route;
use crate::cli::input::{self, SceneFile};
use crate::cli::output::{json_line, stdout};
use crate::cli::verdict::{Reports, Verdict};
use crate::contest::{Contest, quote_as_is};
use crate::engine::text::NO_WAY;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::tools::craft::{Judgement, judge, positions};

/// Says of each maze whether the answer to it is right, or a line of JSON; the verdict is of all.
pub(super) fn check(
    contest: Contest,
    input: &Path,
    output: &Path,
    is_json: bool,
) -> Result<Verdict, Reports> {
    let answers = SceneFile::open_as("output", output)?;
    let input = input::open(input)?;
    let name = input.name.clone();
    let mut checker = Checker {
        answers: &answers,
        at: 0,
        spare: None,
        count: 0,
        wrong: 0,
        is_json,
    };
    let mut unread = Reports(Vec::new());
    contest.read(
        &name,
        input,
        |scene| checker.check(contest, scene),
        |it| unread.0.push(it),
    )?;
    if !unread.0.is_empty() {
        return Err(unread);
    }
    checker.end()?;
    let Checker { count, wrong, .. } = checker;
    if !is_json {
        if wrong > MOST_PRINTED {
            let more = plural((wrong - MOST_PRINTED) as u64, "wrong answer");
            writeln!(stdout(), "{}: {more} more", answers.name)?;
        }
        writeln!(
            stdout(),
            "{}: {} of {count} right",
            answers.name,
            count - wrong.min(count)
        )?;
    }
    Ok(if wrong == 0 {
        Verdict::Done
    } else {
        Verdict::Failed
    })
}

/// The number of wrong answers that are printed, and not only counted.
const MOST_PRINTED: usize = 50;

struct Checker<'a> {
    answers: &'a SceneFile,
    at: usize,
    spare: Option<Simulation>,
    count: usize,
    wrong: usize,
    is_json: bool,
}

impl Checker<'_> {
    fn check(&mut self, contest: Contest, scene: &Scene) -> io::Result<()> {
        let maze = Simulation::reuse(&mut self.spare, scene).map_err(io::Error::other)?;
        maze.run();
        let mut expected = String::new();
        contest.answer(maze, &mut expected);
        self.count += 1;
        let text = &self.answers.text[self.at..];
        let length = length_of_answer(text, &expected, scene);
        let (start, answer) = (self.at, &text[..length]);
        self.at += length;
        let wrong = match first_difference(answer, &expected) {
            None => None,
            Some(fault) if is_listing(scene) => {
                judged(maze, scene, answer, &expected, fault, contest)
            }
            fault => fault,
        };
        self.say(&scene.name, start, wrong)
    }

    /// Says that an answer is right, or what is wrong in it, at a place from its start.
    fn say(&mut self, name: &str, start: usize, wrong: Option<Fault>) -> io::Result<()> {
        self.wrong += usize::from(wrong.is_some());
        let wrong = wrong.map(|Fault { at, message, .. }| {
            let of_maze = if name.is_empty() {
                format!("maze {}", self.count)
            } else {
                name.to_owned()
            };
            Fault::new(
                start + at.start..start + at.end,
                format!("{of_maze}: {message}"),
            )
        });
        if self.is_json {
            let place = wrong.as_ref().map_or(start, |fault| fault.at.start);
            let (line, column) = self.answers.source().line_and_column(place);
            let why = wrong.as_ref().map(|fault| &fault.message);
            let answer = json!({"maze": name, "number": self.count, "right": wrong.is_none(), "line": line,
                "column": column, "why": why});
            return stdout().write_all((json_line(&answer) + "\n").as_bytes());
        }
        let Some(Fault { at, message, .. }) = wrong else {
            return Ok(());
        };
        if self.wrong > MOST_PRINTED {
            return Ok(());
        }
        let fault = Fault::new(at, visible(&message));
        writeln!(stdout(), "{}", self.answers.source().report(&fault))
    }

    /// Says so, if there is more than the answers.
    fn end(&mut self) -> io::Result<()> {
        let rest = &self.answers.text[self.at..];
        let blank = rest.len() - rest.trim_ascii_start().len();
        let Some(line) = rest[blank..].lines().next() else {
            return Ok(());
        };
        let message = "found more, expected the end".to_owned();
        self.say(
            "",
            self.at,
            Some(Fault::new(blank..blank + line.trim_end().len(), message)),
        )
    }
}

/// Whether the answer to a maze is a listing: its name, and the positions of a walk.
fn is_listing(scene: &Scene) -> bool {
    scene.has_walk() && !scene.name.is_empty()
}

/// Returns the length of the answer that a text begins with. A listing is a line with the name, and the lines after it
/// that are empty, begin with a blank or a bracket, or say that there is no way. Other answers have as many lines as
/// expected.
fn length_of_answer(text: &str, expected: &str, scene: &Scene) -> usize {
    let is_inside = |line: &str| {
        let is_blank = line.trim_ascii().is_empty();
        is_blank || line.starts_with([' ', '(', '\t']) || line.trim_ascii() == NO_WAY.trim_ascii()
    };
    let lines = text
        .split_inclusive('\n')
        .map(|line| (line.len(), is_inside(line)));
    let is_of_walk = is_listing(scene);
    let names = usize::from(is_of_walk);
    let count = expected.split_inclusive('\n').count();
    let own = lines.enumerate().take_while(|&(at, (_, is_inside))| {
        if is_of_walk {
            at < names || is_inside
        } else {
            at < count
        }
    });
    own.map(|(_, (length, _))| length).sum()
}

/// Returns the first place at which an answer differs from another one, apart from the ends of its lines.
fn first_difference(answer: &str, expected: &str) -> Option<Fault> {
    let mut start = 0;
    let mut found_lines = answer.split_inclusive('\n');
    let mut expected_lines = expected.lines();

    loop {
        let whole_line = found_lines.next();
        let found = whole_line.map(|line| {
            let line = line.strip_suffix('\n').unwrap_or(line);
            line.strip_suffix('\r').unwrap_or(line)
        });
        let expected = expected_lines.next();

        // A blank line at the end counts as none.
        if found.unwrap_or_default() != expected.unwrap_or_default() {
            return Some(difference(start, found, expected));
        }
        if found.is_none() && expected.is_none() {
            return None;
        }
        start += whole_line.map_or(0, str::len);
    }
}

/// Describes how two different lines differ. The found one begins at `start`.
fn difference(start: usize, found: Option<&str>, expected: Option<&str>) -> Fault {
    let (Some(found), Some(expected)) = (found, expected) else {
        let shown = |line: Option<&str>| match line {
            Some(line) => quote_as_is(line.as_bytes()),
            None => "the end".to_owned(),
        };
        return Fault::new(
            start..start + found.map_or(0, str::len),
            format!("found {}, expected {}", shown(found), shown(expected)),
        );
    };

    // Lines are quoted from where they differ: of long ones the beginnings are the same.
    let same = common_start(found, expected);
    let shown = |line: &str| match &line[same..] {
        "" => "the end of the line".to_owned(),
        rest => quote_as_is(rest.as_bytes()),
    };
    let mut message = format!("found {}, expected {}", shown(found), shown(expected));
    if same > 0 {
        let before = &found[..same];
        let last_word = before.rsplit(' ').find(|word| !word.is_empty());
        if let Some(word) = last_word {
            message += &format!(" after {}", quote_as_is(word.as_bytes()));
        }
    }
    Fault::new(start + same..start + found.len(), message)
}

/// Returns the number of bytes with which both texts begin.
fn common_start(one: &str, other: &str) -> usize {
    let mut length = 0;
    for (one_letter, other_letter) in one.chars().zip(other.chars()) {
        if one_letter != other_letter {
            break;
        }
        length += one_letter.len_utf8();
    }
    length
}

/// What is wrong with a walk that differs from the first of the shortest ones: with its steps, or with the form of its
/// lines.
fn judged(
    maze: &mut Simulation,
    scene: &Scene,
    answer: &str,
    expected: &str,
    differs: Fault,
    contest: Contest,
) -> Option<Fault> {
    let is_named = answer
        .lines()
        .next()
        .is_some_and(|line| line.trim_end() == scene.name);
    let steps = positions(answer, scene);
    if !is_named || steps.is_empty() || expected.contains(NO_WAY) || answer.contains(NO_WAY) {
        return Some(differs);
    }
    match judge(scene, answer) {
        Ok(Judgement::Right { moves, shortest }) if moves > shortest => {
            let message = format!("a way of {moves} moves, expected a shortest one, of {shortest}");
            return Some(Fault { message, ..differs });
        }
        Ok(Judgement::Wrong(fault)) => return Some(fault),
        Ok(_) => {}
        Err(ToolError::Text(error)) => return error.faults.into_iter().next(),
        Err(error) => {
            return Some(Fault::new(0..0, error.to_string()));
        }
    }
    let cells: Vec<_> = steps.into_iter().map(|at| scene.grid.index(at)).collect();
    let entity = maze.entity().id();
    if let Some(mut route) = maze.world_mut().get_mut::<Route>(entity) {
        route.clear();
        route.extend(&cells);
    }
    let mut own = String::new();
    contest.answer(maze, &mut own);
    first_difference(answer, &own)
}
