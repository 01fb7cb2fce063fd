//! Making: the best puzzle of many boards of a scene.

use super::Proof;
use super::bench::Bench;
use super::climb::{BLOCK, Best, climb};
use super::promise::Unique;
use super::wish::{Rated, Wishes};
use crate::base::jobs::Jobs;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::registry::expect::{NoSolution, Solved};
use crate::scene::{CheckedScene, CraftType, Expectation, Scene, nearest};

/// A puzzle that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// The scene, which expects what is proven of it.
    pub scene: CheckedScene,
    /// Its proof, through its world.
    pub proof: Proof,
    /// Which wishes it misses, in words; none if it is as wished.
    pub missed: Vec<String>,
}

/// Why no puzzle can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MakeError {
    /// Something is wrong with the scene.
    Scene(SceneError),
    /// Something is wrong with what is asked for, in words.
    Call(String),
}

impl Registry {
    /// Makes a puzzle of a scene: the best of [so many](Wishes::effort) boards that differ from the given
    /// one in the fields to be changed, which are all that can be if none is named. The puzzle is the same
    /// on any number of threads. `observe` gets the number of boards tried; when `stop` says so, the best so
    /// far is returned.
    ///
    /// # Errors
    /// If the scene has no walk with a graph of states, or nothing that can be changed; if a field is not
    /// one that can be; if bounds contradict each other or cannot be met.
    pub fn make(
        &self,
        scene: &CheckedScene,
        change: &[String],
        wishes: &Wishes,
        threads: usize,
        mut observe: impl FnMut(u64),
        stop: impl Fn() -> bool + Sync,
    ) -> Result<Made, MakeError> {
        let crafts = self.crafts_of(scene, change)?;
        let mut bench = Bench::new(scene.clone().fixed().into_scene(), crafts)?;
        if bench.places.is_empty() {
            return Err(self.nothing_to_change().into());
        }
        wishes.check(bench.states()).map_err(MakeError::Call)?;
        let blocks = (0..wishes.effort.div_ceil(BLOCK)).take_while(|&block| block == 0 || !stop());
        let mut best: Option<Best> = None;
        let mut done = 0;
        Jobs { threads, ahead: Jobs::FEW_AHEAD }.in_order(
            blocks,
            || bench.another(),
            |bench, &mut block| climb(bench, wishes, block, &stop),
            |_, found| {
                if let Some(found) = found?
                    && best.as_ref().is_none_or(|best| found.score > best.score)
                {
                    best = Some(found);
                }
                done += BLOCK.min(wishes.effort - done);
                observe(done);
                Ok::<(), SceneError>(())
            },
        )?;
        let values = best.map_or_else(|| bench.values.clone(), |best| best.values);
        Ok(made(bench.scene_with(&values), wishes)?)
    }

    /// The crafts of the fields to be changed, or of all.
    fn crafts_of(&self, scene: &Scene, change: &[String]) -> Result<Vec<CraftType>, MakeError> {
        let there: Vec<CraftType> =
            self.crafts.iter().copied().filter(|it| scene.any(it.of).is_some()).collect();
        if there.is_empty() {
            return Err(self.nothing_to_change().into());
        }
        if let Some(other) = change.iter().find(|&name| there.iter().all(|it| it.field != name)) {
            let fields: Vec<&str> = there.iter().map(|it| it.field).collect();
            let expected = nearest(other, &fields);
            let message = format!("--change: nothing in `{other}` can be changed, {expected}");
            return Err(MakeError::Call(message));
        }
        let is_asked =
            |it: &CraftType| change.is_empty() || change.iter().any(|name| name == it.field);
        Ok(there.into_iter().filter(is_asked).collect())
    }

    fn nothing_to_change(&self) -> SceneFault {
        let fields: Vec<&str> = self.crafts.iter().map(|it| it.field).collect();
        let message =
            format!("nothing on it can be changed, expected one of {}", fields.join(", "));
        SceneFault::new([SceneStep::Field("grid")], message)
    }
}

/// The scene with what is proven of it.
fn made(mut scene: Scene, wishes: &Wishes) -> Result<Made, SceneError> {
    scene.expect.clear();
    let mut scene = scene.checked()?;
    let proof = Proof::of_scene(&scene)?;
    let mut missed = Vec::new();
    let mut expect: Vec<Expectation> = Vec::new();
    match proof.rating() {
        None => {
            missed.push("no solution".to_owned());
            expect.push(NoSolution.into());
        }
        Some(rating) => {
            expect.push(Solved::moves(rating.moves.into()).into());
            if proof.is_unique() {
                let asked = |of| wishes.asks(of);
                let unique = Unique {
                    live: asked(Rated::Live).then_some(rating.live),
                    effort: asked(Rated::Effort).then(|| rating.effort()),
                    holes: asked(Rated::Holes).then(|| rating.holes()),
                    first: asked(Rated::First).then_some(rating.first),
                    last: asked(Rated::Last).then_some(rating.last),
                };
                expect.push(unique.into());
            } else {
                missed.push("not unique".to_owned());
            }
            missed.extend(wishes.missed(&rating));
        }
    }
    scene.set_expectations(expect);
    Ok(Made { scene, proof, missed })
}

impl From<SceneError> for MakeError {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}

impl From<SceneFault> for MakeError {
    fn from(fault: SceneFault) -> Self {
        Self::Scene(fault.into())
    }
}
