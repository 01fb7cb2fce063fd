#!/usr/bin/env bash
# Draws the pictures of the README from committed scenes. With --check it draws them elsewhere and
# compares them. MAZETICK is the path of the program; without it, it is built.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=docs/pictures
if [[ ${1:-} == --check ]]; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi
if [[ -z ${MAZETICK:-} ]]; then
    cargo build --profile dist --quiet
    MAZETICK=${CARGO_TARGET_DIR:-target}/dist/mazetick
fi

# A picture, its scene, and how it is drawn.
draw() {
    "$MAZETICK" draw "scenes/$2.ron" --output "$folder/$1" "${@:3}"
}

draw johnny.gif johnny/flips --size 10 --every 16 --fps 12
draw johnny.svg johnny/flips --size 10 --tick 800
draw mazing.gif mazing/eligible --size 16 --every 3 --fps 12
draw mazing.svg mazing/eligible --size 16 --tick 150
draw arrow.gif arrow/drawn-5x5 --size 64 --fps 3
draw arrow.svg arrow/sample-1 --size 100
draw dice.gif dice/sample-2 --size 56 --fps 3
draw dice.svg dice/sample-2 --size 56

if [[ ${1:-} == --check ]]; then
    diff --recursive docs/pictures "$folder"
fi
