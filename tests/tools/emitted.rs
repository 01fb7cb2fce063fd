//! Job scripts of sweeps: shells accept them, and they produce the same table as a single process,
//! whatever characters the arguments contain. `tests/engines/` tests them with the engines
//! themselves.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::program::{PROGRAM, folder};

const SCENE: &str = "Scene(grid: (rows: 64, columns: 64), walk: Jump(from: (1, 1), to: (1, 2)), \
                     jumps: JUMPS, text: JumpBoard)";

/// A scene of many cells, so that a block has few worlds; its walk ends soon.
fn scene() -> String {
    let row = format!("[{}]", ["1"; 64].join(","));
    SCENE.replace("JUMPS", &format!("[{}]", vec![row; 64].join(",")))
}

const SHARDS: usize = 3;

/// A sweep whose arguments contain everything that shells and engines treat
/// specially.
const SWEEP: [&str; 8] = [
    "sweep",
    "--seeds",
    "0..4200",
    "--vary",
    "walk.to=(1, 2),(2, 3)",
    "--where",
    "moves >= 1 and not walk.to = \"$(HOME) {} `x`\\n\" and outcome = 'solved'",
    "it's a $HOME {1} maze.ron",
];

/// The program, in a new folder in which it and stand-ins for engines are found by name.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(name: &str, stand_ins: &[(&str, &str)]) -> Self {
        let folder = folder(name);
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        fs::write(folder.join(SWEEP[7]), scene()).expect("written");
        for (name, script) in stand_ins {
            let path = folder.join("bin").join(name);
            fs::write(&path, script).expect("written");
            fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("its own");
        }
        let program = folder.join("bin/mazetick");
        std::os::unix::fs::symlink(PROGRAM, program).expect("a link");
        Self { folder }
    }

    #[track_caller]
    fn run(&self, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let path = format!("{}/bin:{}", self.folder.display(), env!("PATH"));
        let mut command = Command::new(program);
        let command = command
            .args(arguments)
            .current_dir(&self.folder)
            .env("PATH", path);
        let output = command
            .envs(variables.iter().copied())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {said}");
        output
    }

    /// The script for an engine, in a file; checked by a shell.
    #[track_caller]
    fn emitted(&self, engine: &str) -> String {
        let shards = SHARDS.to_string();
        let more = [
            "-o",
            "all parts",
            "--jobs",
            "2",
            "--emit",
            engine,
            "--shards",
            &shards,
        ];
        let script = self
            .run(
                "mazetick",
                &[&["--color", "never"], &SWEEP[..], &more].concat(),
                &[],
            )
            .stdout;
        let script = String::from_utf8(script).expect("text");
        if engine != "kubernetes" {
            fs::write(self.folder.join("job.sh"), &script).expect("written");
            self.run("bash", &["-n", "job.sh"], &[]);
        }
        assert!(
            script.contains("8400 worlds in ") && script.contains(" blocks, by 3 shards"),
            "{script}"
        );
        script
    }

    /// Joins the parts, and compares the table with that of a single process.
    #[track_caller]
    fn compare(&self) {
        static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
        let table = TABLE.get_or_init(|| self.run("mazetick", &SWEEP, &[]).stdout);
        assert!(table.iter().filter(|&&byte| byte == b'\n').count() > 4_200);
        self.run("mazetick", &["merge", "all parts", "-o", "table.csv"], &[]);
        assert!(fs::read(self.folder.join("table.csv")).expect("a table") == *table);
    }
}

#[test]
fn an_array_of_slurm() {
    let place = Place::new("slurm", &[]);
    let script = place.emitted("slurm");
    assert!(
        script.contains("\n#SBATCH --array=0-2\n#SBATCH --cpus-per-task=2\n"),
        "{script}"
    );
    for line in [
        "#SBATCH --mem-per-cpu=",
        "#SBATCH --time=",
        "#SBATCH --output=",
        "afterok",
    ] {
        assert!(script.contains(line), "{script}");
    }
    for index in ["1", "0", "2"] {
        place.run("sh", &["job.sh"], &[("SLURM_ARRAY_TASK_ID", index)]);
    }
    place.compare();
}

#[test]
fn commands_for_parallel() {
    let place = Place::new(
        "parallel",
        &[("parallel", "#!/bin/sh\nexec xargs -0 -n 1 sh -c\n")],
    );
    place.emitted("parallel");
    place.run("sh", &["job.sh"], &[]);
    place.compare();
}

#[test]
fn an_array_of_hyperqueue() {
    const HQ: &str = r#"#!/bin/sh
[ "$1" = submit ] || exit 1
while [ "$1" != -- ]; do
    case $1 in
        --array=0-*) last=${1#--array=0-} ;;
    esac
    shift
done
shift
for HQ_TASK_ID in $(seq 0 "$last"); do
    export HQ_TASK_ID
    "$@" || exit 1
done
"#;
    let place = Place::new("hyperqueue", &[("hq", HQ)]);
    place.emitted("hyperqueue");
    place.run("sh", &["job.sh"], &[]);
    place.compare();
}

#[test]
fn an_indexed_job_of_kubernetes() {
    let place = Place::new("kubernetes", &[]);
    let manifest = place.emitted("kubernetes");
    let command = manifest
        .lines()
        .find_map(|line| line.trim().strip_prefix("command: "));
    let command: [String; 3] =
        serde_json::from_str(command.expect("a command")).expect("a list of words");
    let command = command.map(|word| word.replace("$$", "$")); // as the engine expands them
    assert!(
        command[2].starts_with("mazetick --color never sweep --shard "),
        "{command:?}"
    );
    for line in [
        "completions: 3",
        "backoffLimitPerIndex: 6",
        "memory: 2Gi",
        "ReadWriteMany",
    ] {
        assert!(manifest.contains(line), "{manifest}");
    }
    for index in ["0", "1", "2"] {
        place.run(
            &command[0],
            &["-c", &command[2]],
            &[("JOB_COMPLETION_INDEX", index)],
        );
    }
    place.compare();
}
