//! Making: the best puzzle of many boards of a scene.

use super::climb::{BLOCK, Board, climb};
use super::workbench::Workbench;
use super::{Bound, Proof, Targets, Unique};
use crate::base::jobs::Jobs;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::registry::expect::{NoSolution, Solved};
use crate::scene::{CheckedScene, CraftType, Expectation, Role, Scene, nearest};
use crate::tools::ToolError;

/// A puzzle that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// The scene, which expects what is proven of it.
    pub scene: CheckedScene,
    /// The proof of the scene.
    pub proof: Proof,
    /// The targets that the puzzle misses, in words.
    pub missed: Vec<String>,
}

impl Registry {
    /// Makes a puzzle of a scene: the best of [so many](Targets::tries) boards that differ from the given
    /// one in the fields to be changed, which are all that can be if none is named. The puzzle is the same
    /// on any number of threads. `observe` gets the number of boards tried; when `stop` says so, the best so
    /// far is returned.
    ///
    /// # Errors
    /// If the scene has no walk with a graph of states, or nothing that can be changed; or if a field is
    /// not one that can be.
    pub fn make(
        &self,
        scene: &CheckedScene,
        change: &[String],
        targets: &Targets,
        threads: usize,
        mut observe: impl FnMut(u64),
        stop: impl Fn() -> bool + Sync,
    ) -> Result<Made, ToolError> {
        let listed = self.with_listed_walls(scene, change)?;
        let scene = listed.as_ref().unwrap_or(scene);
        let crafts = self.crafts_of(scene, change)?;
        let board = crafts.first().map(|it| it.field);
        let mut bench = Workbench::new(scene.clone().fixed().into_scene(), crafts, &stop)?;
        if bench.places.is_empty() {
            let message = if let Some(board) = board {
                format!(
                    "no square of `{board}` can have another value, expected a larger grid, or squares that do \
                     not stay as they are"
                )
            } else {
                let fields = self.crafts.iter().map(|it| it.field);
                let fields = fields.filter(|it| !scene.has(it)).collect::<Vec<_>>();
                format!(
                    "nothing that it uses can be changed, {}",
                    nearest("", &fields)
                )
            };
            let fault = SceneFault::new([SceneStep::Field(board.unwrap_or("walk"))], message);
            return Err(ToolError::Scene(fault.into()));
        }
        let blocks = (0..targets.tries.div_ceil(BLOCK)).take_while(|&block| block == 0 || !stop());
        let boards = |block| BLOCK.min(targets.tries - block * BLOCK);
        let mut best: Option<Board> = None;
        Jobs {
            threads: threads.min(bench.most_threads()),
            ahead: Jobs::FEW_AHEAD,
        }
        .in_order(
            blocks,
            || bench.clone(),
            |bench, &mut block| climb(bench, targets, (block, boards(block)), &stop),
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
        Ok(made(bench.scene_with(&values), targets)?)
    }

    /// The scene with a list of walls, to be filled, in place of what builds them: if walls are to be changed, or
    /// nothing else can be.
    fn with_listed_walls(
        &self,
        scene: &CheckedScene,
        change: &[String],
    ) -> Result<Option<CheckedScene>, ToolError> {
        const WALLS: &str = "walls";
        /// The field that changes walls while they are built.
        const BRAID: &str = "braid";
        let is_wanted = if change.is_empty() {
            self.crafts.iter().all(|it| (it.get)(scene).is_none())
        } else {
            change.iter().any(|name| name == WALLS)
        };
        let makers = scene.ingredients().iter().map(|it| it.ingredient_type());
        let makers = makers.filter(|it| it.role == Role::Walls || it.field == BRAID);
        let makers: Vec<_> = makers.map(|it| it.field).collect();
        if !is_wanted || makers.is_empty() || makers.contains(&WALLS) {
            return Ok(None);
        }
        let mut rest = scene.clone().without_expectations().into_scene();
        for maker in makers {
            rest.remove(maker);
        }
        let text = rest.plain();
        Ok(Some(self.read(&format!(
            "{}, {WALLS}: {{}})",
            &text[..text.len() - 1]
        ))?))
    }

    fn crafts_of(&self, scene: &Scene, change: &[String]) -> Result<Vec<CraftType>, ToolError> {
        let possible = self.crafts.iter().filter(|it| (it.get)(scene).is_some());
        let fields: Vec<&str> = possible.clone().map(|it| it.field).collect();
        let other = change.iter().find(|name| !fields.contains(&name.as_str()));
        if let Some(other) = other.filter(|_| !fields.is_empty()) {
            let expected = nearest(other, &fields);
            let message = format!("--change: nothing in `{other}` can be changed, {expected}");
            return Err(ToolError::Refused(message));
        }
        let is_asked =
            |it: &&CraftType| change.is_empty() || change.iter().any(|name| name == it.field);
        Ok(possible.filter(is_asked).copied().collect())
    }
}

fn made(mut scene: Scene, targets: &Targets) -> Result<Made, SceneError> {
    scene.expect.clear();
    // What is proven is so of one world.
    scene.seeds = None;
    scene.vary.clear();
    let mut scene = scene.checked()?;
    let proof = Proof::of_scene(&scene)?;
    let missed = targets
        .missed(&proof)
        .map(|(kind, &Bound { rating, number }, found, _)| {
            format!("{} {found}, expected {kind} {number}", rating.name())
        });
    let mut missed: Vec<String> = missed.collect();
    let solved = |moves: u32| Expectation::from(Solved::moves(moves.into()));
    let mut expect = vec![proof.moves().map_or_else(|| NoSolution.into(), solved)];
    if proof.is_unique() {
        expect.push(Unique::of(&proof, |rating| targets.asks(rating)).into());
    } else {
        let why = if proof.moves().is_some() {
            "not unique"
        } else {
            "no solution"
        };
        missed.insert(0, why.to_owned());
    }
    scene.set_expectations(expect);
    Ok(Made {
        scene,
        proof,
        missed,
    })
}
