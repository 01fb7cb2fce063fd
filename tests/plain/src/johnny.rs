//! The maze that a list of commands makes, followed step by step.
//!
//! Squares are (row, column), from 1, with (1, 1) at the upper left. Only
//! [`input`] speaks of the lower left, as the contest does.

use std::collections::HashSet;
use std::fmt::Write;

use super::Square;
use crate::random::Random;

/// One line of the contest input after the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Go to the neighbour above, below, left or right: `U`, `D`, `L`, `R`.
    Move(char),
    /// Reverse the list of pending cells from this position, from 1, to its end.
    Flip(usize),
}

/// A grid, a start in it, and commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// How many rows of cells there are.
    pub rows: usize,
    /// How many columns of cells there are.
    pub columns: usize,
    /// The first pending cell.
    pub start: Square,
    /// The commands.
    pub commands: Vec<Command>,
}

/// What can be wrong with a command, or with the list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move leaves the grid.
    Outside,
    /// A move enters a cell that was entered before.
    Visited,
    /// A flip names a position that the list does not have.
    NoSuchPosition,
    /// A command is to be read, and there is none.
    TooFew,
    /// The maze is finished, and there is a command still.
    LeftOver,
}

/// The walls of a maze, and how many ticks it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    /// How many rows of cells there are.
    pub rows: usize,
    /// How many columns of cells there are.
    pub columns: usize,
    /// By row and column, from 0: is there a wall below the cell?
    pub floor: Vec<Vec<bool>>,
    /// By row and column, from 0: is there a wall right of the cell?
    pub right: Vec<Vec<bool>>,
    /// The pops, the flips and the moves together.
    pub ticks: usize,
}

/// A maze being made.
struct Growth {
    maze: Maze,
    pending: Vec<Square>,
    visited: HashSet<Square>,
}

impl Growth {
    /// All walls stand, and the start alone is pending.
    fn begin(rows: usize, columns: usize, start: Square) -> Growth {
        assert!((1..=rows).contains(&start.0) && (1..=columns).contains(&start.1));
        Growth {
            maze: Maze {
                rows,
                columns,
                floor: vec![vec![true; columns]; rows],
                right: vec![vec![true; columns]; rows],
                ticks: 0,
            },
            pending: vec![start],
            visited: HashSet::from([start]),
        }
    }

    /// The cell that a move from `cell` leads to, if the grid has it.
    fn neighbour(&self, cell: Square, letter: char) -> Option<Square> {
        let (row, column) = cell;
        match letter {
            'U' if row > 1 => Some((row - 1, column)),
            'D' if row < self.maze.rows => Some((row + 1, column)),
            'L' if column > 1 => Some((row, column - 1)),
            'R' if column < self.maze.columns => Some((row, column + 1)),
            'U' | 'D' | 'L' | 'R' => None,
            _ => panic!("{letter:?} is no move"),
        }
    }

    /// The moves from `cell` that lead to an unvisited neighbour.
    fn free_moves(&self, cell: Square) -> Vec<char> {
        let is_free = |letter: &char| {
            self.neighbour(cell, *letter)
                .is_some_and(|neighbour| !self.visited.contains(&neighbour))
        };
        "UDLR".chars().filter(is_free).collect()
    }

    /// Pops until a command is to be read; gives the last cell then, or `None` if the maze is
    /// finished.
    fn pop_until_command(&mut self) -> Option<Square> {
        while let Some(&last) = self.pending.last() {
            if !self.free_moves(last).is_empty() {
                return Some(last);
            }
            self.pending.pop();
            self.maze.ticks += 1;
        }
        None
    }

    /// Carries out a command that is read while `last` is the last cell.
    fn obey(&mut self, last: Square, command: Command) -> Result<(), Fault> {
        match command {
            Command::Move(letter) => {
                let next = self.neighbour(last, letter).ok_or(Fault::Outside)?;
                if !self.visited.insert(next) {
                    return Err(Fault::Visited);
                }
                self.open(last, next);
                self.pending.push(next);
            }
            Command::Flip(position) => {
                if !(1..=self.pending.len()).contains(&position) {
                    return Err(Fault::NoSuchPosition);
                }
                self.pending[position - 1..].reverse();
            }
        }
        self.maze.ticks += 1;
        Ok(())
    }

    /// Removes the wall between two neighbours, which belongs to the upper or left one.
    fn open(&mut self, one: Square, other: Square) {
        let (row, column) = one.min(other);
        if one.0 == other.0 {
            self.maze.right[row - 1][column - 1] = false;
        } else {
            self.maze.floor[row - 1][column - 1] = false;
        }
    }
}

/// The maze that the commands make, or the index of the first wrong command and its fault.
///
/// Too few commands are a fault at the end of the list.
pub fn run(case: &Case) -> Result<Maze, (usize, Fault)> {
    let commands = &case.commands;
    let mut growth = Growth::begin(case.rows, case.columns, case.start);
    let mut used = 0;
    while let Some(last) = growth.pop_until_command() {
        let command = *commands.get(used).ok_or((used, Fault::TooFew))?;
        growth.obey(last, command).map_err(|fault| (used, fault))?;
        used += 1;
    }
    if used < commands.len() {
        return Err((used, Fault::LeftOver));
    }
    Ok(growth.maze)
}

/// A case with a complete list of legal commands, drawn at random.
///
/// `flips_per_mille` of 1000 commands are flips on average, which must leave some moves.
pub fn random_case(rows: usize, columns: usize, flips_per_mille: u32, random: &mut Random) -> Case {
    assert!(
        flips_per_mille < 1000,
        "with flips alone it would never end"
    );
    let start = random.square((rows, columns));
    let mut growth = Growth::begin(rows, columns, start);
    let mut commands = Vec::new();
    while let Some(last) = growth.pop_until_command() {
        let command = if random.below(1000) < flips_per_mille as usize {
            Command::Flip(1 + random.below(growth.pending.len()))
        } else {
            let moves = growth.free_moves(last);
            Command::Move(random.pick(&moves))
        };
        growth
            .obey(last, command)
            .expect("only legal commands are drawn");
        commands.push(command);
    }
    Case {
        rows,
        columns,
        start,
        commands,
    }
}

/// The contest's output for one maze, with the empty line after it.
pub fn text(maze: &Maze) -> String {
    let mut text = " _".repeat(maze.columns) + "\n";
    for (floors, rights) in maze.floor.iter().zip(&maze.right) {
        text.push('|');
        for (&floor, &right) in floors.iter().zip(rights) {
            text.push(if floor { '_' } else { ' ' });
            text.push(if right { '|' } else { ' ' });
        }
        text.push('\n');
    }
    text + "\n"
}

/// The contest's input for some cases.
pub fn input(cases: &[Case]) -> String {
    let mut text = format!("{}\n", cases.len());
    for Case {
        rows,
        columns,
        start: (row, column),
        commands,
    } in cases
    {
        let row_from_below = rows + 1 - row;
        write!(text, "{rows} {columns}\n{row_from_below} {column}\n").unwrap();
        for command in commands {
            match command {
                Command::Move(letter) => writeln!(text, "{letter}").unwrap(),
                Command::Flip(position) => writeln!(text, "F {position}").unwrap(),
            }
        }
    }
    text
}

/// The cases of the contest's input.
pub fn parsed(input: &str) -> Vec<Case> {
    let mut words = input.split_whitespace();
    let number = |word: Option<&str>| word.unwrap().parse::<usize>().unwrap();
    let mut cases = Vec::new();
    for _ in 0..number(words.next()) {
        let (rows, columns) = (number(words.next()), number(words.next()));
        let start = (rows + 1 - number(words.next()), number(words.next()));
        let mut commands = Vec::new();
        let mut moves = rows * columns - 1;
        while moves > 0 {
            commands.push(match words.next().unwrap() {
                "F" => Command::Flip(number(words.next())),
                letter => {
                    moves -= 1;
                    Command::Move(letter.chars().next().unwrap())
                }
            });
        }
        cases.push(Case {
            rows,
            columns,
            start,
            commands,
        });
    }
    assert_eq!(words.next(), None);
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE_INPUT: &str = include_str!("../../samples/johnny.in");
    const SAMPLE_OUTPUT: &str = include_str!("../../samples/johnny.out");

    /// A case whose commands are written as words, such as `U F2 R`.
    fn case(rows: usize, columns: usize, start: Square, words: &str) -> Case {
        let command = |word: &str| match word.strip_prefix('F') {
            Some(position) => Command::Flip(position.parse().unwrap()),
            None => Command::Move(word.chars().next().unwrap()),
        };
        let commands = words.split_whitespace().map(command).collect();
        Case {
            rows,
            columns,
            start,
            commands,
        }
    }

    #[test]
    fn the_sample_comes_out_byte_for_byte() {
        let cases = [
            case(3, 3, (3, 1), "U U R D D R U U"),
            case(3, 4, (2, 1), "R U L F2 R U R D D F4 D L L"),
        ];
        assert_eq!(input(&cases), SAMPLE_INPUT);
        assert_eq!(parsed(SAMPLE_INPUT), cases);
        let output: String = cases.iter().map(|case| text(&run(case).unwrap())).collect();
        assert_eq!(output, SAMPLE_OUTPUT);
    }

    #[test]
    fn a_single_cell_takes_no_command_and_one_tick() {
        let maze = run(&case(1, 1, (1, 1), "")).unwrap();
        assert_eq!(text(&maze), " _\n|_|\n\n");
        assert_eq!(maze.ticks, 1);
        assert_eq!(run(&case(1, 1, (1, 1), "F1")), Err((0, Fault::LeftOver)));
    }

    #[test]
    fn every_fault_is_found_at_its_command() {
        let fault = |words| run(&case(2, 2, (1, 1), words)).unwrap_err();
        assert_eq!(fault("U"), (0, Fault::Outside));
        assert_eq!(fault("R D U"), (2, Fault::Visited));
        assert_eq!(fault("R F3"), (1, Fault::NoSuchPosition));
        assert_eq!(fault("F0"), (0, Fault::NoSuchPosition));
        assert_eq!(fault("R D"), (2, Fault::TooFew));
        assert_eq!(fault("R D L U"), (3, Fault::LeftOver));
    }

    #[test]
    fn a_flip_can_bring_up_a_cell_that_is_popped_without_a_command() {
        // The flip puts the two left cells last, both spent; the next command is for (2, 2).
        let maze = run(&case(2, 3, (1, 1), "D R U F1 R U")).unwrap();
        assert_eq!(text(&maze), " _ _ _\n| | | |\n|_ _ _|\n\n");
        assert_eq!(maze.ticks, 6 + 5 + 1);
    }

    #[test]
    fn flips_of_the_last_position_and_flips_in_a_row_are_legal() {
        let with = run(&case(1, 3, (1, 2), "F1 F1 L F1 R")).unwrap();
        let without = run(&case(1, 3, (1, 2), "L R")).unwrap();
        assert_eq!(text(&with), text(&without));
        assert_eq!(with.ticks, without.ticks + 3);
    }

    #[test]
    fn random_commands_are_complete_and_count_the_ticks() {
        let mut random = Random::new(1);
        for flips_per_mille in [0, 250, 900] {
            for (rows, columns) in [(1, 1), (1, 7), (6, 1), (5, 8), (9, 9)] {
                let case = random_case(rows, columns, flips_per_mille, &mut random);
                let maze = run(&case).unwrap();
                let list = &case.commands;
                let moves = list
                    .iter()
                    .filter(|command| matches!(command, Command::Move(_)))
                    .count();
                assert_eq!(moves, rows * columns - 1);
                assert_eq!(maze.ticks, rows * columns + list.len());
                assert!(flips_per_mille > 0 || list.len() == moves);
            }
        }
    }
}
