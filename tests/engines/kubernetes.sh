#!/usr/bin/env bash
# kubectl reads the manifest for Kubernetes as a Job: an unknown field would be lost, a value of the wrong type
# refused. Needs kubectl, but no server, and runs no job.
set -euo pipefail
source "$(dirname "$0")/common.sh"
trap 'rm -r "$folder"' EXIT

emit kubernetes >job.yaml
cat job.yaml
# kubectl prints the manifest only if it changes something.
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
[[ $(lost wrong.yaml) == completionMood ]] || { echo "an unknown field was not detected" >&2; exit 1; }
echo "kubectl knows every field"
