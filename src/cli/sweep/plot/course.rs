//! `--plot` with `--each-tick`: the course of a column over ticks, as a line of means in a band from quartile to
//! quartile.

use std::error::Error;
use std::mem;

use plotters::prelude::*;

use crate::base::count::{plural, saturating_cast};
use crate::base::limits;
use crate::base::progress::{Phase, Progress};
use crate::cli::verdict::Reports;
use crate::picture::Ink;
use crate::registry::measure::Value;
use crate::tools::sweep::{Row, Spread};

use super::super::SweepPlan;
use super::super::table::too_many;
use super::{BAR, chart, colour, decimal, picture};

/// The numbers of the worlds of a variant at tick 0 and at each multiple of some ticks.
#[derive(Clone)]
pub(super) struct Course {
    ticks: u64,
    points: Vec<Point>,
    worlds: u64,
    /// The world of the last row, and its tick.
    last: Option<(u64, u64)>,
}

#[derive(Clone, Default)]
struct Point {
    /// The numbers of worlds that go on.
    here: Spread,
    /// The last numbers of worlds that have ended since the point before: they stay as they are.
    from_here: Spread,
}

/// The most points of a course, about as many as pixels: beyond, every second one is left out.
const POINTS: u64 = 1 << 10;

impl SweepPlan<'_> {
    pub(super) fn courses(&self, each_tick: u64) -> Result<Vec<Course>, Reports> {
        let empty = || vec![Course::new(each_tick); self.sweep.variants().len()];
        let mut courses = empty();
        let append = |more: Vec<Course>| {
            courses.iter_mut().zip(more).for_each(|(course, more)| course.append(more));
            let points = courses.iter().flat_map(|course| &course.points);
            let values = points.map(|it| it.here.distinct() + it.from_here.distinct());
            let values: usize = values.sum();
            if values > limits::ROWS { Err(too_many("different values")) } else { Ok(()) }
        };
        let add = |courses: &mut Vec<Course>, row: &Row<'_>| {
            let &Progress { tick, phase, .. } = row.maze.progress();
            let number = row.cells[0].number().filter(|number| number.abs() < 1e300);
            courses[row.variant].add(row.world, tick, phase == Phase::Finished, number);
        };
        self.all_rows(empty, add, append)?;
        Ok(courses)
    }
}

impl Course {
    fn new(ticks: u64) -> Self {
        Self { ticks, points: Vec::new(), worlds: 0, last: None }
    }

    /// Adds a row: the number of a world at a tick, which may be its last.
    fn add(&mut self, world: u64, tick: u64, is_last: bool, number: Option<f64>) {
        let last = self.last.replace((world, tick));
        self.worlds += u64::from(last.is_none_or(|(before, _)| before != world));
        while tick / self.ticks >= POINTS {
            self.thin();
        }
        let is_counted = last == self.last && tick.is_multiple_of(self.ticks);
        let value = number.map_or(Value::Empty, Value::Real);
        if is_last {
            let place = tick.div_ceil(self.ticks) + u64::from(is_counted);
            self.point(place).from_here.add(value);
        } else if tick.is_multiple_of(self.ticks) {
            self.point(tick / self.ticks).here.add(value);
        }
    }

    fn point(&mut self, place: u64) -> &mut Point {
        let place = saturating_cast::<usize, _>(place);
        if self.points.len() <= place {
            self.points.resize_with(place + 1, Point::default);
        }
        &mut self.points[place]
    }

    /// Leaves out every second point.
    fn thin(&mut self) {
        self.ticks *= 2;
        for (place, old) in mem::take(&mut self.points).into_iter().enumerate() {
            self.point(place.div_ceil(2) as u64).from_here.append(&old.from_here);
            if place % 2 == 0 {
                self.point(place as u64 / 2).here = old.here;
            }
        }
    }

    fn append(&mut self, mut other: Self) {
        while self.ticks < other.ticks {
            self.thin();
        }
        while other.ticks < self.ticks {
            other.thin();
        }
        self.worlds += other.worlds;
        for (place, other) in other.points.iter().enumerate() {
            let Point { here, from_here } = self.point(place as u64);
            here.append(&other.here);
            from_here.append(&other.from_here);
        }
    }

    /// The ticks with numbers, each with the lower quartile, the mean, the upper quartile.
    fn line(&self) -> Vec<(f64, [f64; 3])> {
        let mut ended = Spread::default();
        let points = self.points.iter().enumerate().filter_map(|(place, point)| {
            ended.append(&point.from_here);
            let mut all = ended.clone();
            all.append(&point.here);
            let of_all = [all.quantile(1, 4)?, all.mean()?, all.quantile(3, 4)?];
            Some((place as f64 * self.ticks as f64, of_all))
        });
        points.collect()
    }
}

/// A picture of a column for each panel; `None` without any numbers.
pub(super) fn svg(
    column: &str,
    panels: &[(String, Course)],
) -> Result<Option<String>, Box<dyn Error>> {
    let lines: Vec<_> = panels.iter().map(|(_, course)| course.line()).collect();
    let numbers = || lines.iter().flatten().flat_map(|(_, of_all)| of_all.iter().copied());
    let Some(least) = numbers().min_by(f64::total_cmp) else { return Ok(None) };
    let most = numbers().max_by(f64::total_cmp).unwrap_or(least);
    let end = lines.iter().flatten().map(|point| point.0).fold(1.0, f64::max);
    let margin = if most > least { (most - least) / 20.0 } else { least.abs() / 10.0 + 1.0 };
    let words = format!("{column} by tick: the mean, in a band of the middle half of the worlds");
    let svg = picture(panels.len(), &words, &format!("{column} by tick"), |place, area| {
        let (title, course) = &panels[place];
        let heading = format!("{title}{}", plural(course.worlds, "world"));
        let axes = (0.0..end, least - margin..most + margin);
        let mut chart = chart(area, &heading, axes, &|number| decimal(*number))?;
        let line = &lines[place];
        let side = |index: usize| line.iter().map(move |(tick, of_all)| (*tick, of_all[index]));
        let band: Vec<_> = side(0).chain(side(2).rev()).collect();
        chart.draw_series([Polygon::new(band, colour(BAR).mix(0.3))])?;
        chart.draw_series([PathElement::new(
            side(1).collect::<Vec<_>>(),
            colour(Ink::Accent).stroke_width(2),
        )])?;
        Ok(())
    });
    svg.map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_that_of_worlds_that_stay_as_they_end() {
        let world = |number: usize| -> Vec<f64> {
            let ticks = number * 37 % 90 * (1 + number % 3 * 20) + 1;
            (0..ticks).map(|tick| ((tick * (number + 3)) % 23 + tick / 7) as f64).collect()
        };
        for (each_tick, worlds) in [(1, 1), (1, 40), (3, 40), (10, 90)] {
            let worlds: Vec<_> = (0..worlds).map(world).collect();
            let mut courses = [Course::new(each_tick), Course::new(each_tick)];
            for (number, world) in worlds.iter().enumerate() {
                for (tick, value) in world.iter().enumerate() {
                    let is_end = tick == world.len() - 1;
                    let mut add = |is_last| {
                        let course = &mut courses[number % 2];
                        course.add(number as u64, tick as u64, is_last, Some(*value));
                    };
                    // Every third one gets stuck, and has another row of its last tick.
                    if (tick as u64).is_multiple_of(each_tick) && (!is_end || number % 3 == 0) {
                        add(false);
                    }
                    if is_end {
                        add(true);
                    }
                }
            }
            let [mut course, other] = courses;
            course.append(other);
            assert_eq!(course.worlds, worlds.len() as u64);
            let most = worlds.iter().map(Vec::len).max().unwrap_or_default();
            let is_thinned = course.ticks > each_tick;
            assert_eq!(is_thinned, most as u64 / each_tick > POINTS, "{most} ticks");
            let ticks = usize::try_from(course.ticks).expect("some ticks");
            let line = course.line();
            for (place, (tick, [low, mean, high])) in line.iter().enumerate() {
                let at = place * ticks;
                let values = worlds.iter().map(|world| world[at.min(world.len() - 1)]);
                let mut values: Vec<f64> = values.collect();
                values.sort_by(f64::total_cmp);
                let quantile = |part: usize| values[(part * values.len()).div_ceil(4) - 1];
                let expected = (at as f64, [quantile(1), quantile(3)]);
                assert_eq!((*tick, [*low, *high]), expected);
                let sum: f64 = values.iter().sum();
                assert!((mean - sum / values.len() as f64).abs() < 1e-9, "tick {tick}");
            }
            let last = (most - 1).div_ceil(ticks); // or one more, if that world is stuck
            assert!((last..=last + 1).contains(&(line.len() - 1)));
        }
    }
}
