#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# About two hundred small flames in which every two values of two settings meet (setting_pairs.py), rendered by flam3 and by us. A
# row passes when ours is flam3's picture, by the rule of fidelity.py. All options but --rows and --list are those of fidelity.py;
# size, quality and all other settings are the rows' own.
#
# Exit status: as fidelity.py.

import argparse
import os
import sys

sys.dont_write_bytecode = True

import attribute_matrix
import fidelity
import genome_edit
import renders
import report
import setting_pairs


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="pairwise_matrix.py", description="Renders flames in which every two values of two "
        "settings meet, and compares with flam3. The other options are those of fidelity.py.")
    parser.add_argument("--rows", default="", metavar="TEXT",
                        help="only rows whose name or settings have this")
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
    results = [{"stem": g.stem, "path": g.path, "variations": [], "error": failed[g.stem]}
               for g in genomes if g.stem in failed]
    return results + harness.compare_all([g for g in genomes if g.stem not in failed])


def failures(results, rows):
    """The settings of all rows that did not pass, a line each, worst first."""
    settings = {row.name: row.settings for row in rows}
    return "".join("%s: %s\n" % (result["stem"], settings[result["stem"]])
                   for result in report.worst_first(results) if not result.get("pass"))


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
    results = []
    for key in dict.fromkeys(attribute_matrix.renderers_of(row) for row in rows):
        group = [row for row in rows if attribute_matrix.renderers_of(row) == key]
        results += run_group(group, options, settings)
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
