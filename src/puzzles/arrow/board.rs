//! Boards of signs: listed in a scene, drawn from its seed, or changed to make a puzzle.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::signs::{SIGNS, Signs, describe_refusal, obey, signs};
use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Turn};
use crate::base::walker::Walker;
use crate::engine::columns::Cells;
use crate::engine::maze::Build;
use crate::puzzles::wrap::Wrap;
use crate::scene::{Board, BoardSource, Check, Craft, Ingredient, Scene, Word};

/// The signs of a maze, in grid order, every intersection once; or drawn from its seed: `signs:
/// Random(also: 0.5)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SignBoard(BoardSource<Board<Signs>, RandomSigns>);

/// Random signs, each independent of the others: a sign for each heading in which a walker can reach
/// an intersection, unless it is missing. It allows one of the turns that stay inside the maze,
/// equally likely, and each of the others with a probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Random", deny_unknown_fields)]
pub struct RandomSigns {
    /// The probability that a sign allows each turn besides the first.
    pub also: f64,
    /// The probability that a sign is missing.
    #[serde(default)]
    pub empty: f64,
}

impl Ingredient for SignBoard {
    const FIELD: &'static str = "signs";
    const WORDS: &'static [Word] = &[(
        "signs",
        "Wherever you come in, the sign {signs} at your right points to where you may go on. Without a sign \
         there is no way on.",
    )];

    fn check(&self, check: &mut Check<'_>) {
        if check
            .scene()
            .start()
            .is_none_or(|start| start.heading.is_none())
        {
            let message = "found signs without a walker that has a heading, \
                           expected an `Arrow` walk or a `Dice` walk with `heading`";
            check.error([], message);
        }
        self.0
            .fixed()
            .into_iter()
            .for_each(|listed| listed.check_inside(check));
        if let Some(random) = self.0.random() {
            check.probabilities([("also", random.also)]);
            check.probabilities([("empty", random.empty)]);
        }
    }

    fn kind(&self) -> u8 {
        self.0.random().is_some().into()
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let random = self.0.random()?;
        let mut signs = vec![Signs::NONE; scene.grid.cells()];
        random.draw(scene.seed, scene.grid, scene.get(), &mut signs);
        let listed = scene.grid.positions().zip(signs);
        Some(listed.filter(|(_, signs)| !signs.is_empty()).collect())
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<Signs>("signs")
            .rule(obey)
            .why(describe_refusal);
        match world.kind() {
            0 => world.on_begin(put_up),
            _ => world.on_begin(draw),
        };
        world.look_by(&SIGNS, signs);
    }
}

/// The places are the signs: for each intersection and heading of a walker, any of the turns that stay
/// inside the grid, or none.
impl Craft for SignBoard {
    fn values(&self, grid: Grid) -> Vec<u32> {
        let places = 0..4 * grid.cells();
        places
            .map(|place| 1 << turns_inside(grid, place).count())
            .collect()
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let (at, travel) = sign_at(grid, place);
        let allowed = turns_inside(grid, place).enumerate();
        let allowed = allowed.filter(|(bit, _)| value >> bit & 1 == 1);
        self.0.fixed_mut().change(at, |signs| {
            signs.0 &= !(15 << (4 * travel as u16));
            allowed.for_each(|(_, turn)| signs.add(travel, turn));
        });
    }

    fn decides(&self, _: Grid, from: Walker, _: Walker) -> Option<usize> {
        Some(4 * from.cell.get() + from.heading as usize)
    }

    fn is_bitwise(&self) -> bool {
        true
    }
}

fn sign_at(grid: Grid, place: usize) -> (Position, Heading) {
    (
        grid.position(CellIndex::new(place / 4)),
        Heading::ALL[place % 4],
    )
}

fn turns_inside(grid: Grid, place: usize) -> impl Iterator<Item = Turn> {
    let (at, travel) = sign_at(grid, place);
    Turn::ALL
        .into_iter()
        .filter(move |&turn| grid.leads(at, travel.turn(turn)))
}

impl SignBoard {
    /// The signs, in grid order; none if they are drawn.
    pub fn listed(&self) -> &[(Position, Signs)] {
        self.0
            .fixed()
            .map_or(&[], |listed| listed.iter().as_slice())
    }

    pub(super) fn clear(&mut self) {
        self.0.fixed_mut().clear();
    }

    /// Lets signs be added to the list; those of one intersection are merged.
    pub(super) fn put_up<R>(&mut self, add: impl FnOnce(&mut Vec<(Position, Signs)>) -> R) -> R {
        self.0
            .fixed_mut()
            .add(add, |signs, more| signs.merge(*more))
    }
}

impl From<RandomSigns> for SignBoard {
    fn from(random: RandomSigns) -> Self {
        Self(BoardSource::Random(random))
    }
}

impl FromIterator<(Position, Signs)> for SignBoard {
    fn from_iter<I: IntoIterator<Item = (Position, Signs)>>(signs: I) -> Self {
        let mut board = Self::default();
        board.put_up(|listed| listed.extend(signs));
        board
    }
}

fn put_up(InRef(board): InRef<SignBoard>, mut cells: Cells<&'static mut Signs>) {
    let (grid, signs) = cells.grid_and_columns();
    signs.fill(Signs::default());
    for &(at, sign) in board.listed() {
        signs[grid.index(at)] = sign;
    }
}

fn draw(
    InRef(board): InRef<SignBoard>,
    maze: Single<(&Seed, Option<&Wrap>)>,
    mut cells: Cells<&'static mut Signs>,
) {
    let (seed, wrap) = maze.into_inner();
    let (grid, signs) = cells.grid_and_columns();
    board
        .0
        .random()
        .into_iter()
        .for_each(|it| it.draw(seed.0, grid, wrap, signs));
}

impl RandomSigns {
    fn draw(self, seed: u64, grid: Grid, wrap: Option<&Wrap>, signs: &mut [Signs]) {
        let mut chance = Chance::new(seed, Purpose::named("signs"));
        for (signs, at) in signs.iter_mut().zip(grid.positions()) {
            *signs = self.signs(&mut chance, |heading| {
                grid.leads(at, heading) || wrap.is_some_and(|wrap| wrap.joins(heading))
            });
        }
    }

    /// Draws the signs of an intersection, from which these headings stay inside the maze.
    fn signs(self, chance: &mut Chance, stays: impl Fn(Heading) -> bool) -> Signs {
        let mut signs = Signs::default();
        for travel in Heading::ALL
            .into_iter()
            .filter(|travel| stays(travel.opposite()))
        {
            let turns = || {
                Turn::ALL
                    .into_iter()
                    .filter(|&turn| stays(travel.turn(turn)))
            };
            let count = turns().count();
            if count == 0 || chance.event([self.empty]) == 0 {
                continue;
            }
            let first = chance.place(count);
            for (place, turn) in turns().enumerate() {
                if place == first || chance.event([self.also]) == 0 {
                    signs.add(travel, turn);
                }
            }
        }
        signs
    }
}
