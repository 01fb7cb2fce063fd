//! The output of `mazetick test`: lines for people or programs, and a `JUnit` file.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::base::count::plural;
use crate::base::report::{escape_controls, escape_controls_in_lines};
use quick_junit::{Report, TestSuite};
use serde_json::json;

use super::for_programs::{json_line, junit_case};
use super::{SceneResult, Tested};
use crate::cli::Verdict;
use crate::cli::colour::{self, Painter};
use crate::cli::stdout::stdout;
use crate::cli::writer::{Begun, Writer};

/// Prints results as they come, and collects what is printed at the end.
pub(super) struct Output {
    json: bool,
    junit: Option<(Begun, TestSuite)>,
    passed: u64,
    /// The number of paths that could not be read.
    unread: u64,
    failed: u64,
    /// Details of failed scenes, printed at the end, for people; for programs they are printed at
    /// once.
    details: Vec<String>,
    verdict: Verdict,
}

impl Output {
    /// Opens the `JUnit` file before the work, so that a wrong path is reported early.
    pub(super) fn new(json: bool, junit: Option<&Path>, writer: &Writer) -> io::Result<Self> {
        let begun = junit.map(|path| writer.begin(path)).transpose()?;
        let junit = begun.map(|begun| (begun, TestSuite::new("scenes")));
        let (passed, unread, failed) = (0, 0, 0);
        Ok(Self {
            json,
            junit,
            passed,
            unread,
            failed,
            details: Vec::new(),
            verdict: Verdict::Done,
        })
    }

    /// Takes the next result.
    pub(super) fn add(&mut self, tested: &Tested) -> io::Result<()> {
        if let Some(note) = &tested.note {
            say!("{note}");
        }
        match &tested.result {
            SceneResult::TickDiff => self.passed += 1,
            SceneResult::Failed { .. } => {
                self.failed += 1;
                if !self.json {
                    self.details.push(details(tested, Painter::of_stdout()));
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
            _ if self.json => json_line(tested),
            SceneResult::Unread(_) => return Ok(()),
            _ => line(tested),
        };
        writeln!(stdout(), "{line}")
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

/// The line of a scene.
fn line(Tested { name, expectations, blessed, result, .. }: &Tested) -> String {
    let has_passed = matches!(result, SceneResult::TickDiff);
    let (style, verdict) =
        if has_passed { (colour::WELL, "PASS") } else { (colour::FAULT, "FAIL") };
    let note = match blessed {
        Ok(values @ 1..) => format!(" (blessed {})", plural(*values, "value")),
        _ if has_passed && *expectations == Some(0) => " (expects nothing)".to_owned(),
        _ => String::new(),
    };
    format!("{} {}{note}", Painter::of_stdout().styled(style, verdict), escape_controls(name))
}

/// The errors of a scene, under its name.
pub(super) fn details(Tested { name, result, .. }: &Tested, painter: Painter) -> String {
    let mut details =
        painter.styled(colour::FRAME, &format!("---- {} ----", escape_controls(name)));
    if let SceneResult::Failed { complaints, more } = result {
        for complaint in complaints {
            let _ = write!(details, "\n{}", painter.report(&complaint.report));
            if let Some(diff) = &complaint.diff {
                let _ = write!(details, "\n{}", painter.diff(&escape_controls_in_lines(diff)));
            }
        }
        if *more > 0 {
            let _ = write!(details, "\nand {more} more");
        }
    }
    details
}
