//! Shared by the fuzz targets: the bounds of memory, and the checks of contest inputs and reports.

use std::io::{self, Read};

use mazetick::base::report::{Source, TextError, escape_controls_in_lines};
use mazetick::engine::agents::AgentGroup;
use mazetick::prelude::*;
use mazetick::puzzles::Agents;
use mazetick::puzzles::agents::AgentKind;
use mazetick::puzzles::{Johnny, Theseus};
use mazetick::registry::Registry;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The most memory that an input may take: a number of bytes per byte of the input, plus a
/// constant.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Bytes for each byte of the input.
    pub each: usize,
    /// Bytes in addition, for any input.
    pub once: usize,
}

impl Memory {
    /// What contest input may take: its text, and a world for each of two threads.
    pub const CONTEST: Self = Self {
        each: 256,
        once: 16 << 20,
    };

    /// Runs a function on an input of this length, and panics if it takes more memory.
    pub fn hold<T>(self, length: usize, work: impl FnOnce() -> T) -> T {
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        let result = work();
        let taken = ALLOCATED.peak_usage().saturating_sub(before);
        let most = self.each * length + self.once;
        assert!(
            taken <= most,
            "{taken} bytes for an input of {length}, expected at most {most}"
        );
        result
    }
}

/// Reports every fault of a text.
pub fn report(text: &str, error: &TextError) {
    assert!(!error.faults.is_empty(), "an error without a fault");
    let source = Source {
        file: "input",
        text: text.as_bytes(),
    };
    for fault in &error.faults {
        assert!(
            text.get(fault.at.clone()).is_some(),
            "no stretch of the text: {fault:?}"
        );
        assert!(!fault.message.is_empty(), "the message is empty: {fault:?}");
        let report = source.report(fault);
        assert!(report.starts_with("input:"));
        assert_eq!(
            escape_controls_in_lines(&report),
            report,
            "something in it steers a terminal"
        );
        assert!(
            !report.contains(is_steering),
            "something in it steers a terminal: {report:?}"
        );
    }
}

/// Whether a terminal would interpret this character as control, or as the direction of text.
fn is_steering(c: char) -> bool {
    const MARKS: [char; 3] = ['\u{61c}', '\u{200e}', '\u{200f}'];
    let turns = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c != '\n' && (c.is_control() || turns || MARKS.contains(&c))
}

/// The most ticks that a scene's list with flips, or all its agents together, may be expected to take.
const TICKS: f64 = 65536.0;

/// Whether a scene is to be run: it takes no more memory than a square of so many cells, and few ticks.
pub fn is_small(scene: &Scene, cells: usize) -> bool {
    let (area, grid) = (scene.grid.cells(), scene.grid);
    // A long border has room for many walkers.
    let border = grid.rows as usize + grid.columns as usize;
    let list = scene
        .get::<Johnny>()
        .map_or(0.0, |johnny| area as f64 / (1.0 - johnny.flips));
    let kinds = scene.get::<Agents>().map_or(&[][..], |agents| &agents.0);
    let groups = || kinds.iter().map(group);
    let agents: usize = groups().map(|group| group.count as usize).sum();
    let patience: f64 = groups()
        .map(|group| f64::from(group.count) * f64::from(group.patience))
        .sum();
    // An agent takes as much as some four cells, and 256 pairs of squares as much as one.
    let pairs = scene.get::<Theseus>().map_or(0, |_| area * area / 256);
    let is_small = area + 4 * agents + pairs <= cells && border * border <= 4 * cells;
    is_small && list <= TICKS && patience <= TICKS
}

fn group(kind: &AgentKind) -> &AgentGroup {
    match kind {
        AgentKind::WallFollower(group)
        | AgentKind::Pledge(group)
        | AgentKind::Mouse(group)
        | AgentKind::Tremaux(group) => group,
        _ => unreachable!("agents of another kind"),
    }
}

/// How many cells the mazes of an input may have for them to be solved; more would take the fuzzer
/// most of its time.
const SOLVED: usize = 1 << 13;

/// One in this many inputs is spread over two blocks, as that takes a hundred times as long.
const SPREAD: usize = 16;

/// Reads and solves contest input in every way; all results must agree.
pub fn enter(contest: Contest, input: &[u8]) {
    let (scenes, reports) = read(contest, input);
    if scenes.iter().map(|scene| scene.grid.cells()).sum::<usize>() > SOLVED {
        return;
    }
    let (output, first) = solve(contest, input, 1);
    match &first {
        Some(first) => assert!(
            reports.contains(first),
            "reported only when solved: {first}"
        ),
        None => assert_eq!(reports, Vec::<String>::new(), "solved in spite of it"),
    }
    if input.len().is_multiple_of(SPREAD) {
        let spread = spread(input);
        let (spread_output, spread_first) = solve(contest, &spread, 1);
        assert_eq!(spread_output, output, "blank lines change the output");
        let message = |report: &Option<String>| report.as_deref().map(message);
        assert_eq!(
            message(&spread_first),
            message(&first),
            "blank lines change the report"
        );
        assert_eq!(
            solve(contest, &spread, 2),
            (output, spread_first),
            "two jobs differ from one"
        );
    } else {
        assert_eq!(
            solve(contest, input, 2),
            (output, first.clone()),
            "two jobs differ from one"
        );
    }

    for scene in &scenes {
        assert_eq!(
            scene.clone().checked().map(drop),
            Ok(()),
            "read in spite of it"
        );
    }
    if scenes.is_empty() || first.is_some() {
        return;
    }
    if let Ok(text) = Registry::standard().export(&scenes) {
        let (imported, reports) = read(contest, text.as_bytes());
        assert_eq!(
            reports,
            Vec::<String>::new(),
            "not legal once exported: {text}"
        );
        assert_eq!(imported, scenes, "not the same once exported: {text}");
    }
}

/// The scenes of an input, and all reports.
fn read(contest: Contest, input: &[u8]) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let keep = |scene: &Scene| {
        scenes.push(scene.clone());
        io::Result::Ok(())
    };
    contest
        .read("input", input, keep, |report| reports.push(report))
        .expect("memory is readable");
    (scenes, reports)
}

/// The result of an input read in small pieces: the output, and the report of the first fault.
fn solve(contest: Contest, input: &[u8], jobs: usize) -> (Vec<u8>, Option<String>) {
    let mut output = Vec::new();
    let bites = Bites {
        rest: input,
        size: input.len() / 4 + 1,
    };
    let result = contest.solve("input", bites, &mut output, jobs);
    (output, result.err().map(|error| error.to_string()))
}

/// The first line of a report, without its line number.
fn message(report: &str) -> String {
    let first = report.lines().next().unwrap_or_default();
    let parts = first.splitn(3, ':').collect::<Vec<_>>();
    format!("{}:{}", parts[0], parts[2])
}

/// The input with more blank lines after its first line than a block holds, so that its first maze
/// and the others are in different blocks.
fn spread(input: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 128 * 1024;
    let first = input
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(input.len(), |at| at + 1);
    [&input[..first], &b"\n".repeat(BLOCK), &input[first..]].concat()
}

/// A reader that hands out a few bytes at a time.
struct Bites<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Bites<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(buffer.len()).min(self.rest.len());
        let (bite, rest) = self.rest.split_at(size);
        buffer[..size].copy_from_slice(bite);
        self.rest = rest;
        Ok(size)
    }
}
