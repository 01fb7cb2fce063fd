//! `--plot` with `--each-tick`: the course of a column over ticks, as a line of means in a band from quartile to
//! quartile.

use std::collections::BTreeMap;
use std::error::Error;

use plotters::prelude::*;

use crate::base::count::plural;
use crate::base::limits;
use crate::base::progress::{Phase, Progress};
use crate::cli::verdict::Reports;
use crate::picture::Ink;
use crate::registry::measure::Value;
use crate::tools::sweep::{Row, Spread};

use super::super::SweepPlan;
use super::super::table::too_many;
use super::{BAR, chart, colour, decimal, picture};

#[derive(Clone, Default)]
pub(super) struct Course {
    points: BTreeMap<u64, Point>,
    worlds: u64,
    last: Option<(u64, u64)>,
}

#[derive(Clone, Default)]
struct Point {
    /// The numbers of worlds that go on.
    here: Spread,
    /// The last numbers of worlds that have ended since the point before: they stay as they are.
    from_here: Spread,
}

impl SweepPlan<'_> {
    pub(super) fn courses(&self, each_tick: u64) -> Result<Vec<Course>, Reports> {
        let empty = || vec![Course::default(); self.sweep.variants().len()];
        let mut courses = empty();
        let append = |more: Vec<Course>| {
            courses
                .iter_mut()
                .zip(more)
                .for_each(|(course, more)| course.append(more));
            let points = courses.iter().flat_map(|course| course.points.values());
            let values = points.map(|it| it.here.distinct() + it.from_here.distinct());
            let values: usize = values.sum();
            if values > limits::ROWS {
                Err(too_many("different values"))
            } else {
                Ok(())
            }
        };
        let add = |courses: &mut Vec<Course>, row: &Row<'_>| {
            let &Progress { tick, phase, .. } = row.maze.expect("a world of a seed").progress();
            let number = row.cells[0].number().filter(|number| number.abs() < 1e300);
            let end = (phase == Phase::Finished).then_some(each_tick);
            courses[row.variant].add(row.world, tick, end, number);
        };
        self.all_rows(empty, add, append)?;
        Ok(courses)
    }
}

impl Course {
    /// Adds a row: the number of a world at a tick. If it is the last, the ticks from point to point are told.
    fn add(&mut self, world: u64, tick: u64, end: Option<u64>, number: Option<f64>) {
        let last = self.last.replace((world, tick));
        self.worlds += u64::from(last.is_none_or(|(before, _)| before != world));
        // A world that is stuck has another row of its last tick.
        let first = tick + u64::from(last == self.last);
        let place = end.map_or(tick, |each_tick| first.next_multiple_of(each_tick));
        let point = self.points.entry(place).or_default();
        let spread = if end.is_some() {
            &mut point.from_here
        } else {
            &mut point.here
        };
        spread.add(number.map_or(Value::Empty, Value::Real));
    }

    fn append(&mut self, other: Self) {
        self.worlds += other.worlds;
        for (tick, other) in other.points {
            let Point { here, from_here } = self.points.entry(tick).or_default();
            here.append(&other.here);
            from_here.append(&other.from_here);
        }
    }

    /// The ticks with numbers, each with the lower quartile, the mean, the upper quartile; of very many some are left out,
    /// but not the last.
    fn line(&self) -> Vec<(f64, [f64; 3])> {
        let every = self.points.len().div_ceil(1 << 10);
        let mut ended = Spread::default();
        let points = self
            .points
            .iter()
            .enumerate()
            .filter_map(|(place, (&tick, point))| {
                ended.append(&point.from_here);
                let is_kept = place.is_multiple_of(every) || place + 1 == self.points.len();
                let mut all = is_kept.then(|| ended.clone())?;
                all.append(&point.here);
                Some((
                    tick as f64,
                    [all.quantile(1, 4)?, all.mean()?, all.quantile(3, 4)?],
                ))
            });
        points.collect()
    }
}

pub(super) fn svg(
    column: &str,
    panels: &[(String, Course)],
) -> Result<Option<String>, Box<dyn Error>> {
    let lines: Vec<_> = panels.iter().map(|(_, course)| course.line()).collect();
    let numbers = || {
        lines
            .iter()
            .flatten()
            .flat_map(|(_, of_all)| of_all.iter().copied())
    };
    let Some(least) = numbers().min_by(f64::total_cmp) else {
        return Ok(None);
    };
    let most = numbers().max_by(f64::total_cmp).unwrap_or(least);
    let end = lines
        .iter()
        .flatten()
        .map(|point| point.0)
        .fold(1.0, f64::max);
    let margin = if most > least {
        (most - least) / 20.0
    } else {
        least.abs() / 10.0 + 1.0
    };
    let words = format!("{column} by tick: the mean, in a band of the middle half of the worlds");
    let svg = picture(
        panels.len(),
        &words,
        &format!("{column} by tick"),
        |place, area| {
            let (title, course) = &panels[place];
            let heading = format!("{title}{}", plural(course.worlds, "world"));
            let axes = (0.0..end, least - margin..most + margin);
            let mut chart = chart(area, &heading, axes, &|number| decimal(*number))?;
            let line = &lines[place];
            let side = |index: usize| {
                line.iter()
                    .map(move |(tick, of_all)| (*tick, of_all[index]))
            };
            let band: Vec<_> = side(0).chain(side(2).rev()).collect();
            chart.draw_series([Polygon::new(band, colour(BAR).mix(0.3))])?;
            chart.draw_series([PathElement::new(
                side(1).collect::<Vec<_>>(),
                colour(Ink::Accent).stroke_width(2),
            )])?;
            Ok(())
        },
    );
    svg.map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_that_of_worlds_that_stay_as_they_end() {
        let world = |number: usize| -> Vec<f64> {
            let ticks = number * 37 % 90 * (1 + number % 3 * 20) + 1;
            (0..ticks)
                .map(|tick| ((tick * (number + 3)) % 23 + tick / 7) as f64)
                .collect()
        };
        for (each_tick, worlds) in [(1, 1), (1, 40), (3, 40), (10, 90)] {
            let worlds: Vec<_> = (0..worlds).map(world).collect();
            let mut courses = [Course::default(), Course::default()];
            for (number, world) in worlds.iter().enumerate() {
                for (tick, value) in world.iter().enumerate() {
                    let is_end = tick == world.len() - 1;
                    let mut add = |end| {
                        courses[number % 2].add(number as u64, tick as u64, end, Some(*value));
                    };
                    // Every third one gets stuck, and has another row of its last tick.
                    if (tick as u64).is_multiple_of(each_tick) && (!is_end || number % 3 == 0) {
                        add(None);
                    }
                    if is_end {
                        add(Some(each_tick));
                    }
                }
            }
            let [mut course, other] = courses;
            course.append(other);
            assert_eq!(course.worlds, worlds.len() as u64);
            let most = worlds.iter().map(Vec::len).max().unwrap_or_default() as u64 - 1;
            let line = course.line();
            let every = (most / each_tick).div_ceil(1 << 10).max(1) * each_tick;
            let last = *course.points.keys().last().expect("points");
            assert_eq!(line.last().map(|point| point.0), Some(last as f64));
            assert!(last >= most);
            for (place, (tick, [low, mean, high])) in (0..).zip(&line) {
                let at = last.min(place * every);
                let ended = |world: &Vec<f64>| world.len() - 1;
                let at_tick = |world: &Vec<f64>| {
                    world[usize::try_from(at).map_or(usize::MAX, |it| it.min(ended(world)))]
                };
                let mut values: Vec<f64> = worlds.iter().map(at_tick).collect();
                values.sort_by(f64::total_cmp);
                let quantile = |part: usize| values[(part * values.len()).div_ceil(4) - 1];
                assert_eq!(
                    (*tick, [*low, *high]),
                    (at as f64, [quantile(1), quantile(3)])
                );
                let sum: f64 = values.iter().sum();
                assert!(
                    (mean - sum / values.len() as f64).abs() < 1e-9,
                    "tick {tick}"
                );
            }
        }
    }
}
