//! The line of JSON for a tested scene.

use serde_json::json;

use crate::cli::json;

use super::{Complaint, SceneResult, Tested};

/// The line of a scene.
pub(super) fn line(tested: &Tested) -> String {
    json::line(&value(tested))
}

fn value(Tested { name, expectations, blessed, result, .. }: &Tested) -> serde_json::Value {
    let mut line = json!({"scene": name, "passed": matches!(result, SceneResult::Passed)});
    if let Some(expectations) = expectations {
        line["expectations"] = json!(expectations);
    }
    match result {
        SceneResult::Passed => {}
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
