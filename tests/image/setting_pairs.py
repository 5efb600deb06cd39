# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Flames in which every value of every setting of tone, filters, sampling, size and colour meets
# every value of every other: a pairwise covering array, made by a greedy search that always goes
# the same way. Mistakes of single settings are found by attribute_rows.py; what two settings do to
# each other shows only where both are there.

import itertools
import random

import attribute_rows
from attribute_rows import Row, child, colors, flame, without

# What all flames have beside the squares of light. The spot in the middle is beyond white.
_SPOT = (
    child(
        "xform",
        weight="0.5",
        color="0.8",
        color_speed="1",
        gaussian_blur="0.35",
        post="1 0 0 1 0.4 -0.5",
    ),
    flame(size="96 64", scale="22", center="0.1 -0.05"),
)
_SCENE = (*attribute_rows.SQUARES, *_SPOT)
# A large square of the same brightness that no corner leaves from any point of view below, filter
# and all: with wide pixels and the view turned, corners are 3.6 from the centre.
_SCENE_WITH_LOBES = (*attribute_rows.squares(side="10", weight="18.4"), *_SPOT)


class Value:
    """A value of a setting. changes: of the flame; flam3, flamerun: what the programs are told."""

    def __init__(self, name, *changes, flam3="", flamerun=""):
        self.name = name
        self.changes = changes
        self.flam3 = flam3
        self.flamerun = flamerun


def _attribute(name, *values):
    """A setting that is an attribute of the flame."""
    return [Value("%s=%s" % (name, value), flame(**{name: value})) for value in values]


def _palette(name, *changes):
    return Value("palette=" + name, without("color"), *changes)


_RAMP = (
    {"index": "0", "rgb": "250 60 60"},
    {"index": "128", "rgb": "80 120 90"},
    {"index": "255", "rgb": "70 60 250"},
)
_HEX = "".join("%02X%02X%02X" % (90 + i // 2, 255 - i // 2, (i * 37) % 200) for i in range(256))
# Alpha is in sixteenths, as deposits are. What lies between is rounded at random: flam3, which does
# not round, has less noise where colours are divided by alpha, 12 % in transparent pictures whose
# filter leaves little other noise. That is no matter of settings.
_HEX_ALPHA = "".join(
    "%02X%02X%02X%02X" % (255 - i // 2, 60 + i // 2, 200 - i // 2, 255 * (16 - i // 43) // 16)
    for i in range(256)
)

# Shapes whose kernels have negative lobes, which are not those that the words mean. Where these
# meet a bucket without samples flam3 makes a white speck, and we do not: they have a matrix of
# their own, in which no bucket is empty.
_WITH_LOBES = ("lanczos3", "mitchell", "hamming", "hanning")

# No two settings here set one attribute.
FACTORS = [
    _attribute("filter_shape", *(s for s in attribute_rows.FILTER_SHAPES if s not in _WITH_LOBES)),
    _attribute(
        "filter",
        "0",
        "0.1",
        "0.2",
        "0.3",
        "0.4",
        "0.5",
        "0.7",
        "0.85",
        "1",
        "1.3",
        "1.6",
        "2",
        "2.5",
        "3",
    ),
    _attribute("supersample", "1", "2", "3", "4"),
    _attribute("estimator_radius", "0", "3", "7"),
    _attribute("estimator_minimum", "0", "0.7", "2"),
    _attribute("estimator_curve", "0.3", "0.5", "1"),
    _attribute("passes", "1", "2", "3"),
    [
        Value("temporal_filter=box"),
        Value("temporal_filter=gaussian", flame(temporal_filter_type="gaussian")),
        Value("temporal_filter=exp", flame(temporal_filter_type="exp", temporal_filter_exp="2")),
    ],
    _attribute("quality", "30", "120"),
    [
        Value("size=96x64"),
        Value("size=64x96", flame(size="64 96")),
        Value("size=97x63", flame(size="97 63")),
    ],
    [
        Value("view=plain"),
        Value("view=turned", flame(rotate="35")),
        Value("view=near", flame(zoom="0.4")),
        Value("view=aside", flame(center="-0.4 0.3", scale="30")),
    ],
    _attribute("brightness", "2", "8", "60"),
    _attribute("gamma", "1.5", "3", "4.5"),
    _attribute("gamma_threshold", "0", "0.02", "0.4"),
    _attribute("vibrancy", "0", "0.5", "1"),
    _attribute("highlight_power", "-1", "0", "1", "3"),
    _attribute("background", "0 0 0", "0.1 0.2 0.3", "1 0.5 0.2"),
    [
        _palette("colors", colors(*_RAMP)),
        _palette("hex", child("palette", _HEX, count="256", format="RGB")),
        _palette("alpha", child("palette", _HEX_ALPHA, count="256", format="RGBA")),
        _palette("number", flame(palette="15", hue="0.4")),
    ],
    _attribute("palette_mode", "step", "linear"),
    [Value("bits=8", flam3="bpc=8"), Value("bits=16", flam3="bpc=16", flamerun="--bits=16")],
    [Value("opaque"), Value("transparency", flam3="transparency=1", flamerun="--transparency")],
    [Value("lateclip"), Value("earlyclip", flam3="earlyclip=1", flamerun="--earlyclip")],
    [
        Value("pixel_aspect=1"),
        *(
            Value("pixel_aspect=" + x, flam3="pixel_aspect=" + x, flamerun="--pixel-aspect=" + x)
            for x in ("0.6", "1.5")
        ),
    ],
]

FACTORS_WITH_LOBES = [
    _attribute("filter_shape", *_WITH_LOBES),
    FACTORS[1],
    _attribute("supersample", "1", "2"),
    *(
        _attribute("quality", "400") if factor[0].name.startswith("quality=") else factor
        for factor in FACTORS[3:]
    ),
]


def _pairs(factors):
    """All pairs of (number of a factor, number of its value)."""
    return {
        ((a, i), (b, j))
        for a, b in itertools.combinations(range(len(factors)), 2)
        for i in range(len(factors[a]))
        for j in range(len(factors[b]))
    }


def _pair(one, other):
    return (one, other) if one < other else (other, one)


def _gain(chosen, place, left):
    """How many pairs are new if `place` joins those that are chosen."""
    return sum(_pair(place, other) in left for other in chosen.items())


def _candidate(factors, left, source):
    """A row: it begins with a pair that is left, and takes of each factor what covers most."""
    first = min(left)
    chosen = dict(first)
    others = [factor for factor in range(len(factors)) if factor not in chosen]
    others.sort(key=lambda factor: source.random())
    for factor in others:
        gains = [
            (_gain(chosen, (factor, value), left), source.random(), value)
            for value in range(len(factors[factor]))
        ]
        chosen[factor] = max(gains)[2]
    return chosen


def _covered(chosen):
    return {_pair(one, other) for one, other in itertools.combinations(chosen.items(), 2)}


def covering_array(factors, tries=4):
    """Rows of one value of each factor, so that every two values of two factors are together in one
    of them. tries: candidates for each row, of which the best is taken."""
    left, rows, source = _pairs(factors), [], random.Random(1)
    while left:
        candidates = [_candidate(factors, left, source) for _ in range(tries)]
        best = max(candidates, key=lambda chosen: len(left & _covered(chosen)))
        left -= _covered(best)
        rows.append([factors[number][best[number]] for number in range(len(factors))])
    return rows


def _row(name, scene, values):
    flam3 = " ".join(value.flam3 for value in values if value.flam3)
    flamerun = " ".join(value.flamerun for value in values if value.flamerun)
    changes = [change for value in values for change in value.changes]
    row = Row(
        name, *scene, *changes, flam3=flam3, flamerun=flamerun, alpha="--transparency" in flamerun
    )
    row.settings = " ".join(value.name for value in values)
    row.scene, row.values = scene, values
    return row


def all_rows():
    """The flames, as attribute_matrix.py has them; `settings` names the values."""
    arrays = [(_SCENE, values) for values in covering_array(FACTORS)]
    arrays += [(_SCENE_WITH_LOBES, values) for values in covering_array(FACTORS_WITH_LOBES)]
    return [_row("pairs-%03d" % number, *row) for number, row in enumerate(arrays)]


def instead_of(row):
    """Two rows for one whose filter is so narrow that it is 0 at every bucket of an even
    supersample: flam3 does not make that picture, and we warn of it. One has another supersample,
    one another filter; so all pairs are in one of them that can be.
    """

    def changed(name):
        attribute = name.partition("=")[0] + "="
        (other,) = (value for factor in FACTORS for value in factor if value.name == name)
        return [other if value.name.startswith(attribute) else value for value in row.values]

    return [
        _row(row.name + "a", row.scene, changed("supersample=1")),
        _row(row.name + "b", row.scene, changed("filter=1")),
    ]
