//! Uniformity: counts of mazes compared with exact probabilities, and the table of distances in `docs/sweeps.md`.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use mazetick::prelude::*;
use mazetick::tools::sweep::{Columns, Row, Seeds, Sweep, Variant};
use plain::chances::{self, deviation};
use plain::trees::{Distribution, Pick, Set, Walls};

/// A generator, and its probability of each maze of a given number of rows and columns.
type Exact = (&'static str, fn(usize, usize) -> Distribution);

/// The generators with known exact probabilities, in the order of that table.
const EXACT: [Exact; 14] = [
    ("Wilson", |rows, columns| {
        Walls::new(rows, columns).uniform()
    }),
    ("AldousBroder", |rows, columns| {
        Walls::new(rows, columns).uniform()
    }),
    ("Kruskal", |rows, columns| {
        Walls::new(rows, columns).kruskal()
    }),
    ("GrowingTree(pick: Random)", |rows, columns| {
        growing(rows, columns, Pick::Random)
    }),
    ("GrowingTree(pick: Oldest)", |rows, columns| {
        growing(rows, columns, Pick::Oldest)
    }),
    ("GrowingTree(pick: Newest)", |rows, columns| {
        growing(rows, columns, Pick::Newest)
    }),
    ("Prim", |rows, columns| Walls::new(rows, columns).prim()),
    ("HuntAndKill", |rows, columns| {
        Walls::new(rows, columns).hunt_and_kill()
    }),
    ("Eller", |rows, columns| {
        Walls::new(rows, columns).eller(columns)
    }),
    ("RecursiveDivision", |rows, columns| {
        Walls::new(rows, columns).recursive_division(rows, columns)
    }),
    (JOHNNY, |rows, columns| {
        Walls::new(rows, columns).johnny(0, 0.0)
    }),
    (FLIPS, |rows, columns| {
        Walls::new(rows, columns).johnny(0, 0.2)
    }),
    (ELIGIBLE, |rows, columns| mazing(rows, columns, false)),
    (LITERAL, |rows, columns| mazing(rows, columns, true)),
];

/// More of them, for small grids.
const MORE: [Exact; 10] = [
    ("GrowingTree(pick: Mixed(0.5))", |rows, columns| {
        growing(rows, columns, Pick::Mixed(0.5))
    }),
    ("GrowingTree(pick: Mixed(0))", |rows, columns| {
        growing(rows, columns, Pick::Newest)
    }),
    ("GrowingTree(pick: Mixed(1))", |rows, columns| {
        growing(rows, columns, Pick::Random)
    }),
    ("GrowingTree(pick: Newest, start: (2, 1))", |r, c| {
        growing_below(r, c, Pick::Newest)
    }),
    ("GrowingTree(pick: Oldest, start: (2, 1))", |r, c| {
        growing_below(r, c, Pick::Oldest)
    }),
    ("GrowingTree(pick: Random, start: (2, 1))", |r, c| {
        growing_below(r, c, Pick::Random)
    }),
    ("GrowingTree(pick: Mixed(0.5), start: (2, 1))", |r, c| {
        growing_below(r, c, Pick::Mixed(0.5))
    }),
    ("GrowingTree(pick: Mixed(0), start: (2, 1))", |r, c| {
        growing_below(r, c, Pick::Newest)
    }),
    (ELIGIBLE, |rows, columns| mazing(rows, columns, false)),
    (LITERAL, |rows, columns| mazing(rows, columns, true)),
];

/// The probability of each maze of each grid, by generator.
static CHANCES: LazyLock<Vec<(&str, [Distribution; 3])>> = LazyLock::new(|| {
    let of = |(generator, exact): Exact| {
        let chances = GRIDS.map(|(rows, columns)| exact(rows, columns));
        (generator, chances)
    };
    EXACT.map(of).into()
});

/// How often each maze of 3 by 3 occurs, by generator.
static COUNTS: LazyLock<BTreeMap<&str, BTreeMap<Set, usize>>> = LazyLock::new(|| {
    EXACT
        .map(|(generator, _)| (generator, counted(generator, 3, 3)))
        .into()
});

const JOHNNY: &str = "Johnny(start: (1, 1))";
const FLIPS: &str = "Johnny(start: (1, 1), flips: 0.2)";
const ELIGIBLE: &str = "Mazing(pick: EligibleWall)";
const LITERAL: &str = "Mazing(pick: AnyWall)";

const GRIDS: [(usize, usize); 3] = [(2, 2), (2, 3), (3, 3)];

/// A tree that grows from any cell.
fn growing(rows: usize, columns: usize, pick: Pick) -> Distribution {
    let everywhere: Vec<usize> = (0..rows * columns).collect();
    Walls::new(rows, columns).growing_tree(&everywhere, pick)
}

/// A tree that grows from the first cell of the second row.
fn growing_below(rows: usize, columns: usize, pick: Pick) -> Distribution {
    Walls::new(rows, columns).growing_tree(&[columns], pick)
}

/// The Mazing, its mazes by their passages.
fn mazing(rows: usize, columns: usize, is_literal: bool) -> Distribution {
    let walls = Walls::new(rows, columns).walls;
    let square = |cell: usize| (cell / columns + 1, cell % columns + 1);
    let chances = chances::mazing(rows, columns, is_literal).into_iter();
    let passages = chances.map(|(lattice, chance)| {
        let sides = walls.iter().enumerate();
        let open = sides.filter(|(_, [one, other])| !lattice.blocked(square(*one), square(*other)));
        (open.map(|(place, _)| 1 << place).sum(), chance)
    });
    passages.collect()
}

/// The inner walls of a grid, as the exact distributions number them: each a cell and the side of it.
fn sides(rows: usize, columns: usize) -> Vec<(Position, Heading)> {
    let number = |n: usize| u32::try_from(n).expect("a small grid");
    let grid = Grid {
        rows: number(rows),
        columns: number(columns),
    };
    let cells: Vec<_> = grid.positions().collect();
    let walls = Walls::new(rows, columns).walls.into_iter();
    let side = |one, other| {
        if other == one + 1 {
            Heading::E
        } else {
            Heading::S
        }
    };
    walls
        .map(|[one, other]| (cells[one], side(one, other)))
        .collect()
}

/// How often each maze occurs among the seeds starting with 0: more seeds where there are more mazes.
fn counted(generator: &str, rows: usize, columns: usize) -> BTreeMap<Set, usize> {
    let seeds = Seeds::new(0, if rows * columns == 9 { 6000 } else { 2500 }).expect("seeds");
    let text = format!(
        "Scene(grid: (rows: {rows}, columns: {columns}), generate: {generator}, text: Lattice)"
    );
    let registry = Registry::standard();
    let variants = Variant::all(&registry, "it", &text, &[]).expect("a scene");
    let shown = Columns::of(&registry, &variants, &[])
        .showing(["seed"])
        .unwrap();
    let sweep = Sweep::new(variants, seeds, shown).expect("a sweep");
    let (mut sweeper, mut counts) = (sweep.sweeper(), BTreeMap::new());
    let sides = sides(rows, columns);
    let mut count = |row: Row<'_>| {
        let open = sides
            .iter()
            .enumerate()
            .filter(|(_, side)| !row.maze.is_wall(side.0, side.1));
        let passages: Set = open.map(|(place, _)| 1 << place).sum();
        *counts.entry(passages).or_default() += 1;
    };
    for block in 0..sweep.blocks() {
        sweeper.block(block, &mut count).expect("it runs");
    }
    counts
}

/// The total variation distance from uniform over all perfect mazes of a size: the sum of what
/// exceeds the uniform probability.
#[allow(clippy::cast_precision_loss)] // a few hundred
fn distance(chances: &Distribution, (rows, columns): (usize, usize)) -> f64 {
    let even = 1.0 / Walls::new(rows, columns).perfect().len() as f64;
    chances
        .values()
        .map(|chance| (chance - even).max(0.0))
        .sum()
}

#[test]
fn counts_have_the_distributions_of_the_rules() {
    let assert_like = |counts: &_, chances: &Distribution, generator: &str| {
        let off = deviation(counts, chances);
        assert!(off < 4.0, "{generator} on {:?} mazes: {off}", chances.len());
    };
    let assert_drawn = |generator, (rows, columns), chances: &Distribution| {
        assert_like(&counted(generator, rows, columns), chances, generator);
    };
    for (generator, [smallest, small, large]) in CHANCES.iter() {
        assert_drawn(generator, GRIDS[0], smallest);
        assert_drawn(generator, GRIDS[1], small);
        assert_like(&COUNTS[generator], large, generator);
    }
    for (generator, exact) in EXACT.into_iter().chain(MORE) {
        assert_drawn(generator, (3, 2), &exact(3, 2));
    }
    for (generator, exact) in MORE {
        assert_drawn(generator, (2, 4), &exact(2, 4));
    }
}

/// Pearson's statistic against equal chances, without the approximation of the others.
#[test]
#[allow(clippy::cast_precision_loss)] // small counts
fn wilson_and_aldous_broder_make_every_maze_equally_often() {
    /// What chi-square exceeds with a probability of 0.001, at 191 degrees of freedom.
    const CRITICAL: f64 = 257.1;
    for generator in ["Wilson", "AldousBroder"] {
        let counts = &COUNTS[generator];
        assert_eq!(counts.len(), 192);
        let expected = counts.values().sum::<usize>() as f64 / 192.0;
        let square = |&count: &usize| (count as f64 - expected).powi(2) / expected;
        let chi_square: f64 = counts.values().map(square).sum();
        assert!(chi_square < CRITICAL, "{generator}: {chi_square}");
    }
}

/// The test can distinguish one generator from another.
#[test]
fn counts_differ_from_distributions_of_other_rules() {
    let by_name = |name: &str| {
        CHANCES
            .iter()
            .find(|(it, _)| *it == name)
            .expect("it is known")
    };
    let from_wilson = EXACT[2..]
        .iter()
        .map(|(generator, _)| (*generator, "Wilson"));
    let pairs = [(JOHNNY, FLIPS), (ELIGIBLE, LITERAL), (LITERAL, ELIGIBLE)];
    for (generator, other) in pairs.into_iter().chain(from_wilson) {
        let (_, chances) = by_name(other);
        let off = deviation(&COUNTS[generator], &chances[2]);
        assert!(off > 6.0, "{generator} is like {other}: {off}");
    }
}

/// The table's distances are those of the exact probabilities, and its numbers of mazes are exact.
#[test]
fn the_table_of_distances_is_exact() {
    let page = fs::read_to_string("docs/sweeps.md").expect("the page");
    let table = page
        .lines()
        .skip_while(|line| !line.starts_with("| generator |"));
    let found: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    let line = |head: String, cells: [String; 3]| format!("| {head} | {} |", cells.join(" | "));
    let grids = GRIDS.map(|(rows, columns)| format!("{rows} × {columns}"));
    let mazes = GRIDS.map(|(rows, columns)| Walls::new(rows, columns).perfect().len().to_string());
    let mut expected = vec![
        line("generator".to_owned(), grids),
        "|---|---|---|---|".to_owned(),
        line("number of mazes".to_owned(), mazes),
    ];
    for (generator, chances) in CHANCES.iter() {
        let distances =
            [0, 1, 2].map(|place| format!("{:.3}", distance(&chances[place], GRIDS[place])));
        expected.push(line(format!("`{generator}`"), distances));
    }
    assert_eq!(found, expected);
}
