//! The result of a tested scene for programs: a line of JSON, and a case of `JUnit`.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};
use serde_json::json;

use super::output::details;
use super::{Complaint, SceneResult, Tested};
use crate::base::report::{escape_controls, escape_controls_in_lines};
use crate::cli::colour::Painter;
use crate::cli::json;

/// The line of a scene.
pub(super) fn json_line(tested: &Tested) -> String {
    json::line(&value(tested))
}

fn value(Tested { name, expectations, blessed, result, .. }: &Tested) -> serde_json::Value {
    let mut line = json!({"scene": name, "passed": matches!(result, SceneResult::TickDiff)});
    if let Some(expectations) = expectations {
        line["expectations"] = json!(expectations);
    }
    match result {
        SceneResult::TickDiff => {}
        SceneResult::Failed { complaints, more } => {
            line["failures"] = complaints.iter().map(complaint_as_json).collect();
            if *more > 0 {
                line["more"] = json!(more);
            }
        }
        SceneResult::Unread(report) => line["error"] = json!(report),
    }
    match blessed {
        Ok(0) => {}
        Ok(values) => line["blessed"] = json!(values),
        Err(report) => line["error"] = json!(report),
    }
    line
}

fn complaint_as_json(complaint: &Complaint) -> serde_json::Value {
    json!({
        "line": complaint.line,
        "column": complaint.column,
        "message": complaint.message,
        "diff": complaint.diff,
    })
}

/// The case of a scene.
pub(super) fn junit_case(tested: &Tested) -> TestCase {
    let name =
        if tested.name.is_empty() { "path".to_owned() } else { escape_controls(&tested.name) };
    let mut case = TestCase::new(as_xml(&name), status(tested));
    case.assertions = tested.expectations;
    case
}

fn status(tested: &Tested) -> TestCaseStatus {
    let (complaints, more) = match &tested.result {
        SceneResult::TickDiff => return TestCaseStatus::success(),
        SceneResult::Failed { complaints, more } => (complaints, more),
        SceneResult::Unread(report) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(as_xml(report));
            return status;
        }
    };
    let kind = if tested.blessed.is_ok() { NonSuccessKind::Failure } else { NonSuccessKind::Error };
    let mut status = TestCaseStatus::non_success(kind);
    let unwritten = tested.blessed.as_ref().err().map(String::as_str);
    let messages = complaints.iter().map(|complaint| complaint.message.as_str());
    let mut messages: Vec<_> = unwritten.into_iter().chain(messages).collect();
    let more = (*more > 0).then(|| format!("and {more} more"));
    messages.extend(more.as_deref());
    status.set_message(as_xml(&messages.join("\n")));
    status.set_description(as_xml(&details(tested, Painter::PLAIN)));
    status
}

/// A text for display, without the characters that XML cannot represent and that its writer leaves
/// in.
fn as_xml(text: &str) -> String {
    escape_controls_in_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
