//! `mazetick run`: scenes in, drawings out.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use mazetick::{Outcome, SceneError, Simulation};

use super::Verdict;
use super::input::{SceneFile, complain, scene_paths};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick run scenes/\n  \
    mazetick run --seed 7 --ticks 100 --stats scenes/johnny/flips.ron")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this many ticks and draw the world as it stands
    #[arg(long, value_name = "N")]
    ticks: Option<u64>,
    /// Print the digest of each world and its path instead of the drawing
    #[arg(long)]
    digest: bool,
    /// Say on standard error what became of each world
    #[arg(long)]
    stats: bool,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let (paths, all_well) = scene_paths(&arguments.paths);
    let several = paths.len() > 1;
    let mut runner = Runner { arguments, simulation: None };
    let mut verdict = if all_well { Verdict::Done } else { Verdict::BadInput };
    let mut output = BufWriter::new(io::stdout().lock());
    for path in &paths {
        match SceneFile::open(path).map_err(|report| vec![report]).and_then(|f| runner.draw(&f)) {
            Ok(drawing) if several && !runner.arguments.digest => {
                write!(output, "{}\n{drawing}", path.display())?;
            }
            Ok(drawing) => output.write_all(drawing.as_bytes())?,
            Err(reports) => {
                output.flush()?;
                complain(&reports);
                verdict = Verdict::BadInput;
            }
        }
    }
    output.flush()?;
    Ok(verdict)
}

/// Runs scenes, one after the other, in one simulation.
struct Runner {
    arguments: Arguments,
    simulation: Option<Simulation>,
}

impl Runner {
    /// Runs a scene and draws its world; the reports, if something is wrong with it.
    fn draw(&mut self, file: &SceneFile) -> Result<String, Vec<String>> {
        let mut scene = file.scene()?;
        scene.seed = self.arguments.seed.unwrap_or(scene.seed);
        let refused = |error: SceneError| file.reports(&error.locate(&file.text));
        let simulation = match &mut self.simulation {
            Some(simulation) => {
                simulation.load(&scene).map_err(refused)?;
                simulation
            }
            none => none.insert(Simulation::new(&scene).map_err(refused)?),
        };
        simulation.advance(self.arguments.ticks.unwrap_or(u64::MAX));
        if self.arguments.stats {
            let progress = simulation.progress();
            let stats = simulation.stats();
            say!(
                "{}: {}, {} ticks{stats}, {}",
                file.name,
                progress.phase,
                progress.tick,
                progress.outcome
            );
        }
        if let Outcome::Stuck(illegal) = simulation.outcome() {
            return Err(file.reports(&SceneError::from(illegal).locate(&file.text)));
        }
        Ok(if self.arguments.digest {
            format!("{}  {}\n", simulation.digest(), file.name)
        } else {
            simulation.text()
        })
    }
}
