//! Scenes tested in many worlds.

use mazetick::base::{Grid, SceneStep};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::sweep::Variant;
use mazetick::tools::trial::{Property, Tally};

const TEXT: &str = r#"Scene(
    seed: 9,
    grid: (rows: 3, columns: 4),
    generate: Johnny(start: BottomLeft, flips: 0.2),
    walk: Foot(from: BottomLeft, to: Center),
    seeds: 0..=39,
    vary: ["grid.rows=2..5", "generate.flips=0,0.4"],
    expect: [
        Given("moves > 4", [Solved(moves: 0..=7), Always("states <= 9")]),
        Sometimes(["moves > 5", Solved(moves: 99)]),
    ],
)"#;

fn property(text: &str) -> Property {
    Property::new(&Registry::standard(), "maze", text, None, &[]).expect("a property")
}

/// What each world gives alone, with the scene written out.
#[test]
fn the_worlds_of_a_property_are_counted_as_if_each_were_tested_alone() {
    let registry = Registry::standard();
    let property = property(TEXT);
    let Tally {
        worlds,
        failed,
        unmet,
        failing: of_all,
        unreached,
        ..
    } = property.test(u64::MAX).expect("they run");
    let (mut failing, mut unmet_alone) = (Vec::new(), 0);
    for rows in 2..5 {
        for flips in ["0", "0.4"] {
            for seed in 0..=39 {
                let alone = TEXT
                    .replace("rows: 3", &format!("rows: {rows}"))
                    .replace("flips: 0.2", &format!("flips: {flips}"))
                    .replace("    seeds: 0..=39,\n", "")
                    .replace("seed: 9", &format!("seed: {seed}"));
                let alone = alone.lines().filter(|line| !line.contains("vary:"));
                let alone: Vec<_> = alone.filter(|line| !line.contains("Sometimes")).collect();
                let trial = registry
                    .test(&alone.join("\n"), &mut None)
                    .expect("a scene");
                unmet_alone += u64::from(trial.is_unmet);
                if !trial.failures.is_empty() {
                    failing.push((seed, trial.failures));
                }
            }
        }
    }
    assert_eq!(
        (worlds, failed, unmet),
        (240, failing.len() as u64, unmet_alone)
    );
    assert!(failed > 5 && unmet > 5, "{failed} {unmet}");
    let mut count = 0;
    for of_one in &of_all {
        let path = &of_one.failure.path;
        let worlds = failing.iter().filter_map(|(seed, failures)| {
            let failure = failures.iter().find(|it| it.path == *path)?;
            Some((*seed, failure))
        });
        let worlds: Vec<_> = worlds.collect();
        let seeds: Vec<_> = worlds.iter().map(|(seed, _)| *seed).collect();
        let first: Vec<_> = of_one.first.iter().map(|(_, seed)| *seed).collect();
        assert_eq!(of_one.worlds, worlds.len() as u64);
        assert_eq!(first, seeds[..seeds.len().min(5)]);
        let message = &worlds[0].1.message;
        assert_eq!(&of_one.failure.message, message);
        count += worlds.len();
    }
    let all: usize = failing.iter().map(|(_, failures)| failures.len()).sum();
    assert_eq!(count, all);
    let [never] = &unreached[..] else {
        panic!("{unreached:?}")
    };
    assert_eq!(never.path.0[1..], [1, 0, 1].map(SceneStep::Index));
}

#[test]
fn a_property_ends_at_the_last_failure_that_is_wanted() {
    let property = property(TEXT);
    let all = property.test(u64::MAX).expect("they run");
    let some = property.test(3).expect("they run");
    assert_eq!(some.failed, 3);
    assert!(some.worlds < all.worlds);
    let first = |tally: &Tally| tally.failing[0].first.clone();
    assert!(first(&all).starts_with(&first(&some)));
}

#[test]
fn seeds_and_variations_do_not_change_the_world() {
    let text = TEXT;
    let scene = Scene::from_ron(text).expect("a scene");
    let printed = scene.to_ron();
    assert!(printed.contains("\n    seeds: 0..=39,\n"), "{printed}");
    assert!(
        printed.contains("vary: [\"grid.rows=2..5\", \"generate.flips=0,0.4\"],"),
        "{printed}"
    );
    assert_eq!(Scene::from_ron(&printed).expect("as printed"), scene);
    let plain: Vec<_> = text
        .lines()
        .filter(|it| !it.contains("seeds:") && !it.contains("vary:"))
        .collect();
    let plain = Scene::from_ron(&plain.join("\n")).expect("a scene");
    let digest = |scene| {
        let mut world = Simulation::new(scene).expect("a world");
        world.run();
        world.digest()
    };
    assert_eq!(digest(&scene), digest(&plain));
}

#[test]
fn words_for_positions_are_those_of_the_grid() {
    for (rows, columns) in [(1, 1), (2, 3), (5, 4)] {
        for (word, row, column) in [
            ("TopLeft", 1, 1),
            ("TopRight", 1, columns),
            ("BottomLeft", rows, 1),
            ("BottomRight", rows, columns),
            ("Center", (rows + 1) / 2, (columns + 1) / 2),
        ] {
            let text = |at: &str| {
                format!(
                    "Scene(generate: Johnny(start: {at}), grid: (rows: {rows}, columns: {columns}))"
                )
            };
            let named = Scene::from_ron(&text(word)).expect("a scene");
            assert_eq!(
                named,
                Scene::from_ron(&text(&format!("({row}, {column})"))).expect("a scene")
            );
        }
    }
    let wrong =
        Scene::from_ron("Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: Topleft))");
    let wrong = wrong.expect_err("a misspelt word").to_string();
    assert!(
        wrong.contains("Topleft") && wrong.contains("TopLeft"),
        "{wrong}"
    );
}

/// Positions from a corner stay in the grid, whatever its size; only drawn walls have one size.
#[test]
fn every_template_can_be_varied_in_size() {
    let registry = Registry::standard();
    let settings =
        ["grid.rows=2..=20", "grid.columns=2,7"].map(|it| it.parse().expect("a setting"));
    let varied = registry
        .templates()
        .iter()
        .filter(|it| it.name != "walls")
        .map(|template| {
            let text = template.scene(
                Grid {
                    rows: 6,
                    columns: 9,
                },
                3,
            );
            let variants = Variant::all(&registry, template.name, &text, &settings);
            let variants = variants.unwrap_or_else(|error| panic!("{}: {error}", template.name));
            assert_eq!(variants.len(), 38, "{}", template.name);
            for variant in &variants {
                Simulation::new(&variant.scene)
                    .expect("there is memory")
                    .run();
            }
        });
    assert!(varied.count() >= 12);
}
