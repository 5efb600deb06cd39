#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The fidelity harness: renders genomes with a reference renderer (flam3-render; flam3-animate for
# frames of animations) and with ours, several seeds each, and has flame-cmp judge every flame
# relative to the noise. The parts:
#
#   genome_edit.py   brings both sides to one size and quality
#   renders.py       runs commands, keeps pictures
#   flame-cmp        measures and judges
#   report.py        table, JSON, HTML, Markdown
#
# Exit status: 0 every flame passes, 1 one fails or cannot be rendered, 2 usage, 3 environment.

import argparse
import copy
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import genome_edit
import renders
import report

PASS, FAIL, USAGE, ENVIRONMENT = 0, 1, 2, 3
INTERRUPTED = 130

_GENOME_SUFFIXES = (".flam3", ".flame", ".xml")
_LIST_SUFFIXES = (".list", ".txt")


class UsageError(Exception):
    """The command line asks for something impossible."""


def seed_list(text):
    """'1-4' or '1,2,7' as a list of numbers."""
    seeds = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    if len(set(seeds)) != len(seeds) or len(seeds) < 2:
        raise argparse.ArgumentTypeError("expected at least two different seeds")
    return seeds


def position_list(text):
    """'0,1/4,0.5' as a list of fractions from 0 to 1."""
    try:
        positions = [Fraction(part) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        positions = []
    if not positions or min(positions) < 0 or max(positions) > 1:
        raise argparse.ArgumentTypeError("expected fractions from 0 to 1, such as 0,1/4,1/2,3/4")
    return positions


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="fidelity.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures how faithfully a renderer shows flames. See README.md beside it.",
        epilog="examples:\n"
        "  fidelity.py genomes/ --output=/tmp/report\n"
        "  fidelity.py sparse.flam3 --quality=1500 --no-de --device=cuda:0\n"
        "  fidelity.py edges/ --frames=0,1/4,1/2,3/4 --width=320",
    )
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="genome, folder of genomes, or .list/.txt file with one path a line; PATH#N is flame N of "
        "a file, from 0",
    )
    group = parser.add_argument_group("what is rendered")
    add = group.add_argument
    add("--width", type=int, default=640, metavar="PIXELS", help="default 640")
    add(
        "--quality",
        type=float,
        default=200,
        metavar="SPP",
        help="samples per pixel, default 200; sparse flames: 1500",
    )
    add("--no-de", action="store_true", help="switch density estimation off")
    add("--supersample", type=int, metavar="N", help="default: as in the file")
    add("--flame", type=int, default=0, metavar="INDEX", help="which flame of a file, default 0")
    add(
        "--frames",
        type=position_list,
        metavar="LIST",
        help="the flames of a file are key frames; compare these frames, as fractions of the way",
    )
    add("--temporal-samples", type=int, default=100, metavar="N", help="of --frames, default 100")
    add("--reference-seeds", type=seed_list, default="1-4", metavar="LIST", help="default 1-4")
    add("--ours-seeds", type=seed_list, default="101-102", metavar="LIST", help="default 101-102")
    group = parser.add_argument_group(
        "renderers (shell commands with %s)" % " ".join("{%s}" % p for p in renders.PLACEHOLDERS)
    )
    add = group.add_argument
    add("--reference-prepare", default="", metavar="CMD", help="once per genome, default none")
    add(
        "--reference-render",
        metavar="CMD",
        help="once per seed, default flam3-render, with --frames flam3-animate",
    )
    add(
        "--ours-prepare",
        default=renders.FLAMEC_FLAM3,
        metavar="CMD",
        help="default flamec --dialect=flam3",
    )
    add("--ours-render", metavar="CMD", help="default flamerun")
    add("--device", default="cpu", help="value of {device}, default cpu")
    add("--timeout", type=float, default=3600, metavar="SECONDS", help="of one command")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    group = parser.add_argument_group("files")
    add = group.add_argument
    add(
        "--output",
        default="fidelity-report",
        metavar="DIR",
        help="report and pictures, default fidelity-report",
    )
    add("--resume", action="store_true", help="keep our pictures of an earlier run in --output")
    add("--reference-dir", metavar="DIR", help="reference set; missing pictures are added")
    add("--ours-dir", metavar="DIR", help="our set; missing pictures are added")
    add("--render-only", choices=["reference", "ours"], help="make one set, compare nothing")
    add("--cache-dir", default=default_cache(), metavar="DIR", help="of reference pictures")
    add("--markdown", metavar="FILE", help="also write the table as Markdown")
    group = parser.add_argument_group("comparison")
    add = group.add_argument
    add("--flame-cmp", default="flame-cmp", metavar="PATH", help="default: from PATH")
    add("--blocks", type=int, default=16, metavar="N", help="side of noise blocks, default 16")
    options = parser.parse_args(arguments)
    if options.frames and options.flame:
        parser.error("--frames shows all flames of a file, --flame one")
    animated = options.frames is not None
    options.reference_render = options.reference_render or (
        renders.FLAM3_ANIMATE if animated else renders.FLAM3_RENDER
    )
    options.ours_render = options.ours_render or (
        renders.FLAMERUN_FRAME if animated else renders.FLAMERUN_RENDER
    )
    return options


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "flame-fidelity")


def find_genomes(inputs):
    """Paths of all genomes the inputs stand for, in order."""
    paths = []
    for item in inputs:
        if os.path.isdir(item):
            found = sorted(n for n in os.listdir(item) if n.lower().endswith(_GENOME_SUFFIXES))
            if not found:
                raise UsageError("no genomes in folder '%s'" % item)
            paths += [os.path.join(item, name) for name in found]
        elif item.lower().endswith(_LIST_SUFFIXES):
            with open(item) as file:
                lines = (line.strip() for line in file)
                paths += [
                    os.path.join(os.path.dirname(item), line)
                    for line in lines
                    if line and not line.startswith("#")
                ]
        else:
            paths.append(item)
    return paths


def flame_of_file(item, settings):
    """(path, stem, settings) of an input, which may name a flame of its file as PATH#N."""
    path, mark, index = item.rpartition("#")
    if not mark or not index.isdecimal():
        return item, os.path.splitext(os.path.basename(item))[0], settings
    settings = copy.copy(settings)
    settings.flame = int(index)
    stem = os.path.splitext(os.path.basename(path))[0]
    return path, "%s.%s" % (stem, index), settings


def load_genomes(items, settings, positions):
    """Returns (genomes, results of those that cannot be used). positions: of frames, or [None]."""
    genomes, broken, stems = [], [], {}
    for item in items:
        path, stem, own = flame_of_file(item, settings)
        if path != item and positions != [None]:
            raise UsageError("--frames shows all flames of a file, '%s' one" % item)
        if stem in stems:
            raise UsageError(
                "'%s' and '%s' would share the name of their pictures" % (stems[stem], item)
            )
        stems[stem] = item
        try:
            genomes += [renders.Genome(path, own, stem, position) for position in positions]
        except (OSError, genome_edit.GenomeError) as error:
            broken.append({"stem": stem, "path": path, "variations": [], "error": str(error)})
    return genomes, broken


class Harness:
    """One run: the two sides and where things go."""

    def __init__(self, options, settings):
        self.options = options
        self.settings = settings
        output = options.output
        self.reference = renders.PictureSet(
            options.reference_dir or os.path.join(output, "reference"),
            "r",
            settings,
            keep=options.reference_dir is not None,
        )
        self.ours = renders.PictureSet(
            options.ours_dir or os.path.join(output, "ours"),
            "o",
            settings,
            keep=options.ours_dir is not None or options.resume,
        )
        self.pictures = os.path.join(output, "pictures")
        self.compare_options = []  # further ones for flame-cmp

    def _renderer(self, side, prepare, render):
        work = os.path.join(self.options.output, "work", side)
        return renders.Renderer(prepare, render, work, self.options.device, self.options.timeout)

    def render_reference(self, genomes):
        options = self.options
        renderer = self._renderer("reference", options.reference_prepare, options.reference_render)
        return renders.render_side(
            genomes,
            options.reference_seeds,
            renderer,
            self.reference,
            renders.Cache(options.cache_dir),
            options.jobs,
        )

    def render_ours(self, genomes):
        options = self.options
        renderer = self._renderer("ours", options.ours_prepare, options.ours_render)
        return renders.render_side(
            genomes, options.ours_seeds, renderer, self.ours, None, options.jobs
        )

    def compare(self, genome):
        """The result of one rendered flame, with its pictures copied into the report."""
        options = self.options
        reference = [self.reference.path(genome, seed) for seed in options.reference_seeds]
        ours = [self.ours.path(genome, seed) for seed in options.ours_seeds]
        shown = {
            kind: os.path.join(self.pictures, "%s.%s.png" % (genome.stem, kind))
            for kind in ("reference", "ours", "difference")
        }
        command = [
            options.flame_cmp,
            "--json",
            "--difference",
            shown["difference"],
            "--gain",
            str(report.DIFFERENCE_GAIN),
            "--blocks",
            str(options.blocks),
            *self.compare_options,
            "--reference",
            *reference,
            "--ours",
            *ours,
        ]
        result = {
            "stem": genome.stem,
            "path": genome.path,
            "variations": genome.variations,
            "width": genome.width,
            "height": genome.height,
        }
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in (PASS, FAIL) or not done.stdout:
            result["error"] = done.stderr.strip()
            return result
        result.update(json.loads(done.stdout))
        shutil.copyfile(reference[0], shown["reference"])
        shutil.copyfile(ours[0], shown["ours"])
        result["pictures"] = {
            kind: "pictures/" + os.path.basename(path) for kind, path in shown.items()
        }
        return result

    def compare_all(self, genomes):
        os.makedirs(self.pictures, exist_ok=True)
        with ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(self.compare, genomes))


def write_reports(results, options, settings):
    report.write_json(os.path.join(options.output, "results.json"), results, settings.as_dict())
    report.write_html(options.output, results, settings.as_dict())
    if options.markdown:
        with open(options.markdown, "w") as file:
            file.write(report.markdown(results, settings.as_dict()))
    print(report.table(results), end="")


def run(options):
    settings = genome_edit.Settings(
        options.width,
        options.quality,
        not options.no_de,
        options.supersample,
        options.flame,
        options.temporal_samples if options.frames else 1,
    )
    genomes, results = load_genomes(
        find_genomes(options.inputs), settings, options.frames or [None]
    )
    if not options.render_only and not shutil.which(options.flame_cmp):
        print("fidelity.py: error: cannot find '%s'" % options.flame_cmp, file=sys.stderr)
        print("fidelity.py: note: name it with --flame-cmp=PATH", file=sys.stderr)
        return ENVIRONMENT
    harness = Harness(options, settings)
    failed = {}
    if options.render_only != "ours":
        failed.update(harness.render_reference(genomes))
    if options.render_only != "reference":
        failed.update(harness.render_ours([g for g in genomes if g.stem not in failed]))
    results += [
        {"stem": g.stem, "path": g.path, "variations": g.variations, "error": failed[g.stem]}
        for g in genomes
        if g.stem in failed
    ]
    if options.render_only:
        for result in results:
            print("fidelity.py: error: %s: %s" % (result["stem"], result["error"]), file=sys.stderr)
        return FAIL if results else PASS
    results += harness.compare_all([g for g in genomes if g.stem not in failed])
    write_reports(results, options, settings)
    return PASS if all(r.get("pass") for r in results) else FAIL


def main(arguments=None):
    try:
        options = parse_arguments(arguments)
        return run(options)
    except (UsageError, renders.SetError) as error:
        print("fidelity.py: error: %s" % error, file=sys.stderr)
        return USAGE
    except OSError as error:
        print("fidelity.py: error: %s" % error, file=sys.stderr)
        return ENVIRONMENT
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
