//! Writing a record as RON.

use std::fmt::Write as _;

use super::Record;
use crate::scene::indented;

impl Record {
    /// The record as RON; [`Record::from_ron`] reads it back.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut ron = String::new();
        self.write(&mut ron).expect("a string takes everything");
        ron
    }

    fn write(&self, ron: &mut String) -> std::fmt::Result {
        writeln!(ron, "// `mazetick replay` runs the scene again and compares it with this;")?;
        writeln!(ron, "// `mazetick resume` continues it from the last of these ticks.")?;
        writeln!(ron, "Record(\n    mazetick: {:?},\n    rules: {},", self.mazetick, self.rules)?;
        writeln!(ron, "    ingredients: {:?},", self.ingredients)?;
        ron.push_str("    digests: {\n");
        for (tick, digests) in &self.digests {
            let named: Vec<_> =
                digests.iter().map(|(of, it)| format!("{of:?}: \"{it}\"")).collect();
            writeln!(ron, "        {tick}: {{{}}},", named.join(", "))?;
        }
        ron.push_str("    },\n");
        if !self.changes.is_empty() {
            writeln!(ron, "    // what each tick changes of what can be seen")?;
            ron.push_str("    changes: [\n");
            for changes in &self.changes {
                writeln!(ron, "        {changes:?},")?;
            }
            ron.push_str("    ],\n");
        }
        ron.push_str("    scene: ");
        ron.push_str(&indented(self.scene.to_ron().trim_end()));
        ron.push_str(",\n)\n");
        Ok(())
    }
}
