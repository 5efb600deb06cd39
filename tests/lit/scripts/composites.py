# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Is a transparent picture, put over a ground, what is rendered on that ground? Over black, over
# white, and over a picture whose colours run from dark to bright, blue to the left, red below: each
# pixel of that is black and white in parts, and so is what is expected there.
#
#   composites.py BLACK.png WHITE.png PICTURE...      opaque on black and on white; transparent, in
#   any format that ffmpeg reads
#
# Prints a line for each picture and ground; fails where one differs by more than its format loses.

import os
import subprocess
import sys

# What a channel may be off by, in levels, in the mean and at most: 8 bits are cut off twice, and
# WebP is lossy, with half the resolution of colours.
BOUNDS = {".png": (0.5, 3), ".tif": (0.5, 3), ".webp": (3, 60), ".exr": (0.5, 3)}


def size(path):
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(int(word) for word in text.strip().split(","))


def decoded(path, form, count):
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", form, "-"],
        check=True,
        capture_output=True,
    ).stdout
    values = memoryview(data).cast({1: "B", 2: "H", 4: "f"}[len(data) // count])
    return list(values)


def shown(light):
    """Of linear light, the level that a screen shows (IEC 61966-2-1)."""
    light = min(1, max(0, light))
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def opaque(path):
    width, height = size(path)
    values = decoded(path, "rgb24", 3 * width * height)
    return [values[i : i + 3] for i in range(0, len(values), 3)]


def transparent(path):
    """Levels of red, green and blue, not multiplied by alpha, and alpha from 0 to 1."""
    width, height = size(path)
    count = width * height
    if path.endswith(".exr"):
        planes = decoded(path, "gbrapf32le", 4 * count)
        green, blue, red, alpha = (planes[i * count : (i + 1) * count] for i in range(4))
        return [
            ([shown(c / a) if a > 0 else 0 for c in rgb], a)
            for *rgb, a in zip(red, green, blue, alpha)
        ]
    values = decoded(path, "rgba64le", 4 * count)
    return [
        ([v / 257 for v in values[i : i + 3]], values[i + 3] / 65535)
        for i in range(0, len(values), 4)
    ]


def photograph(width, height):
    """The share of white of each channel, pixel by pixel."""
    for y in range(height):
        for x in range(width):
            yield [y / (height - 1), (x + y) / (width + height - 2), 1 - x / (width - 1)]


def check(path, black, white, grounds):
    failed = False
    most_mean, most_of_all = BOUNDS[os.path.splitext(path)[1]]
    pixels = transparent(path)
    for name, ground in grounds.items():
        differences = []
        for (color, alpha), parts, dark, bright in zip(pixels, ground, black, white):
            for c, part, d, b in zip(color, parts, dark, bright):
                differences.append(abs(c * alpha + (1 - alpha) * 255 * part - (d + part * (b - d))))
        mean, most = sum(differences) / len(differences), max(differences)
        good = mean <= most_mean and most <= most_of_all
        print(
            "%s over %s: mean %.2f, most %.2f%s"
            % (os.path.basename(path), name, mean, most, "" if good else ": too much")
        )
        failed |= not good
    return failed


def main(black_path, white_path, *paths):
    black, white = opaque(black_path), opaque(white_path)
    width, height = size(black_path)
    grounds = {
        "black": [[0] * 3] * len(black),
        "white": [[1] * 3] * len(black),
        "a photograph": list(photograph(width, height)),
    }
    return any([check(path, black, white, grounds) for path in paths])


sys.exit(main(*sys.argv[1:]))
