#!/usr/bin/env bash
# The schemas of Kubernetes take the manifest as a Job: an unknown field or a value of the wrong type would be
# refused. Needs Python and a network, but no cluster, and runs no job.
set -euo pipefail
source "$(dirname "$0")/common.sh"
trap 'rm -r "$folder"' EXIT

python3 -m venv python
python/bin/pip install --quiet kubernetes-validate
valid() { python/bin/kubernetes-validate --strict --kubernetes-version 1.33 "$1"; }

emit kubernetes >job.yaml
cat job.yaml
valid job.yaml
sed 's/completionMode:/completionMood:/' job.yaml >wrong.yaml
if valid wrong.yaml; then
    echo "an unknown field was not refused" >&2
    exit 1
fi
