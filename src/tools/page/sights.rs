//! The values and places of slots that occur in a film.

use crate::base::count::saturating_u32;
use std::collections::BTreeSet;

use crate::picture::stamps::Stamps;
use crate::picture::{Change, Film, Picture, Place, Slot};

/// The sights of each layer: value and place, in ascending order.
pub(super) struct Sights(Vec<BTreeSet<(u32, usize)>>);

impl Sights {
    pub(super) fn new(film: &Film) -> Self {
        let layers = film.empty().layers();
        let mut sights = vec![BTreeSet::new(); layers.len()];
        let mut lengths = vec![0; layers.len()];
        for change in film.changes().flat_map(|changes| changes.list) {
            match change {
                Change::Set {
                    layer,
                    value: value @ 1..,
                    slots,
                } => {
                    let mut places = [false; 64];
                    let place = layers[layer].look().place;
                    for slot in slots {
                        let place = place_of(place, slot as usize, film.empty());
                        // Asking the set for each slot would be slow.
                        let known = places.get_mut(place).map(|it| std::mem::replace(it, true));
                        if known != Some(true) {
                            sights[layer].insert((value, place));
                        }
                    }
                }
                Change::Pop { layer, count } => lengths[layer] -= count,
                Change::Push { layer, cells } => {
                    let length = lengths[layer] + saturating_u32(cells.len());
                    sights[layer].extend((lengths[layer] + 1..=length).map(|value| (value, 0)));
                    lengths[layer] = length;
                }
                _ => {}
            }
        }
        Self(sights)
    }

    /// The stamps of a layer: for each sight how much larger its code is than the last, and its
    /// stamp. A code is twice the index of the sight among all of the layer, plus 1 if it is fresh.
    pub(super) fn table(
        &mut self,
        layer: usize,
        picture: &Picture,
        stamps: &mut Stamps,
    ) -> Vec<u64> {
        let look = picture.layers()[layer].look();
        let places = look.place.places();
        let sight = picture.blank_slot(look);
        let (mut table, mut last) = (Vec::new(), 0);
        for &(value, place) in &self.0[layer] {
            for is_fresh in [false, true] {
                let sight = Slot {
                    value,
                    place,
                    is_fresh,
                    ..sight
                };
                let code = (u64::from(value) * places as u64 + place as u64) * 2;
                let code = code + u64::from(is_fresh);
                table.push(code - std::mem::replace(&mut last, code));
                table.push(stamps.of(look, sight).0.into());
            }
        }
        table
    }
}

/// The index of a slot in its cell; for walls, 1 for vertical ones.
fn place_of(place: Place, slot: usize, picture: &Picture) -> usize {
    let (_, at) = place.cell(slot, picture.grid());
    // North and south walls are horizontal; west and east ones are the later headings.
    if place == Place::Walls { at / 2 } else { at }
}
