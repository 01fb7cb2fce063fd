#!/usr/bin/env bash
# pandas, polars and DuckDB read every table of docs/sweeps.md with the values and types that were written. Needs
# Python and a network.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Another build of the program can be tested by its path.
mazetick=${1:-}
if [[ -z $mazetick ]]; then
    cargo build --profile dist --quiet
    mazetick="$(realpath "${CARGO_TARGET_DIR:-target}")/dist/mazetick"
fi

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet duckdb pandas polars pyarrow
"$folder/python/bin/python" tests/engines/readers.py "$mazetick" "$folder"
