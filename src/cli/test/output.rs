//! The output of `mazetick test`: lines for people, or JSON for programs; and a `JUnit` file.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use crate::base::count::plural;
use crate::base::report::{escape_controls, escape_controls_in_lines};
use crate::cli::console;
use crate::cli::output::{UnfinishedFile, Writer, json_line, stdout};
use crate::cli::verdict::Verdict;

use super::{Answer, Complaint, Shrunk, Tested, Worlds};

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
        if let Some(report) = &tested.unread {
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
        if let Some(report) = &tested.unwritten {
            say!("{report}");
            self.verdict = Verdict::BadInput;
        }
        if let Some((_, suite)) = &mut self.junit {
            suite.add_test_case(junit_case(tested));
        }
        if self.json {
            writeln!(stdout(), "{}", json_line(&as_json(tested)))?;
        } else if tested.unread.is_none() {
            writeln!(stdout(), "{}", line(tested))?;
        }
        let mut complaints = tested.complaints.iter().filter(|_| self.annotates);
        complaints.try_for_each(|it| writeln!(stdout(), "{}", annotation(&tested.name, it)))
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
    let note = match tested.blessed {
        values @ 1.. => format!(" (blessed {})", plural(values, "value")),
        0 if !has_passed => String::new(),
        0 if tested.expectations == Some(0) => " (expects nothing)".to_owned(),
        0 => tested
            .worlds
            .map_or(String::new(), |worlds| format!(" ({worlds})")),
    };
    let name = escape_controls(&tested.name);
    if console::shows_colours(&io::stdout()) {
        format!("{style}{verdict}{style:#} {name}{note}")
    } else {
        format!("{verdict} {name}{note}")
    }
}

pub(super) fn details(
    Tested {
        complaints,
        more,
        worlds,
        answer,
        shrunk,
        ..
    }: &Tested,
) -> String {
    let mut lines = Vec::new();
    for complaint in complaints {
        lines.push(complaint.report.clone());
        let diff = complaint
            .diff
            .iter()
            .map(|diff| escape_controls_in_lines(diff));
        lines.extend(diff.map(|diff| diff.trim_end_matches('\n').to_owned()));
    }
    lines.extend((*more > 0).then(|| format!("and {more} more")));
    if let Some(Shrunk {
        scene,
        message,
        bad,
        ..
    }) = shrunk
    {
        lines.push(format!(
            "The smallest scene found that fails so:\n{scene}{message}"
        ));
        lines.push(bad.shown());
    }
    if let Some(Answer {
        bad, again, look, ..
    }) = answer
    {
        lines.extend(shrunk.is_none().then(|| bad.shown()));
        let look = shrunk
            .as_ref()
            .and_then(|it| it.look.as_ref())
            .unwrap_or(look);
        let commands = [("again:", again), ("look: ", look)].into_iter();
        let commands = commands.filter(|(_, command)| !command.is_empty());
        lines.extend(commands.map(|(word, command)| format!("{word} {command}")));
    }
    lines.extend(worlds.map(|worlds| worlds.to_string()));
    lines.join("\n")
}

impl fmt::Display for Worlds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            all,
            failed,
            unmet,
            untested,
        } = *self;
        write!(f, "{} of {} worlds failed", grouped(failed), grouped(all))?;
        for (count, what) in [
            (unmet, "did not meet the condition"),
            (untested, "were not tested"),
        ] {
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
fn annotation(
    file: &str,
    Complaint {
        line,
        column,
        world,
        message,
        ..
    }: &Complaint,
) -> String {
    let escaped = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let file = escaped(file).replace(',', "%2C").replace(':', "%3A");
    format!(
        "::error file={file},line={line},col={column}::{}{}",
        escaped(world),
        escaped(message)
    )
}

fn as_json(tested: &Tested) -> Value {
    let Tested {
        complaints,
        more,
        blessed,
        answer,
        worlds,
        shrunk,
        ..
    } = tested;
    let mut line = json!({"scene": tested.name, "passed": tested.has_passed()});
    for (key, value) in [
        ("expectations", tested.expectations.map(Value::from)),
        (
            "failures",
            (!complaints.is_empty()).then(|| json!(complaints)),
        ),
        ("more", (*more > 0).then(|| json!(more))),
        ("first", answer.as_ref().map(|it| json!(it))),
        ("worlds", worlds.as_ref().map(|it| json!(it))),
        ("shrunk", shrunk.as_ref().map(|it| json!(it))),
        ("blessed", (*blessed > 0).then(|| json!(blessed))),
        (
            "error",
            tested
                .unread
                .as_ref()
                .or(tested.unwritten.as_ref())
                .map(|it| json!(it)),
        ),
    ] {
        if let Some(value) = value {
            line[key] = value;
        }
    }
    line
}

fn junit_case(tested: &Tested) -> TestCase {
    let name = if tested.name.is_empty() {
        "path".to_owned()
    } else {
        escape_controls(&tested.name)
    };
    let mut case = TestCase::new(as_xml(&name), status(tested));
    case.assertions = tested.expectations;
    case.set_time(tested.took);
    let folder = Path::new(&name)
        .parent()
        .filter(|it| !it.as_os_str().is_empty());
    case.set_classname(folder.map_or(SUITE.to_owned(), |it| as_xml(&it.display().to_string())));
    case.extra.insert("file".into(), as_xml(&name).into());
    case
}

fn status(tested: &Tested) -> TestCaseStatus {
    let Tested {
        complaints,
        more,
        unread,
        unwritten,
        ..
    } = tested;
    if tested.has_passed() {
        return TestCaseStatus::success();
    }
    let error = unread.as_ref().or(unwritten.as_ref());
    let kind = if error.is_none() {
        NonSuccessKind::Failure
    } else {
        NonSuccessKind::Error
    };
    let mut status = TestCaseStatus::non_success(kind);
    let messages = complaints
        .iter()
        .map(|it| format!("{}{}", it.world, it.message));
    let more = (*more > 0).then(|| format!("and {more} more"));
    let messages: Vec<_> = error
        .cloned()
        .into_iter()
        .chain(messages)
        .chain(more)
        .collect();
    status.set_message(as_xml(&messages.join("\n")));
    if unread.is_none() {
        status.set_description(as_xml(&details(tested)));
    }
    status
}

/// A text for display in XML, whose writer leaves in two characters that XML does not allow.
fn as_xml(text: &str) -> String {
    escape_controls_in_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
