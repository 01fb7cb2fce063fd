//! Where two slices differ.

/// The places at which two slices differ, as far as both reach. Equal blocks are passed quickly.
pub(crate) fn differences<'a, T: PartialEq>(
    old: &'a [T],
    new: &'a [T],
) -> impl Iterator<Item = usize> + 'a {
    const BLOCK: usize = 256;
    let blocks = old
        .chunks(BLOCK)
        .zip(new.chunks(BLOCK))
        .zip((0..).step_by(BLOCK));
    // Without an early end the comparison of a block vectorises.
    let differ = |(old, new): (&[T], &[T])| {
        old.iter()
            .zip(new)
            .fold(0, |differ, (old, new)| differ | u8::from(old != new))
            != 0
    };
    blocks
        .filter(move |&(block, _)| differ(block))
        .flat_map(|((old, new), first)| {
            let places = (first..).zip(old.iter().zip(new));
            places
                .filter(|(_, (old, new))| old != new)
                .map(|(place, _)| place)
        })
}
