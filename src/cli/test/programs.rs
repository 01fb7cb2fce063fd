//! What programs read of a tested scene: a line of JSON, and a case for build servers.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};
use serde_json::json;

use super::output::details;
use super::{Complaint, Passed, Tested};

/// The line of a scene.
pub(super) fn as_json(
    Tested { name, expectations, blessed, result }: &Tested,
) -> serde_json::Value {
    let mut line = json!({"scene": name, "passed": matches!(result, Passed::Yes)});
    if let Some(expectations) = expectations {
        line["expectations"] = json!(expectations);
    }
    match result {
        Passed::Yes => {}
        Passed::No(complaints, more) => {
            line["failures"] = complaints.iter().map(complaint_as_json).collect();
            if *more > 0 {
                line["more"] = json!(more);
            }
        }
        Passed::Unread(report) => line["error"] = json!(report),
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

/// The case of a scene in a report for build servers.
pub(super) fn case(tested: &Tested) -> TestCase {
    let name = if matches!(tested.result, Passed::Unread(_)) { "path" } else { &tested.name };
    let mut case = TestCase::new(name, status(tested));
    case.assertions = tested.expectations;
    case
}

fn status(tested: &Tested) -> TestCaseStatus {
    let (complaints, more) = match &tested.result {
        Passed::Yes => return TestCaseStatus::success(),
        Passed::No(complaints, more) => (complaints, more),
        Passed::Unread(report) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(report.as_str());
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
    status.set_message(messages.join("\n"));
    status.set_description(details(tested));
    status
}
