# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lookalikes.py plant FOLDER...: makes files, folders and links there that are called as our
# programs call what they remove, old and of a user. lookalikes.py check FOLDER...: fails if one of
# them is no longer as it was.

import os
import sys

HEX = "0123456789abcdef"
TEMPORARY = [
    name + ending
    for name in (
        "a.png",
        "a.cubin",
        "a.fhist",
        "a.mp4",
        "b.cubin",
        "export.cubin",
        "farm.json",
        "00000.png",
    )
    for ending in ("." + HEX + ".tmp", ".flamec-" + HEX + HEX + ".tmp", ".lock", ".flamec-look")
]
FILES = (
    ["." + name for name in TEMPORARY]
    + TEMPORARY
    + [
        "flame-mine.flame",
        "flame-edge.mp4",
        "flame-" + HEX + HEX,
        HEX + HEX,
        "pruned",
        "settings",
        "list",
        "00000.nut",
        "export-1.cubin",
        "export.cubin",
        "token.json",
        "exports.json",
        "stars.json",
        "artefact.cubin",
        "part-1.fhist",
        "array.sh",
        "finish.sh",
        "template.json",
        ".task-1.lock",
        "flameabc.ptx",
        "1.cubin",
        HEX * 4 + ".sm_90.1.2.cubin",
    ]
)
YEAR_2019 = 1546300800


def planted(folder):
    """(path, text); a text of None is a folder, of 'link' a link to another of the files."""
    yield from ((os.path.join(folder, name), "of the user: " + name) for name in FILES)
    yield os.path.join(folder, "flame-folder"), None
    yield os.path.join(folder, "flame-folder", "inside"), "of the user"
    yield os.path.join(folder, ".a.png.link." + HEX + ".tmp"), "link"
    yield os.path.join(folder, "flame-link"), "link"


def plant(folder):
    os.makedirs(folder, exist_ok=True)
    for path, text in planted(folder):
        if text is None:
            os.mkdir(path)
        elif text == "link":
            os.symlink("flame-mine.flame", path)
        else:
            with open(path, "w") as file:
                file.write(text)
            os.utime(path, (YEAR_2019, YEAR_2019))


def check(folder):
    for path, text in planted(folder):
        if not os.path.lexists(path):
            yield "gone: " + path
        elif text == "link" and not os.path.islink(path):
            yield "no longer a link: " + path
        elif text not in (None, "link"):
            with open(path, errors="replace") as file:
                if file.read() != text:
                    yield "overwritten: " + path
            if os.lstat(path).st_mtime != YEAR_2019:
                yield "touched: " + path


if sys.argv[1] == "plant":
    for name in sys.argv[2:]:
        plant(name)
else:
    wrong = [line for name in sys.argv[2:] for line in check(name)]
    sys.exit("\n".join(wrong) or 0)
