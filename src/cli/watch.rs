//! `mazetick watch`: a scene runs in the terminal.

mod board;
mod keys;
mod panel;
mod play;
mod show;
mod terminal;
mod view;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use ratatui::Frame;
use ratatui::crossterm::event;

use crate::base::count::{plural, whole};
use crate::base::scene_fault::SceneError;
use crate::picture::Theme;
use crate::registry::Registry;

use super::Verdict;
use super::draw::themes;
use super::input::{Reports, SceneFile};
use board::{Board, Paints};
use keys::{Drag, Order};
use panel::Panel;
use play::Walk;
use show::{Goal, Show};
use terminal::Screen;
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
    /// Colours on black, colours on white, or greys
    #[arg(long, value_name = "THEME", value_parser = themes(), default_value = "dark")]
    theme: Theme,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Walk through the maze yourself
    #[arg(long)]
    play: bool,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.seeded(registry, arguments.seed)?;
    let refused = |error: SceneError| file.refused(&error);
    let (paints, is_ascii) = (Paints::new(arguments.theme), arguments.ascii);
    if arguments.play {
        let walk = Walk::new(&scene, file.name.clone(), paints, is_ascii);
        let mut walk = walk.map_err(refused)?;
        check_terminal()?;
        walk.walk()?;
        return Ok(Verdict::Done);
    }
    let show = Show::new(scene).map_err(refused)?;
    check_terminal()?;
    let view = View::new(show.picture());
    let mut watch = Watch {
        panel: Panel { name: file.name.clone(), ..Panel::default() },
        goal: Goal::Play,
        speed: SPEEDS.iter().position(|&speed| speed == USUAL_SPEED).unwrap_or_default(),
        drag: Drag::default(),
        is_ascii,
        show,
        view,
        paints,
    };
    watch.watch(refused)?;
    Ok(Verdict::Done)
}

/// Reports if standard output is not a terminal.
fn check_terminal() -> Result<(), Reports> {
    let why = "standard output is not a terminal, expected one; `mazetick draw` draws into a file";
    if io::stdout().is_terminal() { Ok(()) } else { Err(Reports::of_call(why)) }
}

/// Ticks a second.
const SPEEDS: [u32; 14] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];
const USUAL_SPEED: u32 = 20;

/// The shortest time of a frame.
const FRAME: Duration = Duration::from_millis(33);

/// The longest wait for a key, after which signals are checked.
const REST: Duration = Duration::from_millis(100);

/// A watched scene.
struct Watch {
    show: Show,
    view: View,
    panel: Panel,
    paints: Paints,
    goal: Goal,
    /// The index in [`SPEEDS`].
    speed: usize,
    drag: Drag,
    is_ascii: bool,
}

impl Watch {
    /// Runs until the user quits.
    fn watch(&mut self, refused: impl Fn(SceneError) -> Reports) -> Result<(), Reports> {
        let mut screen = Screen::take()?;
        let mut played = Instant::now();
        loop {
            self.view.follow(self.show.picture(), self.show.changes());
            screen.draw(|frame| self.draw(frame))?;
            let mut wait = self.wait(played);
            while event::poll(wait)? {
                match self.drag.order(&event::read()?) {
                    Some(Order::Quit) => return Ok(()),
                    Some(Order::Suspend) => screen.suspend()?,
                    Some(order) => self.obey(order).map_err(&refused)?,
                    None => {}
                }
                wait = Duration::ZERO;
            }
            if screen.is_to_end() {
                return Ok(screen.end()?);
            }
            self.go_on(&mut played);
        }
    }

    /// How long to wait for a key.
    fn wait(&self, played: Instant) -> Duration {
        match self.goal {
            Goal::Rest => REST,
            Goal::Play => {
                let due = played + self.beat();
                due.saturating_duration_since(Instant::now()).min(REST)
            }
            _ => Duration::ZERO,
        }
    }

    /// The time from one picture to the next.
    fn beat(&self) -> Duration {
        FRAME.max(Duration::from_secs(1) / SPEEDS[self.speed])
    }

    /// Shows the next ticks when they are due, or goes nearer to the goal.
    fn go_on(&mut self, played: &mut Instant) {
        if !matches!(self.goal, Goal::Play) {
            return self.show.pursue(&mut self.goal);
        }
        let (beat, now) = (self.beat(), Instant::now());
        if now < *played + beat {
            return;
        }
        *played = now;
        let ticks = (beat.as_secs_f64() * f64::from(SPEEDS[self.speed])).round();
        let to = self.show.picture().tick().saturating_add(whole(ticks.max(1.0)));
        self.show.approach(to);
        if self.show.is_at_end() {
            self.goal = Goal::Rest;
        }
    }

    fn obey(&mut self, order: Order) -> Result<(), SceneError> {
        if std::mem::take(&mut self.panel.shows_keys) && order == Order::Help {
            return Ok(());
        }
        let tick = self.show.picture().tick();
        match order {
            Order::Pause if !matches!(self.goal, Goal::Rest) => self.goal = Goal::Rest,
            Order::Pause if self.show.is_at_end() => {
                self.show.approach(0);
                self.goal = Goal::Play;
            }
            Order::Pause => self.goal = Goal::Play,
            Order::Step(ticks) => self.goal = self.goal.step(tick, ticks),
            Order::Home => self.goal = Goal::To(0),
            Order::End => self.goal = Goal::To(u64::MAX),
            Order::NextEvent => self.goal = Goal::Next,
            Order::PreviousEvent => self.goal = Goal::before(tick),
            Order::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Order::Slower => self.speed = self.speed.saturating_sub(1),
            Order::NextSeed => {
                self.show.next_seed()?;
                self.goal = Goal::Play;
            }
            Order::Help => self.panel.shows_keys = true,
            Order::Quit | Order::Suspend => {}
            order => self.view.obey(order),
        }
        Ok(())
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (board, beside) = panel::split(area, self.view.extent());
        frame.buffer_mut().set_style(area, self.paints.paper());
        self.view.fit(board.as_size(), self.show.picture().grid());
        let seen = Board {
            picture: self.show.picture(),
            changes: self.show.changes(),
            view: &self.view,
            paints: self.paints,
            is_ascii: self.is_ascii,
        };
        board::draw(seen, board, frame.buffer_mut());
        let doing = match self.goal {
            Goal::Rest if self.show.is_at_end() => "at the end".to_owned(),
            Goal::Rest => "paused".to_owned(),
            Goal::Play => format!("{} a second", plural(SPEEDS[self.speed], "tick")),
            Goal::To(_) => format!("seeking, now at tick {}", self.show.reached()),
            _ => format!("seeking an event, now at tick {}", self.show.reached()),
        };
        self.panel.draw(&self.show, &self.view, &doing, self.paints, beside, frame);
    }
}
