#!/bin/sh
# An experiment as a SLURM job array: each job does one part (shard), a last job merges them.
#
#     sbatch slurm_array.sh
#
# A job that is killed or runs out of time loses the run in progress; submit the array again, and
# every job goes on where it stopped. Without SLURM the parts are done here, one after the other.
#
#SBATCH --job-name=optimeter
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60

set -eu
parts=${SLURM_ARRAY_TASK_COUNT:-3}
folder=${FOLDER:-exdata/nelder-mead}

part() {
  optimeter run scipy:Nelder-Mead --suite bbob --dimensions "${DIMENSIONS:-2,3,5,10}" \
    --functions "${FUNCTIONS:-1-24}" --budget "${BUDGET:-1000}" \
    --output "$folder-parts" --shard "$1/$parts"
}

merge() {
  optimeter merge "$folder-parts" --output "$folder"
}

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  number=1
  while [ "$number" -le "$parts" ]; do
    part "$number"
    number=$((number + 1))
  done
  merge
else
  # The first job submits the last one, which waits for all of the array.
  if [ "$SLURM_ARRAY_TASK_ID" -eq 1 ]; then
    sbatch --job-name=optimeter-merge --dependency="afterok:$SLURM_ARRAY_JOB_ID" \
      --wrap="optimeter merge '$folder-parts' --output '$folder'"
  fi
  part "$SLURM_ARRAY_TASK_ID"
fi
