//! The output of `mazetick test`: lines for people, or JSON for programs; and a `JUnit` file.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::json;

use crate::base::count::plural;
use crate::base::report::{escape_controls, escape_controls_in_lines};
use crate::cli::console;
use crate::cli::output::{UnfinishedFile, Writer, json_line, stdout};
use crate::cli::verdict::Verdict;

use super::{Answer, Complaint, SceneResult, Shrunk, Tested, Worlds};

/// The name of the tests in `JUnit` files, and of the folder of those in none.
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
        let begun = junit.map(|path| Writer::lasting().begin(path)).transpose()?;
        let junit = begun.map(|begun| (begun, TestSuite::new(SUITE)));
        let (passed, failed, unread, verdict) = (0, 0, 0, Verdict::Done);
        Ok(Self { json, annotates, junit, passed, failed, unread, details: Vec::new(), verdict })
    }

    pub(super) fn add(&mut self, tested: &Tested) -> io::Result<()> {
        if let Some(note) = &tested.note {
            say!("{note}");
        }
        match &tested.result {
            SceneResult::Passed => self.passed += 1,
            SceneResult::Failed { .. } => {
                self.failed += 1;
                if !self.json {
                    let name = escape_controls(&tested.name);
                    self.details.push(format!("---- {name} ----\n{}", details(tested)));
                }
                self.verdict = self.verdict.max(Verdict::Failed);
            }
            SceneResult::Unread(report) => {
                say!("{report}");
                self.unread += 1;
                self.verdict = Verdict::BadInput;
            }
        }
        if let Err(report) = &tested.blessed {
            say!("{report}");
            self.verdict = Verdict::BadInput;
        }
        if let Some((_, suite)) = &mut self.junit {
            suite.add_test_case(junit_case(tested));
        }
        let line = match &tested.result {
            _ if self.json => json_line(&as_json(tested)),
            SceneResult::Unread(_) => return Ok(()),
            _ => line(tested),
        };
        writeln!(stdout(), "{line}")?;
        match &tested.result {
            SceneResult::Failed { complaints, .. } if self.annotates => complaints
                .iter()
                .try_for_each(|it| writeln!(stdout(), "{}", annotation(&tested.name, it))),
            _ => Ok(()),
        }
    }

    /// Prints the totals. It is an error if the filters leave no scene.
    pub(super) fn end(mut self, filters: &[String], filtered_out: u64) -> io::Result<Verdict> {
        if filtered_out > 0 && self.passed + self.failed == 0 {
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

fn line(Tested { name, expectations, blessed, result, worlds, .. }: &Tested) -> String {
    let has_passed = matches!(result, SceneResult::Passed);
    let (style, verdict) =
        if has_passed { (console::WELL, "PASS") } else { (console::FAULT, "FAIL") };
    let note = match blessed {
        Ok(values @ 1..) => format!(" (blessed {})", plural(*values, "value")),
        _ if !has_passed => String::new(),
        _ if *expectations == Some(0) => " (expects nothing)".to_owned(),
        _ => worlds.map_or(String::new(), |worlds| format!(" ({worlds})")),
    };
    let name = escape_controls(name);
    if console::shows_colours(&io::stdout()) {
        format!("{style}{verdict}{style:#} {name}{note}")
    } else {
        format!("{verdict} {name}{note}")
    }
}

pub(super) fn details(Tested { result, worlds, answer, shrunk, .. }: &Tested) -> String {
    let mut lines = Vec::new();
    if let SceneResult::Failed { complaints, more } = result {
        for complaint in complaints {
            lines.push(complaint.report.clone());
            let diff = complaint.diff.iter().map(|diff| escape_controls_in_lines(diff));
            lines.extend(diff.map(|diff| diff.trim_end_matches('\n').to_owned()));
        }
        lines.extend((*more > 0).then(|| format!("and {more} more")));
    }
    if let Some(Shrunk { scene, message, bad, .. }) = shrunk {
        lines.push(format!("The smallest scene found that fails so:\n{scene}{message}"));
        lines.push(bad.shown());
    }
    if let Some(Answer { bad, again, look, .. }) = answer {
        lines.extend(shrunk.is_none().then(|| bad.shown()));
        let look = shrunk.as_ref().and_then(|it| it.look.as_ref()).unwrap_or(look);
        let commands = [("again:", again), ("look: ", look)].into_iter();
        let commands = commands.filter(|(_, command)| !command.is_empty());
        lines.extend(commands.map(|(word, command)| format!("{word} {command}")));
    }
    lines.extend(worlds.map(|worlds| worlds.to_string()));
    lines.join("\n")
}

impl fmt::Display for Worlds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, failed, unmet, untested } = *self;
        write!(f, "{} of {} worlds failed", grouped(failed), grouped(all))?;
        for (count, what) in [(unmet, "did not meet the condition"), (untested, "were not tested")]
        {
            if count > 0 {
                write!(f, ", {} {what}", grouped(count))?;
            }
        }
        Ok(())
    }
}

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let pieces = digits.as_bytes().rchunks(3).rev();
    let pieces: Vec<_> = pieces.map(|piece| String::from_utf8_lossy(piece)).collect();
    pieces.join(",")
}

/// A failure as GitHub shows it beside the line.
fn annotation(file: &str, Complaint { line, column, world, message, .. }: &Complaint) -> String {
    let escaped = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let file = escaped(file).replace(',', "%2C").replace(':', "%3A");
    format!("::error file={file},line={line},col={column}::{}{}", escaped(world), escaped(message))
}

fn as_json(tested: &Tested) -> serde_json::Value {
    let Tested { name, expectations, blessed, result, worlds, answer, shrunk, .. } = tested;
    let mut line = json!({"scene": name, "passed": matches!(result, SceneResult::Passed)});
    if let Some(expectations) = expectations {
        line["expectations"] = json!(expectations);
    }
    match result {
        SceneResult::Passed => {}
        SceneResult::Failed { complaints, more } => {
            line["failures"] = json!(complaints);
            if *more > 0 {
                line["more"] = json!(more);
            }
        }
        SceneResult::Unread(report) => line["error"] = json!(report),
    }
    if let Some(answer) = answer {
        line["first"] = json!(answer);
    }
    if let Some(worlds) = worlds {
        line["worlds"] = json!(worlds);
    }
    if let Some(shrunk) = shrunk {
        line["shrunk"] = json!(shrunk);
    }
    match blessed {
        Ok(0) => {}
        Ok(values) => line["blessed"] = json!(values),
        Err(report) => line["error"] = json!(report.to_string()),
    }
    line
}

fn junit_case(tested: &Tested) -> TestCase {
    let name =
        if tested.name.is_empty() { "path".to_owned() } else { escape_controls(&tested.name) };
    let mut case = TestCase::new(as_xml(&name), status(tested));
    case.assertions = tested.expectations;
    case.set_time(tested.took);
    let folder = Path::new(&name).parent().filter(|it| !it.as_os_str().is_empty());
    case.set_classname(folder.map_or(SUITE.to_owned(), |it| as_xml(&it.display().to_string())));
    case.extra.insert("file".into(), as_xml(&name).into());
    case
}

fn status(tested: &Tested) -> TestCaseStatus {
    let (complaints, more) = match &tested.result {
        SceneResult::Passed => return TestCaseStatus::success(),
        SceneResult::Failed { complaints, more } => (complaints, more),
        SceneResult::Unread(report) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(as_xml(report));
            return status;
        }
    };
    let unwritten = tested.blessed.as_ref().err().map(ToString::to_string);
    let kind = if unwritten.is_none() { NonSuccessKind::Failure } else { NonSuccessKind::Error };
    let mut status = TestCaseStatus::non_success(kind);
    let messages = complaints.iter().map(|it| format!("{}{}", it.world, it.message));
    let more = (*more > 0).then(|| format!("and {more} more"));
    let messages: Vec<_> = unwritten.into_iter().chain(messages).chain(more).collect();
    status.set_message(as_xml(&messages.join("\n")));
    status.set_description(as_xml(&details(tested)));
    status
}

/// A text for display in XML, whose writer leaves in two characters that XML does not allow.
fn as_xml(text: &str) -> String {
    escape_controls_in_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
