//! Replay pages.

use std::path::Path;

use super::Job;
use super::frames::check_outcome;
use super::options::Options;
use crate::base::count::plural;
use crate::base::limits::{PAGE_CELLS as CELLS, PAGE_TICKS as TICKS};
use crate::base::progress::Phase;
use crate::cli::progress::Unit;
use crate::picture::Film;
use crate::tools::page::{Page, PageWalk};
use crate::tools::play::Play;

/// Films a scene, and embeds the film in a page.
pub(super) fn page(job: &mut Job<'_>, options: &Options) -> Result<Vec<u8>, Vec<String>> {
    check(job, options)?;
    job.begin()?;
    job.advance_to(options.from);
    let meter = job.meter;
    let simulation = job.simulation.as_mut().expect("it has begun");
    let ticks = options.to.unwrap_or(u64::MAX).saturating_sub(options.from);
    let of = options.to.map(|_| ticks);
    let observe = |done| meter.set_part(Unit::Ticks, done, of);
    let film = Film::new_observed(simulation, ticks.min(TICKS), observe);
    let is_cut = ticks > TICKS && simulation.progress().phase != Phase::Finished;
    let output = simulation.text();
    check_outcome(job)?;
    if is_cut {
        let why = format!(
            "it takes more than {}, the most for a page; use fewer (`--from` \
             and `--to`), or an animation",
            plural(TICKS, "tick")
        );
        return Err(job.report(&why));
    }
    let walk = walk(job);
    // Without its folders, which could reveal something about the machine.
    let name = Path::new(&job.file.name).file_stem().unwrap_or_default().to_string_lossy();
    let page = Page {
        film: &film,
        title: &name,
        scene: &scene_of(job, options),
        output: &output,
        shows_route: options.shows_route(),
        tick: options.tick,
        walk: walk.as_ref(),
    };
    Ok(page.html().into_bytes())
}

/// The text of the scene's file; with another seed, the scene that was run, without its
/// expectations.
fn scene_of(job: &Job<'_>, options: &Options) -> String {
    if options.seed().is_none() {
        return job.file.text.clone();
    }
    job.scene.clone().without_expectations().to_ron()
}

/// The walk by hand, or why it is not possible; `None` if the scene has no walk.
fn walk(job: &Job<'_>) -> Option<Result<PageWalk, String>> {
    Play::new(&job.scene).ok().map(|mut play| PageWalk::new(&mut play))
}

/// Rejects what no page shows.
fn check(job: &Job<'_>, options: &Options) -> Result<(), Vec<String>> {
    if options.every.is_some() {
        let why = "`--every` is for animations, expected none: a page has every tick";
        return Err(job.report(why));
    }
    let cells = job.scene.grid.cells();
    if cells > CELLS {
        let why = format!(
            "{cells} cells are too many for a page, expected at most {CELLS}; use a PNG \
             or an animation"
        );
        return Err(job.report(&why));
    }
    Ok(())
}
