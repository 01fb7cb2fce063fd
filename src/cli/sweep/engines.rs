//! Batch systems: the environment variables in which each passes a job its index in an array.

use std::fmt;

use super::shard::Shard;

/// The variables of an engine.
struct Engine {
    name: &'static str,
    /// The variable with the index of the job in the array.
    index: &'static str,
    /// The first index of an array with one job per shard.
    base: u64,
    count: Count,
}

/// The source of the number of jobs of an array.
enum Count {
    /// This variable.
    Is(&'static str),
    /// These: the first index, the last, and one that shows whether there are gaps between them.
    Range { first: &'static str, last: &'static str, gaps: Gaps },
    /// No variable of the engine; the user sets [`SHARDS_VARIABLE`].
    Told,
}

/// The variable that shows whether every index from the first to the last has a job.
enum Gaps {
    /// The number of jobs.
    Count(&'static str),
    /// The step between two indices.
    Step(&'static str),
}

/// The number of shards, set by the user if the engine has no variable for it, or if the array runs
/// only some of the shards: for instance one that runs some of them again.
pub(super) const SHARDS_VARIABLE: &str = "MAZETICK_SHARDS";

/// The engines that are known.
const ENGINES: [Engine; 8] = [
    // https://slurm.schedmd.com/job_array.html, "Job ID and Environment Variables"
    Engine {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        base: 0,
        count: Count::Range {
            first: "SLURM_ARRAY_TASK_MIN",
            last: "SLURM_ARRAY_TASK_MAX",
            gaps: Gaps::Count("SLURM_ARRAY_TASK_COUNT"),
        },
    },
    // https://manpages.ubuntu.com/manpages/jammy/man1/sge_submit.1.html, `-t`; otherwise `undefined`
    Engine {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        base: 1,
        count: Count::Range {
            first: "SGE_TASK_FIRST",
            last: "SGE_TASK_LAST",
            gaps: Gaps::Step("SGE_TASK_STEPSIZE"),
        },
    },
    // https://kubernetes.io/blog/2021/04/19/introducing-indexed-jobs/
    Engine { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", base: 0, count: Count::Told },
    // https://docs.it4i.cz/general/job-arrays/, `qsub -J`; the user chooses the first index
    Engine { name: "PBS", index: "PBS_ARRAY_INDEX", base: 0, count: Count::Told },
    // http://docs.adaptivecomputing.com/torque/4-1-3/Content/topics/2-jobs/multiJobSubmission.htm,
    // `qsub -t`; the user chooses the first index
    Engine { name: "Torque", index: "PBS_ARRAYID", base: 0, count: Count::Told },
    // https://docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html
    Engine {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        base: 0,
        count: Count::Is("AWS_BATCH_JOB_ARRAY_SIZE"),
    },
    // https://it4innovations.github.io/hyperqueue/stable/jobs/arrays, "Integer range"; the user
    // chooses the first index
    Engine { name: "HyperQueue", index: "HQ_TASK_ID", base: 0, count: Count::Told },
    // https://docs.open-mpi.org/en/main/tuning-apps/environment-var.html
    Engine {
        name: "Open MPI",
        index: "OMPI_COMM_WORLD_RANK",
        base: 0,
        count: Count::Is("OMPI_COMM_WORLD_SIZE"),
    },
];

/// The shard given by the variables of an engine. The error is a message about what is wrong with
/// them.
pub(super) fn shard(variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let set = |name: &str| variable(name).filter(|it| !it.is_empty() && it != "undefined");
    let found: Vec<_> = ENGINES.iter().filter(|engine| set(engine.index).is_some()).collect();
    match found[..] {
        [engine] => {
            engine.shard(&set).map_err(|wrong| format!("{wrong} (started by {})", engine.name))
        }
        [] => {
            let names = ENGINES.map(|engine| engine.index).join(", ");
            Err(format!("found no variable of an array, expected one of {names}"))
        }
        [one, other, ..] => {
            Err(format!("found both {} and {}, expected one engine", one.index, other.index))
        }
    }
}

impl Engine {
    fn shard(&self, set: &impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| {
            let found = set(name).map(|text| text.parse::<u64>().map_err(|_| text)).transpose();
            found.map_err(|text| format!("found {name}={text}, expected a number"))
        };
        let needed = |name: &str| {
            let missing = || format!("found {}, but not {name}, expected both", self.index);
            number(name)?.ok_or_else(missing)
        };
        let (index, told) = (needed(self.index)?, number(SHARDS_VARIABLE)?);
        let (base, count) = match &self.count {
            Count::Told => (self.base, needed(SHARDS_VARIABLE)?),
            Count::Is(name) => (self.base, unless_told_other(name, needed(name)?, told)?),
            Count::Range { first, last, gaps } => {
                let range =
                    IndexRange { names: (first, last), first: needed(first)?, last: needed(last)? };
                if !(range.first..=range.last).contains(&index) {
                    let own = self.index;
                    return Err(format!("found {range}, expected {own}={index} in between"));
                }
                match told {
                    Some(told) => (self.base, range.check_is_in(self.base, told)?),
                    None => range.whole(gaps, needed)?,
                }
            }
        };
        Shard::new(index.checked_sub(base).unwrap_or(u64::MAX), count)
    }
}

/// The count of this variable, unless the user has told another one.
fn unless_told_other(name: &str, count: u64, told: Option<u64>) -> Result<u64, String> {
    match told {
        Some(told) if told != count => Err(format!(
            "found {SHARDS_VARIABLE}={told} and {name}={count}, expected the same number"
        )),
        _ => Ok(count),
    }
}

/// The first and the last index of an array, and their variables.
struct IndexRange {
    names: (&'static str, &'static str),
    first: u64,
    last: u64,
}

impl IndexRange {
    /// The number of shards that the user has told, if every index, counted from `base`, is one of
    /// them.
    fn check_is_in(&self, base: u64, told: u64) -> Result<u64, String> {
        let end = base.saturating_add(told);
        if self.last >= end {
            let most = end.saturating_sub(1);
            return Err(format!(
                "found {SHARDS_VARIABLE}={told} and {self}, expected at most {most}"
            ));
        }
        Ok(told)
    }

    /// The first index and the number of jobs, if every index from 0 or 1 has one.
    fn whole(
        &self,
        gaps: &Gaps,
        needed: impl Fn(&str) -> Result<u64, String>,
    ) -> Result<(u64, u64), String> {
        let larger = self.last - self.first;
        if self.first > 1 || !gaps.are_none(larger, needed)? {
            let more = "all indices from 0 or 1";
            return Err(format!("found {self}, expected {more}, or {SHARDS_VARIABLE}"));
        }
        Ok((self.first, larger.saturating_add(1)))
    }
}

impl fmt::Display for IndexRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names: (first_name, last_name), first, last } = self;
        write!(f, "{first_name}={first}, {last_name}={last}")
    }
}

impl Gaps {
    /// Whether there are none, given the last index minus the first.
    fn are_none(
        &self,
        larger: u64,
        needed: impl Fn(&str) -> Result<u64, String>,
    ) -> Result<bool, String> {
        Ok(match self {
            Self::Count(name) => needed(name)?.checked_sub(1) == Some(larger),
            Self::Step(name) => needed(name)? == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(variables: &[(&str, &str)]) -> Result<Shard, String> {
        shard(|name| variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned()))
    }

    fn slurm(id: &str, min: &str, max: &str, count: &str, told: &str) -> Result<Shard, String> {
        by(&[
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", min),
            ("SLURM_ARRAY_TASK_MAX", max),
            ("SLURM_ARRAY_TASK_COUNT", count),
            (SHARDS_VARIABLE, told),
        ])
    }

    #[test]
    fn each_engine_says_the_shard_in_its_way() {
        assert_eq!(slurm("0", "0", "6", "7", ""), Shard::new(0, 7));
        assert_eq!(slurm("7", "1", "7", "7", ""), Shard::new(6, 7));
        assert_eq!(slurm("3", "3", "5", "2", "7"), Shard::new(3, 7), "some of them again");
        let sge = |id, first, last, told| {
            by(&[
                ("SGE_TASK_ID", id),
                ("SGE_TASK_FIRST", first),
                ("SGE_TASK_LAST", last),
                ("SGE_TASK_STEPSIZE", "1"),
                (SHARDS_VARIABLE, told),
            ])
        };
        assert_eq!(sge("3", "1", "4", ""), Shard::new(2, 4));
        assert_eq!(sge("3", "3", "4", "4"), Shard::new(2, 4));
        for index in ["JOB_COMPLETION_INDEX", "PBS_ARRAY_INDEX", "PBS_ARRAYID", "HQ_TASK_ID"] {
            let said = by(&[(index, "2"), (SHARDS_VARIABLE, "3"), ("SGE_TASK_ID", "undefined")]);
            assert_eq!(said, Shard::new(2, 3));
        }
        for (index, count) in [
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
        ] {
            assert_eq!(by(&[(index, "1"), (count, "2")]), Shard::new(1, 2));
        }
    }

    #[test]
    fn incomplete_or_contradictory_variables_are_an_error() {
        for (variables, said) in [
            (&[][..], "found no variable of an array"),
            (&[(SHARDS_VARIABLE, "2")], "found no variable of an array"),
            (&[("SLURM_ARRAY_TASK_ID", "1")], "but not SLURM_ARRAY_TASK_MIN"),
            (&[("HQ_TASK_ID", "1")], "but not MAZETICK_SHARDS"),
            (&[("HQ_TASK_ID", "2"), (SHARDS_VARIABLE, "2")], "shard 2 of 2"),
            (&[("OMPI_COMM_WORLD_RANK", "1")], "but not OMPI_COMM_WORLD_SIZE"),
            (&[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "2")], "shard 2 of 2"),
            (&[("OMPI_COMM_WORLD_RANK", "x"), ("OMPI_COMM_WORLD_SIZE", "2")], "RANK=x"),
            (
                &[
                    ("OMPI_COMM_WORLD_RANK", "1"),
                    ("OMPI_COMM_WORLD_SIZE", "2"),
                    (SHARDS_VARIABLE, "3"),
                ],
                "expected the same number",
            ),
            (
                &[("HQ_TASK_ID", "0"), ("PBS_ARRAY_INDEX", "0"), (SHARDS_VARIABLE, "2")],
                "expected one engine",
            ),
            (
                &[("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "2"), ("SGE_TASK_LAST", "1")],
                "expected SGE_TASK_ID=1 in between",
            ),
            (
                &[
                    ("SGE_TASK_ID", "1"),
                    ("SGE_TASK_FIRST", "1"),
                    ("SGE_TASK_LAST", "7"),
                    ("SGE_TASK_STEPSIZE", "2"),
                ],
                "expected all indices from 0 or 1",
            ),
        ] {
            let wrong = by(variables).expect_err("refused");
            assert!(wrong.contains(said), "{variables:?}: {wrong}");
        }
        for (wrong, said) in [
            (slurm("3", "3", "5", "3", ""), "expected all indices from 0 or 1"),
            (slurm("4", "0", "12", "7", ""), "expected all indices from 0 or 1"),
            (slurm("4", "1", "7", "7", "7"), "expected at most 6"),
        ] {
            assert!(wrong.expect_err("refused").contains(said));
        }
    }
}
