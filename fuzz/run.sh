#!/usr/bin/env bash
# Fuzzes a target within its limits: fuzz/run.sh TARGET [libFuzzer's flags]
set -euo pipefail
cd "$(dirname "$0")/.."

target=$1
shift
dictionary=scene
length=4096
mebibytes=1024
case $target in
contest_*)
    dictionary=contest
    # A thread that has done its work may not have cleaned up when leaks are looked for.
    export ASAN_OPTIONS=detect_leaks=0
    ;;
esac

exec cargo +nightly fuzz run "$target" -- -dict="fuzz/dictionaries/$dictionary.dict" \
    -max_len=$length -timeout=20 -rss_limit_mb=$mebibytes -malloc_limit_mb=$((mebibytes / 2)) "$@"
