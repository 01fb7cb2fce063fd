#!/usr/bin/env bash
# Fills corpus/ with seeds: the samples, the bad inputs and the scenes.
set -euo pipefail
cd "$(dirname "$0")/.."

corpus=fuzz/corpus
mkdir -p "$corpus"/{scene,run,bless,places,answer,record,contest_johnny,contest_arrow,contest_dice}

scenes=$(find scenes tests -name '*.ron' -size -16k | sort)
for scene in $scenes; do
    seed=${scene//\//-}
    for target in scene run bless; do
        cp "$scene" "$corpus/$target/$seed"
    done
done

for problem in johnny arrow dice; do
    inputs=$(find "tests/bad/$problem" tests/samples tests/program -path "*$problem*" -type f \
        -name '*.txt' -o -path "tests/samples/*$problem*.in" | sort)
    for input in $inputs; do
        cp "$input" "$corpus/contest_$problem/${input//\//-}"
    done
done

for record in $(find tests -name '*.record' -size -16k); do
    cp "$record" "$corpus/record/${record//\//-}"
done

cp tests/program/judge.in/*.txt "$corpus/answer/"
