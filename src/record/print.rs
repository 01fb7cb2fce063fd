//! From a record to RON.

use std::fmt::Write as _;

use super::Record;
use crate::digest::{Digest, PartDigests};

impl Record {
    /// The record as RON; [`Record::from_ron`] reads the same record from it.
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
        ron.push_str("    scene: ");
        let scene = self.scene.to_ron();
        for (place, line) in scene.trim_end().lines().enumerate() {
            let indent = if place == 0 { "" } else { "\n    " };
            write!(ron, "{indent}{line}")?;
        }
        ron.push_str(",\n)\n");
        Ok(())
    }
}

fn words(digests: &PartDigests) -> String {
    digests.0.map(|digest: Digest| digest.to_string()).join(" ")
}
