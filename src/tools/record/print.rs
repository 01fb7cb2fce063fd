//! Writing a record as RON.

use std::fmt::Write as _;

use super::Record;
use crate::base::digest::{Digest, PartDigests};
use crate::scene::laid_out;

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
        ron.push_str(&laid_out(&self.scene.plain(), 4));
        ron.push_str(",\n)\n");
        Ok(())
    }
}

fn words(digests: &PartDigests) -> String {
    digests.0.map(|digest: Digest| digest.to_string()).join(" ")
}
