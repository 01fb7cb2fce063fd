//! What `run` prints of a world; and remarks on standard error: statistics, and why it has no solution.

use std::io::Write;
use std::path::Path;

use super::{Arguments, Detail};
use crate::base::count::plural;
use crate::base::end::End;
use crate::base::progress::Outcome;
use crate::base::scene_fault::SceneError;
use crate::base::walker::Start;
use crate::cli::data::{counts, full_json};
use crate::cli::moment::{puzzle_of, shows_solution};
use crate::cli::output::{json_line, stdout};
use crate::cli::paths::name_of;
use crate::cli::verdict::Reports;
use crate::engine::text::TextFormat;
use crate::picture::{Picture, text};
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::play::Play;

/// Prints a world: its JSON, its digest or its drawing, under a title if it has one.
pub(super) fn print_world(
    world: &mut Simulation,
    puzzle: Option<Picture>,
    scene: &CheckedScene,
    path: &Path,
    name: &str,
    title: Option<String>,
    arguments: &Arguments,
) -> Result<(), Reports> {
    let text = match arguments.json {
        Some(Detail::Counts) => json_line(&counts(world, &name_of(path), scene.seed)) + "\n",
        Some(Detail::Full) => full_json(world, &name_of(path), scene.seed),
        None if arguments.digest => format!("{}  {name}\n", world.digest()),
        None => drawing(world, puzzle),
    };

    if arguments.json.is_none() {
        remark(world, scene, name, arguments);
    }

    let title = title.map(|title| title + "\n").unwrap_or_default();
    Ok(stdout().write_all((title + &text).as_bytes())?)
}

/// Returns true if worlds of a scene are drawn as `draw` does.
fn draws_picture_of(scene: &CheckedScene, arguments: &Arguments) -> bool {
    !arguments.digest && arguments.json.is_none() && scene.text == TextFormat::NONE
}

/// Returns an error if the picture of a scene would be too large.
pub(super) fn check_is_drawable(
    scene: &CheckedScene,
    arguments: &Arguments,
) -> Result<(), SceneError> {
    if draws_picture_of(scene, arguments) {
        scene.check_is_drawable()?;
    }
    Ok(())
}

/// Returns the picture of the puzzle when the walk begins, if the drawing of the end is that with the solution.
pub(super) fn puzzle_to_solve(
    world: &mut Simulation,
    scene: &CheckedScene,
    arguments: &Arguments,
) -> Option<Picture> {
    let is_of_end = arguments.ticks.is_none();
    let has_solution = draws_picture_of(scene, arguments) && is_of_end && shows_solution(scene);
    has_solution.then(|| puzzle_of(world))
}

/// Returns the drawing of a world as `draw` makes it, unless its scene names another format.
fn drawing(world: &mut Simulation, puzzle: Option<Picture>) -> String {
    match puzzle {
        Some(puzzle) if !world.route().is_empty() => {
            text(&puzzle.with_route_of(&world.picture()), false)
        }
        _ => world.text().into(),
    }
}

/// Prints the remarks on a world of this name.
fn remark(world: &mut Simulation, scene: &CheckedScene, name: &str, arguments: &Arguments) {
    if arguments.stats {
        say!("{name}: {}", statistics(world, scene));
    }

    let is_unsolvable = world.outcome() == Outcome::NoSolution;
    if is_unsolvable && (arguments.stats || !arguments.digest) {
        say!("{name}: {}", why_unsolved(world, scene, arguments.stats));
    }
}

/// Returns what is counted in a world, its outcome, the ends of its walk, and the digest of its maze.
fn statistics(world: &mut Simulation, scene: &CheckedScene) -> String {
    // Ends that the seed, the walls or the walk decide.
    let is_decided = |end: &End| end.is_open() || end.positions().len() > 1;
    let has_decided_ends = scene
        .start()
        .is_some_and(|start| is_decided(&start.from) || is_decided(&start.to));
    let route = world.route();
    let ends = match (route.first(), route.last()) {
        (Some(from), Some(to)) if has_decided_ends => format!("from {from} to {to}"),
        _ => String::new(),
    };

    let progress = world.progress();
    let mut words = vec![
        progress.phase.to_string(),
        plural(progress.tick, "tick"),
        world.stats().to_string(),
        progress.outcome.to_string(),
        ends,
    ];
    words.push(format!("maze {}", world.maze_digest()));
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// Returns how far the walk of a world without a solution came, and, if asked for, what kept it from the goal.
fn why_unsolved(world: &Simulation, scene: &CheckedScene, has_obstacles: bool) -> String {
    let start = world.entity().get::<Start>().map(Start::at);
    let claims_at_start = start.and_then(|start| world.claims(start));
    // The start is reached even if no walker has claimed it.
    let reached = world.visited().unwrap_or_default() + usize::from(claims_at_start == Some(0));
    let squares = plural(reached, "square");
    let mut why = format!(
        "no solution: {squares} of {} reached",
        world.squares().count()
    );

    if !has_obstacles {
        return why;
    }
    let Ok(mut play) = Play::new(scene) else {
        return why;
    };
    let mut obstacles = play.obstacles();
    if obstacles.is_empty() {
        obstacles.push(
            "no rule refuses a step: those that lead no farther lead out of the maze".to_owned(),
        );
    }
    for obstacle in &obstacles {
        why.extend(["\n  ", obstacle]);
    }
    why
}
