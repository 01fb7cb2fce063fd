//! Pictures: the changes of a film reproduce the picture of every tick, for any scene.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::scenes::committed_scenes;
use mazetick::base::openings::Openings;
use mazetick::base::walker::Start;
use mazetick::base::{Grid, Heading, Outcome, Phase, Position};
use mazetick::contest::Contest;
use mazetick::engine::TextFormat;
use mazetick::picture::change::Changes;
use mazetick::picture::film::Film;
use mazetick::picture::ink::Ink;
use mazetick::picture::look::{Depth, Look, Place, Room, Slot};
use mazetick::picture::paint::{Canvas, Spot};
use mazetick::picture::raster::Raster;
use mazetick::picture::shape::{Form, Shape};
use mazetick::picture::stamps::Stamps;
use mazetick::picture::svg::SvgWriter;
use mazetick::picture::tiles::{TileStyle, tiles};
use mazetick::picture::{Picture, Theme, svg, text};
use mazetick::puzzles::{DrawnWalls, Foot, Wrap};
use mazetick::registry::Registry;
use mazetick::scene::{CheckedScene, Scene, Simulation};
use proptest::prelude::*;

/// The most cells and ticks for which a scene is compared tick by tick.
const CELLS: usize = 400;
const TICKS: u64 = 1000;

fn committed() -> impl Iterator<Item = (PathBuf, CheckedScene)> {
    committed_scenes().map(|(path, text)| (path, Scene::from_ron(&text).expect("a scene")))
}

/// Films a scene, and compares the film's picture and changes of every tick with a picture that is
/// read as a whole. A film reads again only what has changed.
fn check(scene: &Scene) {
    let film = Film::new(&mut Simulation::new(scene).expect("a legal scene"), TICKS);
    let mut by_hand = Simulation::new(scene).expect("a legal scene");
    by_hand.world_mut(); // from here on everything is read at every tick
    assert!(film.bytes() == Film::new(&mut by_hand, TICKS).bytes());
    let mut simulation = Simulation::new(scene).expect("a legal scene");
    let (mut shown, mut last) = (film.empty().clone(), None);
    let mut count = 0;
    for changes in film.changes() {
        let seen = simulation.picture();
        let is_same = |last| changes == Changes::between(last, &seen);
        assert!(last.as_ref().is_none_or(is_same), "tick {}", changes.tick);
        shown.apply(&changes);
        assert_eq!(shown, seen, "tick {}", changes.tick);
        assert_eq!(changes.said.is_some(), count > 0, "tick {}", changes.tick);
        last = Some(seen);
        simulation.tick();
        count += 1;
    }
    assert_eq!(count, film.ticks() + 1);
    if film.ticks() < TICKS {
        assert_ne!(simulation.outcome(), Outcome::Unfinished);
        assert_eq!(film.picture(u64::MAX), simulation.picture());
    }
}

#[test]
fn films_show_every_tick_of_committed_scenes() {
    for (path, scene) in committed().filter(|(_, scene)| scene.grid.cells() <= CELLS) {
        println!("{}", path.display());
        check(&scene);
    }
}

/// Many ticks at once give the same picture as single ones.
#[test]
fn changes_of_many_ticks_are_changes() {
    for (_, scene) in committed().filter(|(_, scene)| scene.grid.cells() <= CELLS) {
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        let mut picture = simulation.picture();
        for ticks in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
            simulation.advance(ticks);
            let now = simulation.picture();
            picture.apply(&Changes::between(&picture, &now));
            assert_eq!(picture, now);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn films_show_every_tick_of_any_scene(
        kind in any::<prop::sample::Index>(),
        (rows, columns) in (1_u32..12, 1_u32..12),
        seed in any::<u64>(),
    ) {
        let registry = Registry::standard();
        let template = kind.get(registry.templates());
        let text = template.scene(Grid { rows, columns }, seed);
        let scene = registry.read(&text);
        prop_assume!(scene.is_ok()); // some kinds need more cells
        check(&scene.expect("assumed"));
    }
}

#[test]
fn every_committed_scene_is_drawn() {
    for (path, scene) in committed() {
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.advance(20);
        let drawn = svg(&simulation.picture(), Theme::Light);
        assert!(drawn.ends_with("</svg>\n"), "{}", path.display());
    }
}

/// Small pictures, one per problem: a scene, and the tick at which it is drawn.
const DRAWN: [(&str, u64); 11] = [
    ("arrow/sample-2", 1),
    ("dice/sample-3", 2),
    ("johnny/sample-2", 12),
    ("jump/four-by-four", 99),
    ("mazing/six-by-two", 3),
    ("mixed/foot-listed", 4),
    ("theseus/open-field", 2),
    ("theseus/waiting", 74),
    ("walls/walled-in", 1),
    ("wrap/arrows", 4),
    ("wrap/two-columns", 9),
];

/// Each committed picture is equal to the one drawn now. `PICTURES=overwrite cargo test --test
/// tools pictures` renews them.
#[test]
fn small_pictures_are_as_committed() {
    for (name, tick) in DRAWN {
        let scene = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
        let scene = Scene::from_ron(&scene).expect("a scene");
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.advance(tick);
        let picture = simulation.picture();
        let texts = [false, true].map(|is_unicode| text(&picture, is_unicode));
        let stem = name.replace('/', "-");
        for (ending, drawn) in [
            ("svg", svg(&picture, Theme::Light)),
            ("txt", texts.concat()),
        ] {
            let path = format!("tests/pictures/{stem}.{ending}");
            if std::env::var("PICTURES").is_ok_and(|it| it == "overwrite") {
                fs::write(&path, &drawn).expect("a file");
            }
            let committed = fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == drawn, "{path} shows something else:\n{drawn}");
        }
    }
}

static BARS: Look = Look {
    shapes: |_, pen| pen.fill(Form::rect(-5.0, 55.0, 130.0, 10.0), Ink::Wall),
    ..Look::new("bars", Place::Cells(1), Depth::Board)
};

static BLOCKS: Look = Look {
    shapes: |_, pen| pen.fill(Form::rect(30.0, 30.0, 60.0, 60.0), Ink::Wall),
    ..Look::new("blocks", Place::Cells(1), Depth::Board)
};

/// Bars from one side of a cell to the other are one line where they are in a row; other rectangles
/// stay apart.
#[test]
fn only_bars_from_side_to_side_are_joined() {
    let grid = Grid {
        rows: 1,
        columns: 4,
    };
    let slot = Slot {
        value: 1,
        place: 0,
        is_fresh: false,
        keeps_to_middle: false,
        room: Room::Corner,
        grid,
    };
    let drawn = |look: &'static Look| {
        let mut stamps = Stamps::default();
        let stamp = stamps.of(look, slot);
        let mut writer = SvgWriter::new(|_| "#000".to_owned());
        writer.layer(&stamps, &[0, 1, 3].map(|x| Spot { stamp, x, y: 0 }));
        writer.elements(&[])
    };
    assert_eq!(
        drawn(&BARS),
        "<path transform=\"translate(0 60)scale(120)\" stroke=\"#000\" stroke-width=\"0.08333\" \
         stroke-linecap=\"square\" d=\"m0 0h2m1 0h1\"/>\n"
    );
    assert_eq!(drawn(&BLOCKS).matches("<use ").count(), 3);
}

/// A die on a square is beside the square's number, whatever its pose and whatever else is there.
#[test]
fn no_die_covers_a_number() {
    for (name, dice) in [
        ("dice/sample-1", 1..25),
        ("mixed/die-with-heading", 25..121),
    ] {
        let scene = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
        let scene = Scene::from_ron(&scene).expect("a scene");
        let picture = Simulation::new(&scene).expect("a legal scene").picture();
        let keeps_to_middle = picture.layer("signs").is_some();
        let bounds = |layer: &str, value| {
            let look = picture.layer(layer).expect("it is drawn").look();
            let slot = Slot {
                value,
                place: 0,
                is_fresh: false,
                keeps_to_middle,
                room: Room::Corner,
                grid: scene.grid,
            };
            let mut stamps = Stamps::default();
            let stamp = stamps.of(look, slot);
            stamps
                .shapes(stamp)
                .iter()
                .map(Shape::bounds)
                .collect::<Vec<_>>()
        };
        let numbers: Vec<_> = (3..9).flat_map(|value| bounds("numbers", value)).collect();
        for [left, top, right, bottom] in dice.flat_map(|value| bounds("walkers", value)) {
            let is_beside =
                |it: &[f32; 4]| it[2] < left || right < it[0] || it[3] < top || bottom < it[1];
            assert!(
                numbers.iter().all(is_beside),
                "{name}: {:?}",
                [left, top, right, bottom]
            );
        }
    }
}

#[test]
fn the_die_is_seen_at_its_start_when_the_search_has_ended() {
    for (name, start) in [
        ("dice/sample-1", (1, 2)),
        ("mixed/die-with-heading", (5, 1)),
    ] {
        let scene = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
        let scene = Scene::from_ron(&scene).expect("a scene");
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        let first = simulation.picture();
        let walkers = |picture: &Picture| picture.layer("walkers").expect("dice").values().to_vec();
        simulation.run();
        let last = simulation.picture();
        assert_eq!(walkers(&last), walkers(&first), "{name}");
        assert_eq!(first.start().map(Start::at), Some(start.into()), "{name}");
    }
}

/// The values of an attribute.
fn values<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let parts = svg.split(&start[..]).skip(1);
    parts
        .map(|part| part.split('"').next().unwrap_or_default())
        .collect()
}

/// Pictures can stand in one HTML document: no id of one is an id of another. What is defined once is used under the names
/// that old and new programs know.
#[test]
fn pictures_in_one_document_share_no_ids() {
    let drawn = |numbers: &str, top: u8| {
        let scene = format!(
            "Scene(grid: (rows: 1, columns: 4), numbers: [{numbers}], \
             walk: Dice(from: (1, 1), top: {top}, front: 1, to: (1, 4)), text: Dice)"
        );
        let scene = Scene::from_ron(&scene).expect("a legal scene");
        svg(
            &Simulation::new(&scene).expect("a small world").picture(),
            Theme::Light,
        )
    };
    let pictures = [drawn("[1, 2, 3, 6]", 2), drawn("[4, 5, 6, 1]", 5)];
    let [one, other] = pictures.each_ref().map(|picture| values(picture, "id"));
    assert!(one.len() > 3 && other.len() > 3);
    assert!(
        one.iter().all(|id| !other.contains(id)),
        "{one:?} {other:?}"
    );
    for picture in &pictures {
        let (ids, links) = (values(picture, "id"), values(picture, "href"));
        assert_eq!(values(picture, "xlink:href"), links);
        assert!(
            links.iter().all(|link| ids.contains(&&link[1..])),
            "{links:?}"
        );
    }
}

/// A legend has the mark of each kind of agents in its colour.
#[test]
fn a_legend_says_which_agent_is_which() {
    let scene = "Scene(grid: (rows: 2, columns: 5), generate: Johnny(start: (1, 1)), agents: [
        Mouse(at: (1, 1), to: (2, 5)), WallFollower(at: (1, 1), to: (2, 5))])";
    let scene = Scene::from_ron(scene).expect("a legal scene");
    let mut simulation = Simulation::new(&scene).expect("a small world");
    simulation.run();
    let picture = simulation.picture();
    let writer = || SvgWriter::new(|ink| mazetick::picture::svg::hex(Theme::Light.rgb(ink)));
    let [plain, drawn] = [writer(), writer().with_legend()].map(|it| it.write(&picture, None, 0.0));
    let marks = |svg: &str| {
        let fills: BTreeSet<&str> = values(svg, "fill").into_iter().collect();
        fills.len()
    };
    assert_eq!(marks(&drawn), marks(&plain) + 2, "{drawn}");

    let raster = || Raster::new(scene.grid, 40, Theme::Light).expect("few pixels");
    let (_, plain) = raster().dimensions();
    let mut with_legend = raster().with_legend(&picture).expect("few pixels");
    with_legend.draw(&picture, None);
    let (width, height) = with_legend.dimensions();
    assert!(height > plain + 20, "{height} of {plain} pixels");
    let below = &with_legend.data()[4 * (width * plain) as usize..];
    assert!(below.chunks(4).any(|pixel| pixel[..3] != [255; 3]));
}

#[test]
fn an_svg_says_what_it_shows() {
    let scene = fs::read_to_string("scenes/dice/sample-1.ron").expect("a scene");
    let mut simulation =
        Simulation::new(&Scene::from_ron(&scene).expect("a scene")).expect("legal");
    simulation.run();
    let writer = SvgWriter::new(|_| String::new()).titled("A <b> & \"c\"\u{1}\u{ffff} ]]>");
    let drawn = writer.write(&simulation.picture(), None, 0.0);
    assert!(
        drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "),
        "{drawn}"
    );
    assert!(
        drawn.contains("<title>A &lt;b> &amp; &quot;c&quot; ]]&gt;</title>\n"),
        "{drawn}"
    );
    let words = "A maze of 3 rows and 3 columns. It starts at (";
    assert!(drawn.contains(&format!("<desc>{words}")), "{drawn}");
}

/// Beside agents the world goes on: the agents are told from the next tick.
#[test]
fn the_end_of_a_search_beside_agents_is_told() {
    let told = |to: &str, ticks: usize| {
        let scene = format!(
            "Scene(grid: (rows: 1, columns: 4), walls: {{(1, 3): \"E\"}}, walk: Foot(from: (1, 1), \
             to: {to}), agents: [Mouse(at: (1, 1), to: (1, 4), patience: 9)])"
        );
        let scene = Scene::from_ron(&scene).expect("a scene");
        let film = Film::new(&mut Simulation::new(&scene).expect("a legal scene"), TICKS);
        let said = film.changes().map(|changes| changes.describe(scene.grid));
        said.skip(1).take(ticks).collect::<Vec<_>>()
    };
    let steps = [
        "Step 1: 1 new place reached.",
        "Step 2: 2 new places reached.",
    ];
    let lost = [
        "The search ends: no walker gets any farther.",
        "1 agent in the maze.",
    ];
    assert_eq!(told("(1, 4)", 4), [steps, lost].concat());
    let found = [
        "The goal is reached: the shortest route has 1 move.",
        "1 agent in the maze.",
    ];
    assert_eq!(told("(1, 2)", 2), found);
}

/// Drawings, as text and as tiles, are read as the walls, start and goal that they show; lattices of two and of three
/// characters in a square.
#[test]
fn drawings_of_committed_scenes_are_read_back() {
    let mut read = 0;
    for (path, scene) in committed().filter(|(_, scene)| scene.has_walls()) {
        read += usize::from(check_drawings(&scene, &format!("{path:?}")));
        let grid = scene.grid;
        for wrap in [
            None,
            Some(Wrap::Rows),
            Some(Wrap::Columns),
            Some(Wrap::Both),
        ] {
            let mut other = scene.clone().into_scene();
            other.remove("expect");
            other.expect.clear();
            other.remove("wrap");
            if let Some(wrap) = wrap {
                other.set(wrap);
            }
            if other.has_walk() {
                other.set(Openings(!scene.has("openings")));
            }
            if let Ok(other) = other.checked()
                && grid.cells() <= CELLS / 4
                && !other.has_agents()
            {
                read += usize::from(check_drawings(&other, &format!("{path:?} {wrap:?}")));
            }
        }
    }
    assert!(read > 80, "{read} scenes");
}

proptest! {
    /// Mazes of any size are read from what is drawn of them, with whatever gaps that has.
    #[test]
    fn drawings_of_any_maze_are_read_back(
        (rows, columns) in (1..5_u32, 1..6_u32),
        sides in prop::collection::vec(0..16_u8, 20),
        wrap in prop::sample::select(vec![None, Some(Wrap::Rows), Some(Wrap::Columns), Some(Wrap::Both)]),
        has_openings in any::<bool>(),
        ends in prop::option::of((any::<[u32; 2]>(), any::<[u32; 2]>())),
    ) {
        let grid = Grid { rows, columns };
        let headings = |bits: u8| Heading::ALL.into_iter().filter(move |&side| bits >> side as u8 & 1 == 1).collect();
        let walls = grid.positions().zip(sides).map(|(at, bits)| (at, headings(bits)));
        let mut scene = Scene::new(rows, columns).with(DrawnWalls::listed(walls));
        if let Some(wrap) = wrap {
            scene.set(wrap);
        }
        if let Some(ends) = ends {
            let at = |[row, column]: [u32; 2]| Position::new(row % rows + 1, column % columns + 1).into();
            scene.set(Foot { from: at(ends.0), to: at(ends.1) });
            scene.set(Openings(has_openings));
        }
        check_drawings(&scene.checked().expect("a legal scene"), "a maze");
    }
}

/// Checks that the maze of a scene is read from all its drawings: the walls, the gaps, the start and the goal.
fn check_drawings(scene: &CheckedScene, what: &str) -> bool {
    let mut maze = Simulation::new(scene).expect("a legal scene");
    maze.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);
    let puzzle = maze.picture();
    maze.run();
    let known = maze.entity().get::<Start>().cloned();
    let known = known
        .filter(|_| scene.has_walk())
        .map(|it| (it.from, it.to));

    let pictures = [maze.picture(), puzzle];
    let mut drawings: Vec<String> = pictures
        .iter()
        .flat_map(|picture| [false, true].map(|is_unicode| text(picture, is_unicode)))
        .collect();
    drawings.extend(maze.draw(TextFormat::LATTICE).map(String::from));
    drawings.push(tiles(&pictures[0], TileStyle::Blocks));
    let has_marks = drawings.len();
    drawings.push(tiles(&pictures[0], TileStyle::Values));
    let of_underscores = drawings.len();
    drawings.extend(maze.draw(TextFormat::JOHNNY).map(String::from));
    for (number, drawing) in drawings.iter().enumerate() {
        // A torus without upright walls, in underscores, is only floors: hardly a drawing.
        if number == of_underscores && !drawing.contains('|') {
            continue;
        }
        let mut scenes = Vec::new();
        let keep = |scene: &Scene| {
            scenes.push(scene.clone());
            Ok(())
        };
        let refused = |report: String| panic!("{what}\n{drawing}\n{report}");
        Contest::MAZE
            .read("a", drawing.as_bytes(), keep, refused)
            .expect("bytes in memory");
        assert_eq!(scenes.len(), 1, "{what}\n{drawing}");
        let mut again = Simulation::new(&scenes[0]).expect("a legal scene");
        again.run();
        assert!(
            again.walls() == maze.walls(),
            "{what}\n{drawing}\n{}",
            again.text()
        );

        let ends = scenes[0].start().map(|it| (it.from, it.to));
        if number < has_marks {
            assert_eq!(ends, known, "{what}\n{drawing}");
        }
        // Gaps are drawn again where they were.
        let picture = again.picture();
        let drawn_again = match number {
            5 => Some(tiles(&picture, TileStyle::Blocks)),
            6 if ends == known => Some(tiles(&picture, TileStyle::Values)),
            _ if number == of_underscores && ends == known => {
                again.draw(TextFormat::JOHNNY).map(String::from)
            }
            _ => None,
        };
        if let Some(drawn_again) = drawn_again {
            assert_eq!(drawn_again, *drawing, "{what}");
        }
    }
    true
}

/// The solution of a committed scene, in SVG.
fn solution(name: &str) -> (Picture, String) {
    let scene = fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
    let scene = Scene::from_ron(&scene).expect("a scene");
    let mut simulation = Simulation::new(&scene).expect("a legal scene");
    while simulation.progress().phase == Phase::Generation && simulation.tick() {}
    let puzzle = simulation.picture();
    simulation.run();
    let solution = puzzle.with_route_of(&simulation.picture());
    let drawn = svg(&solution, Theme::Light);
    (solution, drawn)
}

/// The numbers of steps on parallel ways do not cover each other.
#[test]
fn numbers_of_steps_stand_apart() {
    for name in [
        "theseus/waiting",
        "craft/arrows-4x4",
        "dice/sample-2",
        "arrow/sample-1",
    ] {
        let (picture, drawn) = solution(name);
        let number = |plate: &str, field: &str| -> f32 {
            let value = plate
                .split_once(&format!("{field}=\""))
                .and_then(|it| it.1.split_once('"'));
            value.expect("a field").0.parse().expect("a number")
        };
        let plates = drawn.lines().filter(|it| it.contains("rx=\"7.8\""));
        let plates: Vec<_> = plates
            .map(|it| ["x", "y", "width", "height"].map(|at| number(it, &format!(" {at}"))))
            .collect();
        assert!(
            plates.len() + 1 >= picture.route().len() / 2,
            "{name}: {drawn}"
        );
        for (at, [x, y, width, height]) in plates.iter().enumerate() {
            for other in &plates[at + 1..] {
                let is_beside = x + width <= other[0] || other[0] + other[2] <= *x;
                let is_below = y + height <= other[1] || other[1] + other[3] <= *y;
                assert!(is_beside || is_below, "{name}: {:?} {other:?}", plates[at]);
            }
        }
    }
}

/// Those of one digit, also beside the second lane of a way, which begins 40.75 from the edge of a square.
#[test]
fn numbers_of_a_board_stand_beside_the_route() {
    for (name, layer) in [("dice/sample-2", "numbers"), ("jump/four-by-four", "jumps")] {
        let (picture, _) = solution(name);
        let look = picture.layer(layer).expect("numbers").look();
        for value in 3..9 {
            let grid = picture.grid();
            let slot = Slot {
                value,
                place: 0,
                is_fresh: false,
                keeps_to_middle: false,
                room: Room::Corner,
                grid,
            };
            let mut stamps = Stamps::default();
            let stamp = stamps.of(look, slot);
            for [_, _, right, bottom] in stamps.shapes(stamp).iter().map(Shape::bounds) {
                assert!(
                    right < 40.75 && bottom < 40.75,
                    "{name} {value}: {right} {bottom}"
                );
            }
        }
    }
}

/// Each landing of a jump but the last has its number: a disc, its halo, and the digits above.
#[test]
fn landings_of_jumps_are_numbered() {
    let (picture, drawn) = solution("jump/four-by-four");
    let discs = drawn.match_indices("r=\"17\"").map(|it| it.0);
    let is_numbered = |&at: &usize| {
        drawn[at..]
            .lines()
            .nth(1)
            .is_some_and(|it| it.starts_with("<path"))
    };
    assert_eq!(discs.filter(is_numbered).count(), picture.route().len() - 2);
}
