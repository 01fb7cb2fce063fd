//! The examples run, and their assertions hold. Further examples are run by `extensions` and
//! `bevy_guest`.

#[path = "../../examples/cells.rs"]
mod cells;
#[path = "../../examples/dice.rs"]
mod dice;
#[path = "../../examples/signs.rs"]
mod signs;
#[path = "../../examples/sweep.rs"]
mod sweep;
#[path = "../../examples/walkers.rs"]
mod walkers;
#[path = "../../examples/walls.rs"]
mod walls;

use std::error::Error;

type Tested = Result<(), Box<dyn Error>>;

#[test]
fn cells_are_looked_at_by_position() -> Tested {
    cells::main()
}

#[test]
fn walls_grow_one_a_tick() -> Tested {
    walls::main()
}

#[test]
fn walkers_move_once_a_tick() -> Tested {
    walkers::main()
}

#[test]
fn dice_enter_what_their_top_allows() -> Tested {
    dice::main()
}

#[test]
fn sweeps_find_the_longest_route() -> Tested {
    sweep::main()
}

#[test]
fn walkers_obey_signs() -> Tested {
    signs::main()
}
