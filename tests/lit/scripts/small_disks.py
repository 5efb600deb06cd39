# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# small_disks.py [--disks=N] [--most=KB] [--resume=OPTION] CMD...: runs CMD, whose output is below
# the folder "{out}", undisturbed; then on N disks, the smallest of 4 KiB and the largest of KB
# [twice what the undisturbed run left]. Each disk is a tmpfs, so that it is also full for the
# programs that CMD starts. With exit code 0 the files must be those of the undisturbed run; else
# the exit code must be 3, an error must be printed, and nothing may be left but complete files and
# segments of a video. Then the disk grows, and CMD with OPTION must end with the files of the
# undisturbed run.
#
# The disks are mounted in a namespace of their own: no privileges are needed where the kernel lets
# users have one.

import os
import subprocess
import sys
import tempfile

from kill_and_resume import explain, files_in

if os.environ.get("FLAME_TEST_NAMESPACE") != "1":
    sys.exit(
        subprocess.run(
            ["unshare", "--user", "--map-root-user", "--mount", sys.executable] + sys.argv,
            env={**os.environ, "FLAME_TEST_NAMESPACE": "1"},
        ).returncode
    )

words = sys.argv[1:]
options = {"disks": "16", "most": "0", "resume": "--resume"}
while words[0].startswith("--"):
    name, value = words.pop(0)[2:].split("=", 1)
    options[name] = value


def mount(folder, *arguments):
    subprocess.run(["mount", *arguments, folder], check=True)


def run(folder, more=()):
    done = subprocess.run(
        [word.replace("{out}", folder) for word in words] + list(more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    done.stderr = done.stderr.replace(folder, "{out}")
    return done


def try_disk(folder, kilobytes, wanted):
    """Whether the run was as if the disk had been larger."""
    where = "disk of %d KiB: " % kilobytes
    found = run(folder)
    left = files_in(folder)
    if found.returncode == 0:
        if left != wanted:
            sys.exit(where + "exit code 0, but " + explain(wanted, left))
        return True
    if found.returncode != 3 or ": error: " not in found.stderr:
        sys.exit(where + "exit code %d, %s" % (found.returncode, found.stderr))
    left = {name: digest for name, digest in left.items() if ".parts/" not in name}
    if any(wanted.get(name) != digest for name, digest in left.items()):
        sys.exit(where + "exit code 3, but " + explain(wanted, left))
    mount(folder, "-o", "remount,size=1g")
    again = run(folder, options["resume"].split())
    if again.returncode != 0 or files_in(folder) != wanted:
        sys.exit(
            where
            + "resumed: exit code %d, %s%s"
            % (again.returncode, again.stderr, explain(wanted, files_in(folder)))
        )
    return False


def try_disks(root):
    mount(root, "-t", "tmpfs", "-o", "size=1g", "tmpfs")
    folder = root + "/out"  # the same for all runs, as files may name it
    os.mkdir(folder)
    whole = run(folder)
    if whole.returncode != 0:
        sys.exit("exit code %d: %s" % (whole.returncode, whole.stderr))
    wanted = files_in(folder)
    size = sum(
        os.path.getsize(os.path.join(where, name))
        for where, _, names in os.walk(folder)
        for name in names
    )
    subprocess.run(["rm", "-rf", folder], check=True)
    os.mkdir(folder)
    least, most, disks = 4, int(options["most"]) or size * 2 // 1024 + 64, int(options["disks"])
    large_enough = 0
    for disk in range(disks):
        kilobytes = (least + (most - least) * disk // (disks - 1)) // 4 * 4  # pages
        mount(folder, "-t", "tmpfs", "-o", "size=%dk" % kilobytes, "tmpfs")
        large_enough += try_disk(folder, kilobytes, wanted)
        subprocess.run(["umount", folder], check=True)
    if large_enough in (0, disks):
        sys.exit("%d of %d disks were large enough: choose other sizes" % (large_enough, disks))
    print("%d of %d disks were too small" % (disks - large_enough, disks))


with tempfile.TemporaryDirectory(prefix="small-disks-") as root:
    try:
        try_disks(root)
    finally:
        subprocess.run(["umount", "--recursive", root], check=True)
