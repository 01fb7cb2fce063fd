//! Letters: how things look in text.

use super::ink::Ink;
use crate::base::heading::Heading;

/// A character and its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Letter {
    /// The character.
    pub letter: char,
    /// The colour of the character.
    pub ink: Ink,
    /// The colour behind the character.
    pub ground: Ink,
}

/// The number of characters of a cell, without its walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellSize {
    /// One.
    Dot,
    /// Three in a row.
    #[default]
    Row,
    /// Seven by three, with room for signs in the corners.
    Block,
    /// A [`Block`](Self::Block) with more room: this many times as wide and high as a [`Row`](Self::Row), walls included.
    Large(u8),
}

/// The letters of a cell.
#[derive(Clone, Debug)]
pub struct Letters {
    room: CellSize,
    is_unicode: bool,
    all: Vec<Letter>,
    /// Who writes now, and who wrote each letter.
    writer: usize,
    writers: Vec<usize>,
}

impl CellSize {
    /// Width and height in characters.
    pub const fn size(self) -> (usize, usize) {
        match self {
            Self::Dot => (1, 1),
            Self::Row => (3, 1),
            Self::Block => (7, 3),
            Self::Large(times) => (4 * times as usize - 1, 2 * times as usize - 1),
        }
    }
}

impl Letters {
    /// An empty cell.
    pub fn new(room: CellSize, is_unicode: bool) -> Self {
        let (width, height) = room.size();
        Self {
            room,
            is_unicode,
            all: vec![Self::NOTHING; width * height],
            writer: 0,
            writers: vec![0; width * height],
        }
    }

    const NOTHING: Letter = Letter {
        letter: ' ',
        ink: Ink::Text,
        ground: Ink::Paper,
    };

    /// The size of the cell.
    pub fn room(&self) -> CellSize {
        self.room
    }

    /// The letters of a row of the cell, from 0.
    pub fn row(&self, row: usize) -> &[Letter] {
        let (width, _) = self.room.size();
        &self.all[row * width..][..width]
    }

    /// Empties the cell.
    pub fn clear(&mut self) {
        self.all.fill(Self::NOTHING);
    }

    /// One of two letters: the second where only ASCII is to be used.
    pub fn choose(&self, unicode: char, ascii: char) -> char {
        if self.is_unicode { unicode } else { ascii }
    }

    /// Sets the background of the whole cell.
    pub fn ground(&mut self, ground: Ink) {
        self.all
            .iter_mut()
            .for_each(|letter| letter.ground = ground);
    }

    /// A cell of a list, darker the higher the tint.
    pub(crate) fn listed(&mut self, tint: u8) {
        self.clear();
        self.ground(Ink::List(tint));
        self.middle(":", Ink::Text);
    }

    /// Fills the cell with a letter.
    pub fn fill(&mut self, letter: char, ink: Ink) {
        for there in &mut self.all {
            (there.letter, there.ink) = (letter, ink);
        }
        self.writers.fill(self.writer);
    }

    /// Writes at a row and a column from 0; characters beyond the cell are dropped.
    pub fn put(&mut self, row: usize, column: usize, word: &str, ink: Ink) {
        let (width, height) = self.room.size();
        if row >= height || column >= width {
            return;
        }
        let places = row * width + column..(row + 1) * width;
        for (place, letter) in places.zip(word.chars()) {
            (self.all[place].letter, self.all[place].ink) = (letter, ink);
            self.writers[place] = self.writer;
        }
    }

    /// Sets who writes from now on, by a number.
    pub(crate) fn set_writer(&mut self, writer: usize) {
        self.writer = writer;
    }

    /// The letters that are seen, each with the number of who wrote it.
    pub(crate) fn written(&self) -> impl Iterator<Item = (usize, char)> {
        let letters = self.all.iter().map(|there| there.letter);
        self.writers
            .iter()
            .copied()
            .zip(letters)
            .filter(|&(_, letter)| letter != ' ')
    }

    /// Writes in the middle of the cell; a word that is too long is cut off at its end.
    pub fn middle(&mut self, word: &str, ink: Ink) {
        let (width, height) = self.room.size();
        let left = (width.saturating_sub(word.chars().count())).div_ceil(2);
        self.put(height / 2, left, word, ink);
    }

    /// Writes at the left of what is in the middle.
    pub fn before(&mut self, word: &str, ink: Ink) {
        let (width, height) = self.room.size();
        self.put(height / 2, (width / 2).saturating_sub(3), word, ink);
    }

    /// Writes a letter at the right of what is in the middle.
    pub fn after(&mut self, letter: char, ink: Ink) {
        let (row, column) = self.place_after();
        self.put(row, column, letter.encode_utf8(&mut [0; 4]), ink);
    }

    pub(crate) fn place_after(&self) -> (usize, usize) {
        let (width, height) = self.room.size();
        (height / 2, (width / 2 + 3).min(width - 1))
    }

    /// Writes at the upper or left side of the cell: before what is in the middle.
    pub fn upper_left(&mut self, word: &str, ink: Ink) {
        self.put(0, 0, word, ink);
    }

    /// Writes up to three letters in the corner at the right of a walker that enters with this
    /// heading, and one next to it toward the middle. Only a [block](CellSize::Block) or larger has room for it.
    pub fn corner(&mut self, travel: Heading, word: &str, ink: Ink) {
        let (width, height) = self.room.size();
        if height == 1 {
            return;
        }
        let (row, column) = match travel {
            Heading::N => (height - 1, width / 2 + 1),
            Heading::S => (0, 0),
            Heading::W => (0, width / 2 + 1),
            Heading::E => (height - 1, 0),
        };
        let room = width / 2;
        self.put(row, column, &format!("{word:^room$}"), ink);
    }

    /// Writes one letter next to that corner, toward the middle. In smaller cells it is in the
    /// middle.
    pub fn beside_corner(&mut self, travel: Heading, letter: char, ink: Ink) {
        let word = letter.to_string();
        let (width, height) = self.room.size();
        if height == 1 {
            return self.middle(&word, ink);
        }
        let (row, column) = match travel {
            Heading::N => (height - 1, width / 2),
            Heading::S => (0, width / 2),
            Heading::W => (height / 2, width - 1),
            Heading::E => (height / 2, 0),
        };
        self.put(row, column, &word, ink);
    }
}
