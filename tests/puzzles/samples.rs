//! The samples of the problems, byte for byte, through contest input and through scenes.

use mazetick::contest::Contest;
use mazetick::engine::drawing::Drawing;
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};

const SAMPLES: [(Contest, &str, &str); 3] = [
    (
        Contest::JOHNNY,
        include_str!("../samples/johnny.in"),
        include_str!("../samples/johnny.out"),
    ),
    (
        Contest::ARROW,
        include_str!("../samples/arrow.in"),
        include_str!("../samples/arrow.out"),
    ),
    (
        Contest::DICE,
        include_str!("../samples/dice.in"),
        include_str!("../samples/dice.out"),
    ),
];

const MAZING_START: &str = "\
+--+--+--+--+--+--+
|                 |
+  +  +  +  +  +  +
|                 |
+--+--+--+--+--+--+
";

fn scenes(contest: Contest, input: &str) -> Vec<Scene> {
    let mut scenes = Vec::new();
    let keep = |scene: &Scene| {
        scenes.push(scene.clone());
        Ok(())
    };
    contest
        .read("sample", input.as_bytes(), keep, |fault| panic!("{fault}"))
        .unwrap();
    scenes
}

#[test]
fn contest_input_gives_the_sample_output() {
    for (contest, input, expected) in SAMPLES {
        for jobs in [1, 3] {
            let mut output = Vec::new();
            contest
                .solve("sample", input.as_bytes(), &mut output, jobs)
                .unwrap();
            assert_eq!(
                String::from_utf8(output).unwrap(),
                expected,
                "{contest:?}, {jobs} jobs"
            );
        }
    }
}

#[test]
fn scenes_written_and_read_again_give_the_sample_output() {
    for (contest, input, expected) in SAMPLES {
        let mut output = String::new();
        for scene in scenes(contest, input) {
            let read = Scene::from_ron(&scene.to_ron()).unwrap();
            assert_eq!(read, scene);
            let mut simulation = Simulation::new(&read).unwrap();
            simulation.run();
            output += &simulation.text();
        }
        assert_eq!(output, expected, "{contest:?}");
    }
}

#[test]
fn the_samples_have_no_fault_and_are_exported_as_the_mazes_that_they_are() {
    for (contest, input, _) in SAMPLES {
        contest
            .read(
                "sample",
                input.as_bytes(),
                |_| Ok(()),
                |fault| panic!("{fault}"),
            )
            .unwrap();
        let read = scenes(contest, input);
        let exported = Registry::standard().export(&read).unwrap();
        assert_eq!(scenes(contest, &exported), read);
    }
}

#[test]
fn the_mazing_begins_with_its_border() {
    let scene =
        "Scene(grid: (rows: 2, columns: 6), generate: Mazing(pick: AnyWall), text: Lattice)";
    let mut simulation = Simulation::new(&Scene::from_ron(scene).unwrap()).unwrap();
    assert_eq!(simulation.text(), MAZING_START);
}

/// As a failed `assert_eq!` shows them.
#[test]
fn drawings_are_shown_line_by_line() {
    let shown = |text: &str| format!("{:?}", Drawing::from(text));
    let lines = MAZING_START.strip_suffix('\n').expect("a last line break");
    assert_eq!(shown(MAZING_START), format!("\n{lines}"));
    assert_eq!(shown("a \nb\x1b\n"), "\na\\x20\nb\\u{1b}");
    assert_eq!(shown("a"), "\na\\");
}
