//! Plots: a panel for each setting, and the same bytes for any number of threads.

use std::fs;

use crate::program::{folder, mazetick};

const SWEEP: [&str; 8] = [
    "sweep",
    "scenes/mixed/foot-carved.ron",
    "--seeds",
    "0..300",
    "--vary",
    "generate.flips=0,0.2,0.5",
    "--where",
    "dead_ends < 40",
];

/// A plot of this column, drawn on this many threads.
fn plot(column: &str, jobs: &str) -> String {
    let file = folder(&format!("{column}-{jobs}")).join("plot.svg");
    let mut program = mazetick(&SWEEP);
    let program = program
        .args(["--plot", column, "--jobs", jobs, "-o"])
        .arg(&file);
    assert!(program.status().expect("it runs").success());
    fs::read_to_string(file).expect("a picture")
}

/// The texts between tags.
fn texts(svg: &str) -> Vec<&str> {
    svg.lines()
        .filter(|line| !line.starts_with('<') && !line.starts_with(['[', '}']))
        .collect()
}

#[test]
fn every_setting_has_a_panel_with_its_shares() {
    let svg = plot("moves", "1");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let texts = texts(&svg);
    let titles: Vec<_> = texts.iter().filter(|it| it.contains("worlds")).collect();
    assert_eq!(titles.len(), 3, "{texts:?}");
    assert!(
        titles[0].starts_with("generate.flips=0: 300 worlds, mean "),
        "{titles:?}"
    );
    assert_eq!(texts.last(), Some(&"moves"));
    // All routes from corner to corner have an even number of moves; there must be no empty bins
    // for odd ones.
    let bars = svg.matches("fill=\"#4A8AD0\"").count();
    assert!((30..100).contains(&bars), "{bars} bars");
}

#[test]
fn courses_over_ticks_have_a_band_and_a_line_in_each_panel() {
    let folder = folder("course");
    let course = |jobs: &str| {
        let file = folder.join("course.svg");
        let more = [
            "--each-tick",
            "10",
            "--plot",
            "states",
            "--jobs",
            jobs,
            "-o",
        ];
        let mut program = mazetick(&SWEEP);
        assert!(
            program
                .args(more)
                .arg(&file)
                .status()
                .expect("it runs")
                .success()
        );
        fs::read_to_string(file).expect("a picture")
    };
    let svg = course("1");
    assert_eq!(
        (
            svg.matches("<polygon ").count(),
            svg.matches("stroke-width=\"2\"").count()
        ),
        (3, 3)
    );
    let texts = texts(&svg);
    assert!(
        texts.contains(&"generate.flips=0.5: 300 worlds"),
        "{texts:?}"
    );
    assert!(
        texts.last().expect("words").starts_with("states by tick"),
        "{texts:?}"
    );
    assert_eq!(course("3"), svg);
}

#[test]
fn colours_have_a_dark_side() {
    let svg = plot("corridor", "2");
    let colours = svg
        .split('"')
        .filter(|it| it.starts_with('#') && it.len() == 7);
    for colour in colours {
        assert!(
            svg.contains(&format!("[fill=\"{colour}\"]{{fill:#")),
            "{colour}"
        );
        assert!(
            svg.contains(&format!("[stroke=\"{colour}\"]{{stroke:#")),
            "{colour}"
        );
    }
}

#[test]
fn threads_make_no_difference() {
    assert_eq!(plot("dead_ends", "1"), plot("dead_ends", "3"));
}
