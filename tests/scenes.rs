//! Every committed scene is a test with its name: its expectations hold.

#[path = "shared/scenes.rs"]
mod scenes;

use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use mazetick::{Source, TextError};
use scenes::committed_scenes;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let trials: Vec<_> = committed_scenes()
        .map(|(path, text)| {
            let name = path.strip_prefix(&folder).expect("it is below the folder");
            let name = name.with_extension("").display().to_string().replace('\\', "/");
            Trial::test(name, move || holds(&path, &text))
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
    let trial = mazetick::test(text, &mut None).map_err(|error| reports(&error))?;
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
