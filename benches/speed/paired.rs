//! Paired timing: two ways to do the same work, alternating, so that a slowdown of the machine
//! affects the medians of both. Criterion takes the samples, and compares mazetick with its last run.

use std::hint::black_box;
use std::iter;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};

/// The number of Criterion's samples per case.
const SAMPLES: usize = 11;

/// Criterion, and the table of results.
pub(crate) struct Bench {
    criterion: Criterion,
    table: Vec<String>,
    /// The load of the machine before the first case.
    load: String,
    /// Whether instructions are counted instead of time.
    counts: bool,
}

impl Bench {
    /// With the options of the command line.
    pub(crate) fn from_arguments() -> Self {
        let criterion = Criterion::default()
            .sample_size(SAMPLES)
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_secs(2))
            .configure_from_args();
        Self {
            criterion,
            table: Vec::new(),
            load: load(),
            counts: false,
        }
    }

    /// For a profiler that counts what happens within [`run_mazetick`] and [`run_beside`]. Prints the
    /// number of items of each case.
    pub(crate) fn counting() -> Self {
        Self {
            criterion: Criterion::default(),
            table: Vec::new(),
            load: load(),
            counts: true,
        }
    }

    /// Times both alternately, on a square grid.
    pub(crate) fn compare<A, B>(
        &mut self,
        name: Name,
        (mut a, mut of_a): (A, Work<'_, A>),
        (mut b, mut of_b): (B, Work<'_, B>),
    ) {
        let mut pairs = Vec::new();
        let items = of_a.items(&mut a);
        of_b.items(&mut b); // so that both have used up the same seed
        if self.counts {
            (of_a.set_up)(&mut a);
            (of_b.set_up)(&mut b);
            run_beside(&mut || (of_b.run)(&mut b));
            println!("items: {}", run_mazetick(&mut || (of_a.run)(&mut a)));
            return;
        }
        self.sample(name, items, |runs| {
            let (time, one) = of_a.measure(&mut a, runs);
            let (_, other) = of_b.measure(&mut b, runs);
            pairs.push((one, other));
            time
        });
        // The earlier ones were warm-up.
        let pairs = &pairs[pairs.len().saturating_sub(SAMPLES)..];
        if !pairs.is_empty() {
            let (one, other) = (
                median(pairs.iter().map(|p| p.0)),
                median(pairs.iter().map(|p| p.1)),
            );
            let ratio = one / other;
            self.table.push(format!(
                "{:<40}{one:>12.1}{other:>12.1}{ratio:>8.2}",
                name.line()
            ));
        }
    }

    /// Times one way alone.
    pub(crate) fn time<A>(&mut self, name: Name, mut a: A, mut of_a: Work<'_, A>) {
        let mut times = Vec::new();
        let items = of_a.items(&mut a);
        if self.counts {
            (of_a.set_up)(&mut a);
            println!("items: {}", run_mazetick(&mut || (of_a.run)(&mut a)));
            return;
        }
        self.sample(name, items, |runs| {
            let (time, one) = of_a.measure(&mut a, runs);
            times.push(one);
            time
        });
        let times = &times[times.len().saturating_sub(SAMPLES)..];
        if !times.is_empty() {
            let one = median(times.iter().copied());
            self.table.push(format!("{:<40}{one:>12.1}", name.line()));
        }
    }

    /// Compares the bytes of memory that one of these takes, of so many that single pages do not matter.
    pub(crate) fn compare_bytes<A, B>(
        &mut self,
        name: Name,
        one: impl FnMut() -> A,
        other: impl FnMut() -> B,
    ) {
        const MANY: usize = 2000;
        if self.counts {
            return;
        }
        let before = resident_bytes();
        let ones: Vec<A> = iter::repeat_with(one).take(MANY).collect();
        let between = resident_bytes();
        let others: Vec<B> = iter::repeat_with(other).take(MANY).collect();
        let [one, other] =
            [between - before, resident_bytes() - between].map(|it| it / MANY as f64);
        drop((ones, others)); // not before: what they leave would be used again
        let ratio = one / other;
        let line = format!("{} (bytes, not ns)", name.line());
        self.table
            .push(format!("{line:<40}{one:>12.0}{other:>12.0}{ratio:>8.2}"));
    }

    /// Lets Criterion take its samples of a case; `measure` times a number of runs of about `items`
    /// each.
    fn sample(&mut self, name: Name, items: usize, mut measure: impl FnMut(u64) -> Duration) {
        let mut group = self.criterion.benchmark_group(name.case);
        group
            .sampling_mode(SamplingMode::Flat)
            .throughput(Throughput::Elements(items as u64));
        let id = BenchmarkId::from_parameter(name.side);
        group.bench_function(id, |bencher| bencher.iter_custom(&mut measure));
        group.finish();
    }

    /// Prints the table.
    pub(crate) fn print(&self) {
        if self.counts {
            return;
        }
        println!("load {} before, {} after", self.load, load());
        println!(
            "{:<40}{:>12}{:>12}{:>8}",
            "ns an item", "mazetick", "beside it", "ratio"
        );
        self.table.iter().for_each(|line| println!("{line}"));
    }
}

/// The processes that ran or waited in the last 1, 5 and 15 minutes, on Linux.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The memory that this process has, on Linux; 0 elsewhere.
fn resident_bytes() -> f64 {
    const PAGE: f64 = 4096.0;
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|it| it.parse().ok());
    PAGE * resident.unwrap_or(0.0)
}

/// A measurement: the case, the side of its grid, and what an item is.
#[derive(Clone, Copy)]
pub(crate) struct Name {
    pub(crate) case: &'static str,
    pub(crate) side: u32,
    pub(crate) item: &'static str,
}

impl Name {
    fn line(self) -> String {
        format!("{0}, {1}×{1}: {2}", self.case, self.side, self.item)
    }
}

/// Work that is set up, then timed; it returns the number of items done.
pub(crate) struct Work<'a, T> {
    set_up: Box<dyn FnMut(&mut T) + 'a>,
    run: Box<dyn FnMut(&mut T) -> usize + 'a>,
}

impl<'a, T> Work<'a, T> {
    pub(crate) fn new(
        set_up: impl FnMut(&mut T) + 'a,
        run: impl FnMut(&mut T) -> usize + 'a,
    ) -> Self {
        Self {
            set_up: Box::new(set_up),
            run: Box::new(run),
        }
    }

    /// The time of this many runs, and the nanoseconds per item.
    fn measure(&mut self, state: &mut T, runs: u64) -> (Duration, f64) {
        let (mut items, mut time) = (0, Duration::ZERO);
        for _ in 0..runs {
            (self.set_up)(state);
            let start = Instant::now();
            items += (self.run)(state);
            time += start.elapsed();
        }
        (time, time.as_nanos() as f64 / items.max(1) as f64)
    }

    /// The number of items of a run.
    fn items(&mut self, state: &mut T) -> usize {
        (self.set_up)(state);
        (self.run)(state)
    }
}

/// A run of mazetick, under a name that a profiler finds.
#[inline(never)]
fn run_mazetick(run: &mut dyn FnMut() -> usize) -> usize {
    black_box(run())
}

/// A run of what stands beside it, likewise.
#[inline(never)]
fn run_beside(run: &mut dyn FnMut() -> usize) -> usize {
    black_box(run())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
