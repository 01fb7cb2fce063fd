#!/usr/bin/env bash
# Times of the whole program, as a table: contest input of templates, the start, flips, memory. Medians
# of 15 runs, or of 5 for flips. Needs GNU time, for the memory.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# seconds processor|clock ARGUMENT...: of a call.
seconds() {
    local TIMEFORMAT='%3U %3S %3R'
    { time "$mazetick" "${@:2}" >output; } 2>seconds
    awk -v what="$1" '{ print what == "clock" ? $3 : $1 + $2 }' seconds
}

# side_by_side ARGUMENT...: wall-clock seconds of two calls at once.
side_by_side() {
    local TIMEFORMAT='%3R'
    { time { "$mazetick" "$@" >output & "$mazetick" "$@" >output2; wait; }; } 2>seconds
    cat seconds
}

median() {
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# contest NAME KIND COUNT: a line for a contest input.
contest() {
    local one two both
    for _ in $(seq 15); do
        seconds processor contest "$2" "$1.in" >>"$1.processor"
        one=$(seconds clock contest "$2" "$1.in")
        two=$(seconds clock contest "$2" --jobs 2 "$1.in")
        both=$(side_by_side contest "$2" "$1.in")
        awk "BEGIN { print $one / $two }" >>"$1.threads"
        awk "BEGIN { print 2 * $one / $both }" >>"$1.processes"
    done
    awk -v name="contest $1" -v count="$3" -v megabytes="$(($(wc -c <"$1.in") / 1000000))" \
        -v processor="$(median <"$1.processor")" -v threads="$(median <"$1.threads")" \
        -v processes="$(median <"$1.processes")" 'BEGIN {
            printf "| %s, %d mazes, %d MB | %d mazes a second | %.2f times as fast | %.2f times as much |\n",
                name, count, megabytes, count / processor, threads, processes
        }'
}

# flips SIDE: a line for the cost of flips in a whole run on a large grid.
flips() {
    "$mazetick" new johnny --rows "$1" --columns "$1" >with.ron
    sed 's/, flips: 0.2//' with.ron >without.ron
    local with without
    for _ in $(seq 5); do
        with=$(seconds processor run --digest with.ron)
        without=$(seconds processor run --digest without.ron)
        awk "BEGIN { print $with / $without }" >>flips
    done
    echo "| flips at 0.2, $1×$1 | $(median <flips | awk '{ printf "%.2f", $1 }') times as long as without | | |"
}

# memory WHAT SCENE: a line for the bytes per cell of a 4000×4000 world.
memory() {
    command time -f %M -o kibibytes "$mazetick" run --digest "$2" >output
    echo "| $1, 4000×4000 | $(awk '{ printf "%.1f", $1 * 1024 / 16e6 }' kibibytes) bytes a cell | | |"
}

mazes arrow arrow 9 20000
mazes dice dice 10 20000
mazes johnny johnny 39 5000 's/, flips: 0.2//'
mazes flips johnny 39 5000

echo "| case | one thread | two threads | two processes at once |"
echo "|---|---|---|---|"
contest arrow arrow 20000
contest dice dice 20000
contest johnny johnny 5000
contest flips johnny 5000
"$mazetick" new johnny --rows 3 --columns 3 >small.ron
for _ in $(seq 15); do
    begun=$(date +%s%N)
    for _ in $(seq 100); do "$mazetick" run small.ron >output; done
    echo $(($(date +%s%N) - begun)) >>start
done
echo "| start: \`run\` on 3×3 | $(median <start | awk '{ printf "%.1f", $1 / 1e8 }') ms | | |"
flips 4000
"$mazetick" new foot --rows 4000 --columns 4000 >foot.ron
sed '/walk:/d' foot.ron >carved.ron
memory "carved" carved.ron
memory "carved and walked on foot" foot.ron
