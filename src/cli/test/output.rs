//! The output of `mazetick test`: lines for people, or JSON for programs; and a `JUnit` file.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;
use serde_json::{Value, json};

use crate::base::count::{grouped, plural, plural_grouped};
use crate::base::report::{Source, escape_controls, escape_controls_in_lines};
use crate::cli::console;
use crate::cli::output::{UnfinishedFile, Writer, json_line, stdout};
use crate::cli::verdict::Verdict;
use crate::tools::trial::{Failing, Failure, Property, Tally};

use super::{Found, Smallest, Tested, is_whole};

/// The name of the suite in `JUnit` files, and the class of scenes in no folder.
const SUITE: &str = "scenes";

/// Prints results as they come, and collects what is printed at the end.
pub(super) struct Output {
    json: bool,
    annotates: bool,
    junit: Option<(UnfinishedFile, TestSuite)>,
    passed: u64,
    failed: u64,
    unread: u64,
    /// The details of failed scenes for people, printed at the end.
    details: Vec<String>,
    verdict: Verdict,
}

impl Output {
    /// Opens the `JUnit` file before the work, so that a wrong path is reported early.
    pub(super) fn new(json: bool, annotates: bool, junit: Option<&Path>) -> io::Result<Self> {
        let begun = junit
            .map(|path| Writer::lasting().begin(path))
            .transpose()?;
        let junit = begun.map(|begun| (begun, TestSuite::new(SUITE)));
        let (passed, failed, unread, verdict) = (0, 0, 0, Verdict::Done);
        Ok(Self {
            json,
            annotates,
            junit,
            passed,
            failed,
            unread,
            details: Vec::new(),
            verdict,
        })
    }

    pub(super) fn add(&mut self, tested: &Tested) -> io::Result<()> {
        if let Some(note) = &tested.note {
            say!("{note}");
        }
        if let Found::Unread(report) = &tested.found {
            say!("{report}");
            self.unread += 1;
            self.verdict = Verdict::BadInput;
        } else if tested.has_passed() {
            self.passed += 1;
        } else {
            self.failed += 1;
            if !self.json {
                let name = escape_controls(&tested.name);
                self.details
                    .push(format!("---- {name} ----\n{}", details(tested)));
            }
            self.verdict = self.verdict.max(Verdict::Failed);
        }
        for report in &tested.unwritten {
            say!("{report}");
            self.verdict = Verdict::BadInput;
        }
        if let Some((_, suite)) = &mut self.junit {
            suite.add_test_case(junit_case(tested));
        }
        if self.json {
            writeln!(stdout(), "{}", json_line(&as_json(tested)))?;
        } else if !matches!(tested.found, Found::Unread(_)) {
            writeln!(stdout(), "{}", line(tested))?;
        }
        if self.annotates {
            for annotation in annotations(tested) {
                writeln!(stdout(), "{annotation}")?;
            }
        }
        Ok(())
    }

    /// Prints the totals. It is an error if the filters leave no scene.
    pub(super) fn end(mut self, filters: &[String], filtered_out: u64) -> io::Result<Verdict> {
        if filtered_out > 0 && self.passed + self.failed + self.unread == 0 {
            let filters = filters.join("` or `");
            say!("mazetick: error: no scene matches `{filters}`, expected a part of a path");
            self.verdict = Verdict::BadInput;
        }
        if let Some((begun, suite)) = self.junit.take() {
            let mut report = Report::new("mazetick");
            report.add_test_suite(suite);
            let report = report.to_string().map_err(io::Error::other)?;
            begun.finish(report.as_bytes())?;
        }
        self.totals(filtered_out)?;
        Ok(self.verdict)
    }

    fn totals(&self, filtered_out: u64) -> io::Result<()> {
        let (passed, failed, unread) = (self.passed, self.failed, self.unread);
        let mut output = BufWriter::new(stdout());
        if self.json {
            let all = json!({
                "passed": passed, "failed": failed, "unread": unread, "filtered_out": filtered_out
            });
            writeln!(output, "{all}")?;
        } else {
            for details in &self.details {
                writeln!(output, "\n{details}")?;
            }
            write!(output, "\n{passed} passed, {failed} failed")?;
            for (count, what) in [(unread, "not read"), (filtered_out, "filtered out")] {
                if count > 0 {
                    write!(output, ", {count} {what}")?;
                }
            }
            writeln!(output)?;
        }
        output.flush()
    }
}

fn line(tested: &Tested) -> String {
    let has_passed = tested.has_passed();
    let (style, verdict) = if has_passed {
        (console::WELL, "PASS")
    } else {
        (console::FAULT, "FAIL")
    };
    let note = match &tested.found {
        _ if tested.blessed > 0 => format!(" (blessed {})", plural(tested.blessed, "value")),
        Found::One(_, trial) if has_passed && trial.expectations == 0 => {
            " (expects nothing)".to_owned()
        }
        Found::Many(property, tally) if has_passed => {
            format!(" ({})", WorldCounts::of(property, tally))
        }
        _ => String::new(),
    };
    let name = escape_controls(&tested.name);
    if console::shows_colours(&io::stdout()) {
        format!("{style}{verdict}{style:#} {name}{note}")
    } else {
        format!("{verdict} {name}{note}")
    }
}

/// Returns what a failed test prints for people: what fails and where, how it looks there, and how to see it again.
pub(super) fn details(tested: &Tested) -> String {
    let mut lines = Vec::new();

    // Which expectations fail.
    let source = tested.source();
    match &tested.found {
        Found::Invalid(file, error) => {
            let source = file.source();
            lines.extend(error.faults.iter().map(|fault| source.report(fault)));
        }
        Found::Panicked(report) => lines.push(report.clone()),
        _ => {}
    }
    for Fails { failure, worlds } in fails(tested) {
        lines.push(match worlds {
            Some(worlds) => source.line_at(&failure.at, &worlds),
            None => source.report_at(&failure.at, &failure.message),
        });
        if !failure.diff.is_empty() {
            let diff = escape_controls_in_lines(&failure.diff);
            lines.push(diff.trim_end_matches('\n').to_owned());
        }
    }
    if let more @ 1.. = more(tested) {
        lines.push(format!("and {more} more"));
    }

    // How the first one fails, in the smallest scene or where it was found.
    let mut look = &tested.commands.look;
    if let Some(Smallest {
        shrunk,
        look: own_look,
    }) = &tested.shrunk
    {
        lines.push("The smallest scene found that fails like this:".to_owned());
        lines.push(shrunk.scene.to_ron().trim_end().to_owned());
        lines.push(shrunk.failure.message.clone());
        lines.push(drawn(&shrunk.failure));
        if !own_look.is_empty() {
            look = own_look;
        }
    } else if let Some(failure) = tested.first() {
        if let Found::Many(property, tally) = &tested.found {
            let world = first_world(property, &tally.failing[0]);
            lines.push(format!("{world}: {}", failure.message));
        }
        lines.push(drawn(failure));
    }

    // How to see it again.
    for (word, command) in [("again:", &tested.commands.again), ("look: ", look)] {
        if !command.is_empty() {
            lines.push(format!("{word} {command}"));
        }
    }
    if let Found::Many(property, tally) = &tested.found
        && !property.is_of_all_seeds()
    {
        let worlds = WorldCounts::of(property, tally);
        if tally.failing.len() > 1 || worlds.unmet + worlds.untested > 0 {
            lines.push(worlds.to_string());
        }
    }
    lines.join("\n")
}

/// An expectation that fails, as it is printed.
struct Fails<'t> {
    failure: &'t Failure,
    /// Of many worlds, in which of them it fails.
    worlds: Option<String>,
}

/// Returns what fails in a scene.
fn fails(tested: &Tested) -> Vec<Fails<'_>> {
    match &tested.found {
        Found::One(_, trial) => {
            let failures = trial.failures.iter();
            let fails = failures.map(|failure| Fails {
                failure,
                worlds: None,
            });
            fails.collect()
        }
        Found::Many(property, tally) => {
            let failing = tally.failing.iter().map(|failing| Fails {
                failure: &failing.failure,
                worlds: Some(failing_worlds(property, tally, failing)),
            });
            let unreached = tally.unreached.iter().filter(|_| is_whole(property, tally));
            let unreached = unreached.map(|failure| {
                let name = label(property, failure);
                let all = plural_grouped(tally.worlds, "world");
                Fails {
                    failure,
                    worlds: Some(format!("{name} holds in none of {all}")),
                }
            });
            failing.chain(unreached).collect()
        }
        Found::Invalid(..) | Found::Panicked(_) | Found::Unread(_) => Vec::new(),
    }
}

/// Returns how many more failures or faults there are than those listed.
fn more(tested: &Tested) -> usize {
    match &tested.found {
        Found::One(_, trial) => trial.more,
        Found::Invalid(_, error) => error.more,
        _ => 0,
    }
}

/// Says which expectation fails, in how many worlds, and in which of them first.
fn failing_worlds(property: &Property, tally: &Tally, failing: &Failing) -> String {
    let fails = match property.expectation(&failing.failure) {
        Some(_) => format!("{} fails", label(property, &failing.failure)),
        None => failing.failure.message.clone(),
    };
    let (worlds, all) = (grouped(failing.worlds), grouped(tally.worlds));
    if property.is_of_all_seeds() {
        let which = match failing.first.first() {
            None => return fails,
            Some(&(variant, _)) if !property.settings().is_empty() => {
                format!(" with {}", property.variant(variant).1)
            }
            Some(_) => String::new(),
        };
        return match failing.worlds {
            0 => format!("{fails} in at least one world{which}"),
            _ => format!("{fails} in {worlds} of all {all} worlds{which}"),
        };
    }
    if tally.worlds == 1 {
        return format!("{fails} {}", first_world(property, failing));
    }
    let is_cut = failing.worlds > failing.first.len() as u64;
    let end = if is_cut { ", …" } else { "" };

    if property.settings().is_empty() {
        let seeds: Vec<_> = failing
            .first
            .iter()
            .map(|(_, seed)| seed.to_string())
            .collect();
        let seeds = seeds.join(", ");
        return format!("{fails} for {worlds} of {all} seeds: {seeds}{end}");
    }

    // The seeds of each variant.
    let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
    for (variant, seed) in &failing.first {
        match groups.last_mut() {
            Some((last, seeds)) if last == variant => seeds.push(seed.to_string()),
            _ => groups.push((*variant, vec![seed.to_string()])),
        }
    }
    let groups = groups.iter().map(|(variant, seeds)| {
        let (_, said) = property.variant(*variant);
        match &seeds[..] {
            _ if !property.has_several_seeds() => format!("with {said}"),
            [seed] => format!("with {said}, seed {seed}"),
            seeds => format!("with {said}, seeds {}", seeds.join(", ")),
        }
    });
    let groups = groups.collect::<Vec<_>>().join("; ");
    format!("{fails} in {worlds} of {all} worlds: {groups}{end}")
}

/// Returns the expectation of a failure, in one line that is not too long.
fn label(property: &Property, failure: &Failure) -> String {
    const LONGEST: usize = 80;
    let text = property.expectation(failure).unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// Names the first world in which an expectation fails.
fn first_world(property: &Property, failing: &Failing) -> String {
    let Some(&(variant, seed)) = failing.first.first() else {
        return String::new();
    };
    let world = match &failing.example {
        Some(example) => format!("draws {:?}", example.draws),
        None => format!("seed {seed}"),
    };
    match property.variant(variant) {
        (_, said) if said.is_empty() => format!("with {world}"),
        (_, said) => format!("with {said}, {world}"),
    }
}

/// Returns the tick of a failure, and the drawing of the world after it.
fn drawn(failure: &Failure) -> String {
    let drawing = escape_controls_in_lines(failure.drawing.trim_end_matches('\n'));
    if drawing.is_empty() {
        format!("tick {}", failure.tick)
    } else {
        format!("tick {}:\n{drawing}", failure.tick)
    }
}

/// How many worlds of a property there are.
#[derive(Clone, Copy, Serialize)]
struct WorldCounts {
    all: u64,
    failed: u64,
    /// The number of those that met no condition.
    unmet: u64,
    untested: u64,
    /// The number of states, if these are all worlds that there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
}

impl WorldCounts {
    fn of(property: &Property, tally: &Tally) -> Self {
        let is_of_all = property.is_of_all_seeds();
        let all = if is_of_all {
            tally.worlds
        } else {
            property.worlds()
        };
        Self {
            all,
            failed: tally.failed,
            unmet: tally.unmet,
            untested: all - tally.worlds,
            states: is_of_all.then_some(tally.states),
        }
    }
}

impl fmt::Display for WorldCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            all,
            failed,
            unmet,
            untested,
            states,
        } = *self;
        if let Some(states) = states {
            let states = plural_grouped(states, "state");
            return match all {
                0 => write!(f, "proved: {states}, and no world ends"),
                1 => write!(f, "proved: the only world, {states}"),
                _ => write!(f, "proved: all {} worlds, {states}", grouped(all)),
            };
        }
        write!(
            f,
            "{} of {} failed",
            grouped(failed),
            plural_grouped(all, "world")
        )?;
        if unmet > 0 {
            write!(f, ", {} did not meet the condition", grouped(unmet))?;
        }
        match untested {
            0 => Ok(()),
            1 => write!(f, ", 1 was not tested"),
            _ => write!(f, ", {} were not tested", grouped(untested)),
        }
    }
}

/// Returns the annotations of what is wrong with a scene, as GitHub shows them beside the lines.
fn annotations(tested: &Tested) -> Vec<String> {
    let escaped = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let file = escaped(&tested.name)
        .replace(',', "%2C")
        .replace(':', "%3A");
    let annotation = |source: Source<'_>, at: &Range<usize>, message: &str| {
        let (line, column) = source.line_and_column(at.start);
        let message = escaped(message);
        format!("::error file={file},line={line},col={column}::{message}")
    };

    if let Found::Invalid(invalid, error) = &tested.found {
        let faults = error.faults.iter();
        return faults
            .map(|fault| annotation(invalid.source(), &fault.at, &fault.message))
            .collect();
    }
    let fails = fails(tested).into_iter();
    fails
        .map(|fails| annotation(tested.source(), &fails.failure.at, &fails.message()))
        .collect()
}

impl Fails<'_> {
    /// Returns the whole message in one line.
    fn message(&self) -> String {
        match &self.worlds {
            Some(worlds) => format!("{worlds}: {}", self.failure.message),
            None => self.failure.message.clone(),
        }
    }
}

fn as_json(tested: &Tested) -> Value {
    let mut line = json!({"scene": tested.name, "passed": tested.has_passed()});
    let mut add = |key: &str, value: Value| line[key] = value;

    match &tested.found {
        Found::One(_, trial) => add("expectations", trial.expectations.into()),
        Found::Many(_, tally) => add("expectations", tally.expectations.into()),
        _ => {}
    }
    let failures = failures_as_json(tested);
    if !failures.is_empty() {
        add("failures", failures.into());
    }
    if let more @ 1.. = more(tested) {
        add("more", more.into());
    }
    if let Some(failure) = tested.first() {
        let mut first = json!({});
        add_bad_tick(&mut first, failure);
        match &tested.found {
            Found::One(Some(scene), _) => first["seed"] = scene.seed.into(),
            Found::Many(property, tally) => {
                let world = worlds_as_json(property, &tally.failing[0]).swap_remove(0);
                for key in ["seed", "draws"] {
                    if let Some(value) = world.get(key) {
                        first[key] = value.clone();
                    }
                }
            }
            _ => {}
        }
        add_command(&mut first, "again", &tested.commands.again);
        add_command(&mut first, "look", &tested.commands.look);
        add("first", first);
    }
    if let Found::Many(property, tally) = &tested.found {
        add("worlds", json!(WorldCounts::of(property, tally)));
    }
    if let Some(Smallest { shrunk, look }) = &tested.shrunk {
        let mut json = json!({
            "scene": shrunk.scene.to_ron(),
            "message": shrunk.failure.message,
        });
        add_bad_tick(&mut json, &shrunk.failure);
        add_command(&mut json, "look", look);
        add("shrunk", json);
    }
    if tested.blessed > 0 {
        add("blessed", tested.blessed.into());
    }
    if let Some(error) = tested.error() {
        add("error", error.into());
    }
    line
}

fn failures_as_json(tested: &Tested) -> Vec<Value> {
    let of = |source: Source<'_>, at: &Range<usize>, message: &str| {
        let (line, column) = source.line_and_column(at.start);
        json!({"line": line, "column": column, "message": message})
    };
    if let Found::Invalid(file, error) = &tested.found {
        let faults = error.faults.iter();
        return faults
            .map(|fault| of(file.source(), &fault.at, &fault.message))
            .collect();
    }
    if let Found::Panicked(report) = &tested.found {
        return vec![json!({"line": 1, "column": 1, "message": report})];
    }

    let mut failures = Vec::new();
    for (place, Fails { failure, .. }) in fails(tested).into_iter().enumerate() {
        let mut json = of(tested.source(), &failure.at, &failure.message);
        json["tick"] = failure.tick.into();
        if !failure.diff.is_empty() {
            json["diff"] = failure.diff.clone().into();
        }
        if let Found::Many(property, tally) = &tested.found {
            let failing = tally.failing.get(place);
            json["worlds"] = failing.map_or(0, |failing| failing.worlds).into();
            let first = failing.map(|failing| worlds_as_json(property, failing));
            json["first"] = first.unwrap_or_default().into();
        }
        failures.push(json);
    }
    failures
}

/// Returns the first worlds in which an expectation fails: the seed of each, or its draws, and its settings by their paths.
fn worlds_as_json(property: &Property, failing: &Failing) -> Vec<Value> {
    let world = |&(variant, seed): &(usize, u64)| {
        let mut world = match &failing.example {
            Some(example) => json!({"draws": example.draws}),
            None => json!({"seed": seed}),
        };
        let (variant, _) = property.variant(variant);
        for (setting, value) in property.settings().iter().zip(&variant.values) {
            world["settings"][&setting.path] = value.clone().into();
        }
        world
    };
    failing.first.iter().map(world).collect()
}

/// Adds the tick of a failure, and the drawing of the world after it, if there is one.
fn add_bad_tick(json: &mut Value, failure: &Failure) {
    json["tick"] = failure.tick.into();
    if !failure.drawing.is_empty() {
        json["text"] = failure.drawing.clone().into();
    }
}

fn add_command(json: &mut Value, name: &str, command: &str) {
    if !command.is_empty() {
        json[name] = command.into();
    }
}

fn junit_case(tested: &Tested) -> TestCase {
    let name = if tested.name.is_empty() {
        "path".to_owned()
    } else {
        escape_controls(&tested.name)
    };
    let mut case = TestCase::new(as_xml(&name), status(tested));
    case.assertions = match &tested.found {
        Found::One(_, trial) => Some(trial.expectations),
        Found::Many(_, tally) => Some(tally.expectations),
        _ => None,
    };
    case.set_time(tested.took);
    let folder = Path::new(&name)
        .parent()
        .filter(|it| !it.as_os_str().is_empty());
    case.set_classname(folder.map_or(SUITE.to_owned(), |it| as_xml(&it.display().to_string())));
    case.extra.insert("file".into(), as_xml(&name).into());
    case
}

fn status(tested: &Tested) -> TestCaseStatus {
    if tested.has_passed() {
        return TestCaseStatus::success();
    }

    let error = tested.error();
    let kind = if error.is_none() {
        NonSuccessKind::Failure
    } else {
        NonSuccessKind::Error
    };
    let mut messages: Vec<_> = error.into_iter().collect();
    match &tested.found {
        Found::Invalid(_, error) => {
            messages.extend(error.faults.iter().map(|fault| fault.message.clone()));
        }
        Found::Panicked(report) => messages.push(report.clone()),
        _ => messages.extend(fails(tested).iter().map(Fails::message)),
    }
    if let more @ 1.. = more(tested) {
        messages.push(format!("and {more} more"));
    }

    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(as_xml(&messages.join("\n")));
    if !matches!(tested.found, Found::Unread(_)) {
        status.set_description(as_xml(&details(tested)));
    }
    status
}

/// A text for display in XML, whose writer leaves in two characters that XML does not allow.
fn as_xml(text: &str) -> String {
    escape_controls_in_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
