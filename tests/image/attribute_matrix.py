#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every attribute of flam3's files, and what flam3-render takes from its environment, changed alone
# on one base flame, and rendered by flam3 and by us. A row of the matrix passes when
#
#   - ours is flam3's picture, by the rule of fidelity.py, and
#   - flam3 shows that something was changed: by the same rule, its own pictures of the row are not
#     those of the base. Otherwise the row would test nothing. Rows of attributes that do nothing in
#     a
#     still are `inert`, and flam3's pictures must pass.
#
# The rows are in attribute_rows.py. All options but --rows and --list are those of fidelity.py;
# size, quality, supersampling and density estimation are the rows' own.
#
# Exit status: as fidelity.py.

import argparse
import copy
import hashlib
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True

import attribute_rows
import fidelity
import genome_edit
import renders
import report

BASE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attribute-base.flame")

FLAM3_RENDER = (
    "env in={genome} out={out} format=png bits=64 nthreads=1 verbose=0 isaac_seed=matrix-{seed}"
    " seed={seed} %s flam3-render"
)
FLAMEC_PREPARE = "flamec {genome} -o {work}/{stem}.cubin --dialect=flam3"
FLAMERUN_RENDER = "flamerun {work}/{stem}.cubin -o {out} --seed={seed} --device={device} %s"


class RowGenome:
    """The base flame with one row's change, as renders.Genome has it, but with nothing edited."""

    def __init__(self, row):
        tree = ElementTree.parse(BASE)
        flame = tree.getroot()
        for change in row.changes:
            change(flame)
        self.row = row
        self.stem = self.path = row.name
        self.data = ElementTree.tostring(flame)
        self.digest = hashlib.sha256(self.data).hexdigest()
        self.variations = []
        self.width, self.height = (int(side) for side in flame.get("size", "100 100").split())
        self.quality = float(flame.get("quality", 1))
        self.time, self.position = 0, 0.0


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="attribute_matrix.py",
        description="Changes every attribute alone, and compares with "
        "flam3. The other options are those of fidelity.py.",
    )
    parser.add_argument("--rows", default="", metavar="TEXT", help="only rows whose name has this")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    parser.add_argument(
        "--write",
        metavar="DIR",
        help="write the genomes, and a script that renders "
        "them where there is no compiler; render nothing",
    )
    own, rest = parser.parse_known_args(arguments)
    options = fidelity.parse_arguments(rest + [BASE])
    if options.inputs != [BASE]:
        parser.error("the matrix takes no genomes, found '%s'" % options.inputs[0])
    return own, options


def renderers_of(row):
    """What rows have in common that can be rendered by one harness."""
    return row.flam3, row.flamerun, row.alpha


def make_harness(row, options, settings):
    options = copy.copy(options)
    options.reference_render = FLAM3_RENDER % row.flam3
    options.ours_prepare = FLAMEC_PREPARE
    options.ours_render = FLAMERUN_RENDER % row.flamerun
    harness = fidelity.Harness(options, settings)
    harness.compare_options = ["--alpha"] if row.alpha else []
    return harness


def effect(harness, genome, base, options):
    """What flame-cmp says of flam3's pictures of a row when those of its base are the reference;
    None when they cannot be compared, because size or depth are others."""
    pictures = [harness.reference.path(genome, seed) for seed in options.reference_seeds]
    command = [
        options.flame_cmp,
        "--json",
        *harness.compare_options,
        "--reference",
        *base,
        "--ours",
        *pictures,
    ]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in (fidelity.PASS, fidelity.FAIL) or not done.stdout:
        return None
    return json.loads(done.stdout)


def judge(result, row, shown):
    """Adds the effect to the result of a row, which fails when it is not what the row says."""
    result["effect"] = shown and shown["fidelity"]
    is_visible = shown is None or not shown["pass"]
    if is_visible == row.inert:
        result["pass"] = False
        result.setdefault("failed", []).append("inert" if is_visible else "effect")
    return result


def run_group(rows, options, settings, bases):
    """Renders and judges rows that share their renderers; bases: flam3's pictures."""
    harness = make_harness(rows[0], options, settings)
    genomes = [RowGenome(row) for row in rows]
    failed = {}
    if options.render_only != "ours":
        failed.update(harness.render_reference(genomes))
    if options.render_only != "reference":
        failed.update(harness.render_ours([g for g in genomes if g.stem not in failed]))
    results = [
        {"stem": g.stem, "path": g.path, "variations": [], "error": failed[g.stem]}
        for g in genomes
        if g.stem in failed
    ]
    if options.render_only:
        return results
    good = [g for g in genomes if g.stem not in failed]
    for genome, result in zip(good, harness.compare_all(good)):
        if "error" not in result:
            shown = effect(harness, genome, bases[genome.row.base], options)
            judge(result, genome.row, shown)
        results.append(result)
    return results


def render_bases(rows, options, settings):
    """flam3's pictures of the rows that others are changes of, by name of the row."""
    harness = make_harness(rows[0], options, settings)
    genomes = [RowGenome(row) for row in rows]
    for stem, text in harness.render_reference(genomes).items():
        raise renders.SetError("'%s' cannot be rendered: %s" % (stem, text))
    return {
        genome.stem: [harness.reference.path(genome, seed) for seed in options.reference_seeds]
        for genome in genomes
    }


_SCRIPT = """#!/bin/sh
# Renders the rows of the attribute matrix, compiled to .cubin beside this file, into a folder:
# render.sh FOLDER [OPTIONS OF flamerun]
set -e
folder=$1
shift
mkdir -p "$folder"
here=$(dirname "$0")
"""


def write_rows(rows, folder, seeds):
    """Writes what a machine without compiler needs to make our pictures."""
    os.makedirs(folder, exist_ok=True)
    lines = [_SCRIPT]
    for row in rows:
        genome = RowGenome(row)
        with open(os.path.join(folder, genome.stem + ".flame"), "wb") as file:
            file.write(genome.data)
        lines += [
            'flamerun "$here/%s.cubin" -o "$folder/%s.o%d.png" --seed=%d %s "$@"\n'
            % (genome.stem, genome.stem, seed, seed, row.flamerun)
            for seed in seeds
        ]
    script = os.path.join(folder, "render.sh")
    with open(script, "w") as file:
        file.write("".join(lines))
    os.chmod(script, 0o755)


def run(own, options):
    rows = [row for row in attribute_rows.ROWS if own.rows in row.name]
    if own.list:
        print("\n".join(row.name for row in rows))
        return fidelity.PASS
    if own.write:
        write_rows(rows, own.write, options.ours_seeds)
        return fidelity.PASS
    if not rows:
        raise fidelity.UsageError("no row has '%s' in its name" % own.rows)
    settings = genome_edit.Settings(supersample="row")
    names = {row.base for row in rows}
    bases = (
        {}
        if options.render_only
        else render_bases(
            [row for row in attribute_rows.ROWS if row.name in names], options, settings
        )
    )
    results = []
    for key in dict.fromkeys(renderers_of(row) for row in rows):
        results += run_group(
            [row for row in rows if renderers_of(row) == key], options, settings, bases
        )
    if options.render_only:
        for result in results:
            print("attribute_matrix.py: error: %(stem)s: %(error)s" % result, file=sys.stderr)
        return fidelity.FAIL if results else fidelity.PASS
    write_reports(results, options, settings)
    return fidelity.PASS if all(r.get("pass") for r in results) else fidelity.FAIL


def write_reports(results, options, settings):
    report.write_json(os.path.join(options.output, "results.json"), results, settings.as_dict())
    report.write_html(options.output, results, settings.as_dict())
    if options.markdown:
        with open(options.markdown, "w") as file:
            file.write(markdown(results))
    print(report.table(results), end="")


def markdown(results):
    """The rows in the order of the matrix; effect and fidelity in units of flam3's noise."""
    found = {result["stem"]: result for result in results}
    lines = ["| row | effect | fidelity | bias | |", "|---|--:|--:|--:|---|"]
    for row in attribute_rows.ROWS:
        result = found.get(row.name)
        if result is None:
            continue
        cells = ["-"] * 3
        if "error" not in result:
            cells = [
                "-" if result["effect"] is None else "%.2f" % result["effect"],
                "%.3f" % (result["fidelity"] or float("inf")),
                "%.2f" % (255 * result["bias"]),
            ]
        lines.append("| " + " | ".join([row.name, *cells, report.verdict(result)]) + " |")
    return "\n".join(lines + ["", report.summary_text(results) + ".", ""])


def main(arguments=None):
    try:
        return run(*parse_arguments(arguments))
    except (fidelity.UsageError, renders.SetError) as error:
        print("attribute_matrix.py: error: %s" % error, file=sys.stderr)
        return fidelity.USAGE
    except OSError as error:
        print("attribute_matrix.py: error: %s" % error, file=sys.stderr)
        return fidelity.ENVIRONMENT
    except KeyboardInterrupt:
        return fidelity.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
