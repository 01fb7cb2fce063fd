//! Expectations over time, against a plain evaluator over the list of moments of a world.

use mazetick::base::scene_fault::{ScenePath, SceneStep};
use mazetick::base::{Outcome, Position};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};

use plain::random::Random;
use plain::temporal::{When, breaks};

/// The place of an expectation with all indices, also of lists inside others.
fn place_of(path: &ScenePath) -> String {
    let steps = path.0.iter().map(|step| match step {
        SceneStep::Field(name) => (*name).to_owned(),
        SceneStep::Index(index) => format!("[{index}]"),
        other => format!("{other:?}"),
    });
    steps.collect()
}

/// What is the case at a moment.
struct Moment {
    tick: u64,
    moves: Option<u64>,
    walls: u64,
    walkers: Vec<Position>,
    agents: Vec<(Position, u32)>,
    arrived: u64,
}

impl Moment {
    fn of(world: &Simulation) -> Self {
        let moves = match world.outcome() {
            Outcome::Solved { moves } => Some(moves.into()),
            _ => None,
        };
        let stats = world.stats();
        let has_arrived = |it: &&mazetick::engine::agents::Agent| it.cell == it.to && it.steps > 0;
        Self {
            tick: world.progress().tick,
            moves,
            walls: stats.walls().expect("walls") as u64,
            walkers: world
                .walkers()
                .iter()
                .map(|&it| world.position(it))
                .collect(),
            agents: world
                .agents()
                .iter()
                .map(|&it| (world.position(it), it.steps))
                .collect(),
            arrived: world.agents().iter().filter(has_arrived).count() as u64,
        }
    }
}

/// A statement about a moment, as scenes write it.
struct Statement {
    text: String,
    holds: Box<dyn Fn(&Moment) -> bool>,
}

impl Statement {
    fn any(random: &mut Random, moments: &[Moment], most: (u32, u32)) -> Self {
        let new = |text, holds: Box<dyn Fn(&Moment) -> bool>| Self { text, holds };
        let some = &moments[random.below(moments.len())];
        let least = random.below(3) as u64;
        match random.below(11) {
            0 => {
                let count = some.walkers.len();
                new(
                    format!("\"walkers = {count}\""),
                    Box::new(move |it| it.walkers.len() == count),
                )
            }
            1 => {
                let (from, to) = (some.walls.saturating_sub(least), some.walls + 2);
                let holds = move |it: &Moment| (from..=to).contains(&it.walls);
                new(
                    format!("\"walls >= {from} and {to} >= walls\""),
                    Box::new(holds),
                )
            }
            2 => new("Solved".to_owned(), Box::new(|it| it.moves.is_some())),
            3 => {
                let tick = some.tick;
                let holds = move |it: &Moment| (tick..=tick + 9).contains(&it.tick);
                new(
                    format!("\"ticks - {tick} <= 9 and ticks - {tick} >= 0\""),
                    Box::new(holds),
                )
            }
            4 => {
                let count = some.arrived;
                let holds = move |it: &Moment| it.arrived == count;
                new(format!("Holds(\"arrived = {count}\")"), Box::new(holds))
            }
            5 => {
                let (walls, ticks) = (some.walls, some.tick);
                let text = format!("Holds(\"walls <= {walls} and not ticks < {ticks}\")");
                new(
                    text,
                    Box::new(move |it| it.walls <= walls && it.tick >= ticks),
                )
            }
            6 => {
                let arrived = some.arrived;
                let text = format!("Holds(\"arrived = {arrived} or moves > 2 or agent != 3\")");
                let holds = move |it: &Moment| it.arrived == arrived || it.moves > Some(2);
                new(text, Box::new(holds))
            }
            7 => {
                let (number, row) = (random.below(3), some.agents[random.below(3)].0.row);
                let steps = some.agents[number].1;
                let text = format!(
                    "Agent(number: {}, row: {row}..=9, steps: 0..={steps})",
                    number + 1
                );
                let holds = move |it: &Moment| {
                    it.agents[number].0.row >= row && it.agents[number].1 <= steps
                };
                new(text, Box::new(holds))
            }
            8 => {
                let (number, steps) = (random.below(3), some.agents[random.below(3)].1);
                let holds = move |it: &Moment| it.agents[number].1 <= steps;
                new(
                    format!("\"steps[{}] <= {steps}\"", number + 1),
                    Box::new(holds),
                )
            }
            9 => {
                let sum = i64::try_from(some.walls).expect("few") - i64::from(some.agents[0].1);
                let text = format!("\"walls + ticks - steps[1] - ticks = {sum}\"");
                let holds = move |it: &Moment| {
                    let steps = i64::from(it.agents[0].1);
                    i64::try_from(it.walls).expect("few") - steps == sum
                };
                new(text, Box::new(holds))
            }
            _ => {
                let side = |random: &mut Random, most: u32| {
                    1 + u32::try_from(random.below(most as usize)).expect("small")
                };
                let at = Position::new(side(random, most.0), side(random, most.1));
                let holds = move |it: &Moment| it.walkers.contains(&at);
                new(format!("Walker(at: {at})"), Box::new(holds))
            }
        }
    }
}

fn statements(random: &mut Random, moments: &[Moment], sides: (u32, u32)) -> Vec<Statement> {
    let count = 1 + random.below(3);
    (0..count)
        .map(|_| Statement::any(random, moments, sides))
        .collect()
}

/// A list as scenes write it: a condition alone also without brackets and its name.
fn listed(random: &mut Random, list: &[Statement]) -> String {
    if let [only] = list
        && random.below(2) == 0
    {
        let condition = only.text.strip_prefix("Holds(");
        let condition = condition.and_then(|it| it.strip_suffix(')'));
        let condition = condition.unwrap_or(&only.text);
        if condition.starts_with('"') {
            return condition.to_owned();
        }
    }
    let all: Vec<_> = list.iter().map(|it| it.text.as_str()).collect();
    format!("[{}]", all.join(", "))
}

/// An expectation as scenes write it, and the places in it that fail, each with the first tick.
fn expectation(
    random: &mut Random,
    moments: &[Moment],
    sides: (u32, u32),
) -> (String, Vec<(String, u64)>) {
    let ticks: Vec<u64> = moments.iter().map(|it| it.tick).collect();
    let end = ticks[ticks.len() - 1];
    let tick = random.below(usize::try_from(end).expect("few ticks") + 4) as u64;
    let (list, turn) = (
        statements(random, moments, sides),
        statements(random, moments, sides),
    );
    if random.below(6) == 0 {
        let (inner, failing) = expectation(random, moments, sides);
        let is_met = turn
            .iter()
            .all(|it| (it.holds)(&moments[moments.len() - 1]));
        let is_one_inside = !inner.starts_with("Given") && !inner.starts_with("Sometimes");
        let failing = failing.into_iter().filter(|_| is_met && is_one_inside);
        let failing = failing
            .map(|(path, tick)| (format!("[1][0]{path}"), tick))
            .collect();
        let inner = if is_one_inside {
            inner
        } else {
            "Always(\"ticks >= 0\")".to_owned()
        };
        return (
            format!("Given({}, [{inner}])", listed(random, &turn)),
            failing,
        );
    }
    let whens = [
        When::At(tick),
        When::Sometimes,
        When::Always,
        When::Never,
        When::Eventually,
        When::By(tick),
        When::Until,
        When::After,
        When::End,
    ];
    let when = whens[random.below(whens.len())];
    let all_hold = |it: &Moment| turn.iter().all(|statement| (statement.holds)(it));
    let turned: Vec<bool> = moments.iter().map(all_hold).collect();
    let broken = |list: &[Statement], when, index: usize| {
        let broken = list.iter().enumerate().filter_map(|(place, statement)| {
            let holds: Vec<bool> = moments.iter().map(|it| (statement.holds)(it)).collect();
            Some((
                format!("[{index}][{place}]"),
                breaks(when, &ticks, &holds, &turned)?,
            ))
        });
        broken.collect::<Vec<_>>()
    };
    let (all, turn_text) = (listed(random, &list), listed(random, &turn));
    let text = match when {
        When::End => {
            let [one, ..] = &list[..] else { unreachable!() };
            let fails = !(one.holds)(&moments[moments.len() - 1]);
            let broken = fails.then(|| (String::new(), end));
            return (one.text.clone(), broken.into_iter().collect());
        }
        When::At(_) if tick > end => {
            return (format!("At({tick}, {all})"), vec![(String::new(), end)]);
        }
        When::At(_) | When::By(_) => format!("{}({tick}, {all})", &format!("{when:?}")[..2]),
        When::Until | When::After => format!("{when:?}({turn_text}, {all})"),
        _ => format!("{when:?}({all})"),
    };
    let index = usize::from(!matches!(
        when,
        When::Always | When::Never | When::Eventually | When::Sometimes
    ));
    let mut failing = broken(&list, when, index);
    if when == When::Until && !turned.contains(&true) {
        failing.extend(broken(&turn, When::End, 0));
    }
    (text, failing)
}

/// All moments of a world that ticks one by one.
fn moments(scene: &Scene) -> Vec<Moment> {
    let mut world = Simulation::new(scene).expect("a legal scene");
    let mut moments = vec![Moment::of(&world)];
    while world.tick() {
        moments.push(Moment::of(&world));
    }
    moments.push(Moment::of(&world));
    moments
}

/// `TEMPORAL_CASES` sets how many worlds are tested.
#[test]
fn expectations_over_time_are_judged_as_from_a_list_of_moments() {
    let cases = std::env::var("TEMPORAL_CASES").map_or(500, |it| it.parse().expect("a number"));
    let (mut random, registry, mut spare) = (Random::new(47), Registry::standard(), None);
    let (mut failed, mut held) = (0, 0);
    for case in 0..cases {
        let mut side = || [1, 2, 3, 4][random.below(4)];
        let sides @ (rows, columns) = (side(), side());
        let walls = [
            "Kruskal",
            "Wilson",
            "Mazing(pick: EligibleWall)",
            "GrowingTree(pick: Random)",
        ];
        let (walls, seed) = (walls[random.below(4)], random.below(1000));
        let at = |random: &mut Random| {
            (
                1 + random.below(rows as usize),
                1 + random.below(columns as usize),
            )
        };
        let (from, to, goal) = (at(&mut random), at(&mut random), at(&mut random));
        let hand = ["Left", "Right"][random.below(2)];
        let base = format!(
            "Scene(seed: {seed}, grid: (rows: {rows}, columns: {columns}), generate: {walls}, \
             walk: Foot(from: {from:?}, to: {to:?}), \
             agents: [WallFollower(at: {from:?}, to: {goal:?}, patience: 30, hand: {hand}), \
             Mouse(count: 2, to: {to:?}, patience: 20)]"
        );
        let moments = moments(&Scene::from_ron(&format!("{base})")).expect(&base));
        let (mut texts, mut expected) = (Vec::new(), Vec::new());
        for place in 0..=random.below(4) {
            let (text, failing) = expectation(&mut random, &moments, sides);
            texts.push(text);
            let failing = failing.into_iter();
            expected.extend(failing.map(|(path, tick)| (format!("expect[{place}]{path}"), tick)));
        }
        let text = format!("{base}, expect: [{}])", texts.join(", "));
        let trial = registry
            .test(&text, &mut spare)
            .unwrap_or_else(|error| panic!("{error}"));
        let failures = trial
            .failures
            .iter()
            .map(|it| (place_of(&it.path), it.tick));
        let mut found: Vec<_> = failures.collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "case {case}: {text}");
        let scene = Scene::from_ron(&text).expect("a scene");
        assert_eq!(
            Scene::from_ron(&scene.to_ron()).expect("as printed"),
            scene,
            "{text}"
        );
        (failed, held) = (
            failed + expected.len(),
            held + usize::from(expected.is_empty()),
        );
    }
    assert!(
        failed > cases / 2 && held > cases / 20,
        "{failed} failed, {held} worlds held"
    );
}
