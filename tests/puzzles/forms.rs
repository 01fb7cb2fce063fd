//! Drawings of mazes in every form, written by arrays and loops, are read as the same walls, start and goal.

use mazetick::base::squares::Blocked;
use mazetick::base::{Grid, Heading, Headings, Position};
use mazetick::contest::Contest;
use mazetick::picture::tiles::{TileStyle, tiles};
use mazetick::prelude::*;
use mazetick::puzzles::drawn::Drawings;
use mazetick::puzzles::{Braid, DrawnWalls, Foot, GrowingTree};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::says::assert_says;

/// A maze: whether there is a wall on each lattice line, across by line and column, upright by row and line.
#[derive(Clone, Debug)]
struct Walls {
    across: Vec<Vec<bool>>,
    upright: Vec<Vec<bool>>,
    ends: Ends,
}

#[derive(Clone, Debug)]
enum Ends {
    None,
    /// Squares by row and column from 0.
    Marked([(usize, usize); 2]),
    /// Gaps in the border; their squares are the start and the goal.
    Open,
}

/// How to draw.
#[derive(Clone, Debug)]
enum Form {
    Lattice {
        post: char,
        across: char,
        upright: char,
        width: usize,
        height: usize,
    },
    Boxes {
        width: usize,
    },
    Underscores,
    Blocks {
        wall: char,
        way: char,
        is_wide: bool,
    },
    Values {
        wall: char,
        way: char,
    },
}

impl Walls {
    fn rows(&self) -> usize {
        self.upright.len()
    }

    fn columns(&self) -> usize {
        self.across[0].len()
    }

    fn wall_in(&self, (row, column): (usize, usize)) -> bool {
        (row == 0 || self.across[row][column])
            && (row + 1 == self.rows() || self.across[row + 1][column])
            && (column == 0 || self.upright[row][column])
            && (column + 1 == self.columns() || self.upright[row][column + 1])
    }

    fn mark(&self, row: usize, column: usize) -> char {
        match self.ends {
            Ends::Marked([from, to]) if from == (row, column) && to == (row, column) => '&',
            Ends::Marked([from, _]) if from == (row, column) => 'S',
            Ends::Marked([_, to]) if to == (row, column) => 'G',
            _ => ' ',
        }
    }

    /// Removes a wall of the border, by its place along the border from the upper left.
    fn open(&mut self, place: usize) {
        let (rows, columns) = (self.rows(), self.columns());
        match place % (2 * (rows + columns)) {
            it if it < columns => self.across[0][it] = false,
            it if it < 2 * columns => self.across[rows][it - columns] = false,
            it if it < 2 * columns + rows => self.upright[it - 2 * columns][0] = false,
            it => self.upright[it - 2 * columns - rows][columns] = false,
        }
    }

    /// The squares beside gaps in the border, as a drawing shows them from the top.
    fn gaps(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.rows(), self.columns());
        let mut gaps: Vec<_> = (0..columns)
            .filter(|&it| !self.across[0][it])
            .map(|it| (0, it))
            .collect();
        for row in 0..rows {
            gaps.extend((!self.upright[row][0]).then_some((row, 0)));
            gaps.extend((!self.upright[row][columns]).then_some((row, columns - 1)));
        }
        gaps.extend(
            (0..columns)
                .filter(|&it| !self.across[rows][it])
                .map(|it| (rows - 1, it)),
        );
        gaps
    }

    fn drawn(&self, form: &Form) -> String {
        let lines = match *form {
            Form::Lattice {
                post,
                across,
                upright,
                width,
                height,
            } => self.lattice(|_, _| post, across, upright, width, height),
            Form::Boxes { width } => {
                self.lattice(|row, column| self.joint(row, column), '─', '│', width, 1)
            }
            Form::Underscores => self.underscores(),
            Form::Blocks { wall, way, is_wide } => {
                let twice = |c: char| if is_wide { vec![c, c] } else { vec![c] };
                self.blocks(wall, way)
                    .into_iter()
                    .map(|it| it.into_iter().flat_map(twice).collect())
                    .collect()
            }
            Form::Values { wall, way } => {
                let line =
                    |it: Vec<char>| it.iter().map(char::to_string).collect::<Vec<_>>().join(",");
                self.blocks(wall, way).into_iter().map(line).collect()
            }
        };
        lines
            .iter()
            .map(|line: &String| line.trim_end().to_owned() + "\n")
            .collect()
    }

    fn lattice(
        &self,
        post: impl Fn(usize, usize) -> char,
        across: char,
        upright: char,
        width: usize,
        height: usize,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for row in 0..=self.rows() {
            let mut line = String::new();
            for column in 0..self.columns() {
                line.push(post(row, column));
                let c = if self.across[row][column] {
                    across
                } else {
                    ' '
                };
                line.extend(std::iter::repeat_n(c, width));
            }
            line.push(post(row, self.columns()));
            lines.push(line);
            if row == self.rows() {
                break;
            }
            for part in 0..height {
                let mut line = String::new();
                for column in 0..=self.columns() {
                    line.push(if self.upright[row][column] {
                        upright
                    } else {
                        ' '
                    });
                    if column < self.columns() {
                        let mut inside = vec![' '; width];
                        inside[width / 2] = if part == height / 2 {
                            self.mark(row, column)
                        } else {
                            ' '
                        };
                        line.extend(inside);
                    }
                }
                lines.push(line);
            }
        }
        lines
    }

    fn joint(&self, row: usize, column: usize) -> char {
        let up = row > 0 && self.upright[row - 1][column];
        let down = row < self.rows() && self.upright[row][column];
        let left = column > 0 && self.across[row][column - 1];
        let right = column < self.columns() && self.across[row][column];
        match (up, down, left, right) {
            (false, false, false, false) => '·',
            (true, false, false, false) => '╵',
            (false, true, false, false) => '╷',
            (true, true, false, false) => '│',
            (false, false, true, false) => '╴',
            (true, false, true, false) => '┘',
            (false, true, true, false) => '┐',
            (true, true, true, false) => '┤',
            (false, false, false, true) => '╶',
            (true, false, false, true) => '└',
            (false, true, false, true) => '┌',
            (true, true, false, true) => '├',
            (false, false, true, true) => '─',
            (true, false, true, true) => '┴',
            (false, true, true, true) => '┬',
            (true, true, true, true) => '┼',
        }
    }

    fn underscores(&self) -> Vec<String> {
        let top = |column: usize| if self.across[0][column] { " _" } else { "  " };
        let mut lines = vec![(0..self.columns()).map(top).collect::<String>()];
        for row in 0..self.rows() {
            let mut line = String::from(if self.upright[row][0] { '|' } else { ' ' });
            for column in 0..self.columns() {
                line.push(if self.across[row + 1][column] {
                    '_'
                } else {
                    ' '
                });
                line.push(if self.upright[row][column + 1] {
                    '|'
                } else {
                    ' '
                });
            }
            lines.push(line);
        }
        lines
    }

    fn blocks(&self, wall: char, way: char) -> Vec<Vec<char>> {
        let mut blocks = vec![vec![wall; 2 * self.columns() + 1]; 2 * self.rows() + 1];
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let mark = self.mark(row, column);
                blocks[2 * row + 1][2 * column + 1] = if mark == ' ' { way } else { mark };
            }
        }
        let block = |stands| if stands { wall } else { way };
        for (line, walls) in self.across.iter().enumerate() {
            for (column, &stands) in walls.iter().enumerate() {
                blocks[2 * line][2 * column + 1] = block(stands);
            }
        }
        for (row, walls) in self.upright.iter().enumerate() {
            for (line, &stands) in walls.iter().enumerate() {
                blocks[2 * row + 1][2 * line] = block(stands);
            }
        }
        blocks
    }

    /// Whether the sides of squares, as boxes show them, tell how wide these are.
    fn shows_widths(&self, width: usize) -> bool {
        let gcd = |one: usize, other: usize| {
            let mut pair = (one, other);
            while pair.1 > 0 {
                pair = (pair.1, pair.0 % pair.1);
            }
            pair.0
        };
        let lines = (1..=self.columns()).filter(|&line| {
            self.upright.iter().any(|row| row[line])
                || (0..=self.rows()).any(|row| self.joint(row, line) == '·')
        });
        let between = lines.map(|line| line * (width + 1)).fold(0, gcd);
        width == 3 || between == width + 1 && !between.is_multiple_of(4)
    }

    /// Whether a drawing has something in each line, as it ends at an empty one, and underscores show their corner and a
    /// bar in the first row, which tells them from ruled lines.
    fn fills_lines(&self, form: &Form) -> bool {
        let (is_corner_shown, has_bar) = (
            self.across[0][0] || self.upright[0][0],
            self.upright[0].contains(&true),
        );
        if matches!(form, Form::Underscores) && !(is_corner_shown && has_bar) {
            return false;
        }
        self.drawn(form).lines().all(|line| !line.is_empty())
    }

    /// Returns true for a lattice of one row in which a line may be broken: its squares are then higher.
    fn is_made_higher(&self, form: &Form, damage: Damage) -> bool {
        let breaks = matches!(damage, Damage::Replaced('\n') | Damage::Added('\n'));
        breaks && self.rows() == 1 && matches!(form, Form::Lattice { .. })
    }

    fn start_and_goal(&self) -> Option<[(usize, usize); 2]> {
        match self.ends {
            Ends::None => None,
            Ends::Marked(ends) => Some(ends),
            Ends::Open => Some([self.gaps()[0], self.gaps()[1]]),
        }
    }
}

fn any_walls() -> impl Strategy<Value = Walls> {
    (1..6_usize, 1..6_usize).prop_flat_map(|(rows, columns)| {
        let line = move |count, length| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), length), count)
        };
        let square = (0..rows, 0..columns);
        let ends = prop_oneof![
            Just(None),
            (square.clone(), square).prop_map(|(from, to)| Some((Ends::Marked([from, to]), 0, 0))),
            (0..99_usize, 0..99_usize).prop_map(|(one, other)| Some((Ends::Open, one, other))),
        ];
        (line(rows + 1, columns), line(rows, columns + 1), ends).prop_map(
            move |(across, upright, ends)| {
                let mut walls = Walls {
                    across,
                    upright,
                    ends: Ends::None,
                };
                walls.across[0].fill(true);
                walls.across[rows].fill(true);
                walls
                    .upright
                    .iter_mut()
                    .for_each(|row| (row[0], row[columns]) = (true, true));
                if let Some((ends, one, other)) = ends {
                    walls.ends = ends;
                    if let Ends::Open = walls.ends {
                        let border = 2 * (rows + columns);
                        let other = if one % border == other % border {
                            other + 1
                        } else {
                            other
                        };
                        walls.open(one);
                        walls.open(other);
                        // Gaps on the whole of two sides join these.
                        if rows == 1
                            && walls.gaps().len() == 2
                            && !walls.upright[0][0]
                            && !walls.upright[0][columns]
                            || columns == 1 && !walls.across[0][0] && !walls.across[rows][0]
                        {
                            walls.across[0].fill(true);
                            walls.across[rows].fill(true);
                            walls.upright[0][0] = true;
                            walls.upright[0][columns] = true;
                            walls.ends = Ends::None;
                        }
                    }
                }
                walls
            },
        )
    })
}

fn any_form() -> impl Strategy<Value = Form> {
    let of = |chars: &'static str| prop::sample::select(chars.chars().collect::<Vec<_>>());
    prop_oneof![
        (of("+o*.·"), of("-=─━"), of("|│┃"), 1..6_usize, 1..4_usize).prop_map(
            |(post, across, upright, width, height)| Form::Lattice {
                post,
                across,
                upright,
                width,
                height
            }
        ),
        (1..6_usize).prop_map(|width| Form::Boxes { width }),
        Just(Form::Underscores),
        (of("#█▓X@%"), of(" ._"), any::<bool>()).prop_map(|(wall, way, is_wide)| Form::Blocks {
            wall,
            way,
            is_wide
        }),
        prop::sample::select(vec![('1', '0'), ('0', '1'), ('#', ' ')])
            .prop_map(|(wall, way)| Form::Values { wall, way }),
    ]
}

fn imported(contest: Contest, input: &str) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let maze = |scene: &Scene| {
        scenes.push(scene.clone());
        Ok(())
    };
    contest
        .read("a.txt", input.as_bytes(), maze, |report| {
            reports.push(report)
        })
        .expect("bytes in memory");
    (scenes, reports)
}

/// Reads drawings in a form that is asked for.
fn imported_as(form: &str, input: &str) -> (Vec<Scene>, Vec<String>) {
    let drawings = Drawings::default().with_form(form).expect("a form");
    imported_by(&drawings, input)
}

fn imported_by(drawings: &Drawings, input: &str) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut reports) = (Vec::new(), Vec::new());
    let maze = |scene: &Scene| {
        scenes.push(scene.clone());
        Ok(())
    };
    drawings
        .read("a.txt", input.as_bytes(), maze, |report| {
            reports.push(report)
        })
        .expect("bytes in memory");
    (scenes, reports)
}

fn position((row, column): (usize, usize)) -> Position {
    Position::new(
        u32::try_from(row).unwrap() + 1,
        u32::try_from(column).unwrap() + 1,
    )
}

/// How a drawing is damaged: one character is replaced, removed or added.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Replaced(char),
    Removed,
    Added(char),
}

impl Damage {
    fn of(self, drawing: &str, place: usize) -> String {
        let mut letters: Vec<char> = drawing.chars().collect();
        let place = place % letters.len();
        match self {
            Self::Replaced(letter) => letters[place] = letter,
            Self::Removed => drop(letters.remove(place)),
            Self::Added(letter) => letters.insert(place, letter),
        }
        letters.into_iter().collect()
    }
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let letters: Vec<char> = " \n\t|-+_=#█o*.x?SGEAB&01,X│─┼┐·é<\"'/\\[]7~`"
        .chars()
        .collect();
    let letter = prop::sample::select(letters);
    prop_oneof![
        4 => letter.clone().prop_map(Damage::Replaced),
        1 => Just(Damage::Removed),
        1 => letter.prop_map(Damage::Added),
    ]
}

/// What is written in squares by others than the plain writer, and means nothing.
fn is_note(letter: char, form: &Form) -> bool {
    match form {
        Form::Underscores => false,
        Form::Blocks { .. } | Form::Values { .. } => "*+xXo.".contains(letter),
        _ => !letter.is_alphabetic() && !"&#█".contains(letter) || "ox".contains(letter),
    }
}

/// Returns why a text is not a drawing of the maze of a scene in this form: the plain writer draws it differently. The
/// border of a scene always stands, so its gaps are those of the text.
fn difference(text: &str, scene: &Scene, form: &Form) -> Option<String> {
    let maze = Simulation::new(scene).expect("a scene");
    let (rows, columns) = (scene.grid.rows as usize, scene.grid.columns as usize);
    let is_of_values = matches!(form, Form::Values { .. });
    let is_of_blocks = is_of_values || matches!(form, Form::Blocks { .. });
    // Of values, one or more blanks or tabs between them may stand for each comma.
    let letters = |line: &str| -> Vec<char> {
        if !is_of_values {
            return line.chars().collect();
        }
        let fields = line.trim_end_matches(',').split([',', '\t']);
        let value = |field: &str| field.trim().chars().next().unwrap_or(' ');
        fields.map(value).collect()
    };
    let (width, height, step) = match *form {
        Form::Lattice { width, height, .. } => (width, height, 1),
        Form::Boxes { width } => (width, 1, 1),
        Form::Underscores => (1, 0, 1),
        Form::Blocks { is_wide, .. } => (1, 1, if is_wide { 2 } else { 1 }),
        Form::Values { .. } => (1, 1, 1),
    };
    let is_blank = |line: &Vec<char>| line.iter().all(|c| c.is_whitespace());
    let mut lines: Vec<Vec<char>> = text.lines().map(letters).collect();
    let count = rows * (height + 1) + 1;
    while lines.len() > count && is_blank(&lines[0]) {
        lines.remove(0);
    }
    let at = |line: usize, place: usize| -> char {
        let letter = lines.get(line).and_then(|line| line.get(place));
        letter
            .copied()
            .filter(|&letter| letter != '\t')
            .unwrap_or(' ')
    };
    let open: &[char] = match *form {
        Form::Values { way: '0', .. } => &['0', 'S', 'G', 'E', '&'],
        Form::Values { way: '1', .. } => &['1', 'S', 'G', 'E', '&'],
        _ if is_of_blocks => &[' ', '.', '_', '·', 'S', 'G', 'E', '&'],
        _ => &[' '],
    };
    let stands = |line: usize, place: usize| !open.contains(&at(line, step * place));

    let mut walls = Walls {
        across: vec![vec![false; columns]; rows + 1],
        upright: vec![vec![false; columns + 1]; rows],
        ends: Ends::None,
    };
    for row in 0..rows {
        for column in 0..columns {
            let here = position((row, column));
            walls.across[row + 1][column] = maze.is_wall(here, Heading::S);
            walls.upright[row][column + 1] = maze.is_wall(here, Heading::E);
        }
        let line = row * (height + 1) + 1;
        walls.upright[row][0] = stands(line, 0);
        walls.upright[row][columns] = stands(line, columns * (width + 1));
    }
    for column in 0..columns {
        let place = column * (width + 1) + 1;
        walls.across[0][column] = stands(0, place);
        walls.across[rows][column] = if matches!(form, Form::Underscores) {
            at(rows, place) != ' '
        } else {
            stands(rows * (height + 1), place)
        };
    }
    let mut marked = [Vec::new(), Vec::new()];
    let same = |letter: char| match letter {
        '=' | '─' | '━' if !matches!(form, Form::Blocks { .. } | Form::Values { .. }) => '-',
        '│' | '┃' if !matches!(form, Form::Blocks { .. } | Form::Values { .. }) => '|',
        '\t' => ' ',
        '.' | '_' | '·' if is_of_blocks => ' ',
        letter => letter,
    };
    let solid = |letter: char| match *form {
        Form::Blocks { wall, .. } | Form::Values { wall, .. } => letter == wall,
        _ => "#█▓".contains(letter),
    };
    let drawn: Vec<Vec<char>> = walls.drawn(form).lines().map(letters).collect();
    if drawn.len() < lines.len() && !lines[drawn.len()..].iter().all(is_blank) {
        return Some("more lines".to_owned());
    }
    // A stretch of floors may be drawn through.
    let is_joint = |line: usize, place: usize| {
        let side = |place: usize| drawn[line].get(place) == Some(&'_');
        place > 0 && place.is_multiple_of(2) && side(place - 1) && side(place + 1)
    };
    for (line, letters) in drawn.iter().enumerate() {
        let length = letters.len().max(lines.get(line).map_or(0, Vec::len));
        for place in 0..length {
            let written = letters.get(place).copied().unwrap_or(' ');
            let found = at(line, place);
            let is_below_top = match *form {
                Form::Underscores => line > 0,
                _ => !line.is_multiple_of(height + 1),
            };
            let is_square = is_below_top
                && place < step * (columns * (width + 1) + 1)
                && !(place / step).is_multiple_of(width + 1);
            let is_corner =
                line.is_multiple_of(height + 1) && (place / step).is_multiple_of(width + 1);
            let may_be_mark = is_square || is_of_blocks && !is_corner;
            let is_mark = may_be_mark && "SGE&".contains(found);
            let square = |at: usize, most: usize| (at.max(1) - 1).min(2 * most - 2) / 2;
            let cell = match *form {
                Form::Underscores => (line.max(1) - 1, place / 2),
                _ if is_of_blocks => (square(line, rows), square(place / step, columns)),
                _ => (line / (height + 1), place / (width + 1)),
            };
            if is_mark {
                marked[0].extend("S&".contains(found).then_some(position(cell)));
                marked[1].extend("GE&".contains(found).then_some(position(cell)));
            }
            let is_fine = same(found) == same(written)
                || is_mark
                || (is_square || is_of_blocks && !is_corner) && is_note(found, form)
                || is_square && solid(found) && walls.wall_in(cell)
                || matches!(form, Form::Underscores) && found == '_' && is_joint(line, place)
                || matches!(form, Form::Boxes { .. }) && written == '·' && found == ' '
                || is_corner
                    && is_free_corner(&walls, line / (height + 1), place / step / (width + 1));
            if !is_fine {
                return Some(format!(
                    "{found:?} for {written:?} at {}:{}",
                    line + 1,
                    place + 1
                ));
            }
        }
    }
    for ends in &mut marked {
        ends.sort_unstable();
        ends.dedup();
    }
    let read = scene
        .get::<Foot>()
        .map(|foot| [&foot.from, &foot.to].map(|end| end.positions().to_vec()));
    let is_same = match read {
        None => marked == [vec![], vec![]],
        Some(read) => marked == read || marked == [vec![], vec![]] && scene.has("openings"),
    };
    (!is_same).then(|| format!("{marked:?}"))
}

fn is_free_corner(walls: &Walls, row: usize, column: usize) -> bool {
    walls.joint(row, column) == '·'
}

/// Checks the walls of a scene without those of the border, and its ends.
fn check(scene: &Scene, walls: &Walls) -> Result<(), TestCaseError> {
    let (rows, columns) = (walls.rows(), walls.columns());
    prop_assert_eq!(
        (scene.grid.rows as usize, scene.grid.columns as usize),
        (rows, columns)
    );
    let maze = Simulation::new(scene).expect("a scene");
    for row in 0..rows {
        for column in 0..columns {
            let at = position((row, column));
            if row + 1 < rows {
                prop_assert_eq!(
                    maze.is_wall(at, Heading::S),
                    walls.across[row + 1][column],
                    "{} S",
                    at
                );
            }
            if column + 1 < columns {
                prop_assert_eq!(
                    maze.is_wall(at, Heading::E),
                    walls.upright[row][column + 1],
                    "{} E",
                    at
                );
            }
        }
    }
    let ends = scene
        .get::<Foot>()
        .map(|foot| [foot.from.clone(), foot.to.clone()]);
    prop_assert_eq!(
        ends,
        walls
            .start_and_goal()
            .map(|ends| ends.map(|at| position(at).into()))
    );
    Ok(())
}

/// Returns true if two lines that aren't blank follow each other.
fn has_lines_together(drawing: &str) -> bool {
    let is_blank: Vec<bool> = drawing.lines().map(|line| line.trim().is_empty()).collect();
    is_blank.windows(2).any(|pair| pair == [false, false])
}

proptest! {
    // More than 1000 of each form.
    #![proptest_config(ProptestConfig { cases: 6000, rng_seed: RngSeed::Fixed(56), ..ProptestConfig::default() })]

    /// A drawing with another character anywhere is refused, or it is the drawing of the maze that is read.
    #[test]
    fn a_damaged_drawing_is_not_another_maze(
        walls in any_walls(),
        form in any_form(),
        damage in any_damage(),
        place in any::<usize>(),
    ) {
        prop_assume!(!matches!(form, Form::Boxes { width } if !walls.shows_widths(width)));
        prop_assume!(walls.fills_lines(&form));
        let mut walls = walls;
        if let (Form::Underscores, Ends::Marked(_)) = (&form, &walls.ends) {
            walls.ends = Ends::None;
        }
        prop_assume!(!walls.is_made_higher(&form, damage));
        let whole = walls.drawn(&form);
        let drawing = damage.of(&whole, place);
        // Without its only dot, a square of boxes may be larger.
        prop_assume!(!matches!(form, Form::Boxes { .. }) || !whole.contains('·') || drawing.contains('·'));
        // What is left of a drawing of one square or two, of lines apart, or of floors or uprights alone, may be nothing
        // that looks like one.
        let is_small = walls.rows() * walls.columns() < 3
            || !has_lines_together(&drawing)
            || matches!(form, Form::Underscores) && !(drawing.contains('|') && drawing.contains('_'));
        let next = if is_small { "" } else { "+--+--+\n| S| G|\n+--+--+\n" };
        let (scenes, reports) = imported(Contest::MAZE, &format!("{drawing}\n{next}"));
        if reports.is_empty() {
            if is_small {
                return Ok(());
            }
            let number = 2;
            // A drawing ends at an empty line, which may cut one into two whole ones. Of underscores the rest may be a
            // line without any upright, which is passed over as other text is.
            let is_cut = drawing.contains("\n\n") && !whole.contains("\n\n");
            if is_cut && (scenes.len() == number + 1 || matches!(form, Form::Underscores)) {
                return Ok(());
            }
            prop_assert_eq!(scenes.len(), number, "{}", drawing);
            let difference = difference(&drawing, &scenes[0], &form);
            prop_assert!(difference.is_none(), "{:?}\n{}\n{}", difference, drawing, scenes[0].to_ron());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(56), ..ProptestConfig::default() })]

    #[test]
    fn a_maze_is_the_same_in_every_form(
        mazes in prop::collection::vec((any_walls(), any_form(), 0..5_usize, any::<bool>()), 1..4),
        is_crlf in any::<bool>(),
    ) {
        let mut text = String::from("Some mazes of mine:\n");
        let mut expected = Vec::new();
        for (mut walls, form, indent, has_legend) in mazes {
            if let (Form::Underscores, Ends::Marked(_)) = (&form, &walls.ends) {
                walls.ends = Ends::None;
            }
            if !walls.fills_lines(&form) {
                continue;
            }
            if let Form::Boxes { width } = form && !walls.shows_widths(width) {
                continue;
            }
            let drawing = walls.drawn(&form);
            let lines = drawing.lines().map(|line| " ".repeat(indent) + line + "\n");
            text.extend(lines.chain([if has_legend { "S start, G goal\n" } else { "\n" }.to_owned()]));
            expected.push(walls);
        }
        prop_assume!(!expected.is_empty());
        let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
        let (scenes, reports) = imported(Contest::MAZE, &text);
        prop_assert!(reports.is_empty(), "{}\n{:?}", text, reports);
        prop_assert_eq!(scenes.len(), expected.len(), "{}", text);
        for (scene, walls) in scenes.iter().zip(&expected) {
            prop_assert_eq!(&Scene::from_ron(&scene.to_ron()).unwrap(), scene);
            check(scene, walls)?;
        }
    }

    /// A walk to several marked goals ends at the nearest one.
    #[test]
    fn several_goals_are_a_list(seed in any::<u64>(), goals in prop::collection::vec((1..6_u32, 1..7_u32), 1..5)) {
        let maze = |to: Position| {
            let walk = Foot { from: (1, 1).into(), to: to.into() };
            Scene::new(5, 6).with(GrowingTree::default()).with(Braid(0.3)).with(walk).seeded(seed).drawn(TextFormat::LATTICE)
        };
        let goals: Vec<_> = goals.into_iter().map(|(row, column)| Position::new(row, column)).collect();
        prop_assume!(!goals.contains(&Position::new(1, 1)));
        let moves = |to| match Simulation::new(&maze(to)).unwrap().run() {
            Outcome::Solved { moves } => moves,
            other => panic!("{other:?}"),
        };
        let drawn = Simulation::new(&maze(goals[0])).map(|mut it| { it.run(); it.text().to_string() }).unwrap();
        let mut lines: Vec<Vec<char>> = drawn.replace(['*', 'S', 'G'], " ").lines().map(|it| it.chars().collect()).collect();
        for (mark, at) in goals.iter().map(|at| ('G', at)).chain([('S', &Position::new(1, 1))]) {
            lines[2 * at.row as usize - 1][3 * at.column as usize - 2] = mark;
        }
        let text: String = lines.into_iter().flat_map(|line| line.into_iter().chain(['\n'])).collect();
        let (scenes, _) = imported(Contest::MAZE, &text);
        let Some(&Outcome::Solved { moves: nearest }) = Simulation::new(&scenes[0]).map(|mut it| it.run()).as_ref().ok() else {
            panic!("{text}")
        };
        prop_assert_eq!(nearest, goals.iter().map(|&it| moves(it)).min().unwrap(), "{}", text);
    }

    /// A scene reads the same drawing in its `walls`.
    #[test]
    fn walls_are_read_in_every_form(walls in any_walls(), form in any_form()) {
        prop_assume!(!matches!(form, Form::Boxes { width } if !walls.shows_widths(width)));
        prop_assume!(walls.fills_lines(&form));
        let (rows, columns) = (u32::try_from(walls.rows()).unwrap(), u32::try_from(walls.columns()).unwrap());
        let walls = Walls { ends: Ends::None, ..walls };
        let scene = Scene::new(rows, columns).with(DrawnWalls::drawn(&walls.drawn(&form)));
        prop_assert_eq!(&Scene::from_ron(&scene.to_ron()).unwrap(), &scene);
        check(&scene, &walls)?;
    }
}

#[test]
fn people_s_mazes_are_read() {
    let mouse = "o---o---o---o\n|     G   G |\no   o---o   o\n| S     |   |\no---o---o---o\n";
    let (scenes, _) = imported(Contest::MAZE, mouse);
    let foot = scenes[0].get::<Foot>().expect("a walk");
    assert_eq!(
        *foot,
        Foot {
            from: (2, 1).into(),
            to: [(1, 2), (1, 3)].map(Position::from).into_iter().collect()
        }
    );
    let joined = " _______\n|  _|_  |\n|_____|_|\n";
    let (scenes, reports) = imported(Contest::MAZE, joined);
    assert_eq!(
        (scenes[0].grid, reports),
        (
            Grid {
                rows: 2,
                columns: 4
            },
            vec![]
        )
    );
    let entrance = "#S###\n#   #\n###E#\n";
    let (scenes, _) = imported(Contest::MAZE, entrance);
    let foot = scenes[0].get::<Foot>().expect("a walk");
    assert_eq!(
        *foot,
        Foot {
            from: (1, 1).into(),
            to: (1, 2).into()
        }
    );
}

#[test]
fn a_drawing_that_cannot_be_read_says_its_form() {
    for (drawing, words) in [
        (
            "+---+---+\n|   x   |\n+---+---+\n",
            "a.txt:2:5 `x` lattice 3 by 1",
        ),
        (
            "+---+---+\n|   |   |\n+--x+---+\n",
            "a.txt:3:4 `x` `-` lattice 3 by 1",
        ),
        (
            "+---+--+\n|   |  |\n+---+--+\n",
            "a.txt:1:8 `+` `-` lattice",
        ),
        (" _ _\n|_x_|\n", "a.txt:2:3 `x` underscores"),
        (
            "#####\n# # #\n# ###\n##  #\n#####\n",
            "a.txt:4:2 `#` blocks `#`",
        ),
        ("Only\nprose.\n", "a.txt:3:1 end drawing `--as`"),
    ] {
        assert_one_fault(drawing, words);
    }
}

/// Checks that a drawing is refused by one report. Its first line has these words.
#[track_caller]
fn assert_one_fault(drawing: &str, words: &str) {
    let (scenes, reports) = imported(Contest::MAZE, drawing);
    assert_eq!(
        (scenes.len(), reports.len()),
        (0, 1),
        "{drawing}\n{reports:?}"
    );
    assert_says(reports[0].lines().next().unwrap(), words);
}

/// What a drawing has that the reader does not understand is an error at its place.
#[test]
fn nothing_in_a_drawing_is_passed_over() {
    for (drawing, words) in [
        // Text that touches the first line, or hides it.
        (
            "<pre>+--+--+\n|S    |\n+  +  +\n|    G|\n+--+--+\n</pre>\n",
            "a.txt:1:1 `<` empty line",
        ),
        (
            "maze = \"+--+--+\n|     |\n+--+--+\n\"\n",
            "a.txt:1:1 `m` empty line",
        ),
        ("+--+--+\n|     |\n+--+--+\n42\n", "a.txt:4:1 `42` lattice"),
        ("+--+x-+\n|     |\n+--+--+\n", "a.txt:1:5 `x` empty line"),
        (" |_ _|\n |_ _|\n", "a.txt:1:1 first line _ _"),
        // Marks between squares, on walls and at corners.
        (
            "#######\n#.....#\n#S#.#.#\n#...E.#\n#######\n",
            "a.txt:3:2 `S` `.` blocks",
        ),
        (
            "#######\n#..S..#\n#.#.#.#\n#...E.#\n#######\n",
            "a.txt:4:5 `E` `.` blocks",
        ),
        ("+--+--+\n|  S  |\n+--+--+\n", "a.txt:2:4 `S` blank lattice"),
        ("+-S+--+\n|    G|\n+--+--+\n", "a.txt:1:3 `S` empty line"),
        // Corners that belong to a wall, and those of boxes.
        (
            "#####\n#...#\n#...#\n#.#.#\n#####\n",
            "a.txt:3:3 `.` `#` blocks",
        ),
        ("┌───┐\n│   │\n└───┤\n", "a.txt:3:5 `┤` `┘` lattice"),
        // Squares that are filled, but can be entered, and those that are filled by half.
        (
            "#####\n###.#\n#...#\n#.#.#\n#####\n",
            "a.txt:2:2 `#` blocked square walls",
        ),
        (
            "+--+--+\n|##|# |\n+--+--+\n",
            "a.txt:2:6 blank blocked square filled",
        ),
        // A route has two ends, and no branch.
        (
            "#######\n#S+.#.#\n#.#.#.#\n#..G..#\n#######\n",
            "a.txt:2:3 `+` `.` blocks",
        ),
        (
            "#####\n#S++#\n#+#+#\n#+++#\n#####\n",
            "a.txt:3:2 `+` blank blocks",
        ),
        // Letters that mean nothing, ends without the other one, a second start.
        ("+--+--+\n| A| B|\n+--+--+\n", "a.txt:2:3 `A` S G `--marks`"),
        (
            "+---+---+\n| M | A |\n+   +   +\n| S | E |\n+---+---+\n",
            "a.txt:2:7 `A` `--marks`",
        ),
        ("+--+--+\n| S|  |\n+--+--+\n", "a.txt:2:3 `S` without goal"),
        ("+--+--+\n| G|  |\n+--+--+\n", "a.txt:2:3 `G` without start"),
        (
            "+--+--+\n|SG| S|\n+--+--+\n",
            "a.txt:2:6 `S` again one start",
        ),
        // Values of another kind, and rows of other lengths.
        (
            "0 0 0\n0 1 0\n0 2 0\n0 1 0\n0 0 0\n",
            "a.txt:3:3 `2` `1` blocks",
        ),
        (
            "1 1 1 1 1\n1 0 1 1\n1 1 1 1 1\n",
            "a.txt:2:8 5 values found 4",
        ),
        ("[[1 1 1]\n [1 0 1]\n [1 ... 1]]\n", "a.txt:3:5 `...` value"),
        // Lines of blanks that are neither a row nor the end.
        (
            "+--+\n|  |\n+  +\n \n+  +\n|  |\n+--+\n",
            "a.txt:4:1 1 blank 4 empty lines",
        ),
        ("  +--+\n  |  |\n +--+\n", "a.txt:3:2 `+` 2 blanks"),
    ] {
        assert_one_fault(drawing, words);
    }
}

/// A drawing that fits two forms is read once one of them is asked for.
#[test]
fn two_forms_that_fit_are_an_error() {
    let wide = " ___ ___ \n|   |   |\n|   |___|\n|       |\n|___|___|\n";
    let (scenes, reports) = imported(Contest::MAZE, wide);
    assert!(scenes.is_empty());
    assert_says(
        &reports[0],
        "a.txt:1:1 two forms `--as underscores:3x1` `--as underscores:3x2`",
    );
    let size = |form: &str| {
        imported_as(form, wide)
            .0
            .first()
            .map(|it| (it.grid.rows, it.grid.columns))
    };
    assert_eq!(size("underscores:3x1"), Some((4, 2)));
    assert_eq!(size("underscores:3x2"), Some((2, 2)));
    assert_eq!(size("underscores"), None);
}

/// Values are read however they are printed.
#[test]
fn matrices_are_read_with_anything_between_their_values() {
    let rows = ["11111", "10101", "10101", "10001", "11111"];
    let joined = |between: &str| {
        rows.map(|row| {
            row.split("")
                .filter(|it| !it.is_empty())
                .collect::<Vec<_>>()
                .join(between)
        })
    };
    let texts = [
        rows.join("\n"),
        joined(" ").join("\n"),
        joined(",").join("\n"),
        joined(", ").join("\n"),
        joined("\t").join("\n"),
        format!("[[{}]]", joined(" ").join("]\n [")),
        format!("[[{}]]", joined(", ").join("],\n [")),
        format!("[[{}]]", joined(", ").join("], [")),
        format!("[[{}.]]", joined(". ").join(".]\n [")),
    ];
    let expected = imported(Contest::MAZE, "#####\n# # #\n# # #\n#   #\n#####\n").0;
    assert_eq!(expected.len(), 1);
    for text in texts {
        assert_eq!(
            imported(Contest::MAZE, &text),
            (expected.clone(), vec![]),
            "{text}"
        );
    }
}

/// A row without walls that is open at both ends may have lost its blanks, or else two drawings may begin and end with
/// gaps.
#[test]
fn an_empty_line_that_may_be_a_row_is_an_error() {
    let row = "+--+--+--+\n|  |     |\n+  +--+  +\n\n+  +  +--+\n|  |     |\n+--+--+--+\n";
    let (scenes, reports) = imported(Contest::MAZE, row);
    assert_eq!((scenes.len(), reports.len()), (0, 1), "{reports:?}");
    assert_says(&reports[0], "a.txt:4:1 0 blanks 10 row lattice");
    let (scenes, reports) = imported(Contest::MAZE, &row.replace("\n\n", "\n          \n"));
    assert_eq!((scenes.len(), reports), (1, vec![]));
    let foot = scenes[0].get::<Foot>().expect("a walk");
    assert_eq!((&foot.from, &foot.to), (&(2, 1).into(), &(2, 3).into()));

    let apart = row.replace("\n\n", "\n\n\n");
    assert_eq!(imported(Contest::MAZE, &apart).0.len(), 2);
    let two = "+  +--+--+\n|  |     |\n+--+--+  +\n\n+  +--+--+\n|  |     |\n+--+--+  +\n";
    assert_eq!(imported(Contest::MAZE, two).0.len(), 2);
}

/// A map as its squares: whether each is blocked.
fn any_map() -> impl Strategy<Value = Vec<Vec<bool>>> {
    (1..8_usize, 2..8_usize).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(any::<bool>(), columns), rows)
    })
}

/// Returns the positions of blocked squares, or of the others.
fn squares_of(map: &[Vec<bool>], are_blocked: bool) -> Vec<Position> {
    let mut squares = Vec::new();
    for (row, line) in map.iter().enumerate() {
        for (column, &is_blocked) in line.iter().enumerate() {
            if is_blocked == are_blocked {
                squares.push(position((row, column)));
            }
        }
    }
    squares
}

/// Returns the lines of a map with these texts for blocked and other squares, and something between them.
fn written(map: &[Vec<bool>], [solid, free]: [&str; 2], between: &str) -> Vec<String> {
    let letter = |&is_blocked: &bool| if is_blocked { solid } else { free };
    let line = |line: &Vec<bool>| line.iter().map(letter).collect::<Vec<_>>().join(between);
    map.iter().map(line).collect()
}

/// Returns a map in every way in which it may be written, and how it is read.
fn texts_of(map: &[Vec<bool>]) -> Vec<(Drawings, String)> {
    let (rows, columns) = (map.len(), map[0].len());
    let cells = || Drawings::default().with_form("cells").expect("a form");
    let lines = |values, between| written(map, values, between).join("\n") + "\n";
    let list = |values, between, after: &str| {
        let lines = written(map, values, between).join(&format!("]{after}["));
        format!("[[{lines}]]\n")
    };
    let header = format!("type octile\nheight {rows}\nwidth {columns}\nmap\n");
    vec![
        (cells(), lines(["#", "."], "")),
        (cells().with_blocked("@T"), lines(["T", "_"], "")),
        (cells(), header.clone() + &lines(["@", "."], "")),
        (Drawings::default(), header + &lines(["T", "G"], "")),
        (cells(), list(["1", "0"], ", ", ",\n ")),
        (cells(), list(["1", "0"], ", ", ", ")),
        (cells(), list(["1", "0"], " ", "\n ")),
        (cells(), list(["1.", "0."], " ", "\n ")),
        (cells(), list([" True", "False"], " ", "\n ")),
        (cells(), lines(["1", "0"], ",")),
        (cells(), lines(["1", "0"], "\t")),
        (cells(), lines(["1", "0"], " ")),
    ]
}

proptest! {
    /// Maps with a character for each square are read, however they are written, and written again.
    #[test]
    fn cells_are_read_and_written(map in any_map()) {
        let blocked = squares_of(&map, true);
        for (drawings, text) in &texts_of(&map) {
            let (scenes, reports) = imported_by(drawings, text);
            if squares_of(&map, false).is_empty() {
                prop_assert_eq!(reports.len(), 1, "{}", text);
                continue;
            }
            prop_assert!(reports.is_empty(), "{}\n{:?}", text, reports);
            let scene = &scenes[0];
            prop_assert_eq!((scene.grid.rows as usize, scene.grid.columns as usize), (map.len(), map[0].len()));
            let read = scene.get::<Blocked>().map_or(&[][..], |blocked| &blocked.cells);
            prop_assert_eq!(read, &blocked, "{}", text);
            prop_assert_eq!(&Scene::from_ron(&scene.to_ron()).unwrap(), scene);
            let picture = Simulation::new(scene).expect("a legal scene").picture();
            let drawn = written(&map, ["#", "."], "").join("\n") + "\n";
            prop_assert_eq!(tiles(&picture, TileStyle::Cells), drawn);
        }
    }

    /// A start and a goal may have any letters.
    #[test]
    fn cells_have_a_start_and_a_goal(map in any_map(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        let free = squares_of(&map, false);
        prop_assume!(free.len() > 1);
        let ends = [from, to].map(|end| *end.get(&free));
        prop_assume!(ends[0] != ends[1]);
        let mut marked: Vec<Vec<char>> = Vec::new();
        for line in written(&map, ["#", "."], "") {
            marked.push(line.chars().chain(['\n']).collect());
        }
        for (at, mark) in ends.into_iter().zip(['s', 'e']) {
            marked[at.row as usize - 1][at.column as usize - 1] = mark;
        }
        let text: String = marked.iter().flatten().collect();
        let cells = Drawings::default().with_form("cells").expect("a form").with_marks("se");
        let (scenes, reports) = imported_by(&cells, &text);
        prop_assert!(reports.is_empty(), "{}\n{:?}", text, reports);
        let foot = scenes[0].get::<Foot>().expect("a walk");
        prop_assert_eq!([&foot.from, &foot.to], [&ends[0].into(), &ends[1].into()]);
        let picture = Simulation::new(&scenes[0]).expect("a legal scene").picture();
        prop_assert_eq!(tiles(&picture, TileStyle::Cells), text.replace('s', "S").replace('e', "G"));
    }
}

#[test]
fn maps_with_lines_of_other_lengths_are_refused() {
    let map = "type octile\nheight 2\nwidth 3\nmap\n@..\n.@.\n";
    for (text, words) in [
        ("##.\n#.\n", "a.txt:2:3 3 characters longest"),
        (
            &map.replace("height 2", "height 3"),
            "a.txt:6:1 3 lines height found 2",
        ),
        (&map.replace(".@.", ".@"), "a.txt:6:1 3 characters width"),
        (&map.replace("width 3", "width x"), "a.txt:3:1 width number"),
        ("[[1, 0],\n [1]]\n", "a.txt:2:4 2 values found 1"),
        ("[[1, 0],\n [1, ...]]\n", "a.txt:2:6 ... value"),
    ] {
        let (scenes, reports) = imported_as("cells", text);
        assert_eq!((scenes.len(), reports.len()), (0, 1), "{text}\n{reports:?}");
        assert_says(reports[0].lines().next().unwrap(), words);
    }
}

/// Squares that are filled are blocked, in every form.
#[test]
fn filled_squares_are_blocked() {
    for drawing in [
        "+--+--+\n|##| S|\n+--+  +\n| G   |\n+--+--+\n",
        "┌───┬───┐\n│###│ S │\n├───┘   │\n│ G     │\n└───────┘\n",
        "#####\n###S#\n### #\n#G  #\n#####\n",
    ] {
        let (scenes, reports) = imported(Contest::MAZE, drawing);
        assert_eq!(reports, Vec::<String>::new(), "{drawing}");
        let blocked = scenes[0].get::<Blocked>().expect(drawing);
        assert_eq!(blocked.cells, [Position::new(1, 1)]);
        let mut maze = Simulation::new(&scenes[0]).expect("a legal scene");
        assert_eq!(maze.run(), Outcome::Solved { moves: 2 });
    }
    let drawn = "Scene(grid: (rows: 1, columns: 2), walls: \"\n+--+--+\n|##|  |\n+--+--+\n\")";
    assert_says(
        &Scene::from_ron(drawn).unwrap_err().to_string(),
        "(1, 1) filled `blocked:",
    );
}

#[test]
fn marks_can_be_named() {
    let drawing = "+--+--+--+\n| A| B|C |\n+--+--+--+\n";
    let drawings = Drawings::default().with_marks("BA");
    let (scenes, reports) = imported_by(&drawings, drawing);
    assert_eq!(reports, Vec::<String>::new());
    let foot = scenes[0].get::<Foot>().expect("a walk");
    assert_eq!((&foot.from, &foot.to), (&(1, 2).into(), &(1, 1).into()));
    let (scenes, _) = imported_by(&Drawings::default().with_marks(""), drawing);
    assert_eq!(scenes[0].get::<Foot>(), None);
}

#[test]
fn a_form_can_be_asked_for() {
    let strange = "zzzzz\nz   z\nzzzzz\n";
    assert!(imported(Contest::MAZE, strange).0.is_empty());
    assert_eq!(
        imported_as("blocks", strange).0[0].grid,
        Grid {
            rows: 1,
            columns: 2
        }
    );
    assert!(imported_as("lattice", strange).0.is_empty());
    assert!(imported_as("underscores", strange).0.is_empty());
    assert!(Drawings::default().with_form("zebra").is_err());
    assert!(Drawings::default().with_form("lattice:0x1").is_err());
    let sides: Headings = [Heading::E].into_iter().collect();
    let scene = Scene::new(1, 2).with(DrawnWalls::listed([(Position::new(1, 1), sides)]));
    let scene = scene.with(Foot {
        from: Position::new(1, 1).into(),
        to: Position::new(1, 2).into(),
    });
    let text = mazetick::registry::Registry::standard()
        .export([&scene])
        .expect("a drawing");
    assert_eq!(text, "+--+--+\n| S| G|\n+--+--+\n\n");
}
