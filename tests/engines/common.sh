# Shared by the scripts in this folder: builds the program, defines a sweep whose arguments must be quoted, and
# writes the table of a single process to compare with.

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cargo build --profile dist --quiet
program="$(realpath "${CARGO_TARGET_DIR:-target}")/dist/mazetick"
folder=$(mktemp -d)
cd "$folder"
PATH="$(dirname "$program"):$PATH"

"$program" new foot --rows 20 --columns 20 >"it's a maze.ron"
sweep=(--seeds 0..1000000 --where 'moves > 30 and outcome = "solved"' "it's a maze.ron")
echo "one process:"
time mazetick sweep "${sweep[@]}" >one.csv

# emit ENGINE: a script for 7 shards of the sweep, with their parts in `all parts`.
emit() {
    mazetick sweep "${sweep[@]}" -o 'all parts' --emit "$1" --shards 7
}

# parts SHARD: the number of finished blocks of a shard.
parts() {
    local file count=0
    for file in 'all parts'/*.part; do
        [[ -e $file ]] || continue
        file=${file##*/}
        ((10#${file%.part} % 7 != $1)) || count=$((count + 1))
    done
    echo $count
}

# compare: joins the parts, and compares the table with that of a single process.
compare() {
    mazetick merge 'all parts' -o merged.csv
    cmp one.csv merged.csv
    echo "equal: $(wc -l <merged.csv) lines, $(wc -c <merged.csv) bytes"
}
