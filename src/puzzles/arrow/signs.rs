//! Signs, the board of all signs of a maze, and its rule.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Turn};
use crate::base::report::with_place;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::Walker;
use crate::engine::columns::Cells;
use crate::engine::maze::{Build, ForbiddenStep, Maze};
use crate::engine::search::Turns;
use crate::picture::{Depth, Form, Ink, Look, Pen, Place, Stroke, plate, turned};
use crate::puzzles::wrap::Wrap;
use crate::registry::facet::CellFacet;
use crate::scene::board::{read_entries, sort_and_merge, write_entries};
use crate::scene::{BoardSource, Check, Craft, Ingredient, Scene};

/// The signs of a maze, in grid order, every intersection once; or drawn from its seed: `signs:
/// Random(also: 0.5)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SignBoard(BoardSource<ListedSigns, RandomSigns>);

/// Signs in grid order, every intersection once.
#[derive(Clone, Debug, Default, PartialEq)]
struct ListedSigns(Vec<(Position, Signs)>);

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

    fn check(&self, check: &mut Check<'_>) {
        if check.scene().start().is_none_or(|start| start.heading.is_none()) {
            let message = "found signs without a walker that has a heading, \
                           expected an `Arrow` walk or a `Dice` walk with `heading`";
            check.error([], message);
        }
        self.iter().for_each(|&(at, _)| check.inside([SceneStep::Key(at)], at));
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

    fn rules(&self) -> String {
        "Wherever you come in, the sign at your right points to where you may go on, which is nowhere \
         if there is none."
            .to_owned()
    }

    fn build(world: &mut Build<'_>) {
        world.column::<Signs>("signs").rule(obey).why(say);
        match world.kind() {
            0 => world.on_begin(put_up),
            _ => world.on_begin(draw),
        };
        world.look_by(&SIGNS, signs);
    }
}

/// For each intersection and heading of a walker, any of the turns that stay inside the grid, or none.
impl Craft for SignBoard {
    fn places(&self, grid: Grid) -> usize {
        4 * grid.cells()
    }

    fn values(&self, grid: Grid, place: usize) -> u32 {
        1 << turns_inside(grid, place).count()
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let (at, travel) = sign_at(grid, place);
        let allowed = turns_inside(grid, place).enumerate();
        let allowed = allowed.filter(|(bit, _)| value >> bit & 1 == 1);
        let listed = &mut self.0.fixed_mut().0;
        let found = listed.binary_search_by_key(&at, |&(there, _)| there);
        let index = found.unwrap_or_else(|index| {
            listed.insert(index, (at, Signs::NONE));
            index
        });
        let signs = &mut listed[index].1;
        signs.0 &= !(15 << (4 * travel as u16));
        allowed.for_each(|(_, turn)| signs.add(travel, turn));
        if signs.is_empty() {
            listed.remove(index);
        }
    }

    fn decides(_: Grid, from: Walker, _: Walker) -> Option<usize> {
        Some(4 * from.cell.get() + from.heading as usize)
    }
}

/// The intersection of a place, and the heading of the walker.
fn sign_at(grid: Grid, place: usize) -> (Position, Heading) {
    (grid.position(CellIndex::new(place / 4)), Heading::ALL[place % 4])
}

fn turns_inside(grid: Grid, place: usize) -> impl Iterator<Item = Turn> {
    let (at, travel) = sign_at(grid, place);
    Turn::ALL.into_iter().filter(move |&turn| grid.leads(at, travel.turn(turn)))
}

impl SignBoard {
    /// The signs, in grid order; none if they are drawn.
    pub fn iter(&self) -> std::slice::Iter<'_, (Position, Signs)> {
        match &self.0 {
            BoardSource::Fixed(listed) => listed.0.iter(),
            BoardSource::Random(_) => [].iter(),
        }
    }

    /// Removes all signs.
    pub fn clear(&mut self) {
        self.0.fixed_mut().0.clear();
    }

    /// Adds signs; those of one intersection are merged.
    pub(super) fn put_up<E>(
        &mut self,
        each: impl FnOnce(&mut dyn FnMut((Position, Signs))) -> Result<(), E>,
    ) -> Result<(), E> {
        let listed = self.0.fixed_mut();
        let done = each(&mut |signs| listed.0.push(signs));
        listed.sort_and_merge();
        done
    }

    /// The number of intersections that have signs; 0 if they are drawn.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// Whether no intersection has signs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl ListedSigns {
    /// Restores grid order, with each intersection once.
    fn sort_and_merge(&mut self) {
        sort_and_merge(&mut self.0, |signs, more| signs.merge(*more));
    }
}

impl From<RandomSigns> for SignBoard {
    fn from(random: RandomSigns) -> Self {
        Self(BoardSource::Random(random))
    }
}

impl<'a> IntoIterator for &'a SignBoard {
    type Item = &'a (Position, Signs);
    type IntoIter = std::slice::Iter<'a, (Position, Signs)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Signs of one intersection are merged.
impl FromIterator<(Position, Signs)> for SignBoard {
    fn from_iter<I: IntoIterator<Item = (Position, Signs)>>(signs: I) -> Self {
        let mut listed = ListedSigns(signs.into_iter().collect());
        listed.sort_and_merge();
        Self(BoardSource::Fixed(listed))
    }
}

impl Serialize for ListedSigns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_entries(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for ListedSigns {
    fn deserialize<D: Deserializer<'de>>(map: D) -> Result<Self, D::Error> {
        read_entries(map, "a map of signs such as {(2, 1): \"WLF NR\"}").map(Self)
    }
}

/// Writes the signs of the scene into the cells.
fn put_up(InRef(board): InRef<SignBoard>, mut cells: Cells<&'static mut Signs>) {
    let grid = cells.grid();
    let signs = cells.columns();
    signs.fill(Signs::default());
    for &(at, sign) in board {
        signs[grid.index(at)] = sign;
    }
}

/// Draws the signs of the cells.
fn draw(
    InRef(board): InRef<SignBoard>,
    maze: Single<(&Seed, Option<&Wrap>)>,
    mut cells: Cells<&'static mut Signs>,
) {
    let (seed, wrap) = maze.into_inner();
    let grid = cells.grid();
    board.0.random().into_iter().for_each(|it| it.draw(seed.0, grid, wrap, cells.columns()));
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
        for travel in Heading::ALL.into_iter().filter(|travel| stays(travel.opposite())) {
            let turns = || Turn::ALL.into_iter().filter(|&turn| stays(travel.turn(turn)));
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

/// The rule: a walker with a heading turns as the sign for its heading allows.
fn obey(mut cells: Cells<(&'static Signs, &'static mut Turns)>) {
    let (signs, turns) = cells.columns();
    for (signs, turns) in signs.iter().zip(turns) {
        turns.close_all_but_bits(signs.0);
    }
}

/// The reason, from the sign: `The sign WFL allows forward or left.`
fn say(refused: &ForbiddenStep<'_>) -> String {
    let (Some(travel), Some(signs)) = (refused.travel, refused.get::<Signs>(refused.at)) else {
        return String::new(); // the rule is about walkers with a heading
    };
    match signs.sign(travel) {
        Some((sign, turns)) => format!("The sign {sign} allows {turns}."),
        None => format!("There is no sign for heading {}: a dead end.", travel.name()),
    }
}

/// The signs of one intersection: for every heading of a walker, the headings in which it may go
/// on. A component of every cell of a maze with signs.
///
/// Four bits for each heading of the walker, one for each heading that the sign allows.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Signs(u16);

impl Signs {
    /// Nothing is allowed.
    pub(super) const NONE: Self = Self(0);

    /// Whether a walker that arrives with heading `travel` may go on toward `heading`.
    #[must_use]
    #[inline]
    pub const fn allow(self, travel: Heading, heading: Heading) -> bool {
        self.0 >> (4 * travel as u16 + heading as u16) & 1 == 1
    }

    /// Allows a turn to walkers that arrive with heading `travel`.
    pub const fn add(&mut self, travel: Heading, turn: Turn) {
        self.0 |= 1 << (4 * travel as u16 + travel.turn(turn) as u16);
    }

    /// Adds everything that the other signs allow.
    pub const fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Whether nothing is allowed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sign for walkers that arrive with heading `travel`, as written and in words, such as
    /// `WFL` and `forward or left`; `None` if there is none.
    fn sign(self, travel: Heading) -> Option<(String, String)> {
        let turns = Turn::ALL.into_iter().filter(|&turn| self.allow(travel, travel.turn(turn)));
        let turns: Vec<Turn> = turns.collect();
        let (last, others) = turns.split_last()?;
        let letters: String = turns.iter().map(|turn| turn.letter()).collect();
        let words = others.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(", ");
        let or = if others.is_empty() { "" } else { " or " };
        Some((format!("{}{letters}", travel.letter()), format!("{words}{or}{}", last.name())))
    }

    /// Parses a sign group, a heading followed by turns such as `WLF`; or what is wrong with it.
    pub(super) fn read_group(&mut self, group: &[u8]) -> Result<(), SignFault> {
        let (&travel, turns) = group.split_first().ok_or(SignFault::Heading)?;
        let travel = Heading::from_letter(travel).ok_or(SignFault::Heading)?;
        if turns.is_empty() {
            return Err(SignFault::NoArrow);
        }
        for &turn in turns {
            self.add(travel, Turn::from_letter(turn).ok_or(SignFault::Arrow)?);
        }
        Ok(())
    }
}

/// Signs from pairs of a walker's heading and an allowed turn.
impl FromIterator<(Heading, Turn)> for Signs {
    fn from_iter<I: IntoIterator<Item = (Heading, Turn)>>(pairs: I) -> Self {
        let mut signs = Self::default();
        pairs.into_iter().for_each(|(travel, turn)| signs.add(travel, turn));
        signs
    }
}

/// The groups, as they are written in scenes: `WLF NR`.
impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for travel in Heading::ALL {
            let turns = || Turn::ALL.into_iter().filter(|&t| self.allow(travel, travel.turn(t)));
            if turns().next().is_some() {
                write!(f, "{separator}{}", travel.letter())?;
                turns().try_for_each(|turn| write!(f, "{}", turn.letter()))?;
                separator = " ";
            }
        }
        Ok(())
    }
}

/// In texts the groups, as state their bits.
impl Serialize for Signs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Signs {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        struct Groups;
        impl de::Visitor<'_> for Groups {
            type Value = Signs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of signs such as \"WLF NR\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Signs, E> {
                let mut signs = Signs::default();
                for group in text.split_ascii_whitespace() {
                    signs.read_group(group.as_bytes()).map_err(|fault| {
                        let start = group.as_ptr() as usize - text.as_ptr() as usize;
                        let at = start..start + group.len();
                        E::custom(with_place(&at, &format!("found `{group}`, {fault}")))
                    })?;
                }
                Ok(signs)
            }
        }
        if text.is_human_readable() {
            text.deserialize_str(Groups)
        } else {
            u16::deserialize(text).map(Self)
        }
    }
}

impl CellFacet for Signs {
    const NAME: &'static str = "signs";
    const NEEDS: &'static [&'static str] = &["signs"];

    fn of(maze: &Maze, at: Position) -> Option<Self> {
        maze.get(at).copied()
    }
}

/// What is wrong with a sign group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignFault {
    Heading,
    NoArrow,
    Arrow,
}

impl fmt::Display for SignFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heading => "expected a sign that begins with a heading: N, S, E or W",
            Self::NoArrow => "a sign without an arrow, expected one to three of L, F, R after it",
            Self::Arrow => "expected only the arrows L, F, R after the heading",
        })
    }
}

/// Plates at the side where walkers enter, with arrows as they point on the map: a sign for each
/// direction of travel; the value has a bit for each [`Turn`].
static SIGNS: Look = Look {
    takes_corners: true,
    is_sign: true,
    shapes: |slot, pen| {
        let travel = Heading::ALL[slot.place & 3];
        pen.line(plate(travel), Ink::Grid, 2.5);
        turns_of(slot.value).for_each(|turn| arrow(travel, turn, pen));
    },
    letters: |slot, letters| {
        let travel = Heading::ALL[slot.place & 3];
        let heads = |heading: Heading| match heading {
            Heading::N => letters.choose('↑', '^'),
            Heading::S => letters.choose('↓', 'v'),
            Heading::W => letters.choose('←', '<'),
            Heading::E => letters.choose('→', '>'),
        };
        let word: String = turns_of(slot.value).map(|turn| heads(travel.turn(turn))).collect();
        letters.corner(travel, &word, Ink::Text);
    },
    meaning: "a sign for those who come in at its side",
    legend: "arrows: signs, at the right of the entering walker",
    ..Look::new("signs", Place::Cells(4), Depth::Board)
};

fn signs(InMut(values): InMut<[u32]>, mut cells: Cells<&'static Signs>) {
    let signs = cells.columns();
    for (values, signs) in values.chunks_exact_mut(4).zip(signs) {
        for (value, travel) in values.iter_mut().zip(Heading::ALL) {
            let allowed = Turn::ALL.into_iter().filter(|&it| signs.allow(travel, travel.turn(it)));
            *value = allowed.map(|turn| 1 << turn as u32).sum();
        }
    }
}

fn turns_of(value: u32) -> impl Iterator<Item = Turn> {
    Turn::ALL.into_iter().filter(move |&turn| value >> turn as u32 & 1 == 1)
}

/// An arrow on a plate: a stem from the side of entry, bent toward its heading.
fn arrow(travel: Heading, turn: Turn, pen: &mut Pen) {
    use Stroke::{Curve, Line, To};
    let (strokes, head): (&[Stroke], [(f32, f32); 3]) = match turn {
        Turn::Forward => {
            (&[To(93.0, 106.0), Line(93.0, 84.0)], [(93.0, 75.0), (87.0, 86.0), (99.0, 86.0)])
        }
        Turn::Left => (
            &[To(93.0, 106.0), Line(93.0, 98.0), Curve([93.0, 93.0, 93.0, 93.0, 87.0, 93.0])],
            [(77.5, 93.0), (88.0, 87.0), (88.0, 99.0)],
        ),
        Turn::Right => (
            &[To(93.0, 106.0), Line(93.0, 98.0), Curve([93.0, 93.0, 93.0, 93.0, 99.0, 93.0])],
            [(108.5, 93.0), (98.0, 87.0), (98.0, 99.0)],
        ),
    };
    let strokes = strokes.iter().map(|&stroke| stroke.map(|point| turned(point, travel))).collect();
    pen.line(Form::Path(strokes), Ink::Text, 4.0);
    pen.fill(Form::polygon(&head.map(|point| turned(point, travel))), Ink::Text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_the_signs_that_were_put_up() {
        let mut board = SignBoard::default();
        assert!(board.is_empty());
        let signs: Signs = [(Heading::N, Turn::Left)].into_iter().collect();
        assert_eq!((signs.is_empty(), Signs::default().is_empty()), (false, true));
        let _ = board.put_up::<()>(|put_up| {
            put_up((Position::new(2, 1), signs));
            Ok(())
        });
        assert!(!board.is_empty());
        assert!((&board).into_iter().eq(&[(Position::new(2, 1), signs)]));
    }
}
