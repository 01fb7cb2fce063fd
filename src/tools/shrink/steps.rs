//! The steps of the search: which changes it tries of a draft, and in which order.

use std::fmt::Write as _;
use std::iter;
use std::ops::Range;

use crate::base::count::saturating_u32;
use crate::base::heading::Heading;
use crate::base::progress::Phase;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Role, Scene};

use super::Changes;
use super::draft::{Draft, Edit};

/// The largest grids, in cells, that are tried one by one; larger ones lose lines.
const TRIED_CELLS: u32 = 1024;

const WALLS: &str = "walls";

/// The field of blocked squares, which are kept.
const BLOCKED: &str = "blocked";

impl Draft {
    /// Leaves out fields, and of what is in lists, maps and texts all, halves, quarters, and so on to single ones.
    pub(super) fn without_parts(&self) -> Changes<'_> {
        let parts = self.lists.iter().flat_map(|list| {
            let chunks = chunks(list.len() - 1);
            chunks.map(|chunk| Edit::Without(list[chunk.start]..list[chunk.end]))
        });
        Box::new(parts)
    }

    /// Cuts the grid: by some rows or columns anywhere, and to all smaller sizes by their cells, where the last row and
    /// column stay.
    pub(super) fn cuts(&self) -> Changes<'_> {
        let (rows, columns) = (self.scene.grid.rows, self.scene.grid.columns);
        let area = rows.saturating_mul(columns);
        let sizes = (1..area.min(TRIED_CELLS + 1)).flat_map(move |area| {
            let heights = (1..=rows.min(area)).filter(move |it| area.is_multiple_of(*it));
            let sizes = heights.map(|height| (height, area / height));
            let mut sizes: Vec<_> = sizes.filter(|&(_, width)| width <= columns).collect();
            sizes.sort_by_key(|(height, width)| height.abs_diff(*width));
            sizes
        });
        let sizes = sizes.map(move |(height, width)| [height..rows, width..columns]);
        let lines = |count: u32| {
            let all = chunks(count as usize).skip(1); // that would leave none
            all.map(|it| saturating_u32(it.start + 1)..saturating_u32(it.end + 1))
        };
        let fewer_rows = lines(rows).map(|cut| [cut, 1..1]);
        let fewer_columns = lines(columns).map(|cut| [1..1, cut]);
        Box::new(fewer_rows.chain(fewer_columns).chain(sizes).map(Edit::Cut))
    }

    /// Lowers numbers to 0, 1, a half, or by 1, and moves positions towards the first.
    pub(super) fn lowered(&self) -> Changes<'_> {
        let numbers = self.numbers.iter().flat_map(|at| {
            let lower = lower(&self.text[at.clone()]);
            lower
                .into_iter()
                .map(|number| Edit::Put(at.clone(), number))
        });
        let positions = (0..self.points.len()).flat_map(move |place| {
            let (range, at) = &self.points[place];
            let rows = [1, 2, at.row / 2, at.row - 1].map(|row| (row, at.column));
            let columns = [1, 2, at.column / 2, at.column - 1].map(|column| (at.row, column));
            let all = rows.into_iter().chain(columns);
            let lower = all.filter(|it| it.0 > 0 && it.1 > 0 && it.0 + it.1 < at.row + at.column);
            lower.filter_map(move |(row, column)| {
                let mut points: Vec<_> = self.points.iter().map(|it| it.1).collect();
                (points[place].row, points[place].column) = (row, column);
                let is_kept = self.keeps(&points, self.scene.grid);
                is_kept.then(|| Edit::Put(range.clone(), format!("({row},{column})")))
            })
        });
        Box::new(numbers.chain(positions))
    }

    pub(super) fn with_lower_seed(&self) -> Changes<'_> {
        Box::new(iter::once(Edit::Seed).filter(|_| self.scene.seed > 0))
    }

    /// Writes out what the seed draws: walls and boards, or one of them.
    pub(super) fn written_out(&self) -> Changes<'_> {
        let fixed = self.scene.clone().fixed();
        let texts = [
            with_walls(&fixed),
            with_walls(&self.scene),
            Some(fixed.plain()),
        ];
        let new = texts
            .into_iter()
            .flatten()
            .filter(|text| *text != self.text);
        Box::new(new.map(Edit::Whole))
    }
}

/// Ranges of so many items: all, halves, quarters, and so on to single ones; of each kind the last ones first,
/// so that what is first stays first.
fn chunks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = iter::successors(Some(count), |&length| Some(length / 2));
    let lengths = lengths.take_while(|&length| length > 0);
    lengths.flat_map(move |length| {
        (0..count)
            .step_by(length)
            .rev()
            .map(move |start| start..(start + length).min(count))
    })
}

/// Lower numbers than this one, as scenes write them: simpler ones first.
fn lower(number: &str) -> Vec<String> {
    let simple = ["0.0", "1.0", "0.5"];
    match number.parse::<u64>() {
        Ok(whole) => {
            let mut lower = vec![0, 1, whole / 2, whole.saturating_sub(1)];
            lower.retain(|it| *it < whole);
            lower.dedup();
            lower.iter().map(u64::to_string).collect()
        }
        Err(_) if number.starts_with('\'') => vec!["0".to_owned()],
        Err(_) => {
            let place = simple
                .iter()
                .position(|it| *it == number)
                .unwrap_or(simple.len());
            let place = if number == "1.0" { 1 } else { place };
            simple[..place].iter().map(|it| (*it).to_owned()).collect()
        }
    }
}

/// The text of a scene whose walls are listed instead of built. `None` if there is nothing else that could be
/// to blame than what builds them.
fn with_walls(scene: &CheckedScene) -> Option<String> {
    let types = scene.ingredients().iter().map(|it| it.ingredient_type());
    let (makers, others): (Vec<_>, Vec<_>) =
        types.partition(|it| matches!(it.role, Role::Walls | Role::Changes) && it.field != BLOCKED);
    let is_drawn = makers.iter().all(|it| it.field == WALLS);
    if makers.is_empty() || others.is_empty() && !is_drawn {
        return None;
    }
    let mut world = Simulation::new(scene).ok()?;
    world.advance_while(super::LASTING, |progress| {
        progress.phase == Phase::Generation
    });
    let passages = world.passages();
    if passages.reached < passages.cells && !is_drawn {
        return None; // and what builds them is to blame
    }
    let mut walls = String::new();
    for at in scene.grid.positions() {
        let stands =
            |side: &Heading| scene.grid.leads(at, *side) && world.wall(at, *side) == Some(true);
        let sides: String = [Heading::S, Heading::E]
            .iter()
            .filter(|it| stands(it))
            .map(|it| it.letter())
            .collect();
        if !sides.is_empty() {
            let _ = write!(walls, "({},{}):\"{sides}\",", at.row, at.column);
        }
    }
    let mut scene: Scene = scene.clone().into_scene();
    for maker in makers {
        scene.remove(maker.field);
    }
    let text = scene.plain();
    Some(format!("{},{WALLS}:{{{walls}}})", &text[..text.len() - 1]))
}
