//! Parquet: a file has the same contents as the CSV of the same sweep, and the same bytes for any
//! number of threads and shards.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::program;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

/// More rows than a group has, with numbers of all kinds, words and empty cells.
const SWEEP: [&str; 8] = [
    "sweep",
    "tiny.ron",
    "--seeds",
    "7..16507",
    "--vary",
    "braid=0,0.5",
    "--columns",
    "braid,walk.to,seed,outcome,moves,corridor,digest",
];

const TO: [&str; 2] = ["--vary", "walk.to=(1, 3),(1, 1)"];

/// There is no route to (1, 1).
const TINY: &str = "Scene(grid: (rows: 2, columns: 3), walls: {(1, 1): \"ES\", (1, 2): \"E\"}, \
                    walk: Foot(from: (2, 1), to: (1, 3)), text: Lattice)";

fn folder(name: &str) -> PathBuf {
    let folder = program::folder(name);
    fs::write(folder.join("tiny.ron"), TINY).expect("written");
    folder
}

fn run(folder: &Path, arguments: &[&str]) {
    let mut program = program::mazetick(arguments);
    let output = program.current_dir(folder).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

fn sweep(folder: &Path, more: &[&str]) {
    run(folder, &[&SWEEP[..], &TO, more].concat());
}

/// The contents of a file as CSV, the number of row groups, and the types of the columns.
fn read(path: &Path) -> (String, usize, String) {
    let reader = SerializedFileReader::new(File::open(path).expect("a file")).expect("Parquet");
    let file = reader.metadata().file_metadata();
    assert_eq!(
        file.created_by(),
        Some(concat!("mazetick version ", env!("CARGO_PKG_VERSION")))
    );
    let about = file.key_value_metadata().expect("what made it");
    let value = |key| {
        about
            .iter()
            .find(|it| it.key == key)
            .and_then(|it| it.value.as_deref())
    };
    assert_eq!(value("rules"), Some(&*mazetick::RULES.to_string()));
    assert!(value("scene").is_some_and(|it| it.ends_with("\"tiny.ron\"")));
    assert_eq!(
        value("vary"),
        Some("braid [\"0\", \"0.5\"]\nwalk.to [\"(1, 3)\", \"(1, 1)\"]")
    );
    let command = value("command").expect("a command");
    assert!(command.contains("mazetick sweep tiny.ron --seeds 7..=16506 --vary braid=0,0.5"));
    let columns = file.schema_descr().columns();
    let types: Vec<_> = columns
        .iter()
        .map(|it| format!("{:?}", it.physical_type()))
        .collect();
    (rows(&reader), reader.num_row_groups(), types.join(","))
}

/// The contents of a file as CSV.
fn rows(reader: &SerializedFileReader<File>) -> String {
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let names: Vec<_> = columns.iter().map(|it| it.name()).collect();
    let mut csv = names.join(",") + "\n";
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let cells: Vec<_> = row
            .get_column_iter()
            .map(|(_, field)| csv_cell(field))
            .collect();
        csv += &(cells.join(",") + "\n");
    }
    csv
}

fn csv_cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Long(whole) => whole.to_string(),
        Field::Double(real) => format!("{real:?}"),
        Field::Str(word) if word.contains(',') => format!("\"{word}\""),
        Field::Str(word) => word.clone(),
        other => panic!("{other:?}"),
    }
}

/// By one thread, by some, and in shards: files of more than one group.
#[test]
fn parquet_has_the_contents_of_the_csv() {
    let folder = folder("csv");
    sweep(&folder, &["-o", "table.parquet", "--jobs", "1"]);
    sweep(&folder, &["-o", "table.csv"]);
    let csv = fs::read_to_string(folder.join("table.csv")).expect("the table");
    assert!(
        csv.contains("0,\"(1, 1)\",7,no_solution,,"),
        "{}",
        &csv[..500]
    );
    let (found, groups, types) = read(&folder.join("table.parquet"));
    assert!(found == csv, "{}\n{}", &found[..500], &csv[..500]);
    assert_eq!(groups, 66_000_usize.div_ceil(1 << 16));
    assert_eq!(
        types,
        "DOUBLE,BYTE_ARRAY,INT64,BYTE_ARRAY,INT64,DOUBLE,BYTE_ARRAY"
    );

    for (shard, jobs) in [("1/2", "3"), ("0/2", "2")] {
        let part = ["--shard", shard, "--jobs", jobs, "--format", "parquet"];
        sweep(&folder, &[&["-o", "parts"], &part[..]].concat());
    }
    run(&folder, &["merge", "parts", "-o", "merged.parquet"]);
    let [one, merged] = ["table.parquet", "merged.parquet"].map(|name| fs::read(folder.join(name)));
    assert!(one.expect("the table") == merged.expect("the table"));
}

#[test]
fn a_table_of_ticks_is_that_of_the_csv() {
    let folder = folder("ticks");
    let ticks = [
        "--seeds",
        "7..10",
        "--each-tick",
        "1",
        "--columns",
        "seed,tick,moves,states",
    ];
    for output in ["table.parquet", "table.csv"] {
        run(
            &folder,
            &[&["sweep", "tiny.ron", "-o", output], &ticks[..]].concat(),
        );
    }
    let csv = fs::read_to_string(folder.join("table.csv")).expect("the table");
    assert!(csv.contains("\n8,2,,4\n8,3,3,5\n"), "{csv}");
    let file = File::open(folder.join("table.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    assert_eq!(rows(&reader), csv);
}

#[test]
fn impossible_files_are_refused_before_the_sweep() {
    let folder = folder("refused");
    for (arguments, expected) in [
        (
            &["sweep", "tiny.ron", "--format", "parquet"][..],
            "which is only for tables of worlds with `-o`",
        ),
        (
            &[
                "sweep",
                "tiny.ron",
                "--seeds",
                "9223372036854775807..9223372036854775809",
                "-o",
                "a.parquet",
            ],
            "expected seeds below 2⁶³",
        ),
    ] {
        let mut program = program::mazetick(&[]);
        let output = program
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && said.contains(expected),
            "{said}"
        );
        assert!(!folder.join("a.parquet").exists() && !folder.join("a.parquet.parts").exists());
    }
}
