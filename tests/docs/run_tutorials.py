#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of the tutorials, in their order, each tutorial in a folder of its own.

    tests/docs/run_tutorials.py SOURCE BIN [TUTORIAL.md ...] [--as-written]

Commands are the lines of blocks of code that begin with ```sh. They run on the CPU and make small
pictures of few samples, unless --as-written says that their own numbers shall hold. Commands that
need a build or a browser are left out. A command that fails, a missing output of -o, and a tutorial
without commands end the test.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIPPED = ("./bootstrap", "export ", "flame-studio ")
# Smaller numbers, which leave the meaning of a command alone.
SMALLER = (
    (r"--size=\d+x\d+", "--size=64x36"),
    (r"--quality=\d+", "--quality=2"),
    (r"noise:[\d.]+%", "noise:20%"),
    (r"--nframes=[2-9]\d+", "--nframes=6"),
    (r"--count=\d+", "--count=3"),
    (r"--frames=0-7", "--frames=0-3"),
    (r"--frames=0-11", "--frames=0-5"),
)
LONGEST_SECONDS = 120


def commands(page):
    """The commands of a page, lines that end in a backslash joined, each with its line number."""
    inside, number, joined = False, 0, ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```sh"
        elif inside and line.strip():
            joined += line.removesuffix("\\")
            if not line.endswith("\\"):
                yield number, joined
                joined = ""


def outputs(command):
    """The files that a command must leave: those of -o that are not names with a number in them."""
    if "||" in command:
        return []
    words = shlex.split(command, comments=True)
    return [file for option, file in zip(words, words[1:]) if option == "-o" and "%" not in file]


def run(page, source, programs, as_written):
    """Runs one tutorial, and returns the number of its commands; None if one failed."""
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(source / "genomes", folder / "genomes")
        environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        for number, command in commands(page):
            if command.startswith(SKIPPED):
                continue
            if not as_written:
                for pattern, smaller in SMALLER:
                    command = re.sub(pattern, smaller, command)
                command = re.sub(r"^flamerun ", "flamerun --device=cpu ", command)
                command = re.sub(r"^flamec ", "flamec --target=ptx ", command)
            said = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                timeout=LONGEST_SECONDS,
            )
            missing = [file for file in outputs(command) if not (folder / file).exists()]
            if said.returncode or missing:
                print(
                    f"{page}:{number}: {command}\nexit code {said.returncode}, "
                    f"missing: {missing}\n{said.stdout}{said.stderr}"
                )
                return None
            done += 1
    return done


def main():
    as_written = "--as-written" in sys.argv
    words = [word for word in sys.argv[1:] if word != "--as-written"]
    source, programs, *pages = [pathlib.Path(word).resolve() for word in words]
    pages = pages or sorted((source / "docs/tutorials").glob("[!R]*.md"))
    for page in pages:
        done = run(page, source, programs, as_written)
        if not done:
            sys.exit(f"{page.name}: {'no commands' if done == 0 else 'a command failed'}")
        print(f"{page.name}: {done} commands")


if __name__ == "__main__":
    main()
