#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compares our frames of a flock with frames that cuburn's own kernels have made of it: mean
# absolute difference of each channel, in levels, after both were laid over each other. FRAMES is a
# folder of pictures named after the edge whose middle they show, `A-B.png` or, of a loop, `A.png`;
# FLOCK is the flock, as of cuburn: nodes/ and edges/, whose names end in A and B.
#
# cuburn's pictures are shifted by a part of a pixel, all of a picture alike. That shift is
# estimated, and the camera of the nodes is moved by it, since resampling would change noise; by one
# pixel at most. Its middle frame is number N / 2 of N, which is half a frame late where N is even.
#
# Exit status: 0 all within --goal, 1 some are not, 2 usage, 3 environment.

import argparse
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys

PASS, FAIL, USAGE, ENVIRONMENT = 0, 1, 2, 3
_MARGIN = 4  # pixels at the edges that are not compared: filters have seen other surroundings there
_MOST_SHIFT, _MOST_LEFT = 1.0, 0.1  # pixels; the second is what an estimate may be wrong by
_STEPS = 2  # after the first estimate, each of a picture that was moved by those before
_CHANNELS = ("red", "green", "blue")


class ParityError(Exception):
    """A program failed, or a file is missing; the text says which."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="cuburn_parity.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares our frames of a flock with cuburn's. See README.md beside it.",
        epilog="example:\n  cuburn_parity.py flock/ frames/ --output=/tmp/parity",
    )
    add = parser.add_argument
    add("flock", metavar="FLOCK", help="folder with nodes/ and edges/")
    add("frames", metavar="FRAMES", help="folder of cuburn's pictures")
    add("--quality", type=float, default=2500, metavar="SPP", help="default 2500, as cuburn's")
    add(
        "--first-quality",
        type=float,
        default=100,
        metavar="SPP",
        help="to estimate the shift by, default 100",
    )
    add("--device", default="cpu", help="of flamerun, default cpu")
    add("--only", default="", metavar="REGEX", help="only frames whose names match")
    add(
        "--goal",
        type=float,
        default=2,
        metavar="LEVELS",
        help="most that a channel may differ by, default 2",
    )
    add(
        "--output",
        default="parity-report",
        metavar="DIR",
        help="pictures and sheets, default parity-report",
    )
    add("--markdown", metavar="FILE", help="also write the table as Markdown")
    return parser.parse_args(arguments)


def run_program(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, **more)
    if done.returncode:
        raise ParityError(
            "%s: %s" % (" ".join(command), done.stderr.decode(errors="replace").strip())
        )
    return done.stdout


# ===-- pictures ------------------------------------------------------------------------------===#


def levels(path):
    """A picture as floats, rows of columns of red, green, blue."""
    size = run_program(
        ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path]
    )
    width, height = (int(word) for word in size.decode().strip().split(","))
    raw = run_program(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    )
    return numpy.frombuffer(raw, numpy.uint8).reshape(height, width, 3).astype(numpy.float32)


def differences(ours, theirs):
    """(mean absolute difference, mean difference) of each channel."""
    inside = (slice(_MARGIN, -_MARGIN), slice(_MARGIN, -_MARGIN))
    difference = ours[inside] - theirs[inside]
    return numpy.abs(difference).mean((0, 1)), difference.mean((0, 1))


def _smooth(image):
    """Means of 5 x 5 pixels, against noise."""
    for axis in (0, 1):
        image = sum(numpy.roll(image, step, axis) for step in range(-2, 3)) / 5
    return image[8:-8, 8:-8]


def shift_of(theirs, ours):
    """By how many pixels theirs lies right of and below ours: the shift that explains most of the
    difference (B. Lucas, T. Kanade, 1981)."""
    one, other = _smooth(ours.mean(2)), _smooth(theirs.mean(2))
    down, right = numpy.gradient(one)
    down, right, change = down.ravel(), right.ravel(), (one - other).ravel()
    matrix = numpy.array([[right @ right, right @ down], [right @ down, down @ down]])
    return numpy.linalg.solve(matrix, numpy.array([right @ change, down @ change]))


def write_sheet(path, theirs, ours):
    """cuburn's, ours, and eight times the difference on grey, side by side."""
    grey = 128 + 8 * (ours - theirs)
    sheet = numpy.clip(numpy.hstack([theirs, ours, grey]), 0, 255).astype(numpy.uint8)
    subprocess.run(
        [
            "ffmpeg",
            "-v",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-s",
            "%dx%d" % (sheet.shape[1], sheet.shape[0]),
            "-i",
            "-",
            "-vf",
            "scale=1440:-2:flags=area",
            "-q:v",
            "4",
            path,
        ],
        input=sheet.tobytes(),
        check=True,
    )


# ===-- flocks --------------------------------------------------------------------------------===#


def edge_of(flock, name):
    """The edge whose nodes end in the words of `name`, "A" or "A-B"."""
    words = name.split("-")
    pattern = "=".join("*" + glob.escape(word) for word in words) + ".json"
    found = [
        path
        for path in glob.glob(os.path.join(flock, "edges", pattern))
        if path.count("=") == len(words) - 1
    ]
    if len(found) != 1:
        raise ParityError("%d edges of %s are called '%s'" % (len(found), flock, name))
    return found[0]


def moved_flock(flock, target, move):
    """A copy of the nodes and edges with cameras whose centres are moved by so much of the
    world."""
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(os.path.join(target, "nodes"))
    shutil.copytree(os.path.join(flock, "edges"), os.path.join(target, "edges"))
    for path in glob.glob(os.path.join(flock, "nodes", "*.json")):
        with open(path, encoding="utf-8") as file:
            node = json.load(file)
        center = node.setdefault("camera", {}).setdefault("center", {"x": 0, "y": 0})
        center["x"] += move[0]
        center["y"] += move[1]
        with open(
            os.path.join(target, "nodes", os.path.basename(path)), "w", encoding="utf-8"
        ) as file:
            json.dump(node, file)
    return target


def pixel_of(flock, edge, width):
    """About how much of the world a pixel is."""
    scales = []
    for word in os.path.basename(edge)[: -len(".json")].split("="):
        with open(os.path.join(flock, "nodes", word + ".json"), encoding="utf-8") as file:
            scales.append(json.load(file).get("camera", {}).get("scale", 1))
    return 1 / (width * math.prod(scales) ** (1 / len(scales)))


def middle_of(artefact):
    """The time that cuburn's middle frame shows, of as many frames as flamerun counts."""
    info = run_program(["flamerun", artefact, "--info"]).decode()
    last = re.search(r"^frames: 0 to (\d+)", info, re.MULTILINE)
    if not last:
        raise ParityError("%s is no animation" % artefact)
    frames = int(last.group(1)) + 1
    return (frames // 2 + 0.5) / frames


def render(flock, edge, options, name, quality, size):
    artefact = os.path.join(options.output, name + ".cubin")
    picture = os.path.join(options.output, name + ".png")
    run_program(
        [
            "flamec",
            os.path.join(flock, "edges", os.path.basename(edge)),
            "--flock=" + flock,
            "-o",
            artefact,
        ]
    )
    run_program(
        [
            "flamerun",
            artefact,
            "-o",
            picture,
            "--device=" + options.device,
            "--size=%dx%d" % size,
            "--quality=%g" % quality,
            "--time=%.9g" % middle_of(artefact),
        ]
    )
    return levels(picture)


# ===-- the command ---------------------------------------------------------------------------===#


class Frame:
    """One of cuburn's pictures, and ours of the same moment."""

    def __init__(self, path, options):
        self.options = options
        self.name = os.path.splitext(os.path.basename(path))[0]
        self.theirs = levels(path)
        self.edge = edge_of(options.flock, self.name)

    def ours(self, move, quality, name):
        flock = moved_flock(
            self.options.flock, os.path.join(self.options.output, self.name + ".flock"), move
        )
        size = (self.theirs.shape[1], self.theirs.shape[0])
        return render(flock, self.edge, self.options, self.name + name, quality, size)

    def shift_and_move(self):
        """By how many pixels theirs lies right of and below ours, and the move of the camera that
        brings ours there. What a move does to pixels is tried, as the two nodes of an edge may be
        turned and scaled in their ways."""

        def first(move):
            return self.ours(move, self.options.first_quality, ".first")

        plain, step = first((0, 0)), pixel_of(self.options.flock, self.edge, self.theirs.shape[1])
        columns = [shift_of(first(move), plain) for move in ((step, 0), (0, step))]
        shift_of_move = numpy.array(columns).T / step
        shift, move = shift_of(self.theirs, plain), numpy.zeros(2)
        for _ in range(_STEPS):
            move = numpy.linalg.solve(shift_of_move, shift)
            shift = shift + shift_of(self.theirs, first(move))
        return shift, numpy.linalg.solve(shift_of_move, shift)

    def compare(self):
        """(name, shift, mean absolute differences, mean differences)."""
        shift, move = self.shift_and_move()
        if max(abs(shift)) > _MOST_SHIFT:
            raise ParityError(
                "%s: lies %.2f, %.2f pixels apart, which is more than one" % (self.name, *shift)
            )
        ours = self.ours(move, self.options.quality, "")
        write_sheet(os.path.join(self.options.output, self.name + ".sheet.jpg"), self.theirs, ours)
        left = shift_of(self.theirs, ours)
        if max(abs(left)) > _MOST_LEFT:
            raise ParityError(
                "%s: is %.2f, %.2f pixels apart after it was moved by %.2f, %.2f"
                % (self.name, *left, *shift)
            )
        return (self.name, shift, *differences(ours, self.theirs))


def row_of(result):
    name, shift, absolute, mean = result
    return "| %s | %+.2f, %+.2f | %s | %s |" % (
        name,
        *shift,
        ", ".join("%.1f" % x for x in absolute),
        ", ".join("%.1f" % x for x in mean),
    )


def run(options):
    paths = [
        path
        for path in sorted(glob.glob(os.path.join(options.frames, "*.png")))
        if re.search(options.only, os.path.basename(path))
    ]
    if not paths:
        raise ParityError("no pictures in '%s'" % options.frames)
    os.makedirs(options.output, exist_ok=True)
    lines, within = [
        "| frame | shift | difference (%s) | mean error |" % ", ".join(_CHANNELS),
        "|---|---|---|---|",
    ], 0
    for path in paths:
        result = Frame(path, options).compare()
        lines.append(row_of(result))
        print(lines[-1], flush=True)
        within += max(result[2]) <= options.goal
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print("%d of %d within %g levels" % (within, len(paths), options.goal))
    return PASS if within == len(paths) else FAIL


def main(arguments=None):
    options = parse_arguments(arguments)
    for program in ("flamec", "flamerun", "ffmpeg", "ffprobe"):
        if not shutil.which(program):
            print("cuburn_parity.py: error: cannot find '%s' in PATH" % program, file=sys.stderr)
            return ENVIRONMENT
    try:
        return run(options)
    except (OSError, ParityError) as error:
        print("cuburn_parity.py: error: %s" % error, file=sys.stderr)
        return ENVIRONMENT


if __name__ == "__main__":
    try:
        import numpy
    except ImportError:
        print("cuburn_parity.py: error: it needs numpy (package python3-numpy)", file=sys.stderr)
        sys.exit(ENVIRONMENT)
    sys.exit(main())
