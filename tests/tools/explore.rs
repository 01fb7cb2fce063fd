//! Exploration of every world of a scene, against independent answers.

use mazetick::base::Outcome;
use mazetick::base::chance::Chance;
use mazetick::bevy_ecs::prelude::*;
use mazetick::prelude::*;
use mazetick::tools::explore::{Explorer, Graph};

fn scene(text: &str) -> mazetick::scene::CheckedScene {
    Registry::standard().read(text).expect("a scene")
}

fn explored(text: &str) -> Graph<String> {
    let graph = Explorer::default().explore(&scene(text), |world| world.outcome().to_string());
    graph.expect("a world")
}

/// Solves a system of linear equations, each row with its right side at the end.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for pivot in 0..count {
        let largest = (pivot..count)
            .max_by(|&one, &other| rows[one][pivot].abs().total_cmp(&rows[other][pivot].abs()));
        rows.swap(pivot, largest.expect("a row"));
        for row in 0..count {
            if row == pivot {
                continue;
            }
            let pivot_row = rows[pivot].clone();
            let factor = rows[row][pivot] / pivot_row[pivot];
            for (entry, subtracted) in rows[row].iter_mut().zip(&pivot_row).skip(pivot) {
                *entry -= factor * subtracted;
            }
        }
    }
    (0..count)
        .map(|row| rows[row][count] / rows[row][row])
        .collect()
}

#[test]
fn a_mouse_arrives_within_its_patience_as_probably_as_its_steps_say() {
    for patience in [1_u32, 2, 7, 30] {
        let text = format!(
            "Scene(grid: (rows: 2, columns: 3), generate: Johnny(start: (1, 1), commands: \"R R D L L\"), \
             agents: [Mouse(at: (1, 1), to: (2, 1), patience: {patience})])"
        );
        let graph = explored(&text);
        assert!(graph.is_whole());
        let worlds = graph.worlds().into_iter();
        let arrived = worlds.filter(|(outcome, _)| *outcome == "1 of 1 agent arrived");
        let found: f64 = arrived.map(|(_, probability)| probability).sum();

        // The six cells are a path, which the mouse walks from one end to the other.
        let mut at = [0.0; 6];
        at[0] = 1.0;
        for _ in 0..patience {
            let mut next = [0.0; 6];
            next[5] = at[5];
            next[1] += at[0];
            for cell in 1..5 {
                next[cell - 1] += at[cell] / 2.0;
                next[cell + 1] += at[cell] / 2.0;
            }
            at = next;
        }
        assert!(
            (found - at[5]).abs() < 1e-12,
            "{patience}: {found} {}",
            at[5]
        );
    }
}

/// Without patience, worlds that differ in their ticks alone are one state.
#[test]
fn a_mouse_without_patience_has_few_states_and_arrives() {
    let text = "Scene(grid: (rows: 2, columns: 3), walk: Foot(from: (1, 1), to: (1, 1)), \
                agents: [Mouse(at: (1, 1), to: (2, 3), patience: None)])";
    let graph = explored(text);
    assert!(graph.is_whole() && graph.has_chance());
    assert!(graph.states() < 60, "{}", graph.states());
    let probability: f64 = graph
        .worlds()
        .iter()
        .map(|(_, probability)| probability)
        .sum();
    assert!((probability - 1.0).abs() < 1e-12);
}

#[test]
fn where_a_mouse_arrives_is_known_by_a_linear_system() {
    let text = "Scene(grid: (rows: 3, columns: 4), \
                agents: [Mouse(at: (1, 1), to: [(1, 3), (3, 3)], patience: None)])";
    let graph = Explorer::default().explore(&scene(text), |world| {
        world.agents().first().map(|agent| world.position(*agent))
    });
    let graph = graph.expect("a world");
    assert!(graph.is_whole());

    let grid = Grid {
        rows: 3,
        columns: 4,
    };
    let goals = [Position::new(1, 3), Position::new(3, 3)];
    let mut equations = Vec::new();
    for at in grid.positions() {
        let mut row = vec![0.0; 13];
        row[grid.index(at).get()] = 1.0;
        if at == goals[0] {
            row[12] = 1.0;
        } else if at != goals[1] {
            let open: Vec<_> = Heading::ALL
                .into_iter()
                .filter(|&way| grid.leads(at, way))
                .collect();
            for &way in &open {
                row[grid.beside(grid.index(at), way).get()] -= 1.0 / open.len() as f64;
            }
        }
        equations.push(row);
    }
    let expected = solve(equations)[0];
    let found = graph
        .worlds()
        .into_iter()
        .find(|(at, _)| **at == Some(goals[0]));
    let (_, found) = found.expect("the mouse can arrive there");
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

#[test]
fn no_result_depends_on_the_number_of_threads() {
    let scene = scene("Scene(grid: (rows: 3, columns: 3), generate: HuntAndKill, braid: 0.5)");
    let on = |threads| {
        let explorer = Explorer {
            threads,
            ..Explorer::default()
        };
        let graph = explorer
            .explore(&scene, |world| world.maze_digest())
            .expect("a world");
        let worlds: Vec<_> = graph
            .worlds()
            .into_iter()
            .map(|(maze, p)| (*maze, p))
            .collect();
        (graph.states(), worlds)
    };
    let alone = on(1);
    assert!(alone.0 > 300, "{}", alone.0);
    assert!(alone == on(2) && alone == on(7));
}

#[test]
fn an_exploration_ends_at_its_limit() {
    let scene = scene("Scene(grid: (rows: 3, columns: 3), generate: Wilson)");
    let mut before = 1.0;
    for states in [1, 10, 300, 1356] {
        let explorer = Explorer {
            states,
            ..Explorer::default()
        };
        let graph = explorer.explore(&scene, |_| ()).expect("a world");
        assert!(!graph.is_whole() && graph.states() <= states);
        let undecided = graph.undecided();
        assert!(
            undecided > 0.0 && undecided <= before,
            "{states}: {undecided}"
        );
        before = undecided;
    }
    let explorer = Explorer {
        states: 1357,
        ..Explorer::default()
    };
    let graph = explorer.explore(&scene, |_| ()).expect("a world");
    assert!(graph.is_whole() && graph.undecided() == 0.0);
}

#[test]
fn draws_lead_to_the_world_that_they_name() {
    let world = |draws: &str, seed: u64| {
        let text = format!(
            "Scene(seed: {seed}, draws: {draws}, grid: (rows: 2, columns: 2), generate: Wilson)"
        );
        let mut world = Simulation::new(&scene(&text)).expect("a world");
        assert_eq!(world.run(), Outcome::Built);
        world
    };
    // The walk begins at the upper right, and goes round to the upper left.
    let mut round = world("[0, 1, 0]", 1);
    assert_eq!(round.progress().tick, 3);
    assert!(round.is_wall(Position::new(1, 1), Heading::E));
    let again = Scene::from_ron(
        &scene("Scene(draws: [0, 1, 0], grid: (rows: 2, columns: 2), generate: Wilson)").to_ron(),
    );
    assert_eq!(again.expect("a scene").draws, [0, 1, 0]);

    // After the last one, the seed goes on.
    let mazes: Vec<_> = (0..20)
        .map(|seed| world("[0]", seed).maze_digest())
        .collect();
    assert!(mazes.contains(&round.maze_digest()) && mazes.iter().any(|it| *it != mazes[0]));
    assert!((0..20).all(|seed| world("[1]", seed).maze_digest() != round.maze_digest()));

    // A world that is set back has its answers again.
    let mut world = Simulation::new(&scene(
        "Scene(draws: [0, 1, 0], grid: (rows: 2, columns: 2), generate: Wilson)",
    ))
    .expect("a world");
    world.tick();
    let then = world.checkpoint();
    for _ in 0..2 {
        world.rewind(&then).expect("its checkpoint");
        world.run();
        assert_eq!(world.maze_digest(), round.maze_digest());
    }
}

#[test]
fn impossible_draws_stop_the_world_with_their_place() {
    for (draws, said) in [
        ("[0, 7]", "draws[1]: answer 7 to a draw with"),
        (
            "[1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
            "the world ends after",
        ),
    ] {
        let text = format!(
            "Scene(draws: {draws}, grid: (rows: 2, columns: 2), generate: Eller, braid: 0.5)"
        );
        let mut world = Simulation::new(&scene(&text)).expect("a world");
        world.run();
        let failure = world.failure().expect("it stops").to_string();
        assert!(failure.contains(said), "{failure}");
        let error = Explorer::default()
            .explore(&scene(&text), |_| ())
            .err()
            .expect("an error");
        assert_eq!(error.to_string(), failure);
    }
}

#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Shuffled(u32);

#[derive(Component, Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct Cards(Vec<u32>);

impl Ingredient for Shuffled {
    const FIELD: &'static str = "shuffled";

    fn build(world: &mut Build<'_>) {
        world.chance().state::<Cards>("cards").on_begin(
            |InRef(cards): InRef<Shuffled>, maze: Single<(&mut Cards, &mut Chance)>| {
                let (mut all, mut chance) = maze.into_inner();
                all.0 = (0..cards.0).collect();
                rand::seq::SliceRandom::shuffle(&mut all.0[..], &mut *chance);
            },
        );
    }
}

#[test]
fn draws_by_the_rules_of_another_crate_name_their_ingredient() {
    let registry = Registry::standard().with(|registry| _ = registry.add::<Shuffled>());
    let scene = registry
        .read("Scene(grid: (rows: 2, columns: 2), shuffled: 5)")
        .expect("a scene");
    let error = Explorer::default()
        .explore(&scene, |_| ())
        .err()
        .expect("an error");
    assert!(
        error
            .to_string()
            .starts_with("shuffled: found a draw through the traits of `rand`")
    );
}
