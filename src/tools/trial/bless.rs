//! Blessing: writes the actual values into a scene, in place of the expected ones.

use crate::base::limits;
use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::ScenePath;
use crate::registry::Registry;
use crate::scene::places_of;
use crate::scene::simulation::Simulation;

/// A scene's text with actual values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blessed {
    /// The new text.
    pub text: String,
    /// The number of changed values.
    pub values: usize,
}

impl Registry {
    /// The text of a scene with actual values in place of expected ones, where a drawing, a digest
    /// or a number of ticks differs; everything else is unchanged. A drawing's lines end as those
    /// of the text do. The scene runs in the simulation `spare`, or in a new one. If its world does
    /// not come to its end, nothing is changed.
    ///
    /// # Errors
    /// As [`Self::test`]; if the text would become longer than [`limits::TEXT`].
    pub fn bless(&self, text: &str, spare: &mut Option<Simulation>) -> Result<Blessed, TextError> {
        let scene = self.read(text)?;
        let simulation = Simulation::reuse(spare, &scene).map_err(|error| error.locate(text))?;
        let (mut paths, mut values, mut length) = (Vec::new(), Vec::new(), text.len());
        let comes_to_its_end = simulation.judge_all(&scene, &mut |path, mismatch| {
            if let Some((step, value)) = mismatch.remedy.map(|remedy| *remedy) {
                length += value.len();
                if length <= limits::TEXT {
                    paths.push(path.then([step]));
                    values.push(value);
                }
            }
        });
        if !comes_to_its_end {
            return Ok(Blessed { text: text.to_owned(), values: 0 });
        }
        let blessed = if length <= limits::TEXT { replaced(text, &paths, &values) } else { None };
        let Some(blessed) = blessed else {
            let most = limits::TEXT;
            let message = format!(
                "after blessing, a scene of more than {most} bytes, expected at most {most}"
            );
            return Err(Fault { at: 0..0, message }.into());
        };
        self.read(&blessed)?;
        Ok(Blessed { text: blessed, values: values.len() })
    }
}

/// A text with the values at these paths replaced; `None` if it is too long.
fn replaced(text: &str, paths: &[ScenePath], values: &[String]) -> Option<String> {
    let mut edits: Vec<_> = places_of(text, paths).into_iter().zip(values).collect();
    edits.sort_by_key(|(at, _)| at.start);
    let mut blessed = String::with_capacity(text.len());
    let mut done = 0;
    for (at, value) in edits {
        blessed.push_str(&text[done..at.start]);
        blessed.push_str(&value.replace('\n', line_end(text)));
        done = at.end;
    }
    blessed.push_str(&text[done..]);
    (blessed.len() <= limits::TEXT).then_some(blessed)
}

/// The line ending of a text: that of its first line.
fn line_end(text: &str) -> &'static str {
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    if first.ends_with("\r\n") { "\r\n" } else { "\n" }
}
