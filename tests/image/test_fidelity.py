#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of the comparison tools themselves: a harness that passes everything is worse than none.
# Genome edits and the handling of pictures need nothing; the exit codes need flame-cmp (found by
# the environment variable FLAME_CMP, else on PATH); the self-check also needs flam3-render, and
# takes flam3 for both sides: it must agree with itself, but not with itself made brighter.

import contextlib
import io
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import fidelity
import genome_edit
import renders
import report
import variation_flames

FLAME_CMP = shutil.which(os.environ.get("FLAME_CMP", "flame-cmp"))
FLAME_TBLGEN = shutil.which(os.environ.get("FLAME_TBLGEN", "flame-tblgen"))
FLAM3 = shutil.which("flam3-render")
needs_flame_cmp = unittest.skipUnless(FLAME_CMP, "flame-cmp is not on PATH, nor named by FLAME_CMP")
needs_flam3 = unittest.skipUnless(FLAM3, "flam3-render is not installed")

_COLORS = "".join(
    '<color index="%d" rgb="%d %d %d"/>' % (i, i, 255 - i, (i * 3) % 256) for i in range(256)
)
_HEAD = (
    '<flame name="%s" time="0" size="320 240" center="0 0" scale="%d" supersample="1" '
    'filter="0.5" quality="10" background="0 0 0" brightness="4" gamma="3" vibrancy="1" '
    'estimator_radius="%d" gamma_threshold="0.01">'
)
_XFORMS = {
    "triangle": '<xform weight="1" color="0" linear="1" coefs="0.5 0 0 0.5 -0.5 -0.5"/>'
    '<xform weight="1" color="0.5" linear="1" coefs="0.5 0 0 0.5 0.5 -0.5"/>'
    '<xform weight="1" color="1" linear="1" coefs="0.5 0 0 0.5 0 0.5"/>',
    "julia": '<xform weight="1" color="0" julia="1" coefs="0.8 0.3 -0.3 0.8 0.2 0.1"/>'
    '<xform weight="0.5" color="1" linear="0.7" spherical="0.2" '
    'coefs="0.6 -0.4 0.4 0.6 -0.4 0.3"/>',
    "swirl": '<xform weight="1" color="0" swirl="0.8" coefs="0.7 0.4 -0.4 0.7 0.3 0"/>'
    '<xform weight="1" color="1" sinusoidal="0.9" coefs="1.2 0 0 1.2 -0.5 0.4"/>',
}


def genome(name, estimator=0):
    return _HEAD % (name, 80, estimator) + _XFORMS[name] + _COLORS + "</flame>\n"


def write_png(path, width, height, sample):
    """A grey RGB picture; sample() gives each level."""
    rows = b"".join(
        b"\0" + b"".join(bytes([sample()] * 3) for _ in range(width)) for _ in range(height)
    )

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    with open(path, "wb") as file:
        file.write(
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b"")
        )


class InFolder(unittest.TestCase):
    """A test with a folder of its own and a way to run the harness."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fidelity-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w") as file:
                file.write(text)
        return path

    def harness(self, *arguments):
        """Returns (exit status, stdout, stderr)."""
        out, err = io.StringIO(), io.StringIO()
        fixed = ["--output=" + self.file("report"), "--cache-dir=" + self.file("cache"), "--jobs=2"]
        if FLAME_CMP:
            fixed.append("--flame-cmp=" + FLAME_CMP)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = fidelity.main([*arguments, *fixed])
        return status, out.getvalue(), err.getvalue()


class GenomeEditTest(unittest.TestCase):
    def edited(self, text, **settings):
        data, size = genome_edit.edit(text.encode("latin-1"), genome_edit.Settings(**settings))
        return data.decode("latin-1"), size

    def test_size_and_scale_change_together(self):
        text, size = self.edited('<flame size="800 592" scale="77.5"></flame>', width=400)
        self.assertEqual(size, (400, 296))
        values = genome_edit.attributes(text)
        self.assertEqual((values["size"], values["scale"]), ("400 296", "38.75"))

    def test_what_is_not_said_starts_from_the_defaults_of_flam3(self):
        values = genome_edit.attributes(self.edited('<flame name="x"/>', width=200)[0])
        self.assertEqual((values["size"], values["scale"]), ("200 200", "100"))

    def test_everything_but_the_start_tag_stays_byte_for_byte(self):
        body = '<xform a = \'1>2\'   b="\xe9"/>\r\n<!-- quality="3" -->\t<edit size="1 1"/>'
        tag = '<flame size="100 100" notes="size=\'9 9\' > x">'
        text = "<?xml?>\r\n" + tag + body + "</flame>\n"
        result, _ = self.edited(text)
        self.assertTrue(result.startswith("<?xml?>\r\n<flame "))
        self.assertTrue(result.endswith(" notes=\"size='9 9' > x\">" + body + "</flame>\n"))

    def test_density_estimation_and_supersampling_are_kept_unless_told(self):
        tag = '<flame size="10 10" estimator_radius="9" oversample="3"></flame>'
        kept = genome_edit.attributes(self.edited(tag)[0])
        self.assertEqual((kept["estimator_radius"], kept["oversample"]), ("9", "3"))
        self.assertNotIn("filter", kept)
        told = genome_edit.attributes(
            self.edited(tag, density_estimation=False, supersample=2, filter=0.75)[0]
        )
        self.assertEqual((told["estimator_radius"], told["oversample"]), ("0", "2"))
        self.assertEqual(told["filter"], "0.75")
        self.assertNotIn("supersample", told)

    def test_one_flame_of_several_is_left(self):
        text = (
            '<flames><flame name="a"><edit/></flame>\n'
            '<!-- <flame name="c"> --><flame name="b"/></flames>'
        )
        first, second = self.edited(text)[0], self.edited(text, flame=1)[0]
        self.assertIn('name="a"', first)
        self.assertNotIn('name="b"', first)
        self.assertIn('name="b"', second)
        self.assertNotIn('name="a"', second)
        self.assertTrue(second.startswith("<flames>") and second.endswith("</flames>"))

    def test_broken_files_are_refused(self):
        for text in (
            "",
            "<flame",
            "<flame>",
            "<flames></flames>",
            '<flame size="0 1"></flame>',
            '<flame size="a b"></flame>',
        ):
            with self.subTest(text), self.assertRaises(genome_edit.GenomeError):
                self.edited(text)
        with self.assertRaises(genome_edit.GenomeError):
            self.edited("<flame></flame>", flame=1)

    def key_frames(self, text, **settings):
        data, size, span = genome_edit.edit_key_frames(
            text.encode("latin-1"), genome_edit.Settings(**settings)
        )
        return data.decode("latin-1"), size, span

    def test_key_frames_get_one_root_and_the_size_of_the_first(self):
        text, size, span = self.key_frames(
            '<flame time="5" size="800 600" scale="80"><a/></flame>\n'
            '<flame time="9" size="400 100" scale="60"/>',
            width=400,
            temporal_samples=100,
        )
        self.assertEqual((size, span), ((400, 300), (5, 9)))
        self.assertTrue(text.startswith("<flames>\n<flame ") and text.endswith("\n</flames>\n"))
        first, second = (genome_edit.attributes(part) for part in text.split("<flame ")[1:])
        self.assertEqual((first["size"], first["scale"]), ("400 300", "40"))
        self.assertEqual((second["size"], second["scale"]), ("400 300", "30"))
        self.assertEqual((first["temporal_samples"], second["temporal_samples"]), ("100", "100"))

    def test_key_frames_that_are_no_animation_are_refused(self):
        for text in (
            '<flame time="1"/>',
            '<flame time="1"/><flame time="1"/>',
            '<flame time="2"/><flame time="1"/>',
            '<flame time="now"/><flame/>',
        ):
            with self.subTest(text), self.assertRaises(genome_edit.GenomeError):
                self.key_frames(text)

    def test_variations_are_told_from_parameters(self):
        text = (
            '<flame><xform weight="1" coefs="1 0 0 1 0 0" julian="1" julian_power="3" '
            'pre_blur="0.5" bubble="0"/>'
            '<finalxform super_shape="1" super_shape_m="2"/></flame>'
        )
        self.assertEqual(
            genome_edit.variations(text.encode()), ["julian", "pre_blur", "super_shape"]
        )
        self.assertEqual(
            genome_edit.variations(b'<xform mobius="1" Re_A="2" Im_D="1"/>'), ["mobius"]
        )


class RenderTest(InFolder):
    """The bookkeeping, with a renderer that only writes its arguments."""

    RENDER = "printf '%s %s' {seed} {width} > {out}; echo x >> {work}/count"

    def setUp(self):
        super().setUp()
        self.input = self.file("triangle.flam3", genome("triangle", estimator=5))

    def reference(self, *more):
        return self.harness(
            self.input,
            "--render-only=reference",
            "--reference-dir=" + self.file("set"),
            "--reference-render=" + self.RENDER,
            *more,
        )

    def count(self, side):
        with open(self.file("report/work/%s/count" % side)) as file:
            return len(file.readlines())

    def test_pictures_are_named_by_genome_and_seed(self):
        self.assertEqual(self.reference("--width=32")[0], 0)
        with open(self.file("set/triangle.r3.png")) as file:
            self.assertEqual(file.read(), "3 32")

    def test_a_flame_of_a_file_has_pictures_of_its_own(self):
        both = self.file(
            "both.flam3", "<flames>" + genome("triangle") + genome("julia") + "</flames>"
        )
        status, _, err = self.harness(
            both + "#1",
            both + "#0",
            "--render-only=reference",
            "--reference-dir=" + self.file("set"),
            "--reference-render=cp {genome} {out}",
        )
        self.assertEqual(status, 0, err)
        for index, name in enumerate(("triangle", "julia")):
            with open(self.file("set/both.%d.r1.png" % index)) as file:
                self.assertIn('name="%s"' % name, file.read())

    def test_a_cached_picture_is_not_rendered_again(self):
        self.reference()
        shutil.rmtree(self.file("set"))
        self.assertEqual(self.reference()[0], 0)
        self.assertEqual(self.count("reference"), 4)

    def test_a_changed_genome_or_setting_misses_the_cache(self):
        self.reference()
        for change in ("--quality=3", "--width=31", "--supersample=2", "--no-de"):
            shutil.rmtree(self.file("set"))
            self.reference(change)
        self.assertEqual(self.count("reference"), 20)

    def test_a_set_made_with_other_settings_is_refused(self):
        self.reference()
        status, _, err = self.reference("--width=32")
        self.assertEqual(status, 2)
        self.assertIn("width=640, but 32 was asked for", err)

    def test_a_set_from_before_a_setting_existed_has_its_default(self):
        self.reference()
        with open(self.file("set/fidelity-set.json")) as file:
            record = json.load(file)
        for name in ("temporal_samples", "filter", "supersample"):
            del record["settings"][name]
        self.file("set/fidelity-set.json", json.dumps(record))
        status, _, err = self.reference()
        self.assertEqual(status, 0, err)
        self.file("set/fidelity-set.json", json.dumps(record))
        status, _, err = self.reference("--supersample=2")
        self.assertEqual(status, 2)
        self.assertIn("supersample=None, but 2 was asked for", err)

    def test_a_set_of_another_version_of_the_genome_is_refused(self):
        self.reference()
        self.file("triangle.flam3", genome("julia"))
        status, _, err = self.reference()
        self.assertEqual(status, 2)
        self.assertIn("another version", err)

    def test_ours_is_rendered_again_unless_resumed(self):
        arguments = [
            self.input,
            "--render-only=ours",
            "--ours-prepare=",
            "--ours-render=" + self.RENDER,
        ]
        self.harness(*arguments)
        self.harness(*arguments)
        self.assertEqual(self.count("ours"), 4)
        self.harness(*arguments, "--resume")
        self.assertEqual(self.count("ours"), 4)

    def test_the_genome_is_prepared_once_for_all_seeds(self):
        self.harness(
            self.input,
            "--render-only=ours",
            "--ours-seeds=1-5",
            "--ours-prepare=echo x >> {work}/prepared",
            "--ours-render=" + self.RENDER,
        )
        with open(self.file("report/work/ours/prepared")) as file:
            self.assertEqual(len(file.readlines()), 1)

    def test_a_failing_command_is_shown_and_leaves_no_picture(self):
        self.harness(
            self.input, "--render-only=ours", "--ours-prepare=", "--ours-render=" + self.RENDER
        )
        status, _, err = self.harness(
            self.input,
            "--render-only=ours",
            "--ours-prepare=",
            "--ours-render=echo half > {out}; echo out of luck >&2; exit 7",
        )
        self.assertEqual(status, 1)
        self.assertIn("exit status 7", err)
        self.assertIn("out of luck", err)
        self.assertFalse(os.path.exists(self.file("report/ours/triangle.o101.png")))

    def test_a_command_that_hangs_is_ended(self):
        status, _, err = self.harness(
            self.input,
            "--render-only=ours",
            "--ours-prepare=sleep 60",
            "--ours-render=" + self.RENDER,
            "--timeout=0.2",
        )
        self.assertEqual(status, 1)
        self.assertIn("took longer than 0.2 s", err)

    def animate(self, frames, *more):
        self.file(
            "edge.flam3", genome("triangle") + genome("julia").replace('time="0"', 'time="8"')
        )
        return self.harness(
            self.file("edge.flam3"),
            "--frames=" + frames,
            "--width=32",
            "--render-only=reference",
            "--reference-dir=" + self.file("set"),
            "--reference-render=printf '%s %s %s' "
            "{seed} {time} {position} > {out}; echo x >> {work}/count",
            *more,
        )

    def test_frames_of_an_animation_are_pictures_of_their_own(self):
        self.assertEqual(self.animate("0,1/4,0.5")[0], 0)
        for name, text in (
            ("edge@0.r1", "1 0 0"),
            ("edge@0.25.r4", "4 2 0.25"),
            ("edge@0.5.r2", "2 4 0.5"),
        ):
            with open(self.file("set/%s.png" % name)) as file:
                self.assertEqual(file.read(), text)

    def test_a_cached_frame_is_not_taken_for_another_one(self):
        self.animate("0,1/4")
        shutil.rmtree(self.file("set"))
        self.animate("1/4,1/2")
        self.assertEqual(self.count("reference"), 12)

    def test_a_frame_between_whole_times_cannot_be_rendered_by_flam3(self):
        status, out, err = self.animate("1/3")
        self.assertEqual(status, 1)
        self.assertIn("frame 1/3 is at time 2.66667, flam3 renders whole numbers", err)

    def test_frames_outside_of_the_animation_are_a_usage_error(self):
        for frames in ("1.5", "-1/4", "1/0", "a", ""):
            with self.subTest(frames), self.assertRaises(SystemExit) as exit:
                self.animate(frames)
            self.assertEqual(exit.exception.code, 2)

    def test_frames_of_one_flame_of_a_file_are_a_usage_error(self):
        for index in range(2):
            status, _, err = self.harness(
                self.input + "#%d" % index, "--frames=0", "--render-only=reference"
            )
            self.assertEqual(status, 2)
            self.assertIn("triangle.flam3#%d' one" % index, err)

    def test_two_genomes_of_one_name_are_a_usage_error(self):
        os.mkdir(self.file("other"))
        other = self.file("other/triangle.flam3", genome("julia"))
        self.assertEqual(self.harness(self.input, other, "--render-only=ours")[0], 2)


class ReportTest(unittest.TestCase):
    GOOD = {
        "stem": "good",
        "variations": ["linear"],
        "fidelity": 1.01,
        "fidelityLimit": 1.1,
        "bias": 0,
        "biasLimit": 0.01,
        "spread": 1,
        "noise": 0.01,
        "mean": 0,
        "pass": True,
        "failed": [],
    }
    BAD = dict(GOOD, stem="bad", fidelity=None, failed=["fidelity"], **{"pass": False})
    BROKEN = {"stem": "broken", "variations": [], "error": "no <flame>"}

    def test_worst_come_first(self):
        order = report.worst_first([self.GOOD, self.BAD, self.BROKEN])
        self.assertEqual([r["stem"] for r in order], ["broken", "bad", "good"])

    def test_an_unmeasured_flame_counts_as_not_passed(self):
        text = report.summary_text([self.GOOD, self.BAD, self.BROKEN])
        self.assertIn("1 of 3 passed, 1 could not be compared", text)

    def test_every_format_takes_every_kind_of_result(self):
        results = [self.GOOD, self.BAD, self.BROKEN]
        settings = genome_edit.Settings().as_dict()
        self.assertIn("FAIL fidelity", report.table(results))
        self.assertIn("| good | 1.010 |", report.markdown(results, settings))
        with tempfile.TemporaryDirectory() as folder:
            report.write_html(folder, results, settings)
            with open(os.path.join(folder, "index.html")) as file:
                self.assertIn("no &lt;flame&gt;", file.read())


class VariationFlamesTest(InFolder):
    """The genomes of variation_flames.py; no renderer is run."""

    def write(self, *arguments):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            status = variation_flames.main(
                [
                    "--flame-tblgen=" + FLAME_TBLGEN,
                    "--write-only",
                    *arguments,
                    "--genomes=" + self.file("genomes"),
                ]
            )
        return status, err.getvalue()

    @unittest.skipUnless(FLAME_TBLGEN, "name flame-tblgen with FLAME_TBLGEN=PATH")
    def test_each_variation_of_flam3_has_a_flame_that_shows_it(self):
        self.assertEqual(self.write()[0], 0)
        names = sorted(os.listdir(self.file("genomes")))
        self.assertEqual(len(names), 99)
        for name in names:
            with self.subTest(name), open(self.file("genomes/" + name), "rb") as file:
                self.assertIn(name[: -len(".flame")], genome_edit.variations(file.read()))

    @unittest.skipUnless(FLAME_TBLGEN, "name flame-tblgen with FLAME_TBLGEN=PATH")
    def test_parameters_are_those_of_the_sample_points(self):
        self.assertEqual(self.write("--only=julian")[0], 0)
        with open(self.file("genomes/julian.flame")) as file:
            self.assertIn('julian="1" julian_power="-3" julian_dist="0.8"', file.read())

    @unittest.skipUnless(FLAME_TBLGEN, "name flame-tblgen with FLAME_TBLGEN=PATH")
    def test_an_unknown_name_is_a_usage_error(self):
        status, err = self.write("--only=crackle")
        self.assertEqual(status, 2)
        self.assertIn("flam3 has no variation 'crackle'", err)


@needs_flame_cmp
class FlameCmpTest(InFolder):
    """Exit codes and messages of the program."""

    def setUp(self):
        super().setUp()
        noise = random.Random(1)
        for name in "abcdef":
            write_png(self.file(name + ".png"), 40, 30, lambda: noise.randrange(90, 110))
        write_png(self.file("small.png"), 20, 30, lambda: 0)
        write_png(self.file("bright.png"), 40, 30, lambda: noise.randrange(110, 130))

    def cmp(self, *arguments):
        return subprocess.run(
            [FLAME_CMP, *arguments], cwd=self.folder, capture_output=True, text=True
        )

    def test_a_pair_passes_unless_a_limit_is_set(self):
        self.assertEqual(self.cmp("a.png", "b.png").returncode, 0)
        self.assertEqual(self.cmp("a.png", "b.png", "--exact").returncode, 1)
        self.assertEqual(self.cmp("a.png", "a.png", "--exact").returncode, 0)
        self.assertEqual(self.cmp("a.png", "b.png", "--tolerance=0.01").returncode, 1)
        self.assertEqual(self.cmp("a.png", "b.png", "--tolerance=0.1").returncode, 0)

    def test_sets_are_judged(self):
        reference = ["--reference", "a.png", "b.png", "c.png", "d.png"]
        good = self.cmp(*reference, "--ours", "e.png", "f.png", "--json", "--blocks=5")
        self.assertEqual(good.returncode, 0)
        self.assertAlmostEqual(json.loads(good.stdout)["fidelity"], 1, delta=0.05)
        blocks = json.loads(good.stdout)["blocks"]
        self.assertEqual(blocks["side"], 5)
        self.assertAlmostEqual(blocks["reference"], 1, delta=0.3)
        bad = self.cmp(*reference, "--ours", "e.png", "bright.png", "--json")
        self.assertEqual(bad.returncode, 1)
        self.assertIn("fidelity", json.loads(bad.stdout)["failed"])

    def test_a_ratio_to_no_noise_is_null_in_json(self):
        done = self.cmp("--reference", "a.png", "a.png", "--ours", "b.png", "b.png", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIsNone(json.loads(done.stdout)["fidelity"])

    def test_the_difference_picture_is_written(self):
        self.assertEqual(self.cmp("a.png", "b.png", "--difference=d.png").returncode, 0)
        self.assertEqual(self.cmp("a.png", "d.png").returncode, 0)
        self.assertEqual(self.cmp("a.png", "b.png", "--difference=none/d.png").returncode, 3)

    def test_sets_can_be_compared_exactly(self):
        pair = ["--reference", "a.png", "b.png", "--ours", "a.png"]
        self.assertEqual(self.cmp(*pair, "b.png", "--exact").returncode, 0)
        self.assertEqual(self.cmp(*pair, "c.png", "--exact").returncode, 1)

    def test_pictures_of_different_size_fail_and_are_named(self):
        done = self.cmp("a.png", "small.png")
        self.assertEqual(done.returncode, 1)
        self.assertIn("'small.png' is 20x30", done.stderr)
        self.assertIn("'a.png' is 40x30", done.stderr)

    def test_unusable_files_and_wrong_usage_have_their_own_codes(self):
        self.file("text.png", "no picture")
        self.assertEqual(self.cmp("a.png", "none.png").returncode, 3)
        self.assertEqual(self.cmp("a.png", "text.png").returncode, 3)
        self.assertEqual(self.cmp("a.png").returncode, 2)
        self.assertEqual(self.cmp("--reference", "a.png", "b.png", "--ours", "c.png").returncode, 2)
        self.assertEqual(self.cmp("a.png", "b.png", "--blocks=31").returncode, 2)
        self.assertEqual(self.cmp("--help").returncode, 0)


@needs_flame_cmp
@needs_flam3
class SelfCheck(InFolder):
    """flam3 against flam3."""

    def compare(self, prepare, ours):
        for name in _XFORMS:
            self.file(name + ".flam3", genome(name, estimator=5 if name == "julia" else 0))
        status, out, err = self.harness(
            self.folder,
            "--width=200",
            "--quality=60",
            "--ours-prepare=" + prepare,
            "--ours-render=" + ours,
            "--markdown=" + self.file("table.md"),
        )
        with open(self.file("report/results.json")) as file:
            results = json.load(file)
        self.assertEqual(len(results["flames"]), len(_XFORMS), err)
        return status, out, results

    def test_flam3_agrees_with_itself(self):
        status, out, results = self.compare("", renders.FLAM3_RENDER)
        self.assertEqual(status, 0, out)
        for result in results["flames"]:
            with self.subTest(result["stem"]):
                self.assertAlmostEqual(result["fidelity"], 1, delta=0.04)
                self.assertAlmostEqual(result["spread"], 1, delta=0.08)
                for picture in result["pictures"].values():
                    self.assertTrue(os.path.isfile(self.file("report/" + picture)))

    def test_frames_are_told_from_their_neighbours(self):
        edge = self.file(
            "edge.flam3", genome("triangle") + genome("julia").replace('time="0"', 'time="40"')
        )
        for render, wanted in (
            (renders.FLAM3_ANIMATE, 0),
            (renders.FLAM3_ANIMATE.replace("{time}", "$(({time} + 1))"), 1),
        ):
            status, out, err = self.harness(
                edge,
                "--frames=1/4",
                "--width=200",
                "--quality=60",
                "--temporal-samples=20",
                "--ours-prepare=",
                "--ours-render=" + render,
            )
            self.assertEqual(status, wanted, out + err)

    def test_a_brighter_picture_fails(self):
        brighter = 'sed \'s/brightness="4"/brightness="6"/\' {genome} > {work}/{stem}.bright'
        render = renders.FLAM3_RENDER.replace("{genome}", "{work}/{stem}.bright")
        status, out, results = self.compare(brighter, render)
        self.assertEqual(status, 1, out)
        for result in results["flames"]:
            with self.subTest(result["stem"]):
                self.assertFalse(result["pass"])
                self.assertGreater(result["mean"], 0)


if __name__ == "__main__":
    unittest.main()
