//! Job scripts: a sweep in shards, to be run by a batch system.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;

use crate::base::count::plural;
use crate::base::report::escape_controls;
use crate::cli::paths::{DASH, is_dash, quoted};
use crate::cli::verdict::Refusal;
use crate::picture::fill_blanks;
use crate::tools::sweep::Sweep;

/// The batch system that a script is for.
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

/// A sweep in shards.
pub(super) struct ShardedJob {
    engine: BatchSystem,
    /// The command line for a shell, up to the words that choose the shard, and after them.
    command: (String, String),
    shards: u64,
    threads: u16,
    merge: String,
}

impl ShardedJob {
    /// The sweep of this command line for an engine, with its parts in a folder, in `shards` shards
    /// of `threads` threads. `ending` is the extension of the table. It is an error if the command
    /// line cannot be written into a script.
    pub(super) fn new(
        engine: BatchSystem,
        call: impl Iterator<Item = OsString>,
        (folder, ending): (&Path, &str),
        shards: u64,
        threads: Option<u16>,
    ) -> Result<Self, Refusal> {
        let mut words = words(call)?;
        if is_dash(folder) {
            return Err("found `-o -`, expected a folder for the parts".to_owned().into());
        }
        if words.iter().any(|word| word == DASH) {
            return Err("found `-`, expected files: jobs have no such standard input"
                .to_owned()
                .into());
        }
        let folder = quoted(&folder.to_string_lossy());
        let merge = format!("{} merge {folder} -o table.{ending}", quoted(&words[0]));
        if engine == BatchSystem::Kubernetes {
            words[0] = words[0].rsplit('/').take(1).collect(); // its path in the image is another
        }
        let (before, after) = words.split_at(after_name(&words));
        let command = (shell(before), shell(after));
        Ok(Self { engine, command, shards, threads: threads.unwrap_or(1), merge })
    }

    pub(super) fn script(&self, sweep: &Sweep) -> String {
        let (threads, last) = (self.threads, self.shards - 1);
        let about = self.about(sweep);
        match self.engine {
            BatchSystem::Slurm => format!(
                "#!/bin/sh\n{about}\
                 #SBATCH --job-name=mazetick\n#SBATCH --array=0-{last}\n\
                 #SBATCH --cpus-per-task={threads}\n#SBATCH --mem-per-cpu=1G\n\
                 #SBATCH --time=1-00:00:00\n#SBATCH --output=mazetick-%A-%a.log\n#SBATCH --requeue\n\
                 # To join the parts behind the array ($id is what `sbatch --parsable` prints):\n\
                 #   sbatch --dependency=afterok:$id --wrap={}\n\
                 exec {}\n",
                escape_controls(&quoted(&self.merge)),
                self.command("$SLURM_ARRAY_TASK_ID")
            ),
            BatchSystem::Hyperqueue => format!(
                "#!/bin/sh\n{about}\
                 exec hq submit --name=mazetick --array=0-{last} --cpus={threads} -- sh -c {}\n",
                quoted(&self.command("$HQ_TASK_ID"))
            ),
            // Commands ended by a zero byte: parallel substitutes nothing in them.
            BatchSystem::Parallel => format!(
                "#!/bin/sh\n{about}\
                 for shard in $(seq 0 {last}); do\n    printf 'shard=%s; %s\\0' \"$shard\" {}\n\
                 done | parallel --null --jobs \"$(($(nproc) / {threads} > 0 ? $(nproc) / {threads} : 1))\"\n",
                quoted(&self.command("$shard"))
            ),
            BatchSystem::Kubernetes => self.manifest(&about),
        }
    }

    fn about(&self, sweep: &Sweep) -> String {
        let [worlds, blocks, shards] =
            [(sweep.worlds(), "world"), (sweep.blocks(), "block"), (self.shards, "shard")]
                .map(|(count, what)| plural(count, what));
        let merge = escape_controls(&self.merge);
        format!("# {worlds} in {blocks}, by {shards}. When all have ended:\n#   {merge}\n")
    }

    fn manifest(&self, about: &str) -> String {
        // `$(…)` would be a variable of Kubernetes.
        let command = self.command("$JOB_COMPLETION_INDEX").replace('$', "$$");
        let mut manifest = String::new();
        fill_blanks(include_str!("kubernetes.yaml"), &mut manifest, |name, manifest| {
            *manifest += &match name {
                "about" => about.to_owned(),
                "command" => serde_json::Value::from(command.as_str()).to_string(),
                "shards" => self.shards.to_string(),
                "threads" => self.threads.to_string(),
                _ => unreachable!("a blank without a value"),
            };
        });
        manifest
    }

    fn command(&self, index: &str) -> String {
        let Self { command: (before, after), shards, threads, .. } = self;
        format!("{before} --shard {index}/{shards} --jobs {threads} {after}")
    }
}

/// The index after the name of the command: options of the program may come before it.
fn after_name(words: &[String]) -> usize {
    let mut words = words.iter().enumerate().skip(1); // the program may have the same name
    1 + words.find(|(_, word)| *word == "sweep").expect("the command that was called").0
}

/// The arguments without --emit, --shards and --jobs.
fn words(call: impl Iterator<Item = OsString>) -> Result<Vec<String>, Refusal> {
    const LEFT_OUT: [&str; 3] = ["--emit", "--shards", "--jobs"];
    let word = |word: OsString| {
        word.into_string()
            .map_err(|word| format!("found `{}`, expected words in UTF-8", word.to_string_lossy()))
    };
    let mut call = call.map(word).collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut words = Vec::new();
    while let Some(word) = call.next() {
        let option = word.split_once('=').map_or(word.as_str(), |(option, _)| option);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_shells_read_them() {
        for (word, expected) in [
            ("grid.rows=1,2", "grid.rows=1,2"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(x) `y` \"z\" {}", "'$(x) `y` \"z\" {}'"),
            ("~", "'~'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
