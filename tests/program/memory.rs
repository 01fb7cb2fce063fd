//! Memory: how much the program takes, what it refuses, and that threads share it.

use std::fs;
use std::io::{Read, Seek};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::program::{PROGRAM, mazetick};
use tempfile::TempDir;

/// The program, limited to this many KiB of address space.
fn limited(kibibytes: u64, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        &format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\""),
        PROGRAM,
    ]);
    shell.args(arguments);
    shell
}

/// The output of a call, and its peak memory in bytes. A call that ended before its memory was read
/// is repeated.
fn measured(mut command: Command) -> (Output, u64) {
    let again = |_| Some(measured_once(&mut command)).filter(|(_, most)| *most > 0);
    (0..1000)
        .find_map(again)
        .expect("the peak of a process can be read")
}

/// The peak memory of a short call: the maximum of several, as one may be read too early.
fn itself(arguments: &[&str]) -> u64 {
    (0..30)
        .map(|_| measured(mazetick(arguments)).1)
        .max()
        .unwrap_or_default()
}

fn measured_once(command: &mut Command) -> (Output, u64) {
    let mut files = [0; 2].map(|_| tempfile::tempfile().expect("a file"));
    let [stdout, stderr] = files
        .each_ref()
        .map(|file| file.try_clone().expect("a file"));
    let command = command.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    let mut child = command.spawn().expect("the program runs");
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        most = peak(&child).unwrap_or(most);
        thread::sleep(Duration::from_micros(200));
    };
    let [stdout, stderr] = files.each_mut().map(|file| {
        let mut bytes = Vec::new();
        file.rewind()
            .and_then(|()| file.read_to_end(&mut bytes))
            .expect("a file");
        bytes
    });
    (
        Output {
            status,
            stdout,
            stderr,
        },
        most,
    )
}

fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(
        line.trim()
            .strip_suffix(" kB")?
            .trim()
            .parse::<u64>()
            .ok()?
            * 1024,
    )
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// The bytes that a refused world would have taken, as in `grid: needs 1.2 GB`.
fn refused(output: &Output) -> Option<u64> {
    amounts(text(&output.stderr).split("grid: needs ").nth(1)?).next()
}

/// The amounts of memory in a message, in bytes.
fn amounts(said: &str) -> impl Iterator<Item = u64> {
    let words = said.split_whitespace();
    words
        .clone()
        .zip(words.skip(1))
        .filter_map(|(number, unit)| {
            let unit = match unit.get(..2)? {
                "GB" => 100_000_000,
                "MB" => 100_000,
                _ => return None,
            };
            Some(number.replace('.', "").parse::<u64>().ok()? * unit)
        })
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("text").to_owned()
}

/// A scene on an open board, with these fields after the size.
fn board(side: u32, rest: &str) -> String {
    format!("Scene(name: \"B\", grid: (rows: {side}, columns: {side}), text: Arrow, {rest})")
}

/// Address spaces in KiB: one is too little for a world, and enough to read it, whatever the size of the program.
const TIGHT: [u64; 3] = [40_000, 60_000, 130_000];

/// A scene on a board of this many rows and columns.
type SceneOf = fn(u32) -> String;

/// Kinds of worlds, with the size of the board: mostly of some 40 MB, smaller where that would take long.
const KINDS: [(&str, u32, SceneOf); 22] = [
    ("agents", 100, |side| {
        format!(
            "Scene(grid: (rows: {side}, columns: {side}), generate: Wilson, agents: [Mouse(to: (1, 1), \
             count: 60000, patience: 9), Tremaux(to: (1, 1), at: ({side}, {side}), count: 600, patience: 5000)])"
        )
    }),
    ("agents with many goals", 60, |side| {
        let goals: Vec<_> = (1..=side)
            .flat_map(|row| (2..=side).map(move |column| format!("({row}, {column})")))
            .collect();
        format!(
            "Scene(grid: (rows: {side}, columns: {side}), generate: Wilson, \
             agents: [Mouse(at: (1, 1), count: 20000, patience: 3, to: [{}])])",
            goals.join(", ")
        )
    }),
    ("Trémaux agents on long ways", 1024, |side| {
        format!(
            "Scene(grid: (rows: {side}, columns: 17), agents: [Tremaux(at: ({side}, 9), to: ({side}, 8), \
             count: 2048, patience: {side})])"
        )
    }),
    ("foot", 800, |side| board(side, &foot(side))),
    ("carved", 450, |side| {
        board(side, &format!("generate: Kruskal, {}", foot(side))).replace("Arrow", "Lattice")
    }),
    ("grown", 450, |side| {
        board(
            side,
            &format!("generate: Mazing(pick: EligibleWall), {}", foot(side)),
        )
    }),
    ("grown by attempts", 250, |side| {
        board(
            side,
            &format!("generate: Mazing(pick: AnyWall), {}", foot(side)),
        )
    }),
    ("Johnny's", 450, |side| {
        board(
            side,
            &format!("generate: Johnny(start: (1, 1)), {}", foot(side)),
        )
    }),
    ("Wilson's", 450, |side| {
        board(side, &format!("generate: Wilson, {}", foot(side)))
    }),
    ("a growing tree", 450, |side| {
        board(
            side,
            &format!("generate: GrowingTree(pick: Newest), {}", foot(side)),
        )
    }),
    ("braided and without edges", 450, |side| {
        board(
            side,
            &format!("generate: Wilson, braid: 1.0, wrap: Both, {}", foot(side)),
        )
    }),
    ("drawn", 450, |side| {
        let [top, row, last] = [" _", "| ", "|_"].map(|cell| cell.repeat(side as usize));
        let rows = format!("{row}|\n").repeat(side as usize - 1);
        board(
            side,
            &format!("walls: \"\n{top}\n{rows}{last}|\n\", {}", foot(side)),
        )
    }),
    ("jumps", 650, |side| {
        let walk = foot(side).replace("Foot", "Jump");
        board(side, &format!("jumps: Random(longest: 9), {walk}"))
    }),
    ("arrow", 650, |side| {
        board(side, &format!("{}, {}", signs(side), arrow(side)))
    }),
    ("random arrow", 450, |side| {
        board(side, &format!("signs: Random(also: 0.9), {}", arrow(side)))
    }),
    ("die", 600, |side| {
        board(side, &format!("{}, {}", numbers(side), die(side, "")))
    }),
    ("Theseus", 64, |side| {
        let walk = format!("walk: Theseus(from: (1, 1), minotaur: (9, 9), to: ({side}, {side}))");
        board(side, &format!("generate: Wilson, {walk}"))
    }),
    ("narrow", 4096, |side| {
        let walk =
            format!("walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (1, {side}))");
        let boards = "numbers: Random(wild: 0.9), signs: Random(also: 0.9)";
        format!("Scene(grid: (rows: 1, columns: {side}), {boards}, {walk})")
    }),
    ("carved, of middling size,", 220, |side| {
        board(side, "generate: Kruskal").replace("Arrow", "Lattice")
    }),
    ("random die", 500, |side| {
        board(
            side,
            &format!("numbers: Random(wild: 0.9), {}", die(side, "")),
        )
    }),
    ("die with a heading", 500, |side| {
        board(
            side,
            &format!(
                "{}, {}, {}",
                numbers(side),
                signs(side),
                die(side, "heading: N,")
            ),
        )
    }),
    ("random die with a heading", 420, |side| {
        let boards = "numbers: Random(wild: 0.9), signs: Random(also: 0.9)";
        board(side, &format!("{boards}, {}", die(side, "heading: N,")))
    }),
];

fn foot(side: u32) -> String {
    format!("walk: Foot(from: ({0}, {0}), to: (1, 1))", side / 2)
}

fn arrow(side: u32) -> String {
    format!(
        "walk: Arrow(from: ({0}, {0}), heading: N, to: (1, 1))",
        side / 2
    )
}

fn die(side: u32, heading: &str) -> String {
    format!(
        "walk: Dice(from: ({0}, {0}), top: 1, front: 2, {heading} to: (1, 1))",
        side / 2
    )
}

fn numbers(side: u32) -> String {
    let row = format!("[{}]", vec!["-1"; side as usize].join(","));
    format!("numbers: [{}]", vec![row; side as usize].join(",\n"))
}

/// Signs in the first rows.
fn signs(side: u32) -> String {
    let cells = (1..=3).flat_map(|row| (1..=side).map(move |column| (row, column)));
    let signs = cells.map(|(row, column)| format!("({row}, {column}): \"NFLR SFLR WFLR EFLR\""));
    format!("signs: {{{}}}", signs.collect::<Vec<_>>().join(",\n"))
}

/// Every walk beside agents of every other policy, in walls of every generator in turn.
fn mixtures() -> Vec<(String, String)> {
    let generators = [
        "Wilson",
        "Kruskal",
        "Johnny(start: (1, 1), flips: 0.1)",
        "Mazing(pick: EligibleWall)",
        "GrowingTree(pick: Random)",
    ];
    let walks = [
        (150, "", "Foot(from: (2, 2), to: (1, 1))"),
        (
            150,
            "signs: Random(also: 0.9),",
            "Arrow(from: (2, 2), heading: N, to: (1, 1))",
        ),
        (
            150,
            "numbers: Random(wild: 0.9),",
            "Dice(from: (2, 2), top: 1, front: 2, to: (1, 1))",
        ),
        (
            150,
            "jumps: Random(longest: 9),",
            "Jump(from: (2, 2), to: (1, 1))",
        ),
        (
            40,
            "",
            "Theseus(from: (2, 2), minotaur: (9, 9), to: (1, 1))",
        ),
    ];
    let policies = [
        "WallFollower(to: (1, 1), count: 20000, patience: 20)",
        "Pledge(to: (1, 1), count: 20000, patience: 20)",
        "Mouse(to: (1, 1), count: 20000, patience: 20)",
        "Tremaux(to: (1, 1), count: 4000, patience: 300)",
    ];
    let mut mixtures = Vec::new();
    for (place, (side, board, walk)) in walks.into_iter().enumerate() {
        for (turn, policy) in policies.into_iter().enumerate().skip(place % 2).step_by(2) {
            let generator = generators[(place + turn) % generators.len()];
            let rest = format!("generate: {generator}, {board} walk: {walk}, agents: [{policy}]");
            let scene = self::board(side, &rest).replace("Arrow,", "Lattice,");
            mixtures.push((format!("{walk}, {policy}, {generator}"), scene));
        }
    }
    mixtures
}

/// The estimate of a world covers what it takes, plus the program itself and the memory for reading
/// the scene.
fn assert_take_no_more(worlds: impl IntoIterator<Item = (String, String)>) {
    let folder = TempDir::new().expect("a folder");
    let tiny = write(
        &folder,
        "tiny.ron",
        &board(2, "walk: Foot(from: (1, 1), to: (2, 2))"),
    );
    let itself = itself(&["run", &tiny]);
    for (kind, scene) in worlds {
        let scene = write(&folder, "scene.ron", &scene);
        let read = measured(mazetick(&["check", &scene]))
            .1
            .saturating_sub(itself);
        let (output, taken) = measured(mazetick(&["run", "--digest", &scene]));
        assert!(output.status.success(), "{kind}: {}", text(&output.stderr));
        let limited = |size| limited(size, &["run", &scene]).output().expect("sh runs");
        let checked = TIGHT
            .into_iter()
            .find_map(|size| refused(&limited(size)))
            .expect(&kind);
        // Runs of the same program differ by some pages.
        assert!(
            taken <= itself + read + checked + (1 << 18),
            "{kind} took {taken} bytes, {itself} and {read} in addition to {checked}"
        );
    }
}

#[test]
fn worlds_take_no_more_than_was_checked() {
    assert_take_no_more(KINDS.map(|(kind, side, scene)| (kind.to_owned(), scene(side))));
}

#[test]
fn worlds_with_agents_take_no_more_than_was_checked() {
    assert_take_no_more(mixtures());
}

/// A lack of memory is an error, and earlier output is kept.
#[test]
fn a_lack_of_memory_is_reported() {
    let folder = TempDir::new().expect("a folder");
    let small = write(&folder, "a.ron", &board(3, &foot(3)));
    let large = write(&folder, "b.ron", &board(2000, &foot(2000)));
    let output = limited(300_000, &["run", "--digest", &small, &large, &small]).output();
    let output = output.expect("sh runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout).lines().count(), 2, "both small ones");
    let said = text(&output.stderr);
    assert!(
        said.contains("error: grid: needs ") && said.contains(" MB for 4000000 cells; `ulimit"),
        "{said}"
    );
    let numbers: Vec<_> = amounts(&said).collect();
    assert!(
        numbers[0] > numbers[1],
        "it needs more than there is: {said}"
    );

    let huge = write(&folder, "c.ron", &board(40_000, "generate: Wilson"));
    let output = mazetick(&["run", &huge])
        .output()
        .expect("the program runs");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    let why = "grid: a grid of 1600000000 cells, expected at most 67108864";
    assert!(
        said.contains(&format!("c.ron:1:24: error: {why}")),
        "{said}"
    );

    let output = limited(300_000, &["contest", "dice", "/dev/zero"])
        .output()
        .expect("sh runs");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.starts_with("/dev/zero:1:1: error: out of memory"),
        "{said}"
    );
}

/// The moves of all boards of a puzzle are counted before they are kept.
#[test]
fn a_puzzle_with_too_many_moves_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let jumps = "jumps: Random(longest: 9), walk: Jump(from: (1, 1), to: (1, 9))";
    let scene = write(&folder, "jumps.ron", &board(100, jumps));
    let output = limited(150_000, &["make", "--tries", "1", "--jobs", "1", &scene]).output();
    let output = output.expect("sh runs");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("for the moves of all boards; `ulimit"),
        "{said}"
    );
}

/// Fewer threads work if the address space is narrow.
#[test]
fn threads_share_addresses() {
    const SIDE: usize = 800;
    let folder = TempDir::new().expect("a folder");
    let row = |way: &str| format!("{}U\n", format!("{way} ").repeat(SIDE - 1));
    let mut commands = [row("R"), row("L")].concat().repeat(SIDE / 2);
    commands.truncate(commands.len() - 2); // there is no way up from the last row
    let maze = format!("{SIDE} {SIDE}\n1 1\n{commands}\n");
    let input = write(&folder, "mazes.in", &format!("6\n{}", maze.repeat(6)));
    let alone = mazetick(&["contest", "johnny", &input])
        .output()
        .expect("the program runs");
    assert_eq!(text(&alone.stderr), "");
    for kibibytes in [600_000, 1_800_000] {
        let beside = limited(kibibytes, &["contest", "johnny", "--jobs", "8", &input]).output();
        let beside = beside.expect("sh runs");
        assert_eq!(text(&beside.stderr), "");
        assert!(beside.stdout == alone.stdout, "the same output");
    }
}

/// Only the part of a differing drawing that is shown is kept in memory.
#[test]
fn failing_drawings_are_not_kept() {
    const DRAWINGS: usize = 150;
    let folder = TempDir::new().expect("a folder");
    let test = |texts: usize| {
        let texts = vec!["Text(\"x\")"; texts].join(", ");
        let scene = format!(
            "Scene(grid: (rows: 1500, columns: 50), generate: Kruskal, text: Lattice, \
             expect: [{texts}])"
        );
        let (output, taken) = measured(mazetick(&["test", &write(&folder, "a.ron", &scene)]));
        assert_eq!(output.status.code(), Some(1));
        (text(&output.stdout), taken)
    };
    let (_, one) = test(1);
    let (said, many) = test(DRAWINGS);
    assert!(said.contains("\nand 100 more\n"), "{said}");
    let all = (DRAWINGS * 1501 * 102) as u64;
    assert!(
        many < one + all,
        "{one} bytes for one, {many} for many drawings of {all} bytes"
    );
}

/// Reading a text takes at most as much memory as is checked before: 40 times its length. So it is
/// with the shortest items of all kinds.
#[test]
fn texts_are_read_in_the_memory_that_was_checked() {
    let folder = TempDir::new().expect("a folder");
    let tiny = write(
        &folder,
        "tiny.ron",
        &board(2, "walk: Foot(from: (1, 1), to: (2, 2))"),
    );
    let itself = itself(&["check", &tiny]);
    let list = |item: &str| vec![item; 1_000_000 / item.len()].join(",");
    for fields in [
        format!("numbers: [{}]", list("[1]")),
        format!("numbers: [{}]", list("[9]")),
        format!("numbers: [[{}]]", list("1")),
        format!("signs: {{{}}}", list("(1,1):\"\"")),
        format!("expect: [{}]", list("\"ticks=0\"")),
        format!("expect: [{}]", list("Perfect")),
        format!("expect: [{}]", list("At(1,[])")),
        format!("expect: [{}]", list("Cell(at:(1,1))")),
        format!("expect: [{}]", list("Text(\"\")")),
        format!("walls: {{{}}}", list("(1,1):\"E\"")),
        format!(
            "generate: Johnny(start: (1, 1), commands: \"{}\")",
            list("U").replace(',', " ")
        ),
        format!("nonsense: [{}]", list("[]")),
        format!("name: [{}]", list("1")),
    ] {
        let scene = format!("Scene(grid: (rows: 2, columns: 2), text: Lattice, {fields})");
        let path = write(&folder, "a.ron", &scene);
        let (output, taken) = measured(mazetick(&["check", &path]));
        assert!(
            matches!(output.status.code(), Some(0..=2)),
            "{}",
            text(&output.stderr)
        );
        let (taken, length) = (taken.saturating_sub(itself), scene.len() as u64);
        assert!(
            taken <= 40 * length,
            "{taken} bytes for a text of {length}: {}",
            &scene[50..80]
        );
    }
}
