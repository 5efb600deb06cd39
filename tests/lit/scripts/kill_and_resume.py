# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# kill_and_resume.py [--kills=N] [--seed=N] CMD...: runs CMD, a flamerun command whose output is
# below the folder "{out}", undisturbed; then N times more, each time into a new folder, kills it at
# a random moment (SIGKILL, which it cannot see coming; not its encoder, which lives on for a
# moment) and runs it again with --resume. Succeeds if every folder then holds the same files as the
# first one, byte for byte, and nothing else.

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time


def command_in(folder, command, *more):
    os.makedirs(folder, exist_ok=True)
    return [word.replace("{out}", folder) for word in command] + list(more)


def run(command):
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        sys.exit("exit code %d from: %s\n%s" % (done.returncode, " ".join(command), done.stdout))


def files_in(folder):
    """Digest by path, of all files at any depth."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def start(command):
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def kill(process, seconds):
    """Whether the process was still running when it was killed."""
    try:
        process.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True


def explain(wanted, found):
    """What differs between two folders, as text; empty if nothing does."""
    differences = [
        name + " differs" for name in wanted if found.get(name, wanted[name]) != wanted[name]
    ]
    differences += [name + " is missing" for name in wanted if name not in found]
    differences += [name + " is too much" for name in found if name not in wanted]
    return ", ".join(sorted(differences))


def main():
    parser = argparse.ArgumentParser(prog="kill_and_resume.py")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    moments = random.Random(options.seed)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="kill-and-resume-") as root:
        whole = os.path.join(root, "undisturbed")
        run(command_in(whole, options.command))  # also fills the cache of compiled code
        wanted = files_in(whole)
        begin = time.monotonic()
        run(command_in(os.path.join(root, "timed"), options.command))
        length = time.monotonic() - begin
        if files_in(os.path.join(root, "timed")) != wanted:
            sys.exit("two undisturbed runs differ")
        for number in range(1, options.kills + 1):
            folder = os.path.join(root, str(number))
            killed = False
            while not killed:  # a run that was quicker than the clock is no test
                moment = moments.uniform(0, length)
                killed = kill(start(command_in(folder, options.command, "--resume")), moment)
                if not killed:
                    folder += "+"
            left = len(files_in(folder))
            run(command_in(folder, options.command, "--resume"))
            different = explain(wanted, files_in(folder))
            failures += bool(different)
            print(
                "%2d: killed after %.2f of %.2f s, %d files there; then %s"
                % (number, moment, length, left, different or "the same %d" % len(wanted))
            )
    sys.exit("%d of %d resumed runs differ" % (failures, options.kills) if failures else 0)


if __name__ == "__main__":
    main()
