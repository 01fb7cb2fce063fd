//! The smallest scenes that fail as tested ones do.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::interrupt::Interrupt;
use crate::cli::output::Writer;
use crate::cli::paths::{check_target, is_dash, make_folder, path_to_write, report_at};
use crate::cli::verdict::{Reports, Verdict};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::tools::shrink::Shrunk;

use super::{BadWorld, Found, Tested};

#[derive(Args)]
pub(super) struct ShrinkOptions {
    /// Also find the smallest scene that fails in the same way, as is done with many worlds
    #[arg(long, conflicts_with_all = ["bless", "no_shrink"])]
    shrink: bool,
    /// Do not find the smallest scene that fails, as is done with many worlds
    #[arg(long)]
    no_shrink: bool,
    /// Write the smallest scenes that fail into a folder, each in the folders of its scene
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    #[arg(conflicts_with_all = ["bless", "no_shrink"])]
    out_dir: Option<PathBuf>,
}

/// The smallest scene that fails in the same way, and the command that shows the file of it, if that was written.
pub(super) struct Smallest {
    pub(super) shrunk: Shrunk,
    pub(super) look: String,
}

impl Smallest {
    /// Finds the smallest scene that fails as the first failure of a test does, if there is one.
    pub(super) fn find(
        tested: &Tested,
        registry: &Registry,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> Option<Self> {
        tested.first()?;
        let shrunk = match &tested.found {
            Found::One(scene, trial) => {
                let scene = CheckedScene::clone(scene.as_ref()?).of_one_world();
                registry.shrink_failure(&scene, trial.failures.first()?, threads, stop)
            }
            Found::Many(property, tally) => {
                let failing = tally.failing.first()?;
                match &failing.example {
                    // A world that never comes to what is expected has no end by which others are judged.
                    Some(scene) if scene.seeds.is_some() => Shrunk {
                        scene: CheckedScene::clone(scene),
                        failure: failing.failure.clone(),
                    },
                    _ => property.shrink(registry, failing, threads, stop),
                }
            }
            _ => return None,
        };
        let look = String::new();
        Some(Self { shrunk, look })
    }
}

pub(super) struct Shrinker<'a> {
    options: ShrinkOptions,
    registry: &'a Registry,
    threads: usize,
    /// The paths of all scenes that are tested, which are not overwritten.
    inputs: Vec<PathBuf>,
    /// The deepest folder that all of them are in.
    common: Option<PathBuf>,
    written: HashSet<PathBuf>,
    interrupt: Option<Interrupt>,
}

impl<'a> Shrinker<'a> {
    pub(super) fn new(
        options: ShrinkOptions,
        registry: &'a Registry,
        threads: usize,
        inputs: Vec<PathBuf>,
    ) -> Self {
        Self {
            options,
            registry,
            threads,
            common: common_folder(&inputs),
            inputs,
            written: HashSet::new(),
            interrupt: None,
        }
    }

    /// Whether failures are shrunk: always those of properties.
    pub(super) fn is_wanted(&self, is_property: bool) -> bool {
        let ShrinkOptions {
            shrink,
            no_shrink,
            ref out_dir,
        } = self.options;
        shrink || out_dir.is_some() || is_property && !no_shrink
    }

    /// Adds the smallest scene that fails as a tested one does; when a signal to end comes, the smallest so far. A file
    /// that cannot be written is an error beside the rest.
    pub(super) fn shrink(&mut self, path: &Path, tested: &mut Tested) -> Result<(), Reports> {
        if tested.first().is_none() {
            return Ok(());
        }

        let interrupt = match self.interrupt.take() {
            Some(interrupt) => interrupt,
            None => Interrupt::watch()?,
        };
        let interrupt = &*self.interrupt.insert(interrupt);
        let stop = || interrupt.asked().is_some();
        let smallest = Smallest::find(tested, self.registry, self.threads, stop);

        let Some(mut smallest) = smallest else {
            return Ok(());
        };
        if let Some(folder) = &self.options.out_dir {
            let file = folder.join(self.name_in_folder(path)).with_extension("ron");
            match self.write(&file, &smallest.shrunk) {
                Ok(look) => smallest.look = look,
                Err(Reports(reports)) => tested.unwritten.extend(reports),
            }
        }
        tested.shrunk = Some(smallest);
        Ok(())
    }

    /// Writes the smallest scene; returns the command that shows it.
    fn write(&mut self, file: &Path, shrunk: &Shrunk) -> Result<String, Reports> {
        if let Some(folder) = file.parent() {
            make_folder(folder)?;
        }
        check_target(file, &self.inputs)?;
        if !self.written.insert(file.to_owned()) {
            let why = "this is already the smallest scene of another one, expected another name";
            return Err(report_at(file, why));
        }

        let message = &shrunk.failure.message;
        let first = message.lines().next().unwrap_or_default();
        let text = format!("// {first}\n{}", shrunk.scene.to_ron());
        Writer::quick().replace(file, text.as_bytes())?;

        let bad = BadWorld {
            path: file,
            seeds: String::new(),
            settings: Vec::new(),
            tick: shrunk.failure.tick,
        };
        Ok(bad.commands().look)
    }

    /// Returns the path of the smallest scene of this one in the folder, which has the folders of all tested scenes.
    fn name_in_folder(&self, path: &Path) -> PathBuf {
        if is_dash(path) {
            return PathBuf::from("stdin");
        }
        let path = whole_name(path);
        let common = self.common.as_deref().unwrap_or(Path::new(""));
        path.strip_prefix(common).unwrap_or(&path).to_owned()
    }

    /// The verdict to end with, if a signal came.
    pub(super) fn asked(&self) -> Option<Verdict> {
        self.interrupt.as_ref().and_then(Interrupt::asked)
    }
}

/// Returns a path from the root of the file system, by the names that were given for it.
fn whole_name(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the deepest folder that all these scenes are in.
fn common_folder(scenes: &[PathBuf]) -> Option<PathBuf> {
    let scenes = scenes.iter().filter(|path| !is_dash(path));
    let mut folders = scenes.filter_map(|path| whole_name(path).parent().map(Path::to_owned));
    let mut common = folders.next()?;
    for folder in folders {
        while !folder.starts_with(&common) {
            common.pop();
        }
    }
    Some(common)
}
