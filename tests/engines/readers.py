"""Reads every table of docs/sweeps.md by pandas, polars and DuckDB, and compares it with its lines of JSON."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas
import polars

mazetick, folder = sys.argv[1], Path(sys.argv[2])

# Tables in which readers have been seen to guess a wrong type: they look at the first rows only.
HARD = [
    "sweep scenes/mixed/foot-carved.ron --seeds 0..300 --vary generate.flips=0,0.25",
    "sweep scenes/generators/small.ron --seeds 0..20000 --columns seed,maze,digest",
    "sweep scenes/mixed/foot-carved.ron --seeds 0..50 --columns seed,moves,corridor,holes,effort",
]


def commands():
    """The commands of the page that print a table, in one line each."""
    page = Path("docs/sweeps.md").read_text().replace("\\\n", " ")
    for line in page.splitlines():
        line = line.removeprefix("$ ")
        prints_no_table = any(word in line for word in ("--summary", "--plot", "--emit", "--shard", " -o ", "|", "help"))
        if line.startswith("mazetick sweep scenes/") and not prints_no_table:
            yield line.removeprefix("mazetick ")
    yield from HARD


def printed(command, *more):
    return subprocess.run([mazetick, *shlex.split(command), *more], check=True, capture_output=True, text=True).stdout


def written(command):
    """The rows as written, from lines of JSON: the names, and the values by row."""
    lines = printed(command.replace(" --comment", ""), "--format", "jsonl").splitlines()
    rows = [json.loads(line) for line in lines]
    return list(rows[0]), [list(row.values()) for row in rows]


def read(path):
    """The table as each reader has it, by the reader's name."""
    frame = pandas.read_csv(path, comment="#")
    frame = frame.astype(object).where(frame.notna(), None)
    yield "pandas", list(frame.columns), frame.values.tolist()

    frame = polars.read_csv(path, comment_prefix="#")
    yield "polars", frame.columns, [list(row) for row in frame.rows()]

    relation = duckdb.read_csv(str(path), comment="#") if "#" in path.read_text()[:1] else duckdb.read_csv(str(path))
    yield "DuckDB", relation.columns, [list(row) for row in relation.fetchall()]


def is_same(found, expected):
    """Equal in value and kind. A column of whole numbers with empty cells is one of fractions in pandas."""
    if expected is None:
        return found is None
    if isinstance(expected, str):
        return isinstance(found, str) and found == expected
    return not isinstance(found, (str, bool)) and found is not None and float(found) == float(expected)


tables = 0
for command in commands():
    names, rows = written(command)
    path = folder / "table.csv"
    path.write_text(printed(command))
    for reader, found_names, found in read(path):
        assert found_names == names, (command, reader, found_names, names)
        assert len(found) == len(rows), (command, reader, len(found), len(rows))
        for number, (row, expected) in enumerate(zip(found, rows)):
            same = all(is_same(*pair) for pair in zip(row, expected))
            assert same, (command, reader, number, row, expected)
    tables += 1

assert tables > len(HARD), "the page has no tables"
print(f"{tables} tables are read as they were written, by pandas, polars and DuckDB")
