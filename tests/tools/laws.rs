//! The laws: all committed scenes and the ingredients of the examples keep them, and ingredients that
//! break one are named.

#![allow(unreachable_pub)] // the examples are programs of their own

#[path = "../../examples/ants.rs"]
mod ants;
#[path = "../../examples/chase.rs"]
mod chase;
#[path = "../../examples/drying_mud.rs"]
mod drying_mud;
#[path = "../../examples/evacuation.rs"]
mod evacuation;
#[path = "../../examples/fire.rs"]
mod fire;
#[path = "../../examples/fireflies.rs"]
mod fireflies;
#[path = "../../examples/ghosts.rs"]
mod ghosts;
#[path = "../../examples/life.rs"]
mod life;
#[path = "../../examples/mirror.rs"]
mod mirror;
#[path = "../../examples/portals.rs"]
mod portals;
#[path = "../../examples/sidewinder.rs"]
mod sidewinder;
#[path = "../../examples/sliding_door.rs"]
mod sliding_door;
#[path = "../../examples/slots.rs"]
mod slots;
#[path = "../../examples/stubborn.rs"]
mod stubborn;
#[path = "../../examples/torch.rs"]
mod torch;
mod wrong;

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Odds, Purpose};
use mazetick::engine::agents::Crew;
use mazetick::engine::search::Leads;
use mazetick::picture::film::Film;
use mazetick::prelude::{Cells, Exits, Heading, Outcome, Phase, Position};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::Play;
use mazetick::tools::laws::Law;

use crate::scenes::committed_scenes;

type Tested = Result<(), Box<dyn Error>>;

/// What adds the ingredients of an example, its scene, and its main function.
type Example = (fn(&mut Registry), &'static str, fn() -> Tested);

#[test]
fn committed_scenes_keep_the_laws() {
    let registry = Registry::standard();
    for (path, text) in committed_scenes() {
        let scene = registry
            .read(&text)
            .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(registry.prove(&scene).expect("a world"), [], "{path:?}");
    }
}

#[test]
fn ingredients_of_the_examples_keep_the_laws() -> Tested {
    let examples: [Example; 15] = [
        (ants::plugin, ants::SCENE, ants::main),
        (chase::plugin, chase::SCENE, chase::main),
        (evacuation::plugin, evacuation::SCENE, evacuation::main),
        (drying_mud::plugin, drying_mud::SCENE, drying_mud::main),
        (fire::plugin, fire::SCENE, fire::main),
        (fireflies::plugin, fireflies::SCENE, fireflies::main),
        (ghosts::plugin, ghosts::SCENE, ghosts::main),
        (life::plugin, life::SCENE, life::main),
        (mirror::plugin, mirror::SCENE, mirror::main),
        (portals::plugin, portals::SCENE, portals::main),
        (sidewinder::plugin, sidewinder::SCENE, sidewinder::main),
        (
            sliding_door::plugin,
            sliding_door::SCENE,
            sliding_door::main,
        ),
        (slots::plugin, slots::SCENE, slots::main),
        (stubborn::plugin, stubborn::SCENE, stubborn::main),
        (torch::plugin, torch::SCENE, torch::main),
    ];
    for (plugin, text, main) in examples {
        let registry = Registry::standard().with(plugin);
        let scene = registry.read(text)?;
        for seed in 0..6 {
            let scene = scene.clone().seeded(seed);
            assert_eq!(registry.prove(&scene)?, [], "{text}\nseed {seed}");
        }
        let trial = registry.test(text, &mut None)?;
        assert_eq!(trial.failures, [], "{text}");
        main()?;
    }
    Ok(())
}

/// Agents and what they see or leave are in the pictures of a film, and change.
#[test]
fn examples_of_agents_are_seen() -> Tested {
    for (plugin, text, layer, is_still) in [
        (
            ants::plugin as fn(&mut Registry),
            ants::SCENE,
            "scent",
            false,
        ),
        (chase::plugin, chase::SCENE, "robber", false),
        (evacuation::plugin, evacuation::SCENE, "far", true),
    ] {
        let scene = Registry::standard().with(plugin).read(text)?;
        let mut simulation = Simulation::new(&scene)?;
        let film = Film::new(&mut simulation, 1000);
        let (early, late) = (film.picture(film.ticks() - 5), film.picture(film.ticks()));
        for (name, is_still) in [(layer, is_still), ("agents", false)] {
            let [early, late] = [&early, &late].map(|it| it.layer(name).expect(name).values());
            assert!(early.iter().any(|&value| value > 0), "{name}");
            assert_eq!(early == late, is_still, "{name}");
        }
    }
    Ok(())
}

/// What agents see beside them is where a step leads.
#[test]
fn agents_see_over_edges() -> Tested {
    let registry = Registry::standard().with(ants::plugin);
    let open = ants::SCENE.replace("generate: Kruskal,\n    braid: 1.0,", "wrap: Rows,");
    assert_ne!(open, ants::SCENE);
    let scene = registry.read(&open)?;
    assert_eq!(registry.prove(&scene)?, []);
    // And so is the number of steps to a cell.
    let registry = Registry::standard().with(evacuation::plugin);
    let ring = evacuation::SCENE.replace("rows: 9, columns: 12", "rows: 1, columns: 12");
    let ring = ring
        .replace("(9, 12)", "(1, 1)")
        .replace("generate: Kruskal", "wrap: Rows");
    let mut simulation = Simulation::new(&registry.read(&ring.replace("40", "11"))?)?;
    assert_eq!(
        simulation.get::<evacuation::Far>(Position::new(1, 12)),
        Some(&evacuation::Far(1))
    );
    assert_eq!(
        simulation.run(),
        Outcome::Walked {
            arrived: 11,
            total: 11
        }
    );
    Ok(())
}

#[test]
fn wrong_ingredients_are_named() {
    for ((plugin, text), law, field) in wrong::INGREDIENTS {
        let registry = Registry::standard().with(plugin);
        let scene = registry
            .read(text)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let broken = registry.prove(&scene).expect("a world");
        assert!(
            broken.iter().any(|it| it.law == law),
            "expected {law:?}, found {broken:?}\n{text}"
        );
        assert!(
            broken
                .iter()
                .all(|it| it.field.is_none_or(|it| it == field)),
            "{broken:?}\n{text}"
        );
    }
}

#[test]
fn a_broken_law_is_shown_by_a_small_scene() {
    // Many proofs that a world ends take long, and a scene that is not printed as it is is no text to shrink.
    let others = [Law::Finishes, Law::Ends, Law::Printed];
    let wrong = wrong::INGREDIENTS
        .into_iter()
        .filter(|it| !others.contains(&it.1));
    for ((plugin, text), law, _) in wrong {
        let registry = Registry::standard().with(plugin);
        let scene = registry.read(text).expect("a legal scene");
        let broken = registry.prove(&scene).expect("a world");
        let broken = broken
            .iter()
            .find(|it| it.law == law)
            .expect("it is broken");
        let smallest = registry.shrink_broken(&scene, broken, 1, || false);
        let of_smallest = registry.prove(&smallest).expect("a world");
        assert!(
            of_smallest
                .iter()
                .any(|it| (it.law, it.field) == (law, broken.field)),
            "{text}"
        );
        let cells = smallest.grid.cells();
        assert!(cells <= 12, "{law:?}: {}", smallest.to_ron());
    }
}

/// Ends belong to their ingredient, whose systems no longer run then; ending twice does nothing.
#[test]
fn nobody_ends_the_part_of_another() -> Tested {
    let (plugin, text) = wrong::ENDING;
    let registry = Registry::standard().with(plugin);
    let scene = registry.read(text)?;
    assert_eq!(registry.prove(&scene)?, []);

    let mut simulation = Simulation::new(&scene)?;
    simulation.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);
    let built = simulation.progress().tick;
    let expected = Outcome::Walked {
        arrived: 1,
        total: 1,
    };
    simulation.run();
    assert_eq!(simulation.outcome(), expected);

    // In each tick of the walk up to the 20th of the world.
    let ticks = simulation.get::<wrong::Mark>(Position::new(1, 1));
    let until = 20_u64.max(built + 1);
    assert_eq!(ticks.map(|mark| u64::from(mark.0)), Some(until - built));
    Ok(())
}

#[test]
fn a_step_may_stay() -> Tested {
    let (plugin, text) = wrong::WAITING;
    let registry = Registry::standard().with(plugin);
    assert_eq!(registry.prove(&registry.read(text)?)?, []);
    Ok(())
}

#[test]
fn a_step_that_is_not_redirected_is_described() -> Tested {
    let mut wrong = wrong::INGREDIENTS.iter();
    let ((plugin, text), ..) = wrong
        .rfind(|(_, law, _)| *law == Law::StepsAreLed)
        .expect("one of them");
    let registry = Registry::standard().with(*plugin);

    let broken = registry.prove(&registry.read(text)?)?;
    assert_eq!(
        broken[0].found,
        "a step from (1, 1) north to a place out of the grid, redirected to (4, 4)"
    );
    Ok(())
}

/// What the engine itself notices, without a proof.
#[test]
fn worlds_end_at_wrong_ingredients() {
    for ((plugin, text), outcome) in wrong::NOTICED {
        let scene = Registry::standard()
            .with(plugin)
            .read(text)
            .expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a world");
        assert_eq!(simulation.run().to_string(), outcome);
    }
}

#[test]
fn a_system_that_the_scene_does_not_suit_is_refused() {
    for ((plugin, text), message) in wrong::LACKING {
        let scene = Registry::standard().with(plugin).read(text);
        let error = scene
            .map_err(|error| error.to_string())
            .expect_err("a fault");
        assert!(error.contains(message), "{error}");
    }
}

/// What cannot be run to its end is refused by a proof, too.
#[test]
fn a_scene_that_fails_is_not_proven() {
    let (plugin, text) = wrong::REFUSED;
    let registry = Registry::standard().with(plugin);
    let scene = registry.read(text).expect("a legal scene");
    let error = registry.prove(&scene).expect_err("it fails");
    assert_eq!(error.to_string(), "refusing: no");
}

#[test]
fn a_rule_asks_for_walls_that_a_world_may_lack() {
    let (plugin, text) = wrong::OPTIONAL;
    let registry = Registry::standard().with(plugin);
    let walled = text.replace("mark", "walls: {(1, 3): \"N\"}, mark");
    for (text, outcome) in [(text, "solved in 8 moves"), (&walled, "no solution")] {
        let mut simulation =
            Simulation::new(&registry.read(text).expect("a scene")).expect("a world");
        assert_eq!(simulation.run().to_string(), outcome);
    }
}

#[test]
#[should_panic(
    expected = "`mark`: no entity has what its system of `on_begin` asks for: \
    InRef<Asking>, Single<&mut Undeclared>"
)]
fn a_system_that_begins_with_what_is_not_there_is_named() {
    let (plugin, text) = wrong::ASKING;
    let _ = Simulation::new(
        &Registry::standard()
            .with(plugin)
            .read(text)
            .expect("a scene"),
    );
}

/// Each tick is of one phase, also where a stage has nothing to do.
#[test]
fn a_stage_takes_a_tick_at_least() {
    let (plugin, text) = wrong::TICKLESS;
    let scene = Registry::standard()
        .with(plugin)
        .read(text)
        .expect("a scene");
    let mut simulation = Simulation::new(&scene).expect("a world");
    let mut moment = |ticks| {
        simulation.advance(ticks);
        (simulation.progress().tick, simulation.progress().phase)
    };
    assert_eq!(moment(0), (0, Phase::Generation));
    assert_eq!(moment(1), (1, Phase::Walk));
    assert_eq!(moment(9), (2, Phase::Finished));
}

/// At the end of generation, or at tick 0, once, with the ways closed.
#[test]
fn a_walk_begins_when_the_walls_are_built() -> Tested {
    let (plugin, text) = wrong::BEGINNING;
    let registry = Registry::standard().with(plugin);
    let walled = text.replace("survey", "generate: Kruskal, survey");
    let split = text.replace("survey", "walls: {(1, 1): \"E\"}, survey");
    for (text, expected) in [(text, [1, 1, 0]), (&walled, [1, 1, 0]), (&split, [0, 1, 0])] {
        let scene = registry.read(text)?;
        assert_eq!(registry.prove(&scene)?, []);
        let mut simulation = Simulation::new(&scene)?;
        simulation.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);
        for _ in 0..3 {
            let marks = simulation.query(|marks: Query<&wrong::Mark>| {
                marks.iter().map(|mark| mark.0).collect::<Vec<_>>()
            });
            assert_eq!(marks, expected);
            simulation.tick();
        }
    }
    Ok(())
}

/// Stopped, arrived, sent elsewhere and moved, all in the second tick.
#[test]
fn agents_follow_what_systems_write() {
    let (plugin, text) = wrong::DIRECTED;
    let registry = Registry::standard().with(plugin);
    let scene = registry.read(text).expect("a scene");
    assert_eq!(registry.prove(&scene).expect("a world"), []);
    let mut simulation = Simulation::new(&scene).expect("a world");
    let crew = |simulation: &mut Simulation| {
        simulation.query(|crew: Single<&Crew>| (crew.going, crew.arrived))
    };
    simulation.advance(2);
    assert_eq!(crew(&mut simulation), (2, 1));
    simulation.advance(1);
    assert_eq!(crew(&mut simulation), (0, 3));
    assert_eq!(
        simulation.outcome(),
        Outcome::Walked {
            arrived: 3,
            total: 4
        }
    );
    assert_eq!(simulation.progress().tick, 3);
}

#[test]
fn a_walk_whose_ways_change_is_not_made_by_hand() {
    let registry = Registry::standard().with(drying_mud::plugin);
    let scene = registry.read(drying_mud::SCENE).expect("a legal scene");
    let error = Play::new(&scene)
        .map(drop)
        .expect_err("it is refused")
        .to_string();
    assert!(
        error.contains("walk: ways change while it goes on"),
        "{error}"
    );
}

/// What a rule reads may be spawned in a tick, and be the tick itself.
#[test]
fn rules_run_again_when_what_they_read_changes() {
    for ((plugin, text), outcome) in wrong::CHANGING {
        let registry = Registry::standard().with(plugin);
        let scene = registry.read(text).expect("a legal scene");
        assert_eq!(registry.prove(&scene).expect("a world"), [], "{text}");
        let mut simulation = Simulation::new(&scene).expect("a world");
        assert_eq!(simulation.run().to_string(), outcome, "{text}");
    }
}

#[test]
fn fire_burns_as_on_plain_arrays() -> Tested {
    let registry = Registry::standard().with(fire::plugin);
    for seed in 0..40_u32 {
        let [rows, columns] = [1 + seed % 7, 1 + seed * 5 % 8];
        let lasts = 1 + u8::try_from(seed % 4)?;
        let scene = registry.read(&format!(
            "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}),
             fire: (at: ({rows}, 1), odds: 0.4, lasts: {lasts}),
             agents: [Mouse(at: (1, 1), to: (1, {columns}), patience: 50)])"
        ))?;
        let mut simulation = Simulation::new(&scene)?;
        let (size, first) = (
            (rows as usize, columns as usize),
            ((rows - 1) * columns) as usize,
        );
        let mut plain = plain::fire::Fire::new(size, first, lasts);
        let mut chance = Chance::new(seed.into(), Purpose::named("mazetick fire"));
        let odds = Odds::new(0.4);
        loop {
            let ways = plain.ways.clone(); // as the agents find them in the next tick
            if !simulation.tick() {
                break;
            }
            plain.tick(|| chance.happens(odds));
            let found =
                simulation.query(|mut cells: Cells<(&'static fire::Fire, &'static Exits)>| {
                    let (fire, exits) = cells.columns();
                    let bits: Vec<u8> = exits.iter().map(|exits| exits.headings().bits()).collect();
                    (fire.to_vec(), bits)
                });
            let states = plain.states.iter().map(|state| match state {
                plain::fire::State::Fuel => fire::Fire::None,
                plain::fire::State::Burning(ticks) => fire::Fire::Burning(*ticks),
                plain::fire::State::Ashes => fire::Fire::Ashes,
            });
            assert_eq!(found, (states.collect(), ways), "seed {seed}");
        }
    }
    Ok(())
}

/// Beside a rule that says which cells' ways hang on a cell there may be one that does not, and one that redirects steps.
#[test]
fn ways_follow_the_cells_that_change() -> Tested {
    let registry = Registry::standard()
        .with(fire::plugin)
        .with(drying_mud::plugin);
    let mut simulation = None;
    for (others, seed) in [
        "",
        "drying: {(2, 2): 5, (5, 6): 3}, ",
        "wrap: Both, ",
        "generate: Kruskal, ",
    ]
    .into_iter()
    .flat_map(|others| (0..12).map(move |seed| (others, seed)))
    {
        let [rows, columns] = [1 + seed % 7, 1 + seed * 5 % 8];
        let others = if rows < 5 || columns < 6 {
            others.replace("drying: {(2, 2): 5, (5, 6): 3}", "wrap: Rows")
        } else {
            others.to_owned()
        };
        let scene = registry.read(&format!(
            "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), {others}
             fire: (at: ({rows}, 1), odds: 0.4, lasts: {}),
             agents: [Mouse(at: (1, 1), to: (1, {columns}), patience: 60)])",
            1 + seed % 3
        ))?;
        let world = Simulation::reuse(&mut simulation, &scene)?;
        world.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);
        loop {
            // Those that burn now, and are entered in the next tick.
            let burns =
                |world: &Simulation, at| matches!(world.get(at), Some(fire::Fire::Burning(_)));
            let burning: Vec<bool> = world
                .grid()
                .positions()
                .map(|at| burns(world, at))
                .collect();
            let wet: Vec<bool> = world
                .grid()
                .positions()
                .map(|at| world.get::<drying_mud::Wet>(at).is_some_and(|it| it.0 > 0))
                .collect();
            if !world.tick() {
                break;
            }
            let grid = world.grid();
            for (cell, at) in grid.indices().zip(grid.positions()) {
                let ways = world
                    .get::<Exits>(at)
                    .expect("agents walk by exits")
                    .headings();
                for heading in Heading::ALL {
                    let leads = world.get::<Leads>(at).map_or_else(
                        || grid.leads(at, heading).then(|| grid.beside(cell, heading)),
                        |leads| leads.toward(heading),
                    );
                    let is_walled = world.wall(at, heading).unwrap_or(false);
                    let is_open = !is_walled
                        && !wet[cell.get()]
                        && leads.is_some_and(|there| !burning[there.get()] && !wet[there.get()]);
                    assert_eq!(ways.contains(heading), is_open, "{at} {heading:?}");
                }
            }
        }
    }
    Ok(())
}

/// Bevy keeps a message of each component that is removed until it is told not to.
#[test]
fn entities_that_are_gone_leave_nothing_behind() -> Tested {
    let registry = Registry::standard().with(fireflies::plugin);
    let scene = registry.read(fireflies::SCENE)?;
    let mut simulation = Simulation::new(&scene)?;
    for seed in 0..10 {
        simulation.load(&scene.clone().seeded(seed))?;
        simulation.run();
    }
    let left = |mut gone: RemovedComponents<fireflies::Firefly>| gone.read().count();
    assert_eq!(simulation.query(left), 0);
    Ok(())
}

#[test]
fn worlds_are_not_set_back_to_others() -> Tested {
    let scenes = ["Kruskal", "Mazing(pick: EligibleWall)"].map(|walls| {
        Scene::from_ron(&format!(
            "Scene(grid: (rows: 5, columns: 5), generate: {walls})"
        ))
    });
    let [one, other] = scenes;
    let mut simulation = Simulation::new(&one?)?;
    let checkpoint = simulation.checkpoint();
    simulation.load(&other?)?;
    simulation.advance(5);
    let digest = simulation.digest();
    assert!(simulation.rewind(&checkpoint).is_err());
    assert_eq!(simulation.digest(), digest);
    Ok(())
}
