//! Blocked squares: no way leads into them, whatever builds the walls and whoever walks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mazetick::base::squares::Blocked;
use mazetick::base::{Heading, Position};
use mazetick::prelude::*;
use mazetick::scene::CheckedScene;
use proptest::prelude::*;

use crate::says::assert_says;

const GENERATORS: [&str; 13] = [
    "Wilson",
    "Kruskal",
    "AldousBroder",
    "Prim",
    "HuntAndKill",
    "Eller",
    "RecursiveDivision",
    "GrowingTree(pick: Newest)",
    "GrowingTree(pick: Oldest)",
    "GrowingTree(pick: Mixed(0.4))",
    "Johnny(start: START, flips: 0.2)",
    "Mazing(pick: AnyWall)",
    "Mazing(pick: EligibleWall)",
];

/// A board with blocked squares: those that are joined to a first one are free.
#[derive(Clone, Debug)]
struct Cut {
    rows: u32,
    columns: u32,
    free: BTreeSet<Position>,
}

impl Cut {
    fn blocked(&self) -> Vec<Position> {
        let all = (1..=self.rows).flat_map(|row| {
            let columns = 1..=self.columns;
            columns.map(move |column| Position::new(row, column))
        });
        all.filter(|at| !self.free.contains(at)).collect()
    }

    fn scene(&self, fields: &str) -> CheckedScene {
        let blocked: Vec<String> = self.blocked().iter().map(Position::to_string).collect();
        let first = self.free.first().expect("a free square").to_string();
        let text = format!(
            "Scene(grid: (rows: {}, columns: {}), blocked: [{}], {})",
            self.rows,
            self.columns,
            blocked.join(","),
            fields.replace("START", &first),
        );
        Scene::from_ron(&text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The free square at the other side, over an edge if `wrap` joins it.
    fn beside(&self, at: Position, side: Heading, wrap: bool) -> Option<Position> {
        let (rows, columns) = (self.rows, self.columns);
        let Position { row, column } = at;
        let (row, column) = match side {
            Heading::N => (row - 1, column),
            Heading::S => (row + 1, column),
            Heading::W => (row, column - 1),
            Heading::E => (row, column + 1),
        };
        let is_inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
        let there = Position::new(
            (row + rows - 1) % rows + 1,
            (column + columns - 1) % columns + 1,
        );
        (is_inside || wrap)
            .then_some(there)
            .filter(|at| self.free.contains(at))
    }

    /// The number of moves from a square to each that can be reached, without other walls.
    fn moves(&self, from: Position, wrap: bool) -> BTreeMap<Position, u32> {
        let mut moves = BTreeMap::from([(from, 0)]);
        let mut ahead = VecDeque::from([from]);
        while let Some(at) = ahead.pop_front() {
            for side in Heading::ALL {
                if let Some(there) = self.beside(at, side, wrap)
                    && !moves.contains_key(&there)
                {
                    moves.insert(there, moves[&at] + 1);
                    ahead.push_back(there);
                }
            }
        }
        moves
    }
}

fn any_cut() -> impl Strategy<Value = Cut> {
    (1..9_u32, 1..9_u32).prop_flat_map(|(rows, columns)| {
        let blocked = prop::collection::vec(prop::bool::weighted(0.3), (rows * columns) as usize);
        blocked.prop_map(move |mut blocked| {
            let first = blocked.iter().position(|&it| !it).unwrap_or(0);
            blocked[first] = false;
            let position = |place: usize| {
                let place = u32::try_from(place).unwrap();
                Position::new(place / columns + 1, place % columns + 1)
            };
            let open = (0..blocked.len()).filter(|&place| !blocked[place]);
            let all = Cut {
                rows,
                columns,
                free: open.map(position).collect(),
            };
            let free = all.moves(position(first), false).into_keys().collect();
            Cut { free, ..all }
        })
    })
}

/// Checks that no blocked square has a way, and returns the number of ways between others.
fn check_walls(maze: &Simulation, cut: &Cut) -> Result<usize, TestCaseError> {
    let inside = |at: Position| {
        let leads = move |&side: &Heading| maze.grid().leads(at, side);
        Heading::ALL.into_iter().filter(leads)
    };
    for at in cut.blocked() {
        prop_assert!(inside(at).all(|side| maze.is_wall(at, side)), "{}", at);
    }
    let mut ways = 0;
    for &at in &cut.free {
        for side in inside(at).filter(|&side| !maze.is_wall(at, side)) {
            prop_assert!(cut.beside(at, side, false).is_some(), "{} {:?}", at, side);
            ways += 1;
        }
    }
    Ok(ways / 2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Every generator makes a perfect maze of the squares that are left, and its dead ends can be opened.
    #[test]
    fn generators_leave_blocked_squares_out(cut in any_cut(), seed in any::<u64>(), is_braided in any::<bool>()) {
        for generator in GENERATORS {
            let braid = if is_braided { "braid: 1" } else { "" };
            let mut scene = cut.scene(&format!("generate: {generator}, {braid}"));
            scene.set_seed(seed);
            let mut maze = Simulation::new(&scene).expect("a legal scene");
            maze.run();
            let ways = check_walls(&maze, &cut)?;
            let passages = maze.passages();
            prop_assert_eq!((passages.cells, passages.reached), (cut.free.len(), cut.free.len()), "{}", generator);
            if !is_braided {
                prop_assert_eq!(ways + 1, cut.free.len(), "{}", generator);
                prop_assert!(passages.are_perfect());
            }
        }
    }

    /// Also where walls are drawn or missing, and where edges are joined.
    #[test]
    fn walks_go_around_blocked_squares(cut in any_cut(), wrap in any::<bool>(), has_walls in any::<bool>()) {
        let walls = if has_walls { "walls: {}," } else { "" };
        let joined = if wrap { "wrap: Both," } else { "" };
        let from = *cut.free.first().expect("a square");
        let moves = cut.moves(from, wrap);
        for &to in &cut.free {
            let scene = cut.scene(&format!("{walls} {joined} walk: Foot(from: START, to: {to})"));
            let mut maze = Simulation::new(&scene).expect("a legal scene");
            let outcome = maze.run().clone();
            if to == from {
                continue;
            }
            prop_assert_eq!(outcome, Outcome::Solved { moves: moves[&to] });
            check_walls(&maze, &cut)?;
        }
    }

    /// What the seed draws is never on a blocked square, and agents never enter one.
    #[test]
    fn nothing_is_on_a_blocked_square(cut in any_cut(), seed in any::<u64>(), wrap in any::<bool>(), solid in any::<bool>()) {
        let joined = if wrap { "wrap: Both," } else { "" };
        let mut scene = cut.scene(&format!(
            "{joined} walk: Foot(from: Random, to: Random), agents: [Mouse(count: {}, to: Random, patience: 9, solid: {solid})]",
            cut.free.len().min(9)
        ));
        scene.set_seed(seed);
        let mut maze = Simulation::new(&scene).expect("a legal scene");
        for _ in 0..20 {
            for agent in maze.agents() {
                let at = maze.grid().position(agent.cell);
                prop_assert!(cut.free.contains(&at) , "{}\n{:?}", at, cut);
            }
            maze.tick();
        }
        let start = maze.entity().get::<mazetick::base::walker::Start>().expect("a walk");
        for end in [&start.from, &start.to] {
            prop_assert!(end.positions().iter().all(|at| cut.free.contains(at)), "{:?}", start);
        }
    }
}

/// Around a blocked square in the middle of 3 by 3 there are eight mazes, which these generators make equally often.
#[test]
fn uniform_generators_stay_uniform() {
    for generator in ["Wilson", "AldousBroder"] {
        let text =
            format!("Scene(grid: (rows: 3, columns: 3), blocked: [(2, 2)], generate: {generator})");
        let mut scene = Scene::from_ron(&text).expect("a scene");
        let mut counts = BTreeMap::new();
        for seed in 0..4000 {
            scene.set_seed(seed);
            let mut maze = Simulation::new(&scene).expect("a world");
            maze.run();
            *counts
                .entry(maze.maze_digest().to_string())
                .or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 8, "{generator}");
        // Five standard deviations.
        assert!(
            counts.values().all(|count| (count - 500).abs() < 105),
            "{generator}: {counts:?}"
        );
    }
}

#[test]
fn what_is_on_a_blocked_square_is_refused() {
    let scene = |fields: &str| {
        let text = format!("Scene(\n grid: (rows: 2, columns: 3), blocked: [(1, 2)],\n {fields})");
        Scene::from_ron(&text).expect_err(fields).to_string()
    };
    for (fields, words) in [
        (
            "walk: Foot(from: (1, 2), to: (1, 1))",
            "3:19 (1, 2) blocked another",
        ),
        (
            "walk: Foot(from: (1, 1), to: [(2, 1), (1, 2)])",
            "3:40 (1, 2) blocked another",
        ),
        (
            "agents: [Mouse(at: (1, 2), to: (1, 1))]",
            "3:21 (1, 2) blocked another",
        ),
        (
            "generate: GrowingTree(pick: Newest, start: (1, 2))",
            "3:45 (1, 2) blocked",
        ),
        ("generate: Johnny(start: (1, 2))", "3:26 (1, 2) blocked"),
        ("walls: {(1, 4): \"E\"}", "3:10 (1, 4) outside"),
    ] {
        assert_says(&scene(fields), words);
    }
    let apart = "Scene(grid: (rows: 2, columns: 3), blocked: [(1, 2), (2, 2)], generate: Wilson)";
    assert_says(
        &Scene::from_ron(apart).unwrap_err().to_string(),
        "1:45 (1, 1) (1, 3) apart generate",
    );
    let all = "Scene(grid: (rows: 1, columns: 2), blocked: [(1, 2), (1, 1)])";
    assert_says(
        &Scene::from_ron(all).unwrap_err().to_string(),
        "1:45 every blocked",
    );
    let outside = "Scene(grid: (rows: 1, columns: 2), blocked: [(1, 2), (1, 3)])";
    assert_says(
        &Scene::from_ron(outside).unwrap_err().to_string(),
        "1:54 (1, 3) outside",
    );
}

/// A blocked square is drawn as solid, counted as blocked, and not as one that was not reached.
#[test]
fn blocked_squares_are_drawn_and_counted() {
    let text = "Scene(grid: (rows: 2, columns: 3), blocked: [(1, 2), (2, 3)], \
                walk: Foot(from: (1, 1), to: (2, 2)), text: Lattice)";
    let mut maze = Simulation::new(&Scene::from_ron(text).expect("a scene")).expect("a world");
    maze.run();
    assert_eq!(
        maze.text(),
        "+--+--+--+\n|*S|##|  |\n+  +--+--+\n|** *G|##|\n+--+--+--+\n"
    );
    assert!(maze.stats().to_string().contains("2 blocked squares"));
    assert_eq!((maze.squares().count(), maze.passages().cells), (4, 4));
}

/// A scene may draw its blocked squares.
#[test]
fn blocked_squares_can_be_drawn_in_a_scene() {
    let scene = |drawing: &str| {
        Scene::from_ron(&format!(
            "Scene(grid: (rows: 2, columns: 3), blocked: \"{drawing}\")"
        ))
    };
    let drawn = scene("\n.#.\n..#\n").expect("a scene");
    let blocked = drawn.get::<Blocked>().expect("blocked squares");
    assert_eq!(blocked.cells, [Position::new(1, 2), Position::new(2, 3)]);
    let text = drawn.to_ron();
    assert!(text.contains("blocked: \"\n.#.\n..#\n\""), "{text}");
    assert_eq!(scene("\n  .#.\n  ..#\n"), Ok(drawn));
    for (drawing, words) in [
        ("\n.#.\n.x#\n", "found `x` (2, 2) `#` `.`"),
        ("\n.#.\n..\n", "2 squares row 2 expected 3"),
        ("\n.#.\n", "1 by 3 cells expected 2"),
    ] {
        assert_says(&scene(drawing).unwrap_err().to_string(), words);
    }
}
