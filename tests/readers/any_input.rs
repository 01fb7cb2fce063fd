//! Readers accept any input: they end, they never panic, and what they read can be written again.

use std::fmt::Write as _;
use std::io;

use mazetick::base::{Digest, Grid, Heading, Headings, Orientation, Position, Turn, limits};
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::{
    Arrow, Command, Commands, Dice, Foot, Johnny, Mazing, Number, Numbers, Pick, RandomNumbers,
    RandomSigns, SignBoard, Signs,
};
use mazetick::registry::Registry;
use mazetick::registry::expect;
use mazetick::registry::expect::{
    Cell, Claimed, DeadEnds, Finished, NoSolution, Perfect, Route, Solved, Text, Walker, Walkers,
    WalledIn, Walls,
};
use mazetick::scene::{BoardSource, Expectation, Scene, Simulation};
use mazetick::tools::Blessed;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;

const CONTESTS: [Contest; 3] = [Contest::JOHNNY, Contest::ARROW, Contest::DICE];

/// A valid input of each contest, with everything that its format has.
const VALID: [&str; 3] = [
    "3\n3 3\n1 1\nU\nU\nR\nD\nD\nR\nU\nU\n1 1\n1 1\n2 2\n1 1\nR\nF 1\nU\nR\n",
    "A B's\n3 1 N 3 3\n1 1 WL NR *\n1 2 WLF NR ER *\n2 1 SL WR NF *\n0\nB\n1 1 N 2 1\n0\nEND\n",
    "A\n3 3 1 2 5 1\n-1 2 4\n5 5 6\n6 -1 -1\nB\n1 2 1 1 2 4\n0 3\nEND\n",
];

const SCENE: &str = r#"Scene(
    name: "x", // a comment
    seed: 7,
    grid: (rows: 2, columns: 2),
    generate: Johnny(start: (1, 1), flips: 0.5),
    numbers: [[1, 2], [-1, 0]],
    signs: { (1, 1): "NLF WR", (2, 2): "SF" },
    walk: Dice(from: (1, 1), top: 5, front: 1, heading: N, to: (2, 2)),
    text: Lattice,
    expect: [
        Perfect, At(3, [Walkers(0), Cell(at: (1, 1), walls: "NW", claims: 0)]),
        Walker(at: (1, 1), top: 5), Digest("0123456789abcdef"), Text("
x"),
    ],
)
"#;

/// Words that readers look for, and words that they do not expect.
const WORDS: [&str; 25] = [
    "0",
    "1",
    "-1",
    "7",
    "99999999999999999999",
    "4294967296",
    "U",
    "F",
    "F 2",
    "N",
    "NL",
    "*",
    "END",
    "\n",
    "\r\n",
    " ",
    "\0",
    "\u{feff}",
    "(",
    ")",
    "\"",
    "/*",
    "Some(",
    "é",
    "\u{a0}",
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
fn changed(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    vec(change(), 1..5).prop_map(move |changes| {
        let mut text = text.as_bytes().to_vec();
        for change in &changes {
            change.make(&mut text);
        }
        text
    })
}

/// The result of an input: the output, and the report of the first fault.
fn solved(contest: Contest, input: impl io::Read, jobs: usize) -> (String, Option<String>) {
    let mut output = Vec::new();
    let result = contest.solve("input", input, &mut output, jobs);
    (String::from_utf8(output).expect("output is text"), result.err().map(|e| e.to_string()))
}

/// A reader that hands out a few bytes at a time.
struct Bites<'a>(&'a [u8], usize);

impl io::Read for Bites<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (bite, rest) = self.0.split_at(self.1.min(self.0.len()).min(buffer.len()));
        buffer[..bite.len()].copy_from_slice(bite);
        self.0 = rest;
        Ok(bite.len())
    }
}

/// The scenes of an input, and all reports.
fn read(contest: Contest, input: &[u8]) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let keep = |scene: &Scene| {
        scenes.push(scene.clone());
        io::Result::Ok(())
    };
    contest.read("input", input, keep, |report| reports.push(report)).expect("memory is readable");
    (scenes, reports)
}

/// The line and column that a report begins with.
fn place(report: &str) -> (usize, usize) {
    let mut parts = report.strip_prefix("input:").expect("the file's name").split(':');
    let mut number = || parts.next().and_then(|part| part.parse().ok()).expect("a number");
    (number(), number())
}

/// Checks that the place of a report is in the text, or at its end.
fn assert_inside(input: &[u8], report: &str) {
    let (line, column) = place(report);
    let text = String::from_utf8_lossy(input);
    let found = text.split('\n').nth(line - 1).unwrap_or_else(|| panic!("no line: {report}"));
    assert!((1..=found.chars().count() + 1).contains(&column), "no column: {report}");
}

/// Reads, checks and solves an input in every way; all results must agree.
fn enter(contest: Contest, input: &[u8]) {
    let (output, first) = solved(contest, input, 1);
    assert_eq!(solved(contest, input, 2), (output.clone(), first.clone()));
    let bites = Bites(input, input.len() / 3 + 1);
    assert_eq!(solved(contest, bites, 1), (output, first.clone()));
    let (scenes, reports) = read(contest, input);
    for scene in &scenes {
        assert_eq!(scene.clone().checked().map(drop), Ok(()), "read in spite of it");
    }
    if let Some(first) = &first {
        assert!(reports.contains(first), "not reported by check and read: {first}");
    } else {
        assert!(reports.is_empty(), "solved in spite of {reports:?}");
    }
    for report in &reports {
        assert_inside(input, report);
    }
}

fn enter_scene(text: &str) {
    match Scene::from_ron(text) {
        Ok(scene) => assert_eq!(Scene::from_ron(&scene.to_ron()).as_ref(), Ok(&scene)),
        Err(error) => {
            assert!(!error.faults.is_empty());
            for fault in error.faults {
                assert!(fault.at.start <= fault.at.end && fault.at.end <= text.len(), "{fault:?}");
                assert!(text.get(fault.at.clone()).is_some(), "not whole characters: {fault:?}");
                assert!(!fault.message.is_empty());
            }
        }
    }
}

fn position(grid: Grid) -> impl Strategy<Value = Position> {
    (1..=grid.rows, 1..=grid.columns).prop_map(|(row, column)| Position { row, column })
}

fn heading() -> impl Strategy<Value = Heading> {
    select(&Heading::ALL[..])
}

fn name() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        prop::char::range('A', 'Z'),
        select(vec!['\'', '"', '\\', ' ', 'é', '中', '0', '/', '#'])
    ];
    vec(letter, 0..12).prop_map(|letters| {
        let name: String = letters.into_iter().collect();
        format!("x{}", name.trim_end())
    })
}

fn grid() -> impl Strategy<Value = Grid> {
    (1..6_u32, 1..6_u32).prop_map(|(rows, columns)| Grid { rows, columns })
}

/// Any generator of walls.
#[derive(Clone, Debug)]
enum Generator {
    Johnny(Johnny),
    Mazing(Mazing),
}

impl Generator {
    fn add_to(self, scene: &mut Scene) {
        match self {
            Self::Johnny(johnny) => scene.set(johnny),
            Self::Mazing(mazing) => scene.set(mazing),
        }
    }
}

fn generator(grid: Grid) -> impl Strategy<Value = Generator> {
    let mazing = select(vec![Pick::AnyWall, Pick::EligibleWall]).prop_map(|pick| Mazing { pick });
    let drawn = (position(grid), 0.0..0.9_f64).prop_map(|(start, flips)| Johnny {
        start,
        flips,
        commands: None,
    });
    let given = (position(grid), vec(command(), 0..40)).prop_map(|(start, commands)| Johnny {
        start,
        flips: 0.0,
        commands: Some(Commands(commands.into())),
    });
    prop_oneof![
        mazing.prop_map(Generator::Mazing),
        drawn.prop_map(Generator::Johnny),
        given.prop_map(Generator::Johnny),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![heading().prop_map(Command::Move), any::<u32>().prop_map(Command::Flip)]
}

fn numbers(grid: Grid) -> impl Strategy<Value = Numbers> {
    let row = vec((-1..=6_i8).prop_map(Number), grid.columns as usize);
    let rows = vec(row, grid.rows as usize);
    let random = (0.0..0.5, 0.0..=0.5).prop_map(|(wild, empty)| RandomNumbers { wild, empty });
    prop_oneof![
        3 => rows.prop_map(|rows| Numbers(rows.into_iter().collect())),
        1 => random.prop_map(|random| Numbers(BoardSource::Random(random))),
    ]
}

fn signs(grid: Grid) -> impl Strategy<Value = SignBoard> {
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

/// The top and front of a die.
fn faces() -> impl Strategy<Value = (u8, u8)> {
    let faces = (1..=6).flat_map(|top| (1..=6).map(move |front| (top, front)));
    let dice: Vec<_> =
        faces.filter(|&(top, front)| Orientation::new(top, front).is_some()).collect();
    select(dice)
}

/// Any walk.
#[derive(Clone, Debug)]
enum Walk {
    Foot(Foot),
    Arrow(Arrow),
    Dice(Dice),
}

impl Walk {
    fn add_to(self, scene: &mut Scene) {
        match self {
            Self::Foot(foot) => scene.set(foot),
            Self::Arrow(arrow) => scene.set(arrow),
            Self::Dice(dice) => scene.set(dice),
        }
    }
}

fn walk(grid: Grid) -> impl Strategy<Value = Walk> {
    let ends = || (position(grid), position(grid));
    let dice = (position(grid), faces(), option::of(heading()), option::of(position(grid)))
        .prop_map(|(from, (top, front), heading, to)| {
            Walk::Dice(Dice { from, top, front, heading, to })
        });
    prop_oneof![
        ends().prop_map(|(from, to)| Walk::Foot(Foot { from, to })),
        (ends(), heading()).prop_map(|((from, to), heading)| Walk::Arrow(Arrow {
            from,
            heading,
            to
        })),
        dice,
    ]
}

/// Any expectation; which ones are legal depends on the scene.
fn expectation(grid: Grid) -> impl Strategy<Value = Expectation> {
    let headings = any::<[bool; 4]>().prop_map(|has| {
        let sides = Heading::ALL.into_iter().zip(has).filter(|&(_, has)| has);
        sides.map(|(side, _)| side).collect::<Headings>()
    });
    let cell =
        (position(grid), option::of(headings), option::of(-1..7_i8), option::of(0..97_usize));
    let walker = (position(grid), option::of(0..4_usize), option::of(1..7_u8), option::of(1..7_u8));
    let amount = |from: u64| {
        (0..=from, 0..9_u64).prop_map(|(least, more)| expect::Amount::from(least..=least + more))
    };
    let now = prop_oneof![
        "[ -~\n]{0,40}".prop_map(|text| Text(text).into()),
        amount(limits::TICKS - 9).prop_map(|at| Finished { at }.into()),
        option::of(amount(u32::MAX.into())).prop_map(|moves| Solved { moves }.into()),
        amount(99).prop_map(|squares| DeadEnds(squares).into()),
        vec(position(grid), 1..9).prop_map(|route| Route(route).into()),
        Just(NoSolution.into()),
        Just(Perfect.into()),
        any::<u64>().prop_map(|digest| expect::Digest(Digest(digest)).into()),
        any::<usize>().prop_map(|walkers| Walkers(walkers).into()),
        [option::of(amount(u64::MAX - 9)), option::of(amount(99))]
            .prop_map(|[standing, built]| Walls { standing, built }.into()),
        cell.prop_map(|(at, walls, number, claims)| {
            let cell = walls.into_iter().fold(Cell::at(at), |cell, it| cell.with(WalledIn(it)));
            let cell = number.into_iter().fold(cell, |cell, it| cell.with(Number(it)));
            claims.into_iter().fold(cell, |cell, it| cell.with(Claimed(it))).into()
        }),
        walker.prop_map(|(at, heading, top, front)| {
            let heading = heading.map(|heading| Heading::ALL[heading]);
            Walker { at, heading, top, front }.into()
        }),
    ];
    let then = (0..limits::TICKS, vec(now.clone(), 0..3))
        .prop_map(|(tick, those)| Expectation::At(tick, those));
    prop_oneof![8 => now, 2 => then]
}

/// Any legal scene; its commands need not be possible to carry out.
fn scene() -> impl Strategy<Value = Scene> {
    grid().prop_flat_map(|grid| {
        let parts = (generator(grid), numbers(grid), signs(grid), walk(grid));
        let expect = vec(expectation(grid), 0..6);
        (name(), any::<u64>(), any::<[bool; 3]>(), parts, expect).prop_map(
            move |(name, seed, has, parts, expect)| {
                let (generator, numbers, signs, walk) = parts;
                let mut scene = Scene::new(grid.rows, grid.columns).named(name).seeded(seed);
                if has[0] {
                    walk.add_to(&mut scene);
                }
                if has[1] || !has[0] {
                    generator.add_to(&mut scene);
                }
                let start = scene.start();
                if start.is_some_and(|start| start.die.is_some()) {
                    scene.set(numbers);
                }
                if start.is_some_and(|start| start.heading.is_some()) {
                    scene.set(signs);
                }
                let walls = scene.has_walls() && (has[2] || !has[0]);
                scene.text = if walls { TextFormat::LATTICE } else { TextFormat::DICE };
                let is_legal = |expectation: &Expectation| {
                    scene.clone().expecting(expectation.clone()).checked().is_ok()
                };
                let expect: Vec<_> = expect.into_iter().filter(is_legal).collect();
                scene.expect = expect;
                scene
            },
        )
    })
}

/// A scene as the contest's own reader would make it.
fn contest_scene(contest: Contest) -> impl Strategy<Value = Scene> {
    (grid(), name(), any::<u64>()).prop_flat_map(move |(grid, name, seed)| {
        let scene = Scene::new(grid.rows, grid.columns).named(name);
        let johnny = (position(grid), 0.0..0.6_f64);
        let arrow = (signs(grid), position(grid), heading());
        let dice = (numbers(grid), position(grid), faces());
        if contest == Contest::JOHNNY {
            let scene = scene.seeded(seed).drawn(TextFormat::JOHNNY);
            johnny
                .prop_map(move |(start, flips)| {
                    scene.clone().with(Johnny { start, flips, commands: None })
                })
                .boxed()
        } else if contest == Contest::ARROW {
            let scene = scene.drawn(TextFormat::ARROW);
            let to = Position::new(grid.rows, grid.columns);
            arrow
                .prop_map(move |(signs, from, heading)| {
                    scene.clone().with(signs).with(Arrow { from, heading, to })
                })
                .boxed()
        } else {
            let scene = scene.drawn(TextFormat::DICE);
            dice.prop_map(move |(numbers, from, (top, front))| {
                let walk = Dice { from, top, front, heading: None, to: None };
                scene.clone().with(numbers).with(walk)
            })
            .boxed()
        }
    })
}

fn some_contest() -> impl Strategy<Value = Contest> {
    select(&CONTESTS[..])
}

fn drawn(scene: &Scene) -> String {
    let mut simulation = Simulation::new(scene).expect("a legal scene");
    simulation.run();
    simulation.text().into()
}

fn config(cases: u32) -> ProptestConfig {
    let failures = FileFailurePersistence::Direct("tests/readers.proptest-regressions");
    ProptestConfig { cases, failure_persistence: Some(Box::new(failures)), ..Default::default() }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn contests_take_any_bytes(contest in some_contest(), input in vec(any::<u8>(), 0..200)) {
        enter(contest, &input);
    }

    #[test]
    fn contests_take_any_words(
        contest in some_contest(),
        words in vec((select(&WORDS[..]), select(vec!["", " ", "\n"])), 0..40),
    ) {
        let input: String = words.into_iter().flat_map(|(word, blank)| [word, blank]).collect();
        enter(contest, input.as_bytes());
    }

    #[test]
    fn contests_take_changed_input(
        (contest, input) in (0..3_usize).prop_flat_map(|c| (Just(CONTESTS[c]), changed(VALID[c]))),
    ) {
        enter(contest, &input);
    }

    #[test]
    fn scenes_take_any_text(bytes in vec(any::<u8>(), 0..200)) {
        enter_scene(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn scenes_take_changed_text(bytes in changed(SCENE)) {
        enter_scene(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn scenes_survive_printing(scene in scene()) {
        prop_assert!(scene.clone().checked().is_ok());
        prop_assert_eq!(Scene::from_ron(&scene.to_ron()).unwrap(), scene);
    }

    #[test]
    fn scenes_survive_export_and_import(
        (contest, scenes) in
            some_contest().prop_flat_map(|c| (Just(c), vec(contest_scene(c), 1..4))),
    ) {
        let text = Registry::standard().export(&scenes).expect("scenes of one contest");
        let (imported, reports) = read(contest, text.as_bytes());
        prop_assert_eq!(reports, Vec::<String>::new());
        prop_assert_eq!(&Registry::standard().export(&imported), &Ok(text));
        let texts = |scenes: &[Scene]| scenes.iter().map(drawn).collect::<Vec<_>>();
        prop_assert_eq!(texts(&imported), texts(&scenes));
        let is_random = scenes.iter().any(|scene| scene.to_ron().contains(": Random("));
        if contest != Contest::JOHNNY && !is_random {
            prop_assert_eq!(imported, scenes);
        }
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter(
        contest in 0..3_usize,
        blanks in vec(select(vec!["", "", " ", "\t", "\n", "\n \n"]), 60),
        line_end in select(vec!["\n", "\r\n", " \n"]),
        mark in any::<bool>(),
        last_end in any::<bool>(),
    ) {
        let (contest, valid) = (CONTESTS[contest], VALID[contest]);
        let mut input = if mark { "\u{feff}".to_owned() } else { String::new() };
        for (line, blank) in valid.lines().zip(blanks.iter().cycle()) {
            write!(input, "{blank}{line}{line_end}").expect("a string takes everything");
        }
        let input = if last_end { input.as_str() } else { input.trim_end() };
        prop_assert_eq!(solved(contest, input.as_bytes(), 1), solved(contest, valid.as_bytes(), 1));
    }
}

#[test]
fn names_may_end_in_any_blank() {
    enter(Contest::ARROW, "\u{a0}A\u{3000}\n1 1 N 1 1\n0\nEND\n".as_bytes());
    enter(Contest::DICE, "\u{a0}A\u{3000}\n1 1 1 1 5 1\n1\nEND\n".as_bytes());
}

#[test]
fn the_rest_of_a_wrong_maze_is_skipped_at_any_length() {
    let strays = "1 1\n".repeat(100_000);
    let input = format!("A\n0\n{strays}B\n1 2 1 1 2 4\n0 3\nEND\n");
    let (scenes, reports) = read(Contest::DICE, input.as_bytes());
    assert_eq!(scenes.iter().map(|scene| scene.name.as_str()).collect::<Vec<_>>(), ["B"]);
    assert_eq!(reports.iter().map(|report| place(report)).collect::<Vec<_>>(), [(2, 1)]);
}

#[test]
fn a_byte_order_mark_may_come_in_bites() {
    for contest in CONTESTS {
        enter(contest, b"\xef\xbb\xbf");
    }
    let marked = format!("\u{feff}{}", VALID[0]);
    let plain = solved(Contest::JOHNNY, VALID[0].as_bytes(), 1);
    assert_eq!(solved(Contest::JOHNNY, Bites(marked.as_bytes(), 1), 1), plain);
}

/// A byte order mark is dropped once, at the start of a file; a name that kept a second one would
/// change by export and import.
#[test]
fn names_have_no_byte_order_mark_at_their_ends() {
    let input = "\u{feff}\u{feff}A\u{feff}\n1 1 N 1 1\n0\nEND\n";
    enter(Contest::ARROW, input.as_bytes());
    let (scenes, _) = read(Contest::ARROW, input.as_bytes());
    assert_eq!(scenes[0].name, "A");
    let marked = scenes[0].clone().named("\u{feff}A");
    assert!(marked.checked().is_err());
}

/// Reports name places in the whole input, and the text there, wherever the input is split into
/// chunks.
#[test]
fn reports_do_not_depend_on_where_chunks_end() {
    const CHUNK: usize = 128 * 1024;
    let report = |contest, input: &str| {
        let report = solved(contest, input.as_bytes(), 1).1.expect("a fault");
        report.lines().next().expect("a line").to_owned()
    };
    let mazes = CHUNK / 10 + 7;
    let a_line = format!("{} {}1 2 1 1 U\n", mazes + 1, "1 2 1 1 R ".repeat(mazes));
    let column = a_line.len() - 1;
    let message = "`U` leads out of the grid, expected R, or a flip";
    let expected = format!("input:1:{column}: error: {message}");
    assert_eq!(report(Contest::JOHNNY, &a_line), expected);
    assert_eq!(report(Contest::JOHNNY, &format!("\u{feff}{a_line}")), expected);

    let blank = "\n".repeat(CHUNK);
    let few_rows = |blank: &str| format!("A{blank}\n2 1 1 1 5 1\n1\nB\n1 1 1 1 5 1\n1\nEND\n");
    let message = "error: found `B`, expected row 2 of 2";
    assert_eq!(report(Contest::DICE, &few_rows("")), format!("input:4:1: {message}"));
    let line = 4 + CHUNK;
    assert_eq!(report(Contest::DICE, &few_rows(&blank)), format!("input:{line}:1: {message}"));

    let no_end = |blank: &str| format!("A{blank}\n1 1 1 1 5 1\n1\n\n");
    let message = "error: found the end of the input, expected a maze or a line END";
    assert_eq!(report(Contest::DICE, &no_end("")), format!("input:3:2: {message}"));
    let line = 3 + CHUNK;
    assert_eq!(report(Contest::DICE, &no_end(&blank)), format!("input:{line}:2: {message}"));
}

/// The output is complete after the last line, even if the input stays open.
#[test]
fn nothing_is_read_after_the_end() {
    struct Nothing;
    impl io::Read for Nothing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("read on"))
        }
    }
    for (contest, valid) in CONTESTS.into_iter().zip(VALID).skip(1) {
        let input = io::Read::chain(valid.as_bytes(), Nothing);
        assert_eq!(solved(contest, input, 1), solved(contest, valid.as_bytes(), 1));
    }
}

#[test]
fn contests_take_input_cut_anywhere_and_any_byte_anywhere() {
    for (contest, valid) in CONTESTS.into_iter().zip(VALID) {
        assert_eq!(solved(contest, valid.as_bytes(), 1).1, None);
        for at in 0..valid.len() {
            enter(contest, &valid.as_bytes()[..at]);
            for byte in [0, b'\n', b'\r', b' ', b'-', b'0', b'9', b'F', 0x80, 0xff] {
                let mut input = valid.as_bytes().to_vec();
                input[at] = byte;
                enter(contest, &input);
            }
        }
    }
}

#[test]
fn scenes_take_text_cut_anywhere_and_any_byte_anywhere() {
    assert!(Scene::from_ron(SCENE).is_ok());
    for at in 0..SCENE.len() {
        enter_scene(&SCENE[..at]);
        for letter in ["\0", "\n", "(", ")", "\"", "{", "/*", "-", "é", "9999999999"] {
            enter_scene(&format!("{}{letter}{}", &SCENE[..at], &SCENE[at + 1..]));
        }
    }
}

/// The drawing that a scene expects, read from this literal.
fn expected_text(literal: &str) -> Expectation {
    let text = format!(
        "Scene(grid: (rows: 1, columns: 1), text: Lattice,
            generate: Mazing(pick: AnyWall), expect: [Text({literal})])"
    );
    enter_scene(&text);
    Scene::from_ron(&text).expect("a legal scene").expect[0].clone()
}

#[test]
fn drawings_have_plain_line_ends_in_any_string_literal() {
    for (literal, drawing) in [
        ("\"\r\r\n\"", ""),
        ("\"a\r\n\r\r\nb\r\"", "a\n\nb\r"),
        (r#""\r\n\r\r\n""#, "\n"),
        (r#""\r\r""#, "\r\r"),
        ("r#\"\n\"+\"\n\"#", "\"+\"\n"),
    ] {
        let expected = Expectation::from(Text(drawing.to_owned()));
        assert_eq!(expected_text(literal), expected, "{literal:?}");
    }
}

/// Scenes in rarely used RON syntax are read, and those that are not RON are reported.
#[test]
fn odd_spellings_are_read_or_reported() {
    let scene = |rows: &str, rest: &str| {
        format!(
            "Scene(grid: (rows: {rows}, columns: 1), text: Lattice,
                generate: Johnny(start: (1, 1){rest}"
        )
    };
    let plain = Scene::from_ron(&scene("2", "))")).expect("a legal scene");
    for (rows, rest) in [
        ("0x2", "))"),
        ("0b1_0", "))"),
        ("+2", "))"),
        ("2u32", "))"),
        ("2", ", flips: -0.0))"),
        ("2", ", flips: 0e9, commands: None,),)"),
        ("/* a /* b */ c */ 2", ")) // end"),
    ] {
        let text = scene(rows, rest);
        enter_scene(&text);
        assert_eq!(Scene::from_ron(&text).as_ref(), Ok(&plain), "{text}");
    }
    for (rows, rest, message) in [
        ("2.0", "))", "found `2.0`, expected a whole number"),
        ("/* a /* b */ 2", "))", "expected a `*/` at the end of the comment"),
        ("4294967296", "))", "found `4294967296`, expected a whole number from 0 to 4294967295"),
        ("-2", "))", "found `-2`, expected a whole number from 0 to 4294967295"),
        (
            "2",
            "), seed: 18446744073709551616)",
            "found `18446744073709551616`, expected a whole number from 0 to 18446744073709551615",
        ),
        (
            "2",
            "), numbers: [[1, 2], /* a */ [-1, -0x1_00]])",
            "found `-0x1_00`, expected 1 to 6, 0 for an empty square",
        ),
        (
            "0x1_0000_0000",
            "))",
            "found `0x1_0000_0000`, expected a whole number from 0 to 4294967295",
        ),
        ("2", "), jumps: [[-1]])", "found `-1`, expected a whole number from 0 to 255"),
        ("2", ", flips: NaN))", "generate.flips: a chance of NaN, expected 0 to 0.999"),
        ("2", ", flips: inf))", "generate.flips: a chance of inf, expected 0 to 0.999"),
        ("2", "), seed: 1, seed: 1)", "a second `seed`, expected the field once"),
        (
            "2",
            "), signs: {(1, 1): \"NL\", (1, 1): \"NL\"})",
            "found (1, 1) twice, expected it once",
        ),
    ] {
        let text = scene(rows, rest);
        enter_scene(&text);
        let error = Scene::from_ron(&text).expect_err("no legal scene");
        assert!(error.faults.iter().any(|it| it.message.contains(message)), "{error}");
    }
}

/// Blessing finds values in any spelling, and changes nothing else.
#[test]
fn odd_spellings_are_blessed() {
    let scene = |text: &str, digest: &str, end: &str| {
        format!(
            "#![enable(implicit_some)] (grid: (rows: 2, columns: 1), text: Lattice,
                generate: Mazing(pick: AnyWall), r#expect: [
                Text ( {text} , ), Digest(/* 1 */ {digest} /* 2 */), Finished(r#at: {end},),
                At(0, [Text({text})])])"
        )
    };
    let text = scene("r##\"\"#\"##", "\"0\\x30\\u{30}0000000000000\"", "0x0_7");
    let trial = Registry::standard().test(&text, &mut None).expect("a legal scene");
    assert_eq!((trial.expectations, trial.failures.len(), trial.blessable), (4, 4, 4));
    let blessed = Registry::standard().bless(&text, &mut None).expect("a scene");
    let digest = Simulation::new(&Scene::from_ron(&text).expect("a legal scene"))
        .map(|mut simulation| {
            simulation.run();
            simulation.digest()
        })
        .expect("a small world");
    let drawing = "\"\n+--+\n|  |\n+  +\n|  |\n+--+\n\"";
    let expected = Blessed { text: scene(drawing, &format!("\"{digest}\""), "0"), values: 4 };
    assert_eq!(blessed, expected);
    let again = Registry::standard().test(&blessed.text, &mut None).expect("a legal scene");
    assert_eq!((again.expectations, again.failures.len()), (4, 0));
}

/// A short input cannot claim a large world: what a maze must list is read before it is built.
#[test]
fn large_mazes_of_few_words_are_refused() {
    for (contest, input, expected) in [
        (Contest::JOHNNY, "1\n8192 8192\n1 1\nU\n", "a command (1 of 67108863 moves so far)"),
        (Contest::ARROW, "A\n1 1 N 8192 8192\n0\nEND\n", "at most 1048576 in all"),
        (Contest::DICE, "A\n8192 8192 1 1 5 1\n1\nEND\n", "number 2 of 8192: -1, or 0 to 6"),
        (Contest::DICE, "A\n8192 1 1 1 5 1\n1\nEND\n", "row 2 of 8192"),
    ] {
        let report = solved(contest, input.as_bytes(), 1).1.expect("a fault");
        assert!(report.contains(&format!("expected {expected}\n")), "{report}");
    }
}

#[test]
fn optional_fields_may_be_none_or_some() {
    let scene = |name, seed, generate, expect| {
        format!(
            "Scene(name: {name}, seed: {seed}, grid: (rows: 1, columns: 2), generate: {generate}, \
             text: Lattice, expect: {expect})"
        )
    };
    let read =
        |text: String| Scene::from_ron(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let plain = read(scene("\"A\"", "7", "Wilson", "[Perfect]"));
    let some = scene("Some(\"A\")", "Some(7)", "Some(Wilson)", "Some([Perfect])");
    assert_eq!(read(some), plain);
    let none = read(scene("None", "None", "Wilson", "None"));
    assert_eq!(none, Scene::new(1, 2).with(mazetick::puzzles::Wilson));
    let required = "Scene(grid: Some((rows: 1, columns: 2)), generate: Wilson, text: Lattice)";
    assert!(Scene::from_ron(required).is_err());
}
