#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The studio in a real browser: what a user does, from opening a flame to a film.

    tests/studio/test_studio.py PATH/TO/flame-studio GENOMES

Skipped, with exit code 77, where there is no chromium or no selenium.
"""

import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import studio_browser
from studio_browser import Browser, StudioServer

studio_browser.require()
from studio_browser import ActionChains, By, Keys

PROGRAM, GENOMES = sys.argv[1], pathlib.Path(sys.argv[2])

SMALL = """<flame name="small" size="320 180" scale="60" quality="20" estimator_radius="3">
<xform weight="1" color="0" spherical="1" coefs=".8 .1 -.1 .8 .3 .2"/>
<xform weight="0.5" color="1" julian="1" julian_power="3" julian_dist="1.3" coefs=".5 -.3 .3 .5 -.4 .3"/>
<color index="0" rgb="255 120 20"/><color index="255" rgb="20 90 255"/></flame>
"""

OWN = """<flame name="own" size="320 180" scale="60" quality="20">
<variations>variation own_bend "bends"
param by = 2 in [1, 9] "how far"
x' = weight * x / by
y' = weight * y</variations>
<xform weight="1" color="0" own_bend="1" own_bend_by="3" coefs=".8 .1 -.1 .8 .3 .2"/>
<xform weight="0.5" color="1" julian="1" julian_power="3" coefs=".5 -.3 .3 .5 -.4 .3"/></flame>
"""


class StudioTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="flame-studio-folder-")
        path = pathlib.Path(cls.folder.name)
        (path / "small.flame").write_text(SMALL)
        (path / "hostile.flame").write_text(
            '<flame><xform weight="1" linear="1" coefs="<"/>' + "<a" * 5000
        )
        shutil.copy(GENOMES / "emerald-rings.flame", path)
        cls.server = StudioServer(PROGRAM, path)
        cls.browser = Browser(width=900, height=640)
        cls.browser.open(cls.server.url, "small.flame")
        cls.start = cls.browser.model()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.close()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.js_async(
            """S.adopt(args[0]); S.select(0); document.querySelector('#workspaces [data-tab="edit"]').click();
            document.querySelector('#side [data-tab="xforms"]').click();
            document.getElementById('viewquality').value = 0; document.getElementById('viewquality').onchange();
            document.getElementById('triangles').checked = true; return 1""",
            self.start,
        )
        self.browser.await_picture()

    def tearDown(self):
        severe = [
            entry
            for entry in self.browser.driver.get_log("browser")
            if entry["level"] == "SEVERE"
            and "ERR_CONNECTION_REFUSED" not in entry["message"]
            and "/variations/" not in entry["message"]
        ]
        self.assertEqual(severe, [])

    def changed(self, body, *arguments):
        """Does something and returns what is known of the first picture after it."""
        found = self.browser.js_async(
            "const before = studioStats.rev;"
            + body
            + """
            while (studioStats.shownRev <= before) await wait(5);
            return studioStats.latencies.at(-1);""",
            *arguments,
        )
        self.assertNotIn("failed", found)
        return found

    def pixels(self):
        """A small copy of the picture, as numbers."""
        return self.browser.js(
            "const c = document.createElement('canvas'); c.width = 32; c.height = 18; const x = c.getContext('2d');"
            "x.drawImage(document.getElementById('picture'), 0, 0, 32, 18); return [...x.getImageData(0, 0, 32, 18).data]"
        )

    def test_shows_a_flame(self):
        pixels = self.pixels()
        bright = sum(1 for i in range(0, len(pixels), 4) if max(pixels[i : i + 3]) > 30)
        self.assertGreater(bright, 60)
        self.assertTrue(
            self.browser.js("return document.getElementById('other').offsetParent === null")
        )

    def test_dragging_moves_the_camera(self):
        before, center = self.pixels(), self.browser.model()["settings"]["center"]
        viewport = self.browser.driver.find_element(By.ID, "picture")
        self.browser.js("document.getElementById('triangles').click()")
        ActionChains(self.browser.driver, duration=20).move_to_element(
            viewport
        ).click_and_hold().move_by_offset(60, 20).release().perform()
        self.browser.await_picture()
        moved = self.browser.model()["settings"]["center"]
        perPixel = 320 / (
            60 * self.browser.js("return document.getElementById('frame').clientWidth")
        )
        self.assertAlmostEqual(moved[0], center[0] - 60 * perPixel, delta=3 * perPixel)
        self.assertAlmostEqual(moved[1], center[1] - 20 * perPixel, delta=3 * perPixel)
        self.assertNotEqual(self.pixels(), before)
        self.browser.click("#undo")
        self.assertEqual(self.browser.model()["settings"]["center"], center)

    def test_turning_the_wheel_comes_closer(self):
        scale = self.browser.model()["settings"]["scale"]
        self.browser.js(
            "document.getElementById('viewport').dispatchEvent(new WheelEvent('wheel', {deltaY: -200, clientX: 300, clientY: 300, cancelable: true}))"
        )
        self.assertGreater(self.browser.model()["settings"]["scale"], 1.2 * scale)

    def test_a_number_compiles_nothing(self):
        self.assertFalse(
            self.changed("S.set(['xforms', 1, 'variations', 0, 'params', 'julian_dist'], 1.27);")[
                "compiled"
            ]
        )
        self.assertFalse(self.changed("S.set(['xforms', 0, 'coefs', 4], 0.33);")["onlyFinished"])

    def test_tone_only_finishes(self):
        for setting, value in (
            ("brightness", 9),
            ("gamma", 2.5),
            ("filter", 1.5),
            ("vibrancy", 0.4),
        ):
            before = self.pixels()
            found = self.changed(f"S.set(['settings', '{setting}'], {value});")
            self.assertTrue(found["onlyFinished"], setting)
            self.assertNotEqual(self.pixels(), before, setting)

    def test_a_brighter_palette_needs_no_sample(self):
        found = self.changed(
            """const P = await import('/palette.js');
            P.putColors(P.colorsOf(S.state.model.palette.hex).map((color) => color.map((c) => c * 0.5)));"""
        )
        self.assertTrue(found["onlyFinished"])

    def test_variations_come_and_go(self):
        self.browser.click("#addvariation")
        self.browser.js(
            "const s = document.getElementById('searchvariation'); s.value = 'swir'; s.dispatchEvent(new Event('input'))"
        )
        self.browser.click('.variations [data-name="swirl"]')
        names = lambda: [use["name"] for use in self.browser.model()["xforms"][0]["variations"]]
        self.assertEqual(names(), ["spherical", "swirl"])
        self.browser.await_picture()
        self.assertTrue(self.browser.js("return studioStats.last.compiled"))
        self.browser.click('[aria-label="Remove swirl"]')
        self.assertEqual(names(), ["spherical"])
        self.browser.click("#undo")
        self.browser.click("#undo")
        self.assertEqual(names(), ["spherical"])
        self.browser.click("#redo")
        self.assertEqual(names(), ["spherical", "swirl"])

    def test_a_flames_own_variations_are_offered_first(self):
        self.browser.js_async(
            """const N = await import('/net.js');
            const answer = await N.question({ t: 'parse', text: args[0] });
            S.adopt(answer.flames[0]); S.select(1); return 1""",
            OWN,
        )
        self.browser.await_picture()
        self.browser.click("#addvariation")
        self.assertEqual(
            self.browser.js("return document.querySelector('.variations button').dataset.name"),
            "own_bend",
        )
        self.browser.click('.variations [data-name="own_bend"]')
        self.browser.await_picture()
        uses = self.browser.model()["xforms"][1]["variations"]
        self.assertEqual((uses[-1]["name"], uses[-1]["params"]), ("own_bend", {"own_bend_by": 2}))
        self.assertIn("variation own_bend", self.text())

    def test_a_variation_may_stand_there_twice(self):
        for _ in range(2):
            self.browser.click("#addvariation")
            self.browser.js(
                "const s = document.getElementById('searchvariation'); s.value = 'spherical'; s.dispatchEvent(new Event('input'))"
            )
            self.browser.click('.variations [data-name="spherical"]')
        self.browser.await_picture()
        self.assertEqual(
            [use.get("repeat", 0) for use in self.browser.model()["xforms"][0]["variations"]],
            [0, 1, 2],
        )
        self.assertIn('spherical#2#="', self.text())

    def test_final_xforms_and_planes_of_space_come_and_go(self):
        add = "[...document.querySelectorAll('.chips button')].find((chip) => chip.textContent === '+ final').click()"
        self.browser.js(add)
        self.browser.js(add)
        self.browser.await_picture()
        self.assertEqual(
            self.browser.js(
                "return [...document.querySelectorAll('.chips[aria-label=Xforms] .chip')].map((chip) => chip.textContent.trim())"
            )[-4:],
            ["final", "final 2", "+", "+ final"],
        )
        self.browser.click('#side [data-tab="zx"]')
        self.assertEqual(self.browser.model()["finals"][1]["zxCoefs"], [1, 0, 0, 1, 0, 0])
        self.assertTrue(self.browser.js("return !!document.querySelector('[aria-label=\"X z\"]')"))
        self.browser.await_picture()
        self.assertEqual(self.text().count("<finalxform"), 2)
        self.assertIn('zxCoefs="1 0 0 1 0 0"', self.text())
        for count in (1, 0):
            self.browser.js(
                "[...document.querySelectorAll('.chips[aria-label=Xforms] .chip')].find((chip) => chip.textContent.trim().startsWith('final')).click()"
            )
            self.browser.js(
                "[...document.querySelectorAll('button.plain')].find((button) => button.title === 'Remove' && button.textContent === 'remove').click()"
            )
            self.assertEqual(len(self.browser.model()["finals"]), count)
        self.browser.await_picture()

    def text(self):
        """The flame as XML."""
        return self.browser.js_async(
            """const N = await import('/net.js');
            return (await N.question({ t: 'xml', models: [S.state.model] })).text;"""
        )

    def test_motion_is_kept(self):
        self.browser.click("#addmotion")
        self.assertEqual(
            self.browser.model()["xforms"][0]["motions"],
            [[["motion_frequency", 1], ["motion_function", "sin"], ["weight", 0.2]]],
        )
        self.assertIn(
            '<motion motion_frequency="1" motion_function="sin" weight="0.2"/>', self.text()
        )

    def test_messages_stand_beside_their_field(self):
        self.browser.js_async("S.set(['settings', 'estimator_minimum'], 5); return 1")
        self.browser.click('#side [data-tab="tone"]')
        self.browser.until(
            "[...document.querySelectorAll('.field')].some((field) => field.textContent.startsWith('estimator minimum') && "
            "field.querySelector('.message.warning')?.textContent.includes('estimator_radius'))"
        )

    def test_a_grid_of_mutants(self):
        self.browser.workspace("explore")
        self.browser.click("#breed")
        self.browser.until("studioGrid.pictures >= 16")
        name = self.browser.model()
        self.browser.click("#grid .cell:nth-child(3)")
        self.assertNotEqual(self.browser.model(), name)
        self.browser.click("#undo")
        self.assertEqual(self.browser.model(), name)

    def test_grids_of_crosses_and_random_flames(self):
        choose = "const select = document.querySelector(arguments[0]); select.value = arguments[1]; select.onchange()"
        self.browser.workspace("explore")
        self.browser.js(choose, '[aria-label="cells"]', "4")
        for operation in ("random", "cross"):
            self.browser.js(choose, '[aria-label="operation"]', operation)
            self.browser.click("#breed")
            self.browser.until("studioGrid.pictures >= 4")
            self.assertEqual(
                self.browser.js("return document.querySelectorAll('#grid .cell.wrong').length"),
                0,
                operation,
            )
        self.browser.js(choose, '[aria-label="operation"]', "mutate")
        self.browser.js(choose, '[aria-label="cells"]', "16")

    def test_saves_what_can_be_opened(self):
        self.browser.js_async("S.set(['settings', 'gamma'], 3.25); return 1")
        answer = self.browser.js_async(
            """const N = await import('/net.js');
            return await N.question({ t: 'save', file: 'made/saved.flame', models: [S.state.model], replace: false });"""
        )
        self.assertEqual(answer.get("file"), "made/saved.flame", answer)
        again = self.browser.js_async(
            """const N = await import('/net.js');
            return await N.question({ t: 'save', file: 'made/saved.flame', models: [S.state.model], replace: false });"""
        )
        self.assertIn("already", again["failed"])
        outside = self.browser.js_async(
            """const N = await import('/net.js');
            return await N.question({ t: 'save', file: '../outside.flame', models: [S.state.model], replace: true });"""
        )
        self.assertIn("failed", outside)
        before = self.browser.model()
        self.browser.js_async(
            "const F = await import('/files.js'); await F.openFlame('made/saved.flame'); return 1"
        )
        self.assertEqual(self.browser.model(), before)

    def test_a_hostile_file_is_an_error(self):
        opened = self.browser.js_async(
            "const F = await import('/files.js'); return await F.openFlame('hostile.flame')"
        )
        self.assertFalse(opened)
        self.assertIn(
            "hostile.flame", self.browser.js("return document.getElementById('notice').textContent")
        )
        for text in (
            "{",
            '{"t": 3}',
            '{"t": "show"}',
            '{"t": "nonsense"}',
            '{"t": "show", "subject": {"model": 7}, "request": {}}',
        ):
            self.browser.js_async(
                """const s = new WebSocket(`ws://${location.host}/ws`); await new Promise((r) => { s.onopen = r; });
                s.send(args[0]); await new Promise((r) => { s.onmessage = r; }); s.close(); return 1""",
                text,
            )

    def test_exports_a_film(self):
        if not shutil.which("ffmpeg"):
            self.skipTest("no ffmpeg")
        self.browser.workspace("film")
        self.browser.js_async(
            """const N = await import('/net.js');
            N.send({ t: 'export', subject: { film: { kind: 'loop', models: [S.state.model], frames: 5 } }, output: 'loop.mp4', width: 64, height: 36, quality: 5, rate: 24 });
            return 1"""
        )
        self.browser.until(
            "studioFilm.jobs.some((job) => job.output === 'loop.mp4' && job.state !== 'queued' && job.state !== 'running')"
        )
        job = self.browser.js("return studioFilm.jobs.find((job) => job.output === 'loop.mp4')")
        self.assertEqual((job["state"], job["error"]), ("done", ""))
        path = pathlib.Path(self.folder.name) / "loop.mp4"
        frames = subprocess.run(
            [
                "ffprobe",
                "-v",
                "error",
                "-count_frames",
                "-show_entries",
                "stream=nb_read_frames",
                "-of",
                "csv=p=0",
                str(path),
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        self.assertEqual(frames.split(",")[0], "5")
        size = self.browser.js_async(
            "return (await (await fetch('/export?id=' + args[0])).arrayBuffer()).byteLength",
            job["id"],
        )
        self.assertEqual(size, path.stat().st_size)
        shown = self.changed(
            "document.getElementById('scrubber').value = 0.5; document.getElementById('scrubber').dispatchEvent(new Event('input'));"
        )
        self.assertFalse(shown["onlyFinished"])

    def test_goes_on_after_a_crash_of_the_server(self):
        self.browser.js_async("S.set(['settings', 'gamma'], 2.75); await wait(900); return 1")
        self.server.kill()
        self.browser.until("document.getElementById('link').classList.contains('off')")
        self.server.start()
        pictures = self.browser.js("return studioStats.pictures")
        self.browser.until(f"studioStats.pictures > {pictures}")
        self.assertEqual(self.browser.model()["settings"]["gamma"], 2.75)
        self.browser.driver.get(self.server.url)  # and a page that is loaded again finds it, too
        self.browser.until("window.studioStats && studioStats.pictures > 0")
        self.assertEqual(self.browser.model()["settings"]["gamma"], 2.75)

    def test_two_tabs_are_two_flames(self):
        driver = self.browser.driver
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        try:
            self.browser.open(self.server.url, "emerald-rings.flame")
            self.assertEqual(self.browser.model()["name"], "emerald-rings")
            self.browser.js_async("S.set(['settings', 'gamma'], 2.5); return 1")
            self.browser.await_picture()
        finally:
            driver.close()
            driver.switch_to.window(first)
        self.assertEqual(self.browser.model()["name"], "small")
        self.changed("S.set(['settings', 'gamma'], 2.6);")

    def test_compares_by_a_wipe(self):
        self.browser.workspace("explore")
        self.browser.js(
            "[...document.querySelectorAll('button')].find((button) => button.textContent === 'Compare with this state').click()"
        )
        self.browser.js_async("S.set(['settings', 'brightness'], 30); return 1")
        self.browser.until("!document.getElementById('other').hidden")
        self.browser.await_picture()
        other = lambda: self.browser.js(
            "const c = document.createElement('canvas'); c.width = 32; c.height = 18; const x = c.getContext('2d');"
            "x.drawImage(document.getElementById('other'), 0, 0, 32, 18); return [...x.getImageData(0, 0, 32, 18).data].reduce((a, b) => a + b)"
        )
        self.browser.until("document.getElementById('other').width > 100")
        self.browser.js_async("await wait(500); return 1")
        self.assertGreater(sum(self.pixels()), 1.1 * other())  # the brighter one is on the left
        wipe = self.browser.driver.find_element(By.ID, "wipe")
        at = int(wipe.get_attribute("aria-valuenow"))
        wipe.send_keys(Keys.ARROW_LEFT * 3)
        self.assertLess(int(wipe.get_attribute("aria-valuenow")), at)
        ActionChains(self.browser.driver, duration=20).click_and_hold(wipe).move_by_offset(
            80, 0
        ).release().perform()
        self.assertGreater(int(wipe.get_attribute("aria-valuenow")), at)
        self.browser.js(
            "[...document.querySelectorAll('button')].find((button) => button.textContent === 'Stop comparing').click()"
        )
        self.assertTrue(
            self.browser.js(
                "return document.getElementById('other').hidden && document.getElementById('wipe').hidden"
            )
        )

    def test_a_contact_sheet_of_one_value(self):
        self.browser.workspace("explore")
        self.browser.js(
            """const which = document.querySelector('[aria-label="Value to sweep"]');
            which.value = [...which.options].find((option) => option.textContent.includes('julian_dist')).value; which.onchange();
            const [from, to] = ['from', 'to'].map((label) => document.querySelector(`[aria-label="${label}"]`)); from.value = 0.5; to.value = 1.6;
            [...document.querySelectorAll('button')].find((button) => button.textContent === 'Draw').click()"""
        )
        sheet = "document.querySelectorAll('[aria-label=Sweep] .cell img')"
        self.browser.until(f"{sheet}.length === 12")
        self.browser.js("document.querySelectorAll('[aria-label=Sweep] .cell')[11].click()")
        self.assertAlmostEqual(
            self.browser.model()["xforms"][1]["variations"][0]["params"]["julian_dist"], 1.6
        )

    def test_imports_gradients_and_colours_of_pictures(self):
        files = {
            "a.ugr": 'x {\ngradient:\n title="t" smooth=no\n index=0 color=255\n index=399 color=16711680\n}\n',
            "b.map": "255 0 0\n128 0 128\n0 0 255\n",
            "c.txt": "#ff0000 #800080 #0000ff",
        }
        for name, text in files.items():
            found = self.browser.js_async(
                """const P = await import('/palette.js');
                await P.importColors(new File([args[1]], args[0], { type: '' })); return S.state.model.palette.hex""",
                name,
                text,
            )
            self.assertEqual((found[:6], found[-6:]), ("FF0000", "0000FF"), name)
        found = self.browser.js_async(
            """const P = await import('/palette.js');
            const c = document.createElement('canvas'); c.width = 90; c.height = 60; const x = c.getContext('2d');
            ['#102040', '#e08020', '#40c060'].forEach((color, i) => { x.fillStyle = color; x.fillRect(i * 30, 0, 30, 60); });
            const blob = await new Promise((resolve) => c.toBlob(resolve)); await P.importColors(new File([blob], 'p.png', { type: 'image/png' }));
            return P.colorsOf(S.state.model.palette.hex)"""
        )
        near = lambda color: min(sum(abs(a - b) for a, b in zip(color, entry)) for entry in found)
        for color in ((0x10, 0x20, 0x40), (0xE0, 0x80, 0x20), (0x40, 0xC0, 0x60)):
            self.assertLess(near(color), 40, color)
        self.assertFalse(
            self.browser.js_async(
                "const P = await import('/palette.js'); return await P.importColors(new File(['nothing'], 'd.txt'))"
            )
        )
        self.browser.await_picture()

    def test_shows_the_report_of_the_compiler(self):
        self.browser.click('#side [data-tab="code"]')
        self.browser.click("#report")
        self.browser.until("document.querySelector('iframe.report')")
        frame = self.browser.driver.find_element(By.CSS_SELECTOR, "iframe.report")
        self.browser.driver.switch_to.frame(frame)
        try:
            self.browser.until("document.querySelectorAll('li').length > 20")
            self.assertIn("julian", self.browser.js("return document.body.textContent"))
            self.assertEqual(
                self.browser.js("return origin"), "null"
            )  # it may do nothing but show itself
        finally:
            self.browser.driver.switch_to.default_content()
            self.browser.js("document.getElementById('dialog').close()")

    def test_saves_a_node(self):
        answer = self.browser.js_async(
            """const N = await import('/net.js');
            return await N.question({ t: 'save', file: 'made/node.json', models: [S.state.model], replace: true });"""
        )
        self.assertEqual(answer.get("file"), "made/node.json", answer)
        self.assertTrue(
            self.browser.js_async(
                "const F = await import('/files.js'); return await F.openFlame('made/node.json')"
            )
        )
        self.assertEqual(
            [
                use["name"]
                for xform in self.browser.model()["xforms"]
                for use in xform["variations"]
            ],
            ["spherical", "julian"],
        )
        self.browser.await_picture()

    def test_a_queue_of_exports(self):
        self.browser.workspace("film")
        self.browser.js_async(
            """const N = await import('/net.js');
            for (const output of ['long.png', 'next.png']) N.send({ t: 'export', subject: { model: S.state.model }, output, width: 1200, height: 700, quality: 30000 });
            return 1"""
        )
        job = lambda name: next(
            (job for job in self.browser.js("return studioFilm.jobs") if job["output"] == name),
            None,
        )
        state = lambda name, wanted: self.browser.until(
            f"studioFilm.jobs.some((job) => job.output === '{name}' && {wanted})"
        )
        press = lambda name, word: self.browser.js(
            "[...document.querySelectorAll('.job')].filter((node) => node.querySelector('b').textContent === arguments[0])"
            ".flatMap((node) => [...node.querySelectorAll('button')]).find((button) => button.textContent === arguments[1]).click()",
            name,
            word,
        )
        state("long.png", "job.state === 'running' && job.share > 0")
        self.assertEqual(job("next.png")["state"], "queued")
        press("long.png", "pause")
        state("long.png", "job.state === 'paused'")
        share = job("long.png")["share"]
        press("next.png", "cancel")
        self.browser.until("!studioFilm.jobs.some((job) => job.output === 'next.png')")
        self.browser.js_async("await wait(1200); return 1")
        self.assertLess(job("long.png")["share"], share + 0.05)
        press("long.png", "resume")
        state("long.png", f"job.state === 'running' && job.share > {share}")
        press("long.png", "cancel")
        self.browser.until("!studioFilm.jobs.some((job) => job.output === 'long.png')")

    def test_plays_a_film(self):
        self.browser.workspace("film")
        self.browser.await_picture()
        self.browser.click("#play")
        self.browser.until("studioFilm.played >= 12")
        self.browser.click("#play")
        self.browser.until("!studioFilm.isPlaying")
        self.browser.click("#addkey")
        self.browser.js_async("S.set(['settings', 'rotate'], 40); return 1")
        self.browser.click("#addkey")
        kind = "document.querySelector('[aria-label=\"Kind of film\"]')"
        self.browser.js(f"{kind}.value = 'keys'; {kind}.onchange()")
        self.browser.js(
            "const last = [...document.querySelectorAll('.keytime')].at(-1); last.value = 80; last.onchange()"
        )
        self.assertEqual(
            self.browser.js(
                "return [...document.querySelectorAll('.keytime')].map((input) => Number(input.value))"
            ),
            [0, 80],
        )
        self.changed(
            "document.getElementById('scrubber').value = 0.25; document.getElementById('scrubber').dispatchEvent(new Event('input'));"
        )
        for _ in range(2):
            self.browser.js(
                "const cells = document.querySelectorAll('.keys .cell'); cells[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))"
            )
        self.assertEqual(
            self.browser.js("return document.querySelectorAll('.keys .cell').length"), 0
        )
        self.browser.js(f"{kind}.value = 'loop'; {kind}.onchange()")

    def test_pinching_comes_closer(self):
        scale = self.browser.model()["settings"]["scale"]
        self.browser.js(
            """const viewport = document.getElementById('viewport'), box = document.getElementById('frame').getBoundingClientRect();
            viewport.setPointerCapture = () => {};
            const send = (kind, id, x) => viewport.dispatchEvent(new PointerEvent(kind, { pointerId: id, pointerType: 'touch', button: kind === 'pointermove' ? -1 : 0, clientX: box.left + x, clientY: box.top + 80, bubbles: true }));
            document.getElementById('triangles').checked = false; document.getElementById('triangles').onchange();
            send('pointerdown', 11, 100); send('pointerdown', 12, 200); send('pointermove', 11, 50); send('pointermove', 12, 250);
            send('pointerup', 11, 50); send('pointerup', 12, 250); delete viewport.setPointerCapture"""
        )
        self.assertAlmostEqual(self.browser.model()["settings"]["scale"] / scale, 2, delta=0.05)

    def test_works_by_keyboard(self):
        body = self.browser.driver.find_element(By.TAG_NAME, "body")
        self.browser.js("document.activeElement.blur()")
        for key, name in (("2", "explore"), ("3", "folder"), ("4", "film"), ("1", "edit")):
            body.send_keys(key)
            self.assertEqual(self.browser.js("return studioState.workspace"), name)
        center = self.browser.model()["settings"]["center"]
        viewport = self.browser.driver.find_element(By.ID, "viewport")
        viewport.send_keys(Keys.ARROW_RIGHT)
        self.assertGreater(self.browser.model()["settings"]["center"][0], center[0])
        viewport.send_keys(Keys.CONTROL + "z")
        self.assertEqual(self.browser.model()["settings"]["center"], center)
        body.send_keys("3")
        self.browser.until("document.querySelector('#thumbnails .face[tabindex=\"0\"]')")
        search = self.browser.driver.find_element(By.ID, "searchfolder")
        search.send_keys(Keys.ARROW_DOWN)
        self.browser.js(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))"
        )
        self.assertEqual(
            self.browser.js("return Number(document.activeElement.closest('.cell').dataset.at)"),
            self.browser.js(
                "return Number(document.querySelector('#thumbnails .cell').getAttribute('aria-setsize')) - 1"
            ),
        )
        # Whoever walks by Tab sees where he is.
        body.send_keys("1")
        self.browser.js("document.getElementById('name').focus()")
        for _ in range(12):
            ActionChains(self.browser.driver).send_keys(Keys.TAB).perform()
            seen = self.browser.js(
                "const s = getComputedStyle(document.activeElement); return [document.activeElement.tagName, s.outlineStyle, s.outlineWidth]"
            )
            self.assertNotEqual(seen[0], "BODY")
            self.assertNotEqual(seen[1], "none", seen)

    def test_all_that_can_be_used_has_a_name(self):
        self.browser.driver.execute_cdp_cmd("Accessibility.enable", {})
        roles = {
            "button",
            "checkbox",
            "combobox",
            "link",
            "listbox",
            "menuitem",
            "option",
            "radio",
            "searchbox",
            "slider",
            "spinbutton",
            "tab",
            "textbox",
        }

        def nameless():
            nodes = self.browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
            used = [
                node
                for node in nodes
                if not node.get("ignored") and node.get("role", {}).get("value") in roles
            ]
            self.assertGreater(len(used), 15)
            return [node for node in used if not node.get("name", {}).get("value")]

        for workspace in ("explore", "folder", "film", "edit"):
            self.browser.workspace(workspace)
            self.browser.js_async("await wait(300); return 1")
            self.assertEqual(nameless(), [], workspace)
        for tab in ("colours", "picture", "tone", "code", "xforms"):
            self.browser.click(f'#side [data-tab="{tab}"]')
            self.assertEqual(nameless(), [], tab)
        self.browser.click("#addvariation")
        self.assertEqual(nameless(), [], "variations")

    def test_light_and_dark(self):
        shade = lambda: self.browser.js(
            "return getComputedStyle(document.getElementById('side')).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b)"
        )
        contrast = lambda: self.browser.js(
            """const light = (css) => { const [r, g, b] = css.match(/[\\d.]+/g).map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
            const style = getComputedStyle(document.getElementById('side')); const a = light(style.color), b = light(style.backgroundColor);
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)"""
        )
        first = shade()
        self.assertGreater(contrast(), 7)
        self.browser.click("#theme")
        self.assertGreater(abs(shade() - first), 300)
        self.assertGreater(contrast(), 7)
        self.browser.click("#theme")
        self.assertEqual(shade(), first)

    def test_fits_on_a_tablet(self):
        driver = self.browser.driver
        size = driver.get_window_size()
        driver.set_window_size(800, 1100)
        try:
            self.browser.await_picture()
            self.assertLessEqual(
                self.browser.js("return document.documentElement.scrollWidth"),
                self.browser.js("return innerWidth"),
            )
            viewport, side = self.browser.js(
                "return ['viewport', 'side'].map((id) => { const b = document.getElementById(id).getBoundingClientRect(); return [b.width, b.height, b.top]; })"
            )
            self.assertGreater(viewport[1], 250)
            self.assertGreater(side[1], 250)
            self.assertGreater(side[2], viewport[2])
        finally:
            driver.set_window_size(size["width"], size["height"])

    def test_pictures_are_drawn_in_their_order(self):
        """However long one takes to decode."""
        self.browser.js(
            """const real = window.createImageBitmap; let count = 0; window.decoded = [];
            window.createImageBitmap = async (...all) => {
              const bitmap = await real(...all), number = count++;
              if (number === 0) await new Promise((resolve) => setTimeout(resolve, 1500));
              window.decoded.push(number);
              return bitmap;
            }; window.undoSlow = () => { window.createImageBitmap = real; }"""
        )
        try:
            self.browser.js_async("S.set(['settings', 'gamma'], 3.25); return 1")
            self.browser.until("window.decoded.length >= 2 && window.decoded.includes(0)")
            self.browser.js_async("await wait(100); return 1")
            self.browser.await_picture()
        finally:
            self.browser.js("window.undoSlow()")

    def test_asks_nobody_else(self):
        own = self.browser.js(
            "return performance.getEntriesByType('resource').map((entry) => new URL(entry.name)).filter((url) => url.protocol !== 'blob:' && url.origin !== location.origin).map(String)"
        )
        self.assertEqual(own, [])

    def test_a_long_folder_has_few_cells(self):
        folder = pathlib.Path(self.folder.name) / "many"
        folder.mkdir()
        for i in range(300):
            (folder / f"{i:03}.flame").write_text(SMALL.replace('"small"', f'"f{i}"'))
        self.browser.workspace("folder")
        # Three lists at once are still one list.
        self.browser.js(
            "const reload = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Reload'); for (let i = 0; i < 3; i++) reload.click()"
        )
        self.browser.until(
            "/^(\\d+) of \\1$/.test(document.querySelector('#side [role=status]').textContent)"
        )
        self.browser.until(
            "Number(document.querySelector('#thumbnails .cell')?.getAttribute('aria-setsize')) >= 302"
        )
        self.assertLess(
            self.browser.js("return document.querySelectorAll('#thumbnails .cell').length"), 120
        )
        self.browser.js("document.getElementById('side').scrollTop = 1e6")
        self.browser.until(
            "[...document.querySelectorAll('#thumbnails .cell')].some((cell) => Number(cell.dataset.at) >= 300)"
        )
        search = "const s = document.getElementById('searchfolder'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))"
        self.browser.js(search, "many/017")
        self.browser.until("document.querySelectorAll('#thumbnails .cell').length === 1")
        self.browser.js(search, "")
        self.browser.until("document.querySelectorAll('#thumbnails .cell').length > 1")

    def test_many_changes_leave_nothing_behind(self):
        """The long form is latency.py --memory=2000."""
        change = """for (let i = 0; i < args[0]; i++) { const before = studioStats.rev;
            S.set(['xforms', 0, 'coefs', 4], 0.3 + i * 0.001); while (studioStats.shownRev <= before) await wait(1); } gc?.(); return 1"""
        self.browser.js_async(change.replace("gc?.()", ""), 60)
        heap = (
            lambda: self.browser.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
            / 2**20
        )
        collect = lambda: self.browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        collect()
        server, page = self.server.memory_kilobytes() / 1024, heap()
        self.browser.js_async(change.replace("gc?.()", ""), 120)
        collect()
        self.assertLess(self.server.memory_kilobytes() / 1024, server + 12)
        self.assertLess(heap(), page + 2)

    def ask(self, request):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as connection:
            connection.sendall(request.replace("\n", "\r\n").encode() + b"\r\n\r\n")
            return connection.recv(4000).decode(errors="replace")

    def test_only_those_who_know_the_token_get_in(self):
        host = f"127.0.0.1:{self.server.port}"
        self.assertIn(" 403 ", self.ask(f"GET / HTTP/1.1\nHost: {host}"))
        self.assertIn(" 403 ", self.ask(f"GET /?token={'0' * 40} HTTP/1.1\nHost: {host}"))
        self.assertIn(" 200 ", self.ask(f"GET /?token={self.server.token} HTTP/1.1\nHost: {host}"))
        upgrade = (
            f"GET /ws?token={self.server.token} HTTP/1.1\nHost: {host}\nUpgrade: websocket\nConnection: Upgrade\n"
            "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nOrigin: "
        )
        self.assertIn(" 403 ", self.ask(upgrade + "http://elsewhere.example"))
        self.assertIn(" 101 ", self.ask(upgrade + f"http://{host}"))
        self.assertIn(
            " 404 ",
            self.ask(f"GET /../flame-studio?token={self.server.token} HTTP/1.1\nHost: {host}"),
        )
        self.assertIn(
            " 405 ", self.ask(f"DELETE /?token={self.server.token} HTTP/1.1\nHost: {host}")
        )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
