//! The lengths of jumps, the board of them, and its rules.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use super::Jump;
use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::count::saturating_u8;
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::Walker;
use crate::base::wall::{Segments, Wall};
use crate::engine::ForbiddenStep;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::engine::search::Exits;
use crate::picture::{Depth, Ink, Look, Place, Room};
use crate::scene::rows::Rows;
use crate::scene::{BoardSource, Check, Craft, Ingredient, Scene, Word};

/// The lengths of the jumps of a maze, row by row from the top, or drawn from its seed: `jumps:
/// Random(longest: 4)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Jumps(pub BoardSource<Rows<JumpLength>, RandomJumps>);

/// Random lengths, each square's independent of the others': 0 with a probability, and where no jump
/// stays inside the grid; otherwise 1 to the longest that does, equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Random", deny_unknown_fields)]
pub struct RandomJumps {
    /// The probability of a 0, of no jump.
    #[serde(default)]
    pub empty: f64,
    /// The longest jump that is drawn, from 1.
    pub longest: u8,
}

/// The lengths as written in scenes, row by row: `[[3, 2], [1, 0]]`.
impl<const ROWS: usize, const COLUMNS: usize> From<[[u8; COLUMNS]; ROWS]> for Jumps {
    fn from(rows: [[u8; COLUMNS]; ROWS]) -> Self {
        Self(rows.map(|row| row.map(JumpLength)).into_iter().collect())
    }
}

impl Ingredient for Jumps {
    const FIELD: &'static str = "jumps";
    const WORDS: &'static [Word] = &[
        (
            "jumps",
            "The number of a square is how far the jump from it leads: straight up, down, left or right, but \
             not out of the maze.",
        ),
        ("jumps_zero", "There is no jump from a 0."),
    ];

    fn check(&self, check: &mut Check<'_>) {
        if !check.scene().may_have::<Jump>() {
            check.error(
                [],
                "found jumps without a walk that uses them, expected a `Jump` walk",
            );
        }
        let most = JumpLength::LONGEST;
        match &self.0 {
            BoardSource::Random(RandomJumps { empty, longest }) => {
                check.probabilities([("empty", *empty)]);
                if !(1..=most).contains(longest) {
                    let message = format!("found {longest}, expected 1 to {most}");
                    check.error([SceneStep::Field("longest")], message);
                }
            }
            BoardSource::Fixed(rows) => rows.check(
                check,
                |length| length.is_legal(),
                |length| format!("found {}, expected 1 to {most}, or 0 for no jump", length.0),
            ),
        }
    }

    fn kind(&self) -> u8 {
        self.0.random().is_some().into()
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let random = self.0.random()?;
        let mut lengths = vec![JumpLength::default(); scene.grid.cells()];
        random.draw(scene.seed, scene.grid, &mut lengths);
        Some(Self(BoardSource::Fixed(Rows::of(scene.grid, &lengths))))
    }

    fn rules(&self) -> Vec<&'static str> {
        let has_zero = match &self.0 {
            BoardSource::Random(random) => random.empty > 0.0,
            BoardSource::Fixed(rows) => rows.contains(JumpLength(0)),
        };
        ["jumps"]
            .into_iter()
            .chain(has_zero.then_some("jumps_zero"))
            .collect()
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<JumpLength>("jumps")
            .rule(stay_inside)
            .why(describe_refusal);
        match world.kind() {
            0 => world.on_begin(number),
            _ => world.on_begin(draw),
        };
        world.look::<JumpLength>(&JUMPS, |length| u32::from(length.0) + 1);
        if world.has_walls() {
            world
                .rule(stay_between_walls)
                .why(|_| "A wall blocks the jump.".to_owned());
        }
    }
}

/// The places are the squares, each with the lengths with which a jump stays inside the grid; squares without
/// a jump stay.
impl Craft for Jumps {
    fn values(&self, grid: Grid) -> Vec<u32> {
        let lengths = self
            .0
            .fixed()
            .into_iter()
            .flat_map(|board| board.iter().flatten());
        let values = grid.positions().zip(lengths);
        values
            .map(|(at, length)| if length.0 > 0 { longest(at, grid) } else { 1 })
            .collect()
    }

    fn put(&mut self, _: Grid, place: usize, value: u32) {
        self.0
            .fixed_mut()
            .put(place, JumpLength(saturating_u8(value + 1)));
    }

    fn decides(&self, _: Grid, from: Walker, _: Walker) -> Option<usize> {
        Some(from.cell.get())
    }
}

/// The length of a jump from a square, in squares: 1 to [`LONGEST`](Self::LONGEST), or 0 for no
/// jump. A component of every cell of a maze with jumps.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
#[serde(transparent)]
pub struct JumpLength(pub u8);

impl JumpLength {
    /// The longest jump: 63 squares.
    pub const LONGEST: u8 = 63;

    /// Whether a square can have this number.
    pub const fn is_legal(self) -> bool {
        self.0 <= Self::LONGEST
    }

    #[inline]
    pub(super) fn stays_inside(self, at: Position, heading: Heading, grid: Grid) -> bool {
        u32::from(self.0) <= rooms(at, grid)[heading as usize]
    }
}

/// How many squares lie beyond one in each heading.
#[inline]
fn rooms(Position { row, column }: Position, grid: Grid) -> [u32; 4] {
    [row - 1, grid.rows - row, column - 1, grid.columns - column]
}

/// The length of the longest jump from a square that stays inside the grid.
fn longest(at: Position, grid: Grid) -> u32 {
    rooms(at, grid)
        .into_iter()
        .fold(0, u32::max)
        .min(JumpLength::LONGEST.into())
}

fn number(InRef(board): InRef<Jumps>, mut cells: Cells<&'static mut JumpLength>) {
    if let BoardSource::Fixed(rows) = &board.0 {
        rows.lay(cells.columns());
    }
}

fn draw(
    InRef(board): InRef<Jumps>,
    seed: Single<&Seed>,
    mut cells: Cells<&'static mut JumpLength>,
) {
    let (grid, lengths) = cells.grid_and_columns();
    board
        .0
        .random()
        .into_iter()
        .for_each(|random| random.draw(seed.0, grid, lengths));
}

impl RandomJumps {
    fn draw(self, seed: u64, grid: Grid, lengths: &mut [JumpLength]) {
        let mut chance = Chance::new(seed, Purpose::named("jumps"));
        for (length, at) in lengths.iter_mut().zip(grid.positions()) {
            *length = self.length(grid, at, &mut chance);
        }
    }

    fn length(self, grid: Grid, at: Position, chance: &mut Chance) -> JumpLength {
        let longest = longest(at, grid).min(self.longest.into());
        if longest == 0 || chance.event([self.empty]) == 0 {
            return JumpLength::default();
        }
        JumpLength(saturating_u8(1 + chance.below(longest)))
    }
}

/// The rule: no jump leaves the grid, and there is none from a square with a 0.
fn stay_inside(mut cells: Cells<(&'static JumpLength, &'static mut Exits)>) {
    let (grid, (lengths, exits)) = cells.grid_and_columns();
    for ((at, length), exits) in grid.positions().zip(lengths).zip(exits) {
        for heading in Heading::ALL {
            let leads = length.0 > 0 && length.stays_inside(at, heading, grid);
            exits.close_if(!leads, heading);
        }
    }
}

fn describe_refusal(refused: &ForbiddenStep<'_>) -> String {
    match refused.get::<JumpLength>(refused.at) {
        Some(length) if length.0 > 0 => format!("A jump of {} leads out of the maze.", length.0),
        _ => "The number here is 0: there is no jump from here.".to_owned(),
    }
}

/// The rule: no jump crosses a wall.
fn stay_between_walls(
    mut cells: Cells<(&'static JumpLength, &'static mut Exits)>,
    mut walls: Walls<&'static Wall>,
) {
    let (grid, (lengths, exits)) = cells.grid_and_columns();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    for ((cell, length), exits) in grid.indices().zip(lengths).zip(exits) {
        let at = grid.position(cell);
        for heading in Heading::ALL {
            if length.stays_inside(at, heading, grid) {
                let stride = grid.stride(heading);
                let passed = |step| cell.offset(stride * i32::from(step));
                let stands = |step| walls[segments.beside(passed(step), heading)].stands;
                exits.close_if((0..length.0).any(stands), heading);
            }
        }
    }
}

/// The lengths; the value is 1 more, so that 0 is visible too.
static JUMPS: Look = Look {
    shapes: |slot, pen| {
        // Beside a walker and the route, which are in the middle, and clear of frames.
        let length = slot.value - 1;
        let (x, y, height) = match (slot.room, length < 10) {
            (Room::Whole, _) => (60.0, 60.0, 60.0),
            (Room::Beside, true) => (31.0, 36.0, 42.0),
            (_, true) => (27.0, 25.5, 26.0),
            (_, false) => (33.0, 25.0, 22.0),
        };
        pen.number_about(length, x, y, height, Ink::Text);
    },
    letters: |slot, letters| letters.upper_left(&(slot.value - 1).to_string(), Ink::Text),
    meaning: "how far the jump from here leads",
    legend: &[(" 0123456789", "numbers: the length of a jump")],
    ..Look::new("jumps", Place::Cells(1), Depth::Board)
};
