//! What makes expectations legal: each is about something that the scene has.

use super::{Check, Step};
use crate::limits;
use crate::scene::{CellState, Expectation, WalkerState};

impl Check<'_> {
    pub(super) fn expectations(&mut self) {
        for (place, expectation) in self.scene.expect.iter().enumerate() {
            let path = vec![Step::Field("expect"), Step::Index(place)];
            if let Expectation::At(tick, those) = expectation {
                self.tick(*tick, [&path[..], &[Step::Index(0)]].concat());
                for (place, expectation) in those.iter().enumerate() {
                    let steps = [Step::Index(1), Step::Index(place)];
                    self.expectation(expectation, [&path[..], &steps].concat());
                }
            } else {
                self.expectation(expectation, path);
            }
        }
    }

    fn tick(&mut self, tick: u64, path: Vec<Step>) {
        if tick > limits::TICKS {
            let message = format!("tick {tick}, expected at most {}", limits::TICKS);
            self.object_at(path, message);
        }
    }

    fn expectation(&mut self, expectation: &Expectation, path: Vec<Step>) {
        let scene = self.scene;
        let lacking = match expectation {
            Expectation::Walls { .. } | Expectation::Perfect if scene.generate.is_none() => {
                Some("walls, but this scene has no `generate`")
            }
            Expectation::Solved { .. } | Expectation::NoSolution | Expectation::Walkers(_)
                if scene.walk.is_none() =>
            {
                Some("a walk, but this scene has no `walk`")
            }
            Expectation::Walls { standing: None, built: None } => {
                Some("walls, but not how many; expected `standing` or `built`")
            }
            Expectation::At(..) => Some("a tick inside a tick, expected what holds there"),
            Expectation::Finished { at } => {
                return self.tick(*at, [&path[..], &[Step::Field("at")]].concat());
            }
            Expectation::Cell(state) => return self.cell(state, path),
            Expectation::Walker(state) => return self.walker(state, path),
            _ => None,
        };
        if let Some(lacking) = lacking {
            self.object_at(path, format!("expects {lacking}"));
        }
    }

    fn cell(&mut self, state: &CellState, mut path: Vec<Step>) {
        let scene = self.scene;
        let lacking = [
            (state.walls.is_some() && scene.generate.is_none(), "walls", "`generate`"),
            (state.number.is_some() && scene.numbers.is_none(), "number", "`numbers`"),
            (state.signs.is_some() && scene.signs.is_none(), "signs", "`signs`"),
            (state.claims.is_some() && scene.walk.is_none(), "claims", "`walk`"),
        ];
        self.lacking(&lacking, &path);
        path.push(Step::Field("at"));
        self.inside_at(path, state.at);
    }

    fn walker(&mut self, state: &WalkerState, mut path: Vec<Step>) {
        let walk = self.scene.walk.as_ref();
        let has_heading = walk.is_some_and(|walk| walk.heading().is_some());
        let has_die = walk.is_some_and(|walk| walk.die().is_some());
        if walk.is_none() {
            let message = "expects a walker, but this scene has no `walk`".to_owned();
            return self.object_at(path, message);
        }
        let lacking = [
            (state.heading.is_some() && !has_heading, "heading", "heading on its walk"),
            (state.top.is_some() && !has_die, "top", "die"),
            (state.front.is_some() && !has_die, "front", "die"),
        ];
        self.lacking(&lacking, &path);
        path.push(Step::Field("at"));
        self.inside_at(path, state.at);
    }

    /// Objects to fields that are about something that the scene has not.
    fn lacking(&mut self, fields: &[(bool, &'static str, &str)], path: &[Step]) {
        for &(lacks, field, what) in fields {
            if lacks {
                let path = [path, &[Step::Field(field)]].concat();
                self.object_at(path, format!("expects `{field}`, but this scene has no {what}"));
            }
        }
    }
}
