//! The walkers and agents of a maze as entities of the app.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;

use super::MazeSimulation;
use crate::base::grid::Position;
use crate::engine::agents::Agent;

/// Requests the walkers and agents of a maze as entities of the app, which follow them: children of the
/// entity of the maze, each with a [`Position`] and a [`MirrorOf`], agents with their
/// [`Agent`], too. A component of the entity of a maze.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
pub struct Mirrored;

/// What an entity of the app mirrors. Components for its looks may be added beside it.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[reflect(Component)]
#[non_exhaustive]
pub enum MirrorOf {
    /// The walker in this place, from 0, of the order in which they step. There are more and fewer of them in
    /// every tick.
    Walker(usize),
    /// The agent with this number, from 1 in the order of the scene.
    Agent(usize),
}

/// Despawns the mirrors of a maze that is not to be mirrored any more, or is gone.
pub(super) fn dismiss(
    mut removed: RemovedComponents<Mirrored>,
    mut gone: RemovedComponents<MazeSimulation>,
    mazes: Query<&Children>,
    mirrors: Query<(), With<MirrorOf>>,
    mut commands: Commands,
) {
    let mazes_of = removed
        .read()
        .chain(gone.read())
        .filter_map(|maze| mazes.get(maze).ok());
    for &child in mazes_of.flatten().filter(|&&child| mirrors.contains(child)) {
        commands.entity(child).try_despawn();
    }
}

pub(super) fn mirror(
    mazes: Query<(Entity, &MazeSimulation, Option<&Children>), With<Mirrored>>,
    mut mirrors: Query<(&MirrorOf, &mut Position, Option<&mut Agent>)>,
    mut commands: Commands,
) {
    for (entity, maze, children) in &mazes {
        let agents = maze.agents();
        let of_walkers = (0..)
            .map(MirrorOf::Walker)
            .zip(maze.walkers().into_iter().map(|it| it.cell));
        let of_agents = (1..)
            .map(MirrorOf::Agent)
            .zip(agents.iter().map(|it| it.cell));
        let all = of_walkers
            .chain(of_agents)
            .map(|(mirrored, cell)| (mirrored, maze.position(cell)));
        let mut wanted: BTreeMap<MirrorOf, Position> = all.collect();
        for child in children.into_iter().flatten().copied() {
            let Ok((&mirrored, mut position, agent)) = mirrors.get_mut(child) else {
                continue;
            };
            match wanted.remove(&mirrored) {
                Some(at) => {
                    position.set_if_neq(at);
                    if let (MirrorOf::Agent(number), Some(mut agent)) = (mirrored, agent) {
                        agent.set_if_neq(agents[number - 1]);
                    }
                }
                None => commands.entity(child).despawn(),
            }
        }
        for (mirrored, at) in wanted {
            let mut mirror = commands.spawn((mirrored, at, ChildOf(entity)));
            if let MirrorOf::Agent(number) = mirrored {
                mirror.insert(agents[number - 1]);
            }
        }
    }
}
