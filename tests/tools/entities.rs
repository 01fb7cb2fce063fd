//! The order of entities, compared with a plain version: the same in any World, and after a return to a checkpoint.

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Purpose, Seed};
use mazetick::engine::maze::{Entities, Spawned};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// Beasts that come and go, of which some have a horn or get one: `herd: (Plain)` begins with one that has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Herd {
    Plain,
    Horned,
}

#[derive(Component, Clone, Serialize)]
struct Beast;

#[derive(Component, Clone, Serialize)]
struct Horn;

/// What befalls the herd, and the numbers of its beasts as a system of each tick finds them.
#[derive(Component, Clone, Default, Serialize)]
struct Fate {
    chance: Chance,
    found: Vec<Vec<u32>>,
}

impl Ingredient for Herd {
    const FIELD: &'static str = "herd";
    const ROLE: Role = Role::Agents;

    fn build(world: &mut Build<'_>) {
        world
            .state::<Fate>("fate")
            .entities::<Beast>("beasts")
            .entities::<Horn>("horns");
        world
            .on_begin(begin)
            .lasts()
            .each_tick(Phase::Walk, (look, befall).chain());
    }
}

fn begin(InRef(herd): InRef<Herd>, maze: Single<(&Seed, &mut Fate)>, mut commands: Commands) {
    let (seed, mut fate) = maze.into_inner();
    *fate = Fate {
        chance: Chance::new(seed.0, Purpose::WALLS),
        found: Vec::new(),
    };
    match herd {
        Herd::Plain => _ = commands.spawn(Beast),
        Herd::Horned => _ = commands.spawn((Beast, Horn)),
    }
}

fn look(mut fate: Single<&mut Fate>, mut herd: Entities<(&'static Spawned, &'static Beast)>) {
    let numbers = |beasts: &[Spawned]| beasts.iter().map(|it| it.number()).collect();
    fate.found = herd.tables().map(|(beasts, _)| numbers(beasts)).collect();
}

/// One is spawned, goes, or gets a horn.
#[derive(Clone, Copy)]
enum Lot {
    Spawn { is_horned: bool },
    Despawn(usize),
    Horn(usize),
}

/// One of three lots, for one of so many.
fn draw(chance: &mut Chance, count: usize) -> Lot {
    match chance.below(8) {
        lot @ 0..4 => Lot::Spawn { is_horned: lot < 2 },
        4..6 if count > 0 => Lot::Despawn(chance.place(count)),
        6.. if count > 0 => Lot::Horn(chance.place(count)),
        _ => Lot::Spawn { is_horned: false },
    }
}

fn befall(
    maze: Single<(&mut Fate, &mut Progress)>,
    beasts: Query<(Entity, &Spawned)>,
    mut commands: Commands,
) {
    let (mut fate, mut progress) = maze.into_inner();
    let mut in_order: Vec<_> = beasts.iter().collect();
    in_order.sort_unstable_by_key(|&(_, number)| number);
    match draw(&mut fate.chance, in_order.len()) {
        Lot::Spawn { is_horned: true } => _ = commands.spawn((Beast, Horn)),
        Lot::Spawn { is_horned: false } => _ = commands.spawn(Beast),
        Lot::Despawn(place) => commands.entity(in_order[place].0).despawn(),
        Lot::Horn(place) => _ = commands.entity(in_order[place].0).insert(Horn),
    }
    if progress.tick == 200 {
        progress.end_part(Outcome::Ended("done"));
    }
}

/// Two tables, of the beasts without horns and of those with: who leaves one gives its place to the last.
fn plain(seed: u64, first_is_horned: bool) -> Vec<Vec<Vec<u32>>> {
    let mut chance = Chance::new(seed, Purpose::WALLS);
    let mut tables = [Vec::new(), Vec::new()];
    tables[usize::from(first_is_horned)].push(0);
    let mut next = 1;
    let mut all = Vec::new();
    for _ in 0..200 {
        let mut found: Vec<Vec<u32>> = tables.iter().filter(|it| !it.is_empty()).cloned().collect();
        found.sort_unstable_by_key(|table| table[0]);
        all.push(found);
        let mut numbers: Vec<u32> = tables.iter().flatten().copied().collect();
        numbers.sort_unstable();
        match draw(&mut chance, numbers.len()) {
            Lot::Spawn { is_horned } => {
                tables[usize::from(is_horned)].push(next);
                next += 1;
            }
            Lot::Despawn(place) => _ = take(&mut tables, numbers[place]),
            Lot::Horn(place) if tables[0].contains(&numbers[place]) => {
                let number = take(&mut tables, numbers[place]);
                tables[1].push(number);
            }
            Lot::Horn(_) => {}
        }
    }
    all
}

fn take(tables: &mut [Vec<u32>], number: u32) -> u32 {
    let place = |table: &Vec<u32>| table.iter().position(|&it| it == number);
    tables
        .iter_mut()
        .find_map(|table| Some(table.swap_remove(place(table)?)))
        .expect("a beast")
}

fn found(simulation: &Simulation) -> Vec<Vec<u32>> {
    simulation
        .entity()
        .get::<Fate>()
        .expect("a herd")
        .found
        .clone()
}

#[test]
fn entities_have_one_order_in_any_world() {
    let registry = Registry::standard().with(|registry| _ = registry.add::<Herd>());
    let read = |kind| registry.read(&format!("Scene(grid: (rows: 2, columns: 2), herd: {kind})"));
    let scenes = ["Plain", "Horned"].map(|kind| read(kind).expect("a scene"));
    let mut random = plain::random::Random::new(1);
    for seed in 0..20 {
        for first in [0, 1] {
            let expected = plain(seed, first == 1);
            let scene = scenes[first].clone().seeded(seed);
            let mut reused = Simulation::new(&scenes[1 - first]).expect("a world");
            reused.run();
            reused.load(&scene).expect("a world");
            let mut new = Simulation::new(&scene).expect("a world");
            for tick in &expected {
                new.tick();
                reused.tick();
                assert_eq!([&found(&new), &found(&reused)], [tick, tick]);
                if random.below(20) == 0 {
                    let here = new.checkpoint();
                    let mut branch = new.branch();
                    new.advance(random.below(9) as u64);
                    new.rewind(&here).expect("a checkpoint of this maze");
                    new = if random.percent(50) {
                        branch
                    } else {
                        branch.advance(5);
                        new
                    };
                }
            }
        }
    }
}
