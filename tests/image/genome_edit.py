# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Edits of a genome file that leave everything else byte for byte as it was. To compare two
# renderers, both must see the same flame at the same size and quality; a genome says these in
# attributes of its <flame> start tag, so only that tag is rewritten. Nothing is parsed and printed
# again: a writer's odd number formats, comments and unknown attributes are part of the test.
#
# Text is handled as latin-1, which maps every byte to one character and back.

import re

_ATTRIBUTE = r"""\s+[^\s=>/'"]+\s*=\s*(?:"[^"]*"|'[^']*')"""

# Comments and CDATA come first, so that a <flame> inside one is never taken for an element.
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>"
    r"|(?P<open><flame(?:" + _ATTRIBUTE + r")*\s*(?P<empty>/)?>)"
    r"|(?P<close></flame\s*>)",
    re.DOTALL,
)
_ELEMENT = re.compile(
    r"<!--.*?-->|<(?:xform|finalxform)(?P<attributes>(?:" + _ATTRIBUTE + r")*)\s*/?>", re.DOTALL
)
_NAME_VALUE = re.compile(r"""([^\s=>/'"]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")

# flam3's values for a flame that does not say.
_DEFAULT_SIZE = "100 100"
_DEFAULT_SCALE = 50.0

# Attributes of an xform that are neither variations nor parameters of one.
_PLAIN_XFORM_ATTRIBUTES = frozenset(
    "weight color color_speed symmetry coefs post chaos opacity animate name plotmode var var1 "
    "var_color pre post_color motion_frequency motion_function motion_offset".split()
)
# Variations whose name begins like another one's parameter.
_NAMED_LIKE_PARAMETERS = frozenset(["wedge_julia", "wedge_sph"])
# Parameters that do not begin with the name of their variation: oscilloscope's and mobius' aliases.
_PARAMETER_PREFIXES = ("oscope_", "Re_", "Im_")


class GenomeError(Exception):
    """The file is no genome, or not one that can be edited."""


class Settings:
    """What both renderers are asked for.

    width: pixels; height and scale follow, so that the picture stays the same.
    quality: samples per output pixel. density_estimation: False switches it off, True keeps what
    the file says. supersample: a number, or None to keep the file's. flame: index in the file.
    temporal_samples: instants of an exposure; stills have one. filter: radius of the spatial
    filter, or None to keep the file's.
    """

    def __init__(
        self,
        width=640,
        quality=200.0,
        density_estimation=True,
        supersample=None,
        flame=0,
        temporal_samples=1,
        filter=None,
    ):
        self.width = width
        self.quality = quality
        self.density_estimation = density_estimation
        self.supersample = supersample
        self.flame = flame
        self.temporal_samples = temporal_samples
        self.filter = filter

    def as_dict(self):
        return dict(vars(self))


def _number(value):
    """Shortest text that reads back as the same number, without a trailing '.0'."""
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


def _flames(text):
    """Spans (begin, end_of_start_tag, end) of the outermost <flame> elements."""
    found, depth, begin, tag_end = [], 0, 0, 0
    for token in _TOKEN.finditer(text):
        if token.group("open"):
            if depth == 0:
                begin, tag_end = token.span()
            depth += 0 if token.group("empty") else 1
        elif token.group("close") and depth > 0:
            depth -= 1
        else:
            continue
        if depth == 0:
            found.append((begin, tag_end, token.end()))
    return found


def attributes(tag):
    """The attributes of a start tag, in order of the file."""
    return {
        m.group(1): m.group(2) if m.group(2) is not None else m.group(3)
        for m in _NAME_VALUE.finditer(tag)
    }


def set_attribute(tag, name, value):
    """The start tag with one attribute replaced, or added after the element's name."""
    pattern = re.compile(r"""(\s+""" + re.escape(name) + r"""\s*=\s*)(?:"[^"]*"|'[^']*')""")
    # A value may contain text that looks like an attribute: only real ones are candidates.
    for match in re.finditer(_ATTRIBUTE, tag):
        if pattern.match(tag, match.start()) and match.group().split("=")[0].strip() == name:
            replacement = match.group().split("=")[0] + '="' + value + '"'
            return tag[: match.start()] + replacement + tag[match.end() :]
    return re.sub(r"^<flame", lambda m: '<flame %s="%s"' % (name, value), tag, count=1)


def _size_and_scale(tag):
    """(width, height, scale) of a start tag. Raises GenomeError."""
    values = attributes(tag)
    try:
        width, height = (int(v) for v in values.get("size", _DEFAULT_SIZE).split())
        scale = float(values.get("scale", _DEFAULT_SCALE))
    except ValueError as error:
        raise GenomeError("size or scale of the flame is not a number: %s" % error)
    if width < 1 or height < 1:
        raise GenomeError("the flame has no area: %dx%d" % (width, height))
    return width, height, scale


def _edit_tag(tag, settings, first=None):
    """Returns the edited start tag and its picture size.

    first: the tag of the animation's first key frame, whose size all others take.
    """
    width, height, _ = _size_and_scale(first or tag)
    scale = _size_and_scale(tag)[2]
    ratio = settings.width / width
    new_height = max(1, int(height * ratio + 0.5))
    tag = set_attribute(tag, "size", "%d %d" % (settings.width, new_height))
    tag = set_attribute(tag, "scale", _number(scale * ratio))
    tag = set_attribute(tag, "quality", _number(settings.quality))
    tag = set_attribute(tag, "temporal_samples", str(settings.temporal_samples))
    if not settings.density_estimation:
        tag = set_attribute(tag, "estimator_radius", "0")
    if settings.filter is not None:
        tag = set_attribute(tag, "filter", _number(settings.filter))
    if settings.supersample is not None:
        old = "oversample" if "oversample" in attributes(tag) else "supersample"
        tag = set_attribute(tag, old, str(settings.supersample))
    return tag, (settings.width, new_height)


def edit(data, settings):
    """Applies the settings to genome bytes and leaves the chosen flame alone in the file.

    Returns (bytes, (width, height)). Raises GenomeError.
    """
    text = data.decode("latin-1")
    flames = _flames(text)
    if not flames:
        raise GenomeError("no complete <flame> element")
    if settings.flame >= len(flames):
        raise GenomeError("flame %d asked for, the file has %d" % (settings.flame, len(flames)))
    pieces, at, size = [], 0, None
    for index, (begin, tag_end, end) in enumerate(flames):
        pieces.append(text[at:begin])
        if index == settings.flame:
            tag, size = _edit_tag(text[begin:tag_end], settings)
            pieces += [tag, text[tag_end:end]]
        at = end
    pieces.append(text[at:])
    return "".join(pieces).encode("latin-1"), size


def _only_flame(data):
    """(text, begin, end) of the start tag of the first flame. Raises GenomeError."""
    text = data.decode("latin-1")
    flames = _flames(text)
    if not flames:
        raise GenomeError("no complete <flame> element")
    return text, flames[0][0], flames[0][1]


def start_tag(data):
    """The start tag of the first flame of genome bytes. Raises GenomeError."""
    text, begin, end = _only_flame(data)
    return text[begin:end]


def change_tag(data, change):
    """Genome bytes with `change(start tag)` as the start tag of the first flame. Raises
    GenomeError."""
    text, begin, end = _only_flame(data)
    return (text[:begin] + change(text[begin:end]) + text[end:]).encode("latin-1")


def edit_key_frames(data, settings):
    """Applies the settings to all flames of a file, which are the key frames of an animation.

    The flames come out below one root element: servers hand out edges as two roots in one file,
    which flam3 refuses. Returns (bytes, (width, height), (first time, last time)). Raises
    GenomeError.
    """
    text = data.decode("latin-1")
    flames = _flames(text)
    if len(flames) < 2:
        raise GenomeError("an animation needs two <flame> elements, found %d" % len(flames))
    first = text[flames[0][0] : flames[0][1]]
    pieces, times, size = ["<flames>\n"], [], None
    for begin, tag_end, end in flames:
        tag = text[begin:tag_end]
        try:
            times.append(float(attributes(tag).get("time", 0)))
        except ValueError as error:
            raise GenomeError("time of a flame is not a number: %s" % error)
        tag, size = _edit_tag(tag, settings, first)
        pieces += [tag, text[tag_end:end], "\n"]
    if any(b <= a for a, b in zip(times, times[1:])):
        raise GenomeError(
            "the flames of an animation need increasing times, found "
            + ", ".join(map(_number, times))
        )
    pieces.append("</flames>\n")
    return "".join(pieces).encode("latin-1"), size, (times[0], times[-1])


def variations(data):
    """Names of the variations with a weight, sorted; for reports.

    An attribute counts as a parameter when another one of the same xform is its prefix.
    """
    found = set()
    for element in _ELEMENT.finditer(data.decode("latin-1")):
        values = attributes(element.group("attributes") or "")
        names = set(values) - _PLAIN_XFORM_ATTRIBUTES
        for name in names:
            parts = name.split("_")
            prefixes = {"_".join(parts[:n]) for n in range(1, len(parts))}
            is_parameter = name.startswith(_PARAMETER_PREFIXES) or (
                bool(prefixes & names) and name not in _NAMED_LIKE_PARAMETERS
            )
            if not is_parameter and _is_non_zero(values[name]):
                found.add(name)
    return sorted(found)


def _is_non_zero(value):
    try:
        return float(value) != 0
    except ValueError:
        return False
