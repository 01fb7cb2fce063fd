//! Printing a scene as RON, in a readable layout.

use std::fmt::Write as _;

use super::Scene;

impl Scene {
    /// The scene as RON; [`Scene::from_ron`] reads it back.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut ron = "Scene(\n".to_owned();
        self.print(&mut ron).expect("a string takes everything");
        ron.push_str(")\n");
        ron
    }

    fn print(&self, ron: &mut String) -> std::fmt::Result {
        if !self.name.is_empty() {
            writeln!(ron, "    name: {},", quoted(&self.name))?;
        }
        if self.seed != 0 {
            writeln!(ron, "    seed: {},", self.seed)?;
        }
        writeln!(ron, "    grid: (rows: {}, columns: {}),", self.grid.rows, self.grid.columns)?;
        for ingredient in &self.ingredients {
            write!(ron, "    {}: ", ingredient.recipe().field)?;
            ingredient.print(ron)?;
            ron.push_str(",\n");
        }
        writeln!(ron, "    text: {},", self.text.name())?;
        if !self.expect.is_empty() {
            ron.push_str("    expect: [\n");
            for expectation in &self.expect {
                ron.push_str("        ");
                expectation.print(ron)?;
                ron.push_str(",\n");
            }
            ron.push_str("    ],\n");
        }
        Ok(())
    }
}

/// A drawing as a string literal whose first line begins at the left.
pub(crate) fn literal(drawing: &str) -> String {
    if drawing.contains(['"', '\\', '\r']) {
        quoted(&format!("\n{drawing}"))
    } else {
        format!("\"\n{drawing}\"")
    }
}

fn quoted(text: &str) -> String {
    ron::to_string(text).expect("text is RON")
}
