#!/usr/bin/env bash
# Fuzzes every target for a minute, or for so many seconds: fuzz/all.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."

fuzz/seed.sh
for target in fuzz/fuzz_targets/*.rs; do
    echo "== $(basename "$target" .rs)"
    fuzz/run.sh "$(basename "$target" .rs)" -max_total_time="${1:-60}" -verbosity=0
done
