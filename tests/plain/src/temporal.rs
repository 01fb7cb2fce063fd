//! What must hold over time, judged from a list of what was the case at each moment.

/// When statements must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    End,
    At(u64),
    Always,
    Never,
    Eventually,
    Sometimes,
    By(u64),
    Until,
    After,
}

/// The moments of a run: the tick of each, from 0; the last tick may have a second moment, when the run ends.
pub type Ticks<'a> = &'a [u64];

/// The tick at which a statement breaks that holds at these moments; `turn` are the moments at which what ends
/// or begins the time holds.
pub fn breaks(when: When, ticks: Ticks, holds: &[bool], turn: &[bool]) -> Option<u64> {
    let end = ticks.len() - 1;
    let first = |wanted: bool, all: &[bool]| all.iter().position(|&it| it == wanted);
    let turned = first(true, turn);
    let bad = match when {
        When::End => (!holds[end]).then_some(end),
        When::At(tick) => match ticks.iter().position(|&it| it == tick) {
            Some(moment) => (!holds[moment]).then_some(moment),
            None => Some(end), // which is not about the statement
        },
        When::Always => first(false, holds),
        When::Never => first(true, holds),
        When::Eventually | When::Sometimes => first(true, holds).is_none().then_some(end),
        When::By(tick) => {
            let last = ticks.iter().position(|&it| it == tick).unwrap_or(end);
            first(true, &holds[..=last]).is_none().then_some(last)
        }
        When::Until => first(false, &holds[..turned.unwrap_or(holds.len())]),
        When::After => turned.and_then(|from| Some(from + first(false, &holds[from..])?)),
    };
    bad.map(|moment| ticks[moment])
}
