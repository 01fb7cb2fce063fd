//! Expectations about the whole world: its drawing, its digest.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::diff::diff;
use crate::base::digest;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::engine::text::TextFormat;
use crate::scene::{Check, Expect, Failure, printed};

/// The expected drawing of the world, in the scene's format.
///
/// In a scene, a line break right after the opening quote is ignored, so that the first line can
/// begin at the left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text(#[serde(serialize_with = "write", deserialize_with = "read")] pub String);

/// The expected digest of the world's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Digest")]
pub struct ExpectedDigest(pub digest::Digest);

impl Expect for Text {
    const NAME: &'static str = "Text";
    const OF_ONE_SEED: bool = true;

    fn check(&self, check: &mut Check<'_>) {
        if check.scene().text == TextFormat::NONE && !check.scene().has("text") {
            check.error(
                [],
                "needs a text format: add `text`, such as `text: Lattice`",
            );
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let found = maze.known(Maze::text);
        if *found == self.0 {
            return Ok(());
        }
        let literal = maze.known(Literal::of);
        let failure = Failure::new("the drawing differs from the expected one");
        let failure = failure.with_actual(SceneStep::Index(0), literal.0.clone());
        Err(Failure {
            diff: diff(&self.0, &found),
            ..failure
        })
    }
}

/// The drawing of a world as scenes write it.
struct Literal(String);

impl Literal {
    fn of(maze: &mut Maze) -> Self {
        Self(printed(&format!("\n{}", maze.text())))
    }
}

impl Expect for ExpectedDigest {
    const NAME: &'static str = "Digest";
    const OF_ONE_SEED: bool = true;

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let found = *maze.known(Maze::digest);
        if found == self.0 {
            return Ok(());
        }
        let message = format!("the digest is {found}, not {}", self.0);
        Err(Failure::new(message).with_actual(SceneStep::Index(0), format!("\"{found}\"")))
    }
}

fn write<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("\n{text}"))
}

fn read<'de, D: Deserializer<'de>>(text: D) -> Result<String, D::Error> {
    let text = String::deserialize(text)?;
    let text = if text.contains('\r') {
        with_plain_line_ends(&text)
    } else {
        text
    };
    Ok(text.strip_prefix('\n').map(str::to_owned).unwrap_or(text))
}

/// The text without carriage returns at the ends of its lines: parsed texts have none, so it is the
/// same when it is printed and read back.
fn with_plain_line_ends(text: &str) -> String {
    let lines = text
        .split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => [line.trim_end_matches('\r'), "\n"],
            None => [line, ""],
        });
    lines.flatten().collect()
}
