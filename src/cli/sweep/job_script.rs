//! Job scripts: a sweep in shards, to be run by a batch system.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;

use crate::base::count::plural;
use crate::base::report::escape_controls;
use crate::cli::paths::{DASH, is_dash, quoted};
use crate::picture::fill_blanks;
use crate::tools::ToolError;
use crate::tools::sweep::Sweep;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BatchSystem {
    /// A job array, for `sbatch`
    Slurm,
    /// An indexed job, for `kubectl apply -f`
    Kubernetes,
    /// A shell script that runs GNU parallel
    Parallel,
    /// A shell script that runs `hq submit`
    Hyperqueue,
}

impl BatchSystem {
    /// The script that runs the sweep of this command line in `shards` shards of `threads` threads, with its parts in a
    /// folder. `ending` is the extension of the table. It is an error if the command line cannot be written into a script.
    pub(super) fn script(
        self,
        sweep: &Sweep,
        call: impl Iterator<Item = OsString>,
        (folder, ending): (&Path, &str),
        (shards, threads): (u64, u16),
    ) -> Result<String, ToolError> {
        let mut words = words(call)?;
        if is_dash(folder) {
            return Err("found `-o -`, expected a folder for the parts"
                .to_owned()
                .into());
        }
        if words.iter().any(|word| word == DASH) {
            let why = "found `-`, expected files: jobs have no such standard input";
            return Err(why.to_owned().into());
        }
        let folder = quoted(&folder.to_string_lossy());
        let merge = format!("{} merge {folder} -o table.{ending}", quoted(&words[0]));
        if self == Self::Kubernetes {
            words[0] = words[0].rsplit('/').take(1).collect(); // its path in the image is another
        }
        let (before, after) = words.split_at(after_name(&words));
        let (before, after, last) = (shell(before), shell(after), shards - 1);
        let command =
            |index: &str| format!("{before} --shard {index}/{shards} --jobs {threads} {after}");
        let counts = [
            (sweep.worlds(), "world"),
            (sweep.blocks(), "block"),
            (shards, "shard"),
        ];
        let [all, blocks, of_shards] = counts.map(|(count, what)| plural(count, what));
        let about = format!(
            "# {all} in {blocks}, by {of_shards}. When all have ended:\n#   {}\n",
            escape_controls(&merge)
        );
        Ok(match self {
            Self::Slurm => format!(
                "#!/bin/sh\n{about}\
                 #SBATCH --job-name=mazetick\n#SBATCH --array=0-{last}\n\
                 #SBATCH --cpus-per-task={threads}\n#SBATCH --mem-per-cpu=1G\n\
                 #SBATCH --time=1-00:00:00\n#SBATCH --output=mazetick-%A-%a.log\n#SBATCH --requeue\n\
                 # To join the parts behind the array ($id is what `sbatch --parsable` prints):\n\
                 #   sbatch --dependency=afterok:$id --wrap={}\n\
                 exec {}\n",
                escape_controls(&quoted(&merge)),
                command("$SLURM_ARRAY_TASK_ID")
            ),
            Self::Hyperqueue => format!(
                "#!/bin/sh\n{about}\
                 exec hq submit --name=mazetick --array=0-{last} --cpus={threads} -- sh -c {}\n",
                quoted(&command("$HQ_TASK_ID"))
            ),
            // Commands ended by a zero byte: parallel substitutes nothing in them.
            Self::Parallel => format!(
                "#!/bin/sh\n{about}\
                 for shard in $(seq 0 {last}); do\n    printf 'shard=%s; %s\\0' \"$shard\" {}\n\
                 done | parallel --null --jobs \"$(($(nproc) / {threads} > 0 ? $(nproc) / {threads} : 1))\"\n",
                quoted(&command("$shard"))
            ),
            Self::Kubernetes => {
                // `$(…)` would be a variable of Kubernetes.
                let command = command("$JOB_COMPLETION_INDEX").replace('$', "$$");
                let mut manifest = String::new();
                fill_blanks(
                    include_str!("kubernetes.yaml"),
                    &mut manifest,
                    |name, manifest| {
                        *manifest += &match name {
                            "about" => about.clone(),
                            "command" => serde_json::Value::from(command.as_str()).to_string(),
                            "shards" => shards.to_string(),
                            "threads" => threads.to_string(),
                            _ => unreachable!("a blank without a value"),
                        };
                    },
                );
                manifest
            }
        })
    }
}

/// The index after the name of the command: options of the program may come before it.
fn after_name(words: &[String]) -> usize {
    let mut words = words.iter().enumerate().skip(1); // the program may have the same name
    1 + words
        .find(|(_, word)| *word == "sweep")
        .expect("the command that was called")
        .0
}

/// The arguments without --emit, --shards and --jobs.
fn words(call: impl Iterator<Item = OsString>) -> Result<Vec<String>, ToolError> {
    const LEFT_OUT: [&str; 3] = ["--emit", "--shards", "--jobs"];
    let word = |word: OsString| {
        word.into_string().map_err(|word| {
            format!(
                "found `{}`, expected words in UTF-8",
                word.to_string_lossy()
            )
        })
    };
    let mut call = call.map(word).collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut words = Vec::new();
    while let Some(word) = call.next() {
        let option = word
            .split_once('=')
            .map_or(word.as_str(), |(option, _)| option);
        if word == "--" {
            words.push(word);
            words.extend(call.by_ref());
        } else if !LEFT_OUT.contains(&option) {
            words.push(word);
        } else if option == word {
            call.next(); // its value
        }
    }
    Ok(words)
}

fn shell(words: &[String]) -> String {
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}
