//! `mazetick prove`: whether puzzles have exactly one solution, and how hard they are.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::base::count::{plural, whole};
use crate::registry::Registry;
use crate::tools::Proof;
use crate::tools::craft::Rated;

use super::Verdict;
use super::input::{Reports, SceneFile};
use super::output::{json_line, stdout};
use super::paths::{name_of, scene_paths, shown_path};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick prove scenes/craft/\n  \
    mazetick prove --json scenes/craft/dice.ron\n\n\
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
    for path in scene_paths(arguments.paths) {
        let proof = path.map_err(Reports::from).and_then(|path| {
            let proof = prove(&path, registry)?;
            Ok((path, proof))
        });
        match proof {
            Ok((path, proof)) => {
                let line = if arguments.json {
                    json_line(&Certificate::new(&name_of(&path), &proof))
                } else {
                    format!("{}: {}", shown_path(&path), words(&proof))
                };
                writeln!(stdout(), "{line}")?;
                let found = if proof.is_unique() { Verdict::Done } else { Verdict::Failed };
                verdict = verdict.max(found);
            }
            Err(reports) => verdict = reports.refuse(),
        }
    }
    Ok(verdict)
}

fn prove(path: &Path, registry: &Registry) -> Result<Proof, Reports> {
    let file = SceneFile::open(path)?;
    let scene = file.scene(registry)?;
    Proof::of_scene(&scene).map_err(|error| file.refused(&error))
}

/// A proof in a line.
pub(super) fn words(proof: &Proof) -> String {
    let Some(rating) = proof.rating() else { return "no solution".to_owned() };
    let moves = plural(rating.moves, "move");
    let routes = match proof.other_route() {
        None => "unique".to_owned(),
        Some(other) => {
            let at = |state| proof.graph().position(state);
            let (leaves, joins) = (at(other.leaves), at(other.joins));
            let shortest = if proof.has_one_shortest() {
                "one shortest route"
            } else {
                "several shortest routes"
            };
            format!("{shortest}, not unique: another leaves it at {leaves}, comes back at {joins}")
        }
    };
    let ratings = Rated::ALL[1..].iter().map(|it| {
        let decimals = match it {
            Rated::Effort => 1,
            Rated::Holes => 3,
            _ => 0,
        };
        format!("{} {:.decimals$}", it.name(), it.of(&rating))
    });
    format!("solved in {moves}, {routes}; {}", ratings.collect::<Vec<_>>().join(", "))
}

/// A proof as JSON: what it claims; the states, each a list of its row, its column, its pose and its height;
/// and for each state the numbers of those to which moves lead, the first of them 0.
#[derive(Serialize)]
struct Certificate<'a> {
    #[serde(flatten)]
    claims: Value,
    states: States<'a>,
    graph: Moves<'a>,
}

struct States<'a>(&'a Proof);

struct Moves<'a>(&'a Proof);

impl<'a> Certificate<'a> {
    fn new(name: &str, proof: &'a Proof) -> Self {
        let mut claims = json!({ "scene": name, "solved": proof.moves().is_some() });
        if let Some(rating) = proof.rating() {
            claims["moves"] = json!(rating.moves);
            claims["only_shortest"] = json!(proof.has_one_shortest());
            claims["unique"] = json!(proof.is_unique());
            for it in &Rated::ALL[1..] {
                let number = it.of(&rating);
                let whole = it.is_whole().then(|| whole(number));
                claims[it.name()] = whole.map_or_else(|| json!(number), |it| json!(it));
            }
            claims["route"] = json!(proof.route());
        }
        if let Some(other) = proof.other_route() {
            claims["other"] = json!(other.route);
        }
        Self { claims, states: States(proof), graph: Moves(proof) }
    }
}

impl Serialize for States<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (proof, graph) = (self.0, self.0.graph());
        serializer.collect_seq((0..).zip(graph.states()).map(|(number, state)| {
            let at = graph.position(number);
            (at.row, at.column, state.pose, proof.height(number))
        }))
    }
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let graph = self.0.graph();
        serializer.collect_seq((0..).zip(graph.states()).map(|(number, _)| graph.moves(number)))
    }
}
