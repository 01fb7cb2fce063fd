//! Code that panics in any one of many places, and what each of them is called then.

use std::cell::Cell;
use std::error::Error;
use std::io;

use bevy_ecs::prelude::*;
use mazetick::base::Fault;
use mazetick::contest::{ContestFormat, Cursor, Paragraphs};
use mazetick::engine::{Moves, Need, State};
use mazetick::picture::{Depth, Film, Look, Place, Theme, svg};
use mazetick::prelude::*;
use mazetick::registry::{Measure, Value};
use mazetick::scene::{Craft, Expect, Mismatch};
use mazetick::tools::craft::Wishes;
use mazetick::tools::sweep::{Columns, Variant};
use mazetick::tools::{Play, Seeds, StateGraph, Sweep};
use serde::{Deserialize, Serialize, Serializer};

/// What the panic names, and the places in it, in the order in which they are reached.
pub(super) const PLACES: [(&str, &[&str]); 11] = [
    ("ingredient of `bomb`", &["check", "kind", "build", "bytes", "start", "begin", "rule"]),
    ("ingredient of `bomb`", &["clone", "serialize", "tick", "count", "look", "tell", "rules"]),
    ("ingredient of `bomb`", &["must run", "fixed", "reason", "values", "put"]),
    ("ingredient of `walk`", &["step", "why", "moves", "moves from", "walkers", "claims"]),
    ("ingredient of `walk`", &["stand", "stance"]),
    ("expectation `Dud`", &["expect", "judge"]),
    ("facet `dud`", &["facet"]),
    ("text format `Dud`", &["draw"]),
    ("look `marks`", &["shapes", "words"]),
    ("column `dud`", &["measure"]),
    ("contest `dud`", &["read", "answer", "write"]),
];

thread_local! {
    /// The place that panics.
    static LIT: Cell<&'static str> = const { Cell::new("") };
}

/// Lets the code panic at a place, and nowhere else.
pub(super) fn light(place: &'static str) {
    LIT.set(place);
}

/// Panics if this is the place.
fn pass(place: &str) {
    assert!(LIT.get() != place, "{place}");
}

/// Passes all places, as long as none panics.
pub(super) fn pass_all() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    for walk in ["Creep", "Lurk"] {
        let text = format!(
            "Scene(name: \"DUD\", grid: (rows: 1, columns: 3), bomb: true, walk: {walk}, text: Dud, \
             expect: [Dud, Cell(at: (1, 1), dud: true)])"
        );
        let scene = registry.read(&text)?;
        let mut simulation = Simulation::new(&scene)?;
        StateGraph::of(&mut simulation)?;
        let start = simulation.checkpoint();
        let _ = simulation.digests();
        simulation.advance(9);
        let _ = simulation.changes(&start);
        let _ = (simulation.stats(), simulation.walkers(), simulation.visited());
        let _ = simulation.text();
        simulation.load(&scene)?;
        let film = Film::new(&mut simulation, 9);
        let picture = film.picture(1);
        let _ = svg(&picture, Theme::Light);
        let _: Vec<_> = film.changes().map(|it| it.in_words(&picture)).collect();
        let _ = (scene.rules(), scene.must_run(), scene.clone().fixed());
        registry.test(&text, &mut None)?;
        sweep(&registry, &text)?;
        let mut play = Play::new(&scene)?;
        let _ = (play.stance(), play.ways());
        let wishes = Wishes { effort: 1, ..Wishes::default() };
        let _ = registry.make(&scene, &[], &wishes, 1, |_| (), || false);
        Contest::of::<Dud>().solve("dud", &b"1\n"[..], io::sink(), 1)?;
        registry.export([&scene])?;
    }
    Ok(())
}

fn sweep(registry: &Registry, text: &str) -> Result<(), Box<dyn Error>> {
    let variants = Variant::all(registry, "dud", text, &[])?;
    let columns = Columns::of(registry, &variants, &[]);
    Sweep::new(variants, Seeds::one(7), columns)?.sweeper().block(0, |_| ())?;
    Ok(())
}

fn plugin(registry: &mut Registry) {
    registry.add::<Bomb>().add::<Creep>().add::<Lurk>().craft::<Bomb>().text(DUD);
    registry.expectation::<Dud>().facet::<DudFacet>().contest(Contest::of::<Dud>());
    registry.measure(Measure::whole("dud", "nothing", |_| {
        pass("measure");
        Value::count(0)
    }));
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct Bomb(bool);

/// The number of ticks.
#[derive(Component, Debug, Default, Deserialize)]
struct Mark(u32);

impl Clone for Mark {
    fn clone(&self) -> Self {
        pass("clone");
        Self(self.0)
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        pass("serialize");
        self.0.serialize(serializer)
    }
}

static MARKS: Look = Look {
    shapes: |_, _| pass("shapes"),
    words: |_| {
        pass("words");
        String::new()
    },
    ..Look::new("marks", Place::Cells(1), Depth::Ground)
};

impl Ingredient for Bomb {
    const FIELD: &'static str = "bomb";

    fn check(&self, _: &mut Check<'_>) {
        pass("check");
    }

    fn start(&self) -> Option<Start> {
        pass("start");
        None
    }

    fn rules(&self) -> String {
        pass("rules");
        String::new()
    }

    fn kind(&self) -> u8 {
        pass("kind");
        0
    }

    fn bytes(&self, _: Grid) -> u64 {
        pass("bytes");
        0
    }

    fn must_run(&self) -> bool {
        pass("must run");
        false
    }

    fn fixed(&self, _: &Scene) -> Option<Self> {
        pass("fixed");
        None
    }

    fn build(world: &mut Build<'_>) {
        pass("build");
        world.column::<Mark>("marks").on_begin(begin).each_tick(Phase::Walk, tick);
        world.counted("mark", |_: &Mark| {
            pass("count");
            0
        });
        world.look(&MARKS, |mark: &Mark| {
            pass("look");
            mark.0
        });
        world.tell(|_| {
            pass("tell");
            None
        });
        world.rule(bar_north).why(|_| {
            pass("reason");
            String::new()
        });
    }
}

fn begin(_: InRef<Bomb>, mut cells: Cells<&'static mut Mark>) {
    pass("begin");
    cells.columns().iter_mut().for_each(|mark| mark.0 = 0);
}

fn tick(mut cells: Cells<&'static mut Mark>) {
    assert!(LIT.get() != "tick", "tick"); // a message with nothing to format
    cells.columns().iter_mut().for_each(|mark| mark.0 += 1);
}

fn bar_north(mut cells: Cells<&'static mut Exits>) {
    pass("rule");
    cells.columns()[0].close(Heading::N);
}

impl Craft for Bomb {
    fn values(&self, _: Grid) -> Vec<u32> {
        pass("values");
        vec![2]
    }

    fn put(&mut self, _: Grid, _: usize, _: u32) {
        pass("put");
    }
}

/// A walk from here to the east end.
fn eastward(from: Position) -> Start {
    Start { from, to: Position::new(1, 3), ..Start::default() }
}

/// A search that never goes west.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Creep;

impl Ingredient for Creep {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Creep";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(eastward(Position::new(1, 2)))
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Creeping>();
    }
}

struct Creeping;

impl Gait for Creeping {
    type Trail = Trail<1>;
    type Reads = ();
    type OfMaze = ();
    const POSES: usize = 1;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    fn pose(_: Walker) -> usize {
        0
    }

    fn step(from: Walker, toward: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        pass("step");
        (toward != Heading::W).then(|| ground.step(from, toward))
    }

    fn why(_: Walker, _: Heading) -> String {
        pass("why");
        String::new()
    }
}

/// A walk with its own steps, that ends at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Lurk;

impl Ingredient for Lurk {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Lurk";
    const ROLE: Role = Role::Walk;

    fn start(&self) -> Option<Start> {
        Some(eastward(Position::new(1, 1)))
    }

    fn build(world: &mut Build<'_>) {
        let walkers = |_: EntityRef<'_>| {
            pass("walkers");
            Vec::new()
        };
        let claims = |_: EntityRef<'_>| {
            pass("claims");
            Some(0)
        };
        let stance = |_: Grid, _: State| {
            pass("stance");
            String::new()
        };
        let stand = |_: InRef<[State]>| pass("stand");
        world.walk_by(walkers, claims).steps(end).moves(tell_moves).by_hand(stand, stance, "");
    }
}

fn end(mut progress: Single<&mut Progress>) {
    progress.pass(1);
    progress.finish(Outcome::NoSolution);
}

fn tell_moves(question: Moves<'_>) {
    pass("moves");
    question.answer(State::default(), 1, |_, _| pass("moves from"));
}

/// An expectation, and a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Dud;

impl Expect for Dud {
    const NAME: &'static str = "Dud";

    fn check(&self, _: &mut Check<'_>) {
        pass("expect");
    }

    fn judge(&self, _: &mut Maze) -> Result<(), Mismatch> {
        pass("judge");
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
struct DudFacet(bool);

impl CellFacet for DudFacet {
    const NAME: &'static str = "dud";
    const NEEDS: &'static [&'static str] = &["bomb"];

    fn of(_: &Maze, _: Position) -> Option<Self> {
        pass("facet");
        Some(Self(true))
    }
}

const DUD: TextFormat = TextFormat {
    name: "Dud",
    needs: Need::Nothing,
    drawing: || Box::new(IntoSystem::into_system(|_: InMut<String>| pass("draw"))),
};

impl ContestFormat for Dud {
    const NAME: &'static str = "dud";
    const ABOUT: &'static str = "nothing";
    type Framing = Paragraphs;

    fn read(_: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        pass("read");
        (scene.grid, scene.text) = (Grid { rows: 1, columns: 1 }, DUD);
        Ok(())
    }

    fn answer(_: &mut Maze, _: &mut String) {
        pass("answer");
    }

    fn takes(scene: &Scene) -> bool {
        scene.has("bomb")
    }

    fn write(_: &CheckedScene, _: &mut String) -> Result<(), SceneError> {
        pass("write");
        Ok(())
    }
}
