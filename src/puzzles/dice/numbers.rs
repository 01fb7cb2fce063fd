//! The numbers of squares, the board of all numbers of a maze, and its rule.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::count::saturating_u8;
use crate::base::die::Orientation;
use crate::base::grid::Grid;
use crate::base::walker::Walker;
use crate::engine::ForbiddenStep;
use crate::engine::columns::Cells;
use crate::engine::maze::Build;
use crate::engine::search::Admits;
use crate::picture::{Depth, Form, Ink, Look, Pen, Place, Room};
use crate::scene::rows::Rows;
use crate::scene::{BoardSource, Check, Craft, Ingredient, Scene, Word};

/// The numbers of a maze, row by row from the top, or drawn from its seed: `numbers: Random(wild:
/// 0.1)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Numbers(#[serde(serialize_with = "write")] pub BoardSource<Rows<Number>, RandomNumbers>);

struct Written(Number);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 == Number::WILD {
            to.serialize_char('?')
        } else {
            self.0.serialize(to)
        }
    }
}

fn write<S: Serializer>(
    board: &BoardSource<Rows<Number>, RandomNumbers>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let Some(rows) = board.fixed() else {
        return board.serialize(to);
    };
    let written = |row: &[Number]| row.iter().copied().map(Written).collect::<Vec<_>>();
    to.collect_seq(rows.iter().map(written))
}

/// Random numbers, each square's independent of the others': wild and empty with these
/// probabilities, otherwise 1 to 6, equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Random", deny_unknown_fields, default)]
pub struct RandomNumbers {
    /// The probability of a wild square.
    pub wild: f64,
    /// The probability of an empty square.
    pub empty: f64,
}

/// The numbers, row by row, −1 for wild: `[[-1, 5], [0, 6]]`.
impl<const ROWS: usize, const COLUMNS: usize> From<[[i8; COLUMNS]; ROWS]> for Numbers {
    fn from(rows: [[i8; COLUMNS]; ROWS]) -> Self {
        Self(rows.map(|row| row.map(Number)).into_iter().collect())
    }
}

impl Ingredient for Numbers {
    const FIELD: &'static str = "numbers";
    const WORDS: &'static [Word] = &[
        (
            "numbers",
            "It may roll onto a square that has the number of its top before it rolls.",
        ),
        ("numbers_wild", "It may always roll onto a question mark."),
        ("numbers_empty", "It may never roll onto a hatched square."),
    ];

    fn check(&self, check: &mut Check<'_>) {
        if check
            .scene()
            .start()
            .is_none_or(|start| start.die.is_none())
        {
            let message = "found numbers without a die, expected a `Dice` walk";
            check.error([], message);
        }
        match &self.0 {
            BoardSource::Random(RandomNumbers { wild, empty }) => {
                check.probabilities([("wild", *wild), ("empty", *empty)]);
            }
            BoardSource::Fixed(rows) => rows.check(
                check,
                |number| number.is_legal(),
                |number| {
                    let expected = "1 to 6, 0 for an empty square or '?' for a wild one";
                    format!("found {}, expected {expected}", number.0)
                },
            ),
        }
    }

    fn kind(&self) -> u8 {
        self.0.random().is_some().into()
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let random = self.0.random()?;
        let mut numbers = vec![Number::EMPTY; scene.grid.cells()];
        random.draw(scene.seed, &mut numbers);
        Some(Self(BoardSource::Fixed(Rows::of(scene.grid, &numbers))))
    }

    fn rules(&self) -> Vec<&'static str> {
        let (has_wild, has_empty) = match &self.0 {
            BoardSource::Random(random) => (random.wild > 0.0, random.empty > 0.0),
            BoardSource::Fixed(rows) => (rows.contains(Number::WILD), rows.contains(Number::EMPTY)),
        };
        let wild = has_wild.then_some("numbers_wild");
        let empty = has_empty.then_some("numbers_empty");

        ["numbers"].into_iter().chain(wild).chain(empty).collect()
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .board::<Number>("numbers")
            .rule(admit)
            .why(describe_refusal);
        match world.kind() {
            0 => world.on_begin(number),
            _ => world.on_begin(draw),
        };
        world.look::<Number>(&NUMBERS, |number| u32::from((number.0 + 2).cast_unsigned()));
    }
}

/// The places are the squares, each with the numbers 1 to 6, and wild if the given board has a wild square;
/// empty squares stay.
impl Craft for Numbers {
    fn values(&self, _: Grid) -> Vec<u32> {
        let Some(board) = self.0.fixed() else {
            return Vec::new();
        };
        let most = 6 + u32::from(board.contains(Number::WILD));
        let squares = board.iter().flatten();
        squares
            .map(|&number| if number == Number::EMPTY { 1 } else { most })
            .collect()
    }

    fn put(&mut self, _: Grid, place: usize, value: u32) {
        let number = Number([1, 2, 3, 4, 5, 6, -1][value as usize % 7]);
        self.0.fixed_mut().put(place, number);
    }

    fn decides(&self, _: Grid, _: Walker, to: Walker) -> Option<usize> {
        Some(to.cell.get())
    }
}

/// The number of a square: 1 to 6, −1 for wild, 0 for empty. A component of every cell of a maze
/// with numbers. In scenes a wild square is `'?'` or −1.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
#[serde(transparent)]
pub struct Number(pub i8);

impl Number {
    /// A square that any die may enter.
    pub const WILD: Self = Self(-1);
    /// A square that no die may enter.
    pub const EMPTY: Self = Self(0);

    /// Whether a square can have this number.
    pub const fn is_legal(self) -> bool {
        -1 <= self.0 && self.0 <= 6
    }

    /// Whether a die of this orientation may roll onto the square.
    pub const fn admits(self, die: Orientation) -> bool {
        self.tops() >> die.top() & 1 == 1
    }

    /// The tops with which a die may roll onto the square, a bit each.
    #[inline]
    const fn tops(self) -> u8 {
        if self.0 == Self::WILD.0 {
            0b111_1110
        } else {
            1 << (self.0 & 7) & 0b111_1110
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            return from.deserialize_any(NumberOrWild);
        }
        i8::deserialize(from).map(Self)
    }
}

struct NumberOrWild;

impl Visitor<'_> for NumberOrWild {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("1 to 6, 0 for an empty square or '?' for a wild one")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        self.visit_i64(number.try_into().unwrap_or(i64::MAX))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        let wrong = |_| E::invalid_value(Unexpected::Signed(number), &self);
        i8::try_from(number).map(Number).map_err(wrong)
    }

    fn visit_char<E: Error>(self, sign: char) -> Result<Number, E> {
        let wrong = || E::invalid_value(Unexpected::Char(sign), &self);
        (sign == '?').then_some(Number::WILD).ok_or_else(wrong)
    }
}

fn number(InRef(board): InRef<Numbers>, mut cells: Cells<&'static mut Number>) {
    if let BoardSource::Fixed(rows) = &board.0 {
        rows.lay(cells.columns());
    }
}

fn draw(InRef(board): InRef<Numbers>, seed: Single<&Seed>, mut cells: Cells<&'static mut Number>) {
    board
        .0
        .random()
        .into_iter()
        .for_each(|random| random.draw(seed.0, cells.columns()));
}

impl RandomNumbers {
    fn draw(self, seed: u64, numbers: &mut [Number]) {
        let mut chance = Chance::new(seed, Purpose::named("numbers"));
        numbers.fill_with(|| self.number(&mut chance));
    }

    fn number(self, chance: &mut Chance) -> Number {
        match chance.event([self.wild, self.empty]) {
            0 => Number::WILD,
            1 => Number::EMPTY,
            _ => Number(1 + saturating_u8(chance.below(6)).cast_signed()),
        }
    }
}

/// The rule: a die may enter a square with the number of its top.
fn admit(mut cells: Cells<(&'static Number, &'static mut Admits)>) {
    let (numbers, entry) = cells.columns();
    for (number, entry) in numbers.iter().zip(entry) {
        entry.close_all_but(number.tops());
    }
}

fn describe_refusal(refused: &ForbiddenStep<'_>) -> String {
    let Some((to, top)) = refused.entry else {
        return String::new();
    }; // the rule is about entry
    match refused.get::<Number>(to) {
        Some(number) if *number != Number::EMPTY => {
            format!(
                "The number there is {}, the die has {top} on top.",
                number.0
            )
        }
        _ => "That square is empty: no die may enter it.".to_owned(),
    }
}

/// The numbers; the value is 2 more, so that −1 (wild) is not negative.
static NUMBERS: Look = Look {
    shapes: |slot, pen| {
        let (x, y, height) = match (slot.room, slot.keeps_to_middle) {
            (Room::Whole, _) => (60.0, 60.0, 60.0),
            (Room::Beside, true) => (60.0, 60.0, 36.0),
            (Room::Beside, false) => (31.0, 36.0, 42.0),
            (_, true) => (60.0, 60.0, 26.0),
            (_, false) => (27.0, 25.5, 26.0),
        };
        match slot.value {
            WILD => pen.question_about(x, y, height, Ink::Text),
            EMPTY => hatch(pen),
            value => pen.number_about(value - 2, x, y, height, Ink::Text),
        }
    },
    letters: |slot, letters| match slot.value {
        WILD => letters.before("?", Ink::Text),
        EMPTY => letters.fill('#', Ink::Hatch),
        value => letters.before(&(value - 2).to_string(), Ink::Text),
    },
    meaning: "the top of a die that may come; ? for any",
    legend: &[
        ("123456", "for a die with that on top"),
        ("?", "for any"),
        ("#", "for none"),
    ],
    ..Look::new("numbers", Place::Cells(1), Depth::Board)
};

const WILD: u32 = 1;
const EMPTY: u32 = 2;

fn hatch(pen: &mut Pen) {
    pen.fill_cell(Ink::Rock);
    for sum in [40.0, 80.0, 120.0, 160.0, 200.0_f32] {
        let (low, high) = ((sum - 116.0).max(4.0), (sum - 4.0).min(116.0));
        pen.line(Form::lines(&[(low, high), (high, low)]), Ink::Hatch, 5.0);
    }
}
