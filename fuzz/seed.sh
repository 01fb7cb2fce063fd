#!/usr/bin/env bash
# Fills corpus/ with seeds: the samples, the bad inputs, the scenes, and snapshots of the scenes.
set -euo pipefail
cd "$(dirname "$0")/.."

corpus=fuzz/corpus
mkdir -p "$corpus"/{scene,run,bless,places,snapshot,contest_johnny,contest_arrow,contest_dice}

scenes=$(find scenes tests -name '*.ron' -size -16k | sort)
for scene in $scenes; do
    seed=${scene//\//-}
    for target in scene run bless; do
        cp "$scene" "$corpus/$target/$seed"
    done
done

for problem in johnny arrow dice; do
    inputs=$(find "tests/bad/$problem.in" tests/samples tests/program -path "*$problem*" -type f \
        -name '*.txt' -o -path "tests/samples/*$problem*.in" | sort)
    for input in $inputs; do
        cp "$input" "$corpus/contest_$problem/${input//\//-}"
    done
done

# If the first byte is 1, the target appends the hash, so the seed leaves it out.
cargo build --quiet --release
program=${CARGO_TARGET_DIR:-target}/release/mazetick
saved=$(mktemp)
trap 'rm -f "$saved"' EXIT
for scene in $(find scenes -name '*.ron' -size -3k | sort); do
    for ticks in 0 3 20 250 100000; do
        "$program" run "$scene" --ticks "$ticks" --save "$saved" --digest >/dev/null
        seed=$corpus/snapshot/$(basename "$scene" .ron)-$ticks
        { printf '\1'; head -c -8 "$saved"; } >"$seed"
        { printf '\0'; cat "$saved"; } >"$seed-sealed"
    done
done
