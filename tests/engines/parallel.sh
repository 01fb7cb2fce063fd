#!/usr/bin/env bash
# A sweep in shards run by GNU parallel: it is killed halfway and started again, and the table is the same as
# that of a single process. Needs parallel, or Debian, where it is installed.
set -euo pipefail
command -v parallel >/dev/null || {
    apt-get update && apt-get install --yes --no-install-recommends parallel
} >/dev/null
source "$(dirname "$0")/common.sh"
trap 'rm -r "$folder"' EXIT

emit parallel >job.sh
cat job.sh
setsid sh job.sh &
until (($(parts 0) > 0)); do sleep 0.05; done
pkill -KILL --session $! # the jobs have process groups of their own
wait $! || echo "killed: $(parts 0) blocks of the first shard were there, $(parts 6) of the last"
while pgrep --session $! >/dev/null; do sleep 0.05; done
if mazetick merge 'all parts' -o merged.csv; then
    echo "merge found nothing missing: it was killed too late" >&2
    exit 1
fi
sh job.sh
compare
