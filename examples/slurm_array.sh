#!/bin/sh
# An experiment as a SLURM job array: each job does one part (shard), a last job merges them.
#
#     sh slurm_array.sh submit         all parts, and the merge when they are done
#     sh slurm_array.sh submit 2,5     parts 2 and 5 again, and the merge
#     sh slurm_array.sh                without SLURM: the parts here, one after the other
#
# The number of parts is PARTS, whatever the array is. Before its time is over a job is told so
# (TERM to this shell, which passes it on), keeps the finished runs and is queued again; what is
# killed goes on when it is submitted again. A job in which not a single run ends, nor a checkpoint
# is stored, is not repeated: its runs need more --time, or a --time-limit each, or an optimizer that
# calls problem.checkpoint, as cma does: its runs may take longer than a job. Failed runs are recorded and do not keep the
# merge from being made. SCRATCH, if set, is a folder of the node to write to; the part is fetched
# from the shared folder before and brought back afterwards.
#
#SBATCH --job-name=optimeter
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append

set -eu
export PARTS="${PARTS:-8}" FOLDER="${FOLDER:-exdata/nelder-mead}"

RECORDED_FAILURES=3 # optimeter: all runs are over, some failed
INTERRUPTED=130     # optimeter: told to stop; finished runs are kept
TERMINATED=143      # told to stop before it had begun

run_part() { # NUMBER FOLDER
  optimeter run "${OPTIMIZER:-scipy:Nelder-Mead}" --suite bbob --dimensions "${DIMENSIONS:-2,3,5,10}" \
    --functions "${FUNCTIONS:-1-24}" --budget "${BUDGET:-1000}" \
    --output "$2" --shard "$1/$PARTS" &
  child=$!
  trap 'kill -s TERM "$child"; told=yes' TERM INT
  told=no
  code=0
  wait "$child" || code=$?
  if [ "$told" = yes ]; then # the trap ended the first wait
    code=0
    wait "$child" || code=$?
  fi
  trap - TERM INT
  [ "$code" -ne "$RECORDED_FAILURES" ] || code=0
}

how_far() { # NUMBER: changes when a run ends or a checkpoint is stored
  shard="$FOLDER-parts/shard-$1-of-$PARTS"
  cat "$shard"/journal.jsonl "$shard"/work/*/journal.jsonl "$shard"/checkpoints/* 2>/dev/null | cksum
}

part() { # NUMBER: sets $code
  if [ -z "${SCRATCH:-}" ]; then
    run_part "$1" "$FOLDER-parts"
    return
  fi
  home="$FOLDER-parts/shard-$1-of-$PARTS" saved="$FOLDER-parts/.saved-$1-of-$PARTS"
  scratch=$(mktemp -d "$SCRATCH/optimeter.XXXXXX")
  [ -d "$home" ] || [ ! -d "$saved" ] || mv "$saved" "$home" # it ended between rm and mv below
  [ ! -d "$home" ] || cp -Rp "$home" "$scratch/"
  run_part "$1" "$scratch"
  mkdir -p "$FOLDER-parts"
  rm -rf "$saved"
  [ ! -d "$scratch/shard-$1-of-$PARTS" ] || cp -Rp "$scratch/shard-$1-of-$PARTS" "$saved"
  [ ! -d "$saved" ] || { rm -rf "$home" && mv "$saved" "$home"; }
  rm -rf "$scratch"
}

job() { # NUMBER
  if [ "$1" -gt "$PARTS" ] || [ "$1" -lt 1 ]; then
    echo "there is no part $1 of PARTS=$PARTS: change PARTS or --array" >&2
    exit 2
  fi
  before=$(how_far "$1")
  part "$1"
  if [ "$code" -eq "$INTERRUPTED" ] || [ "$code" -eq "$TERMINATED" ]; then
    if [ "$(how_far "$1")" != "$before" ]; then
      scontrol requeue "${SLURM_ARRAY_JOB_ID}_$1" && exit 0
    fi
    echo "not a single run ended in this job, nor was a checkpoint stored: give it more --time, or" \
      "each run a --time-limit, or choose an optimizer with checkpoints" >&2
  fi
  exit "$code"
}

merge() {
  code=0
  optimeter merge "$FOLDER-parts" --output "$FOLDER" || code=$?
  [ "$code" -eq "$RECORDED_FAILURES" ] || return "$code"
}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  job "$SLURM_ARRAY_TASK_ID"
elif [ "${1:-}" = merge ]; then
  merge
elif [ "${1:-}" = submit ]; then
  array=$(sbatch --parsable --array="${2:-1-$PARTS}" "$0")
  sbatch --job-name=optimeter-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
    --wrap="sh '$0' merge"
else
  number=1
  while [ "$number" -le "$PARTS" ]; do
    part "$number"
    [ "$code" -eq 0 ] || exit "$code"
    number=$((number + 1))
  done
  merge
fi
