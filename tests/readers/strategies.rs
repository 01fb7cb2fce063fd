//! Strategies: changed texts, and any legal scene.

use mazetick::base::die::Orientation;
use mazetick::base::end::End;
use mazetick::base::heading::Turn;
use mazetick::base::{Digest, Grid, Heading, Headings, Position, limits};
use mazetick::engine::TextFormat;
use mazetick::engine::agents::{AgentGroup, Hand};
use mazetick::puzzles::agents::AgentKind;
use mazetick::puzzles::arrow::{RandomSigns, Signs};
use mazetick::puzzles::dice::{Number, RandomNumbers};
use mazetick::puzzles::growing_tree::NextCell;
use mazetick::puzzles::johnny::{Command, Commands};
use mazetick::puzzles::jump::{JumpLength, RandomJumps};
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::{
    Agents, Arrow, Braid, Dice, DrawnWalls, Foot, GrowingTree, Johnny, Jump, Jumps, Kruskal,
    Mazing, Numbers, SignBoard, Theseus, Wilson, Wrap,
};
use mazetick::registry::expect;
use mazetick::registry::expect::{
    Arrived, Cell, ExpectedRoute, ExpectedWalker, Holds, NoSolution, Perfect, Solved, Text,
};
use mazetick::registry::{CellFacet, Registry};
use mazetick::scene::board_source::BoardSource;
use mazetick::scene::expectation::{Expectation, When};
use mazetick::scene::{Ingredient, Scene, Simulation};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;

pub(crate) fn config(cases: u32) -> ProptestConfig {
    let failures = FileFailurePersistence::Direct("tests/readers.proptest-regressions");
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(failures)),
        ..Default::default()
    }
}

/// Numbers of more than 32 and 64 bits.
const LARGE: [&str; 2] = ["4294967296", "99999999999999999999"];

/// Words that readers look for, and words that they do not expect.
pub(crate) const WORDS: [&str; 25] = [
    "0", "1", "-1", "7", LARGE[0], LARGE[1], "U", "F", "F 2", "N", "NL", "*", "END", "\n", "\r\n",
    " ", "\0", "\u{feff}", "(", ")", "\"", "/*", "Some(", "é", "\u{a0}",
];

/// A change to a text: cut it, take bytes out, put a word in, or replace a byte.
#[derive(Clone, Debug)]
enum Change {
    Cut(Index),
    TakeOut(Index, usize),
    PutIn(Index, &'static str),
    Replace(Index, u8),
}

impl Change {
    fn make(&self, text: &mut Vec<u8>) {
        match *self {
            Self::Cut(at) => text.truncate(at.index(text.len() + 1)),
            Self::TakeOut(at, count) => {
                let at = at.index(text.len() + 1);
                text.drain(at..text.len().min(at + count));
            }
            Self::PutIn(at, word) => {
                let at = at.index(text.len() + 1);
                text.splice(at..at, word.bytes());
            }
            Self::Replace(at, byte) => {
                let length = text.len().max(1);
                if let Some(place) = text.get_mut(at.index(length)) {
                    *place = byte;
                }
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        1 => any::<Index>().prop_map(Change::Cut),
        4 => (any::<Index>(), 1..9_usize).prop_map(|(at, count)| Change::TakeOut(at, count)),
        8 => (any::<Index>(), select(&WORDS[..])).prop_map(|(at, word)| Change::PutIn(at, word)),
        4 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
    ]
}

/// A valid text with some changes.
pub(crate) fn changed(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    vec(change(), 1..5).prop_map(move |changes| {
        let mut text = text.as_bytes().to_vec();
        for change in &changes {
            change.make(&mut text);
        }
        text
    })
}

pub(crate) fn position(grid: Grid) -> impl Strategy<Value = Position> {
    (1..=grid.rows, 1..=grid.columns).prop_map(|(row, column)| Position { row, column })
}

pub(crate) fn heading() -> impl Strategy<Value = Heading> {
    select(&Heading::ALL[..])
}

pub(crate) fn name() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        prop::char::range('A', 'Z'),
        select(vec!['\'', '"', '\\', ' ', 'é', '中', '0', '/', '#'])
    ];
    vec(letter, 0..12).prop_map(|letters| {
        let name: String = letters.into_iter().collect();
        format!("x{}", name.trim_end())
    })
}

pub(crate) fn grid() -> impl Strategy<Value = Grid> {
    (1..6_u32, 1..6_u32).prop_map(|(rows, columns)| Grid { rows, columns })
}

fn headings() -> impl Strategy<Value = Headings> {
    any::<[bool; 4]>().prop_map(|has| {
        let sides = Heading::ALL.into_iter().zip(has).filter(|&(_, has)| has);
        sides.map(|(side, _)| side).collect()
    })
}

/// These scenes, with one of these ingredients.
pub(crate) fn with<T: Ingredient>(
    scene: impl Strategy<Value = Scene> + 'static,
    ingredient: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Scene> {
    (scene, ingredient)
        .prop_map(|(scene, it)| scene.with(it))
        .boxed()
}

pub(crate) fn drawn(scene: &Scene) -> String {
    let mut simulation = Simulation::new(scene).expect("a legal scene");
    simulation.run();
    simulation.text().into()
}

/// Johnny's generator with its own list.
pub(crate) fn johnny(grid: Grid, flips: f64) -> impl Strategy<Value = Johnny> {
    (position(grid), 0.0..flips).prop_map(|(start, flips)| Johnny {
        start,
        flips,
        commands: None,
    })
}

/// These scenes, with any walls.
fn walled(grid: Grid, scene: &BoxedStrategy<Scene>) -> BoxedStrategy<Scene> {
    let scene = || scene.clone();
    let commands = vec(command(), 0..40).prop_map(|commands| Some(Commands(commands.into())));
    let given = (position(grid), commands).prop_map(|(start, commands)| Johnny {
        start,
        flips: 0.0,
        commands,
    });
    let mazing = select(vec![Pick::AnyWall, Pick::EligibleWall]).prop_map(|pick| Mazing { pick });
    let pick = prop_oneof![
        select(vec![NextCell::Newest, NextCell::Oldest, NextCell::Random]),
        (0.0..=1.0).prop_map(NextCell::Mixed),
    ];
    let tree =
        (pick, option::of(position(grid))).prop_map(|(pick, start)| GrowingTree { pick, start });
    let walls = vec((position(grid), headings()), 0..12)
        .prop_map(DrawnWalls::listed)
        .boxed();
    let plan = walls.clone().prop_map(move |walls| {
        DrawnWalls::drawn(&drawn(&Scene::new(grid.rows, grid.columns).with(walls)))
    });
    let walled = prop_oneof![
        with(scene(), johnny(grid, 0.9)),
        with(scene(), given),
        with(scene(), mazing),
        with(scene(), Just(Wilson)),
        with(scene(), Just(Kruskal)),
        with(scene(), tree),
        with(scene(), walls),
        with(scene(), plan),
    ];
    let braided = with(walled.clone(), (0.0..=1.0).prop_map(Braid));
    prop_oneof![2 => walled, 1 => braided].boxed()
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        heading().prop_map(Command::Move),
        any::<u32>().prop_map(Command::Flip)
    ]
}

pub(crate) fn numbers(grid: Grid) -> impl Strategy<Value = Numbers> {
    let row = vec((-1..=6_i8).prop_map(Number), grid.columns as usize);
    let rows = vec(row, grid.rows as usize);
    let random = (0.0..0.5, 0.0..=0.5).prop_map(|(wild, empty)| RandomNumbers { wild, empty });
    prop_oneof![
        3 => rows.prop_map(|rows| Numbers(rows.into_iter().collect())),
        1 => random.prop_map(|random| Numbers(BoardSource::Random(random))),
    ]
}

pub(crate) fn signs(grid: Grid) -> impl Strategy<Value = SignBoard> {
    let sign = (heading(), select(&Turn::ALL[..]));
    let signs = vec(sign, 0..6).prop_map(|added| {
        let mut signs = Signs::default();
        for (travel, turn) in added {
            signs.add(travel, turn);
        }
        signs
    });
    let random = (0.0..=1.0, 0.0..=1.0).prop_map(|(also, empty)| RandomSigns { also, empty });
    prop_oneof![
        3 => vec((position(grid), signs), 0..12).prop_map(SignBoard::from_iter),
        1 => random.prop_map(SignBoard::from),
    ]
}

/// The start of a walk, in a form of its own.
fn start(grid: Grid) -> impl Strategy<Value = End> {
    prop_oneof![4 => position(grid).prop_map(End::At), 1 => Just(End::Random)]
}

/// The goal of a walk, in any form.
fn goal(grid: Grid) -> impl Strategy<Value = End> {
    prop_oneof![
        4 => position(grid).prop_map(End::At),
        2 => vec(position(grid), 1..4).prop_map(End::AnyOf),
        1 => Just(End::Random),
        1 => Just(End::Farthest),
    ]
}

/// The top and front of a die.
fn faces() -> impl Strategy<Value = (u8, u8)> {
    let faces = (1..=6).flat_map(|top| (1..=6).map(move |front| (top, front)));
    let dice: Vec<_> = faces
        .filter(|&(top, front)| Orientation::new(top, front).is_some())
        .collect();
    select(dice)
}

fn jumps(grid: Grid) -> impl Strategy<Value = Jumps> {
    let row = vec((0..=63_u8).prop_map(JumpLength), grid.columns as usize);
    let rows = vec(row, grid.rows as usize);
    let random = (0.0..=1.0, 1..=63_u8).prop_map(|(empty, longest)| RandomJumps { empty, longest });
    prop_oneof![
        3 => rows.prop_map(|rows| Jumps(rows.into_iter().collect())),
        1 => random.prop_map(|random| Jumps(BoardSource::Random(random))),
    ]
}

pub(crate) fn die(
    grid: Grid,
    heading: impl Strategy<Value = Option<Heading>>,
) -> impl Strategy<Value = Dice> {
    (position(grid), faces(), heading, option::of(goal(grid))).prop_map(
        |(from, (top, front), heading, to)| Dice {
            from: from.into(),
            top,
            front,
            heading,
            to,
        },
    )
}

/// These scenes, with any walk and its boards.
fn walked(grid: Grid, scene: &BoxedStrategy<Scene>) -> BoxedStrategy<Scene> {
    let scene = || scene.clone();
    let (signed, numbered) = (with(scene(), signs(grid)), || with(scene(), numbers(grid)));
    let ends = || (start(grid), goal(grid));
    let arrow = (ends(), heading()).prop_map(|((from, to), heading)| Arrow { from, heading, to });
    let theseus =
        (ends(), position(grid)).prop_map(|((from, to), minotaur)| Theseus { from, minotaur, to });
    prop_oneof![
        with(scene(), ends().prop_map(|(from, to)| Foot { from, to })),
        with(scene(), theseus),
        with(
            with(scene(), jumps(grid)),
            ends().prop_map(|(from, to)| Jump { from, to })
        ),
        with(signed, arrow),
        with(numbered(), die(grid, Just(None))),
        with(
            with(numbered(), signs(grid)),
            die(grid, heading().prop_map(Some))
        ),
    ]
    .boxed()
}

/// These scenes, with agents.
fn populated(grid: Grid, scene: BoxedStrategy<Scene>) -> BoxedStrategy<Scene> {
    let room = grid.cells() >= 9;
    let ways = (option::of(position(grid)), goal(grid), heading());
    let group = (ways, 1..4_u32, any::<bool>(), 1..99_u32).prop_map(
        move |((at, to, heading), count, solid, patience)| {
            let (hand, solid) = (Hand::Right, solid && room);
            let start_apart = at.is_none() || solid && count > 1;
            let to = if to == End::Farthest && start_apart {
                End::Random
            } else {
                to
            };
            AgentGroup {
                at,
                count,
                to,
                heading,
                hand,
                solid,
                patience: Some(patience),
            }
        },
    );
    let hand = select(vec![Hand::Left, Hand::Right]);
    let kind = (0..4, hand, group).prop_map(|(kind, hand, group)| match kind {
        0 => AgentKind::WallFollower(AgentGroup { hand, ..group }),
        1 => AgentKind::Pledge(AgentGroup { hand, ..group }),
        2 => AgentKind::Mouse(group),
        _ => AgentKind::Tremaux(group),
    });
    with(scene, vec(kind, 1..4).prop_map(Agents))
}

/// Any expectation; which ones are legal depends on the scene.
fn expectation(grid: Grid) -> impl Strategy<Value = Expectation> {
    let cell = (
        position(grid),
        option::of(headings()),
        option::of(-1..7_i8),
        option::of(0..97_usize),
    );
    let walker = (
        position(grid),
        option::of(0..4_usize),
        option::of(1..7_u8),
        option::of(1..7_u8),
    );
    let amount = |from: u64| {
        (0..=from, 0..9_u64).prop_map(|(least, more)| expect::Amount::from(least..=least + more))
    };
    let now = prop_oneof![
        "[ -~\n]{0,40}".prop_map(|text| Text(text).into()),
        option::of(amount(u32::MAX.into())).prop_map(|moves| Solved { moves }.into()),
        vec(position(grid), 1..9).prop_map(|route| ExpectedRoute(route).into()),
        Just(NoSolution.into()),
        Just(
            Arrived {
                all: true,
                ..Arrived::default()
            }
            .into()
        ),
        (1..9_u32, option::of(0..99_u64)).prop_map(|(agent, at)| {
            Arrived {
                agent: Some(agent),
                at,
                ..Arrived::default()
            }
            .into()
        }),
        Just(Perfect.into()),
        select(vec![
            "ticks <= 9",
            "moves > 3 and outcome = \"solved\"",
            "walls - walkers + 1 != -3 or steps[2] < 7",
            "not 'built' = outcome"
        ])
        .prop_map(|text| Holds::new(&Registry::standard(), text)
            .expect("legal")
            .into()),
        (1..9_u32, position(grid), option::of(amount(9))).prop_map(|(number, at, row)| {
            expect::ExpectedAgent {
                number: Some(number),
                at: Some(at),
                row,
                ..Default::default()
            }
            .into()
        }),
        any::<u64>().prop_map(|digest| expect::ExpectedDigest(Digest(digest)).into()),
        cell.prop_map(|(at, walls, number, claims)| {
            let cell = walls
                .into_iter()
                .fold(Cell::at(at), |cell, it| cell.with(CellFacet::WALLS, &it));
            let cell = number.into_iter().fold(cell, |cell, it| {
                cell.with(CellFacet::of::<Number>("number", "numbers"), &Number(it))
            });
            claims
                .into_iter()
                .fold(cell, |cell, it| cell.with(CellFacet::CLAIMS, &it))
                .into()
        }),
        walker.prop_map(|(at, heading, top, front)| {
            let heading = heading.map(|heading| Heading::ALL[heading]);
            ExpectedWalker {
                at,
                heading,
                top,
                front,
            }
            .into()
        }),
    ];
    let list = || vec(now.clone(), 1..3);
    let at = (0..limits::TICKS, vec(now.clone(), 0..3));
    let when = prop_oneof![
        Just(When::Always),
        Just(When::Never),
        Just(When::Eventually),
        Just(When::Sometimes),
        list().prop_map(When::Given),
        (0..limits::TICKS).prop_map(When::By),
        list().prop_map(When::Until),
        list().prop_map(When::After),
    ];
    let then = prop_oneof![
        at.prop_map(|(tick, list)| Expectation::When(When::At(tick), list)),
        (when, list()).prop_map(|(when, list)| Expectation::When(when, list)),
    ];
    prop_oneof![8 => now, 4 => then]
}

/// Any legal scene; its commands need not be possible to carry out.
pub(crate) fn scene() -> impl Strategy<Value = Scene> {
    grid().prop_flat_map(|grid| {
        let empty = (name(), any::<u64>()).prop_map(move |(name, seed)| {
            Scene::new(grid.rows, grid.columns).named(name).seeded(seed)
        });
        let empty = empty.boxed();
        let walls = walled(grid, &empty);
        let walk = prop_oneof![walked(grid, &empty), walked(grid, &walls)].boxed();
        let any_scene = prop_oneof![empty, walls.clone(), walk.clone()].boxed();
        let scene = prop_oneof![1 => walls, 2 => walk, 1 => populated(grid, any_scene)];
        let wrap = option::of(select(vec![Wrap::Rows, Wrap::Columns, Wrap::Both]));
        (scene, any::<Index>(), wrap, vec(expectation(grid), 0..6)).prop_map(
            |(mut scene, text, wrap, expect)| {
                let is_legal = |scene: Scene| scene.checked().is_ok();
                let registry = Registry::standard();
                let texts = registry.texts();
                let from = text.index(texts.len());
                let mut texts = texts[from..].iter().chain(&texts[..from]);
                let text = texts.find(|&&text| is_legal(scene.clone().drawn(text)));
                scene.text = text.copied().unwrap_or(TextFormat::NONE);
                // Not every walk can be led over an edge.
                let wrapped = wrap.map(|wrap| scene.clone().with(wrap));
                let mut scene = wrapped.filter(|it| is_legal(it.clone())).unwrap_or(scene);
                let expect = expect.into_iter();
                scene.expect = expect
                    .filter(|it| is_legal(scene.clone().expecting(it.clone())))
                    .collect();
                scene
            },
        )
    })
}
