//! `mazetick prove`: whether puzzles have exactly one solution, and how hard they are.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::base::count::{plural, whole_part};
use crate::registry::Registry;
use crate::tools::craft::{Proof, Rating};

use super::input::SceneFile;
use super::output::{json_line, stdout};
use super::paths::{name_of, scene_paths, shown_path};
use super::progress::Meter;
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick prove scenes/craft/\n  \
    mazetick prove --json scenes/craft/dice-5x5.ron\n\n\
    Exit codes: 0 every puzzle has exactly one solution, 1 one has none or several, 2 bad usage or input.")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a line of JSON per scene: a certificate that can be checked without a search
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let mut verdict = Verdict::Done;
    let meter = Meter::of_scenes(&arguments.paths);
    for path in scene_paths(arguments.paths) {
        let proven = path.and_then(|path| {
            let file = SceneFile::open(&path)?;
            meter.begin_item(&file.name);
            let scene = file.scene(registry)?;
            let proof = Proof::of_scene(&scene).map_err(|error| file.refused(&error))?;
            Ok((path, proof))
        });
        let found = match proven {
            Ok((path, proof)) => {
                let line = if arguments.json {
                    json_line(&Certificate::new(&name_of(&path), &proof))
                } else {
                    format!("{}: {}", shown_path(&path), words(&proof))
                };
                writeln!(stdout(), "{line}")?;
                if proof.is_unique() {
                    Verdict::Done
                } else {
                    Verdict::Failed
                }
            }
            Err(reports) => reports.refuse(),
        };
        verdict = verdict.max(found);
        meter.add_done(1);
    }
    Ok(verdict)
}

fn words(proof: &Proof) -> String {
    let Some(moves) = proof.moves() else {
        return "no solution".to_owned();
    };
    let moves = plural(moves, "move");
    let routes = match proof.other_route() {
        None => "unique".to_owned(),
        Some(other) => {
            let (one, several) = ("one shortest route", "several shortest routes");
            let shortest = if proof.has_one_shortest() {
                one
            } else {
                several
            };
            format!("{shortest}, not unique: another {}", other.words())
        }
    };
    let ratings = Rating::ALL[1..].iter().map(|&rating| {
        let decimals = [0, 0, 1, 3, 0, 0][rating as usize]; // in the order of `Rating`
        format!(
            "{} {:.decimals$}",
            rating.name(),
            proof.rating(rating).unwrap_or_default()
        )
    });
    format!(
        "solved in {moves}, {routes}; {}",
        ratings.collect::<Vec<_>>().join(", ")
    )
}

/// A proof as JSON: what it claims; the states, each a list of its row, its column, its pose and its height;
/// and for each state the numbers of those to which moves lead, counted from 0.
#[derive(Serialize)]
struct Certificate<'a> {
    #[serde(flatten)]
    claims: Value,
    states: Vec<(u32, u32, u32, Option<u32>)>,
    graph: Vec<&'a [u32]>,
}

impl<'a> Certificate<'a> {
    fn new(name: &str, proof: &'a Proof) -> Self {
        let mut claims = json!({ "scene": name, "solved": proof.moves().is_some() });
        if let Some(moves) = proof.moves() {
            claims["moves"] = json!(moves);
            claims["only_shortest"] = json!(proof.has_one_shortest());
            claims["unique"] = json!(proof.is_unique());
            for it in &Rating::ALL[1..] {
                let rating = proof.rating(*it);
                let whole = rating.filter(|_| it.is_whole()).map(whole_part);
                claims[it.name()] = whole.map_or_else(|| json!(rating), |it| json!(it));
            }
            claims["goals"] = json!(proof.graph().goals());
            claims["route"] = json!(proof.route());
        }
        if let Some(other) = proof.other_route() {
            claims["other"] = json!(other.route);
        }
        let (graph, mut states, mut moves) = (proof.graph(), Vec::new(), Vec::new());
        for (number, state) in (0..).zip(graph.states()) {
            let at = graph.position(number);
            states.push((at.row, at.column, state.pose, proof.height(number)));
            moves.push(graph.moves(number));
        }
        Self {
            claims,
            states,
            graph: moves,
        }
    }
}
