//! The visible changes in a record, so that a replay can report what was there and what is.
//!
//! For each tick a text of its [changes](Change), separated by `;`:
//!
//! - `walls=0 3 17`: the slots 3 and 17 of the layer `walls` now have the value 0,
//! - `list-2`, `list+5 6`, `list~4`: two cells are removed from the end of the layer `list`, the
//!   cells 5 and 6 are appended, it is reversed from place 4,
//! - `>0 1 2`: the route goes through these cells.

use crate::base::objection::{Objection, ScenePath, SceneStep};
use crate::picture::{Change, Changes, Picture};
use crate::scene::simulation::Simulation;

/// The most bytes of all visible changes in a record.
pub(super) const BYTES: usize = 1 << 18;

/// The visible changes of a run, as long as they are within the limit.
pub(super) struct VisibleChanges {
    ticks: Vec<String>,
    bytes: usize,
    before: Picture,
    after: Picture,
}

impl VisibleChanges {
    /// Adds the last tick; `None` if the limit is exceeded.
    pub(super) fn and(mut self, simulation: &mut Simulation) -> Option<Self> {
        simulation.picture_into(&mut self.after);
        let text = print(&Changes::between(&self.before, &self.after).list, &self.after);
        std::mem::swap(&mut self.before, &mut self.after);
        self.bytes += text.len();
        self.ticks.push(text);
        // A name must not contain the separators.
        let is_legible = !self.after.layers().iter().any(|layer| layer.look().name.contains(';'));
        (self.bytes <= BYTES && is_legible).then_some(self)
    }

    /// The texts, one per tick.
    pub(super) fn finish(self) -> Vec<String> {
        self.ticks
    }
}

/// Starts here.
impl From<Picture> for VisibleChanges {
    fn from(first: Picture) -> Self {
        Self { ticks: Vec::new(), bytes: 0, after: first.clone(), before: first }
    }
}

/// The changes of a picture, in the notation of a record.
fn print(changes: &[Change], picture: &Picture) -> String {
    let texts: Vec<String> = changes.iter().map(|change| print_change(change, picture)).collect();
    texts.join(";")
}

fn print_change(change: &Change, picture: &Picture) -> String {
    let name = |layer: usize| picture.layers()[layer].look().name;
    let words = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    match change {
        Change::Set { layer, value, slots } => format!("{}={value} {}", name(*layer), words(slots)),
        Change::Pop { layer, count } => format!("{}-{count}", name(*layer)),
        Change::Push { layer, cells } => format!("{}+{}", name(*layer), words(cells)),
        Change::Flip { layer, from } => format!("{}~{from}", name(*layer)),
        Change::Route(cells) => format!(">{}", words(cells)),
    }
}

/// A change in this notation: the name of its layer, its sign, its numbers.
type Written<'a> = (&'a str, char, Vec<u32>);

/// Parses the changes of a tick; or returns the first that is invalid.
pub(super) fn read(text: &str) -> Result<Vec<Written<'_>>, &str> {
    let changes = text.split(';').filter(|change| !change.is_empty());
    changes.map(|change| read_change(change).ok_or(change)).collect()
}

fn read_change(change: &str) -> Option<Written<'_>> {
    let place = change.rfind(['=', '-', '+', '~', '>'])?;
    let (name, rest) = change.split_at(place);
    let sign = rest.chars().next()?;
    let numbers = rest[1..].split_ascii_whitespace().map(|number| number.parse().ok());
    let numbers = numbers.collect::<Option<Vec<u32>>>()?;
    let is_complete = match sign {
        '=' => !numbers.is_empty(),
        '-' | '~' => numbers.len() == 1,
        _ => true,
    };
    (is_complete && (sign == '>') == name.is_empty()).then_some((name, sign, numbers))
}

/// The recorded picture after a tick, from the one before it; or an error.
pub(super) fn recorded(before: &Picture, tick: u64, text: &str) -> Result<Picture, Objection> {
    let mut picture = before.clone();
    let list = read(text).map_err(|change| objection(tick, change))?;
    for written in list {
        let (name, sign, numbers) = &written;
        let change = change(&picture, &written);
        let change = change.ok_or_else(|| {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            objection(tick, &format!("{name}{sign}{}", numbers.join(" ")))
        })?;
        let list = vec![change];
        picture.apply(&Changes { tick, phase: picture.phase(), list, said: None });
    }
    Ok(picture)
}

/// A change of this picture, if it is possible.
fn change(picture: &Picture, (name, sign, numbers): &Written<'_>) -> Option<Change> {
    let cells = picture.grid().cells();
    let fit = |numbers: &[u32], count: usize| numbers.iter().all(|&it| (it as usize) < count);
    if *sign == '>' {
        return fit(numbers, cells).then(|| Change::Route(numbers.clone()));
    }
    let layer = picture.layers().iter().position(|layer| layer.look().name == *name)?;
    let list = picture.layers()[layer].list().map(|list| list.cells.len());
    match (sign, list, &numbers[..]) {
        ('=', None, &[value, ref slots @ ..]) => {
            let count = picture.layers()[layer].values().len();
            fit(slots, count).then(|| Change::Set { layer, value, slots: slots.to_vec() })
        }
        ('-', Some(length), &[count]) => {
            (count as usize <= length).then_some(Change::Pop { layer, count })
        }
        ('+', Some(_), numbers) => {
            fit(numbers, cells).then(|| Change::Push { layer, cells: numbers.to_vec() })
        }
        ('~', Some(length), &[from]) => {
            (from as usize <= length).then_some(Change::Flip { layer, from })
        }
        _ => None,
    }
}

/// The error of an invalid change.
pub(super) fn objection(tick: u64, change: &str) -> Objection {
    let place = usize::try_from(tick - 1).unwrap_or(usize::MAX);
    let path = ScenePath(vec![SceneStep::Field("changes"), SceneStep::Index(place)]);
    Objection { path, message: format!("found `{change}`, expected a change of tick {tick}") }
}
