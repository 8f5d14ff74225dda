#!/bin/bash
#SBATCH --job-name=trajectory-check
#SBATCH --cpus-per-task=1
# A task of a Slurm job array that checks one part of files; the array is 1 to N.
#
#   sbatch --array=1-N slurm.sh PARTIALS PATH...
#
# PARTIALS is a new folder, seen by all nodes. When all tasks have ended, `trajectory merge PARTIALS` prints one report.
set -euo pipefail
partials=$1
shift
mkdir -p "$partials"
trajectory check --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_MAX" --jobs 1 --format partial \
  --output "$partials/$SLURM_ARRAY_TASK_ID.partial" -- "$@"
