//! Johnny's maze, compared with the plain version: good and bad command lists, drawn commands,
//! contests.

use std::collections::BTreeSet;

use crate::compared::{Answer, InContest, Puzzle, compare, compare_in_contest, position, small};
use mazetick::base::scene_fault::SceneFault;
use mazetick::base::{Grid, Heading, Outcome, Position, SceneStep};
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::puzzles::Johnny;
use mazetick::puzzles::johnny::{Command, Commands, JohnnyList, LastStep, ListStep};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use plain::Walls;
use plain::johnny::{self, Case, Fault};
use plain::random::Random;

impl Puzzle for Case {
    fn scene(&self) -> Scene {
        let commands = self
            .commands
            .iter()
            .copied()
            .map(command)
            .collect::<Vec<_>>();
        let commands = Some(Commands(commands.into()));
        Scene::new(small(self.rows), small(self.columns))
            .with(Johnny {
                start: position(self.start),
                flips: 0.0,
                commands,
            })
            .drawn(TextFormat::JOHNNY)
    }

    fn answer(&self, _: Walls) -> Answer {
        let maze = johnny::run(self).unwrap();
        Answer::built(maze.ticks).with_text(johnny::text(&maze))
    }
}

impl InContest for Case {
    const CONTEST: Contest = Contest::JOHNNY;

    fn input(puzzles: &[Self]) -> String {
        let input = johnny::input(puzzles);
        assert_eq!(johnny::parsed(&input), puzzles);
        input
    }
}

/// A scene whose commands are drawn, and the case that has them written down.
#[derive(Debug)]
struct Drawn(Scene, Case);

impl Puzzle for Drawn {
    fn scene(&self) -> Scene {
        self.0.clone()
    }

    fn answer(&self, walls: Walls) -> Answer {
        self.1.answer(walls)
    }
}

fn grid(rows: usize, columns: usize) -> Grid {
    Grid {
        rows: small(rows),
        columns: small(columns),
    }
}

fn command(plain: johnny::Command) -> Command {
    match plain {
        johnny::Command::Move('U') => Command::Move(Heading::N),
        johnny::Command::Move('D') => Command::Move(Heading::S),
        johnny::Command::Move('L') => Command::Move(Heading::W),
        johnny::Command::Move('R') => Command::Move(Heading::E),
        johnny::Command::Move(letter) => panic!("{letter:?} is no move"),
        johnny::Command::Flip(position) => Command::Flip(small(position)),
    }
}

fn drawn(grid: Grid, start: Position, flips: f64, seed: u64) -> Scene {
    Scene::new(grid.rows, grid.columns)
        .seeded(seed)
        .with(Johnny {
            start,
            flips,
            commands: None,
        })
        .drawn(TextFormat::JOHNNY)
}

fn random_case(rows: usize, columns: usize, random: &mut Random) -> Case {
    let flips = random.pick(&[0, 0, 100, 400, 800]);
    johnny::random_case(rows, columns, flips, random)
}

/// A thousand small mazes, and some as large as contests allow and larger.
fn random_cases(random: &mut Random) -> Vec<Case> {
    let mut sizes = Vec::new();
    for rows in 1..=12 {
        for columns in 1..=12 {
            sizes.extend([(rows, columns); 8]);
        }
    }
    sizes.extend((0..60).map(|_| (1 + random.below(39), 1 + random.below(39))));
    sizes.extend([(39, 39), (39, 39), (1, 300), (300, 1), (60, 45), (45, 60)]);
    sizes
        .into_iter()
        .map(|(rows, columns)| random_case(rows, columns, random))
        .collect()
}

#[test]
fn mazes_are_those_of_the_plain_version() {
    compare_in_contest(&random_cases(&mut Random::new(1)));
}

#[test]
fn drawn_commands_written_down_make_the_same_maze() {
    let mut random = Random::new(3);
    let mut scenes = Vec::new();
    for seed in 0..300 {
        let most = if seed % 30 == 0 { 40 } else { 12 };
        let (rows, columns) = random.square((most, most));
        let start = position(random.square((rows, columns)));
        scenes.push(drawn(
            grid(rows, columns),
            start,
            random.pick(&[0.0, 0.1, 0.5, 0.9]),
            seed,
        ));
    }
    // A list so long that flips no longer move its cells one by one.
    scenes.push(drawn(grid(120, 150), Position::new(60, 75), 0.02, 300));
    let cases = johnny::parsed(&Registry::standard().export(&scenes).unwrap());
    assert_eq!(cases.len(), scenes.len());
    let drawn = scenes
        .into_iter()
        .zip(cases)
        .map(|(scene, case)| Drawn(scene, case));
    compare(&drawn.collect::<Vec<_>>());
}

/// The command that was refused, and why.
fn found_in(fault: &SceneFault) -> (usize, Fault) {
    let Some(SceneStep::Item(item)) = fault.path.0.last() else {
        panic!("{fault}")
    };
    let reasons = [
        ("leads out of the grid", Fault::Outside),
        ("leads into a visited cell", Fault::Visited),
        ("a flip from position", Fault::NoSuchPosition),
        ("no command is left", Fault::TooFew),
        ("expected no more commands", Fault::LeftOver),
    ];
    let why = reasons
        .iter()
        .find(|(said, _)| fault.message.contains(said));
    (item.index, why.unwrap_or_else(|| panic!("{fault}")).1)
}

/// Replaces, inserts or removes a command.
fn mutate(case: &mut Case, random: &mut Random) {
    let cells = case.rows * case.columns;
    let commands = &mut case.commands;
    let at = random.below(commands.len() + 1);
    let other = if random.percent(30) {
        johnny::Command::Flip(random.below(1 + cells))
    } else {
        johnny::Command::Move(random.pick(&['U', 'D', 'L', 'R']))
    };
    match random.below(3) {
        0 if at < commands.len() => commands[at] = other,
        1 if at < commands.len() => drop(commands.remove(at)),
        _ => commands.insert(at, other),
    }
}

#[test]
fn bad_lists_are_stuck_at_the_same_command_for_the_same_reason() {
    let mut random = Random::new(4);
    let faults = [
        Fault::Outside,
        Fault::Visited,
        Fault::NoSuchPosition,
        Fault::TooFew,
        Fault::LeftOver,
    ];
    let mut counts = [0; 5];
    let mut good = 0;
    for _ in 0..2400 {
        let (rows, columns) = (1 + random.below(7), 1 + random.below(7));
        let mut case = random_case(rows, columns, &mut random);
        (0..=random.below(3)).for_each(|_| mutate(&mut case, &mut random));
        let mut simulation = Simulation::new(&case.scene()).unwrap();
        let outcome = simulation.run().clone();
        match johnny::run(&case) {
            Ok(maze) => {
                good += 1;
                assert_eq!(outcome, Outcome::Built, "{case:?}");
                assert_eq!(simulation.text(), johnny::text(&maze));
                assert_eq!(simulation.progress().tick, maze.ticks as u64);
            }
            Err((index, fault)) => {
                let Outcome::Stuck(found) = outcome else {
                    panic!("{outcome:?}, expected {fault:?} at {index} of {case:?}")
                };
                assert_eq!(found_in(&found), (index, fault), "{case:?}");
                counts[faults.iter().position(|&known| known == fault).unwrap()] += 1;

                // The world is as the commands before have left it.
                case.commands.truncate(index);
                let mut before = Simulation::new(&case.scene()).unwrap();
                before.run();
                assert_eq!(simulation.progress().tick, before.progress().tick);
                // Other commands are left, and a list that was finished is not stuck.
                let (now, before) = (simulation.digests(), before.digests());
                assert!(
                    now.differences(&before)
                        .all(|part| ["johnny", "progress"].contains(&part))
                );
            }
        }
    }
    assert!(
        good > 120 && counts.iter().all(|&count| count > 60),
        "{good} good, {counts:?}"
    );
}

#[test]
fn a_list_that_is_stuck_tells_the_command_and_why() {
    let commands = vec![johnny::Command::Move('R'), johnny::Command::Move('U')];
    let case = Case {
        rows: 1,
        columns: 3,
        start: (1, 1),
        commands,
    };
    let mut simulation = Simulation::new(&case.scene()).unwrap();
    let expected =
        "stuck at generate.commands, command 2: `U` leads out of the grid, expected R, or a flip";
    assert_eq!(simulation.run().to_string(), expected);
}

#[test]
fn commands_that_are_left_count_in_the_digest() {
    let digests: BTreeSet<u64> = ["R R", "R L", "R F 1", "R F 2"]
        .map(|commands| {
            let scene = format!(
                "Scene(grid: (rows: 1, columns: 3), text: Johnny,
                    generate: Johnny(start: (1, 1), commands: \"{commands}\"))"
            );
            let mut simulation = Simulation::new(&Scene::from_ron(&scene).unwrap()).unwrap();
            simulation.tick();
            simulation.digest().0
        })
        .into();
    assert_eq!(digests.len(), 4);
}

#[test]
fn every_move_is_drawn_equally_often() {
    let mut there = None;
    for (start, moves) in [((2, 2), "UDLR"), ((2, 1), "UDR"), ((3, 3), "UL")] {
        let mut counts = vec![0_usize; moves.len()];
        let runs = 1500 * moves.len();
        for seed in 0..runs as u64 {
            let scene = drawn(grid(3, 3), start.into(), 0.0, seed);
            let simulation = Simulation::reuse(&mut there, &scene).unwrap();
            simulation.tick();
            let last = simulation
                .entity()
                .get::<LastStep>()
                .and_then(|last| last.0);
            let Some(ListStep::Command(command)) = last else {
                panic!("{last:?}")
            };
            counts[moves.find(&command.to_string()).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|count| (1320..1680).contains(count)),
            "{counts:?}"
        );
    }
}

#[test]
fn flips_are_as_frequent_as_the_scene_says_and_start_anywhere() {
    let (mut flips, mut commands) = (0_usize, 0_usize);
    let mut positions = [0_usize; 4];
    for seed in 0..1500 {
        let scene = drawn(grid(5, 5), Position::new(3, 3), 0.4, seed);
        let mut simulation = Simulation::new(&scene).unwrap();
        loop {
            let johnny = simulation.entity().get::<JohnnyList>().unwrap();
            let length = johnny.pending(simulation.grid()).count();
            if !simulation.tick() {
                break;
            }
            let last = simulation
                .entity()
                .get::<LastStep>()
                .and_then(|last| last.0);
            commands += usize::from(matches!(last, Some(ListStep::Command(_))));
            if let Some(ListStep::Command(Command::Flip(position))) = last {
                flips += 1;
                if length == positions.len() {
                    positions[position as usize - 1] += 1;
                }
            }
        }
    }
    let permille = flips * 1000 / commands;
    assert!((385..415).contains(&permille), "{flips} of {commands}");
    let expected = positions.iter().sum::<usize>() / positions.len();
    assert!(expected > 250, "{positions:?}");
    let near = |&count: &usize| count.abs_diff(expected) * 3 < expected;
    assert!(positions.iter().all(near), "{positions:?}");
}
