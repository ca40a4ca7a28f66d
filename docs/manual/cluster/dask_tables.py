#!/usr/bin/env python3
"""Makes a table of many demos on a Dask cluster.

    dask_tables.py --scheduler tcp://HOST:8786 --shards 64 demos.txt /shared/events

Each worker needs demoscope in its PATH, and the same paths to the demos and the folder. Without --scheduler, the
workers run on this machine. A second run skips the demos that are done.
"""

import argparse
import json
import subprocess
import sys

from distributed import Client, as_completed


def make_shard(command, shard):
    """Runs one shard and returns its summary."""
    run = subprocess.run([*command, "--shard", shard], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if not run.stdout:  # it did not get as far as the demos
        raise RuntimeError(run.stderr.decode(errors="replace"))
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(description="Makes a table of many demos on a Dask cluster.")
    parser.add_argument("--scheduler", help="address of the scheduler (default: workers on this machine)")
    parser.add_argument("--shards", type=int, default=64, help="parts of the list (default: 64)")
    parser.add_argument("--table", default="events", choices=["events", "tracks", "info", "export-stats"])
    parser.add_argument("list", help="file with one demo per line")
    parser.add_argument("folder", help="folder for the table")
    args = parser.parse_args()

    command = ["demoscope", args.table, "--files-from", args.list, "--partition", "--skip-done", "-o", args.folder]
    if args.table in ("events", "tracks"):
        command += ["--format", "parquet"]
    total = {"demos": 0, "done": 0, "skipped": 0, "damaged": [], "failed": []}
    with Client(args.scheduler) as client:
        shards = [f"{i}/{args.shards}" for i in range(1, args.shards + 1)]
        # A shard whose worker dies is run again by another one.
        for future in as_completed([client.submit(make_shard, command, s, pure=False, retries=2) for s in shards]):
            for key, value in future.result().items():
                if key in total:
                    total[key] += value
    print(json.dumps(total))
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
