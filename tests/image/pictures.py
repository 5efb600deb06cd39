# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# PNG files of 8 bits a channel, without any library: enough to take some of the pixels of a
# picture.

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


class PictureError(Exception):
    """A file is no such picture."""


def size(path):
    """Width and height of a PNG file."""
    with open(path, "rb") as file:
        head = file.read(24)
    if head[:8] != _SIGNATURE:
        raise PictureError("%s is no PNG file" % path)
    return struct.unpack(">II", head[16:24])


def thin(path, step):
    """Keeps the first of every `step` pixels of every `step` rows."""
    width, height, color, rows = _read(path)
    channels = _CHANNELS[color]
    kept = [
        b"".join(row[x * channels : (x + 1) * channels] for x in range(0, width, step))
        for row in rows[::step]
    ]
    _write(path, len(kept[0]) // channels, len(kept), color, kept)


def _chunks(data):
    at = len(_SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _read(path):
    """(width, height, colour type, rows)."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != _SIGNATURE:
        raise PictureError("%s is no PNG file" % path)
    packed = b""
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits != 8 or interlaced or color not in _CHANNELS:
                raise PictureError("%s: not of 8 bits a channel" % path)
        elif kind == b"IDAT":
            packed += body
    return (
        width,
        height,
        color,
        _unfiltered(zlib.decompress(packed), width * _CHANNELS[color], _CHANNELS[color]),
    )


def _paeth(left, above, corner):
    guess = left + above - corner
    return min(
        (abs(guess - left), 0, left),
        (abs(guess - above), 1, above),
        (abs(guess - corner), 2, corner),
    )[2]


def _unfiltered(data, length, step):
    rows, above = [], bytes(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for i in range(length if kind else 0):
            left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
            guess = (0, left, above[i], (left + above[i]) // 2, _paeth(left, above[i], corner))[
                kind
            ]
            row[i] = (row[i] + guess) & 255
        rows.append(bytes(row))
        above = row
    return rows


def _write(path, width, height, color, rows):
    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    with open(path, "wb") as file:
        file.write(_SIGNATURE)
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))))
        file.write(chunk(b"IEND", b""))
