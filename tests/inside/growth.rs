//! Work grows with an input as n log n or slower, whatever its shape: one line or many, items, boards, nesting.
//!
//! Work is [counted](work) where text is looked at other than from start to end, where it is laid out, and where worlds
//! and graphs are made; what the standard library and dependencies do inside is not counted.

use std::num::NonZero;

use crate::base::work;
use crate::contest::Contest;
use crate::registry::Registry;
use crate::scene::{Scene, Simulation, with_value};
use crate::tools::Record;
use crate::tools::craft::Proof;
use crate::tools::craft::judge;
use crate::tools::trial::Property;

/// A name, and the input of a size.
type Shape = (&'static str, fn(usize) -> String);

/// Asserts that four times as large an input of each shape takes little more than four times the work.
fn assert_growth(shapes: &[Shape], handle: impl Fn(&str)) {
    const SIZE: usize = 400;
    for (name, shape) in shapes {
        let (small, large) = (shape(SIZE), shape(4 * SIZE));
        let [few, many] = [&small, &large].map(|text| {
            let before = work::DONE.get();
            handle(text);
            work::DONE.get() - before
        });
        assert!(few > 0, "{name}: nothing is counted");
        assert!(
            many < 6 * few,
            "{name}: {few} for {}, {many} for {}",
            small.len(),
            large.len()
        );
    }
}

/// Texts of `count` items, separated.
fn items(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(between)
}

/// A scene of so many cells, in a square, and what fills its rows, for every cell.
fn board(cells: usize, field: &str, cell: &str, rest: &str) -> String {
    let side = cells.isqrt();
    let row = format!("[{}]", vec![cell; side].join(","));
    let rows = vec![row; side].join(",");
    format!("Scene(name:\"A\",grid:(rows:{side},columns:{side}),{field}:[{rows}],{rest})")
}

/// A scene of so many cells with something at each of them.
fn map(cells: usize, field: &str, value: &str, rest: &str) -> String {
    let side = cells.isqrt();
    let entries = items(side * side, ",", |cell| {
        format!("({},{}):{value}", cell / side + 1, cell % side + 1)
    });
    format!("Scene(name:\"A\",grid:(rows:{side},columns:{side}),{field}:{{{entries}}},{rest})")
}

/// A scene of as many cells as expectations.
fn expecting(count: usize, item: impl Fn(usize) -> String) -> String {
    let side = count.isqrt();
    let expect = items(count, ",", item);
    format!(
        "Scene(grid:(rows:{side},columns:{side}),generate:Kruskal,walk:Foot(from:(1,1),to:({side},{side})),
         text:Lattice,expect:[{expect}])"
    )
}

/// A small scene with something in it.
fn small(inside: &str) -> String {
    format!("Scene(grid:(rows:2,columns:2),{inside} generate:Kruskal,text:Lattice)")
}

const FOOT: &str = "walk:Foot(from:(1,1),to:(2,2)),text:Arrow";
const DICE: &str = "walk:Dice(from:(1,1),top:5,front:1,to:(2,2)),text:Dice";
const ARROW: &str = "walk:Arrow(from:(1,1),heading:N,to:(2,2)),text:Arrow";
const JUMP: &str = "walk:Jump(from:(1,1),to:(2,2)),text:Jump";

/// A command that digs on, so many times.
fn commands(count: usize, between: &str) -> String {
    vec!["R"; count].join(between)
}

fn corridor(cells: usize, between: &str) -> String {
    let commands = commands(cells - 1, between);
    format!(
        "Scene(grid:(rows:1,columns:{cells}),generate:Johnny(start:(1,1),commands:\"{commands}\"),text:Johnny)"
    )
}

#[test]
fn scenes_take_work_that_grows_with_them() {
    let registry = Registry::standard();
    let shapes: [Shape; 25] = [
        ("signs for any die", |n| board(n, "numbers", "'?'", DICE)),
        ("numbers", |n| board(n, "numbers", "5", DICE)),
        ("lengths", |n| board(n, "jumps", "1", JUMP)),
        ("rows of many lengths", |n| board(n, "jumps", "1],[1", JUMP)),
        ("signs", |n| map(n, "signs", "\"NFL SR\"", ARROW)),
        ("walls", |n| map(n, "walls", "\"E\"", FOOT)),
        ("positions twice", |n| {
            map(n, "walls", "\"E\",(1,1):\"N\"", FOOT)
        }),
        ("wrong walls", |n| map(n, "walls", "'Q'", FOOT)),
        ("a bracket too few", |n| {
            map(n, "walls", "\"E\"", "walls:[[")
        }),
        ("commands in a line", |n| corridor(n, " ")),
        ("a command a line", |n| corridor(n, "\n")),
        ("escaped commands", |n| corridor(n, "\\n")),
        ("comments", |n| small(&"/**/".repeat(n))),
        ("nested comments", |n| {
            small(&format!("{}{}", "/*".repeat(n), "*/".repeat(n)))
        }),
        ("blanks", |n| small(&"\u{2028} ".repeat(n))),
        ("nested lists", |n| {
            small(&format!(
                "walls:{}{}{},",
                "[".repeat(28),
                "(1,2),".repeat(n),
                "]".repeat(28)
            ))
        }),
        ("too deep", |n| small(&format!("walls:{}", "[".repeat(n)))),
        ("unknown fields", |n| {
            small(&items(n, "", |field| format!("a{field}:1,")))
        }),
        ("fields twice", |n| small(&"seed:1,".repeat(n))),
        ("a string without end", |n| {
            small(&format!("name:\"{}", "a ".repeat(n)))
        }),
        ("drawings", |n| {
            small(&format!("expect:[{}],", "Text(\"a\"),".repeat(n)))
        }),
        ("digests", |n| {
            expecting(n, |item| format!("Digest(\"{item:016x}\")"))
        }),
        ("ratings", |n| {
            expecting(n, |item| format!("Unique(effort:{item}),UniqueShortest"))
        }),
        ("moments", |n| {
            expecting(n, |item| {
                format!("At({},[Digest(\"{item:016x}\")])", item % 4)
            })
        }),
        ("ticks", |n| {
            let expect = items(n, ",", |tick| {
                format!("At({tick},[Digest(\"{tick:016x}\")])")
            });
            format!(
                "Scene(grid:(rows:3,columns:3),expect:[{expect}],
                agents:[WallFollower(at:(1,1),to:(2,2),heading:E,patience:{n})])"
            )
        }),
    ];
    assert_growth(&shapes, |text| {
        let Ok(scene) = registry.read(text) else {
            return;
        };
        assert_eq!(Scene::from_ron(&scene.to_ron()).as_ref(), Ok(&scene));
        let _ = registry.test(text, &mut None);
        let _ = registry.bless(text, &mut None);
        let _ = with_value(text, "seed", "7");
        let _ = registry.export([&scene]);
        let _ = Proof::of_scene(&scene);
        let mut simulation = Simulation::new(&scene).expect("a world");
        simulation.run();
        let _ = simulation.text();
        let every = NonZero::new(u64::MAX);
        if let Ok(record) = Record::of(&scene, every) {
            assert!(Record::from_ron(&record.to_ron()).is_ok());
        }
    });
}

/// What no world reaches is compared by all worlds.
#[test]
fn properties_take_work_that_grows_with_their_expectations() {
    let registry = Registry::standard();
    let shapes: [Shape; 2] = [
        ("unreached", |n| {
            small(&format!(
                "seeds:0..9,expect:[{}],",
                "Sometimes(\"walls = 0\"),".repeat(n)
            ))
        }),
        ("reached by some", |n| {
            let expect = items(n, ",", |walls| {
                format!("Sometimes([\"walls = {walls}\",\"walls = 9\"])")
            });
            small(&format!("seeds:0..9,expect:[{expect}],"))
        }),
    ];
    assert_growth(&shapes, |text| {
        let property = Property::new(&registry, "maze", text, None, &[]).expect("a property");
        let _ = property.test(u64::MAX).expect("they run");
    });
}

#[test]
fn contests_take_work_that_grows_with_them() {
    let shapes: [Shape; 5] = [
        ("commands in a line", |n| {
            format!("1\n1 {n}\n1 1\n{}\n", commands(n - 1, " "))
        }),
        ("a command a line", |n| {
            format!("1\n1 {n}\n1 1\n{}\n", commands(n - 1, "\n"))
        }),
        ("wrong commands", |n| {
            format!("1\n1 {n}\n1 1\n{}\n", vec!["R X"; n].join(" "))
        }),
        ("mazes", |n| format!("{n}\n{}", "1 2\n1 1\nR\n".repeat(n))),
        ("wrong mazes", |n| {
            format!("{n}\n{}", "1 2\n1 1\nX\n".repeat(n))
        }),
    ];
    let enter = |contest: Contest| {
        move |text: &str| {
            let mut output = Vec::new();
            let _ = contest.solve("input", text.as_bytes(), &mut output, 1);
            let _ = contest.read(
                "input",
                text.as_bytes(),
                |scene| {
                    let _ = scene.to_ron();
                    Ok(())
                },
                drop,
            );
        }
    };
    assert_growth(&shapes, enter(Contest::JOHNNY));
    let shapes: [Shape; 5] = [
        ("signs in a line", |n| {
            format!("A\n1 1 N 1 2\n1 1{} *\n0\nEND\n", " NF".repeat(n))
        }),
        ("lines", |n| {
            format!("A\n1 1 N 1 2\n{}0\nEND\n", "1 1 NF *\n".repeat(n))
        }),
        ("mazes", |n| {
            format!("{}END\n", "A\n1 1 N 1 2\n1 1 NF *\n0\n".repeat(n))
        }),
        ("wrong lines", |n| {
            format!("A\n1 1 N 1 2\n{}0\nEND\n", "1 1 X *\n".repeat(n))
        }),
        ("a wrong line", |n| {
            format!("A\n1 1 N 1 2\n1 1 {}\n0\nEND\n", "X ".repeat(n))
        }),
    ];
    assert_growth(&shapes, enter(Contest::ARROW));
    let shapes: [Shape; 8] = [
        ("a wide line and many short ones", |n| {
            format!("+{}\n{}", "--+".repeat(n), "|\n".repeat(n))
        }),
        ("underscores above short lines", |n| {
            format!("{}\n{}", " _".repeat(n), "|\n".repeat(n))
        }),
        ("a line of squares", |n| {
            let (line, row) = ("+--".repeat(n), "|  ".repeat(n));
            format!("{line}+\n{row}|\n{line}+\n")
        }),
        ("wide floors", |n| {
            format!(" {}\n|{}|\n", "_".repeat(2 * n - 1), "_".repeat(2 * n - 1))
        }),
        ("drawings", |n| "+--+\n|  |\n+--+\n\n".repeat(n)),
        ("open rows", |n| "+  +\n\n".repeat(n)),
        ("prose", |n| "Some words |__| of nobody\n".repeat(n)),
        ("values", |n| format!("[{}]", "[1,1,1],[1,0,1],".repeat(n))),
    ];
    assert_growth(&shapes, enter(Contest::MAZE));
}

#[test]
fn answers_take_work_that_grows_with_them() {
    let scene =
        "Scene(name:\"A\",grid:(rows:1,columns:3),walk:Foot(from:(1,2),to:(1,3)),text:Arrow)";
    let scene = Scene::from_ron(scene).expect("a scene");
    let shapes: [Shape; 6] = [
        ("a line", |n| "(1,2) (1,1) ".repeat(n)),
        ("lines", |n| "(1,2)\n(1,1)\n".repeat(n)),
        ("numbers of lines", |n| {
            items(n, "\n", |line| {
                format!("{line}: (1,{}), M (1,1)", 2 - line % 2)
            })
        }),
        ("a number and a line", |n| {
            format!("1: {}", "(1,2) ".repeat(n))
        }),
        ("plain numbers", |n| "1 2, 1 1 ".repeat(n)),
        ("open brackets", |n| "(".repeat(n)),
    ];
    assert_growth(&shapes, |text| drop(judge(&scene, text)));
}

#[test]
fn walks_take_work_that_grows_with_their_goals() {
    let shapes: [Shape; 1] = [("goals", |n| {
        let goals = items(n / 2, ",", |goal| format!("(1,{})", n - goal));
        format!("Scene(grid:(rows:1,columns:{n}),walk:Foot(from:(1,1),to:[{goals}]))")
    })];
    assert_growth(&shapes, |text| {
        let scene = Scene::from_ron(text).expect("a scene");
        let mut simulation = Simulation::new(&scene).expect("a world");
        while simulation.tick() {}
    });
}
