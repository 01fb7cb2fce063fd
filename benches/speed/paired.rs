//! Paired timing: two ways to do the same work, in turns, so that a machine that slows down slows
//! both.

use std::time::{Duration, Instant};

/// How many pairs, and how many items a measurement should have at least.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    pub(crate) count: usize,
    pub(crate) items: usize,
}

impl Pairs {
    pub(crate) const FULL: Self = Self { count: 11, items: 500_000 };
    pub(crate) const QUICK: Self = Self { count: 1, items: 1 };
}

/// When a measurement has taken this long, what it has is enough.
const LONGEST: Duration = Duration::from_millis(200);

/// Work that is set up, then timed; it answers how many items it did.
pub(crate) struct Work<'a, T> {
    set_up: Box<dyn FnMut(&mut T) + 'a>,
    run: Box<dyn FnMut(&mut T) -> usize + 'a>,
}

impl<'a, T> Work<'a, T> {
    pub(crate) fn new(
        set_up: impl FnMut(&mut T) + 'a,
        run: impl FnMut(&mut T) -> usize + 'a,
    ) -> Self {
        Self { set_up: Box::new(set_up), run: Box::new(run) }
    }

    /// Nanoseconds an item.
    fn measure(&mut self, state: &mut T, at_least: usize) -> f64 {
        let (mut items, mut nanoseconds) = (0, 0);
        let begun = Instant::now();
        while items < at_least && (items == 0 || begun.elapsed() < LONGEST) {
            (self.set_up)(state);
            let start = Instant::now();
            let done = (self.run)(state);
            nanoseconds += start.elapsed().as_nanos();
            items += done.max(1);
        }
        nanoseconds as f64 / items as f64
    }
}

/// Times both in turns and prints a line.
pub(crate) fn compare<A, B>(
    pairs: Pairs,
    name: &str,
    (mut a, mut of_a): (A, Work<'_, A>),
    (mut b, mut of_b): (B, Work<'_, B>),
) {
    let measured: Vec<(f64, f64)> = (0..pairs.count)
        .map(|_| (of_a.measure(&mut a, pairs.items), of_b.measure(&mut b, pairs.items)))
        .collect();
    let ratio = median(measured.iter().map(|(a, b)| a / b));
    let (a, b) = (median(measured.iter().map(|p| p.0)), median(measured.iter().map(|p| p.1)));
    println!("{name:<48}{a:>12.1}{b:>12.1}{ratio:>8.2}");
}

/// Times one way alone and prints a line.
pub(crate) fn time<A>(pairs: Pairs, name: &str, mut a: A, mut of_a: Work<'_, A>) {
    let a = median((0..pairs.count).map(|_| of_a.measure(&mut a, pairs.items)));
    println!("{name:<48}{a:>12.1}");
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
