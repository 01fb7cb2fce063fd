//! Making: the best puzzle of many boards of a scene.

use super::bench::Bench;
use super::climb::{BLOCK, Board, climb};
use super::{Bound, Proof, Unique, Wishes};
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
#[derive(Clone, Debug, PartialEq, Eq, derive_more::From)]
#[non_exhaustive]
pub enum MakeError {
    /// Something is wrong with the scene.
    #[from]
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
        let mut bench = Bench::new(scene.clone().fixed().into_scene(), crafts, &stop)?;
        if bench.places.is_empty() {
            let fields = self.crafts.iter().map(|it| it.field).filter(|it| !scene.has(it));
            let expected = nearest("", &fields.collect::<Vec<_>>());
            let message = format!("nothing that it uses can be changed, {expected}");
            let fault = SceneFault::new([SceneStep::Field("walk")], message);
            return Err(MakeError::Scene(fault.into()));
        }
        wishes.check(bench.states).map_err(MakeError::Call)?;
        let blocks = (0..wishes.effort.div_ceil(BLOCK)).take_while(|&block| block == 0 || !stop());
        let boards = |block| BLOCK.min(wishes.effort - block * BLOCK);
        let mut best: Option<Board> = None;
        Jobs { threads, ahead: Jobs::FEW_AHEAD }.in_order(
            blocks,
            || bench.clone(),
            |bench, &mut block| climb(bench, wishes, (block, boards(block)), &stop),
            |block, found| {
                observe(boards(block));
                let found = found?;
                let score = |it: &Option<Board>| it.as_ref().map(|it| it.0);
                if score(&found) > score(&best) {
                    best = found;
                }
                Ok::<(), SceneError>(())
            },
        )?;
        let values = best.map_or_else(|| bench.values.clone(), |best| best.1);
        Ok(made(bench.scene_with(&values), wishes)?)
    }

    /// The crafts of the fields to be changed, or of all.
    fn crafts_of(&self, scene: &Scene, change: &[String]) -> Result<Vec<CraftType>, MakeError> {
        let there = self.crafts.iter().filter(|it| (it.of)(scene).is_some());
        let fields: Vec<&str> = there.clone().map(|it| it.field).collect();
        let other = change.iter().find(|name| !fields.contains(&name.as_str()));
        if let Some(other) = other.filter(|_| !fields.is_empty()) {
            let expected = nearest(other, &fields);
            let message = format!("--change: nothing in `{other}` can be changed, {expected}");
            return Err(MakeError::Call(message));
        }
        let is_asked =
            |it: &&CraftType| change.is_empty() || change.iter().any(|name| name == it.field);
        Ok(there.filter(is_asked).copied().collect())
    }
}

/// The scene with what is proven of it.
fn made(mut scene: Scene, wishes: &Wishes) -> Result<Made, SceneError> {
    scene.expect.clear();
    let mut scene = scene.checked()?;
    let proof = Proof::of_scene(&scene)?;
    let missed = wishes.missed(&proof).map(|(kind, &Bound { of, number }, found, _)| {
        format!("{} {found}, expected {kind} {number}", of.name())
    });
    let mut missed: Vec<String> = missed.collect();
    let solved = |moves: u32| Expectation::from(Solved::moves(moves.into()));
    let mut expect = vec![proof.moves().map_or_else(|| NoSolution.into(), solved)];
    if proof.is_unique() {
        expect.push(Unique::of(&proof, |of| wishes.asks(of)).into());
    } else {
        let why = if proof.moves().is_some() { "not unique" } else { "no solution" };
        missed.insert(0, why.to_owned());
    }
    scene.set_expectations(expect);
    Ok(Made { scene, proof, missed })
}
