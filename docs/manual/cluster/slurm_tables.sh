#!/bin/sh
# Makes a table of many demos as a Slurm array job: one task for each shard of the list.
#
#     sbatch --array=1-64 slurm_tables.sh demos.txt /shared/events
#
# Each task leaves its summary in tables-N.json, and its messages in tables-N.log. Run it again for the tasks that
# failed, such as --array=7,12 with SHARDS=64: what is done is skipped.

#SBATCH --output=tables-%a.json
#SBATCH --error=tables-%a.log
#SBATCH --requeue

exec demoscope events --format parquet --partition --skip-done \
	--files-from "$1" --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-$SLURM_ARRAY_TASK_COUNT}" -o "$2"
