#!/usr/bin/env bash
# Instructions that the program takes for the headline cases, as a table. Unlike times, they are the
# same on a noisy machine. Needs valgrind.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# instructions ARGUMENT...: the instructions of a call.
instructions() {
    # Without an environment, through which the allocator would look.
    env -i "$(command -v valgrind)" --tool=callgrind --callgrind-out-file=out "$mazetick" "$@" >/dev/null 2>&1
    awk '/^summary:/ { print $2 }' out
}

# calls NAME ITEMS WHAT ARGUMENT...: a line for a whole call, with the instructions per item.
calls() {
    local name=$1 items=$2 what=$3
    shift 3
    local all
    all=$(instructions "$@")
    echo "| $name | $all | $((all / items)) a $what |"
}

# ticks NAME ITEMS WHAT SCENE: a line for the ticks of a scene: a whole run minus one without ticks.
ticks() {
    local all none
    all=$(instructions run --digest "$4")
    none=$(instructions run --digest --ticks 0 "$4")
    echo "| $1 | $((all - none)) | $(((all - none) / $2)) a $3 |"
}

for side in 40 400; do
    for kind in johnny mazing foot arrow dice; do
        "$mazetick" new $kind --rows $side --columns $side --seed 1 >$kind-$side.ron
    done
    # The template has flips; depth-first generation is without.
    sed -i 's/, flips: 0.2//' johnny-$side.ron
    sed 's/EligibleWall/AnyWall/' mazing-$side.ron >attempts-$side.ron
done
mazes arrow arrow 9 500
mazes dice dice 10 500
mazes johnny johnny 39 100

echo "| case | instructions | an item |"
echo "|---|---|---|"
"$mazetick" new johnny --rows 3 --columns 3 >small.ron
calls "start: \`run\` on 3×3" 1 call run small.ron
for side in 40 400; do
    cells=$((side * side)) walls=$(((side - 1) * (side - 1)))
    ticks "johnny, depth first, ${side}×$side" $cells cell johnny-$side.ron
    ticks "mazing, eligible walls, ${side}×$side" $walls wall mazing-$side.ron
    ticks "mazing, any wall, ${side}×$side" $walls wall attempts-$side.ron
    ticks "carved and walked on foot, ${side}×$side" $cells cell foot-$side.ron
    ticks "signs, ${side}×$side" $cells cell arrow-$side.ron
done
for kind in arrow dice; do
    "$mazetick" draw $kind-400.ron --output $kind-board.ron
    calls "check: a board of $kind, 400×400" 160000 cell check $kind-board.ron
done
calls "contest arrow, 9×9" 500 maze contest arrow arrow.in
calls "contest dice, 10×10" 500 maze contest dice dice.in
calls "contest johnny, 39×39, flips 0.2" 100 maze contest johnny johnny.in

# Searches and contests, next to those on plain arrays, and single ticks, in the benchmark itself.
built=$(cd "$root" && cargo bench --bench speed --no-run 2>&1)
bench=$(cd "$root" && realpath "$(sed -n 's/.*(\(.*speed-[0-9a-f]*\))/\1/p' <<<"$built")")

# inside FUNCTION CASE SIDE: the instructions of a run within a function, per item.
inside() {
    valgrind --tool=callgrind --callgrind-out-file=out --toggle-collect="speed::paired::$1" \
        "$bench" "$2" --count="$3" 2>/dev/null | awk '/^items:/ { print $2 }' >items
    awk -v items="$(cat items)" '/^summary:/ { printf "%.1f", $2 / items }' out
}

# beside CASE SIDE WHAT: a line for a case and what stands beside it.
beside() {
    local ours plain
    ours=$(inside run_mazetick "$1" "$2") plain=$(inside run_beside "$1" "$2")
    echo "| $1, ${2}×$2: a $3 | $ours | $plain | $(awk "BEGIN { printf \"%.2f\", $ours / $plain }") |"
}

echo
echo "| case | mazetick | beside it | ratio |"
echo "|---|---|---|---|"
for case in foot arrow dice; do
    for side in 39 400 1000; do
        beside $case $side state
    done
done
beside contest-arrow 9 maze
beside contest-shuffled 9 maze
beside contest-dice 10 maze
beside contest-johnny 39 maze
beside first 400 cell
for side in 5 10; do
    beside sweep $side world
    beside sweep-systems $side world
done
beside agents-walls 1000 step
for case in evacuation chase epidemic; do
    beside agents-$case 10 step
    beside agents-$case 100 step
done
echo "| svg, 400×400: a cell | $(inside run_mazetick svg 400) | | |"
for case in ticks ticks-foot; do
    beside $case 39 tick
done
