#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# About two hundred small flames in which every two values of two settings meet (setting_pairs.py),
# rendered by flam3 and by us. A row passes when ours is flam3's picture, by the rule of
# fidelity.py. All options but --rows and --list are those of fidelity.py; size, quality and all
# other settings are the rows' own.
#
# Exit status: as fidelity.py.

import argparse
import os
import subprocess
import sys

sys.dont_write_bytecode = True

import attribute_matrix
import fidelity
import genome_edit
import renders
import report
import setting_pairs

# What flam3 says of a filter that is 0 at every bucket.
_REFUSED = "Spatial filter value is too small"


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="pairwise_matrix.py",
        description="Renders flames in which every two values of two "
        "settings meet, and compares with flam3. The other options are those of fidelity.py.",
    )
    parser.add_argument(
        "--rows", default="", metavar="TEXT", help="only rows whose name or settings have this"
    )
    parser.add_argument("--list", action="store_true", help="print the rows and their settings")
    own, rest = parser.parse_known_args(arguments)
    options = fidelity.parse_arguments(rest + [attribute_matrix.BASE])
    if options.inputs != [attribute_matrix.BASE]:
        parser.error("the matrix takes no genomes, found '%s'" % options.inputs[0])
    return own, options


def run_group(rows, options, settings):
    """Renders and compares rows that share their renderers."""
    harness = attribute_matrix.make_harness(rows[0], options, settings)
    genomes = [attribute_matrix.RowGenome(row) for row in rows]
    failed = harness.render_reference(genomes)
    failed.update(harness.render_ours([g for g in genomes if g.stem not in failed]))
    results = [
        {"stem": g.stem, "path": g.path, "variations": [], "error": failed[g.stem]}
        for g in genomes
        if g.stem in failed
    ]
    return results + harness.compare_all([g for g in genomes if g.stem not in failed])


def run_rows(rows, options, settings):
    """The results of all rows, one group of renderers after the other."""
    results = []
    for key in dict.fromkeys(attribute_matrix.renderers_of(row) for row in rows):
        group = [row for row in rows if attribute_matrix.renderers_of(row) == key]
        results += run_group(group, options, settings)
    return results


def warns_of_filter(row, options):
    """Whether flamerun says what flam3 refuses: that the filter of a row is 0 at every bucket."""
    genome = attribute_matrix.RowGenome(row)
    stem = os.path.join(options.output, genome.stem)
    with open(stem + ".flame", "wb") as file:
        file.write(genome.data)
    command = (
        "flamec '{0}.flame' --dialect=flam3 --target=ptx -o '{0}.cubin' && flamerun '{0}.cubin' "
        "--device=cpu --quality=1 {1} -o '{0}.png'".format(stem, row.flamerun)
    )
    done = subprocess.run(
        command, shell=True, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    return done.returncode == 0 and "misses all buckets" in done.stderr


def replace_refused(results, rows, options, settings):
    """The results with others in the place of those that flam3 has no picture for; and the rows of
    all of them."""
    refused = {result["stem"] for result in results if _REFUSED in result.get("error", "")}
    refused = [row for row in rows if row.name in refused and warns_of_filter(row, options)]
    others = [other for row in refused for other in setting_pairs.instead_of(row)]
    names = {row.name for row in refused}
    results = [result for result in results if result["stem"] not in names]
    return results + run_rows(others, options, settings), rows + others


def failures(results, rows):
    """The settings of all rows that did not pass, a line each, worst first."""
    settings = {row.name: row.settings for row in rows}
    return "".join(
        "%s: %s\n" % (result["stem"], settings[result["stem"]])
        for result in report.worst_first(results)
        if not result.get("pass")
    )


def run(own, options):
    if options.render_only:
        raise fidelity.UsageError("--render-only is for genomes; the matrix makes both sides")
    rows = [row for row in setting_pairs.all_rows() if own.rows in row.name + " " + row.settings]
    if own.list:
        print("\n".join("%s: %s" % (row.name, row.settings) for row in rows))
        return fidelity.PASS
    if not rows:
        raise fidelity.UsageError("no row has '%s' in its name or settings" % own.rows)
    settings = genome_edit.Settings(supersample="row")
    results = run_rows(rows, options, settings)
    results, rows = replace_refused(results, rows, options, settings)
    fidelity.write_reports(results, options, settings)
    print(failures(results, rows), end="")
    return fidelity.PASS if all(r.get("pass") for r in results) else fidelity.FAIL


def main(arguments=None):
    try:
        return run(*parse_arguments(arguments))
    except (fidelity.UsageError, renders.SetError) as error:
        print("pairwise_matrix.py: error: %s" % error, file=sys.stderr)
        return fidelity.USAGE
    except OSError as error:
        print("pairwise_matrix.py: error: %s" % error, file=sys.stderr)
        return fidelity.ENVIRONMENT
    except KeyboardInterrupt:
        return fidelity.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
