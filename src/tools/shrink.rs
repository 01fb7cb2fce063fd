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
use crate::registry::measure::WallFacts;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

use super::laws::BrokenLaw;
use super::trial::{Failing, Failure, Property};
use draft::{Draft, Edit};
use watched::Watched;

/// How many seeds are tried with each smaller scene, besides its own: on another grid the same seed is another
/// maze.
const SEEDS: u64 = 64;

/// What is tried at most.
const ALL: Budget = Budget {
    worlds: 30_000,
    ticks: 50_000_000,
};

/// The most ticks after which a scene must end to be shrunk. No smaller one may last longer than it does.
const LASTING: u64 = 10_000_000;

/// The ticks after which worlds that may go on for long are judged first, as if they ended there. What is found is
/// judged at its end, too.
const SOON: u64 = 20_000;

/// The ticks for which a proof of laws counts.
const PROOF: u64 = 500_000;

/// The smallest scene that was found in which an expectation fails, which is the only one that it has.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shrunk {
    /// The scene.
    pub scene: CheckedScene,
    /// How it fails.
    pub failure: Failure,
}

impl Registry {
    /// Returns the smallest scene for whose world, at tick 0, `fails` still returns true: fewer ingredients, a
    /// smaller grid, lower numbers, walls and boards written out. It is the same on any number of threads, if what
    /// `fails` returns depends on the world alone. When `stop` says so, the smallest so far is returned.
    ///
    /// Positions that differ stay different, and those inside the grid or at its edge stay so. Fields inside an
    /// ingredient stay, and no number in one is lowered that may be a limit. Walls that join all squares, are perfect,
    /// leave no dead end or are all in the border do so in the smaller scene, too. The outcome has the same
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
            fails(world).then_some(())
        };
        let call = Call {
            threads,
            facts: None,
            soon: LASTING,
        };
        match self.shrink_world(scene, call, &mut ALL.clone(), fails, stop) {
            Some((scene, ())) => scene,
            None => scene.clone(),
        }
    }

    /// Returns the smallest scene in which the same expectation fails. See [`Self::shrink`]. A scene in which it does
    /// not fail comes back as it is, with this failure.
    pub fn shrink_failure(
        &self,
        scene: &CheckedScene,
        failure: &Failure,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> Shrunk {
        self.shrink_failures([scene], failure, None, threads, stop)
    }

    /// Returns the smallest scene that is found from several in which the same expectation fails, at least one. If some
    /// facts are given, those alone are kept of their walls.
    pub(crate) fn shrink_failures<'s>(
        &self,
        scenes: impl IntoIterator<Item = &'s CheckedScene>,
        failure: &Failure,
        facts: Option<WallFacts>,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> Shrunk {
        let mut smallest: Option<Shrunk> = None;
        let mut first = None;
        let mut budget = ALL;

        for scene in scenes {
            let (watched, scene) = Watched::new(scene, failure);
            let call = Call {
                threads,
                facts,
                soon: if watched.is_of_the_end { SOON } else { LASTING },
            };
            let fails =
                |world: &mut Simulation, scene: &CheckedScene| watched.failure(world, scene);
            let shrunk = self.shrink_world(&scene, call, &mut budget, fails, &stop);
            first.get_or_insert(scene);

            if let Some((scene, failure)) = shrunk
                && smallest
                    .as_ref()
                    .is_none_or(|it| size(&scene) < size(&it.scene))
            {
                smallest = Some(Shrunk { scene, failure });
            }
            if budget.is_used_up(Budget::default()) || stop() {
                break;
            }
        }

        smallest.unwrap_or_else(|| Shrunk {
            scene: first.expect("at least one scene"),
            failure: failure.clone(),
        })
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
                found: fails.then_some(()),
                ticks: PROOF,
                has_chance: false,
            })
        };
        let scene = scene.clone().without_expectations();
        let search = ShrinkSearch::new(self, scene, threads, ALL, judge, stop);
        search.run().scene
    }

    /// Shrinks a scene by what is found in worlds that came to their end, which can begin again; first, if they may
    /// last longer, by what is found soon. Returns `None` if the scene itself does not fail.
    fn shrink_world<T: Send>(
        &self,
        scene: &CheckedScene,
        call: Call,
        budget: &mut Budget,
        fails: impl Fn(&mut Simulation, &CheckedScene) -> Option<T> + Sync,
        stop: impl Fn() -> bool + Sync,
    ) -> Option<(CheckedScene, T)> {
        let mut first = Simulation::new(scene).ok()?;
        let all = first.advance(LASTING);
        let outcome = first.outcome().word();
        let facts = call.facts.unwrap_or_else(|| WallFacts::of(&first));

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
            let is_such = is_such && facts.hold_of(world);
            Some(Judged {
                found: if is_such { fails(world, scene) } else { None },
                ticks,
                has_chance,
            })
        };
        let mut shrunk = |most: u64| {
            let judge = |scene: &_, spare: &mut _| judged(most, scene, spare);
            let search =
                ShrinkSearch::new(self, scene.clone(), call.threads, *budget, judge, &stop);
            let ended = search.run();
            *budget = ended.left;
            Some((ended.scene, ended.found?))
        };

        // What is found soon must be so at the end, too.
        if call.soon < all
            && let Some((shrunk, _)) = shrunk(call.soon)
            && shrunk != *scene
            && let Some(found) = judged(all, &shrunk, &mut None)?.found
        {
            return Some((shrunk, found));
        }
        shrunk(all)
    }
}

impl Property {
    /// Returns the smallest scene in which the same expectation fails, of those that are found from some of its worlds.
    /// What is true of the walls of all of them is true there. See [`Registry::shrink_failure`].
    pub fn shrink(
        &self,
        registry: &Registry,
        failing: &Failing,
        threads: usize,
        stop: impl Fn() -> bool + Sync,
    ) -> Shrunk {
        let scenes = self.scenes(failing);
        let facts = Some(failing.facts);
        registry.shrink_failures(&scenes, &failing.failure, facts, threads, stop)
    }
}

/// How worlds are shrunk.
#[derive(Clone, Copy)]
struct Call {
    threads: usize,
    /// The facts of their walls that are kept; `None` for all of the first world.
    facts: Option<WallFacts>,
    /// The ticks after which worlds are judged first.
    soon: u64,
}

/// What may still be tried.
#[derive(Clone, Copy, Default)]
struct Budget {
    worlds: u64,
    ticks: u64,
}

impl Budget {
    /// Returns true if no more than a reserve is left.
    fn is_used_up(self, reserve: Self) -> bool {
        self.worlds <= reserve.worlds || self.ticks <= reserve.ticks
    }
}

/// Returns what makes a scene smaller than another one: fewer squares, or else a shorter text.
fn size(scene: &CheckedScene) -> (usize, usize) {
    (scene.grid.cells(), scene.plain().len())
}

/// What was found of a world.
struct Judged<T> {
    /// How it fails.
    found: Option<T>,
    ticks: u64,
    /// Whether another seed can lead to another world.
    has_chance: bool,
}

/// What was found of a change.
struct Tried<T> {
    /// The seed with which the changed scene fails, and how.
    failing: Option<(u64, T)>,
    /// The worlds and ticks that it took.
    worlds: u64,
    ticks: u64,
}

struct ShrinkSearch<'a, T, J, S> {
    registry: &'a Registry,
    threads: usize,
    judge: J,
    stop: S,
    draft: Draft,
    /// How the draft fails.
    found: Option<T>,
    left: Budget,
    /// How much of it the current kind of changes leaves to others.
    reserve: Budget,
    /// The hashes of what was tried in vain, with the seed that it had before.
    vain: HashSet<u64>,
}

/// What a search ended with.
struct Ended<T> {
    scene: CheckedScene,
    /// How it fails; `None` if it did not from the beginning.
    found: Option<T>,
    left: Budget,
}

impl<'a, T, J, S> ShrinkSearch<'a, T, J, S>
where
    T: Send,
    J: Fn(&CheckedScene, &mut Option<Simulation>) -> Option<Judged<T>> + Sync,
    S: Fn() -> bool + Sync,
{
    fn new(
        registry: &'a Registry,
        scene: CheckedScene,
        threads: usize,
        left: Budget,
        judge: J,
        stop: S,
    ) -> Self {
        Self {
            registry,
            threads,
            judge,
            stop,
            draft: Draft::new(scene),
            found: None,
            left,
            reserve: Budget::default(),
            vain: HashSet::new(),
        }
    }

    fn run(mut self) -> Ended<T> {
        self.found = (self.judge)(&self.draft.scene, &mut None).and_then(|it| it.found);

        let mut goes_on = self.found.is_some();
        while goes_on {
            goes_on = self.exhaust(Draft::cuts);
            goes_on |= self.exhaust(Draft::without_parts);
            goes_on |= self.exhaust(Draft::lowered);
            goes_on |= self.exhaust(Draft::with_lower_seed);
            goes_on = goes_on || self.exhaust(Draft::written_out);
        }

        Ended {
            scene: self.draft.scene,
            found: self.found,
            left: self.left,
        }
    }

    /// Takes the first of these changes that fails, and goes on from there, until none does; returns true if one did.
    fn exhaust(&mut self, changes: fn(&Draft) -> Changes<'_>) -> bool {
        let mut from = 0;
        let mut has_changed = false;
        self.reserve = Budget {
            worlds: self.left.worlds / 2,
            ticks: self.left.ticks / 2,
        };
        while let Some((place, draft, found)) = self.first_failing(changes, from) {
            self.draft = draft;
            self.found = Some(found);
            from = place;
            has_changed = true;
        }
        has_changed
    }

    fn first_failing(
        &mut self,
        changes: fn(&Draft) -> Changes<'_>,
        from: usize,
    ) -> Option<(usize, Draft, T)> {
        let Self {
            registry,
            threads,
            judge,
            stop,
            draft,
            left,
            reserve,
            vain,
            ..
        } = self;
        let (registry, judge, draft, known) = (*registry, &*judge, &*draft, &*vain);
        let is_over = |left: Budget| left.is_used_up(*reserve) || stop();
        if is_over(*left) {
            return None;
        }

        let cost = (draft.text.len() + draft.scene.grid.cells()) as u64;
        let mut first = None;
        let mut new = Vec::new();
        let jobs = Jobs {
            threads: draft.scene.most_threads().min(*threads),
            ahead: Jobs::FEW_AHEAD,
        };

        // The changes are tried on all threads; the first in their order that fails is taken.
        let try_change = |spare: &mut Option<Simulation>, (_, change): &mut (usize, Edit)| {
            let text = draft.with(change)?;
            let hash = xxh3_64(text.as_bytes());
            if known.contains(&hash) {
                return None;
            }
            let scene = registry.read(&text).ok()?;
            if !matches!(change, Edit::Seed) && scene == draft.scene {
                return None;
            }

            let seeds = change.seeds(draft.scene.seed);
            let tried = without_panic(|| tried(&scene, seeds, |scene| judge(scene, spare)));
            let tried = tried.unwrap_or_else(|| {
                *spare = None; // an ingredient cannot do with so little, which is another failure
                Tried::none()
            });
            Some((hash, tried, scene))
        };
        let add = |(place, _): (usize, Edit), tried: Option<(u64, Tried<T>, CheckedScene)>| {
            let (worlds, ticks) = match &tried {
                Some((_, tried, _)) => (tried.worlds, tried.ticks),
                None => (1, 0),
            };
            left.worlds = left.worlds.saturating_sub(worlds);
            left.ticks = left.ticks.saturating_sub(ticks + cost);

            if let Some((hash, tried, scene)) = tried {
                if let Some((seed, found)) = tried.failing {
                    first = Some((place, Draft::new(scene.seeded(seed)), found));
                    return Err(());
                }
                new.push(hash);
            }
            if is_over(*left) { Err(()) } else { Ok(()) }
        };
        let changes = changes(draft).enumerate().skip(from);
        let _ = jobs.in_order(changes, || None, try_change, add);

        vain.extend(new);
        first
    }
}

/// The changes of a kind, in the order in which they are tried.
type Changes<'a> = Box<dyn Iterator<Item = Edit> + Send + 'a>;

impl<T> Tried<T> {
    fn none() -> Self {
        Self {
            failing: None,
            worlds: 0,
            ticks: 0,
        }
    }
}

/// Tries a scene with these seeds, until it fails.
fn tried<T>(
    scene: &CheckedScene,
    seeds: impl Iterator<Item = u64>,
    mut judge: impl FnMut(&CheckedScene) -> Option<Judged<T>>,
) -> Tried<T> {
    let mut tried = Tried::none();
    let mut scene = scene.clone();
    for seed in seeds {
        scene.set_seed(seed);
        let Some(judged) = judge(&scene) else {
            break;
        };
        tried.worlds += 1;
        tried.ticks += judged.ticks;

        let has_chance = judged.has_chance;
        tried.failing = judged.found.map(|found| (seed, found));
        if tried.failing.is_some() || !has_chance {
            break;
        }
    }
    tried
}
