//! Fire that spreads from cell to cell, and that nobody enters: a rule that follows the cells which change.
//! `cargo run --example fire`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Odds, Purpose, Seed};
use mazetick::base::grid::{CellIndex, Position};
use mazetick::engine::search::{ChangedCells, Leads, StaleCells};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// A fire: `fire: (at: (5, 5), odds: 0.3, lasts: 4)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Fire")]
pub struct FireSource {
    /// The cell that burns first.
    pub at: Position,
    /// The probability, below 1, that it spreads to a neighbour in a tick.
    pub odds: f64,
    /// For how many ticks a cell burns.
    pub lasts: u8,
}

/// What the fire has made of a cell. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Fire {
    /// It can burn.
    #[default]
    None,
    /// It burns for so many ticks.
    Burning(u8),
    /// It cannot burn again.
    Ashes,
}

/// The cells that burn, and how. A component of the maze.
#[derive(Component, Clone, Default, Serialize)]
pub struct Front {
    burning: Vec<CellIndex>,
    odds: Odds,
    lasts: u8,
    chance: Chance,
}

/// Adds fire.
pub fn plugin(registry: &mut Registry) {
    registry.add::<FireSource>();
}

impl Ingredient for FireSource {
    const FIELD: &'static str = "fire";

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("at")], self.at);
        if !(0.0..1.0).contains(&self.odds) || self.lasts == 0 {
            let (odds, lasts) = (self.odds, self.lasts);
            check.error(
                [],
                format!("odds {odds}, lasts {lasts}; expected odds below 1, and a tick"),
            );
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Fire>("fire")
            .state::<Front>("front")
            .on_begin(light);
        world
            .each_tick(Phase::Walk, spread)
            .rule(bar)
            .why(|_| "It burns there.".to_owned());
        world.counted("burning cell", |fire: &Fire| {
            matches!(fire, Fire::Burning(_)).into()
        });
    }
}

fn light(
    InRef(source): InRef<FireSource>,
    maze: Single<(&Seed, &mut Front)>,
    mut cells: Cells<&'static mut Fire>,
) {
    let (seed, mut front) = maze.into_inner();
    let (grid, fire) = cells.grid_and_columns();
    let (first, lasts) = (grid.index(source.at), source.lasts);
    fire.fill(Fire::None);
    fire[first] = Fire::Burning(lasts);
    let chance = Chance::new(seed.0, Purpose::named("mazetick fire"));
    *front = Front {
        burning: vec![first],
        odds: Odds::new(source.odds),
        lasts,
        chance,
    };
}

/// Notes each cell that begins or ceases to burn, so that only the ways around it are closed anew.
fn spread(
    mut front: Single<&mut Front>,
    mut cells: Cells<&'static mut Fire>,
    mut changed: ChangedCells,
) {
    let front = &mut **front;
    let (grid, fire) = cells.grid_and_columns();
    for cell in std::mem::take(&mut front.burning) {
        let at = grid.position(cell);
        for heading in Heading::ALL
            .into_iter()
            .filter(|&heading| grid.leads(at, heading))
        {
            let beside = grid.beside(cell, heading);
            if fire[beside] == Fire::None && front.chance.happens(front.odds) {
                fire[beside] = Fire::Burning(front.lasts);
                front.burning.push(beside);
                changed.insert(beside);
            }
        }
        match &mut fire[cell] {
            Fire::Burning(ticks @ 2..) => {
                *ticks -= 1;
                front.burning.push(cell);
            }
            burnt => {
                *burnt = Fire::Ashes;
                changed.insert(cell);
            }
        }
    }
}

/// The rule: nobody enters a cell that burns.
fn bar(
    stale: StaleCells,
    mut cells: Cells<(&'static Fire, Option<&'static Leads>, &'static mut Exits)>,
) {
    let (fire, leads, exits) = cells.columns();
    stale.close_into(exits, leads, |next| matches!(fire[next], Fire::Burning(_)));
}

/// Two agents and a fire.
pub(crate) const SCENE: &str = "Scene(
    seed: 3,
    grid: (rows: 8, columns: 8),
    fire: (at: (4, 4), odds: 0.3, lasts: 3),
    agents: [Mouse(at: (1, 1), to: (8, 8)), Tremaux(at: (8, 1), to: (1, 8))],
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    simulation.advance(5);
    println!("{}", simulation.stats());
    let ways = simulation
        .get::<Exits>(Position::new(1, 1))
        .map(Exits::headings);
    assert_eq!(ways, Some(Headings::from_iter([Heading::S, Heading::E])));
    Ok(())
}
