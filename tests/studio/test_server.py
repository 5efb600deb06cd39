#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the server of the studio does for pages that are no browsers.

    tests/studio/test_server.py PATH/TO/flame-studio GENOMES
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from studio_server import Client, StudioServer


class IdleTest(unittest.TestCase):
    """A server with --idle of a second ends when nobody needs it, and not before."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="flame-studio-folder-")
        shutil.copy(GENOMES / "rose-window.flame", self.folder.name)
        self.server = StudioServer(PROGRAM, self.folder.name, options=[f"--idle={1 / 60}"])

    def tearDown(self):
        self.server.close()
        self.folder.cleanup()

    def await_end(self):
        self.assertEqual(self.server.process.wait(30), 0)

    def test_ends_without_a_page(self):
        self.await_end()

    def test_ends_behind_the_last_page(self):
        page = Client(self.server)
        page.hello()
        with self.assertRaises(subprocess.TimeoutExpired):
            self.server.process.wait(3)
        page.close()
        self.await_end()

    def test_an_export_needs_no_page(self):
        page = Client(self.server)
        page.hello()
        answer = page.ask({"t": "open", "file": "rose-window.flame"})
        page.send(
            {
                "t": "export",
                "subject": {"model": answer["flames"][0]},
                "output": "rose.png",
                "width": 640,
                "height": 360,
                "quality": 600,
                "rate": 24,
            }
        )
        while not any(job["state"] == "running" for job in page.receive()[0].get("exports", [])):
            pass
        page.close()
        start = time.monotonic()
        self.assertEqual(self.server.process.wait(300), 0)
        self.assertGreater(time.monotonic() - start, 2)
        self.assertTrue((pathlib.Path(self.folder.name) / "rose.png").exists())

    def test_exports_are_in_a_folder_of_any_name(self):
        self.server.close()
        with tempfile.TemporaryDirectory() as outer:
            for name in ("fold2%d x", "100% f", "%%05d"):
                folder = pathlib.Path(outer) / name
                folder.mkdir()
                shutil.copy(GENOMES / "rose-window.flame", folder)
                server = StudioServer(PROGRAM, folder)
                self.addCleanup(server.close)
                page = Client(server)
                page.hello()
                answer = page.ask({"t": "open", "file": "rose-window.flame"})
                for output in ("x.png", "a%%.png"):
                    page.send(
                        {
                            "t": "export",
                            "subject": {"model": answer["flames"][0]},
                            "output": output,
                            "width": 32,
                            "height": 18,
                            "quality": 1,
                            "rate": 24,
                        }
                    )
                jobs = []
                while not (
                    len(jobs) == 2 and all(job["state"] in ("done", "failed") for job in jobs)
                ):
                    jobs = page.receive()[0].get("exports", jobs)
                self.assertEqual(
                    [(job["state"], job["oneFile"]) for job in jobs], [("done", True)] * 2, jobs
                )
                self.assertEqual(
                    sorted(path.name for path in folder.iterdir()),
                    ["a%.png", "rose-window.flame", "x.png"],
                )
                for job, name in zip(jobs, ("x.png", "a%.png")):
                    address = f"http://127.0.0.1:{server.port}/export?id={job['id']}&download=1&token={server.token}"
                    with urllib.request.urlopen(address) as download:
                        self.assertEqual(download.read(), (folder / name).read_bytes())
                page.close()
                server.close()
            self.assertEqual(len(list(pathlib.Path(outer).iterdir())), 3)


if __name__ == "__main__":
    PROGRAM, GENOMES = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
