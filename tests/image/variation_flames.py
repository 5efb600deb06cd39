#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One flame for each variation of flam3, compared with flam3: writes the genomes and has fidelity.py
# judge them. Names, parameters and their values are those of the records in ir/variations, as
# `flame-tblgen --gen-variation-flames` prints them: the values of the sample points, which are not
# the defaults. The base is the same for all: two linear contractions make a Sierpinski-like dust of
# copies, the third xform shows the variation, turned by an affine that is not symmetric, and draws
# the result together so that points come back into the frame.
#
# In:  flame-tblgen and the programs that fidelity.py needs.
# Out: DIR/<variation>.flame, and the report of fidelity.py. Exit status: that of fidelity.py.

import argparse
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import fidelity

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The records print flam3's variations first, in its order: linear is number 0, mobius the last one.
_FLAM3_COUNT, _FLAM3_LAST = 99, "mobius"

_SIZE = (120, 90)
_QUALITY = 1500
_VISIBLE_WIDTH = 3.6  # of the plane, in its units

_FLAME = """\
<!-- What the variation {name} makes of three xforms. Written by tests/image/variation_flames.py; CC0. -->
<flame name="{name}" size="{width} {height}" center="0 0" scale="{scale:g}" quality="{quality}" supersample="1"
       filter="0.5" brightness="4" gamma="3" gamma_threshold="0.01" vibrancy="1" estimator_radius="0"
       palette_mode="linear" background="0 0 0">
  <xform weight="0.5" color="0" color_speed="0.5" linear="1" coefs="0.45 0.2 -0.2 0.45 0.6 0.35"/>
  <xform weight="0.5" color="0.5" color_speed="0.5" linear="1" coefs="-0.4 0.3 0.3 0.4 -0.7 -0.3"/>
  <xform weight="1" color="1" color_speed="0.5" {variation} coefs="1.3 0.4 -0.3 1.5 0.3 -0.1"
         post="0.6 0.1 -0.12 0.6 0.1 0"/>
  <color index="0" rgb="255 140 40"/>
  <color index="96" rgb="240 240 200"/>
  <color index="160" rgb="60 180 170"/>
  <color index="255" rgb="90 110 255"/>
</flame>
"""


def variations_of_flam3(tblgen):
    """Pairs of each name and the attributes that show the variation with the values of its
    sample."""
    command = [
        tblgen,
        "--gen-variation-flames",
        "-I",
        _ROOT,
        os.path.join(_ROOT, "ir/Variations.td"),
    ]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    flames = ElementTree.fromstring(printed).findall("flame")[:_FLAM3_COUNT]
    assert flames[-1].get("name") == _FLAM3_LAST, "flam3's variations are not the first ones"
    found = []
    for flame in flames:
        shown = dict(flame.find("finalxform").attrib)
        for key in ("color", "color_speed", "coefs"):
            shown.pop(key, None)
        found.append((flame.get("name"), shown))
    return found


def write_genomes(variations, folder):
    """Writes the flames and returns their paths."""
    os.makedirs(folder, exist_ok=True)
    width, height = _SIZE
    paths = []
    for name, shown in variations:
        attributes = " ".join('%s="%s"' % pair for pair in shown.items())
        paths.append(os.path.join(folder, name + ".flame"))
        with open(paths[-1], "w") as file:
            file.write(
                _FLAME.format(
                    name=name,
                    width=width,
                    height=height,
                    scale=width / _VISIBLE_WIDTH,
                    quality=_QUALITY,
                    variation=attributes,
                )
            )
    return paths


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="variation_flames.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares one flame for each variation of flam3 with flam3.",
        epilog="Any other option goes to fidelity.py; without them: --width=%d --quality=%d.\n\n"
        "examples:\n"
        "  variation_flames.py --output=/tmp/variations --jobs=2\n"
        "  variation_flames.py --only=julian,mobius --device=cuda:0 --width=320"
        % (_SIZE[0], _QUALITY),
    )
    parser.add_argument(
        "--only", metavar="NAMES", help="variations, separated by commas; default all 99"
    )
    parser.add_argument(
        "--genomes", metavar="DIR", help="where the genomes are kept; default a temporary folder"
    )
    parser.add_argument(
        "--write-only", action="store_true", help="write the genomes, render nothing"
    )
    parser.add_argument(
        "--flame-tblgen", default="flame-tblgen", metavar="PATH", help="default: from PATH"
    )
    options, others = parser.parse_known_args(arguments)
    if options.write_only and not options.genomes:
        parser.error("--write-only needs --genomes=DIR")
    return options, others


def chosen(variations, only):
    """The variations that `only` names, in its order."""
    known = dict(variations)
    names = only.split(",") if only else list(known)
    for name in names:
        if name not in known:
            raise fidelity.UsageError("flam3 has no variation '%s'" % name)
    return [(name, known[name]) for name in names]


def main(arguments=None):
    options, others = parse_arguments(arguments)
    try:
        variations = chosen(variations_of_flam3(options.flame_tblgen), options.only)
        with tempfile.TemporaryDirectory() as temporary:
            paths = write_genomes(variations, options.genomes or temporary)
            if options.write_only:
                return fidelity.PASS
            return fidelity.main(
                [*paths, "--width=%d" % _SIZE[0], "--quality=%d" % _QUALITY, *others]
            )
    except fidelity.UsageError as error:
        print("variation_flames.py: error: %s" % error, file=sys.stderr)
        return fidelity.USAGE
    except (OSError, subprocess.CalledProcessError) as error:
        print("variation_flames.py: error: %s" % error, file=sys.stderr)
        print(
            "variation_flames.py: note: name the program with --flame-tblgen=PATH", file=sys.stderr
        )
        return fidelity.ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main())
