#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How smoothly a folder of many thumbnails is browsed, when they come from the cache.

    tests/studio/browse.py PATH/TO/flame-studio GENOME [--count=1000] [--seconds=6] [--check]

Makes a folder of so many flames that differ in a number, lets the studio draw all their thumbnails,
and opens the page again. Then the page scrolls from the top to the end and back, a row in about
five frames of 60 in a second, and notes the time between frames. `--check` fails if fewer than 57
frames in a second are shown, or if there is a gap of more than 50 ms among the slowest frame in
100.
"""

import argparse
import concurrent.futures
import pathlib
import re
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import studio_browser

studio_browser.require()
from studio_browser import Browser, StudioServer

SCROLL = """
const side = document.getElementById('side'), [seconds] = args, gaps = [];
const images = () => [...document.querySelectorAll('#thumbnails img')];
const end = side.scrollHeight - side.clientHeight;
let missing = 0, looked = 0;
await new Promise((resolve) => {
  let first = 0, last = 0;
  const step = (now) => {
    if (!first) first = now; else gaps.push(now - last);
    last = now;
    const share = (now - first) / 1000 / seconds;
    side.scrollTop = end * (share < 0.5 ? 2 * share : 2 - 2 * share);
    if (gaps.length % 10 === 0) {
      const box = side.getBoundingClientRect();
      const seen = images().filter((image) => { const at = image.getBoundingClientRect(); return at.bottom > box.top && at.top < box.bottom; });
      looked += seen.length;
      missing += seen.filter((image) => !image.complete || !image.naturalWidth).length;
    }
    if (share < 1) requestAnimationFrame(step); else resolve();
  };
  requestAnimationFrame(step);
});
return { gaps, missing, looked, cells: document.querySelectorAll('#thumbnails .cell').length, end };
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("genome", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = arguments.genome.read_text()
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i in range(arguments.count):
            brighter = re.sub(
                r'brightness="[^"]*"', f'brightness="{3 + 0.02 * i:.2f}"', text, count=1
            )
            names.append(f"{i:04}.flame")
            (pathlib.Path(folder) / names[-1]).write_text(brighter)
        server = StudioServer(arguments.program, folder)
        browser = None
        try:
            begin = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                fetch = lambda name: len(
                    urllib.request.urlopen(
                        f"http://127.0.0.1:{server.port}/thumbnail?file={name}&index=0&token={server.token}",
                        timeout=600,
                    ).read()
                )
                sizes = list(pool.map(fetch, names))
            print(
                f"{len(sizes)} thumbnails drawn in {time.monotonic() - begin:.0f} s, {sum(sizes) / 1e6:.1f} MB",
                flush=True,
            )
            browser = Browser(width=1280, height=800)
            browser.open(server.url, names[0])
            browser.await_picture()
            browser.workspace("folder")
            browser.until(
                f"Number(document.querySelector('#thumbnails .cell')?.getAttribute('aria-setsize')) === {arguments.count}"
            )
            time.sleep(2)
            for name in ("first time, from the studio's cache", "again, from the browser's"):
                found = browser.js_async(SCROLL, arguments.seconds)
                gaps = sorted(found["gaps"])
                rate = 1000 * len(gaps) / sum(gaps)
                slow = gaps[int(len(gaps) * 0.99)]
                print(
                    f"{name}: {rate:.1f} frames in a second; between frames median {gaps[len(gaps) // 2]:.1f} ms, 95 % {gaps[int(len(gaps) * 0.95)]:.1f}, "
                    f"99 % {slow:.1f}, most {gaps[-1]:.1f}; {found['cells']} cells in the page; {found['missing']} of {found['looked']} seen thumbnails not there yet",
                    flush=True,
                )
            return 1 if arguments.check and (rate < 57 or slow > 50) else 0
        finally:
            if browser:
                browser.close()
            server.close()


if __name__ == "__main__":
    sys.exit(main())
