//! Tallies: how often each maze occurred, for each variant, and how far that is from a uniform
//! distribution. Mazes are compared by their walls, not by a hash.

use std::collections::BTreeMap;

use crate::base::grid::Grid;
use crate::base::limits;

use super::inner_walls::{InnerWalls, spanning_trees};
use super::variant::title;
use super::{Row, Setting, Variant};

/// How often each maze occurred, for each variant of the scenes. Memory grows with the number of
/// distinct mazes, not with the number of worlds.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::sweep::{Columns, Seeds, Sweep, Tally, Variant};
///
/// let text = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, text: Lattice)";
/// let registry = Registry::standard();
/// let variants = Variant::all(&registry, "wilson", text, &[]).unwrap();
/// let mut tally = Tally::new(&variants, &[])?;
/// let columns = Columns::of(&registry, &variants, &[]).showing(["seed"])?;
/// let sweep = Sweep::new(variants, Seeds::new(0, 1000)?, columns)?;
/// let mut sweeper = sweep.sweeper();
/// for block in 0..sweep.blocks() {
///     sweeper.block(block, |row| tally.add(&row)).unwrap();
/// }
/// let evenness = tally.mazes(0).evenness().expect("perfect mazes");
/// assert!(evenness.trees == 4 && evenness.distance < 0.05);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    variants: Vec<Mazes>,
    /// The number of distinct mazes, of all variants together.
    mazes: usize,
}

/// How often each maze of one variant occurred.
#[derive(Clone, Debug)]
pub struct Mazes {
    grid: Grid,
    counts: BTreeMap<InnerWalls, u64>,
    worlds: u64,
}

impl Tally {
    /// An empty tally of these variants with these settings.
    ///
    /// # Errors
    /// Names the first variant without walls or with more than [`limits::TALLY_WALLS`] inner walls.
    pub fn new(variants: &[Variant], settings: &[Setting]) -> Result<Self, String> {
        for variant in variants {
            let scene = &variant.scene;
            let title = title(&variant.name, &[&variant.said(settings)]);
            if !scene.has_walls() {
                return Err(format!("{title} has no walls, so its mazes cannot be counted"));
            }
            let (walls, most) = (InnerWalls::count(scene.grid), limits::TALLY_WALLS);
            if walls > most {
                return Err(format!("{title} has {walls} inner walls, expected at most {most}"));
            }
        }
        let empty =
            |it: &Variant| Mazes { grid: it.scene.grid, counts: BTreeMap::new(), worlds: 0 };
        Ok(Self { variants: variants.iter().map(empty).collect(), ..Self::default() })
    }

    /// Counts the maze of a row. One whose edges are joined has no inner walls of its own: it is a world
    /// that is not perfect.
    ///
    /// # Panics
    /// If the row belongs to a sweep with more variants.
    pub fn add(&mut self, row: &Row<'_>) {
        match InnerWalls::of(row.maze) {
            Some(walls) => self.count(row.variant, walls, 1),
            None => self.variants[row.variant].worlds += 1,
        }
    }

    /// Adds the counts of another tally.
    ///
    /// # Errors
    /// If there are more distinct mazes than [`limits::TALLY_MAZES`].
    pub fn append(&mut self, others: Self) -> Result<(), String> {
        for (variant, mazes) in others.variants.into_iter().enumerate() {
            self.variants[variant].worlds += mazes.worlds - mazes.counts.values().sum::<u64>();
            for (walls, count) in mazes.counts {
                self.count(variant, walls, count);
                let most = limits::TALLY_MAZES;
                if self.mazes > most {
                    return Err(format!(
                        "found more than {most} different mazes, expected at most {most}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The mazes of a variant.
    ///
    /// # Panics
    /// If there is no such variant.
    #[must_use]
    pub fn mazes(&self, variant: usize) -> &Mazes {
        &self.variants[variant]
    }

    fn count(&mut self, variant: usize, walls: InnerWalls, count: u64) {
        let mazes = &mut self.variants[variant];
        let there = mazes.counts.entry(walls).or_insert_with(|| {
            self.mazes += 1;
            0
        });
        *there += count;
        mazes.worlds += count;
    }
}

impl Mazes {
    /// How many worlds were counted.
    #[must_use]
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// The size of the mazes.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The distinct mazes, and how often each occurred.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (InnerWalls, u64)> {
        self.counts.iter().map(|(&walls, &count)| (walls, count))
    }

    /// The number of worlds that are perfect mazes.
    #[must_use]
    pub fn perfect(&self) -> u64 {
        self.iter().filter(|(walls, _)| walls.are_perfect(self.grid)).map(|(_, count)| count).sum()
    }

    /// How far the counts are from a uniform distribution over all perfect mazes; `None` if there
    /// are no worlds, or one that is not a perfect maze.
    #[must_use]
    pub fn evenness(&self) -> Option<Evenness> {
        let trees = spanning_trees(self.grid).filter(|_| self.worlds > 0)?;
        (self.perfect() == self.worlds).then(|| Evenness::new(self.counts.values().copied(), trees))
    }
}

/// How far counts of perfect mazes are from a uniform distribution over all mazes of the size.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evenness {
    /// How many perfect mazes of the size there are.
    pub trees: u64,
    /// How often the rarest maze occurred, as a multiple of the expected count of a uniform
    /// distribution.
    pub rarest: f64,
    /// How often the most frequent maze occurred, as the same multiple.
    pub likeliest: f64,
    /// The total variation distance from uniform: the share of the worlds that would have to be
    /// another maze for all mazes to be equally frequent. 0 is uniform, 1 the farthest from it.
    pub distance: f64,
    /// Pearson's statistic.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u64,
    /// The expected number of worlds per maze.
    pub expected: f64,
}

impl Evenness {
    /// The evenness of these counts, out of `trees` perfect mazes, at least one; mazes that never
    /// occurred have no count.
    #[must_use]
    pub(crate) fn new(counts: impl Iterator<Item = u64>, trees: u64) -> Self {
        let counts: Vec<u64> = counts.collect();
        let worlds = counts.iter().sum::<u64>();
        let missing = trees.saturating_sub(counts.len() as u64);
        let expected = worlds as f64 / trees as f64;
        let most = counts.iter().copied().max().unwrap_or_default();
        let least = counts.iter().copied().min().filter(|_| missing == 0).unwrap_or_default();
        let (mut above, mut squares) = (0.0, 0.0);
        for &count in &counts {
            let off = count as f64 - expected;
            above += off.max(0.0);
            squares += off * off;
        }
        Self {
            trees,
            rarest: least as f64 / expected,
            likeliest: most as f64 / expected,
            distance: above / worlds as f64,
            chi_square: squares / expected + missing as f64 * expected,
            degrees: trees - 1,
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    const WILSON: &str = "generate: Wilson, text: Lattice";

    fn tally(rows: u32, columns: u32, more: &str) -> Result<Tally, String> {
        let text = format!("Scene(grid: (rows: {rows}, columns: {columns}), {more})");
        let variants = Variant::all(&Registry::standard(), "it", &text, &[]).expect("a scene");
        Tally::new(&variants, &[])
    }

    #[test]
    fn tallies_by_many_are_those_of_one() {
        let empty = tally(2, 2, WILSON).expect("walls");
        let (mut one, mut other, mut both) = (empty.clone(), empty.clone(), empty);
        for place in 0..100 {
            let into = if place % 3 == 0 { &mut one } else { &mut other };
            into.count(0, InnerWalls(place * place % 16), 1);
            both.count(0, InnerWalls(place * place % 16), 1);
        }
        one.append(other).expect("room");
        assert!(one.mazes(0).iter().eq(both.mazes(0).iter()));
        assert_eq!((one.mazes, one.mazes(0).worlds()), (both.mazes, 100));
        assert_eq!(one.mazes(0).evenness(), None);
    }

    #[test]
    fn mazes_too_large_or_too_many_are_refused() {
        let refused = |rows, columns, more| tally(rows, columns, more).expect_err("refused");
        assert!(refused(7, 7, WILSON).contains("84 inner walls"));
        let foot = "name: \"OPEN\", walk: Foot(from: (1, 1), to: (1, 2)), text: Arrow";
        assert!(refused(2, 2, foot).contains("no walls"));
        assert_eq!(refused(1, 66, WILSON), "it has 65 inner walls, expected at most 64");
        let empty = tally(1, 65, WILSON).expect("64 inner walls");
        let mut all = empty.clone();
        all.mazes = limits::TALLY_MAZES - 1;
        let mut another = |bits| {
            let mut one = empty.clone();
            one.count(0, InnerWalls(bits), 1);
            all.append(one)
        };
        assert_eq!(another(1), Ok(()));
        assert_eq!(another(1), Ok(()));
        assert!(another(2).expect_err("too many").contains("different mazes"));
    }

    #[test]
    fn errors_name_the_settings_of_a_variant() {
        let settings = ["grid.rows=2,9".parse().expect("a setting")];
        let text = format!("Scene(grid: (rows: 2, columns: 9), {WILSON})");
        let variants = Variant::all(&Registry::standard(), "it", &text, &settings);
        let refused = Tally::new(&variants.expect("scenes"), &settings).expect_err("refused");
        assert_eq!(refused, "it with grid.rows=9 has 144 inner walls, expected at most 64");
    }

    #[test]
    fn an_even_tally_is_at_no_distance_and_a_single_maze_is_far() {
        let even = Evenness::new([5; 4].into_iter(), 4);
        assert_eq!((even.distance, even.chi_square, even.degrees), (0.0, 0.0, 3));
        assert_eq!((even.rarest, even.likeliest, even.expected), (1.0, 1.0, 5.0));
        let alone = Evenness::new([20].into_iter(), 4);
        assert_eq!((alone.distance, alone.rarest, alone.likeliest), (0.75, 0.0, 4.0));
        assert!((alone.chi_square - 60.0).abs() < 1e-9);
        let only = Evenness::new([7].into_iter(), 1);
        assert_eq!((only.distance, only.degrees), (0.0, 0));
    }
}
