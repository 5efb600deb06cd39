# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# odd_names.py DIR FLAME_FARM: for folders with odd names, makes a farm of DIR/a.cubin, whose
# artefact and folder are called so, too, has bash run the line for GNU parallel, and compares the
# picture with DIR/whole.png.

import os
import shutil
import subprocess
import sys

root, farm = os.fsencode(sys.argv[1]), os.fsencode(os.path.abspath(sys.argv[2]))
ALL = b"/".join(
    bytes(byte for byte in part if byte != ord("/")) for part in (range(1, 128), range(128, 256))
)
NAMES = [
    b"my flames",
    b"a;touch pwned1;#",
    b"b$(touch pwned2)`touch pwned3`",
    b'it\'s "it" \\',
    b"{} {.} {/} {#} {%} {1} {= $_=7 =}",
    b"-x ~*?! ",
    b"fold2%d x 100% %s",
    b"\n\r\t\xaf<1\xaf>",
    ALL,
]


def check(name):
    folder = os.path.join(root, b"in " + name)
    os.makedirs(folder)
    stem = b"x" + name.replace(b"/", b"")[:80]
    artefact = stem + b".cubin"
    shutil.copy(os.path.join(root, b"a.cubin"), os.path.join(folder, artefact))
    made = subprocess.run(
        [
            farm,
            b"parallel",
            artefact,
            b"--tasks=2",
            b"-o",
            b"p.png",
            b"--",
            b"--device=cpu",
            b"--quality=40",
            b"--seed=3",
            b"--progress=none",
        ],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
    )
    assert made.stdout.count(b"\n") == 1, made.stdout
    subprocess.run([b"bash", b"-c", made.stdout], cwd=folder, check=True)
    found = sorted(os.listdir(folder))
    assert found == sorted([artefact, stem + b".farm", b"p.png"]), found
    with open(os.path.join(root, b"whole.png"), "rb") as whole, open(
        os.path.join(folder, b"p.png"), "rb"
    ) as picture:
        assert whole.read() == picture.read(), name


for name in NAMES:
    check(name)
assert not [
    entry for entry in os.listdir(root) if b"pwned" in entry and not entry.startswith(b"in ")
]
print(len(NAMES), "names")
