//! Every committed scene is a test with its name: its expectations hold, and it is printed as it is
//! written.

#[path = "shared/scenes.rs"]
mod scenes;

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use mazetick::base::report::{Source, TextError};
use mazetick::registry::Registry;
use mazetick::scene::Scene;
use mazetick::tools::trial::Property;
use scenes::committed_scenes;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let trials: Vec<_> = committed_scenes()
        .map(|(path, text)| {
            let name = path.strip_prefix(&folder).expect("it is below the folder");
            let name = name.with_extension("").display().to_string().replace('\\', "/");
            Trial::test(name.clone(), move || {
                holds(&path, &text)?;
                is_printed_as_written(&name, &text)
            })
        })
        .collect();
    assert!(trials.len() >= 24, "the scenes of the four problems and their mixtures are here");
    libtest_mimic::run(&arguments, trials).exit();
}

/// Tests a scene as `mazetick test` does.
fn holds(path: &Path, text: &str) -> Result<(), Failed> {
    let file = path.display().to_string();
    let source = Source { file: &file, text: text.as_bytes(), start: (1, 1) };
    let reports = |error: &TextError| {
        error.faults.iter().map(|fault| source.report(fault)).collect::<Vec<_>>().join("\n")
    };
    let registry = Registry::standard();
    let scene = registry.read(text).map_err(|error| reports(&error))?;
    if scene.seeds.is_some() || !scene.vary.is_empty() {
        let tally = Property::new(&registry, &file, text, None, &[])?.test(1)?;
        let failing = tally.first.iter().map(|world| format!("{world:?}"));
        let unreached = tally.unreached.iter().map(|failure| failure.message.clone());
        let failing: Vec<_> = failing.chain(unreached).collect();
        return if failing.is_empty() { Ok(()) } else { Err(failing.join("\n").into()) };
    }
    let trial = registry.test(text, &mut None).map_err(|error| reports(&error))?;
    if trial.expectations == 0 {
        return Err(format!("{file}: the scene expects nothing").into());
    }
    let failures = trial.failures.iter().map(|failure| {
        let diff = failure.diff.as_deref().unwrap_or_default();
        format!("{}\n{diff}", source.report(&failure.locate(text)))
    });
    let failures: Vec<_> = failures.collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Scenes that a person wrote in another way than they are printed, and what differs.
const WRITTEN_OTHERWISE: [(&str, &str); 6] = [
    ("generators/small", "two expectations are in one line"),
    ("mazing/any-size", "positions are words"),
    ("mazing/any-seed", "ranges end before a number"),
    ("walls/built", "a map of one entry is in one line"),
    ("walls/die", "a map of one entry and a board of one number are in one line each"),
    ("walls/listed", "the entries of a map are in one line for each row of the maze"),
];

/// Reads and prints a scene: the print is equal to it, and is its text without comments.
fn is_printed_as_written(name: &str, text: &str) -> Result<(), Failed> {
    let scene = Scene::from_ron(text)?;
    let printed = scene.to_ron();
    if Scene::from_ron(&printed)? != scene {
        return Err(format!("not the same when it is read again:\n{printed}").into());
    }
    let is_as_written = printed == without_comments(text);
    let why = WRITTEN_OTHERWISE.iter().find(|(scene, _)| *scene == name);
    match (is_as_written, why) {
        (true, Some((_, why))) => Err(format!("{why}: no longer, it is as printed").into()),
        (false, None) => Err(format!("printed otherwise than written:\n{printed}").into()),
        _ => Ok(()),
    }
}

/// A text without the comments behind `//`, and without lines of them alone.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter_map(|line| match line.split_once("//") {
        Some((code, _)) => Some(code.trim_end()).filter(|code| !code.is_empty()),
        None => Some(line),
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}
