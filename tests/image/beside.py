#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compares our pictures of other programs' flames with pictures that those programs have made:
# beside `name.flame` lie `name.0.png`, `name.1.png` and so on, one for each seed. Judged and
# reported as fidelity.py does; the flames are read in the dialect of the program that wrote them.
#
# What a program does with whole pictures, and no flame asks for, is taken out here, so that what is
# left is the flame: see PEERS and docs/fidelity.md.
#
# Exit status: 0 every flame passes, 1 one fails, is refused or cannot be rendered, 2 usage, 3
# environment.

import argparse
import glob
import math
import os
import re
import shutil
import sys

import fidelity
import genome_edit
import pictures
import renders


class Flame:
    """A flame with pictures beside it, brought to their size: what renders.Genome is for
    fidelity.py."""

    def __init__(self, path, quality):
        with open(path, "rb") as file:
            original = file.read()
        self.path = path
        self.stem = os.path.splitext(os.path.basename(path))[0]
        self.references = sorted(glob.glob(glob.escape(os.path.splitext(path)[0]) + ".[0-9]*.png"))
        if len(self.references) < 2:
            raise genome_edit.GenomeError("no two pictures beside it, such as %s.0.png" % self.stem)
        self.width, self.height = pictures.size(self.references[0])
        tag = genome_edit.start_tag(original)
        values = genome_edit.attributes(tag)
        self.quality = quality or float(values.get("quality", 1))
        self.digest, self.time, self.position = "", 0, 0.0
        peer = next((p for p in PEERS if values.get("version", "").startswith(p.version)), None)
        settings = genome_edit.Settings(width=self.width, quality=self.quality)
        data, _ = genome_edit.edit(original, settings)
        self.data, self.buckets = peer.bring(data) if peer else (data, 1)
        self.width, self.height = self.width * self.buckets, self.height * self.buckets
        self.quality /= self.buckets**2
        self.variations = genome_edit.variations(data)


# ===-- what programs do with pictures --------------------------------------------------------===#

_SPATIAL = (
    "cam_pitch",
    "cam_yaw",
    "cam_roll",
    "cam_persp",
    "cam_perspective",
    "cam_dof",
    "cam_zdimish",
    "cam_pos_x",
    "cam_pos_y",
    "cam_pos_z",
)


def _number(values, name, usual=0.0):
    try:
        return float(values.get(name, usual))
    except ValueError:
        return usual


def shifted(tag, right, down, zoom):
    """The start tag with a camera whose picture is moved by so many pixels."""
    values = genome_edit.attributes(tag)
    unit = _number(values, "scale", 50.0) * zoom
    x, y = (float(word) for word in values.get("center", "0 0").split())
    turn = 0.0 if any(_number(values, name) for name in _SPATIAL) else _number(values, "rotate")
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x -= (cosine * right + sine * down) / unit
    y -= (cosine * down - sine * right) / unit
    return genome_edit.set_attribute(tag, "center", "%.17g %.17g" % (x, y))


class JWildfire:
    """Its pictures lie half a pixel left of and above those of flam3."""

    version = "JWildfire"

    @staticmethod
    def bring(data):
        """The flame to compare with, and how many of its pixels are one of the picture, along each
        side."""

        def change(tag):
            zoom = _number(genome_edit.attributes(tag), "cam_zoom", 1.0)
            return shifted(tag, -0.5, -0.5, zoom)

        return genome_edit.change_tag(data, change), 1


class Fractorium:
    """Without a spatial filter it takes the first bucket of a pixel and leaves the others out,
    where ours is their mean: it is compared with such pixels of a picture of buckets."""

    version = "EMBER"

    @staticmethod
    def bring(data):
        values = genome_edit.attributes(genome_edit.start_tag(data))
        buckets = int(_number(values, "supersample", 1))
        if _number(values, "filter", 0.5) != 0 or buckets == 1:
            return data, 1

        def change(tag):
            values = genome_edit.attributes(tag)
            size = " ".join(str(buckets * int(word)) for word in values["size"].split())
            tag = genome_edit.set_attribute(tag, "size", size)
            scale = buckets * _number(values, "scale", 50.0)
            tag = genome_edit.set_attribute(tag, "scale", "%.17g" % scale)
            return genome_edit.set_attribute(tag, "supersample", "1")

        return genome_edit.change_tag(data, change), buckets


PEERS = (JWildfire, Fractorium)


# ===-- the command ---------------------------------------------------------------------------===#


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="beside.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares our pictures with those that other programs have made. See README.md beside it.",
        epilog="example:\n  beside.py jwildfire/ --quality=150 --output=/tmp/report",
    )
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="flame, folder of flames, or list, as of fidelity.py",
    )
    add("--quality", type=float, metavar="SPP", help="samples per pixel, default: as in the file")
    add("--only", default="", metavar="REGEX", help="only flames whose names match")
    add(
        "--ours-seeds",
        type=fidelity.seed_list,
        default="101-102",
        metavar="LIST",
        help="default 101-102",
    )
    add("--ours-prepare", default=renders.FLAMEC_PREPARE, metavar="CMD", help="default flamec")
    add("--ours-render", default=renders.FLAMERUN_RENDER, metavar="CMD", help="default flamerun")
    add("--device", default="cpu", help="value of {device}, default cpu")
    add("--timeout", type=float, default=600, metavar="SECONDS", help="of one command")
    add(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="default 1: flamerun has threads of its own",
    )
    add(
        "--output",
        default="beside-report",
        metavar="DIR",
        help="report and pictures, default beside-report",
    )
    add("--markdown", metavar="FILE", help="also write the table as Markdown")
    add("--flame-cmp", default="flame-cmp", metavar="PATH", help="default: from PATH")
    add("--blocks", type=int, default=16, metavar="N", help="side of noise blocks, default 16")
    options = parser.parse_args(arguments)
    options.resume, options.ours_dir, options.reference_dir = False, None, None
    return options


def load(options):
    """(flames, results of those that cannot be used)."""
    flames, broken = [], []
    for path in fidelity.find_genomes(options.inputs):
        stem = os.path.splitext(os.path.basename(path))[0]
        if not re.search(options.only, stem):
            continue
        try:
            flames.append(Flame(path, options.quality))
        except (OSError, ValueError, genome_edit.GenomeError, pictures.PictureError) as error:
            broken.append({"stem": stem, "path": path, "variations": [], "error": str(error)})
    return flames, broken


class Harness(fidelity.Harness):
    """The reference is there already."""

    def thin(self, flames):
        """Takes the pixels that were rendered to be compared."""
        for flame in flames:
            if flame.buckets > 1:
                for seed in self.options.ours_seeds:
                    pictures.thin(self.ours.path(flame, seed), flame.buckets)

    def compare(self, flame):
        self.options.reference_seeds = list(range(len(flame.references)))
        for seed, picture in enumerate(flame.references):
            shutil.copyfile(picture, self.reference.path(flame, seed))
        return super().compare(flame)


def run(options):
    if not shutil.which(options.flame_cmp):
        print("beside.py: error: cannot find '%s'" % options.flame_cmp, file=sys.stderr)
        print("beside.py: note: name it with --flame-cmp=PATH", file=sys.stderr)
        return fidelity.ENVIRONMENT
    flames, results = load(options)
    settings = genome_edit.Settings(
        width=flames[0].width if flames else 0, quality=options.quality or 0
    )
    harness = Harness(options, settings)
    failed = harness.render_ours(flames)
    harness.thin(f for f in flames if f.stem not in failed)
    results += [
        {"stem": f.stem, "path": f.path, "variations": f.variations, "error": failed[f.stem]}
        for f in flames
        if f.stem in failed
    ]
    os.makedirs(harness.pictures, exist_ok=True)
    results += [harness.compare(f) for f in flames if f.stem not in failed]
    fidelity.write_reports(results, options, settings)
    return fidelity.PASS if all(r.get("pass") for r in results) else fidelity.FAIL


def main(arguments=None):
    try:
        return run(parse_arguments(arguments))
    except (fidelity.UsageError, renders.SetError, pictures.PictureError) as error:
        print("beside.py: error: %s" % error, file=sys.stderr)
        return fidelity.USAGE
    except OSError as error:
        print("beside.py: error: %s" % error, file=sys.stderr)
        return fidelity.ENVIRONMENT
    except KeyboardInterrupt:
        return fidelity.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
