//! Arrow mazes, compared with the plain version: the same routes through contest input and scenes.

use crate::plain::arrow::{self, Crossing, Maze};
use crate::random::Random;
use mazetick::{
    Arrow, Contest, Heading, Outcome, Position, Scene, SignBoard, Signs, Simulation, TextFormat,
    Turn,
};

fn position((row, column): Crossing) -> Position {
    Position::new(u32::try_from(row).unwrap(), u32::try_from(column).unwrap())
}

fn heading(letter: char) -> Heading {
    Heading::from_letter(u8::try_from(letter).unwrap()).unwrap()
}

fn scene(maze: &Maze) -> Scene {
    let signs = |(&(at, travel), letters): (&(Crossing, char), &String)| {
        let mut signs = Signs::default();
        letters.bytes().for_each(|l| signs.add(heading(travel), Turn::from_letter(l).unwrap()));
        (position(at), signs)
    };
    let size = position((maze.rows, maze.columns));
    Scene::new(size.row, size.column)
        .named(&maze.name)
        .with(maze.signs.iter().map(signs).collect::<SignBoard>())
        .with(Arrow {
            from: position(maze.start),
            heading: heading(maze.heading),
            to: position(maze.goal),
        })
        .drawn(TextFormat::ARROW)
}

/// A maze of this size, with each arrow present with a probability of `arrows` percent.
fn random_maze(rows: usize, columns: usize, arrows: usize, random: &mut Random) -> Maze {
    let number = |number: usize| i64::try_from(number).unwrap();
    let mut crossing = || (1 + number(random.below(rows)), 1 + number(random.below(columns)));
    let (start, goal) = (crossing(), crossing());
    let mut maze = Maze {
        name: format!("MAZE{}", random.below(1000)),
        rows: number(rows),
        columns: number(columns),
        start,
        heading: random.pick(&['N', 'E', 'S', 'W']),
        goal,
        signs: std::collections::HashMap::new(),
    };
    for row in 1..=maze.rows {
        for column in 1..=maze.columns {
            for travel in ['N', 'E', 'S', 'W'] {
                let letters: String = "LFR".chars().filter(|_| random.percent(arrows)).collect();
                if !letters.is_empty() {
                    maze.signs.insert(((row, column), travel), letters);
                }
            }
        }
    }
    maze
}

/// A maze where most signs have one arrow, which keeps the walk on the grid: routes are long.
fn winding_maze(rows: usize, columns: usize, random: &mut Random) -> Maze {
    let mut maze = random_maze(rows, columns, 0, random);
    let grid = scene(&maze).grid;
    for row in 1..=maze.rows {
        for column in 1..=maze.columns {
            for travel in ['N', 'E', 'S', 'W'] {
                let leads =
                    |turn: &Turn| grid.leads(position((row, column)), heading(travel).turn(*turn));
                let turns: Vec<Turn> = Turn::ALL.into_iter().filter(leads).collect();
                let mut letters = random.pick(&turns).letter().to_string();
                if random.percent(5) {
                    letters.push(random.pick(&turns).letter());
                }
                maze.signs.insert(((row, column), travel), letters);
            }
        }
    }
    maze
}

fn random_mazes(seed: u64) -> Vec<Maze> {
    let mut random = Random::new(seed);
    let mut mazes = Vec::new();
    for _ in 0..4000 {
        let (rows, columns) = (1 + random.below(8), 1 + random.below(8));
        let arrows = random.pick(&[20, 35, 45, 60]);
        mazes.push(random_maze(rows, columns, arrows, &mut random));
    }
    for _ in 0..150 {
        let arrows = random.pick(&[30, 34, 38, 45]);
        mazes.push(random_maze(20, 20, arrows, &mut random));
    }
    mazes.extend((0..200).map(|_| winding_maze(20, 20, &mut random)));
    mazes.extend((0..200).map(|_| winding_maze(7, 6, &mut random)));
    mazes
}

fn solved(input: &str, jobs: usize) -> String {
    let mut output = Vec::new();
    Contest::ARROW.solve("input", input.as_bytes(), &mut output, jobs).unwrap();
    String::from_utf8(output).unwrap()
}

/// Runs a scene; the route as the plain version has it, and the text.
fn run(simulation: &mut Simulation, scene: &Scene) -> (Option<Vec<Crossing>>, String) {
    simulation.load(scene).unwrap();
    let outcome = simulation.run().clone();
    let route = simulation.route();
    let route: Vec<Crossing> =
        route.iter().map(|at| (i64::from(at.row), i64::from(at.column))).collect();
    let text = simulation.text();
    match outcome {
        Outcome::Solved { moves } => {
            assert_eq!(moves as usize + 1, route.len());
            assert_eq!(simulation.progress().tick, u64::from(moves));
            (Some(route), text)
        }
        Outcome::NoSolution => {
            assert_eq!(route, []);
            (None, text)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn routes_are_those_of_the_plain_version() {
    let mazes = random_mazes(1);
    let mut simulation = Simulation::new(&scene(&mazes[0])).unwrap();
    let (mut solved, mut longest) = (0, 0);
    for maze in &mazes {
        let scene = scene(maze);
        let (route, text) = run(&mut simulation, &scene);
        assert_eq!(route, arrow::solve(maze), "{}", scene.to_ron());
        assert_eq!(text, arrow::text(maze, route.as_deref()));
        assert_eq!(route.as_ref().map(Vec::len), arrow::shortest_length(maze));
        if let Some(route) = route {
            assert!(arrow::is_route(maze, &route));
            solved += 1;
            longest = longest.max(route.len());
        }
    }
    assert!(solved > 600 && solved + 600 < mazes.len(), "{solved} solved");
    assert!(longest > 60, "the longest route has {longest} positions");
}

#[test]
fn contest_input_is_solved_as_by_the_plain_version() {
    let mazes = random_mazes(2);
    let input = arrow::input(&mazes);
    let plain = |maze: &Maze| arrow::text(maze, arrow::solve(maze).as_deref());
    let expected: String = mazes.iter().map(plain).collect();
    assert_eq!(solved(&input, 1), expected);
    assert_eq!(solved(&input, 2), expected);
}

#[test]
fn scenes_read_from_contest_input_and_written_give_the_same_text() {
    let mazes = &random_mazes(3)[3500..];
    let mut scenes = Vec::new();
    let keep = |scene: &Scene| {
        let read = Scene::from_ron(&scene.to_ron()).unwrap();
        assert_eq!(read, *scene);
        scenes.push(read);
        Ok(())
    };
    let input = arrow::input(mazes);
    Contest::ARROW.read("input", input.as_bytes(), keep, |fault| panic!("{fault}")).unwrap();
    assert_eq!(scenes.len(), mazes.len());
    let mut simulation = Simulation::new(&scenes[0]).unwrap();
    let mut output = String::new();
    for (scene, maze) in scenes.iter().zip(mazes) {
        let (route, text) = run(&mut simulation, scene);
        assert_eq!(route, arrow::solve(maze));
        output += &text;
    }
    assert_eq!(output, solved(&input, 2));
    assert_eq!(output, solved(&mazetick::export(&scenes).unwrap(), 1));
}

#[test]
fn blanks_in_lines_do_not_matter() {
    let input = arrow::input(&random_mazes(5)[3500..]);
    let expected = solved(&input, 1);
    for (plain, odd) in [("\n", "\r\n"), (" *", "\t*"), (" *", "  *"), ("0\n", "0 \n\n")] {
        assert_eq!(solved(&input.replace(plain, odd), 1), expected);
    }
}

/// Lines of an intersection that are split up and mixed with those of others add up.
#[test]
fn split_and_repeated_lines_add_up() {
    let mut random = Random::new(4);
    for _ in 0..500 {
        let maze = random_maze(4, 4, 40, &mut random);
        let input = arrow::input(std::slice::from_ref(&maze));
        let mut lines: Vec<String> = input.lines().map(str::to_owned).collect();
        let signs: Vec<String> = lines.drain(2..lines.len() - 2).collect();
        let mut split = Vec::new();
        for line in &signs {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (at, groups) = words[..words.len() - 1].split_at(2);
            for group in groups {
                let times = 1 + random.below(2);
                split.extend(vec![format!("{} {group} *", at.join(" ")); times]);
            }
        }
        for last in (1..split.len()).rev() {
            split.swap(last, random.below(last + 1));
        }
        lines.splice(2..2, split);
        let expected = arrow::text(&maze, arrow::solve(&maze).as_deref());
        assert_eq!(solved(&lines.join("\n"), 1), expected);
    }
}
