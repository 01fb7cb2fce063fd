//! Shards: which blocks of a sweep one of several processes runs.

use std::str::FromStr;

/// One of several processes that share a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// Which, from 0.
    index: u64,
    /// How many there are.
    count: u64,
}

/// What says which shard to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    This(Shard),
    /// The engine that started the process, by its variables.
    Auto,
}

/// The variables of an engine that runs arrays of jobs.
struct Engine {
    name: &'static str,
    /// Which job of the array it is.
    index: &'static str,
    count: Count,
}

/// What says how many jobs an array has.
enum Count {
    /// This variable.
    Is(&'static str),
    /// These: the first index and the last.
    From(&'static str, &'static str),
    /// No variable; a shard from 0 is told by `MAZETICK_SHARDS`.
    Told,
}

/// The number of shards, where the engine has no variable for it.
const TOLD: &str = "MAZETICK_SHARDS";

/// The engines that are known. An index counts from what the first variable of a range says, otherwise
/// from 0.
///
/// - Slurm: <https://slurm.schedmd.com/job_array.html>, any first index;
/// - Grid Engine: `man qsub` of Son of Grid Engine, `-t`; `undefined` where there is no array;
/// - Kubernetes: <https://kubernetes.io/docs/tasks/job/indexed-parallel-processing-static/>, from 0;
/// - PBS: `qsub -J`, PBS Professional User's Guide, "Job Arrays", from 0 as `--emit` has no script for it;
/// - AWS Batch: <https://docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html>, from 0;
/// - `HyperQueue`: <https://it4innovations.github.io/hyperqueue/stable/jobs/arrays/>, from 0 as asked for;
/// - Open MPI: <https://docs.open-mpi.org/en/main/tuning-apps/environment-var.html>, from 0.
const ENGINES: [Engine; 7] = [
    Engine {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: Count::From("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX"),
    },
    Engine {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        count: Count::From("SGE_TASK_FIRST", "SGE_TASK_LAST"),
    },
    Engine { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: Count::Told },
    Engine { name: "PBS", index: "PBS_ARRAY_INDEX", count: Count::Told },
    Engine { name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: Count::Told },
    Engine { name: "HyperQueue", index: "HQ_TASK_ID", count: Count::Told },
    Engine {
        name: "Open MPI",
        index: "OMPI_COMM_WORLD_RANK",
        count: Count::Is("OMPI_COMM_WORLD_SIZE"),
    },
];

impl Shard {
    /// All of it.
    pub(super) const WHOLE: Self = Self { index: 0, count: 1 };

    /// Its blocks, of so many.
    pub(super) fn blocks(self, blocks: u64) -> impl Iterator<Item = u64> {
        (self.index..blocks).step_by(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    fn new(index: u64, count: u64) -> Result<Self, String> {
        if index < count {
            Ok(Self { index, count })
        } else {
            Err(format!("shard {index} of {count}, expected one from 0 to {}", count.max(1) - 1))
        }
    }
}

impl Asked {
    /// The shard that is asked for; what is wrong with the variables, if they do not say one.
    pub(super) fn shard(self) -> Result<Shard, String> {
        match self {
            Self::This(shard) => Ok(shard),
            Self::Auto => by_variables(|name| std::env::var(name).ok()),
        }
    }
}

/// The shard that the variables of an engine say.
fn by_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let set = |name: &str| variable(name).filter(|it| !it.is_empty() && it != "undefined");
    let found: Vec<_> = ENGINES.iter().filter(|engine| set(engine.index).is_some()).collect();
    let engine = match found[..] {
        [engine] => engine,
        [] => {
            let names = ENGINES.map(|engine| engine.index).join(", ");
            return Err(format!(
                "`--shard auto`: found no variable of an array, expected one of {names}"
            ));
        }
        [one, other, ..] => {
            let (one, other) = (one.index, other.index);
            return Err(format!(
                "`--shard auto`: found both {one} and {other}, expected one engine"
            ));
        }
    };
    let number = |name: &str| {
        let name_of = engine.name;
        let text = set(name).ok_or_else(|| {
            format!(
                "`--shard auto`: {} is set, but not {name}, expected both ({name_of})",
                engine.index
            )
        })?;
        let wrong =
            || format!("`--shard auto`: found {name}={text}, expected a number ({name_of})");
        text.parse::<u64>().map_err(|_| wrong())
    };
    let index = number(engine.index)?;
    let (first, count) = match engine.count {
        Count::Is(count) => (0, number(count)?),
        Count::Told => (0, number(TOLD)?),
        Count::From(first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first, last.checked_sub(first).and_then(|more| more.checked_add(1)).unwrap_or(0))
        }
    };
    let index = index.checked_sub(first).unwrap_or(u64::MAX);
    Shard::new(index, count).map_err(|wrong| format!("`--shard auto`: {wrong} ({})", engine.name))
}

/// `I/N`, or `auto`.
impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        let (index, count) = numbers
            .ok_or_else(|| format!("found `{text}`, expected a shard such as `0/8`, or `auto`"))?;
        Shard::new(index, count).map(Self::This)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(variables: &[(&str, &str)]) -> Result<Shard, String> {
        by_variables(|name| variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned()))
    }

    #[test]
    fn shards_share_all_blocks() {
        for count in 1..9 {
            let mut blocks: Vec<_> =
                (0..count).flat_map(|index| Shard { index, count }.blocks(20)).collect();
            blocks.sort_unstable();
            assert!(blocks.into_iter().eq(0..20));
        }
    }

    #[test]
    fn each_engine_says_the_shard_in_its_way() {
        let shard = |index, count| Ok(Shard { index, count });
        let slurm = |id, min, max| {
            by(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
            ])
        };
        assert_eq!(slurm("0", "0", "6"), shard(0, 7));
        assert_eq!(slurm("7", "1", "7"), shard(6, 7));
        let sge = [("SGE_TASK_ID", "3"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "4")];
        assert_eq!(by(&sge), shard(2, 4));
        for index in
            ["JOB_COMPLETION_INDEX", "PBS_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "HQ_TASK_ID"]
        {
            assert_eq!(by(&[(index, "2"), (TOLD, "3"), ("SGE_TASK_ID", "undefined")]), shard(2, 3));
            assert!(by(&[(index, "2")]).is_err_and(|wrong| wrong.contains(TOLD)));
        }
        let ranks = [("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")];
        assert_eq!(by(&ranks), shard(1, 2));
    }

    #[test]
    fn what_is_half_set_or_contradictory_is_an_error() {
        for variables in [
            &[][..],
            &[("SLURM_ARRAY_TASK_ID", "1")],
            &[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "2")],
            &[("OMPI_COMM_WORLD_RANK", "x"), ("OMPI_COMM_WORLD_SIZE", "2")],
            &[("HQ_TASK_ID", "0"), ("PBS_ARRAY_INDEX", "0"), (TOLD, "2")],
            &[("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "2"), ("SGE_TASK_LAST", "1")],
        ] {
            assert!(by(variables).is_err(), "{variables:?}");
        }
        for wrong in ["", "1", "1/1", "0/0", "-1/2", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Asked>().is_err(), "{wrong}");
        }
    }
}
