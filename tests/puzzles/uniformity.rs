//! The probability of each maze that a generator makes, by every course that it can take: compared with a plain version of
//! its rules, with Kirchhoff's number of mazes, and with the table of distances in `docs/sweeps.md`.

use std::fs;

use mazetick::prelude::*;
use mazetick::tools::explore::Explorer;
use plain::chances;
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
const MORE: [Exact; 8] = [
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
];

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

/// The probability of each maze that a generator makes, by its passages.
fn explored(generator: &str, rows: usize, columns: usize) -> Distribution {
    let text = format!("Scene(grid: (rows: {rows}, columns: {columns}), generate: {generator})");
    let scene = Scene::from_ron(&text).expect("a scene");
    let sides = sides(rows, columns);
    let passages = |world: &mut Simulation| -> Set {
        let sides = sides.iter().enumerate();
        let open = sides.filter(|(_, side)| !world.is_wall(side.0, side.1));
        open.map(|(place, _)| 1 << place).sum()
    };
    let graph = Explorer::default()
        .explore(&scene, passages)
        .expect("a world");
    assert!(graph.is_whole(), "{generator} on {rows}×{columns}");
    let mut mazes = Distribution::new();
    for (&maze, probability) in graph.worlds() {
        *mazes.entry(maze).or_default() += probability;
    }
    mazes
}

/// The number of spanning trees of a grid: by Kirchhoff's theorem a minor of its Laplacian, here by elimination.
fn kirchhoff(rows: usize, columns: usize) -> f64 {
    let count = rows * columns;
    let mut laplacian = vec![vec![0.0; count]; count];
    for [one, other] in Walls::new(rows, columns).walls {
        for (from, to) in [(one, other), (other, one)] {
            laplacian[from][from] += 1.0;
            laplacian[from][to] -= 1.0;
        }
    }
    let mut product = 1.0;
    for pivot in 1..count {
        product *= laplacian[pivot][pivot];
        for row in pivot + 1..count {
            let (above, below) = laplacian.split_at_mut(row);
            let factor = below[0][pivot] / above[pivot][pivot];
            for (entry, subtracted) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *entry -= factor * subtracted;
            }
        }
    }
    product
}

/// Those of which every course is followed on nine cells, too. The lists of the others have too many orders for a test.
const SMALL: [&str; 7] = [
    "Wilson",
    "AldousBroder",
    "GrowingTree(pick: Newest)",
    "Prim",
    "HuntAndKill",
    "Eller",
    "RecursiveDivision",
];

fn grids_of(generator: &str) -> Vec<(usize, usize)> {
    let mut grids = vec![(2, 2), (2, 3), (3, 2)];
    if !generator.contains("start: (2, 1)") {
        grids.push((1, 4));
    }
    if SMALL.contains(&generator) {
        grids.push((3, 3));
    }
    grids
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
fn mazes_have_the_probabilities_of_the_rules() {
    for (generator, exact) in EXACT.into_iter().chain(MORE) {
        for (rows, columns) in grids_of(generator) {
            let found = explored(generator, rows, columns);
            let mut expected = exact(rows, columns);
            expected.retain(|_, chance| *chance > 0.0);
            let name = format!("{generator} on {rows}×{columns}");
            // A flip may follow another without end: the plain version stops at some time.
            let off = if generator == FLIPS { 1e-6 } else { 1e-12 };
            assert!(found.keys().eq(expected.keys()), "{name}: other mazes");
            for (maze, chance) in found {
                let expected = expected[&maze];
                assert!(
                    (chance - expected).abs() < off,
                    "{name}: {maze:b} {chance} {expected}"
                );
            }
        }
    }
}

#[test]
fn uniform_generators_make_as_many_mazes_as_kirchhoff_counts() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5)] {
        let number = kirchhoff(rows, columns);
        for generator in ["Wilson", "AldousBroder"] {
            let mazes = explored(generator, rows, columns);
            assert!(
                (mazes.len() as f64 - number).abs() < 1e-6,
                "{generator}: {}",
                mazes.len()
            );
            assert!(
                mazes
                    .values()
                    .all(|chance| (chance * number - 1.0).abs() < 1e-12),
                "{generator}"
            );
        }
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
    for (generator, exact) in EXACT {
        let distances = GRIDS.map(|grid| format!("{:.3}", distance(&exact(grid.0, grid.1), grid)));
        expected.push(line(format!("`{generator}`"), distances));
    }
    assert_eq!(found, expected);
}
