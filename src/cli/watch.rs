//! `mazetick watch`: a scene runs in the terminal.

mod board;
mod keys;
mod play;
mod show;
mod stage;
mod terminal;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use ratatui::Frame;
use ratatui::crossterm::event::Event;

use crate::base::count::{plural, whole_part};
use crate::base::scene_fault::SceneError;
use crate::picture::{Ink, Picture, Theme, legend};
use crate::registry::Registry;
use crate::tools::sweep::Setting;

use super::draw::themes;
use super::input::SceneFile;
use super::verdict::{Reports, Verdict};
use board::Paints;
use keys::{KEYS, KeyCommand};
use play::WalkScreen;
use show::{Goal, Show};
use stage::{Stage, Words, gap};
use terminal::{REST, Screen, ScreenContent};
use view::View;

#[derive(Args)]
#[command(after_help = "Example: mazetick watch scenes/johnny/flips.ron\n\n\
    Press ? for the keys, q to quit. With --play the arrow keys move the walker. The environment variable \
    NO_COLOR turns colours off.")]
pub(super) struct Arguments {
    /// A scene file, or - for standard input
    scene: PathBuf,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Colours on white, colours on black, or greys on white
    #[arg(long, value_name = "THEME", value_parser = themes(), default_value = "dark")]
    theme: Theme,
    /// Watch it with another value of a field, such as grid.rows=4; may be repeated
    #[arg(long, value_name = "FIELD=VALUE")]
    vary: Vec<Setting>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Walk through the maze yourself
    #[arg(long)]
    play: bool,
    /// Seek this tick first, and pause there
    #[arg(long, value_name = "N", conflicts_with = "play")]
    tick: Option<u64>,
    /// Play this many ticks a second; + and - change it
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "play")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=SPEEDS[SPEEDS.len() - 1].into()))]
    speed: u32,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open(&arguments.scene)?.varied(registry, &arguments.vary)?;
    let scene = file.seeded(registry, arguments.seed)?;
    let refused = |error: SceneError| file.refused(&error);
    let paints = Paints::new(arguments.theme);
    let stage = |picture: &Picture| Stage::new(file.name.clone(), picture, paints, arguments.ascii);
    if arguments.play {
        let mut walk = WalkScreen::new(&scene, stage).map_err(refused)?;
        check_terminal()?;
        return walk.walk(refused);
    }
    let show = Show::new(scene).map_err(refused)?;
    check_terminal()?;
    let goal = arguments.tick.map_or(Goal::Play, Goal::To);
    let (stage, speed, played) = (stage(show.picture()), arguments.speed, Instant::now());
    let mut watch = SceneScreen {
        show,
        stage,
        goal,
        speed,
        played,
    };
    Screen::show(&mut watch, refused)
}

fn check_terminal() -> Result<(), Reports> {
    let why = "standard output is not a terminal, expected one; `mazetick draw` draws into a file";
    if io::stdout().is_terminal() {
        Ok(())
    } else {
        Err(Reports::of_call(why))
    }
}

/// The ticks a second that keys choose.
const SPEEDS: [u32; 14] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000,
];

const FRAME: Duration = Duration::from_millis(33);

struct SceneScreen {
    show: Show,
    stage: Stage,
    goal: Goal,
    speed: u32,
    /// When a picture was last shown because it was due.
    played: Instant,
}

impl ScreenContent for SceneScreen {
    fn wait(&self) -> Duration {
        match self.goal {
            Goal::Rest => REST,
            Goal::Play => {
                let due = self.played + self.beat();
                due.saturating_duration_since(Instant::now()).min(REST)
            }
            Goal::To(_) => Duration::ZERO,
        }
    }

    fn command(&mut self, event: &Event) -> Option<KeyCommand> {
        self.stage.drag.command(event, false)
    }

    /// Shows the next ticks when they are due, or goes nearer to the goal.
    fn go_on(&mut self) {
        match self.goal {
            Goal::Rest => return,
            Goal::To(tick) => {
                if self.show.approach(tick) {
                    self.goal = Goal::Rest;
                }
                return;
            }
            Goal::Play => {}
        }
        let (beat, now) = (self.beat(), Instant::now());
        if now < self.played + beat {
            return;
        }
        self.played = now;
        let ticks = (beat.as_secs_f64() * f64::from(self.speed)).round();
        let to = self
            .show
            .picture()
            .tick()
            .saturating_add(whole_part(ticks.max(1.0)));
        self.show.approach(to);
        if self.show.is_at_end() {
            self.goal = Goal::Rest;
        }
    }

    fn obey(&mut self, command: KeyCommand) -> Result<(), SceneError> {
        if std::mem::take(&mut self.stage.shows_keys) && command == KeyCommand::Help {
            return Ok(());
        }
        let tick = self.show.picture().tick();
        match command {
            KeyCommand::Pause if !matches!(self.goal, Goal::Rest) => self.goal = Goal::Rest,
            KeyCommand::Pause if self.show.is_at_end() => {
                self.show.approach(0);
                self.goal = Goal::Play;
            }
            KeyCommand::Pause => self.goal = Goal::Play,
            KeyCommand::Step(ticks) => self.goal = self.goal.step(tick, ticks),
            KeyCommand::Home => self.goal = Goal::To(0),
            KeyCommand::End => self.goal = Goal::To(u64::MAX),
            KeyCommand::Faster => {
                let faster = SPEEDS.into_iter().find(|&speed| speed > self.speed);
                self.speed = faster.unwrap_or(self.speed);
            }
            KeyCommand::Slower => {
                let slower = SPEEDS.into_iter().rfind(|&speed| speed < self.speed);
                self.speed = slower.unwrap_or(self.speed);
            }
            KeyCommand::NextSeed => {
                self.show.next_seed()?;
                self.goal = Goal::Play;
            }
            KeyCommand::Help => self.stage.shows_keys = true,
            KeyCommand::Quit | KeyCommand::Suspend => {}
            command => self.stage.view.obey(command),
        }
        Ok(())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let areas = stage::split(frame.area(), &self.stage.view);
        let words = self.words(stage::is_beside(areas[1]));
        let (picture, changes) = (self.show.picture(), &self.show.changes);
        let follow = |view: &mut View| view.follow(picture, changes);
        self.stage
            .draw((picture, changes), (&KEYS, &words), areas, follow, frame);
    }
}

impl SceneScreen {
    fn beat(&self) -> Duration {
        FRAME.max(Duration::from_secs(1) / self.speed)
    }

    fn words(&self, is_beside: bool) -> Words {
        let show = &self.show;
        let (picture, is_over) = (show.picture(), show.is_at_end());
        let end = show.end.map(|end| format!(" of {end}")).unwrap_or_default();
        let tick = format!("tick {}{end}", picture.tick());
        let phase = if is_over {
            show.outcome.clone()
        } else {
            picture.phase().to_string()
        };
        let described = show.changes.describe(picture.grid());
        let has_begun = !described.is_empty() || picture.tick() > 0;
        let described = if has_begun {
            described
        } else {
            "Nothing has happened yet.".to_owned()
        };
        let (counts, seed) = (show.counts.clone(), format!("seed {}", show.scene.seed));
        let doing = match self.goal {
            Goal::Rest if is_over => "at the end".to_owned(),
            Goal::Rest => "paused".to_owned(),
            Goal::Play => format!("{} a second", plural(self.speed, "tick")),
            Goal::To(_) => format!("seeking, now at tick {}", show.reached()),
        };
        let stays = if self.stage.view.follows {
            ""
        } else {
            "not following; f to follow"
        };
        let stays = (stays.to_owned(), Ink::Hatch);
        let hint = ("? keys  space play, pause  q quit".to_owned(), Ink::Hatch);
        let plain = |words: String| (words, Ink::Text);
        if !is_beside {
            let (first, counted) = (
                format!("{tick}, {phase}, {doing}"),
                [counts, seed].join(", "),
            );
            return vec![
                (described, Ink::Accent),
                plain(first),
                plain(counted),
                stays,
                hint,
            ];
        }
        let now = [
            plain(phase),
            plain(counts),
            plain(seed),
            plain(doing),
            stays,
        ];
        let title = [plain(self.stage.name.clone()), gap(), (tick, Ink::Accent)];
        let below = [
            gap(),
            (described, Ink::Accent),
            gap(),
            plain(legend(picture)),
            gap(),
            hint,
        ];
        title.into_iter().chain(now).chain(below).collect()
    }
}
