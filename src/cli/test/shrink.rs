//! The smallest scenes that fail as tested ones do.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::interrupt::Interrupt;
use crate::cli::output::Writer;
use crate::cli::paths::{
    check_target, copyable_path, is_dash, make_folder, path_to_write, program, report_at,
};
use crate::cli::verdict::{Reports, Verdict};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::trial::Failure;

use super::answer::BadTick;

#[derive(Args)]
pub(super) struct Options {
    /// Also find the smallest scene that fails in the same way, as is done with many worlds
    #[arg(long, conflicts_with_all = ["bless", "no_shrink"])]
    shrink: bool,
    /// Do not find the smallest scene that fails, as is done with many worlds
    #[arg(long)]
    no_shrink: bool,
    /// Write the smallest scenes that fail into a folder, created if missing
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    #[arg(conflicts_with_all = ["bless", "no_shrink"])]
    out_dir: Option<PathBuf>,
}

/// A scene that fails, where it was found.
pub(super) struct Failed {
    scene: CheckedScene,
    failure: Failure,
}

impl Failed {
    /// A failure in one world, with a scene of that world alone.
    pub(super) fn new(scene: &CheckedScene, failure: &Failure) -> Option<Self> {
        let mut scene = scene.clone().into_scene();
        scene.seeds = None;
        scene.vary.clear();
        Some(Self {
            scene: scene.checked().ok()?,
            failure: failure.clone(),
        })
    }
}

/// The smallest scene that fails in the same way.
#[derive(Serialize)]
pub(super) struct Shrunk {
    pub(super) scene: String,
    pub(super) message: String,
    #[serde(flatten)]
    pub(super) bad: BadTick,
    /// The command that shows the file of it, if that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) look: Option<String>,
}

impl Shrunk {
    pub(super) fn new(
        Failed { scene, failure }: &Failed,
        registry: &Registry,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> Self {
        let (scene, mut spare) = (registry.shrink_failure(scene, failure, threads, stop), None);
        let trial = Simulation::reuse(&mut spare, &scene).and_then(|world| world.test(&scene));
        let first = trial
            .ok()
            .and_then(|trial| trial.failures.into_iter().next());
        let Failure { tick, message, .. } = first.as_ref().unwrap_or(failure);
        let bad = BadTick::new(&scene, *tick, &mut spare);
        Self {
            scene: scene.to_ron(),
            message: message.clone(),
            bad,
            look: None,
        }
    }
}

pub(super) struct Shrinker<'a> {
    options: Options,
    registry: &'a Registry,
    threads: usize,
    /// The paths of all scenes that are tested, which are not overwritten.
    inputs: Vec<PathBuf>,
    written: HashSet<PathBuf>,
    interrupt: Option<Interrupt>,
}

impl<'a> Shrinker<'a> {
    pub(super) fn new(
        options: Options,
        registry: &'a Registry,
        threads: usize,
        inputs: Vec<PathBuf>,
    ) -> Self {
        Self {
            options,
            registry,
            threads,
            inputs,
            written: HashSet::new(),
            interrupt: None,
        }
    }

    /// Whether failures are shrunk: always those of properties.
    pub(super) fn is_wanted(&self, is_property: bool) -> bool {
        let Options {
            shrink,
            no_shrink,
            ref out_dir,
        } = self.options;
        shrink || out_dir.is_some() || is_property && !no_shrink
    }

    /// The smallest scene that fails as this one does; when a signal to end comes, the smallest so far.
    pub(super) fn shrink(&mut self, path: &Path, failed: &Failed) -> Result<Shrunk, Reports> {
        let file = self.target(path)?;
        let interrupt = match self.interrupt.take() {
            Some(interrupt) => interrupt,
            None => Interrupt::watch()?,
        };
        let interrupt = &*self.interrupt.insert(interrupt);
        let stop = || interrupt.asked().is_some();
        let mut shrunk = Shrunk::new(failed, self.registry, self.threads, stop);
        if let Some(file) = file {
            let first = shrunk.message.lines().next().unwrap_or_default();
            let text = format!("// {first}\n{}", shrunk.scene);
            Writer::quick().replace(&file, text.as_bytes())?;
            let (program, file) = (program(), copyable_path(&file));
            shrunk.look = Some(format!("{program} watch {file} --tick {}", shrunk.bad.tick));
        }
        Ok(shrunk)
    }

    /// The file for the smallest scene of this one, if there is a folder for such files.
    fn target(&mut self, found_at: &Path) -> Result<Option<PathBuf>, Reports> {
        let Some(folder) = &self.options.out_dir else {
            return Ok(None);
        };
        let name = if is_dash(found_at) {
            Path::new("stdin")
        } else {
            found_at
        };
        let file = folder
            .join(name.file_name().unwrap_or(name.as_os_str()))
            .with_extension("ron");
        make_folder(folder)?;
        check_target(&file, &self.inputs)?;
        if !self.written.insert(file.clone()) {
            let why = "this is already the smallest scene of another one, expected another name";
            return Err(report_at(&file, why));
        }
        Ok(Some(file))
    }

    /// The verdict to end with, if a signal came.
    pub(super) fn asked(&self) -> Option<Verdict> {
        self.interrupt.as_ref().and_then(Interrupt::asked)
    }
}
