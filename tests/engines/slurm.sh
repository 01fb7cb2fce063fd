#!/usr/bin/env bash
# A sweep as a Slurm job array on this machine: one of its jobs is killed halfway and requeued, and the table is
# the same as that of a single process. Needs Debian and root. Installs slurmctld, slurmd and munge, and runs
# them without systemd, on temporary files, until the script ends.
set -euo pipefail
command -v slurmctld slurmd munged >/dev/null || {
    apt-get update && apt-get install --yes --no-install-recommends munge slurm-client slurmctld slurmd
} >/dev/null
source "$(dirname "$0")/common.sh"

# The engine: a controller and a node.
mkdir munge slurm
chown munge munge
chmod 755 . munge
dd if=/dev/urandom of=munge/key bs=1024 count=1 status=none
chown munge munge/key
chmod 400 munge/key
cat >slurm.conf <<END
ClusterName=mazetick
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/munge/socket,cred_expire=10
CredType=cred/munge
StateSaveLocation=$PWD/slurm
SlurmdSpoolDir=$PWD/slurm/node
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SlurmctldLogFile=$PWD/slurm/slurmctld.log
SlurmdLogFile=$PWD/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$((1024 * $(nproc)))
PartitionName=all Nodes=ALL Default=YES
END
export SLURM_CONF="$PWD/slurm.conf"
engine=()
trap 'kill "${engine[@]}" 2>/dev/null || true; wait; rm -r "$folder"' EXIT
runuser -u munge -- munged --foreground --force --num-threads=2 --key-file="$PWD/munge/key" \
    --socket="$PWD/munge/socket" --pid-file="$PWD/munge/pid" --seed-file="$PWD/munge/seed" \
    --log-file="$PWD/munge/log" 2>munge/said &
engine+=($!)
until [[ -S munge/socket ]]; do sleep 0.1; done
slurmctld -D 2>slurm/controller &
engine+=($!)
slurmd -D 2>slurm/daemon &
engine+=($!)
until sinfo --noheader --format=%T 2>/dev/null | grep -q idle; do sleep 0.5; done
echo "the engine: $(sinfo --version), $(sinfo --noheader --format='%D node, %c processors, %T')"

emit slurm >job.sh
cat job.sh
job=$(sbatch --parsable job.sh)
echo "job $job"

# state TASK: the state of the task in the queue.
state() {
    squeue --noheader --states=all --array --jobs="${job}_$1" --format=%T
}

killed=3
until (($(parts $killed) > 0)); do sleep 0.05; done
scancel --signal=KILL --full "${job}_$killed"
until [[ $(state $killed) =~ CANCELLED|FAILED ]]; do sleep 0.2; done
echo "killed task $killed when $(parts $killed) of its blocks were there: $(state $killed)"
until [[ -z $(squeue --noheader --jobs="$job") ]]; do sleep 0.5; done
if mazetick merge 'all parts' -o merged.csv; then
    echo "merge found nothing missing: the task was killed too late" >&2
    exit 1
fi
scontrol requeue "${job}_$killed"
until [[ $(state $killed) == COMPLETED ]]; do sleep 0.5; done
echo "requeued: $(parts $killed) blocks"
compare
