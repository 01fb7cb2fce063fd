//! Saved worlds: the text of a record, and behind it the bytes of a world that took long, which only
//! save time.
//!
//! The bytes follow a last line of the text, a comment. Whatever reads a record reads as far as that line.
//! Only `resume` reads on; if it finds anything else than was written, it runs the scene again.

use std::time::{Duration, Instant};

use memchr::memmem;

use crate::base::digest::Digest;
use crate::base::limits;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

/// The line before a checkpoint begins so; the digest of both sides follows.
const HEAD: &str = "// checkpoint, ";
const TAIL: &str = ": only saves time\n";

/// The file of a saved world with this text. It has a checkpoint if the run has taken longer than a
/// second since it began, or began at a checkpoint: `None`.
pub(super) fn file(
    text: String,
    simulation: &mut Simulation,
    scene: &CheckedScene,
    begun: Option<Instant>,
) -> Vec<u8> {
    let mut file = text.into_bytes();
    let is_long = begun.is_none_or(|begun| begun.elapsed() > Duration::from_secs(1));
    if is_long
        && simulation
            .check_room(simulation.grid(), scene.own_bytes())
            .is_ok()
        && let Some(bytes) = simulation.encode()
    {
        let line = line(&file, &bytes);
        if file.len() + line.len() + bytes.len() <= limits::TEXT {
            file.extend([line.as_bytes(), &bytes].concat());
        }
    }
    file
}

/// Splits a file of this kind behind its text, where the line of a checkpoint follows; of a record also where bytes
/// follow that are no text, such as a damaged checkpoint.
pub(super) fn split(file: &mut Vec<u8>, kind: &str) -> Vec<u8> {
    let end = memmem::find(file, b"\n)\n").map_or(file.len(), |end| end + 3);
    let is_text = std::str::from_utf8(&file[end..]).is_ok();
    let is_checkpoint = file[end..].starts_with(HEAD.as_bytes()) || kind == "record" && !is_text;
    if is_checkpoint {
        file.split_off(end)
    } else {
        Vec::new()
    }
}

/// The checkpoint in what is behind a text; `None` if it was not written with that.
pub(super) fn checkpoint<'a>(text: &str, trailer: &'a [u8]) -> Option<&'a [u8]> {
    let end = trailer.iter().position(|&byte| byte == b'\n')?;
    let (found, bytes) = trailer.split_at(end + 1);
    (found == line(text.as_bytes(), bytes).as_bytes()).then_some(bytes)
}

/// The line between a text and a checkpoint, with the digest of both: neither goes with another.
fn line(text: &[u8], bytes: &[u8]) -> String {
    let digest = Digest::new(&[text, bytes].map(Digest::of_bytes));
    format!("{HEAD}{digest}{TAIL}")
}
