# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# png.py FILE: prints what the header and the text chunks of a picture say, one per line.

import struct
import sys
import zlib

with open(sys.argv[1], "rb") as file:
    data = file.read()
at = 8
while at < len(data):
    size, kind = struct.unpack_from(">I4s", data, at)
    body = data[at + 8 : at + 8 + size]
    at += 12 + size
    if kind == b"IHDR":
        width, height, depth, color = struct.unpack_from(">IIBB", body)
        print("%dx%d, %d bits, colour type %d" % (width, height, depth, color))
    elif kind in (b"tEXt", b"zTXt", b"iTXt"):
        key, _, text = body.partition(b"\0")
        if kind == b"zTXt":
            text = zlib.decompress(text[1:])
        elif kind == b"iTXt":
            compressed, (_, _, text) = text[0], text[2:].split(b"\0", 2) and (
                text[2:].partition(b"\0")[0],
                None,
                text[2:].partition(b"\0")[2].partition(b"\0")[2],
            )
            text = zlib.decompress(text) if compressed else text
        print("%s: %s" % (key.decode(), text.decode(errors="replace").replace("\n", " ")))
