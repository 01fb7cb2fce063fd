//! From a scene to RON, laid out as people write it.

use std::fmt::Write as _;

use super::{Expectation, Generate, Scene, Walk};
use crate::dice::Numbers;
use crate::johnny::Commands;

impl Scene {
    /// The scene as RON; [`Scene::from_ron`] reads the same scene from it.
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
        if let Some(generate) = &self.generate {
            print_generate(ron, generate)?;
        }
        if let Some(numbers) = &self.numbers {
            print_numbers(ron, numbers)?;
        }
        if let Some(signs) = &self.signs {
            ron.push_str("    signs: {\n");
            signs.iter().try_for_each(|(at, signs)| writeln!(ron, "        {at}: \"{signs}\","))?;
            ron.push_str("    },\n");
        }
        if let Some(walk) = &self.walk {
            print_walk(ron, walk)?;
        }
        writeln!(ron, "    text: {:?},", self.text)?;
        if !self.expect.is_empty() {
            ron.push_str("    expect: [\n");
            self.expect.iter().try_for_each(|expectation| {
                ron.push_str("        ");
                print_expectation(ron, expectation)?;
                ron.push_str(",\n");
                Ok(())
            })?;
            ron.push_str("    ],\n");
        }
        Ok(())
    }
}

fn print_generate(ron: &mut String, generate: &Generate) -> std::fmt::Result {
    match generate {
        Generate::Johnny { start, flips, commands } => {
            write!(ron, "    generate: Johnny(start: {start}")?;
            if *flips != 0.0 {
                write!(ron, ", flips: {flips:?}")?;
            }
            if let Some(commands) = commands {
                ron.push_str(", commands: \"");
                print_commands(ron, commands)?;
                ron.push('"');
            }
            ron.push_str("),\n");
            Ok(())
        }
        Generate::Mazing { pick } => writeln!(ron, "    generate: Mazing(pick: {pick:?}),"),
    }
}

/// Commands, a line of them as long as fits; a single line stays beside its field.
fn print_commands(ron: &mut String, commands: &Commands) -> std::fmt::Result {
    const WIDTH: usize = 76;
    let mut lines = vec![String::new()];
    for command in &commands.0 {
        let word = command.to_string();
        let line = lines.last_mut().expect("there is a first line");
        match line.len() {
            0 => *line = word,
            length if length + 1 + word.len() <= WIDTH => write!(line, " {word}")?,
            _ => lines.push(word),
        }
    }
    match lines.as_slice() {
        [line] => ron.push_str(line),
        lines => {
            lines.iter().try_for_each(|line| write!(ron, "\n        {line}"))?;
            ron.push_str("\n    ");
        }
    }
    Ok(())
}

fn print_numbers(ron: &mut String, numbers: &Numbers) -> std::fmt::Result {
    ron.push_str("    numbers: [\n");
    for row in &numbers.0 {
        let values: Vec<String> = row.iter().map(|number| format!("{:2}", number.0)).collect();
        writeln!(ron, "        [{}],", values.join(", "))?;
    }
    ron.push_str("    ],\n");
    Ok(())
}

fn print_walk(ron: &mut String, walk: &Walk) -> std::fmt::Result {
    match walk {
        Walk::Foot { from, to } => writeln!(ron, "    walk: Foot(from: {from}, to: {to}),"),
        Walk::Arrow { from, heading, to } => {
            writeln!(ron, "    walk: Arrow(from: {from}, heading: {heading:?}, to: {to}),")
        }
        Walk::Dice { from, top, front, heading, to } => {
            write!(ron, "    walk: Dice(from: {from}, top: {top}, front: {front}")?;
            if let Some(heading) = heading {
                write!(ron, ", heading: {heading:?}")?;
            }
            if let Some(to) = to {
                write!(ron, ", to: {to}")?;
            }
            ron.push_str("),\n");
            Ok(())
        }
    }
}

fn print_expectation(ron: &mut String, expectation: &Expectation) -> std::fmt::Result {
    let name = expectation.name();
    match expectation {
        Expectation::At(tick, those) => {
            write!(ron, "At({tick}, [")?;
            for (place, expectation) in those.iter().enumerate() {
                ron.push_str(if place == 0 { "" } else { ", " });
                print_expectation(ron, expectation)?;
            }
            ron.push_str("])");
            Ok(())
        }
        Expectation::Text(drawn) => write!(ron, "{name}({})", literal(&drawn.0)),
        Expectation::Finished { at } => write!(ron, "{name}(at: {at})"),
        Expectation::Solved { moves } => write!(ron, "{name}(moves: {moves})"),
        Expectation::NoSolution | Expectation::Perfect => write!(ron, "{name}"),
        Expectation::Walls { standing, built } => {
            let standing = standing.map(|walls| format!("standing: {walls}"));
            let built = built.map(|walls| format!("built: {walls}"));
            let both: Vec<String> = [standing, built].into_iter().flatten().collect();
            write!(ron, "{name}({})", both.join(", "))
        }
        Expectation::Walkers(walkers) => write!(ron, "{name}({walkers})"),
        Expectation::Digest(digest) => write!(ron, "{name}(\"{digest}\")"),
        Expectation::Cell(state) => write!(ron, "{name}({state})"),
        Expectation::Walker(state) => write!(ron, "{name}({state})"),
    }
}

/// A drawing as the text of a scene: its first line begins at the left.
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
