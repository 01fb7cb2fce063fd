//! The line of JSON that programs read of a tested scene.

use std::fmt::Write as _;

use crate::shown;
use serde_json::json;

use super::{Complaint, Outcome, Tested};

/// The line of a scene. What would steer a terminal is escaped as JSON has it, so programs read what
/// there was.
pub(super) fn line(tested: &Tested) -> String {
    let mut line = String::new();
    for c in value(tested).to_string().chars() {
        if c.is_ascii() || shown(c.encode_utf8(&mut [0; 4])).starts_with(c) {
            line.push(c);
        } else {
            let _ = write!(line, "\\u{:04x}", u32::from(c)); // none of them needs five digits
        }
    }
    line
}

fn value(Tested { name, expectations, blessed, outcome, .. }: &Tested) -> serde_json::Value {
    let mut line = json!({"scene": name, "passed": matches!(outcome, Outcome::Passed)});
    if let Some(expectations) = expectations {
        line["expectations"] = json!(expectations);
    }
    match outcome {
        Outcome::Passed => {}
        Outcome::Failed { complaints, more } => {
            line["failures"] = complaints.iter().map(complaint_as_json).collect();
            if *more > 0 {
                line["more"] = json!(more);
            }
        }
        Outcome::Unread(report) => line["error"] = json!(report),
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
