#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills programs at random moments, and does their work again.

Each of the jobs below runs undisturbed once. Then it is killed (SIGKILL, which no program sees
coming) and run again, each time with a new folder for its output; the folder of the cache, where a
job has one, is the same for all, so that what a killed process left there is what the next one
finds. What must hold:

  - right after the kill, a file that has the name of a result is the whole result
  - after the second run the folder holds the files of the undisturbed run, byte for byte, and
    nothing else
  - the cache has no file that is half written: the undisturbed run, repeated with it, gives the
    same bytes

    kills.py PROGRAMS GENOMES [--kills N] [--seed N] [--limit S] [--job NAME ...]

Exit codes: 0 all is well, 1 something was broken, 2 usage, 3 a program failed without being killed.
"""

import argparse
import pathlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lit" / "scripts"))
from kill_and_resume import explain, files_in, kill

# Name: command, with {out} for the folder of its output, {cache} for one that stays, {work} for
# what `prepare` makes, {genomes}.
JOBS = {
    "compile": "flamec --no-cache --target=ptx {genomes}/rose-window.flame -o {out}/a.cubin",
    "batch": "flamec --cache-dir={cache} --target=ptx {genomes}/emerald-rings.flame {genomes}/julia-branches.flame {genomes}/fern-spiral.flame -o {out}/",
    "code cache": "flamec --cache-dir={cache} --target=ptx {genomes}/rose-window.flame -o {out}/a.cubin",
    "CPU cache": "flamerun {work}/still.cubin --device=cpu --size=64x36 --quality=20 -o {out}/a.png",
    "still": "flamerun {work}/still.cubin --device=cpu --size=480x270 --quality=300 -o {out}/a.png --histogram={out}/a.raw",
    "frames": "flamerun {work}/loop.cubin --device=cpu --size=160x90 --quality=60 -o {out}/%05d.png --resume",
    "shard": "flamerun {work}/still.cubin --device=cpu --size=480x270 --quality=600 --shard=2/3 -o {out}/a.fhist --resume",
    "merge": "flame-merge {work}/still.cubin {work}/1.fhist {work}/2.fhist --device=cpu -o {out}/a.png",
    "video": "flamerun {work}/loop.cubin --device=cpu --size=160x90 --quality=60 -o {out}/a.mp4 --resume",
}
# Those that begin with nothing in their cache each time, or they would have nothing to do.
FRESH_CACHE = {"code cache": 4, "CPU cache": 4, "batch": 4}


class Kills:
    def __init__(self, programs, genomes, root):
        self.programs, self.genomes, self.root = programs, genomes, root
        self.work = root / "work"
        self.work.mkdir()
        flame = genomes / "rose-window.flame"
        self.run(
            ["flamec", "--no-cache", "--target=ptx", str(flame), "-o", f"{self.work}/still.cubin"],
            root / "cache",
        )
        self.run(
            [
                "flamec",
                "--no-cache",
                "--target=ptx",
                str(flame),
                "--loop=0",
                "--nframes=12",
                "-o",
                f"{self.work}/loop.cubin",
            ],
            root / "cache",
        )
        for part in "12":
            self.run(
                [
                    "flamerun",
                    f"{self.work}/still.cubin",
                    "--device=cpu",
                    "--size=480x270",
                    "--quality=30",
                    f"--shard={part}/2",
                    "-o",
                    f"{self.work}/{part}.fhist",
                ],
                root / "cache",
            )

    def words(self, job, out, cache):
        words = JOBS[job].split()
        return [
            word.format(out=out, cache=cache, work=self.work, genomes=self.genomes)
            for word in words
        ]

    def start(self, words, cache, **options):
        cache.mkdir(exist_ok=True)
        environment = {
            **os.environ,
            "XDG_CACHE_HOME": str(cache),
            "XDG_DATA_HOME": str(self.root / "data"),
            "TMPDIR": str(self.root),
        }
        return subprocess.Popen(
            [str(self.programs / words[0]), *words[1:]],
            stdin=subprocess.DEVNULL,
            env=environment,
            **options,
        )

    def run(self, words, cache):
        process = self.start(
            words, cache, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        output = process.communicate()[0]
        if process.returncode != 0:
            print(f"exit code {process.returncode} from: {' '.join(words)}\n{output}")
            sys.exit(3)

    def kill(self, words, cache, seconds):
        """Whether the command was still running when it was killed."""
        return kill(
            self.start(words, cache, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), seconds
        )

    def folder(self, name):
        path = self.root / name
        path.mkdir()
        return path

    def try_job(self, job, kills, moments, deadline):
        """How many kills there were, and how many of them broke something. None is begun behind the
        deadline."""
        cache, broken = self.root / "cache", 0
        out = self.folder("undisturbed")
        self.run(self.words(job, out, cache), cache)
        wanted = files_in(out)
        shutil.rmtree(out)
        fresh = self.root / "timed-cache" if job in FRESH_CACHE else cache
        out = self.folder("timed")
        begin = time.monotonic()
        self.run(self.words(job, out, fresh), fresh)
        length = time.monotonic() - begin
        if files_in(out) != wanted:
            print(f"{job}: two undisturbed runs differ")
            return 0, 1
        shutil.rmtree(out)
        shutil.rmtree(self.root / "timed-cache", ignore_errors=True)
        tries = done = 0
        for number in range(1, kills + 1):
            if time.monotonic() > deadline:
                break
            done = number
            cache = self.root / "cache"
            if job in FRESH_CACHE:  # a new one after some kills, which leave in it what they leave
                cache = self.root / "killed-cache"
                if number % FRESH_CACHE[job] == 1:
                    shutil.rmtree(cache, ignore_errors=True)
            killed = False
            while not killed:  # a run that was quicker than the clock is no test
                out = self.folder(f"{number}.{tries}")
                tries += 1
                killed = self.kill(self.words(job, out, cache), cache, moments.uniform(0, length))
                if not killed:
                    shutil.rmtree(out)
                    if job in FRESH_CACHE:
                        shutil.rmtree(cache, ignore_errors=True)
            left = files_in(out)
            wrong = [
                f"{name} is half done"
                for name, digest in wanted.items()
                if left.get(name, digest) != digest
            ]
            self.run(self.words(job, out, cache), cache)
            wrong += [explain(wanted, files_in(out))]
            wrong = ", ".join(filter(None, wrong))
            if wrong:
                broken += 1
                print(f"{job}, kill {number}: {wrong}", flush=True)
            shutil.rmtree(out)
        shutil.rmtree(self.root / "killed-cache", ignore_errors=True)
        print(f"{job:10} killed {done} times in {length:.2f} s, {broken} broken", flush=True)
        return done, broken


def main():
    parser = argparse.ArgumentParser(
        prog="kills.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("genomes", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=200, help="of all jobs together")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="seconds on the clock, of which each job gets its share",
    )
    parser.add_argument("--job", action="append", choices=list(JOBS), help="this one [all]")
    options = parser.parse_args()
    jobs = options.job or [
        job
        for job in JOBS
        if job != "video" or (shutil.which("ffmpeg") and shutil.which("ffprobe"))
    ]
    moments = random.Random(options.seed)
    done = broken = 0
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills-") as root:
        kills = Kills(options.programs.resolve(), options.genomes.resolve(), pathlib.Path(root))
        for i, job in enumerate(jobs):
            deadline = begin + options.limit * (i + 1) / len(jobs)
            killed, bad = kills.try_job(
                job, options.kills // len(jobs) + (i < options.kills % len(jobs)), moments, deadline
            )
            done, broken = done + killed, broken + bad
    print(f"{broken} of {done} kills broke something")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
