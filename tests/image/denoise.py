#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How much a denoiser is worth: the error of a picture of few samples that it has filtered, beside
# those of unfiltered pictures of as many samples and of four times as many. Errors are flame-cmp's,
# root mean squares over all pixels against a picture of very many samples, in levels of 255. That
# one and the unfiltered ones have no density estimation, as that blurs, too; a column has the
# picture with the flame's own.
#
# What the reference still has of noise is taken out of all errors: it is independent of the others,
# so squares are differences.
#
# Exit status: 0 when at least --need of the flames have less error denoised than with four times
# the samples, 1 when fewer have, 2 usage, 3 environment.

import argparse
import json
import math
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

import fidelity

PASS, FAIL, USAGE, ENVIRONMENT = 0, 1, 2, 3
_TIMES = 4  # as many samples has the picture to be beaten
_LEVELS = 255


class DenoiseError(Exception):
    """A program failed; the text says which."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="denoise.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measures flamerun --denoise. See README.md beside it.",
        epilog="example:\n  denoise.py genomes/ --size=320x180 --output=/tmp/denoise",
    )
    add = parser.add_argument
    add(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="flame, folder of flames, or list, as of fidelity.py",
    )
    add(
        "--denoise",
        default="nlm",
        metavar="NAME",
        help="what --denoise of flamerun takes, default nlm",
    )
    add(
        "--quality",
        type=float,
        default=100,
        metavar="SPP",
        help="of the denoised picture, default 100",
    )
    add("--reference", type=float, default=40000, metavar="SPP", help="default 40000")
    add("--size", default="320x180", metavar="WxH", help="default 320x180")
    add("--device", default="cpu", help="of flamerun, default cpu")
    add("--need", type=int, metavar="N", help="flames that must gain, default: four of five")
    add(
        "--output", default="denoise-report", metavar="DIR", help="pictures, default denoise-report"
    )
    add("--markdown", metavar="FILE", help="also write the table as Markdown")
    return parser.parse_args(arguments)


def run_program(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in (0, 1) or (done.returncode == 1 and command[0] != "flame-cmp"):
        raise DenoiseError("%s: %s" % (" ".join(command), done.stderr.strip()))
    return done.stdout


class Bench:
    """Renders and compares the pictures of one flame."""

    def __init__(self, path, options):
        self.options = options
        stem = os.path.splitext(os.path.basename(path))[0]
        self.base = os.path.join(options.output, stem)
        self.artefact = self.base + ".cubin"
        run_program(["flamec", "--lenient", path, "-o", self.artefact])

    def picture(self, name, quality, seed, *more):
        path = "%s.%s.png" % (self.base, name)
        run_program(
            [
                "flamerun",
                self.artefact,
                "-o",
                path,
                "--size=" + self.options.size,
                "--device=" + self.options.device,
                "--quality=%g" % quality,
                "--seed=%d" % seed,
                *more,
            ]
        )
        return path

    def error(self, one, other):
        report = json.loads(run_program(["flame-cmp", "--json", one, other]))
        return _LEVELS * report["rms"]

    def errors(self):
        """Of the picture as it is, denoised, with four times the samples, and as the flame's own
        filters make it."""
        few, many = self.options.quality, _TIMES * self.options.quality
        plain = "--estimator-radius=0"
        reference = self.picture("reference", self.options.reference, 3, plain)
        pictures = [
            self.picture("few", few, 1, plain),
            self.picture("denoised", few, 1, "--denoise=" + self.options.denoise),
            self.picture("many", many, 2, plain),
            self.picture("own", few, 1),
        ]
        return without_noise_of_reference(
            [self.error(p, reference) for p in pictures], many, self.options.reference
        )


def without_noise_of_reference(errors, many, reference):
    """The third error is noise alone, of `many` samples: it says how much the reference has."""
    noise = errors[2] ** 2 / (1 + many / reference) * many / reference
    return [math.sqrt(max(0, error**2 - noise)) for error in errors]


def table(rows, options):
    """Markdown."""
    few, many = options.quality, _TIMES * options.quality
    lines = [
        "| flame | %g samples | %s | %g samples | as the flame asks, %g | worth |"
        % (few, options.denoise, many, few),
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, errors in rows:
        lines.append(
            "| %s | %.2f | **%.2f** | %.2f | %.2f | %.1f |" % (name, *errors, worth(errors))
        )
    return "\n".join(lines) + "\n"


def worth(errors):
    """How many times as many samples would have as small an error: it falls with their root."""
    return (errors[0] / errors[1]) ** 2 if errors[1] else math.inf


def run(options):
    for program in ("flamec", "flamerun", "flame-cmp"):
        if not shutil.which(program):
            raise OSError("cannot find '%s' in PATH" % program)
    os.makedirs(options.output, exist_ok=True)
    rows = []
    for path in fidelity.find_genomes(options.inputs):
        errors = Bench(path, options).errors()
        rows.append((os.path.splitext(os.path.basename(path))[0], errors))
        print(table(rows[-1:], options).splitlines()[-1], flush=True)
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as file:
            file.write(table(rows, options))
    gained = sum(errors[1] < errors[2] for _, errors in rows)
    need = options.need if options.need is not None else math.ceil(0.8 * len(rows))
    print("%d of %d have less error than with %d times the samples" % (gained, len(rows), _TIMES))
    return PASS if gained >= need else FAIL


def main(arguments=None):
    try:
        return run(parse_arguments(arguments))
    except fidelity.UsageError as error:
        print("denoise.py: error: %s" % error, file=sys.stderr)
        return USAGE
    except (OSError, DenoiseError) as error:
        print("denoise.py: error: %s" % error, file=sys.stderr)
        return ENVIRONMENT


if __name__ == "__main__":
    sys.exit(main())
