//! The one way in which scenes are compared with plain, independent versions of their rules: what
//! the plain version answers, the world comes to, in whichever steps it is ticked.

use std::fmt::Debug;

use mazetick::base::{Heading, Outcome, Position};
use mazetick::contest::Contest;
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};

use crate::extensions::own_program;
use crate::steps::Steps;
use plain::{Square, Walls};

/// A puzzle that a plain version solves.
pub(crate) trait Puzzle: Debug {
    /// The puzzle as a scene.
    fn scene(&self) -> Scene;

    /// What the plain version says, where these walls stand inside the border.
    fn answer(&self, walls: Walls) -> Answer;

    /// Checks what only worlds of this puzzle have at their end.
    fn check(&self, _world: &mut Simulation) {}
}

/// What a plain version says about a puzzle.
#[derive(Debug)]
pub(crate) struct Answer {
    end: End,
    /// How many ticks the search takes, or the generator where nothing is searched.
    ticks: Option<usize>,
    /// How many states walkers come to.
    states: Option<usize>,
    /// The walls that stand inside the border.
    walls: Option<Walls>,
    text: Option<String>,
}

/// How a puzzle ends.
#[derive(Debug)]
enum End {
    /// Walls are built, and nothing is searched.
    Built,
    /// This is the shortest route.
    Route(Vec<Square>),
    NoRoute,
}

impl Answer {
    /// Walls are built, in so many ticks.
    pub(crate) fn built(ticks: usize) -> Self {
        Self::new(End::Built, Some(ticks))
    }

    /// The shortest route is this one, or there is none. A move takes a tick.
    pub(crate) fn searched(route: Option<Vec<Square>>) -> Self {
        let ticks = route.as_ref().map(|route| route.len() - 1);
        Self::new(route.map_or(End::NoRoute, End::Route), ticks)
    }

    fn new(end: End, ticks: Option<usize>) -> Self {
        Self {
            end,
            ticks,
            states: None,
            walls: None,
            text: None,
        }
    }

    /// Walkers come to so many states in so many ticks, and none to the goal.
    pub(crate) fn exhausted((states, ticks): (usize, usize)) -> Self {
        Self {
            states: Some(states),
            ..Self::searched(None).in_ticks(ticks)
        }
    }

    pub(crate) fn in_ticks(self, ticks: usize) -> Self {
        Self {
            ticks: Some(ticks),
            ..self
        }
    }

    pub(crate) fn with_walls(self, walls: Walls) -> Self {
        Self {
            walls: Some(walls),
            ..self
        }
    }

    pub(crate) fn with_text(self, text: String) -> Self {
        Self {
            text: Some(text),
            ..self
        }
    }

    /// What the world says at its end.
    fn outcome(&self) -> Outcome {
        match &self.end {
            End::Built => Outcome::Built,
            End::NoRoute => Outcome::NoSolution,
            End::Route(route) => Outcome::Solved {
                moves: small(route.len() - 1),
            },
        }
    }

    fn route(&self) -> &[Square] {
        if let End::Route(route) = &self.end {
            route
        } else {
            &[]
        }
    }
}

/// What was compared.
#[derive(Default)]
pub(crate) struct Seen {
    /// The routes of the puzzles, in their order.
    pub(crate) routes: Vec<Option<Vec<Square>>>,
    /// The texts of the puzzles, in their order.
    texts: Vec<String>,
}

impl Seen {
    /// The routes that were found.
    pub(crate) fn found(&self) -> impl Iterator<Item = &[Square]> {
        self.routes.iter().flatten().map(Vec::as_slice)
    }

    /// Checks that enough was tried: so many puzzles with and without a route, and a route of so
    /// many moves.
    #[track_caller]
    pub(crate) fn assert_at_least(&self, solved: usize, unsolved: usize, longest: usize) {
        let (found, all) = (self.found().count(), self.routes.len());
        let most = self
            .found()
            .map(|route| route.len() - 1)
            .max()
            .unwrap_or_default();
        let is_enough = found >= solved && all - found >= unsolved && most >= longest;
        assert!(
            is_enough,
            "{found} of {all} solved, the longest in {most} moves"
        );
    }
}

/// Compares puzzles with the plain version.
pub(crate) fn compare<P: Puzzle>(puzzles: &[P]) -> Seen {
    let registry = own_program::registry();
    let (mut steps, mut seen) = (Steps::new(1), Seen::default());
    for puzzle in puzzles {
        let scene = puzzle.scene();
        assert_read_as_printed(&registry, &scene);
        let (world, built) = steps.run(&scene);
        let walls = walls(world);
        let answer = puzzle.answer(walls.clone());
        assert_eq!(world.outcome(), answer.outcome(), "{puzzle:?}");
        let route: Vec<Square> = world.route().into_iter().map(square).collect();
        assert_eq!(route, answer.route(), "{puzzle:?}");
        let begun = if matches!(answer.end, End::Built) {
            0
        } else {
            built
        };
        let ticks = usize::try_from(world.progress().tick - begun).expect("few ticks");
        assert_eq!(ticks, answer.ticks.unwrap_or(ticks), "{puzzle:?}");
        assert_eq!(
            world.stats().states(),
            answer.states.or(world.stats().states()),
            "{puzzle:?}"
        );
        assert!(
            answer
                .walls
                .as_ref()
                .is_none_or(|expected| *expected == walls),
            "{puzzle:?}"
        );
        let text = String::from(world.text());
        assert_eq!(text, *answer.text.as_ref().unwrap_or(&text), "{puzzle:?}");
        puzzle.check(world);
        seen.routes.push(if let End::Route(route) = answer.end {
            Some(route)
        } else {
            None
        });
        seen.texts.push(text);
    }
    seen
}

/// A puzzle of a contest.
pub(crate) trait InContest: Puzzle + Sized {
    const CONTEST: Contest;

    /// The contest's input, as the plain version writes it.
    fn input(puzzles: &[Self]) -> String;

    /// Whether a scene read from the input is this puzzle's.
    fn is_read_as(&self, read: &Scene) -> bool {
        *read == self.scene()
    }
}

/// Compares puzzles with the plain version, as scenes and as contest input.
pub(crate) fn compare_in_contest<P: InContest>(puzzles: &[P]) -> Seen {
    let seen = compare(puzzles);
    let (input, expected) = (P::input(puzzles), seen.texts.concat());
    assert_eq!(solved(P::CONTEST, &input, 1), expected);
    assert_eq!(solved(P::CONTEST, &input, 2), expected);

    let registry = Registry::standard();
    let (mut scenes, mut there, mut output) = (Vec::new(), None, String::new());
    let keep = |scene: &Scene| {
        assert_read_as_printed(&registry, scene);
        let world = Simulation::reuse(&mut there, scene).expect("a legal scene");
        world.run();
        world.write_text(&mut output);
        scenes.push(scene.clone());
        Ok(())
    };
    P::CONTEST
        .read("input", input.as_bytes(), keep, |fault| panic!("{fault}"))
        .expect("text");
    assert_eq!(output, expected);
    assert_eq!(scenes.len(), puzzles.len());
    for (scene, puzzle) in scenes.iter().zip(puzzles) {
        assert!(puzzle.is_read_as(scene), "{puzzle:?}");
    }
    let exported = mazetick::registry::Registry::standard()
        .export(&scenes)
        .expect("scenes of the contest");
    assert_eq!(solved(P::CONTEST, &exported, 1), expected);
    seen
}

/// The contest's output for an input without faults.
pub(crate) fn solved(contest: Contest, input: &str, jobs: usize) -> String {
    let mut output = Vec::new();
    contest
        .solve("input", input.as_bytes(), &mut output, jobs)
        .expect("legal input");
    String::from_utf8(output).expect("text")
}

/// Checks that a scene, printed and read again, is the same.
fn assert_read_as_printed(registry: &Registry, scene: &Scene) {
    let printed = scene.to_ron();
    assert_eq!(
        registry.read(&printed).expect("a scene"),
        *scene,
        "{printed}"
    );
}

/// The walls of a world inside its border, as the plain versions have them.
pub(crate) fn walls(world: &Simulation) -> Walls {
    let grid = world.grid();
    let sides = grid
        .positions()
        .flat_map(|at| Heading::ALL.map(|side| (at, side)));
    let stand = sides
        .filter(|&(at, side)| grid.leads(at, side) && world.wall(at, side).unwrap_or_default());
    stand
        .map(|(at, side)| (square(at), square(beside(at, side))))
        .collect()
}

/// The position next to one, in the grid.
pub(crate) fn beside(at: Position, side: Heading) -> Position {
    match side {
        Heading::N => Position::new(at.row - 1, at.column),
        Heading::S => Position::new(at.row + 1, at.column),
        Heading::W => Position::new(at.row, at.column - 1),
        Heading::E => Position::new(at.row, at.column + 1),
    }
}

pub(crate) fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a small number")
}

pub(crate) fn position((row, column): Square) -> Position {
    Position::new(small(row), small(column))
}

pub(crate) fn square(at: Position) -> Square {
    (at.row as usize, at.column as usize)
}

pub(crate) fn heading(letter: char) -> Heading {
    let letter = u8::try_from(letter).expect("a letter");
    Heading::from_letter(letter).expect("a heading")
}
