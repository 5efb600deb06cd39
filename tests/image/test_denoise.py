#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of denoise.py without renderers: pictures are errors written as text. What is tested is
# which pictures are made and how errors are judged.

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import denoise


class DenoiseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="denoise-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.calls = []
        # Errors against a reference of 40000 samples, as flame-cmp says them.
        self.errors = {"few": 0.02, "denoised": 0.008, "many": 0.01, "own": 0.015}
        for target, name, value in (
            (denoise, "run_program", self.run_program),
            (denoise.shutil, "which", lambda program: program),
        ):
            patch = mock.patch.object(target, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def run_program(self, command):
        self.calls.append(command)
        if command[0] == "flame-cmp":
            return json.dumps({"rms": self.errors[command[2].split(".")[-2]]})
        return ""

    def run_tool(self, *arguments):
        path = os.path.join(self.folder, "ember.flame")
        with open(path, "w", encoding="utf-8") as file:
            file.write("<flame/>\n")
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = denoise.main(
                [path, "--output=" + os.path.join(self.folder, "out"), *arguments]
            )
        return status, output.getvalue()

    def test_less_error_than_four_times_the_samples_passes(self):
        status, text = self.run_tool()
        self.assertEqual(status, denoise.PASS, text)
        self.assertIn("1 of 1 have less error", text)

    def test_more_error_fails(self):
        self.errors["denoised"] = 0.011
        status, text = self.run_tool()
        self.assertEqual(status, denoise.FAIL, text)
        self.assertEqual(self.run_tool("--need=0")[0], denoise.PASS)

    def test_only_the_denoised_picture_is_denoised(self):
        self.run_tool("--denoise=bilateral")
        renders = [call for call in self.calls if call[0] == "flamerun"]
        self.assertEqual(
            [call for call in renders if "--denoise=bilateral" in call],
            [call for call in renders if any("denoised.png" in word for word in call)],
        )
        self.assertEqual(
            [word for call in renders for word in call if word.startswith("--quality=")],
            ["--quality=40000", "--quality=100", "--quality=100", "--quality=400", "--quality=100"],
        )
        self.assertEqual(sum("--estimator-radius=0" in call for call in renders), 3)

    def test_noise_of_the_reference_is_taken_out(self):
        # Variances: 1 for the picture of 400 samples, 0.25 for a reference of 1600, so 1.25
        # together.
        errors = denoise.without_noise_of_reference([2, 1, 1.25**0.5], 400, 1600)
        self.assertAlmostEqual(errors[2], 1)
        self.assertAlmostEqual(errors[0] ** 2, 3.75)

    def test_a_failing_program_is_the_environment(self):
        def fail(command):
            raise denoise.DenoiseError("flamec x: no such file")

        with mock.patch.object(denoise, "run_program", fail):
            status, text = self.run_tool()
        self.assertEqual(status, denoise.ENVIRONMENT)
        self.assertIn("no such file", text)


if __name__ == "__main__":
    unittest.main()
