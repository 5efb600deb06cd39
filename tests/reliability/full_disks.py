#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every job that writes files on disks of many sizes, most of them too small for it.

A job that ends with 0 must have left what it leaves on a large disk. Any other ends with 3 and an
error, leaves only complete files, and ends as on a large disk once there is room. See
tests/lit/scripts/small_disks.py, which tries one job.

    full_disks.py PROGRAMS [--disks N] [--only TEXT] GENOME

Exit codes: 0 nothing found, 1 something found, 2 usage.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

SMALL_DISKS = os.path.join(os.path.dirname(__file__), "../lit/scripts/small_disks.py")

FRAMES = "--device=cpu --quality=1 --size=64x36"
# What is made beforehand in the folder of a job, and the job, whose output is below {out}.
EDGE = "flamec GENOME --loop=0 -o a.cubin --target=ptx && echo '{\"shard\": 0.25}' > p.json"
STILL = "flamec GENOME -o a.cubin --target=ptx"
SHARDS = STILL + f" && for i in 1 2 3; do flamerun a.cubin {FRAMES} --shard=$i/3 -o $i.fhist; done"


def video(name, options=""):
    return (
        EDGE,
        f"flamerun a.cubin {FRAMES} --profile=p.json --fps=6 --frames=0-23 -o '{{out}}/{name}' {options}",
    )


def still(name, options=""):
    return STILL, f"flamerun a.cubin --device=cpu --quality=4 -o '{{out}}/{name}' {options}"


JOBS = {
    "artefact": ("true", "flamec GENOME -o '{out}/a.cubin' --target=ptx"),
    "report": ("true", "flamec GENOME -o '{out}/a.cubin' --target=ptx --report='{out}/a.html'"),
    "png": still("a.png"),
    "png, 16 bits": still("a.png", "--bits=16"),
    "histogram": still("a.png", "--histogram='{out}/a.raw'"),
    "shard": still("a.fhist", "--shard=1/2"),
    "sheet": (EDGE, f"flamerun a.cubin {FRAMES} --frames=0-11 --sheet=4 -o '{{out}}/a.png'"),
    "frames": (EDGE, f"flamerun a.cubin {FRAMES} --frames=0-11 -o '{{out}}/%05d.png'"),
    "mp4": video("a.mp4"),
    "mov, ProRes": video("a.mov", "--codec=prores"),
    "mkv, FFV1": video("a.mkv", "--codec=ffv1"),
    "mkv, H.265": video("a.mkv", "--codec=hevc"),
    "webm": video("a.webm"),
    "gif": video("a.gif"),
    "webp": video("a.webp"),
    "merged shards": (SHARDS, "flame-merge a.cubin 1.fhist 2.fhist 3.fhist -o '{out}/a.png'"),
    "sum of shards": (SHARDS, "flame-merge a.cubin 1.fhist 2.fhist 3.fhist -o '{out}/a.fhist'"),
    "mutants": ("true", "flame-genome mutate GENOME --count=20 --seed=1 -o '{out}/m.flame'"),
    "converted": ("true", "flame-convert GENOME -o '{out}/c.flame'"),
    "film of a farm": (
        EDGE,
        "flame-farm parallel a.cubin -o frames/%05d.png --folder=c.farm --video='{out}/v.mp4' "
        f"-- {FRAMES} --frames=0-11 >/dev/null && "
        "for i in $(seq 12); do flame-farm task c.farm $i >/dev/null || exit; done && "
        "flame-farm finish c.farm",
    ),
}
# Jobs that cannot go on with half of the work: they are started again as they were.
RESUMED = ("frames", "mp4", "mov", "mkv", "webm", "gif", "webp")
# Kilobytes of the largest disk where twice the output is too little for its segments.
LARGER = {"gif": 6000, "webp": 6000}


def try_job(name, programs, genome, disks):
    prepare, job = (line.replace("GENOME", f"'{genome}'") for line in JOBS[name])
    with tempfile.TemporaryDirectory(prefix="full-disks-") as folder:
        environment = dict(os.environ, PATH=programs + os.pathsep + os.environ["PATH"])
        environment["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        run = {"cwd": folder, "env": environment, "capture_output": True, "text": True}
        prepared = subprocess.run(["sh", "-c", prepare], **run)
        if prepared.returncode != 0:
            return False, prepared.stderr.strip()
        resumed = name.split(",")[0] in RESUMED
        command = ["sh", "-c", job + ' "$@"', "job"]
        options = [f"--disks={disks}", "--resume=" + ("--resume" if resumed else "")]
        if name in LARGER:
            options.append(f"--most={LARGER[name]}")
        tried = subprocess.run([sys.executable, SMALL_DISKS, *options, *command], **run)
        return tried.returncode == 0, (tried.stdout + tried.stderr).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs")
    parser.add_argument("genome")
    parser.add_argument("--disks", type=int, default=25, help="sizes for each job [25]")
    parser.add_argument("--only", default="", help="jobs whose names contain this")
    given = parser.parse_args()
    programs, genome = os.path.abspath(given.programs), os.path.abspath(given.genome)
    chosen = [name for name in JOBS if given.only in name]
    failed = 0
    for name in chosen:
        start = time.monotonic()
        good, said = try_job(name, programs, genome, given.disks)
        failed += not good
        seconds = time.monotonic() - start
        print(f"{name:20} {'' if good else 'FAILED: '}{said} ({seconds:.0f} s)", flush=True)
    print(f"{len(chosen)} jobs on {given.disks} disks each: {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
