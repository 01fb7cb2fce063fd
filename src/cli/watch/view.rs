//! The visible part of a maze, and the size of its cells.

use ratatui::layout::Size;

use super::keys::KeyCommand;
use crate::base::grid::{Grid, Position};
use crate::base::walker::Start;
use crate::picture::letters::CellSize;
use crate::picture::{Change, Changes, Picture, Place};

pub(super) struct View {
    pub(super) room: CellSize,
    /// The place in [`SIZES`] of the smallest in which everything can be read.
    least: usize,
    /// Whether a key has set the size of cells; otherwise it follows that of the window.
    is_set: bool,
    /// The first visible column and line of characters.
    left: usize,
    top: usize,
    size: Size,
    grid: Grid,
    pub(super) follows: bool,
}

const SIZES: [CellSize; 8] = [
    CellSize::Dot,
    CellSize::Row,
    CellSize::Block,
    CellSize::Large(3),
    CellSize::Large(4),
    CellSize::Large(5),
    CellSize::Large(6),
    CellSize::Large(8),
];

/// How many characters around the followed place must be visible too.
const AROUND: usize = 2;

impl View {
    /// A view with cells large enough to read everything in them.
    pub(super) fn new(picture: &Picture) -> Self {
        let least = if picture.has_corners() { 2 } else { 1 };
        let (grid, size) = (picture.grid(), Size::default());
        let (room, is_set) = (SIZES[least], false);
        Self {
            room,
            least,
            is_set,
            left: 0,
            top: 0,
            size,
            grid,
            follows: true,
        }
    }

    pub(super) fn corner(&self) -> (usize, usize) {
        (self.left, self.top)
    }

    pub(super) fn pitch(&self) -> (usize, usize) {
        pitch(self.room)
    }

    pub(super) fn extent(&self) -> (usize, usize) {
        extent(self.room, self.grid)
    }

    /// The largest cells with which a window of this size shows all of the maze, by their place in [`SIZES`]: of those
    /// that can be read, or of the one that is set.
    pub(super) fn largest(&self, size: Size) -> Option<usize> {
        let fits = |&place: &usize| {
            let (width, height) = extent(SIZES[place], self.grid);
            width <= size.width.into() && height <= size.height.into()
        };
        let set = self.place();
        if self.is_set {
            Some(set).filter(fits)
        } else {
            (self.least..SIZES.len()).rfind(fits)
        }
    }

    /// Sets the size of the window; as much of it as possible shows maze.
    pub(super) fn fit(&mut self, size: Size, grid: Grid) {
        (self.size, self.grid) = (size, grid);
        if !self.is_set {
            self.room = SIZES[self.largest(size).unwrap_or(self.least)];
        }
        let (width, height) = self.extent();
        self.left = self.left.min(width.saturating_sub(size.width.into()));
        self.top = self.top.min(height.saturating_sub(size.height.into()));
    }

    pub(super) fn obey(&mut self, command: KeyCommand) {
        match command {
            KeyCommand::Pan(across, down) => self.pan(across, down),
            KeyCommand::Drag(across, down) => self.pan_letters(across, down),
            KeyCommand::Follow => self.follows = !self.follows,
            KeyCommand::Larger => self.set_room((self.place() + 1).min(SIZES.len() - 1)),
            KeyCommand::Smaller => self.set_room(self.place().saturating_sub(1)),
            KeyCommand::NextSize => self.set_room((self.place() + 1) % SIZES.len()),
            _ => {}
        }
    }

    /// Moves it by half of its size, and stops following.
    fn pan(&mut self, across: isize, down: isize) {
        let (width, height) = (self.size.width.max(2), self.size.height.max(2));
        self.pan_letters(
            across * isize::from((width / 2).cast_signed()),
            down * isize::from((height / 2).cast_signed()),
        );
    }

    /// Moves it by characters, and stops following.
    fn pan_letters(&mut self, across: isize, down: isize) {
        self.follows = false;
        self.left = self.left.saturating_add_signed(across);
        self.top = self.top.saturating_add_signed(down);
    }

    fn place(&self) -> usize {
        SIZES
            .iter()
            .position(|&room| room == self.room)
            .unwrap_or_default()
    }

    /// Changes the size of cells; the cell in the middle stays there.
    fn set_room(&mut self, place: usize) {
        let (width, height) = (self.size.width as usize / 2, self.size.height as usize / 2);
        let (across, down) = self.pitch();
        let (column, row) = ((self.left + width) / across, (self.top + height) / down);
        (self.room, self.is_set) = (SIZES[place], true);
        self.put_in_the_middle(row, column);
    }

    fn put_in_the_middle(&mut self, row: usize, column: usize) {
        let (across, down) = self.pitch();
        self.left = (column * across + across / 2).saturating_sub(self.size.width as usize / 2);
        self.top = (row * down + down / 2).saturating_sub(self.size.height as usize / 2);
    }

    pub(super) fn follow(&mut self, picture: &Picture, changes: &Changes) {
        if self.is_to_move() {
            self.show(&places(picture, changes));
        }
    }

    pub(super) fn follow_to(&mut self, at: Position) {
        if self.is_to_move() {
            self.show(&[at]);
        }
    }

    /// Whether it follows and does not show everything.
    fn is_to_move(&self) -> bool {
        let (width, height) = self.extent();
        let is_whole = width <= self.size.width.into() && height <= self.size.height.into();
        self.follows && !is_whole && self.size.area() > 0
    }

    /// Goes to the nearest of these places, if none of them is visible.
    fn show(&mut self, places: &[Position]) {
        if places.iter().any(|&at| self.shows(at)) {
            return;
        }
        let (across, down) = self.pitch();
        let middle = (
            self.left + self.size.width as usize / 2,
            self.top + self.size.height as usize / 2,
        );
        let nearest = places.iter().copied().min_by_key(|&at| {
            let (row, column) = (at.row as usize - 1, at.column as usize - 1);
            (column * across).abs_diff(middle.0) + 2 * (row * down).abs_diff(middle.1)
        });
        if let Some(at) = nearest {
            self.put_in_the_middle(at.row as usize - 1, at.column as usize - 1);
        }
    }

    fn shows(&self, at: Position) -> bool {
        let (across, down) = self.pitch();
        let (left, top) = (
            (at.column as usize - 1) * across,
            (at.row as usize - 1) * down,
        );
        let (width, height) = self.extent();
        let is_in = |from: usize, length: usize, start: usize, seen: u16, all: usize| {
            from.saturating_sub(AROUND) >= start
                && (from + length + AROUND).min(all) <= start + usize::from(seen)
        };
        is_in(left, across, self.left, self.size.width, width)
            && is_in(top, down, self.top, self.size.height, height)
    }
}

/// The width and height of a cell with its walls at two sides.
fn pitch(room: CellSize) -> (usize, usize) {
    let (width, height) = room.size();
    (width + 1, height + 1)
}

fn extent(room: CellSize, grid: Grid) -> (usize, usize) {
    let (across, down) = pitch(room);
    (
        grid.columns as usize * across + 1,
        grid.rows as usize * down + 1,
    )
}

/// The places of action: the goal, if it was reached; the last cells of lists; without lists, what
/// changed; else the start.
fn places(picture: &Picture, changes: &Changes) -> Vec<Position> {
    let goal = changes.list.iter().find_map(|change| match change {
        Change::Route(route) => route.last(),
        _ => None,
    });
    if let Some(&goal) = goal {
        return vec![picture.position(goal)];
    }
    let lists = picture.layers().iter().filter_map(|layer| layer.list());
    let last: Vec<_> = lists
        .filter_map(|list| list.cells.last())
        .copied()
        .collect();
    if !last.is_empty() {
        return last
            .into_iter()
            .map(|cell| picture.position(cell))
            .collect();
    }
    let mut places = Vec::new();
    for change in &changes.list {
        if let Change::Set { layer, slots, .. } = change {
            let place: Place = picture.layers()[*layer].look().place;
            let cell = |&slot: &u32| place.cell(slot as usize, picture.grid()).0;
            places.extend(slots.iter().map(|slot| picture.grid().position(cell(slot))));
        }
    }
    if places.is_empty() && picture.tick() == 0 {
        places.extend(picture.start().map(Start::at));
    }
    places
}
