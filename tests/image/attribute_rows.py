# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The rows of the attribute matrix: what is changed in attribute-base.flame, and what both renderers
# are told beside it. A row's name is the name of its pictures.


class Row:
    """One change. base: name of the row, before this one, that it is a change of; flam3:
    environment for flam3-render; flamerun: options that mean the same; alpha: compare transparency,
    too; inert: the change must not show."""

    def __init__(
        self, name, *changes, base="base", flam3="bpc=8", flamerun="", alpha=False, inert=False
    ):
        self.name = name
        self.changes = changes
        self.base = base
        self.flam3 = flam3
        self.flamerun = flamerun
        self.alpha = alpha
        self.inert = inert


def _set(element, values):
    for name, value in values.items():
        if value is None:
            element.attrib.pop(name, None)
        else:
            element.set(name, value)


def flame(**values):
    """Sets attributes of the flame; None removes one."""
    return lambda tree: _set(tree, values)


def xform(index, **values):
    """Sets attributes of a standard xform, behind those that it has."""
    return lambda tree: _set(tree.findall("xform")[index], values)


def final(**values):
    """The same for the final xform."""
    return lambda tree: _set(tree.find("finalxform"), values)


def without(name):
    """Removes all children of a name."""

    def change(tree):
        for child in tree.findall(name):
            tree.remove(child)

    return change


def child(name, text="", before=None, **attributes):
    """Adds a child, behind all others or before the first one of a name."""

    def change(tree):
        element = tree.makeelement(name, attributes)
        element.text = text
        names = [other.tag for other in tree]
        tree.insert(names.index(before) if before else len(tree), element)

    return change


def colors(*entries):
    """Replaces the palette by `color` elements, each a dictionary of attributes in order."""

    def change(tree):
        without("color")(tree)
        for entry in entries:
            child("color", **entry)(tree)

    return change


def _one(attribute, *values, of=flame, prefix="", **more):
    """Rows that differ in the value of one attribute."""
    return [
        Row(_name(prefix, attribute, value), of(**{attribute: value}), **more) for value in values
    ]


def _name(prefix, attribute, value):
    """Names are names of files, too."""
    text = "absent" if value is None else value.replace(" ", ",")
    return "%s%s=%s" % (prefix, attribute, text)


def _first(**values):
    return xform(0, **values)


def _second(**values):
    return xform(1, **values)


# Hues around the circle, light and dark in turns: any mistake of an index shows.
_WHEEL = [(128 + (i * 37) % 128, (i * 5) % 256, 255 - (i * 3) % 256) for i in range(256)]
_HEX3 = "\n".join(
    "".join("%02X%02X%02X" % rgb for rgb in _WHEEL[i : i + 8]) for i in range(0, 256, 8)
)
_HEX4 = "".join("00%02x%02x%02x " % rgb for rgb in _WHEEL)
_HEX_ALPHA = "".join("%02X%02X%02X%02X" % (*rgb, 255 - i // 2) for i, rgb in enumerate(_WHEEL))
# Up and down within sixteen entries.
_ZIGZAG = [
    {"index": str(i), "rgb": "%d %d 40" % (31 * level, 255 - 31 * level)}
    for i in range(256)
    for level in [abs(i % 16 - 8)]
]

# `var` gives the weights of all 99 variations in flam3's order: linear, spherical, bubble.
_VAR = " ".join({0: "0.5", 2: "0.2", 28: "0.4"}.get(i, "0") for i in range(99))

FILTER_SHAPES = (
    "gaussian hermite box triangle bell bspline lanczos3 lanczos2 mitchell blackman catrom hamming "
    "hanning quadratic"
).split()


# Squares of light, a large one that fills the picture and two on it: all that a spatial filter does
# shows at their edges. It is light enough everywhere for kernels with negative lobes, which flam3
# answers with white specks beside bright things on a dark ground, and we do not.
def squares(side="7", weight="9"):
    """The large square has this side, and this weight, which makes it as bright as any other."""
    return (
        without("xform"),
        without("finalxform"),
        without("color"),
        child("xform", weight=weight, color="0.5", color_speed="1", square=side),
        child(
            "xform",
            weight="1",
            color="0",
            color_speed="1",
            square="1",
            post="1.2 0.4 -0.4 1.2 0.5 0.3",
        ),
        child(
            "xform",
            weight="0.4",
            color="1",
            color_speed="1",
            square="0.6",
            post="1 0 0 1 -0.8 -0.4",
        ),
        child("color", index="0", rgb="250 60 60"),
        child("color", index="128", rgb="80 120 90"),
        child("color", index="255", rgb="70 60 250"),
        flame(estimator_radius="0", supersample="2", brightness="3", quality="400"),
    )


SQUARES = squares()


def _filtered(shape):
    return Row(
        "squares,filter_shape=%s" % shape,
        *SQUARES,
        flame(filter_shape=shape, filter="2"),
        base="squares,filter=0",
    )


def _narrow(shape, radius, supersample):
    """A filter that is as wide as a pixel at most: where its few buckets lie shows at edges."""
    name = "squares,filter_shape=%s,filter=%s,supersample=%s" % (shape, radius, supersample)
    return Row(
        name,
        *SQUARES,
        flame(filter_shape=shape, filter=radius, supersample=supersample),
        base="squares,filter_shape=gaussian",
    )


_FLAME = [
    *_one("size", "160 160"),
    *_one("center", "0.6 0.3"),
    *_one("scale", "30", "70"),
    *_one("zoom", "0.6", "-0.5"),
    *_one("rotate", "30", "-75", "200"),
    *_one("quality", "30", "400"),
    *_one("supersample", "2", "3"),
    Row("oversample=2", flame(supersample=None, oversample="2")),
    *_one("filter", "0", "0.4", "2.5"),
    Row("squares,filter=0", *SQUARES, flame(filter="0")),
    *(_filtered(shape) for shape in FILTER_SHAPES),
    *(_narrow(shape, "0.3", "4") for shape in FILTER_SHAPES),
    *(_narrow(shape, "0.2", "3") for shape in ("gaussian", "box", "triangle", "bell", "bspline")),
    *(
        _narrow("gaussian", *pair)
        for pair in (
            ("0", "3"),
            ("0", "4"),
            ("0.1", "1"),
            ("0.1", "2"),
            ("0.1", "3"),
            ("0.1", "4"),
            ("0.2", "5"),
            ("0.5", "3"),
        )
    ),
    *(_narrow("box", *pair) for pair in (("0", "2"), ("0", "4"), ("0.5", "3"))),
    *(
        Row(
            "filter=%s,supersample=%s,estimator_radius=%s" % triple,
            flame(filter=triple[0], supersample=triple[1], estimator_radius=triple[2]),
        )
        for triple in (
            ("0.1", "3", "5"),
            ("0.1", "4", "5"),
            ("0.2", "3", "9"),
            ("0.2", "4", "0"),
            ("0", "3", "0"),
        )
    ),
    *_one("estimator_radius", "0", "9", "11.5"),
    *_one("estimator_minimum", "0.5", "2", "5"),
    *_one("estimator_curve", "0.25", "0.8", "1"),
    Row(
        "estimator=defaults",
        flame(estimator_radius=None, estimator_minimum=None, estimator_curve=None),
    ),
    Row("estimator_radius=9,supersample=2", flame(estimator_radius="9", supersample="2")),
    *_one("passes", "5", "12"),
    Row("passes=3,estimator_radius=0", flame(passes="3", estimator_radius="0")),
    Row("passes=3", flame(passes="3")),
    Row(
        "passes=3,temporal_filter_type=gaussian",
        flame(passes="3", temporal_filter_type="gaussian"),
        base="passes=3",
    ),
    Row(
        "passes=3,temporal_filter_type=exp,temporal_filter_exp=3",
        flame(passes="3", temporal_filter_type="exp", temporal_filter_exp="3"),
        base="passes=3",
    ),
    Row(
        "passes=3,temporal_filter_type=exp,temporal_filter_exp=-4",
        flame(passes="3", temporal_filter_type="exp", temporal_filter_exp="-4"),
        base="passes=3",
    ),
    *_one("brightness", "1.5", "20"),
    *_one("gamma", "1.5", "4.5"),
    *_one("gamma_threshold", "0", "0.3"),
    Row("gamma,gamma_threshold=defaults", flame(gamma=None, gamma_threshold=None)),
    *_one("vibrancy", "0", "0.4", "1"),
    Row("bright", flame(brightness="200")),
    *(
        Row(
            "bright,highlight_power=" + power,
            flame(brightness="200", highlight_power=power),
            base="bright",
        )
        for power in ("0", "-0.1", "2", "4")
    ),
    *_one("background", "0 0 0", "1 0.5 0.2"),
    *_one("soloxform", "1", "2"),
    Row(
        "all=defaults",
        flame(
            filter=None,
            brightness=None,
            gamma=None,
            gamma_threshold=None,
            vibrancy=None,
            highlight_power=None,
            background=None,
            estimator_radius=None,
            estimator_minimum=None,
            estimator_curve=None,
            palette_mode=None,
            filter_shape=None,
        ),
    ),
]

_INERT = [
    row
    for rows in (
        _one("time", "7.5", inert=True),
        _one("name", "another", inert=True),
        _one("hue", "0.3", inert=True),
        _one("contrast", "0.5", inert=True),
        _one("temporal_samples", "60", inert=True),
        _one("temporal_filter_type", "gaussian", "exp", inert=True),
        _one("temporal_filter_width", "3", inert=True),
        _one("temporal_filter_exp", "2", inert=True),
        _one("interpolation_type", "linear", "old", "older", inert=True),
        _one("interpolation_space", "linear", inert=True),
        _one("palette_interpolation", "hsv", "sweep", "rgb", inert=True),
        _one("hsv_rgb_palette_blend", "0.5", inert=True),
        _one("version", "FLAM3-LNX-2.7", inert=True),
    )
    for row in rows
]

_XFORM = [
    *_one("weight", "0", "4", None, of=_first, prefix="xform."),
    *_one("color", "0.7", "0.7 0.2", "1.3", "-0.4", of=_first, prefix="xform."),
    Row("xform.color=absent", *(xform(i, color=None) for i in range(4))),
    *_one("color_speed", "0", "1", "0.15", None, of=_first, prefix="xform."),
    *_one("symmetry", "0.6", "-0.5", "1", of=_first, prefix="xform."),
    Row(
        "xform.symmetry,then.color_speed",
        xform(0, color_speed=None),
        xform(0, symmetry="0.9", color_speed="0.4"),
        inert=True,
    ),
    *_one("opacity", "0", "0.1", "0.6", "1.4", of=_second, prefix="xform."),
    *_one("plotmode", "off", of=_second, prefix="xform."),
    *_one("plotmode", "on", of=_second, prefix="xform.", inert=True),
    *_one("animate", "0", "0.5", of=_first, prefix="xform.", inert=True),
    *_one("amw_amp", "2", of=_first, prefix="xform.", inert=True),
    *_one(
        "coefs",
        "0.5 0.5 -0.5 0.5 0.2 0.1",
        "-0.7 0.35 0.35 0.7 0.3 0.1",
        None,
        of=_second,
        prefix="xform.",
    ),
    *_one("post", "1 0 0 1 0 0", of=_second, prefix="xform.", inert=True),
    *_one("post", "0.6 0.4 -0.4 0.6 0.3 -0.2", of=_second, prefix="xform."),
    *_one("chaos", "1 1 1 1", of=_first, prefix="xform.", inert=True),
    *_one("chaos", "0", "1 3", "0 0.5 1 2", of=_first, prefix="xform."),
    *_one("var1", "2", of=_second, prefix="xform."),
    Row("xform.var", xform(1, var=_VAR)),
    *_one("bubble", "0.5", "-0.5", of=_second, prefix="xform."),
    *_one("julian_power", "-4", "2.5", None, of=_first, prefix="xform."),
    *_one("julian_dist", "1", None, of=_first, prefix="xform."),
    *_one("pre_blur", "0.3", of=_second, prefix="xform."),
    Row(
        "xform.oscilloscope",
        xform(
            3,
            linear=None,
            oscilloscope="0.5",
            oscilloscope_frequency="2",
            oscilloscope_separation="0.3",
        ),
    ),
    Row(
        "xform.oscope.alias",
        xform(3, linear=None, oscilloscope="0.5", oscope_frequency="2", oscope_separation="0.3"),
    ),
    Row(
        "xform.mobius.alias",
        xform(
            3,
            linear=None,
            mobius="0.5",
            Re_A="0.7",
            Im_A="0.4",
            Re_B="0.2",
            Im_B="0.1",
            Re_C="0.3",
            Im_C="-0.2",
            Re_D="1",
            Im_D="0.1",
        ),
    ),
    Row(
        "xform.super_shape_rnd=3",
        xform(3, super_shape="0.5", super_shape_rnd="3", super_shape_m="5"),
    ),
    Row("xform.no.variation", xform(3, linear=None)),
    Row("xform.added", child("xform", weight="0.5", linear="0.5", coefs="1 0 0 1 -1 -1")),
]

_FINAL = [
    Row("finalxform.absent", without("finalxform")),
    *_one("opacity", "0", "0.35", of=final, prefix="finalxform."),
    *_one("opacity", "1", of=final, prefix="finalxform.", inert=True),
    Row("finalxform.color_speed=0.5", final(color="0.9", color_speed="0.5")),
    Row("finalxform.color=absent", final(color=None, color_speed="0.5")),
    *_one("symmetry", "0.4", of=final, prefix="finalxform."),
    *_one("animate", "0", of=final, prefix="finalxform.", inert=True),
    *_one("coefs", "0.6 -0.3 0.3 0.6 0.2 0", of=final, prefix="finalxform."),
    *_one("post", None, "0.7 0.3 -0.3 0.7 0 0", of=final, prefix="finalxform."),
    *_one("julian", "0.5", of=final, prefix="finalxform."),
    *_one("pre_blur", "0.2", of=final, prefix="finalxform."),
]

_SYMMETRY = [
    Row(
        "symmetry.kind=%d" % kind,
        child("symmetry", before="xform", kind=str(kind)),
        inert=kind == 1,
    )
    for kind in (1, 2, 3, 5, -1, -2, -3)
] + [
    Row(
        "symmetry.kind=3,chaos",
        xform(0, chaos="1 1 1 1 0 2"),
        child("symmetry", before="finalxform", kind="3"),
    ),
]

_PALETTE = [
    Row(
        "color.fractions",
        colors(
            {"index": "0", "rgb": "30.5 60.25 160.75"}, {"index": "200", "rgb": "250.1 200.9 20.5"}
        ),
    ),
    Row("color.one", colors({"index": "9", "rgb": "200 100 50"})),
    Row(
        "color.not.at.the.ends",
        colors({"index": "100", "rgb": "255 0 0"}, {"index": "140", "rgb": "0 255 255"}),
    ),
    Row(
        "color.rgba",
        colors({"index": "0", "rgba": "250 120 60 90"}, {"index": "255", "rgba": "90 160 255 255"}),
    ),
    Row(
        "color.a",
        colors(
            {"index": "0", "rgb": "250 120 60", "a": "60"},
            {"index": "255", "rgb": "90 160 255", "a": "200"},
        ),
    ),
    Row(
        "color.rgba.transparent",
        colors({"index": "0", "rgba": "250 120 60 0"}, {"index": "90", "rgb": "90 160 255"}),
    ),
    Row("color.absent", without("color")),
    Row("color.zigzag", colors(*_ZIGZAG)),
    Row(
        "color.zigzag,palette_mode=linear",
        flame(palette_mode="linear"),
        colors(*_ZIGZAG),
        base="color.zigzag",
    ),
    Row("colors", without("color"), child("colors", count="256", data=_HEX4)),
    Row("palette.RGB", without("color"), child("palette", _HEX3, count="256", format="RGB")),
    Row(
        "palette.RGB,count=64",
        without("color"),
        child("palette", _HEX3[: 64 * 6 + 7], count="64", format="RGB"),
    ),
    Row("palette.RGBA", without("color"), child("palette", _HEX_ALPHA, count="256", format="RGBA")),
    Row(
        "palette.index0,index1,blend",
        without("color"),
        child("palette", index0="20", index1="33", hue0="0.1", hue1="0.7", blend="0.3"),
    ),
    *_one("palette", "15", "700", "99999"),
    *_one("palette", "-1", inert=True),
    Row("palette=15,hue=0.4", flame(palette="15", hue="0.4")),
    Row("palette=15,hue=-2.3", flame(palette="15", hue="-2.3")),
    Row("palette=15,palette_mode=linear", flame(palette="15", palette_mode="linear")),
    Row("palette=15,color.absent", flame(palette="15"), without("color")),
]

_TRANSPARENT = {"flam3": "bpc=8 transparency=1", "flamerun": "--transparency", "alpha": True}
_CLIPPED = {"flam3": "bpc=8 earlyclip=1", "flamerun": "--earlyclip"}

_RENDERING = [
    Row("bits=16", flam3="bpc=16", flamerun="--bits=16"),
    Row(
        "bits=16,bright,highlight_power=2",
        flame(brightness="200", highlight_power="2"),
        flam3="bpc=16",
        flamerun="--bits=16",
    ),
    Row("transparency", **_TRANSPARENT),
    Row("transparency,background=1,0,0", flame(background="1 0 0"), **_TRANSPARENT),
    Row("transparency,vibrancy=0", flame(vibrancy="0"), **_TRANSPARENT),
    Row(
        "transparency,bits=16",
        flam3="bpc=16 transparency=1",
        flamerun="--transparency --bits=16",
        alpha=True,
    ),
    Row("earlyclip", **_CLIPPED),
    Row("earlyclip,supersample=2", flame(supersample="2"), **_CLIPPED),
    Row("earlyclip,vibrancy=0.3", flame(vibrancy="0.3"), **_CLIPPED),
    Row(
        "earlyclip,transparency",
        flam3="bpc=8 earlyclip=1 transparency=1",
        flamerun="--earlyclip --transparency",
        alpha=True,
    ),
    Row("pixel_aspect=0.5", flam3="bpc=8 pixel_aspect=0.5", flamerun="--pixel-aspect=0.5"),
    Row("pixel_aspect=1.6", flam3="bpc=8 pixel_aspect=1.6", flamerun="--pixel-aspect=1.6"),
    Row(
        "pixel_aspect=1.6,rotate=30,supersample=2",
        flame(rotate="30", supersample="2"),
        flam3="bpc=8 pixel_aspect=1.6",
        flamerun="--pixel-aspect=1.6",
    ),
    Row("size.doubled", flam3="bpc=8 ss=2", flamerun="--size=384x288"),
]

ROWS = [
    Row("base", inert=True),
    *_FLAME,
    *_INERT,
    *_XFORM,
    *_FINAL,
    *_SYMMETRY,
    *_PALETTE,
    *_RENDERING,
]

assert len({row.name for row in ROWS}) == len(ROWS), "two rows share a name"
assert all(row.base in {other.name for other in ROWS} for row in ROWS), "a row changes no row"
