# What the scripts here share: the built program; a working folder; contest input.

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
cargo build --profile dist --quiet
mazetick="$(realpath "${CARGO_TARGET_DIR:-target}")/dist/mazetick"
echo "commit $(git describe --always --dirty), $(rustc --version | cut -d' ' -f1-2), load $(cut -d' ' -f1-3 /proc/loadavg)"
echo
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"

# mazes NAME KIND SIDE COUNT [SED]: contest input NAME.in of COUNT templates, seeds from 1.
mazes() {
    mkdir "$1"
    for seed in $(seq "$4"); do
        "$mazetick" new "$2" --rows "$3" --columns "$3" --seed "$seed" |
            sed "${5:-}" >"$1/$(printf %05d "$seed").ron"
    done
    "$mazetick" export "$1" >"$1.in"
    rm -r "$1"
}
