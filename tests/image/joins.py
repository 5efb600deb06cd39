#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Do edges begin and end with their flames, and do they flow into each other? Two tables:
#
#   ends    the first and the last instant of every edge against stills of the flames that it
#           links, judged relative to the noise by flame-cmp, as fidelity.py judges renderers
#   joins   the difference from the last frame of an edge to the first one of an edge that may
#           follow it, against the differences of frames on both sides
#
# Input is a flock (a folder with nodes/ and edges/, in JSON), or flames in XML in the order in
# which `flamec --sequence` plays them. EdgeJoinTest.cpp compares the numbers behind the pictures.
#
# Exit status: 0 all is well, 1 something is not, 2 usage, 3 environment.

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import genome_edit

PASS, FAIL, USAGE, ENVIRONMENT = 0, 1, 2, 3

_REFERENCE_SEEDS, _OUR_SEEDS = (1, 2, 3, 4), (101, 102)
# A join may differ by this factor more than the frames beside it: pairs of frames scatter by less.
_JOIN_LIMIT = 1.05
# Frames on each side of a join. Further away the speed of an edge is another one.
_BESIDE = 4
# For stills at exact instants: units have frames in the middle of which they are shown.
_FINE_RATE = 1000
_SEQUENCE_FRAMES = 160


class InputError(Exception):
    """The input is neither a flock nor a list of flames."""


class Artefact:
    """One compiled animation or still, and how it is rendered."""

    def __init__(self, bench, stem, arguments):
        self.bench, self.stem, self.arguments = bench, stem, arguments
        self.path = os.path.join(bench.work, stem + ".cubin")
        self._frames = None

    def compile(self):
        target = "ptx" if self.bench.options.device == "cpu" else "native"  # ptxas takes its time
        self.bench.run(["flamec", *self.arguments, "--target=" + target, "-o", self.path])

    def still(self, position, seed):
        """The picture of an instant, without blur."""
        return self._render(
            "%s@%.6g.%d" % (self.stem, position, seed),
            seed,
            ["--time=%.9g" % position, "--still", "--fps=%d" % _FINE_RATE],
        )

    def frame(self, number):
        """A frame as it is played; negative: from the end."""
        return self._render("%s#%d" % (self.stem, number), 1, ["--frames=%d" % number])

    def _render(self, name, seed, arguments):
        picture = os.path.join(self.bench.pictures, name + ".png")
        self.bench.once(
            picture,
            [
                "flamerun",
                self.path,
                "-o",
                picture,
                "--seed=%d" % seed,
                *self.bench.settings,
                *arguments,
            ],
        )
        return picture


class Edge:
    """An edge: its artefact, and where it comes from and leads to as (node, offset)."""

    def __init__(self, artefact, source, destination):
        self.artefact, self.source, self.destination = artefact, source, destination


class Bench:
    """Programs, folders and settings of one run."""

    def __init__(self, options):
        self.options = options
        self.work = os.path.join(options.output, "work")
        self.pictures = os.path.join(options.output, "pictures")
        for folder in (self.work, self.pictures):
            os.makedirs(folder, exist_ok=True)
        self.settings = [
            "--device=" + options.device,
            "--size=" + options.size,
            "--quality=%g" % options.quality,
            "--estimator-radius=0",
            "--supersample=1",
        ]
        if options.threads:
            self.settings.append("--threads=%d" % options.threads)
        if options.resume:
            self.settings.append("--skip-existing")  # flamerun knows how a picture was made
        self._origins = {}  # what a stem stands for
        self._made, self._locks, self._lock = set(), {}, threading.Lock()

    def run(self, command):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(
                "exit status %d from: %s\n%s"
                % (done.returncode, " ".join(command), done.stderr.strip())
            )
        return done.stdout

    def once(self, picture, command):
        """Runs the command that makes a picture unless this run has it: edges share stills."""
        with self._lock:
            lock = self._locks.setdefault(picture, threading.Lock())
        with lock:  # whoever else wants this picture waits until it is complete
            if picture not in self._made:
                self.run(command)
                self._made.add(picture)

    def compare(self, *arguments):
        """What flame-cmp says, as a dictionary; it also ends with 1 where pictures differ."""
        done = subprocess.run(["flame-cmp", "--json", *arguments], capture_output=True, text=True)
        if done.returncode not in (PASS, FAIL):
            raise OSError("flame-cmp: " + done.stderr.strip())
        return json.loads(done.stdout)

    def artefact(self, stem, arguments, origin=None):
        """Its files are named by the stem alone. origin: the input, if the arguments do not say."""
        origin = origin or " ".join(arguments)
        known = self._origins.setdefault(stem, origin)
        if known != origin:
            raise InputError(
                "'%s' and '%s' would share the name of their pictures" % (known, origin)
            )
        return Artefact(self, stem, arguments)

    def map(self, function, items):
        with ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(function, items))


# Inputs -------------------------------------------------------------------------------


def parse_link(text):
    """'nodes/a@0.25' as ('nodes/a', 0.25)."""
    name, at, offset = text.rpartition("@")
    return (name, float(offset)) if at else (text, 0.0)


class Flock:
    """The edges of a folder. What an edge inherits is not looked at: one without links is left
    out."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, folder
        self._nodes = {}
        self.edges = []
        for name in sorted(os.listdir(os.path.join(folder, "edges"))):
            if name.endswith(".json"):
                path = os.path.join(folder, "edges", name)
                try:
                    self._add(path)
                except (ValueError, AttributeError) as error:  # AttributeError: not an object
                    raise InputError("'%s' is no edge: %s" % (path, error))
        if not self.edges:
            raise InputError("no edges in '%s'" % folder)

    def _add(self, path):
        with open(path) as file:
            document = json.load(file)
        link = document.get("link", {})
        source, destination = (
            link.get(end) or document.get("link." + end) for end in ("src", "dst")
        )
        if source and destination:
            stem = os.path.splitext(os.path.basename(path))[0]
            self.edges.append(
                Edge(self.bench.artefact(stem, [path]), parse_link(source), parse_link(destination))
            )

    def compile(self):
        for edge in self.edges:
            for node, _ in (edge.source, edge.destination):
                if node not in self._nodes:
                    path = os.path.join(self.folder, node.removesuffix(".json") + ".json")
                    self._nodes[node] = self.bench.artefact(node.replace("/", "_"), [path])
        self.bench.map(Artefact.compile, [edge.artefact for edge in self.edges])
        self.bench.map(Artefact.compile, self._nodes.values())

    def still(self, end, seed):
        """A node turned on by its offset: an instant of its loop."""
        node, offset = end
        return self._nodes[node].still(offset % 1, seed)

    def joins(self):
        """Pairs of frames: the frame before and the frame behind the join, as (edge, number)."""
        for before in self.edges:
            for after in self.edges:
                if before.destination == after.source:
                    yield (
                        "%s | %s" % (before.artefact.stem, after.artefact.stem),
                        [(before.artefact, number) for number in range(-_BESIDE, 0)]
                        + [(after.artefact, number) for number in range(_BESIDE)],
                    )


class Flames:
    """Flames in the order of a sequence, which flam3 links by edges."""

    def __init__(self, bench, paths):
        if len(paths) < 2:
            raise InputError("expected a flock, or two flames at least")
        self.bench = bench
        width = int(bench.options.size.partition("x")[0])
        # An edge has one size and one filter, so its ends are the flames' stills only if all agree.
        settings = genome_edit.Settings(
            width, bench.options.quality, density_estimation=False, supersample=1, filter=0.5
        )
        self._stills, texts = [], []
        for path in paths:
            with open(path, "rb") as file:
                texts.append(genome_edit.edit(file.read(), settings)[0])
            stem = os.path.splitext(os.path.basename(path))[0]
            edited = os.path.join(bench.work, stem + ".flame")
            self._stills.append(bench.artefact(stem, [edited], os.path.realpath(path)))
            with open(edited, "wb") as file:
                file.write(texts[-1])
        sequence = os.path.join(bench.work, "sequence.flam3")
        with open(sequence, "wb") as file:
            file.write(b"\n".join(texts))
        self._sequence = bench.artefact(
            "sequence", [sequence, "--sequence", "--nframes=%d" % _SEQUENCE_FRAMES]
        )
        self.edges = [
            Edge(
                bench.artefact(a.stem + "=" + b.stem, ["--edge", *a.arguments, *b.arguments]),
                (index, 0),
                (index + 1, 0),
            )
            for index, (a, b) in enumerate(zip(self._stills, self._stills[1:]))
        ]

    def compile(self):
        self.bench.map(
            Artefact.compile,
            [self._sequence, *self._stills] + [edge.artefact for edge in self.edges],
        )

    def still(self, end, seed):
        return self._stills[end[0]].still(0, seed)

    def joins(self):
        for part in range(1, 2 * len(self._stills) - 1):
            at = part * _SEQUENCE_FRAMES
            name = self._stills[part // 2].stem
            yield (
                "%s, %s its loop" % (name, "behind" if part % 2 else "before"),
                [(self._sequence, at + i) for i in range(-_BESIDE, _BESIDE)],
            )


# Tables -------------------------------------------------------------------------------


def figure(value):
    """A ratio; flame-cmp writes null for one that is infinite."""
    return "%.3f" % (math.inf if value is None else value)


def check_end(bench, source, edge, position):
    end = edge.destination if position else edge.source
    result = bench.compare(
        "--reference",
        *(source.still(end, seed) for seed in _REFERENCE_SEEDS),
        "--ours",
        *(edge.artefact.still(position, seed) for seed in _OUR_SEEDS),
    )
    return [
        "%s at %d" % (edge.artefact.stem, position),
        figure(result["fidelity"]),
        "%.2f" % (255 * result["bias"]),
        figure(result["spread"]),
        "%.2f" % (255 * result["noise"]),
        result["pass"],
    ]


def check_join(bench, name, frames):
    pictures = [artefact.frame(number) for artefact, number in frames]
    steps = [bench.compare(a, b)["rms"] for a, b in zip(pictures, pictures[1:])]
    middle = len(steps) // 2
    join, beside = steps[middle], max(steps[:middle] + steps[middle + 1 :])
    # Frames that stand still before a jump are no excuse for it.
    ratio = join / beside if beside else math.inf if join else 0
    return [
        name,
        figure(ratio),
        "%.2f" % (255 * join),
        "%.2f" % (255 * beside),
        ratio <= _JOIN_LIMIT,
    ]


def print_table(headings, rows):
    """Worst first, the first figure being the one that counts; returns whether all passed."""
    rows.sort(key=lambda row: (row[-1], -float(row[1])))
    texts = [headings] + [row[:-1] + ["pass" if row[-1] else "FAIL"] for row in rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(headings))]
    for row in texts:
        print(
            "  ".join(
                cell.rjust(width) if 0 < i < len(row) - 1 else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths))
            ).rstrip()
        )
    passed = sum(row[-1] for row in rows)
    figures = sorted(float(row[1]) for row in rows)
    if rows:
        print(
            "\n%d of %d passed; median %.3f, worst %.3f\n"
            % (passed, len(rows), figures[len(figures) // 2], figures[-1])
        )
    return passed == len(rows)


def picture_size(text):
    """The value of --size. Raises argparse.ArgumentTypeError."""
    if not re.fullmatch("[1-9][0-9]*x[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(
            "expected WIDTHxHEIGHT in pixels such as 320x180, found '%s'" % text
        )
    return text


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="joins.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares ends of edges with stills, and frames where edges meet.",
        epilog="examples:\n  joins.py flock/ --output=/tmp/joins\n"
        "  joins.py genomes/emerald-rings.flame genomes/rose-window.flame",
    )
    add = parser.add_argument
    add("inputs", nargs="+", metavar="INPUT", help="a folder with nodes/ and edges/, or flames")
    add("--only", choices=["ends", "joins"], help="one of the tables")
    add("--size", type=picture_size, default="320x180", metavar="WxH", help="default 320x180")
    add("--quality", type=float, default=100, metavar="SPP", help="default 100")
    add("--device", default="cpu", help="of flamerun, default cpu")
    add("--threads", type=int, default=0, metavar="N", help="of flamerun, default all cores")
    add("--jobs", type=int, default=1, metavar="N", help="renders side by side, default 1")
    add("--output", default="joins-report", metavar="DIR", help="pictures, default joins-report")
    add(
        "--resume",
        action="store_true",
        help="keep pictures of an earlier run in --output that were made the same way",
    )
    return parser.parse_args(arguments)


def run(options):
    for program in ("flamec", "flamerun", "flame-cmp"):
        if not shutil.which(program):
            print("joins.py: error: '%s' is not on PATH" % program, file=sys.stderr)
            return ENVIRONMENT
    bench = Bench(options)
    is_flock = len(options.inputs) == 1 and os.path.isdir(options.inputs[0])
    source = Flock(bench, options.inputs[0]) if is_flock else Flames(bench, options.inputs)
    source.compile()
    good = True
    if options.only != "joins":
        rows = bench.map(
            lambda item: check_end(bench, source, *item),
            [(edge, position) for edge in source.edges for position in (0, 1)],
        )
        good &= print_table(["end", "fidelity", "bias", "spread", "noise", "verdict"], rows)
    if options.only != "ends":
        rows = bench.map(lambda item: check_join(bench, *item), list(source.joins()))
        good &= print_table(["join", "join / beside", "join", "beside", "verdict"], rows)
    return PASS if good else FAIL


def main(arguments=None):
    try:
        return run(parse_arguments(arguments))
    except (InputError, genome_edit.GenomeError) as error:
        print("joins.py: error: %s" % error, file=sys.stderr)
        return USAGE
    except OSError as error:
        print("joins.py: error: %s" % error, file=sys.stderr)
        return ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main())
