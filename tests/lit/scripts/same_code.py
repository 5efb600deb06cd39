# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless the kernel of a report has the lines that flamec's own PTX has, and counts them
right: same_code.py REPORT PTX"""

import json
import re
import sys

report = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()
body = text[text.index(".entry flame_iterate(") :]
body = body[body.index("\n{") + 2 : body.index("\n}")]
lines = [line.split("//")[0].strip() for line in body.split("\n")]
lines = [line for line in lines if line]
shown = [line for line, _ in report["ptx"]]
assert shown == lines, [pair for pair in zip(shown, lines) if pair[0] != pair[1]][:5] or (
    len(shown),
    len(lines),
)

begin, end = report["round"]
bodies = [
    i
    for i, (_, origin) in enumerate(report["ptx"])
    if origin >= 0
    and any(
        re.fullmatch(r"flame_(xform_\d+|final)", name)
        for name in report["origins"][origin]["functions"]
    )
]
assert bodies and all(begin <= i < end for i in bodies), "xforms are applied in rounds"
counted = sum(group["round"] + group["outside"] for group in report["instructions"].values())
assert counted == sum(1 for _, origin in report["ptx"] if origin >= 0)
places = {tuple(report["origins"][report["ptx"][i][1]]["at"][:2]) for i in bodies}
assert {file for file, _ in places} == {source["file"] for source in report["sources"]}
print("lines of the genome that have code:", sorted(line for _, line in places))
