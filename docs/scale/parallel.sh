#!/bin/bash
# Checks files in N parts with GNU parallel, as many at once as this machine has cores, and prints one report.
#
#   parallel.sh N PARTIALS PATH...
#
# PARTIALS is a new folder for what the parts find. For several machines that share the files, set PARALLEL, for
# example to `--sshlogin node1,node2 --workdir .`.
set -euo pipefail
parts=$1 partials=$2
shift 2
mkdir "$partials"
# A part also fails if a file in it cannot be read: up to 100 is the number of such parts. The merge says which files
# these are, and which parts are missing.
seq "$parts" | parallel --quote trajectory check --part "{}/$parts" --jobs 1 \
  --format partial --output "$partials/{}.partial" -- "$@" || [ $? -le 100 ]
trajectory merge ${FORMAT:+--format "$FORMAT"} "$partials"
