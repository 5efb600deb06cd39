#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Renders many small frames in one process, and watches it: neither memory, nor open files, nor
threads, nor temporary files may grow.

Looks at the process at every hundredth of the frames. From the first fifth, when all that stays has
been made, to the last one memory may grow by --growth MiB; open files, threads and temporary files,
which come and go, may not be more in the middle of the last fifth than they were at most in the
first.

With --starts, programs are started so often instead, one after the other: each time the flame is
compiled and rendered with the same caches. From the second time on, files in caches, temporary
files and their bytes may not be more.

    long_run.py PROGRAMS FLAME [--frames N] [--growth MiB] [--limit S] [--video]
    long_run.py PROGRAMS FLAME --starts N [--limit S]

Exit codes: 0 nothing grew, 1 something did, 2 usage, 3 a program failed.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time


def look_at(pid, folders):
    """Memory in KiB, open files, threads and temporary files of a process; nothing if it has
    ended."""
    try:
        status = dict(
            line.split(":", 1)
            for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
            if ":" in line
        )
        files = len(os.listdir(f"/proc/{pid}/fd"))
        return {
            "memory": int(status["VmRSS"].split()[0]),
            "open files": files,
            "threads": int(status["Threads"]),
            "temporary files": sum(
                1
                for folder in folders
                for entry in os.scandir(folder)
                if not entry.name.endswith((".png", ".mkv"))
            ),
        }
    except (OSError, KeyError):
        return None


def watch(words, environment, folders, every, limit):
    """What was seen of a command, by the number of its frame, and how many it made; after `limit`
    seconds it is interrupted."""
    process = subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    seen, rest, done, late = [], [], 0, []
    timer = threading.Timer(limit, lambda: late.append(process.send_signal(signal.SIGINT)))
    if limit < threading.TIMEOUT_MAX:
        timer.start()
    for line in process.stderr:
        try:
            event = json.loads(line)
        except ValueError:
            rest.append(line)
            continue
        if event.get("event") != "frame":
            continue
        done = event["frames_done"]
        if done % every == 0:
            found = look_at(process.pid, folders)
            if found:
                seen.append(found)
    timer.cancel()
    if process.wait() != 0 and not late:
        print(f"exit code {process.returncode}: {' '.join(words)}\n{''.join(rest)}")
        sys.exit(3)
    return seen, done


def files_below(folder):
    """How many files a folder has, and their bytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)


def start_often(options, root, environment):
    """Starts flamec and flamerun again and again; returns the exit code."""
    flamec = [
        options.programs / "flamec",
        options.flame,
        "--target=ptx",
        "-o",
        root / "out" / "a.cubin",
    ]
    flamerun = [
        options.programs / "flamerun",
        root / "out" / "a.cubin",
        "--device=cpu",
        "--size=32x18",
        "--quality=2",
        "-o",
        root / "out" / "a.png",
    ]
    end, seen = time.monotonic() + options.limit, []
    while len(seen) < options.starts and time.monotonic() < end:
        for words in (flamec, flamerun):
            done = subprocess.run(
                words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )
            if done.returncode != 0:
                print(done.stderr)
                return 3
        seen.append(
            {
                name: files_below(root / name)
                for name in ("tmp", "out", "cache", "data")
                if (root / name).exists()
            }
        )
    if len(seen) < 3:
        print(f"{len(seen)} starts are too few to see something grow")
        return 3
    for name, (files, size) in seen[-1].items():
        print(f"{name}: {files} files, {size} bytes")
    grown = [name for name in seen[-1] if seen[-1][name] > seen[1].get(name, (0, 0))]
    print(
        f"{len(seen)} times two starts: "
        + (", ".join(grown) + " grew" if grown else "nothing grew")
    )
    return 1 if grown else 0


def main():
    parser = argparse.ArgumentParser(
        prog="long_run.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("flame", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=10000)
    parser.add_argument("--starts", type=int, help="so many times, instead of frames")
    parser.add_argument("--growth", type=float, default=4)
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds on the clock, behind which no frame is made",
    )
    parser.add_argument("--video", action="store_true", help="one video instead of pictures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="long-run-") as root:
        root = pathlib.Path(root)
        for name in ("tmp", "out"):
            (root / name).mkdir()
        environment = {
            **os.environ,
            "TMPDIR": str(root / "tmp"),
            "XDG_CACHE_HOME": str(root / "cache"),
            "XDG_DATA_HOME": str(root / "data"),
        }
        if options.starts:
            return start_often(options, root, environment)
        made = subprocess.run(
            [
                options.programs / "flamec",
                options.flame,
                "--loop=0",
                f"--nframes={options.frames}",
                "--target=ptx",
                "-o",
                root / "loop.cubin",
            ],
            env=environment,
            capture_output=True,
            text=True,
        )
        if made.returncode != 0:
            print(made.stderr)
            return 3
        every = max(1, options.frames // 100)
        output = root / "out" / ("a.mkv" if options.video else "%06d.png")
        seen, done = watch(
            [
                str(options.programs / "flamerun"),
                str(root / "loop.cubin"),
                "--device=cpu",
                "--size=32x18",
                "--quality=2",
                "--progress=json",
                "-o",
                str(output),
            ],
            environment,
            [root / "tmp", root / "out"],
            every,
            options.limit,
        )
        made = len(os.listdir(root / "out"))
        if done == options.frames and made != (1 if options.video else options.frames):
            print(f"{made} files are there")
            return 1
        shutil.rmtree(root / "out")
    if len(seen) < 10:
        print(f"{done} frames are too few to see something grow")
        return 3
    first, last = seen[len(seen) // 5], seen[-1]
    grown = []
    for what in first:
        print(
            f"{what}: {first[what]} after a fifth, {last[what]} at the end, {max(one[what] for one in seen)} at most"
        )
        allowed = options.growth * 1024 if what == "memory" else 0
        fifth = len(seen) // 5 + 1
        if (
            statistics.median(one[what] for one in seen[-fifth:])
            > max(one[what] for one in seen[:fifth]) + allowed
        ):
            grown.append(what)
    print(f"{done} frames: " + (", ".join(grown) + " grew" if grown else "nothing grew"))
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
