# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# damage.py ARTEFACT COPY CMD...: runs CMD on copies of ARTEFACT with one byte changed: in turn a
# byte at the beginning, in the middle and at the end of the index and of every part that it lists.
# Fails unless CMD refuses each with an error and exit code 1.

import struct
import subprocess
import sys

HEADER, ENTRY = struct.Struct("<8sIIQ16s"), struct.Struct(
    "<40sQQ16s"
)  # IndexHeader and IndexEntry of artefact/Artefact.h


def parts(data):
    at = data.index(b"flameidx")
    count = HEADER.unpack_from(data, at)[2]
    yield "index", at, HEADER.size + count * ENTRY.size
    for i in range(count):
        name, offset, size, _ = ENTRY.unpack_from(data, at + HEADER.size + i * ENTRY.size)
        if size:
            yield name.rstrip(b"\0").decode(), offset, size


with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
copy, command = sys.argv[2], sys.argv[3:]
tried = 0
for name, offset, size in parts(data):
    for at in sorted({offset, offset + size // 2, offset + size - 1}):
        data[at] ^= 0xFF
        with open(copy, "wb") as file:
            file.write(data)
        data[at] ^= 0xFF
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 1 or ": error: " not in done.stderr:
            sys.exit(f"byte {at} in {name}: exit code {done.returncode}, {done.stderr!r}")
        tried += 1
print(tried, "damaged copies were refused")
