#!/usr/bin/env bash
# The manifest for Kubernetes, read by kubectl as what it says it is: a field that Jobs do not have, or a value
# of another type, would be lost or refused. Needs kubectl, but no server, and runs nothing.
set -euo pipefail
source "$(dirname "$0")/common.sh"
trap 'rm -r "$folder"' EXIT

emit kubernetes >job.yaml
cat job.yaml
# It prints only what it changes.
kubectl set image --local --filename job.yaml sweep=mazetick:another --output json >job.json

# lost FILE: the names of fields in a manifest that kubectl does not know.
lost() {
    local field
    grep -v '^ *#' "$1" | grep -oE '^[ -]*[a-zA-Z]+:' | tr -d ' :-' | sort -u | while read -r field; do
        grep -q "\"$field\":" job.json || echo "$field"
    done
}

[[ -z $(lost job.yaml) ]] || { echo "kubectl does not know $(lost job.yaml)" >&2; exit 1; }
sed 's/completionMode:/completionMood:/' job.yaml >wrong.yaml
[[ $(lost wrong.yaml) == completionMood ]] || { echo "this would not be seen" >&2; exit 1; }
echo "kubectl knows every field"
