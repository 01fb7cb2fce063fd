//! `mazetick watch --play`: walks by hand.

use std::io::{self, Write as _};

use ratatui::Frame;
use ratatui::crossterm::event::Event;

use crate::base::count::plural;
use crate::base::scene_fault::SceneError;
use crate::cli::verdict::{Reports, Verdict};
use crate::picture::{Changes, Ink, Picture, legend};
use crate::scene::CheckedScene;
use crate::tools::play::{Hint, Play};

use super::keys::{KeyCommand, PLAY_KEYS};
use super::stage;
use super::stage::{Stage, Words, gap};
use super::terminal::{Screen, ScreenContent};

pub(super) struct WalkScreen {
    play: Play,
    picture: Picture,
    stage: Stage,
    said: String,
    hides_signs: bool,
    copied: Option<String>,
}

impl ScreenContent for WalkScreen {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let areas = stage::split(frame.area(), &self.stage.view);
        let words = self.words(stage::is_beside(areas[1]));
        let seen = (&self.picture, &Changes::default());
        let at = self.play.at();
        self.stage.draw(
            seen,
            (&PLAY_KEYS, &words),
            areas,
            |view| view.follow_to(at),
            frame,
        );
    }

    fn command(&mut self, event: &Event) -> Option<KeyCommand> {
        self.stage.drag.command(event, true)
    }

    fn obey(&mut self, command: KeyCommand) -> Result<(), SceneError> {
        if std::mem::take(&mut self.stage.shows_keys) && command == KeyCommand::Help {
            return Ok(());
        }
        match command {
            KeyCommand::Go(toward) => {
                self.said = self
                    .play
                    .go(toward)
                    .map_or_else(|why| why.to_string(), |_| self.arrival());
            }
            KeyCommand::Undo => {
                let is_one = self.play.undo();
                let said = if is_one {
                    ""
                } else {
                    "There is no move to undo."
                };
                said.clone_into(&mut self.said);
            }
            KeyCommand::Restart => {
                self.play.restart();
                self.said.clear();
            }
            KeyCommand::Hint => self.said = in_words(&self.play.hint()),
            KeyCommand::Signs if self.picture.has_signs() => {
                self.hides_signs = !self.hides_signs;
                self.said.clear();
            }
            KeyCommand::Signs => "There are no signs here.".clone_into(&mut self.said),
            KeyCommand::Copy => {
                self.copied = Some(self.play.text().into());
                self.said = format!("The walk of {} will be printed at the end.", self.moves());
            }
            KeyCommand::Help => self.stage.shows_keys = true,
            command => self.stage.view.obey(command),
        }
        self.look();
        Ok(())
    }
}

impl WalkScreen {
    pub(super) fn new(
        scene: &CheckedScene,
        stage: impl FnOnce(&Picture) -> Stage,
    ) -> Result<Self, SceneError> {
        scene.check_is_drawable()?;
        let mut play = Play::new(scene)?;
        let picture = play.picture();
        let (stage, said) = (stage(&picture), String::new());
        Ok(Self {
            play,
            picture,
            stage,
            said,
            hides_signs: false,
            copied: None,
        })
    }

    /// Shows it, and prints the walk that was copied.
    pub(super) fn walk(
        &mut self,
        refused: impl Fn(SceneError) -> Reports,
    ) -> Result<Verdict, Reports> {
        self.look();
        let verdict = Screen::show(self, refused)?;
        io::stdout().write_all(self.copied.take().unwrap_or_default().as_bytes())?;
        Ok(verdict)
    }

    fn arrival(&self) -> String {
        if !self.play.has_arrived() {
            return String::new();
        }
        let more = self.play.moves() - self.play.shortest().unwrap_or(self.play.moves());
        match more {
            0 => format!(
                "The goal is reached in {}, and no route is shorter.",
                self.moves()
            ),
            more => format!(
                "The goal is reached in {}, {more} more than the shortest route.",
                self.moves()
            ),
        }
    }

    fn moves(&self) -> String {
        plural(self.play.moves(), "move")
    }

    fn look(&mut self) {
        self.play.picture_into(&mut self.picture);
        if self.hides_signs {
            let at = self.play.at();
            self.picture
                .leave_only_sign(self.play.reads().map(|travel| (at, travel)));
        }
    }

    fn words(&self, has_room: bool) -> Words {
        let shortest = match self.play.shortest() {
            Some(moves) => format!("the shortest route has {moves}"),
            None => "the goal cannot be reached".to_owned(),
        };
        let place = [self.play.at().to_string(), self.play.stance()];
        let place = place
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join(", ");
        let signs = if self.hides_signs {
            "only the sign being read is shown"
        } else {
            ""
        };
        let said = (self.said.clone(), Ink::Accent);
        let hint = ("? keys  h hint  u undo  q quit".to_owned(), Ink::Hatch);
        let plain = |words: String| (words, Ink::Text);
        let walk = [
            plain(format!("{}, {shortest}", self.moves())),
            plain(place),
            (signs.to_owned(), Ink::Hatch),
        ];
        if !has_room {
            return walk.into_iter().chain([said, hint]).collect();
        }
        let title = [plain(self.stage.name.clone()), gap()];
        let below = [
            gap(),
            said,
            gap(),
            plain(legend(&self.picture)),
            gap(),
            hint,
        ];
        title.into_iter().chain(walk).chain(below).collect()
    }
}

fn in_words(hint: &Hint) -> String {
    match hint {
        Hint::Go { toward, left } => {
            let step = toward.map_or("Wait".to_owned(), |toward| format!("Go {}", toward.name()));
            format!("{step}: {} to the goal.", plural(*left, "move"))
        }
        Hint::NoWay => "The goal cannot be reached from here.".to_owned(),
        Hint::Arrived => "The goal is reached.".to_owned(),
        Hint::Unknown => "The search for a hint takes too many walkers.".to_owned(),
    }
}
