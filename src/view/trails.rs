//! Trails: where agents went, which no World knows, for pictures of one.

use super::agents::{MARKS, kinds};
use crate::base::grid::CellIndex;
use crate::engine::maze::Maze;
use crate::picture::{Depth, Form, Layer, Look, Place};

/// A bit for each kind of agents that went over a side of a cell.
static TRAILS: Look = Look {
    shapes: |slot, pen| {
        for (kind, mark) in MARKS
            .iter()
            .enumerate()
            .filter(|(kind, _)| slot.value >> kind & 1 == 1)
        {
            // Each kind has a lane of its own, the same at both sides of an edge.
            let lane = [60.0, 71.0, 49.0, 82.0, 38.0, 93.0][kind];
            let ends = [
                (lane, lane),
                [(lane, 0.0), (lane, 120.0), (0.0, lane), (120.0, lane)][slot.place],
            ];
            pen.line(Form::lines(&ends), mark.ink(), 7.0);
        }
    },
    meaning: "where agents went, in their colours",
    ..Look::new("trails", Place::Cells(4), Depth::Board)
};

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
        let (layer, cells) = (Layer::empty(&TRAILS, maze.grid()), Vec::new());
        Ok(Self {
            layer,
            cells,
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
                    self.layer.values[4 * cell.get() + side as usize] |= 1 << (kind % MARKS.len());
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
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    /// The sides over which agents went in a corridor of four squares, as masks by cell and side.
    fn trails(chosen: &[u32]) -> Result<Vec<[u32; 4]>, String> {
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
        Ok(trails.layer().values().as_chunks().0.to_vec())
    }

    #[test]
    fn trails_lead_where_agents_went() {
        // North, south, west, east: the wall follower's bit is the first, as its policy is.
        let follower = [[0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 1, 0], [0; 4]];
        assert_eq!(trails(&[2]), Ok(follower.to_vec()));
        let all = trails(&[]).expect("agents");
        let of_mouse = |sides: &[u32; 4]| sides.map(|kinds| kinds & 2);
        assert_eq!(of_mouse(&all[3]), [0, 0, 2, 0], "the mouse has one way out");
        assert_eq!(
            all.iter()
                .map(|it| it.map(|kinds| kinds & 1))
                .collect::<Vec<_>>(),
            follower
        );
        assert_eq!(
            trails(&[3]),
            Err("there is no agent 3, expected 1 to 2".to_owned())
        );
    }
}
