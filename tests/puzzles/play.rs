//! Walks by hand: they allow the same steps as the search, and every refusal has its reason.

use crate::extensions::own_program::{keys, mud, registry};
use crate::scenes::committed_scenes;

use mazetick::base::{Heading, Outcome};
use mazetick::prelude::TextFormat;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::play::{Fate, Hint, Play};

use Heading::{E, N, S, W};

fn play(text: &str) -> Play {
    Play::new(&registry().read(text).expect("a legal scene")).expect("a walk by hand")
}

/// Why a step is refused.
#[track_caller]
fn refusal(play: &mut Play, toward: Heading) -> String {
    let before = play.walker();
    let refusal = play
        .go(toward)
        .expect_err("a step that is not allowed")
        .to_string();
    assert_eq!(play.walker(), before, "it has not moved");
    refusal
}

/// The next move of a hint, and the moves that are left.
fn next(play: &mut Play) -> Option<(Option<Heading>, u32)> {
    match play.hint() {
        Hint::Go { toward, left } => Some((toward, left)),
        _ => None,
    }
}

/// Following the hints walks the route that the search finds, and gives the same text as the
/// program.
#[test]
fn hints_lead_along_the_route_of_the_search() {
    let mut walks = 0;
    for (path, text) in committed_scenes() {
        let path = path.display();
        let scene = Scene::from_ron(&text).expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a small world");
        simulation.run();
        let Ok(mut play) = Play::new(&scene) else {
            assert!(
                !scene.has_walk(),
                "{path}: a walk that is not possible by hand"
            );
            continue;
        };
        let mut left = play.shortest();
        match simulation.outcome() {
            Outcome::Solved { moves } => assert_eq!(left, Some(moves), "{path}"),
            _ => assert_eq!((left, play.hint()), (None, Hint::NoWay), "{path}"),
        }
        while let Some((toward, moves)) = next(&mut play) {
            assert_eq!(Some(moves), left, "{path}");
            play.go(toward).expect("a step of the search");
            left = left.map(|left| left - 1);
        }
        if simulation.outcome() != Outcome::NoSolution {
            assert!(play.has_arrived() && play.hint() == Hint::Arrived, "{path}");
            assert_eq!(play.route(), simulation.route(), "{path}");
            if scene.text != TextFormat::NONE {
                assert_eq!(play.text(), simulation.text(), "{path}");
            }
            assert_eq!(refusal(&mut play, N), "The goal is reached.", "{path}");
            walks += 1;
        }
        while play.undo() {}
        assert_eq!(play.moves(), 0);
    }
    assert!(walks > 20, "{walks} walks");
}

#[test]
fn refusals_by_signs_name_the_allowed_turns() {
    let text = std::fs::read_to_string("scenes/arrow/sample-1.ron").expect("a scene");
    let mut play = play(&text);
    assert_eq!(
        (play.stance().as_str(), play.reads()),
        ("travelling north", None)
    );
    assert_eq!(
        refusal(&mut play, E),
        "The walk leaves its start with its heading, north."
    );
    play.go(N).expect("straight on");
    assert_eq!(play.reads(), Some(N));
    assert_eq!(
        refusal(&mut play, S),
        "A walker with a heading cannot turn back."
    );
    assert_eq!(refusal(&mut play, W), "The sign NF allows forward.");
    for toward in [N, E, S] {
        play.go(toward).expect("as the signs say");
    }
    assert_eq!(play.stance(), "travelling south");
    assert_eq!(refusal(&mut play, W), "The sign SL allows left.");
    for toward in [E, N, W] {
        play.go(toward).expect("as the signs say");
    }
    assert_eq!(
        refusal(&mut play, N),
        "The sign WFL allows forward or left."
    );
    assert_eq!(play.moves(), 7);
    play.restart();
    assert_eq!((play.moves(), play.reads()), (0, None));
}

#[test]
fn where_no_sign_is_there_is_a_dead_end() {
    let mut play = play(
        "Scene(name: \"DEAD\", grid: (rows: 1, columns: 3), signs: {(1, 2): \"NF\"},
            walk: Arrow(from: (1, 1), heading: E, to: (1, 3)), text: Arrow)",
    );
    assert_eq!((play.shortest(), play.hint()), (None, Hint::NoWay));
    play.go(E).expect("straight on");
    assert_eq!(
        refusal(&mut play, E),
        "There is no sign for heading east: a dead end."
    );
    assert_eq!(play.text(), "DEAD\n  (1,1) (1,2)\n");
}

#[test]
fn refusals_by_numbers_walls_and_jumps_give_reasons() {
    let mut die = play(
        "Scene(name: \"DIE\", grid: (rows: 2, columns: 2), numbers: [[-1, 3], [0, 3]],
            walk: Dice(from: (1, 1), top: 5, front: 1), text: Dice)",
    );
    assert_eq!(
        refusal(&mut die, E),
        "The number there is 3, the die has 5 on top."
    );
    assert_eq!(
        refusal(&mut die, S),
        "That square is empty: no die may enter it."
    );
    assert_eq!(refusal(&mut die, W), "The maze ends there.");
    let mut foot = play(
        "Scene(grid: (rows: 1, columns: 2), walls: {(1, 1): \"E\"},
            walk: Foot(from: (1, 1), to: (1, 2)), text: Lattice)",
    );
    // At the border, too.
    assert_eq!(
        [N, S, W, E].map(|it| refusal(&mut foot, it)),
        ["There is a wall."; 4]
    );
    let mut jumper = play(
        "Scene(name: \"JUMP\", grid: (rows: 1, columns: 4), jumps: [[3, 1, 0, 1]],
            walls: {(1, 2): \"E\"}, walk: Jump(from: (1, 1), to: (1, 4)), text: Jump)",
    );
    assert_eq!(refusal(&mut jumper, E), "A wall blocks the jump.");
    assert_eq!(
        refusal(&mut jumper, S),
        "There is a wall. A jump of 3 leads out of the maze."
    );
}

/// Every rule that forbids a step gives its reason.
#[test]
fn a_step_can_be_forbidden_for_several_reasons() {
    let mut play = play(
        "Scene(name: \"ALL\", grid: (rows: 2, columns: 3), walls: {(1, 2): \"S\"},
            numbers: [[-1, -1, 2], [-1, -1, -1]], signs: {(1, 2): \"EFL\"},
            walk: Dice(from: (1, 1), top: 5, front: 1, heading: E, to: (2, 3)), text: Lattice)",
    );
    play.go(E).expect("a wild square, straight on");
    assert_eq!(play.stance(), "travelling east, 4 on top, 1 in front");
    let refusal = play.go(S).expect_err("a wall and a sign");
    assert_eq!(
        refusal.reasons(),
        ["There is a wall.", "The sign EFL allows forward or left."]
    );
    let refusal = play.go(E).expect_err("a number");
    assert_eq!(
        refusal.reasons(),
        ["The number there is 2, the die has 4 on top."]
    );
}

#[test]
fn rules_from_outside_have_their_say() {
    let mut muddy = play(mud::SCENE);
    assert_eq!(refusal(&mut muddy, E), "Mud blocks the way.");
    assert_eq!(muddy.shortest(), Some(5));
    let mut bearer = play(keys::SCENE);
    assert_eq!(
        refusal(&mut bearer, N),
        "The rule of `gates` closes that way."
    );
    while let Hint::Go {
        toward: Some(toward),
        ..
    } = bearer.hint()
    {
        bearer.go(toward).expect("a step of the search");
    }
    assert_eq!((bearer.moves(), bearer.walker().held), (6, 0b11));
}

#[test]
fn hints_lead_back_after_a_detour() {
    let text = std::fs::read_to_string("scenes/mixed/foot-carved.ron").expect("a scene");
    let mut play = play(&text);
    let open = |play: &mut Play| play.ways().iter().filter(|way| way.is_ok()).count();
    let mut came = None;
    while open(&mut play) < 3 {
        let Hint::Go {
            toward: Some(toward),
            ..
        } = play.hint()
        else {
            panic!("no crossing on the way")
        };
        play.go(toward).expect("a step of the search");
        came = Some(toward.opposite());
    }
    let Hint::Go {
        toward: Some(toward),
        left,
    } = play.hint()
    else {
        panic!("no way from a crossing")
    };
    let mut others = Heading::ALL
        .into_iter()
        .filter(|&way| way != toward && Some(way) != came);
    let astray = others
        .find(|&way| play.go(way).is_ok())
        .expect("a third way");
    assert_eq!(
        play.hint(),
        Hint::Go {
            toward: Some(astray.opposite()),
            left: left + 1
        }
    );
    assert!(play.undo());
    assert_eq!(
        play.hint(),
        Hint::Go {
            toward: Some(toward),
            left
        }
    );
    play.restart();
    assert!(!play.undo());
}

#[test]
fn a_scene_without_a_walk_by_hand_is_refused() {
    let no_walk = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, text: Lattice)";
    let stuck =
        "Scene(grid: (rows: 1, columns: 2), generate: Johnny(start: (1, 1), commands: \"\"),
        walk: Foot(from: (1, 1), to: (1, 2)), text: Lattice)";
    for (text, message) in [
        (no_walk, "walk: no walk, expected one to play by hand"),
        (stuck, "generate.commands"),
    ] {
        let scene = Scene::from_ron(text).expect("a legal scene");
        let error = Play::new(&scene).err().expect("refused").to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// A walk with its own steps: waiting is a move, and what no move does has its reason.
#[test]
fn theseus_is_led_by_hand() {
    let text = std::fs::read_to_string("scenes/theseus/waiting.ron").expect("a scene");
    let mut play = play(&text);
    assert_eq!(
        (play.stance().as_str(), play.can_wait()),
        ("the Minotaur in row 1, column 3", true)
    );
    assert_eq!(
        play.hint(),
        Hint::Go {
            toward: None,
            left: 10
        }
    );
    assert_eq!(refusal(&mut play, N), "There is a wall.");
    play.go(None).expect("a wait");
    assert_eq!(
        (play.moves(), play.stance().as_str()),
        (1, "the Minotaur in row 2, column 2")
    );
    let there = |play: &mut Play, layer: &str| {
        let picture = play.picture();
        let values = picture.layer(layer).expect("it is seen").values();
        values.iter().position(|&value| value != 0)
    };
    assert_eq!(there(&mut play, "minotaur"), Some(6));
    assert_eq!(there(&mut play, "theseus"), Some(16));
    assert_eq!(
        play.text(),
        "CRETE\n  0: (4,2), Minotaur (1,3)\n  1: (4,2), Minotaur (2,2)\n"
    );
    assert!(play.undo());
    assert_eq!(there(&mut play, "minotaur"), Some(2));

    let mut caught = self::play(
        "Scene(grid: (rows: 1, columns: 4), walls: {},
            walk: Theseus(from: (1, 2), minotaur: (1, 4), to: (1, 1)), text: Lattice)",
    );
    assert_eq!(refusal(&mut caught, E), "The Minotaur would catch him.");
    assert_eq!(
        caught.go(None).expect_err("no wait").to_string(),
        "The Minotaur would catch him."
    );
    caught.go(W).expect("out of the maze");
    assert!(caught.has_arrived());

    let mut foot =
        self::play("Scene(grid: (rows: 1, columns: 2), walk: Foot(from: (1, 1), to: (1, 2)))");
    let never = foot.go(None).expect_err("no wait").to_string();
    assert_eq!(
        (never.as_str(), foot.can_wait()),
        ("Every move is a step: there is no waiting.", false)
    );
}

/// All steps at once are what single ones are, and as far from the goal as the search says.
#[test]
fn all_steps_at_once_are_the_steps_one_by_one() {
    for name in [
        "arrow/drawn-5x5",
        "mixed/everything",
        "jump/between-walls",
        "walls/die",
        "theseus/waiting",
    ] {
        let text = std::fs::read_to_string(format!("scenes/{name}.ron")).expect("a scene");
        let mut play = play(&text);
        let steps = play.steps();
        let mut state = steps.cells * steps.poses;
        let mut moves = 0;
        while let Some((toward, _)) = next(&mut play) {
            let fates = steps.steps[state].expect("a walk comes there");
            let waits = play.can_wait().then(|| play.would_go(None));
            for (way, fate) in play.ways().into_iter().chain(waits).zip(fates) {
                let reason = match fate {
                    Fate::To(_) => None,
                    Fate::Closed(it) => Some(&*steps.reasons[it as usize]),
                    _ => panic!("an unknown fate"),
                };
                let refusal = way.as_ref().err().map(ToString::to_string);
                assert_eq!(refusal.as_deref(), reason, "{name}, move {moves}");
            }
            let there = play.go(toward).expect("a step of the search");
            let side = toward.map_or(4, |it| it as usize);
            let Fate::To(to) = fates[side] else {
                panic!("{name}, move {moves}")
            };
            state = to as usize;
            moves += 1;
            assert_eq!(
                state % steps.cells,
                there.cell.get(),
                "{name}, move {moves}"
            );
            assert_eq!(
                steps.stances[state / steps.cells],
                play.stance(),
                "{name}, move {moves}"
            );
        }
        assert_eq!(
            (Some(moves), steps.steps[state]),
            (play.shortest(), None),
            "{name}"
        );
    }
}
