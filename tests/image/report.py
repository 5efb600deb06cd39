# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Says what a comparison found, four times: a table for the terminal, JSON for programs, Markdown
# for the documentation, and a folder with an HTML page that shows the pictures. A result is what
# `flame-cmp --json` printed for a flame plus its name, size and variations; one that could not be
# rendered or compared has "error" instead of figures. Worst come first everywhere.

import html
import json
import math
import os
import statistics

# What a suite as a whole should reach; single flames are judged by flame-cmp alone.
MEDIAN_WANTED = 1.03
# What flame-cmp is asked for: 16 levels of systematic error saturate the difference picture.
DIFFERENCE_GAIN = 8
_LEVELS = 255
_TABLE_VARIATIONS = 40  # characters of the variations column on a terminal


def _figure(value):
    """JSON has null where a ratio is infinite."""
    return math.inf if value is None else value


def worst_first(results):
    """Errors, then failures, then passes; by falling fidelity within each."""

    def key(result):
        if "error" in result:
            return (0, 0, result["stem"])
        return (2 if result["pass"] else 1, -_figure(result["fidelity"]), result["stem"])

    return sorted(results, key=key)


def summary(results):
    """Counts, median and worst of a suite, as a dictionary."""
    measured = [r for r in results if "error" not in r]
    figures = [_figure(r["fidelity"]) for r in measured]
    worst = max(measured, key=lambda r: _figure(r["fidelity"]), default=None)
    return {
        "flames": len(results),
        "passed": sum(r["pass"] for r in measured),
        "errors": len(results) - len(measured),
        "medianFidelity": statistics.median(figures) if figures else None,
        "worst": worst["stem"] if worst else None,
        "worstFidelity": worst["fidelity"] if worst else None,
    }


def summary_text(results):
    totals = summary(results)
    text = "%d of %d passed" % (totals["passed"], totals["flames"])
    if totals["errors"]:
        text += ", %d could not be compared" % totals["errors"]
    if totals["medianFidelity"] is not None:
        text += "; median fidelity %.3f (wanted: at most %.2f), worst %.3f (%s)" % (
            totals["medianFidelity"],
            MEDIAN_WANTED,
            _figure(totals["worstFidelity"]),
            totals["worst"],
        )
    return text


def verdict(result):
    if "error" in result:
        return "error"
    return "pass" if result["pass"] else "FAIL " + ", ".join(result["failed"])


def _figures(result):
    """Texts of fidelity, bias, spread, noise and block ratio: bias and noise in levels of 255."""
    if "error" in result:
        return ["-"] * 5
    ratio = result.get("blocks", {}).get("varianceRatio")
    return [
        "%.3f" % _figure(result["fidelity"]),
        "%.2f" % (_LEVELS * result["bias"]),
        "%.3f" % _figure(result["spread"]),
        "%.2f" % (_LEVELS * result["noise"]),
        "-" if ratio is None else "%.2f" % ratio,
    ]


_HEADINGS = ["flame", "fidelity", "bias", "spread", "noise", "blocks", "verdict", "variations"]


def table(results):
    """Aligned columns and the summary, ready to be printed."""
    rows = [_HEADINGS]
    for result in worst_first(results):
        names = " ".join(result["variations"])
        if len(names) > _TABLE_VARIATIONS:
            names = names[: _TABLE_VARIATIONS - 3] + "..."
        rows.append([result["stem"], *_figures(result), verdict(result), names])
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if 1 <= column <= 5 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    for result in worst_first(results):
        if "error" in result:
            lines.append("\n%s: %s" % (result["stem"], result["error"]))
    return "\n".join(lines) + "\n\n" + summary_text(results) + "\n"


def markdown(results, settings):
    """A table for docs/fidelity.md."""
    lines = [
        _settings_text(settings) + ". Bias and noise in levels of 255.",
        "",
        "| " + " | ".join(_HEADINGS) + " |",
        "|---|--:|--:|--:|--:|--:|---|---|",
    ]
    for result in worst_first(results):
        cells = [result["stem"], *_figures(result), verdict(result), " ".join(result["variations"])]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines + ["", summary_text(results) + ".", ""])


def _settings_text(settings):
    text = "%d pixels wide, %g samples per pixel, density estimation %s, supersampling %s" % (
        settings["width"],
        settings["quality"],
        "as in the file" if settings["density_estimation"] else "off",
        "as in the file" if settings["supersample"] is None else settings["supersample"],
    )
    if settings["temporal_samples"] > 1:
        text += ", %d temporal samples" % settings["temporal_samples"]
    return text


def write_json(path, results, settings):
    with open(path, "w") as file:
        json.dump(
            {"settings": settings, "summary": summary(results), "flames": worst_first(results)},
            file,
            indent=1,
        )
        file.write("\n")


_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1500px; padding: 0 1em;
       background: #16171a; color: #dcdce0 }
h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 2em 0 .2em }
.pictures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px }
figure { margin: 0 } img { width: 100%; display: block } figcaption { color: #9a9aa4 }
.fail { color: #ff7b6b } .pass { color: #7fd08a } .error { color: #ffb454; white-space: pre-wrap }
p { margin: .2em 0 } .names { color: #9a9aa4 }
"""


def _section(result):
    escape = html.escape
    judged = verdict(result)
    kind = judged.split()[0].lower()
    parts = [
        '<h2 id="%s">%s <span class="%s">%s</span></h2>'
        % (escape(result["stem"]), escape(result["stem"]), kind, escape(judged))
    ]
    if "error" in result:
        parts.append('<p class="error">%s</p>' % escape(result["error"]))
    else:
        parts.append(
            "<p>fidelity %s (limit %.3f), bias %s levels (limit %.2f), spread %s, "
            "noise %s levels, block variance ratio %s, mean %+.2f levels</p>"
            % (
                _figures(result)[0],
                result["fidelityLimit"],
                _figures(result)[1],
                _LEVELS * result["biasLimit"],
                *_figures(result)[2:],
                _LEVELS * result["mean"],
            )
        )
    parts.append('<p class="names">%s</p>' % escape(" ".join(result["variations"])))
    if "pictures" in result:
        parts.append('<div class="pictures">')
        for label in ("reference", "ours", "difference"):
            parts.append(
                '<figure><img loading="lazy" alt="%s" src="%s"><figcaption>%s'
                "</figcaption></figure>" % (label, escape(result["pictures"][label]), label)
            )
        parts.append("</div>")
    return "\n".join(parts)


def write_html(folder, results, settings):
    """Writes index.html; results name their pictures relative to the folder."""
    ordered = worst_first(results)
    page = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        "<title>Fidelity</title><style>%s</style></head><body>" % _STYLE,
        "<h1>Fidelity of rendered flames</h1>",
        "<p>%s.</p><p>%s.</p>"
        % (html.escape(summary_text(results)), html.escape(_settings_text(settings))),
        "<p>Difference: mid grey plus %g times (mean of ours &minus; mean of the reference)."
        "</p>" % DIFFERENCE_GAIN,
    ]
    page += [_section(result) for result in ordered]
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as file:
        file.write("\n".join(page) + "\n</body></html>\n")
