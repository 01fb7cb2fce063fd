//! Writing a record as RON.

use std::fmt::Write as _;

use super::Record;
use crate::digest::{Digest, PartDigests};

impl Record {
    /// The record as RON; [`Record::from_ron`] reads it back.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut ron = String::new();
        self.print(&mut ron).expect("a string takes everything");
        ron
    }

    fn print(&self, ron: &mut String) -> std::fmt::Result {
        writeln!(ron, "// `mazetick replay` runs the scene again and compares it with this.")?;
        writeln!(ron, "Record(\n    mazetick: {:?},\n    rules: {},", self.mazetick, self.rules)?;
        writeln!(ron, "    every: {},\n    ticks: {},", self.every, self.ticks)?;
        writeln!(ron, "    // progress, walls, cells, generator, chance, walkers")?;
        ron.push_str("    digests: [\n");
        for digests in &self.digests {
            writeln!(ron, "        \"{}\",", words(digests))?;
        }
        ron.push_str("    ],\n");
        if !self.marks.is_empty() {
            writeln!(ron, "    // of each tick between, the last eight digits of each digest")?;
            ron.push_str("    marks: [\n");
            for marks in &self.marks {
                writeln!(ron, "        \"{marks}\",")?;
            }
            ron.push_str("    ],\n");
        }
        if let Some(drawn) = self.drawn {
            writeln!(ron, "    // of the drawing at the end\n    drawn: \"{drawn}\",")?;
        }
        if !self.changes.is_empty() {
            writeln!(ron, "    // what each tick changes of what can be seen")?;
            ron.push_str("    changes: [\n");
            for changes in &self.changes {
                writeln!(ron, "        {changes:?},")?;
            }
            ron.push_str("    ],\n");
        }
        ron.push_str("    scene: ");
        let scene = self.scene.to_ron();
        let mut is_in_text = false;
        for (place, line) in scene.trim_end().lines().enumerate() {
            let indent = match (place, is_in_text) {
                (0, _) => "",
                (_, true) => "\n",
                (_, false) => "\n    ",
            };
            write!(ron, "{indent}{line}")?;
            is_in_text = ends_in_text(line, is_in_text);
        }
        ron.push_str(",\n)\n");
        Ok(())
    }
}

/// Whether a line of RON ends inside a quoted text, which is printed unchanged: a drawing, for
/// instance.
fn ends_in_text(line: &str, mut is_in_text: bool) -> bool {
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => is_in_text = !is_in_text,
            _ => {}
        }
    }
    is_in_text
}

fn words(digests: &PartDigests) -> String {
    digests.0.map(|digest: Digest| digest.to_string()).join(" ")
}
