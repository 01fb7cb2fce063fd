//! Sweeps: the table is the same after kills, full disks, and with any number of threads and
//! shards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use mazetick::registry::Registry;
use mazetick::tools::sweep::{Columns, Seeds, Sweep, Variant};

use crate::program;
use crate::says::assert_says;
use plain::random::Random;

/// A scene whose worlds take little time besides their cells, so that there are many blocks.
const OPEN: &str = "Scene(name: \"OPEN\", grid: (rows: 64, columns: 64), \
                    walk: Foot(from: (1, 1), to: (1, 2)), text: Arrow)";

fn mazetick(arguments: &[&str], folder: &Path) -> Command {
    let mut program = program::mazetick(arguments);
    program
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    program
}

#[track_caller]
fn run(arguments: &[&str], folder: &Path) {
    let output = mazetick(arguments, folder).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
}

/// The message of a call that is refused.
#[track_caller]
fn refused(arguments: &[&str], folder: &Path) -> String {
    let output = mazetick(arguments, folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    said(&output)
}

fn said(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    said.strip_prefix(NOTE).unwrap_or(&said).to_owned() // printed first in every sweep of this scene
}

/// The note about the scene, in which nothing is random.
const NOTE: &str =
    "open.ron: note: nothing in this scene is random, so `--seeds` changes at most its digest\n";

/// A new folder for this test, with the scene in it.
fn folder(name: &str) -> PathBuf {
    let folder = program::folder(name);
    fs::write(folder.join("open.ron"), OPEN).expect("written");
    folder
}

/// A sweep of some eighty blocks; one of them spans two variants.
const SWEEP: [&str; 6] = [
    "sweep",
    "open.ron",
    "--seeds",
    "5..10305",
    "--vary",
    "walk.to=(1, 3),(9, 2)",
];

fn sweep<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SWEEP[..], more].concat()
}

/// The table written by one process on one thread.
fn reference(folder: &Path) -> Vec<u8> {
    let mut program = mazetick(&sweep(&["--jobs", "1"]), folder);
    let table = program
        .stdout(Stdio::piped())
        .output()
        .expect("it runs")
        .stdout;
    let text = String::from_utf8(table.clone()).expect("text");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("walk.to,seed,ticks,outcome,moves,states")
    );
    assert_eq!(lines.next(), Some("\"(1, 3)\",5,2,solved,2,6"));
    assert_eq!(lines.next_back(), Some("\"(9, 2)\",10304,9,solved,9,47"));
    assert_eq!(lines.count(), 20_598);
    table
}

#[test]
fn a_sweep_that_is_killed_goes_on_and_ends_the_same() {
    let folder = folder("killed");
    let table = reference(&folder);
    let (mut random, mut killed, mut resumed) = (Random::new(5), 0, 0);
    let parts = || fs::read_dir(folder.join("table.csv.parts")).map_or(0, Iterator::count);
    for jobs in ["1", "2", "7"] {
        let output = folder.join("table.csv");
        let _ = fs::remove_file(&output);
        loop {
            let arguments = sweep(&["-o", "table.csv", "--jobs", jobs]);
            let wanted = parts() + random.below(40);
            let mut running = mazetick(&arguments, &folder).spawn().unwrap();
            while parts() < wanted && running.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(random.below(20) as u64));
            running.kill().unwrap();
            let is_done = || output.exists() && !folder.join("table.csv.parts").exists();
            if running.wait().unwrap().success() || is_done() {
                break;
            }
            killed += 1;
            resumed += usize::from(parts() > 2);
        }
        assert!(fs::read(&output).unwrap() == table, "{jobs} jobs");
        assert!(!folder.join("table.csv.parts").exists());
    }
    assert!(
        killed > 2 && resumed > 0,
        "{killed} were killed, {resumed} of them in the middle"
    );
}

#[test]
fn shards_in_any_order_make_the_same_table() {
    let folder = folder("shards");
    let table = reference(&folder);
    for (count, order) in [
        (1, &[0][..]),
        (3, &[2, 0, 1]),
        (12, &[7, 3, 11, 0, 1, 2, 4, 5, 6, 8, 9, 10]),
    ] {
        let mut merge = vec!["merge".to_owned()];
        for index in order {
            let (shard, to) = (format!("{index}/{count}"), format!("{count}-{}", index % 2));
            run(&sweep(&["-o", &to, "--shard", &shard]), &folder);
            if !merge.contains(&to) {
                merge.push(to);
            }
        }
        merge.extend(["-o", "merged.csv", "--force"].map(str::to_owned));
        run(
            &merge.iter().map(String::as_str).collect::<Vec<_>>(),
            &folder,
        );
        assert!(
            fs::read(folder.join("merged.csv")).unwrap() == table,
            "{count} shards"
        );
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused_by_name() {
    let folder = folder("refused");
    run(&sweep(&["-o", "parts", "--shard", "0/1"]), &folder);
    run(
        &[
            "sweep", "open.ron", "--seeds", "0..10", "-o", "other", "--shard", "0/1",
        ],
        &folder,
    );
    let part = |number: u32| folder.join(format!("parts/{number:010}.part"));
    let merge = ["merge", "parts", "-o", "merged.csv"];

    let differs = refused(
        &[
            "sweep", "open.ron", "--seeds", "0..9", "-o", "other", "--shard", "0/1",
        ],
        &folder,
    );
    assert_says(&differs, "other/sweep.txt `seeds: 0..=9` 0..=8`");
    fs::write(folder.join("open.ron"), OPEN.replace("OPEN", "NEPO")).unwrap();
    assert!(
        refused(&sweep(&["-o", "parts", "--shard", "0/1"]), &folder).contains("found `scene: ")
    );

    fs::copy(
        folder.join("other/0000000000.part"),
        folder.join("parts/foreign.part"),
    )
    .unwrap();
    assert!(
        refused(&merge, &folder)
            .contains("parts/foreign.part: error: this is a part of another sweep")
    );
    fs::copy(part(3), folder.join("parts/foreign.part")).unwrap();
    let twice = refused(&merge, &folder);
    assert!(
        twice.contains("parts/foreign.part: error: block 3 is in parts/0000000003.part too"),
        "{twice}"
    );
    fs::remove_file(folder.join("parts/foreign.part")).unwrap();

    let whole = fs::read(part(4)).unwrap();
    fs::remove_file(part(4)).unwrap();
    assert!(refused(&merge, &folder).contains(" blocks, the first missing one is block 4"));
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for bytes in [&damaged[..], &whole[..whole.len() - 1], &whole[..50], b""] {
        fs::write(part(4), bytes).unwrap();
        assert!(refused(&merge, &folder).starts_with("parts/0000000004.part: error: "));
    }
    fs::write(part(4), &whole).unwrap();
    run(&merge, &folder);
    for input in ["parts/0000000004.part", "parts/sweep.txt"] {
        let said = refused(&["merge", "parts", "-o", input], &folder);
        assert!(
            said.contains(&format!("{input}: error: this is an input")),
            "{said}"
        );
    }
    assert!(fs::read(part(4)).unwrap() == whole);

    let about = folder.join("parts/sweep.txt");
    let text = fs::read_to_string(&about).unwrap();
    fs::write(&about, text.replace("rules: ", "rules: 9")).unwrap();
    assert!(refused(&merge, &folder).contains("parts/sweep.txt: error: found `rules: 9"));
    fs::write(&about, text.replace("mazetick: ", "mazetick: 9.")).unwrap();
    assert!(refused(&merge, &folder).contains("parts/sweep.txt: error: found `mazetick: 9."));
}

/// A file size limit simulates a full disk. At first only the small blocks of the first variant
/// fit, then also the large ones of the second, but not the table.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_finished_block() {
    let folder = folder("full");
    let whole = ["--where", "moves > 5", "--jobs", "1"];
    let table = mazetick(&sweep(&whole), &folder)
        .stdout(Stdio::piped())
        .output()
        .unwrap()
        .stdout;
    let arguments = sweep(&[&whole[..], &["-o", "table.csv"]].concat());
    let parts = || {
        let files = fs::read_dir(folder.join("table.csv.parts")).map_or(0, Iterator::count);
        files.saturating_sub(1) // without the description of the sweep
    };
    let mut finished = Vec::new();
    // In KiB: a block of the second variant has more than 4, the table more than 256.
    for (limit, in_the_way) in [("4", "table.csv.parts/00000000"), ("256", "table.csv: ")] {
        let script = format!("ulimit -f {limit}; trap '' XFSZ; exec \"$@\"");
        let mut shell = Command::new("bash");
        shell
            .args(["-c", &script, "bash", program::PROGRAM])
            .args(&arguments);
        let failed = shell.current_dir(&folder).output().expect("it runs");
        let said = said(&failed);
        assert!(
            said.starts_with(&format!("mazetick: error: {in_the_way}"))
                && said.ends_with(": File too large (os error 27)\n"),
            "{said}"
        );
        assert_eq!(failed.status.code(), Some(2));
        assert!(!folder.join("table.csv").exists());
        finished.push(parts());
    }
    // The blocks of the first variant have no rows, so all of them fit.
    assert!(finished[0] > 1 && finished[1] > finished[0], "{finished:?}");
    run(&arguments, &folder);
    assert!(fs::read(folder.join("table.csv")).unwrap() == table);
}

/// A path in a comment of a script cannot end the comment.
#[test]
fn columns_of_each_agent_add_up() {
    let folder = folder("agents");
    let scene = "Scene(grid: (rows: 5, columns: 6), generate: Wilson, agents: [Mouse(to: (1, 1), count: 2, patience: 60), \
                 WallFollower(to: (5, 6), patience: 9)])";
    fs::write(folder.join("agents.ron"), scene).expect("written");
    let columns =
        "steps,arrived,steps[1],steps[2],steps[3],arrived[1],arrived[2],arrived[3],steps[4]";
    let call = [
        "sweep",
        "agents.ron",
        "--seeds",
        "0..40",
        "--columns",
        columns,
        "--where",
        "steps[3] > 2",
    ];
    let output = mazetick(&call, &folder)
        .stdout(Stdio::piped())
        .output()
        .expect("it runs");
    let table = String::from_utf8(output.stdout).expect("text");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<u64> = row
            .split(',')
            .map(|it| it.parse().unwrap_or(u64::MAX))
            .collect();
        assert_eq!(
            (cells[0], cells[1]),
            (cells[2..5].iter().sum(), cells[5..8].iter().sum()),
            "{row}"
        );
        assert!(cells[4] > 2 && row.ends_with(','), "{row}");
        rows += 1;
    }
    assert!(rows > 20, "{table}");
    assert_says(
        &refused(&["sweep", "agents.ron", "--columns", "steps[0]"], &folder),
        "steps[0]",
    );
}

#[test]
fn control_characters_do_no_harm() {
    let folder = folder("harm");
    let emit = [
        "sweep", "open.ron", "--emit", "slurm", "--shards", "2", "-o", "a\nrm b",
    ];
    let script = mazetick(&emit, &folder)
        .stdout(Stdio::piped())
        .output()
        .unwrap()
        .stdout;
    let script = String::from_utf8(script).expect("text");
    assert!(
        script.contains(" merge 'a\\nrm b' -o table.csv\n"),
        "{script}"
    );
}

/// The expectations of a scene are for its own seed: the best worlds of other seeds are written
/// without them, and pass.
#[test]
fn the_best_are_scenes_that_run_by_themselves() {
    let folder = folder("best");
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/mixed/foot-carved.ron");
    let scene = scene.to_str().expect("text");
    run(
        &[
            "sweep",
            scene,
            "--seeds",
            "0..9",
            "--top",
            "2",
            "--by",
            "moves",
            "--out-dir",
            "best",
        ],
        &folder,
    );
    assert_eq!(fs::read_dir(folder.join("best")).unwrap().count(), 2);
    run(&["test", "best"], &folder);
    run(&["run", "best"], &folder);
}

/// A process holds its lock while it runs; here the test holds it instead.
#[test]
fn a_shard_is_run_by_one_process_at_a_time() {
    let folder = folder("locked");
    let table = reference(&folder);
    let lock = |path: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let file = fs::File::create(path).unwrap();
        file.lock().unwrap();
        file
    };
    let held = lock("parts/shard-0-of-2.lock");
    let one = refused(&sweep(&["-o", "parts", "--shard", "0/2"]), &folder);
    assert_says(&one, "parts: another process 0/2");
    run(&sweep(&["-o", "parts", "--shard", "1/2"]), &folder);
    drop(held);
    run(&sweep(&["-o", "parts", "--shard", "0/2"]), &folder);
    assert!(!folder.join("parts/shard-0-of-2.lock").exists());
    run(&["merge", "parts", "-o", "table.csv"], &folder);
    assert!(fs::read(folder.join("table.csv")).unwrap() == table);

    let held = lock("whole.csv.parts/shard-0-of-1.lock");
    let said = refused(&sweep(&["-o", "whole.csv"]), &folder);
    assert_says(&said, "another process");
    drop(held);
    run(&sweep(&["-o", "whole.csv"]), &folder);
    assert!(fs::read(folder.join("whole.csv")).unwrap() == table);
    assert!(!folder.join("whole.csv.parts").exists());
}

#[test]
fn a_table_is_replaced_only_by_force() {
    let folder = folder("forced");
    fs::write(folder.join("table.csv"), "seed\n1\n").unwrap();
    fs::write(folder.join("empty.csv"), "").unwrap();
    for command in [
        &["sweep", "open.ron", "--seeds", "0..9"][..],
        &["merge", "parts"],
    ] {
        if command[0] == "merge" {
            run(
                &[
                    "sweep", "open.ron", "--seeds", "0..9", "-o", "parts", "--shard", "0/1",
                ],
                &folder,
            );
        }
        let to = |more: &[&'static str]| [command, more].concat();
        let said = refused(&to(&["-o", "table.csv"]), &folder);
        assert_says(&said, "table.csv: `--force`");
        assert_eq!(
            fs::read_to_string(folder.join("table.csv")).unwrap(),
            "seed\n1\n"
        );
        assert!(!folder.join("table.csv.parts").exists());
        run(&to(&["-o", "empty.csv"]), &folder);
        run(&to(&["-o", "table.csv", "--force"]), &folder);
        assert!(fs::read(folder.join("empty.csv")).unwrap().len() > 100);
        assert_eq!(
            fs::read(folder.join("table.csv")).unwrap(),
            fs::read(folder.join("empty.csv")).unwrap()
        );
        fs::write(folder.join("table.csv"), "seed\n1\n").unwrap();
        fs::write(folder.join("empty.csv"), "").unwrap();
    }
}

/// The comment is the same on standard output, in a file and in one joined from parts, and its command makes the table.
#[test]
fn a_comment_says_what_made_the_table() {
    let folder = folder("comment");
    let asked = [
        "--comment",
        "--where",
        "moves < 3",
        "--columns",
        "seed,moves,walk.to",
    ];
    let print = |arguments: &[&str]| {
        mazetick(arguments, &folder)
            .stdout(Stdio::piped())
            .output()
            .expect("it runs")
            .stdout
    };
    let printed = print(&sweep(&asked));
    run(
        &sweep(&[&asked[..], &["-o", "table.csv"]].concat()),
        &folder,
    );
    run(
        &sweep(&[&asked[..], &["-o", "parts", "--shard", "0/1"]].concat()),
        &folder,
    );
    run(&["merge", "parts", "-o", "merged.csv"], &folder);
    for file in ["table.csv", "merged.csv"] {
        assert!(fs::read(folder.join(file)).unwrap() == printed, "{file}");
    }
    let text = String::from_utf8(printed).expect("text");
    let rules = format!("# rules: {}", mazetick::RULES);
    let about: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with("# "))
        .collect();
    assert!(about.contains(&&*rules) && about.iter().any(|it| it.ends_with("\"open.ron\"")));
    let command = about
        .iter()
        .find_map(|it| it.strip_prefix("# command: mazetick "));
    let words = shlex(command.expect("a command"));
    let again = print(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let rows: String = text.split_inclusive('\n').skip(about.len()).collect();
    assert_eq!(String::from_utf8(again).expect("text"), rows);
}

/// The words of a shell's command, with `'` for quotes.
fn shlex(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for c in command.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(c),
        }
    }
    words
}

/// As many seeds of a small grid have the same maze, drawn by whatever generator: there are four of 2×2.
#[test]
fn equal_mazes_have_equal_digests() {
    let folder = folder("mazes");
    let scene = |generate: &str, text: &str| {
        format!("Scene(grid: (rows: 2, columns: 2), {generate}, text: {text})")
    };
    let mazes = |name: &str, more: &[&str]| {
        let arguments = [&["sweep", name, "--columns", "maze"], more].concat();
        let table = mazetick(&arguments, &folder)
            .stdout(Stdio::piped())
            .output()
            .unwrap()
            .stdout;
        let mut mazes: Vec<String> = String::from_utf8(table)
            .expect("text")
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect();
        mazes.sort();
        mazes.dedup();
        mazes
    };
    let all: Vec<_> = ["Kruskal", "Wilson", "Johnny(start: (1, 1), flips: 0.5)"]
        .map(|generate| {
            fs::write(
                folder.join("it.ron"),
                scene(&format!("generate: {generate}"), "Lattice"),
            )
            .unwrap();
            mazes("it.ron", &["--seeds", "0..200"])
        })
        .into();
    assert_eq!(all[0].len(), 4);
    assert!(all.iter().all(|it| *it == all[0]));
    fs::write(
        folder.join("it.ron"),
        scene("walls: {(1, 1): \"E\"}", "Lattice"),
    )
    .unwrap();
    assert!(all[0].contains(&mazes("it.ron", &[])[0]));
    let walk = "walls: {(1, 1): \"E\"}, walk: Foot(from: (1, 1), to: (1, 2))";
    fs::write(folder.join("walked.ron"), scene(walk, "Arrow")).unwrap();
    assert_eq!(mazes("walked.ron", &[]), mazes("it.ron", &[]));
    let arrows = "signs: {(1, 1): \"NR\"}, walk: Arrow(from: (1, 1), heading: N, to: (1, 2))";
    fs::write(folder.join("signs.ron"), scene(arrows, "Arrow")).unwrap();
    let other = arrows.replace("NR", "NRL");
    fs::write(folder.join("other.ron"), scene(&other, "Arrow")).unwrap();
    let [one, other] = ["signs.ron", "other.ron"].map(|name| mazes(name, &[]));
    assert!(one.len() == 1 && other.len() == 1 && one != other);
}

#[test]
fn parts_of_another_format_are_refused() {
    let folder = folder("formats");
    run(&sweep(&["-o", "parts", "--shard", "0/1"]), &folder);
    let said = refused(&["merge", "parts", "-o", "table.jsonl"], &folder);
    assert_says(&said, "table.jsonl: csv `.csv`");
    let said = refused(
        &sweep(&["-o", "parts", "--shard", "0/1", "--format", "jsonl"]),
        &folder,
    );
    assert_says(&said, "`format: csv` jsonl`");
    assert!(!folder.join("table.jsonl").exists());
    let said = refused(&["merge", "parts", "-o", "open.ron"], &folder);
    assert_says(&said, "open.ron: scene");
    fs::rename(folder.join("parts"), folder.join("table.jsonl.parts")).unwrap();
    let said = refused(&sweep(&["-o", "table.jsonl"]), &folder);
    assert_says(&said, "`format: csv` jsonl`");
}

/// The note is printed once per scene, and not for a scene with random draws.
#[test]
fn seeds_that_change_nothing_are_noted() {
    let folder = folder("chance");
    let carved =
        "Scene(grid: (rows: 2, columns: 2), generate: Wilson, expect: [Perfect], text: Lattice)";
    fs::write(folder.join("carved.ron"), carved).unwrap();
    let expecting = OPEN.replace("text:", "expect: [Solved], text:");
    fs::write(folder.join("open.ron"), expecting).unwrap();
    for command in ["sweep", "run", "test"] {
        let arguments = [command, "open.ron", "carved.ron", "--seeds", "0..3"];
        let output = mazetick(&arguments, &folder).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), NOTE, "{command}");
    }
}

#[test]
fn a_column_in_which_one_value_is_a_word_has_only_words() {
    let folder = folder("words");
    let vary = [
        "sweep",
        "open.ron",
        "--seeds",
        "0..1",
        "--vary",
        "grid.rows=64,0x40",
    ];
    for (condition, expected) in [("grid.rows = '64'", "64"), ("grid.rows = '0x40'", "0x40")] {
        let call = [&vary[..], &["--columns", "grid.rows", "--where", condition]].concat();
        let table = mazetick(&call, &folder)
            .stdout(Stdio::piped())
            .output()
            .expect("it runs");
        assert_eq!(
            String::from_utf8_lossy(&table.stdout),
            format!("grid.rows\n{expected}\n")
        );
    }
}

#[cfg(unix)]
#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_work() {
    let folder = folder("outputs");
    fs::write(folder.join("kept.csv"), "kept").expect("written");
    let mut permissions = fs::metadata(folder.join("kept.csv"))
        .expect("a file")
        .permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.join("kept.csv"), permissions).expect("set");
    for (output, words) in [
        ("out/", "folder"),
        ("kept.csv", "read-only"),
        ("open.ron", "scene table"),
        ("/dev/null", "regular file"),
        ("/dev/stdout", "regular file"),
    ] {
        let said = refused(
            &["sweep", "open.ron", "--seeds", "0..2", "-o", output],
            &folder,
        );
        assert_says(&said, words);
    }
    let plot = [
        "sweep",
        "open.ron",
        "--seeds",
        "0..2",
        "--plot",
        "moves",
        "-o",
        "moves.png",
    ];
    let said = refused(&plot, &folder);
    assert_says(&said, "`.svg`");
    let top = [
        "sweep",
        "open.ron",
        "--top",
        "2",
        "--by",
        "moves",
        "--out-dir",
        "open.ron",
    ];
    let said = refused(&top, &folder);
    assert_says(&said, "open.ron: folder");
    assert_eq!(
        fs::read_dir(&folder).expect("a folder").count(),
        2,
        "no parts were begun"
    );
}

/// Many shards may begin in one folder at the same time.
#[test]
fn shards_do_not_refuse_each_other() {
    let folder = folder("crowd");
    for _ in 0..3 {
        let begin = |shard: u32| {
            let shard = format!("{shard}/12");
            let arguments = [
                "sweep", "open.ron", "--seeds", "0..20", "-o", "parts", "--shard",
            ];
            mazetick(&[&arguments[..], &[&shard]].concat(), &folder)
                .spawn()
                .expect("it starts")
        };
        let shards: Vec<_> = (0..12).map(begin).collect();
        for shard in shards {
            let output = shard.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", said(&output));
        }
    }
}

/// Readers of tables guess the type of a column from its first rows: a digest must not look like a number, and a column
/// with fractions must have a point in every row.
#[test]
fn cells_have_the_type_of_their_column() {
    let arguments = [
        "sweep",
        "scenes/generators/small.ron",
        "--seeds",
        "0..3000",
        "--vary",
        "braid=0,0.25",
        "--columns",
        "braid,maze,digest,corridor",
    ];
    let output = program::mazetick(&arguments).output().expect("it runs");
    let table = String::from_utf8(output.stdout).expect("text");

    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        for number in [cells[0], cells[3]] {
            let is_fraction = number.is_empty() || number.contains(['.', 'e']);
            assert!(is_fraction, "{row}");
        }
        for digest in [cells[1], cells[2]] {
            assert!(digest.starts_with('x'), "{row}");
            assert!(digest.parse::<f64>().is_err(), "{row}");
        }
        rows += 1;
    }
    assert_eq!(rows, 6000);
}

/// Every shard that was asked for has worlds, also if they are small, and the rows are the same.
#[test]
fn every_shard_has_work() {
    let registry = Registry::standard();
    let text = "Scene(grid: (rows: 3, columns: 3), generate: Wilson)";
    for (worlds, shards) in [(20_000, 1), (20_000, 8), (100, 3), (7, 7), (5, 8)] {
        let variants = Variant::all(&registry, "small.ron", text, &[]).expect("a scene");
        let columns = Columns::of(&registry, &variants, &[]);
        let seeds = Seeds::new(0, worlds).expect("seeds");
        let sweep = Sweep::new(variants, seeds, columns).expect("a sweep");
        let whole = rows(&sweep);

        let sharded = sweep.for_shards(shards);
        assert!(sharded.blocks() >= shards.min(worlds), "{worlds} {shards}");
        assert_eq!(rows(&sharded), whole, "{worlds} {shards}");
    }
}

/// The rows of all blocks of a sweep, in order.
fn rows(sweep: &Sweep) -> Vec<String> {
    let mut rows = Vec::new();
    let mut sweeper = sweep.sweeper();
    for block in 0..sweep.blocks() {
        let done = sweeper.block(block, |row| rows.push(format!("{:?}", row.cells)));
        done.expect("worlds that run");
    }
    rows
}
