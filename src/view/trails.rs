//! Trails: where agents went, which no World knows, for pictures of one.

use std::f32::consts::FRAC_PI_2;

use super::agents::{AgentMark, MARKS, kinds};
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::engine::maze::Maze;
use crate::picture::layer::Kinds;
use crate::picture::{CELL, Depth, Form, Layer, Look, Pen, Place, rounded};

/// Four bits for each kind of agents: the sides of the cell over which they went.
static TRAILS: Look = Look {
    shapes: |slot, pen| {
        for (kind, mark) in MARKS.iter().enumerate() {
            let sides = slot.value >> (4 * kind);
            let sides = Heading::ALL.map(|side| sides >> side as u32 & 1 == 1);
            if sides.contains(&true) {
                draw_trail(sides, LANES[kind], mark, pen);
            }
        }
    },
    meaning: "where agents went, in their colours",
    ..Look::new("trails", Place::Cells(1), Depth::Board)
};

/// Where the trails of each kind are in a cell, from the left and from above: the same at both sides of an edge.
const LANES: [f32; MARKS.len()] = [60.0, 71.0, 49.0, 82.0, 38.0, 93.0];

const WIDTH: f32 = 7.0;

/// Draws the trail of a kind through a cell: straight ahead, or round one bend; where more ways meet, one joins another.
fn draw_trail(sides: [bool; 4], lane: f32, mark: &'static AgentMark, pen: &mut Pen) {
    let middle = (lane, lane);
    let end = |side: Heading| match side {
        Heading::N => (lane, 0.0),
        Heading::S => (lane, CELL),
        Heading::W => (0.0, lane),
        Heading::E => (CELL, lane),
    };
    let mut ends = Vec::new();
    for (one, other) in [(Heading::N, Heading::S), (Heading::W, Heading::E)] {
        match (sides[one as usize], sides[other as usize]) {
            (true, true) => draw_line(&[end(one), end(other)], mark, pen),
            (true, false) => ends.push(end(one)),
            (false, true) => ends.push(end(other)),
            (false, false) => {}
        }
    }

    match ends[..] {
        [one, other] => draw_line(&[one, middle, other], mark, pen),
        [one] => draw_line(&[one, middle], mark, pen),
        _ => {}
    }
}

/// Draws a line whose dashes meet those of the next cell at an edge.
fn draw_line(points: &[(f32, f32)], mark: &'static AgentMark, pen: &mut Pen) {
    const BEND: f32 = 30.0;
    let form = Form::Path(rounded(points, BEND));
    let Some(dashes) = mark.dashes else {
        return pen.line(form, mark.ink(), WIDTH);
    };

    let far = |two: &[(f32, f32)]| (two[1].0 - two[0].0).abs() + (two[1].1 - two[0].1).abs();
    let straight: f32 = points.windows(2).map(far).sum();
    let period: f32 = dashes.iter().sum();
    let length = match points {
        [_, middle, end] => {
            // The quarter of a circle is shorter than the corner.
            let (x, y) = (
                (middle.0 - points[0].0)
                    .abs()
                    .max((middle.1 - points[0].1).abs()),
                far(&[*middle, *end]),
            );
            let radius = BEND.min(x.min(y) / 2.0);
            straight - radius * (2.0 - FRAC_PI_2)
        }
        _ => straight,
    };
    let periods = (length / period).round().max(1.0);
    let scale = length / (periods * period);
    pen.dashes(form, mark.ink(), WIDTH, dashes.map(|part| part * scale));
}

/// The trails of agents, as a layer for pictures of their world.
pub(crate) struct Trails {
    layer: Layer,
    /// Where the agents were; empty before they are seen first.
    cells: Vec<CellIndex>,
    /// The numbers of those that leave trails; all if there is none.
    chosen: Vec<u32>,
}

impl Trails {
    /// The trails of the agents with these numbers, from 1, or of all without any; the error is a number that no agent
    /// has.
    pub(crate) fn new(maze: &Maze, chosen: &[u32]) -> Result<Self, String> {
        let count = maze.agents().len();
        if let Some(number) = chosen.iter().find(|&&it| it == 0 || it as usize > count) {
            return Err(format!("there is no agent {number}, expected 1 to {count}"));
        }
        if count == 0 {
            return Err("the scene has no agents, expected some".to_owned());
        }
        let mut layer = Layer::empty(&TRAILS, maze.grid());
        if let Some(kinds) = kinds(maze.world()) {
            // From west to east.
            let sample = |kind: usize| 0b1100_u32 << (4 * (kind % MARKS.len()));
            layer.kinds = Kinds {
                sample,
                place: |_| None,
                ..kinds
            };
        }
        Ok(Self {
            layer,
            cells: Vec::new(),
            chosen: chosen.to_owned(),
        })
    }

    pub(crate) fn note(&mut self, maze: &Maze) {
        let kinds = kinds(maze.world()).map_or([].into(), |kinds| kinds.names);
        let agents = maze.agents_by_kind();
        self.cells.extend(
            agents
                .iter()
                .skip(self.cells.len())
                .map(|(_, agent)| agent.cell),
        );
        for ((number, last), (name, agent)) in (1..).zip(&mut self.cells).zip(agents) {
            let from = std::mem::replace(last, agent.cell);
            let is_chosen = self.chosen.is_empty() || self.chosen.contains(&number);
            if from != agent.cell && is_chosen {
                let kind = kinds
                    .iter()
                    .position(|&kind| kind == name)
                    .unwrap_or_default();
                for (cell, side) in [
                    (from, agent.heading),
                    (agent.cell, agent.heading.opposite()),
                ] {
                    self.layer.values[cell] |= 1 << (4 * (kind % MARKS.len()) + side as usize);
                }
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.layer.values.fill(0);
        self.cells.clear();
    }

    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Stroke;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    /// The sides over which agents went in a corridor of four squares, as masks by cell: four bits a kind.
    fn trails(chosen: &[u32]) -> Result<Vec<u32>, String> {
        let text = "Scene(grid: (rows: 1, columns: 4), generate: Johnny(start: (1, 1)), agents: [\
                    Mouse(at: (1, 4), to: (1, 4)), WallFollower(at: (1, 1), to: (1, 3))])";
        let scene = Scene::from_ron(text).expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a world");
        let mut trails = Trails::new(&simulation, chosen)?;
        trails.note(&simulation);
        while simulation.tick() && simulation.agents()[1].steps < 2 {
            trails.note(&simulation);
        }
        trails.note(&simulation);
        Ok(trails.layer().values().to_vec())
    }

    #[test]
    fn trails_lead_where_agents_went() {
        // Bits for north, south, west, east: the wall follower's are the first, as its policy is.
        let follower = [0b1000, 0b1100, 0b0100, 0];
        assert_eq!(trails(&[2]), Ok(follower.to_vec()));
        let all = trails(&[]).expect("agents");
        assert_eq!(all[3] >> 4, 0b0100, "the mouse has one way out");
        let of_follower: Vec<u32> = all.iter().map(|sides| sides & 0b1111).collect();
        assert_eq!(of_follower, follower);
        assert_eq!(
            trails(&[3]),
            Err("there is no agent 3, expected 1 to 2".to_owned())
        );
    }

    /// Through a bend a trail is one line with a curve, where three ways meet there are two.
    #[test]
    fn trails_have_round_bends() {
        let lines = |sides: [bool; 4]| {
            let mut pen = Pen::default();
            draw_trail(sides, 60.0, &MARKS[0], &mut pen);
            pen.into_shapes()
        };
        let is_curve = |stroke: &Stroke| matches!(stroke, Stroke::Curve(_));
        let bend = lines([true, false, false, true]);
        assert!(bend.len() == 1 && bend[0].form.strokes().iter().any(is_curve));
        assert_eq!(lines([true, true, false, true]).len(), 2);
        assert_eq!(lines([true; 4]).len(), 2);
    }
}
