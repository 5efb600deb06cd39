#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long it takes from a change on the page to the changed picture, and what the rest of the
studio takes.

    tests/studio/latency.py PATH/TO/flame-studio GENOME [--device=cpu] [--changes=200]
    [--memory=2000]

Prints a table in Markdown: medians and 95th percentiles in milliseconds, at 960x540.
"""

import argparse
import json
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import studio_browser

studio_browser.require()
from studio_browser import Browser, StudioServer

# One change of each kind; `i` counts.
CHANGES = {
    "a number": "S.set(['xforms', 0, 'coefs', 4], 0.1 + i * 0.002);",
    "camera": "S.set(['settings', 'center'], [0.001 * i, 0]);",
    "tone": "S.set(['settings', 'brightness'], 4 + 0.05 * i);",
    "palette brightness": "P.putColors(base.map((color) => color.map((c) => c * (1 - 0.002 * i))));",
    "structure": "S.set(['xforms', 0, 'variations'], i % 2 ? two : three);",
}

MEASURE = """
const P = await import('/palette.js');
const base = P.colorsOf(S.state.model.palette.hex), [count] = args, found = [];
const names = S.schema.variations.filter((info) => info.flam3 && !info.preOnly && !info.params.length && info.name !== 'linear').map((info) => info.name);
const use = (name) => ({ name, place: 'normal', weight: 0.3, params: {} });
for (let i = 0; i < count; i++) {
  const two = [use('linear'), use(names[i % names.length])], three = [...two, use(names[(i + 3) % names.length])];
  const before = studioStats.rev;
  CHANGE
  while (studioStats.shownRev <= before) await wait(1);
  found.push(studioStats.latencies.at(-1));
  await wait(25);
}
return found;
"""


def measure(browser, change, count, pause=25):
    """What is known of the first picture after each of `count` changes; the policy of the page
    allows no eval."""
    body = MEASURE.replace("CHANGE", change).replace("wait(25)", f"wait({pause})")
    found = browser.js_async(body, count)
    if isinstance(found, dict):
        sys.exit(json.dumps(found))
    return found


def row(name, values):
    values = sorted(values)
    print(
        f"| {name} | {len(values)} | {values[len(values) // 2]:.0f} | {values[int(len(values) * 0.95)]:.0f} |",
        flush=True,
    )


def show_size(browser, width, height):
    """Makes the picture this many pixels large."""
    browser.js_async(
        """const model = { ...S.state.model, settings: { ...S.state.model.settings, size: [args[0], args[1]] } };
        S.adopt(model); document.getElementById('side').style.display = 'none'; await wait(300); return 1""",
        width,
        height,
    )
    for _ in range(6):
        shown = browser.js(
            "return [document.getElementById('frame').clientWidth, document.getElementById('frame').clientHeight]"
        )
        if abs(shown[0] - width) < 3:
            return
        size = browser.driver.get_window_size()
        browser.driver.set_window_size(
            size["width"] + width - shown[0], size["height"] + height - shown[1]
        )
        time.sleep(0.4)


def grid(browser):
    browser.js("document.getElementById('side').style.display = ''")
    browser.workspace("explore")
    times = []
    for _ in range(5):
        browser.click("#breed")
        time.sleep(0.2)
        browser.until("studioGrid.finished > studioGrid.started")
        times.append(browser.js("return studioGrid.finished - studioGrid.started"))
    row("16 mutations", times)


def memory(server, browser, changes):
    def both():
        browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        return (
            server.memory_kilobytes() / 1024,
            browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / 2**20,
        )

    browser.workspace("edit")
    measure(browser, CHANGES["a number"], 100)
    before = both()
    for _ in range(0, changes, 100):  # a script may take five minutes
        measure(browser, CHANGES["a number"], min(100, changes), pause=0)
    after = both()
    print(
        f"\nMemory over {changes} changes: server {before[0]:.0f} to {after[0]:.0f} MB, page {before[1]:.1f} to {after[1]:.1f} MB"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("genome", type=pathlib.Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--memory", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(arguments.genome, folder)
        server = StudioServer(arguments.program, folder, arguments.device)
        browser = Browser(width=1000, height=700)
        try:
            browser.open(server.url, arguments.genome.name)
            show_size(browser, 960, 540)
            browser.await_picture()
            shown = browser.js("return [studioStats.last.width, studioStats.last.height]")
            print(
                f"{browser.js('return document.getElementById(`device`).textContent')}, {shown[0]}x{shown[1]}\n"
            )
            print("| change | times | median ms | 95 % ms |\n|---|---|---|---|")
            for name, code in CHANGES.items():
                count = (
                    arguments.changes if name != "structure" else max(1, arguments.changes // 10)
                )
                row(name, [entry["latency"] for entry in measure(browser, code, count)])
            grid(browser)
            if arguments.memory:
                memory(server, browser, arguments.memory)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
