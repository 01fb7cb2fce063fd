//! Saved worlds: the text of a record, and behind it a checkpoint of a long run, which only saves time.
//!
//! The checkpoint is deflated, behind a last line of the text that is a comment. Whatever reads a
//! record reads as far as that line. Only `resume` reads on; if it finds anything else than was
//! written, it runs the scene again.

use std::io::{BufRead, Read};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};

use crate::base::digest::{Digest, Hasher};
use crate::base::limits;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

/// How the line before a checkpoint begins. No other line of a record or a scene should.
const HEAD: &str = "// checkpoint, ";

/// What the line says between the number of bytes and their digest.
const BYTES: &str = " bytes, ";

/// The last checkpoint of a run, and how long ago it was.
pub(super) struct Behind {
    /// Deflated; empty if there is none.
    pub(super) bytes: Vec<u8>,
    since: Instant,
    /// How long it took to make one.
    cost: Duration,
}

impl Behind {
    /// None, at the beginning of a run.
    pub(super) fn begin() -> Self {
        Self { bytes: Vec::new(), since: Instant::now(), cost: Duration::ZERO }
    }

    /// The file of a saved world with this text. There is a new checkpoint in it if the run since the
    /// last one took more than a second, and ten times as long as to make one.
    pub(super) fn file(
        &mut self,
        text: String,
        simulation: &mut Simulation,
        scene: &CheckedScene,
    ) -> Vec<u8> {
        let worth = Duration::from_secs(1).max(10 * self.cost);
        let begun = Instant::now();
        if begun - self.since > worth
            && let Some(bytes) = deflated(simulation, scene)
        {
            self.bytes = bytes;
            self.since = Instant::now();
            self.cost = self.since - begun;
        }
        let mut file = text.into_bytes();
        if !self.bytes.is_empty() {
            let digest = digest(&file, &self.bytes);
            let line = format!("{HEAD}{}{BYTES}{digest}: only saves time\n", self.bytes.len());
            file.extend_from_slice(line.as_bytes());
            file.extend_from_slice(&self.bytes);
        }
        file
    }
}

/// A checkpoint of a world, if it can have one that is read again.
fn deflated(simulation: &mut Simulation, scene: &CheckedScene) -> Option<Vec<u8>> {
    simulation.check_room(simulation.grid(), scene.own_bytes()).ok()?;
    let checkpoint = simulation.checkpoint();
    let encoded = simulation.encode(&checkpoint)?;
    drop(checkpoint);
    let is_read = encoded.len() as u64 <= simulation.most_encoded(scene.own_bytes());
    let mut deflated = Vec::new();
    DeflateEncoder::new(&encoded[..], Compression::fast()).read_to_end(&mut deflated).ok()?;
    (is_read && deflated.len() <= limits::TEXT).then_some(deflated)
}

/// The digest of a checkpoint and of the text before its line: so neither goes with another.
fn digest(text: &[u8], bytes: &[u8]) -> Digest {
    let mut hasher = Hasher::default();
    hasher.add_all(text);
    hasher.add_all(bytes);
    hasher.digest()
}

/// The deflated checkpoint in what follows after the text of a file; `None` if it was not written with
/// that. An empty one, if there is none.
pub(super) fn read_behind(text: &str, behind: impl Read) -> Option<Vec<u8>> {
    let before = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
    let (text, line) = text.split_at(before);
    let Some(said) = line.strip_prefix(HEAD) else { return Some(Vec::new()) };
    let (length, said) = said.split_once(BYTES)?;
    let length: usize = length.parse().ok().filter(|&it| it <= limits::TEXT)?;
    let mut bytes = Vec::new();
    behind.take(length as u64 + 1).read_to_end(&mut bytes).ok()?;
    let is_same = bytes.len() == length
        && said.get(..16) == Some(&*digest(text.as_bytes(), &bytes).to_string());
    is_same.then_some(bytes)
}

/// Inflates a checkpoint while it is read.
pub(super) fn inflated(bytes: &[u8]) -> impl Read + '_ {
    DeflateDecoder::new(bytes)
}

/// Reads a text up to its end or to a checkpoint behind it, at most a byte more than the limit.
pub(super) fn read_text(input: &mut impl BufRead, limit: usize) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let mut input = input.take(limit as u64 + 1);
    loop {
        let line = text.len();
        if input.read_until(b'\n', &mut text)? == 0 || text[line..].starts_with(HEAD.as_bytes()) {
            return Ok(text);
        }
    }
}
