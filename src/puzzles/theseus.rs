//! Theseus and the Minotaur (Robert Abbott, "Mad Mazes", 1990;
//! <http://www.logicmazes.com/theseus.html>).
//!
//! Theseus goes a square up, down, left or right, or waits; then the Minotaur takes two steps. Each
//! of these is left or right if that brings him closer to Theseus and the way is open; else up or
//! down, if that does; else he stays. When both are on one square, Theseus is lost.
//!
//! Abbott's exit is a corridor next to the labyrinth. Here it is a square, the goal, and Theseus is
//! out as soon as his step ends there: the Minotaur no longer steps. If he starts there, waiting is
//! such a step. A Minotaur on the exit blocks it.
//!
//! A state is a pair of squares, and the search is breadth first over pairs: a tick is a round of
//! every active pair, in the order in which they arrived, and Theseus tries up, down, left, right,
//! waiting. Rules close ways for both.

mod pursuit;
mod round;

pub use pursuit::Pursuit;

use std::fmt::Write as _;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::count::saturating_u32;
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::progress::{Phase, Progress};
use crate::base::report::FaultKind;
use crate::base::route::Route;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::Start;
use crate::engine::maze::Build;
use crate::engine::search::State;
use crate::engine::text::{MazeName, Need, TextFormat, unsolved, write_position};
use crate::picture::{Depth, Form, Ink, Look, Place, TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Check, Craft, Ingredient, Role, Scene, Word};

use pursuit::{Chased, Lair};

/// Theseus, hunted by the Minotaur: `walk: Theseus(from: (1, 1), minotaur: (1, 5), to: (3, 3))`. It
/// ends when a step of Theseus ends on his goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theseus {
    /// The start of Theseus. A drawn one may be any square, that of the Minotaur too.
    pub from: End,
    /// The start of the Minotaur. If on the square of Theseus, there is no solution.
    pub minotaur: Position,
    /// The exit.
    pub to: End,
}

impl Ingredient for Theseus {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Theseus";
    const ROLE: Role = Role::Walk;
    const WORDS: &'static [Word] = &[
        ("Theseus", "Theseus and the Minotaur"),
        (
            "theseus",
            "Lead Theseus {theseus} from the start to the goal, a step or a wait at a time, and never let the \
             Minotaur {minotaur} catch him. After each the Minotaur takes two steps, each sideways if that \
             brings him nearer, else up or down if that does.",
        ),
    ];

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
        check.inside([SceneStep::Field("minotaur")], self.minotaur);
        let (cells, pairs) = (check.grid().area(), check.grid().pairs());
        if pairs > limits::PAIRS {
            let message = format!(
                "{cells} cells are {pairs} pairs of squares for Theseus and the Minotaur, expected \
                 at most {}",
                limits::PAIRS
            );
            check.error_of_kind(FaultKind::OverLimit, [], message);
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start::between(&self.from, &self.to))
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let [from, to] = scene.known_ends()?;
        Some(Self {
            from,
            to,
            ..self.clone()
        })
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Pursuit>("pursuit").on_begin(pursuit::begin);
        world
            .walk_by(pursuit::walkers, |cell| {
                cell.get::<Chased>().map(|it| it.claims())
            })
            .steps(pursuit::step)
            .maze::<Lair>()
            .moves(pursuit::moves)
            .by_hand(pursuit::stand, stance, "The Minotaur would catch him.");
        world.look::<Chased>(&CHASED, |chased| chased.0);
        world
            .look_by(&THESEUS, theseus)
            .look_by(&MINOTAUR, minotaur);
        world.positions("minotaur", |pursuit: &Pursuit, grid| {
            pursuit.minotaur(grid).collect()
        });
        world.describe(describe_tick);
        world
            .cells::<Chased>()
            .counted("state", |chased: &Chased| chased.claims());
    }
}

/// The places are the start of Theseus, that of the Minotaur, and the exit.
impl Craft for Theseus {
    fn values(&self, grid: Grid) -> Vec<u32> {
        vec![saturating_u32(grid.cells()); 3]
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let at = grid.position(value.into());
        match place {
            0 => self.from = at.into(),
            1 => self.minotaur = at,
            _ => self.to = at.into(),
        }
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Theseus>()
        .craft::<Theseus>()
        .text(TextFormat::THESEUS)
        .template(TEMPLATE);
}

/// The squares where Theseus has been. The value is the number of squares where the Minotaur was at the time.
static CHASED: Look = Look {
    legend: &[(".", "reached by Theseus")],
    ..Look::reached("chased")
};

/// Theseus, wherever he can be. The value is the number of pairs.
static THESEUS: Look = Look {
    shapes: |_, pen| {
        pen.fill(
            Form::Circle {
                x: 60.0,
                y: 60.0,
                r: 34.0,
            },
            Ink::Paper,
        );
        pen.fill(
            Form::Circle {
                x: 60.0,
                y: 60.0,
                r: 27.0,
            },
            Ink::Text,
        );
    },
    letters: |_, letters| letters.middle("T", Ink::Text),
    meaning: "Theseus",
    legend: &[("T", "Theseus")],
    ..Look::new("theseus", Place::Cells(1), Depth::Above)
};

static MINOTAUR: Look = Look {
    shapes: |_, pen| {
        let horns = Form::lines(&[(42.0, 31.0), (47.0, 51.0), (73.0, 51.0), (78.0, 31.0)]);
        let head = Form::polygon(&[(44.0, 47.0), (76.0, 47.0), (68.0, 89.0), (52.0, 89.0)]);
        pen.line(horns.clone(), Ink::Paper, 18.0);
        pen.line(head.clone(), Ink::Paper, 14.0);
        pen.line(horns, Ink::Accent, 8.0);
        pen.fill(head, Ink::Accent);
    },
    letters: |_, letters| letters.after('M', Ink::Accent),
    meaning: "the Minotaur",
    legend: &[("M", "Minotaur")],
    ..Look::new("minotaur", Place::Cells(1), Depth::Above)
};

fn theseus(InMut(values): InMut<[u32]>, pursuit: Single<&Pursuit>) {
    values.fill(0);
    for pair in pursuit.pairs() {
        values[pair.theseus] += 1;
    }
}

/// Counts the Minotaurs on each square. If no pair is active, it counts the one at the end of the route.
fn minotaur(InMut(values): InMut<[u32]>, pursuit: Single<&Pursuit>) {
    values.fill(0);
    for pair in pursuit.pairs() {
        values[pair.minotaur] += 1;
    }
    if let Some(&last) = pursuit.tracks.last()
        && pursuit.pairs().is_empty()
    {
        values[last] += 1;
    }
}

fn stance(grid: Grid, state: State) -> String {
    let Position { row, column } = grid.position(state.pose.into());
    format!("the Minotaur in row {row}, column {column}")
}

fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    if diff.before.phase() != Phase::Walk {
        return None;
    }

    let pairs = diff.after.layer(THESEUS.name)?.values().iter().sum();
    let positions = u32::try_from(diff.after.route().len()).unwrap_or_default();
    Some(match (positions.checked_sub(1), pairs) {
        (Some(turns), _) => TickText::new("Theseus is out, after {turn}.", [turns]),
        (None, 0) => TickText::plain("Theseus is lost: no further turn is possible."),
        (None, pairs) => TickText::new(
            "Theseus takes a step, then the Minotaur two: {pair} of squares are active.",
            [pairs],
        ),
    })
}

impl TextFormat {
    /// The listing of a pursuit: the name, then a line for the start and for each turn: its number,
    /// where Theseus is, where the Minotaur is. For other walks it lists the route.
    pub const THESEUS: Self = Self {
        name: "Theseus",
        needs: Need::Route,
        drawing: || Box::new(IntoSystem::into_system(list)),
    };
}

/// Lists the turns: `  1: (2,1), Minotaur (1,3)`.
fn list(
    InMut(text): InMut<String>,
    maze: Single<(&MazeName, &Grid, &Progress, &Route, Option<&Pursuit>)>,
) {
    let (name, &grid, progress, route, pursuit) = maze.into_inner();

    if !name.0.is_empty() {
        text.push_str(&name.0);
        text.push('\n');
    }
    if let Some(words) = unsolved(&progress.outcome) {
        text.push_str("  ");
        text.push_str(words);
        text.push('\n');
    }

    let mut tracks = pursuit.into_iter().flat_map(|pursuit| pursuit.tracks(grid));
    let digits = route.cells().len().to_string().len();
    for (turn, &theseus) in route.cells().iter().enumerate() {
        let _ = write!(text, "  {turn:digits$}: ");
        write_position(text, grid.position(theseus), ",");
        if let Some(minotaur) = tracks.next() {
            text.push_str(", Minotaur ");
            write_position(text, minotaur, ",");
        }
        text.push('\n');
    }
}

const TEMPLATE: Template = Template {
    name: "theseus",
    about: "A maze in which the Minotaur hunts Theseus",
    text: include_str!("templates/theseus.ron"),
};
