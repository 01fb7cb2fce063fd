//! Shrinking: the smallest scene that still fails in the same way.
//!
//! A scene is made smaller in steps, each of which must fail as the first scene does: what is in it is left
//! out, its grid is cut, its numbers are lowered, and what its seed draws is written out, so that it can be
//! left out, too. This is repeated until nothing changes.

mod draft;
mod steps;
mod watched;

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_64;

use crate::base::jobs::Jobs;
use crate::base::progress::{Outcome, Phase};
use crate::base::trial_panics::without_panic;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

use super::laws::BrokenLaw;
use super::trial::Failure;
use draft::{Change, Draft};
use watched::Watched;

/// How many seeds are tried with each smaller scene, besides its own: on another grid the same seed is another
/// maze.
const SEEDS: u64 = 64;

/// The most worlds that are tried.
const WORLDS: u64 = 30_000;

/// The most ticks of all worlds that are tried.
const TICKS: u64 = 50_000_000;

/// The most ticks after which a scene must end to be shrunk. No smaller one may last longer than it does.
const LASTING: u64 = 10_000_000;

/// The ticks after which worlds that may go on for long are judged first, as if they ended there. What is found is
/// judged at its end, too.
const SOON: u64 = 20_000;

/// The ticks for which a proof of laws counts.
const PROOF: u64 = 500_000;

impl Registry {
    /// Returns the smallest scene for whose world, at tick 0, `fails` still returns true: fewer ingredients, a
    /// smaller grid, lower numbers, walls and boards written out. It is the same on any number of threads, if what
    /// `fails` returns depends on the world alone. When `stop` says so, the smallest so far is returned.
    ///
    /// Positions that differ stay different, and those inside the grid or at its edge stay so. Fields inside an
    /// ingredient stay, and no number in one is lowered that may be a limit. The outcome has the same
    /// [word](Outcome::word), unless there is no walk any more, after no more ticks. Expectations stay as they are.
    ///
    /// A scene comes back as it is if it does not fail, or if its world does not end within 10,000,000 ticks.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let registry = Registry::standard();
    /// let scene = registry.read(
    ///     "Scene(
    ///         grid: (rows: 9, columns: 12),
    ///         generate: Wilson,
    ///         braid: 0.5,
    ///         walk: Foot(from: (1, 1), to: (5, 7)),
    ///     )",
    /// )?;
    /// let is_far = |world: &mut Simulation| matches!(world.run(), Outcome::Solved { moves: 5.. });
    /// let shrunk = registry.shrink(&scene, 2, is_far, || false);
    /// assert!(shrunk.grid.cells() <= 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shrink(
        &self,
        scene: &CheckedScene,
        threads: usize,
        fails: impl Fn(&mut Simulation) -> bool + Sync,
        stop: impl Fn() -> bool + Sync,
    ) -> CheckedScene {
        let fails = |world: &mut Simulation, scene: &CheckedScene| {
            world.begin(scene);
            fails(world)
        };
        self.shrink_world(scene, threads, LASTING, fails, stop)
    }

    /// Returns the smallest scene in which the same expectation fails, which is the only one that it has. See
    /// [`Self::shrink`].
    pub fn shrink_failure(
        &self,
        scene: &CheckedScene,
        failure: &Failure,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> CheckedScene {
        let (watched, scene) = Watched::new(scene, failure);
        let soon = if watched.is_of_the_end { SOON } else { LASTING };
        self.shrink_world(
            &scene,
            threads,
            soon,
            |world, scene| watched.fails(world, scene),
            stop,
        )
    }

    /// Returns the smallest scene that breaks the same law of the same ingredient, without expectations.
    pub fn shrink_broken(
        &self,
        scene: &CheckedScene,
        broken: &BrokenLaw,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> CheckedScene {
        let is_same = |it: &BrokenLaw| (it.law, it.field) == (broken.law, broken.field);
        let judge = |scene: &CheckedScene, _: &mut Option<Simulation>| {
            let fails = self.prove(scene).ok()?.iter().any(is_same);
            Some(Judged {
                fails,
                ticks: PROOF,
                has_chance: false,
            })
        };
        let scene = scene.clone().without_expectations();
        Search::new(self, scene, threads, judge, stop).run()
    }

    /// Shrinks a scene by what is found in worlds that came to their end, which can begin again; first, if they may
    /// last longer, by what is found soon.
    fn shrink_world(
        &self,
        scene: &CheckedScene,
        threads: usize,
        soon: u64,
        fails: impl Fn(&mut Simulation, &CheckedScene) -> bool + Sync,
        stop: impl Fn() -> bool + Sync,
    ) -> CheckedScene {
        let Ok(mut first) = Simulation::new(scene) else {
            return scene.clone();
        };
        let all = first.advance(LASTING);
        let (outcome, was_whole) = (first.outcome().word(), is_whole(&first));
        let judged = |most: u64, scene: &CheckedScene, spare: &mut Option<Simulation>| {
            let world = Simulation::reuse(spare, scene).ok()?;
            let (ticks, has_chance) = (world.advance(most), !world.is_without_chance());
            let is_such = match world.progress().phase {
                Phase::Generation => false,
                Phase::Walk => most < all,
                Phase::Finished => {
                    [outcome, Outcome::Built.word()].contains(&world.outcome().word())
                }
            };
            let is_such = is_such && (!was_whole || is_whole(world));
            Some(Judged {
                fails: is_such && fails(world, scene),
                ticks,
                has_chance,
            })
        };
        let shrunk = |most: u64| {
            let judge = |scene: &_, spare: &mut _| judged(most, scene, spare);
            Search::new(self, scene.clone(), threads, judge, &stop).run()
        };
        if soon < all {
            let shrunk = shrunk(soon);
            let fails = || judged(all, &shrunk, &mut None).is_some_and(|it| it.fails);
            if shrunk != *scene && fails() {
                return shrunk;
            }
        }
        shrunk(all)
    }
}

fn is_whole(world: &Simulation) -> bool {
    let passages = world.passages();
    passages.reached == passages.cells
}

/// What was found of a world.
struct Judged {
    fails: bool,
    ticks: u64,
    /// Whether another seed can lead to another world.
    has_chance: bool,
}

/// What was found of a change: the seed with which the changed scene fails, and the worlds and ticks it took.
#[derive(Default)]
struct Tried {
    seed: Option<u64>,
    worlds: u64,
    ticks: u64,
}

struct Search<'a, J, S> {
    registry: &'a Registry,
    threads: usize,
    judge: J,
    stop: S,
    draft: Draft,
    /// The worlds and ticks that may still be tried.
    left: (u64, u64),
    /// How many of them the current kind of changes leaves to others.
    reserve: (u64, u64),
    /// The hashes of what was tried in vain, with the seed that it had before.
    vain: HashSet<u64>,
}

impl<'a, J, S> Search<'a, J, S>
where
    J: Fn(&CheckedScene, &mut Option<Simulation>) -> Option<Judged> + Sync,
    S: Fn() -> bool + Sync,
{
    fn new(registry: &'a Registry, scene: CheckedScene, threads: usize, judge: J, stop: S) -> Self {
        let draft = Draft::new(registry, scene);
        let (left, reserve, vain) = ((WORLDS, TICKS), (0, 0), HashSet::new());
        Self {
            registry,
            threads,
            judge,
            stop,
            draft,
            left,
            reserve,
            vain,
        }
    }

    fn run(mut self) -> CheckedScene {
        let fails = (self.judge)(&self.draft.scene, &mut None).is_some_and(|it| it.fails);
        let mut goes_on = fails;
        while goes_on {
            goes_on = self.exhaust(Draft::cuts);
            goes_on |= self.exhaust(Draft::without_parts);
            goes_on |= self.exhaust(Draft::lowered);
            goes_on |= self.exhaust(Draft::with_lower_seed);
            goes_on = goes_on || self.exhaust(Draft::written_out);
        }
        self.draft.scene
    }

    /// Takes the first of these changes that fails, and goes on from there, until none does; returns whether one did.
    fn exhaust(&mut self, changes: fn(&Draft) -> Changes<'_>) -> bool {
        let mut from = 0;
        let mut has_changed = false;
        self.reserve = (self.left.0 / 2, self.left.1 / 2);
        while let Some((place, draft)) = self.first_failing(changes, from) {
            (self.draft, from, has_changed) = (draft, place, true);
        }
        has_changed
    }

    fn first_failing(
        &mut self,
        changes: fn(&Draft) -> Changes<'_>,
        from: usize,
    ) -> Option<(usize, Draft)> {
        let Self {
            registry,
            threads,
            judge,
            stop,
            draft,
            left,
            reserve,
            vain,
        } = self;
        let (registry, judge, draft, known) = (*registry, &*judge, &*draft, &*vain);
        let is_over = |left: (u64, u64)| left.0 <= reserve.0 || left.1 <= reserve.1 || stop();
        if is_over(*left) {
            return None;
        }
        let cost = (draft.text.len() + draft.scene.grid.cells()) as u64;
        let (mut found, mut new) = (None, Vec::new());
        let _ = Jobs {
            threads: draft.scene.most_threads().min(*threads),
            ahead: Jobs::FEW_AHEAD,
        }
        .in_order(
            changes(draft).enumerate().skip(from),
            || None,
            |spare, (_, change)| {
                let text = draft.with(change)?;
                let hash = xxh3_64(text.as_bytes());
                let scene = registry
                    .read(&text)
                    .ok()
                    .filter(|_| !known.contains(&hash))?;
                let is_other = matches!(change, Change::Seed) || scene != draft.scene;
                let seeds = change.seeds(draft.scene.seed);
                if !is_other {
                    return None;
                }
                let tried = without_panic(|| tried(&scene, seeds, |scene| judge(scene, spare)));
                let tried = tried.unwrap_or_else(|| {
                    *spare = None; // an ingredient cannot do with so little, which is another failure
                    Tried::default()
                });
                Some((hash, tried, scene))
            },
            |(place, _), tried| {
                let (worlds, ticks) = tried
                    .as_ref()
                    .map_or((1, 0), |it| (it.1.worlds, it.1.ticks));
                *left = (
                    left.0.saturating_sub(worlds),
                    left.1.saturating_sub(ticks + cost),
                );
                match tried {
                    Some((
                        _,
                        Tried {
                            seed: Some(seed), ..
                        },
                        scene,
                    )) => {
                        found = Some((place, Draft::new(registry, scene.seeded(seed))));
                        return Err(());
                    }
                    Some((hash, ..)) => new.push(hash),
                    None => {}
                }
                if is_over(*left) { Err(()) } else { Ok(()) }
            },
        );
        vain.extend(new);
        found
    }
}

/// The changes of a kind, in the order in which they are tried.
type Changes<'a> = Box<dyn Iterator<Item = Change> + Send + 'a>;

/// Tries a scene with these seeds, until it fails.
fn tried(
    scene: &CheckedScene,
    seeds: impl Iterator<Item = u64>,
    mut judge: impl FnMut(&CheckedScene) -> Option<Judged>,
) -> Tried {
    let mut tried = Tried::default();
    let mut scene = scene.clone();
    for seed in seeds {
        scene.set_seed(seed);
        let Some(Judged {
            fails,
            ticks,
            has_chance,
        }) = judge(&scene)
        else {
            break;
        };
        tried.worlds += 1;
        tried.ticks += ticks;
        if fails {
            tried.seed = Some(seed);
        }
        if fails || !has_chance {
            break;
        }
    }
    tried
}
