# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# failing_disk.py LIBRARY [--least=N] CMD...: runs CMD, whose output is below the folder "{out}",
# undisturbed; then on a disk on which the first step fails that changes it, then the second one,
# and so on, until the steps are more than CMD has. With every third step all that follow fail, too.
# A run may do without what failed (a cache), and then gives what the undisturbed one gives; or it
# ends with exit code 3 and an error, and leaves only complete results. Fails if there were fewer
# than N steps: then nothing was tried.

import os
import subprocess
import sys
import tempfile

from kill_and_resume import explain, files_in

library, words = sys.argv[1], sys.argv[2:]
least = 3
if words[0].startswith("--least="):
    least = int(words.pop(0).split("=")[1])


def run(folder, step):
    os.makedirs(folder, exist_ok=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": library,
        "FLAME_TEST_FAILING_STEP": str(step),
        "TMPDIR": folder,
    }
    if environment.get("XDG_CACHE_HOME") == os.devnull:
        environment["XDG_CACHE_HOME"] = folder + "-cache"
    done = subprocess.run(
        [word.replace("{out}", folder) for word in words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
    )
    done.stderr = done.stderr.replace(folder, "{out}")
    return done


def try_step(root, chosen):
    """Whether the run was as if nothing had failed."""
    folder = "%s/%s" % (root, chosen)
    found = run(folder, chosen)
    left = files_in(folder)
    where = "step %s fails: " % chosen
    if found.returncode not in (0, 3):
        sys.exit(where + "exit code %d, %s" % (found.returncode, found.stderr))
    if found.returncode == 3 and ": error: " not in found.stderr:
        sys.exit(where + "no error is said: " + found.stderr)
    if (
        found.returncode == 3
    ):  # what is whole may stay, and finished segments of a video, to go on with
        left = {name: digest for name, digest in left.items() if ".parts/" not in name}
        left = {**{name: digest for name, digest in wanted.items() if name not in left}, **left}
    if left != wanted:
        sys.exit(where + "exit code %d, but %s" % (found.returncode, explain(wanted, left)))
    return found.returncode == 0 and found.stderr == whole.stderr


with tempfile.TemporaryDirectory(prefix="failing-disk-") as root:
    whole = run(root + "/whole", 0)
    if whole.returncode != 0:
        sys.exit("exit code %d: %s" % (whole.returncode, whole.stderr))
    wanted = files_in(root + "/whole")
    step, quiet = 0, 0
    while (
        quiet < 3 and step < 500
    ):  # a step may fail without a word: what would have made the next run quicker
        step += 1
        kinds = ("%d", "%d+") if step % 3 == 1 else ("%d",)
        was_quiet = [try_step(root, kind % step) for kind in kinds]
        quiet = quiet + 1 if all(was_quiet) else 0
    if step - quiet < least or step == 500:
        sys.exit("%d steps" % (step - quiet))
    print("%d steps failed" % (step - quiet))
