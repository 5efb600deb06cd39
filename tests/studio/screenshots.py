#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the pictures of docs/studio.md, by using the studio as its tests do.

    tests/studio/screenshots.py PATH/TO/flame-studio GENOMES docs/images

Needs ffmpeg, which makes WebP of them.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import studio_browser

studio_browser.require()
from studio_browser import Browser, StudioServer


class Photographer:
    def __init__(self, browser, folder):
        self.browser, self.folder = browser, folder

    def theme(self, isLight):
        self.browser.js("document.documentElement.classList.toggle('light', arguments[0])", isLight)

    def take(self, name):
        self.browser.await_picture()
        time.sleep(0.4)
        with tempfile.TemporaryDirectory() as scratch:
            raw = pathlib.Path(scratch) / "shot.png"
            self.browser.screenshot(raw)
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-y",
                    "-i",
                    str(raw),
                    "-quality",
                    "72",
                    str(self.folder / f"studio-{name}.webp"),
                ],
                check=True,
            )


def main():
    program, genomes, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as work:
        for genome in genomes.glob("*.flame"):
            shutil.copy(genome, work)
        server, browser = StudioServer(program, work), Browser(width=1400, height=860)
        camera = Photographer(browser, folder)
        try:
            browser.open(server.url, "emerald-rings.flame")
            camera.theme(False)
            camera.take("edit")
            camera.theme(True)
            browser.click('#side [data-tab="colours"]')
            camera.take("colours")
            camera.theme(False)
            browser.js_async(
                "const F = await import('/files.js'); await F.openFlame('julia-branches.flame'); return 1"
            )
            browser.workspace("explore")
            browser.click("#breed")
            browser.until("studioGrid.pictures >= 16")
            camera.take("explore")
            browser.workspace("folder")
            browser.until(
                "[...document.querySelectorAll('#thumbnails img')].length >= 6 && [...document.querySelectorAll('#thumbnails img')].every((i) => i.complete)"
            )
            camera.take("folder")
            browser.workspace("film")
            browser.click("#addkey")
            time.sleep(1.5)
            camera.take("film")
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
