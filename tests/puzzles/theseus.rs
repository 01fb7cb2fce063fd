//! Theseus and the Minotaur, compared with the plain version.

use crate::compared::{Answer, Puzzle, Seen, compare, position, small, square};
use crate::scenes::template;
use mazetick::base::{Grid, Heading, Headings, Outcome, Position};
use mazetick::engine::TextFormat;
use mazetick::puzzles::mazing::Pick;
use mazetick::puzzles::theseus::Pursuit;
use mazetick::puzzles::{DrawnWalls, Johnny, Mazing, Theseus};
use mazetick::scene::{Scene, Simulation};
use plain::random::Random;
use plain::theseus::{self, Both, Labyrinth};
use plain::{Square, Walls};

/// A walk among walls, generated or drawn.
#[derive(Debug)]
struct Hunt {
    size: Square,
    start: Both,
    exit: Square,
    seed: u64,
    /// Where walls stand south and east; without them, walls are generated.
    drawn: Option<Vec<(Position, Headings)>>,
}

impl Hunt {
    fn labyrinth(&self, walls: Walls) -> Labyrinth {
        let (rows, columns) = self.size;
        Labyrinth {
            rows,
            columns,
            walls,
            start: self.start,
            exit: self.exit,
        }
    }
}

impl Puzzle for Hunt {
    fn scene(&self) -> Scene {
        let from = position(self.start.0);
        let (minotaur, to) = (position(self.start.1), position(self.exit));
        let scene = Scene::new(small(self.size.0), small(self.size.1))
            .named("CRETE")
            .seeded(self.seed)
            .with(Theseus {
                from: from.into(),
                minotaur,
                to: to.into(),
            })
            .drawn(TextFormat::THESEUS);
        match (&self.drawn, self.seed % 3) {
            (Some(walls), _) => scene.with(DrawnWalls::listed(walls.clone())),
            (None, 0) => scene.with(Johnny {
                flips: 0.3,
                ..Johnny::from(from)
            }),
            (None, 1) => scene.with(Mazing {
                pick: Pick::EligibleWall,
            }),
            (None, _) => scene.with(Mazing {
                pick: Pick::AnyWall,
            }),
        }
    }

    fn answer(&self, walls: Walls) -> Answer {
        let labyrinth = self.labyrinth(walls);
        let way = theseus::solve(&labyrinth);
        let text = listing(way.as_deref());
        let answer = match way {
            Some(way) => Answer::searched(Some(way.into_iter().map(|both| both.0).collect())),
            None => Answer::exhausted(theseus::reached(&labyrinth)),
        };
        answer.with_text(text)
    }

    /// The Minotaur's squares are those of the text.
    fn check(&self, world: &mut Simulation) {
        let pursuit = world.entity().get::<Pursuit>().expect("a pursuit");
        let tracks: Vec<Square> = pursuit.tracks(world.grid()).map(square).collect();
        let way: Vec<Both> = world
            .route()
            .into_iter()
            .map(square)
            .zip(tracks.clone())
            .collect();
        assert_eq!(tracks.len(), way.len());
        assert_eq!(world.text(), listing((!way.is_empty()).then_some(&way)));
    }
}

/// The text of a way out.
fn listing(way: Option<&[Both]>) -> String {
    let Some(way) = way else {
        return "CRETE\n  No Solution Possible\n".to_owned();
    };
    let digits = way.len().to_string().len();
    let lines = way.iter().enumerate().map(|(turn, (theseus, minotaur))| {
        let [theseus, minotaur] = [theseus, minotaur].map(|at| format!("({},{})", at.0, at.1));
        format!("  {turn:digits$}: {theseus}, Minotaur {minotaur}\n")
    });
    format!("CRETE\n{}", lines.collect::<String>())
}

/// Walls drawn south and east of each square with a probability of `times` percent.
fn random_walls(
    (rows, columns): Square,
    times: usize,
    random: &mut Random,
) -> Vec<(Position, Headings)> {
    let grid = Grid {
        rows: small(rows),
        columns: small(columns),
    };
    let sides = grid.positions().map(|at| {
        let sides = [Heading::S, Heading::E]
            .into_iter()
            .filter(|_| random.percent(times));
        (at, sides.collect())
    });
    sides.collect()
}

/// How many routes have a turn in which Theseus waits.
fn with_waits(seen: &Seen) -> usize {
    seen.found()
        .filter(|route| route.windows(2).any(|turn| turn[0] == turn[1]))
        .count()
}

#[test]
fn ways_out_are_those_of_the_plain_version() {
    let mut random = Random::new(1);
    let hunt = |seed| {
        let size = (1 + random.below(7), 1 + random.below(7));
        let start = (random.square(size), random.square(size));
        let times = random.pick(&[0, 10, 20, 30, 40]);
        let drawn = (seed % 6 > 0).then(|| random_walls(size, times, &mut random));
        Hunt {
            size,
            start,
            exit: random.square(size),
            seed,
            drawn,
        }
    };
    let seen = compare(&(0..450).map(hunt).collect::<Vec<_>>());
    seen.assert_at_least(50, 50, 10);
    assert!(with_waits(&seen) > 2, "{} with waits", with_waits(&seen));
}

#[test]
fn every_start_in_a_small_labyrinth_ends_as_in_the_plain_version() {
    let squares: Vec<Square> = (1..=3)
        .flat_map(|row| (1..=3).map(move |c| (row, c)))
        .collect();
    let mut random = Random::new(2);
    let mut hunts = Vec::new();
    for &theseus in &squares {
        for &minotaur in &squares {
            for &exit in &squares {
                let (size, start) = ((3, 3), (theseus, minotaur));
                let drawn = Some(random_walls(size, 25, &mut random));
                hunts.push(Hunt {
                    size,
                    start,
                    exit,
                    seed: 0,
                    drawn,
                });
            }
        }
    }
    compare(&hunts).assert_at_least(200, 200, 4);
}

#[test]
fn a_labyrinth_has_a_largest_size_and_holds_both() {
    let far = Position::new(65, 65);
    let corner = Position::new(1, 1);
    let walk = Theseus {
        from: corner.into(),
        minotaur: far,
        to: corner.into(),
    };
    let named = |side| {
        Scene::new(side, side)
            .named("CRETE")
            .drawn(TextFormat::THESEUS)
            .with(walk.clone())
    };
    assert_eq!(
        named(65).checked().unwrap_err().to_string(),
        "\
        walk: 4225 cells are 17850625 pairs of squares for Theseus and the Minotaur, expected at most \
        16777216"
    );
    assert_eq!(
        named(64).checked().unwrap_err().to_string(),
        "walk.minotaur: (65, 65) is outside the grid, expected (1, 1) to (64, 64)"
    );
}

#[test]
fn the_largest_open_labyrinth_is_searched() {
    let at = Position::new;
    let walk = Theseus {
        from: at(1, 1).into(),
        minotaur: at(64, 64),
        to: at(40, 1).into(),
    };
    let scene = Scene::new(64, 64)
        .named("CRETE")
        .drawn(TextFormat::THESEUS)
        .with(walk);
    let mut simulation = Simulation::new(&scene).unwrap();
    let expected = Outcome::Solved { moves: 39 };
    assert_eq!(simulation.run(), expected);
}

#[test]
fn the_scene_to_start_from_is_solved() {
    let template = template("theseus").scene(
        Grid {
            rows: 1,
            columns: 1,
        },
        1,
    );
    let mut simulation = Simulation::new(&Scene::from_ron(&template).unwrap()).unwrap();
    assert!(matches!(simulation.run(), Outcome::Solved { .. }));
}
