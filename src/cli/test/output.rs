//! What `mazetick test` prints: lines for people or for programs, and a file for build servers.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::json;

use super::{Passed, Tested};
use crate::cli::Verdict;

/// Prints results as they come, and keeps what is to be said at the end.
pub(super) struct Output<'a> {
    json: bool,
    junit: Option<(&'a Path, TestSuite)>,
    passed: u64,
    /// What people are told of the scenes that failed.
    failed: Vec<String>,
    verdict: Verdict,
}

impl<'a> Output<'a> {
    pub(super) fn new(json: bool, junit: Option<&'a Path>) -> Self {
        let junit = junit.map(|path| (path, TestSuite::new("scenes")));
        Self { json, junit, passed: 0, failed: Vec::new(), verdict: Verdict::Done }
    }

    /// Takes the next result.
    pub(super) fn add(&mut self, tested: &Tested) -> io::Result<()> {
        match &tested.result {
            Passed::Yes | Passed::Blessed(_) => self.passed += 1,
            Passed::No(_) => {
                self.failed.push(details(tested));
                self.verdict = self.verdict.max(Verdict::Failed);
            }
            Passed::Unread(report) => {
                say!("{report}");
                self.verdict = Verdict::BadInput;
                return Ok(());
            }
        }
        if let Some((_, suite)) = &mut self.junit {
            suite.add_test_case(case(tested));
        }
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", as_json(tested))
        } else {
            writeln!(output, "{}", as_line(tested))
        }
    }

    /// Says what came of all scenes.
    pub(super) fn end(self, filtered_out: u64) -> io::Result<Verdict> {
        if let Some((path, suite)) = self.junit {
            let mut report = Report::new("mazetick");
            report.add_test_suite(suite);
            let file = BufWriter::new(File::create(path).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })?);
            report.serialize(file).map_err(io::Error::other)?;
        }
        let (passed, failed) = (self.passed, self.failed.len());
        let mut output = BufWriter::new(io::stdout().lock());
        if self.json {
            let all = json!({"passed": passed, "failed": failed, "filtered_out": filtered_out});
            writeln!(output, "{all}")?;
        } else {
            self.failed.iter().try_for_each(|details| writeln!(output, "\n{details}"))?;
            let skipped = match filtered_out {
                0 => String::new(),
                scenes => format!(", {scenes} filtered out"),
            };
            writeln!(output, "\n{passed} passed, {failed} failed{skipped}")?;
        }
        output.flush()?;
        Ok(self.verdict)
    }
}

/// The line of a scene.
fn as_line(Tested { name, result }: &Tested) -> String {
    match result {
        Passed::Yes => format!("PASS {name}"),
        Passed::Blessed(1) => format!("PASS {name} (blessed 1 value)"),
        Passed::Blessed(values) => format!("PASS {name} (blessed {values} values)"),
        Passed::No(_) | Passed::Unread(_) => format!("FAIL {name}"),
    }
}

/// What is wrong with a scene, under its name.
fn details(Tested { name, result }: &Tested) -> String {
    let mut details = format!("---- {name} ----");
    if let Passed::No(complaints) = result {
        for complaint in complaints {
            details.push('\n');
            details.push_str(&complaint.report);
        }
    }
    details
}

fn as_json(Tested { name, result }: &Tested) -> serde_json::Value {
    match result {
        Passed::Yes => json!({"scene": name, "passed": true}),
        Passed::Blessed(values) => json!({"scene": name, "passed": true, "blessed": values}),
        Passed::No(complaints) => {
            let failures: Vec<_> = complaints
                .iter()
                .map(|complaint| {
                    json!({
                        "line": complaint.line,
                        "column": complaint.column,
                        "message": complaint.message,
                        "diff": complaint.diff,
                    })
                })
                .collect();
            json!({"scene": name, "passed": false, "failures": failures})
        }
        Passed::Unread(report) => json!({"scene": name, "passed": false, "error": report}),
    }
}

/// The case of a scene in a report for build servers.
fn case(tested: &Tested) -> TestCase {
    let Passed::No(complaints) = &tested.result else {
        return TestCase::new(tested.name.as_str(), TestCaseStatus::success());
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    let messages: Vec<_> = complaints.iter().map(|complaint| complaint.message.as_str()).collect();
    status.set_message(messages.join("\n"));
    status.set_description(details(tested));
    TestCase::new(tested.name.as_str(), status)
}
