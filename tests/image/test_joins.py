#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of joins.py without renderers: the calls of flamec and flamerun are noted, the pictures are
# levels written as text. What is tested is which pictures are made and how differences are judged.

import contextlib
import io
import os
import sys
import tempfile
import time
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import joins

_FLAME = '<flame name="x" size="64 36" scale="10"><xform linear="1"/></flame>\n'


class JoinsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="joins-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.calls = []
        self.levels = {}  # of frames by number, where they are not 0
        self.pause = 0  # what a picture takes, in seconds
        for target, name, value in (
            (joins.Bench, "run", self.run_program),
            (joins.Bench, "compare", self.compare),
            (joins.shutil, "which", lambda program: program),
        ):
            patch = mock.patch.object(target, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def run_program(self, command):
        self.calls.append(command)
        if command[0] == "flamerun":
            time.sleep(self.pause)
            frames = [a for a in command if a.startswith("--frames=")]
            frame = int(frames[0].partition("=")[2]) if frames else 0
            with open(command[command.index("-o") + 1], "w") as file:
                file.write(str(self.levels.get(frame, 0)))

    def compare(self, *arguments):
        if "--reference" in arguments:
            return {"fidelity": 1, "bias": 0, "spread": 1, "noise": 0.1, "pass": True}
        levels = []
        for path in arguments:
            with open(path) as file:
                levels.append(float(file.read()))
        return {"rms": abs(levels[0] - levels[1])}

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def joins(self, *arguments):
        """Returns (exit status, stdout, stderr)."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = joins.main([*arguments, "--output=" + os.path.join(self.folder, "report")])
        return status, out.getvalue(), err.getvalue()

    def renders(self):
        """The calls of flamerun since the last time."""
        calls = [" ".join(call) for call in self.calls if call[0] == "flamerun"]
        self.calls.clear()
        return calls

    def flames(self):
        return [self.file(name + "/%s.flame" % name, _FLAME) for name in "ab"]

    def flock(self, edge='{"link": {"src": "nodes/n", "dst": "nodes/n"}}'):
        """A loop: its edge ends where it begins, so both want the same stills."""
        self.file("flock/edges/e.json", edge)
        return os.path.join(self.folder, "flock")

    def test_pictures_are_made_anew(self):
        for _ in range(2):
            self.assertEqual(self.joins(*self.flames())[0], 0)
            calls = self.renders()
            self.assertGreater(len(calls), 0)
            self.assertFalse(any("--skip-existing" in call for call in calls))

    def test_resuming_leaves_it_to_flamerun_which_pictures_are_the_same(self):
        self.joins(*self.flames())
        self.renders()
        self.assertEqual(self.joins(*self.flames(), "--resume")[0], 0)
        calls = self.renders()
        self.assertGreater(len(calls), 0)
        self.assertTrue(all("--skip-existing" in call for call in calls))

    def test_a_picture_is_made_once_in_a_run(self):
        self.pause = 0.02
        self.assertEqual(self.joins(self.flock(), "--only=ends", "--jobs=4")[0], 0)
        calls = self.renders()
        self.assertEqual(len(calls), 8)  # the node by four seeds, both ends of the edge by two
        self.assertEqual(len(set(calls)), 8)

    def test_a_jump_between_frames_that_stand_still_fails(self):
        self.levels = {frame: 1 for frame in range(4)}  # behind the join; those before it are 0
        status, out, _ = self.joins(self.flock(), "--only=joins")
        self.assertEqual(status, 1)
        self.assertRegex(out, r"e \| e +inf +255\.00 +0\.00 +FAIL")
        self.assertIn("worst inf", out)

    def test_frames_that_all_stand_still_pass(self):
        self.assertEqual(self.joins(self.flock(), "--only=joins")[0], 0)

    def test_a_jump_comes_before_a_long_step(self):
        rows = [
            ["still", joins.figure(0), True],
            ["long", joins.figure(9), False],
            ["jump", joins.figure(float("inf")), False],
        ]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertFalse(joins.print_table(["join", "ratio", "verdict"], rows))
        self.assertEqual([row[0] for row in rows], ["jump", "long", "still"])
        self.assertIn("median 9.000, worst inf", out.getvalue())

    def test_two_inputs_of_one_name_are_a_usage_error(self):
        one, other = (self.file(folder + "/a.flame", _FLAME) for folder in "xy")
        status, _, err = self.joins(one, other)
        self.assertEqual(status, 2)
        self.assertIn("would share the name of their pictures", err)
        self.assertEqual(self.joins(one, self.file("x/sequence.flame", _FLAME))[0], 2)
        self.assertEqual(self.calls, [])

    def test_nodes_of_one_name_are_a_usage_error(self):
        flock = self.flock('{"link": {"src": "nodes/a_b", "dst": "nodes/a/b"}}')
        status, _, err = self.joins(flock)
        self.assertEqual(status, 2)
        self.assertIn("would share the name of their pictures", err)

    def test_a_sequence_may_return_to_a_flame(self):
        one, other = self.flames()
        again = os.path.join(os.path.dirname(one), ".", "a.flame")
        self.assertEqual(self.joins(one, other, again)[0], 0)

    def test_what_is_no_size_is_a_usage_error_and_named(self):
        for size in ("axb", "320", "0x180", "320x180x2"):
            err = io.StringIO()
            with contextlib.redirect_stderr(err), self.assertRaises(SystemExit) as exit:
                joins.main([*self.flames(), "--size=" + size])
            self.assertEqual(exit.exception.code, 2)
            self.assertIn("expected WIDTHxHEIGHT", err.getvalue())
            self.assertIn("'%s'" % size, err.getvalue())
        self.assertEqual(self.renders(), [])

    def test_what_is_no_edge_is_a_usage_error_and_named(self):
        for text in (
            "{",
            "[]",
            '{"link": "a"}',
            '{"link.src": "nodes/a@x", "link.dst": "nodes/a"}',
        ):
            with self.subTest(text):
                status, _, err = self.joins(self.flock(text))
                self.assertEqual(status, 2)
                self.assertIn("edges/e.json' is no edge", err)


if __name__ == "__main__":
    unittest.main()
