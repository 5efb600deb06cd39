#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tools/ci/make-release in a small repository whose builds are stand-ins: what it refuses, what it
would do, what it publishes, and that its checksums hold and are signed.

    test_release.py SOURCE
"""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()

# Whatever is built here: packages and archives with a word in them.
CPACK = """#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    -G) kind=$2 ;;
    -B) folder=$2 ;;
  esac
  shift
done
mkdir -p "$folder"
if [ "$kind" = DEB ]; then
  for package in flamerun flamec; do echo $package >"$folder/${package}_0.2.0_amd64.deb"; done
else
  echo archive >"$folder/flamec-0.2.0-linux-x86_64.tar.xz"
fi
"""
CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 0.2.0 (2026-12-01)

### Added

- Many things.

## 0.1.0

- The first ones.
"""


@unittest.skipUnless(shutil.which("git"), "git is not installed (package git)")
class ReleaseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name) / "clone"
        self.tools = pathlib.Path(folder.name) / "tools"
        self.tools.mkdir()
        (self.work / "tools/ci").mkdir(parents=True)
        shutil.copy(SOURCE / "tools/ci/make-release", self.work / "tools/ci/make-release")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "PATH": f"{self.tools}:{os.environ['PATH']}",
            "HOME": folder.name,
            "LOG": f"{folder.name}/log",
            "GIT_COMMITTER_NAME": "Ada",
            "GIT_COMMITTER_EMAIL": "ada@flames.test",
            "GIT_AUTHOR_NAME": "Ada",
            "GIT_AUTHOR_EMAIL": "ada@flames.test",
        }
        for name in ("cmake", "ninja", "lintian"):
            self.write(self.tools / name, '#!/bin/sh\necho "$(basename "$0") $*" >>"$LOG"\n')
        self.write(self.tools / "cpack", CPACK)
        self.write(self.work / "bootstrap", '#!/bin/sh\necho "bootstrap $*" >>"$LOG"\n')
        (self.work / "CMakeLists.txt").write_text("project(flamec VERSION 0.2.0 LANGUAGES C CXX)\n")
        (self.work / "CHANGELOG.md").write_text(CHANGELOG)
        (self.work / ".gitignore").write_text("build/\n")
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all")

    def write(self, path, text):
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def git(self, *words):
        subprocess.run(
            ["git", *words], cwd=self.work, check=True, env=self.environment, capture_output=True
        )

    def release(self, *words, code=0):
        done = subprocess.run(
            ["tools/ci/make-release", *words],
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr

    def log(self):
        path = pathlib.Path(self.environment["LOG"])
        return path.read_text() if path.exists() else ""

    def test_a_dry_run_says_what_would_be_done_and_does_nothing(self):
        said = self.release("0.2.0", "--dry-run")
        for words in (
            "$ ./bootstrap test\n",
            "$ cmake --preset release -D FLAME_PACKAGE_CONTACT=Ada\\ \\<ada@flames.test\\>\n",
            " -G DEB ",
            "$ cmake --preset portable\n",
            " -G TXZ ",
            "$ git archive ",
            "- Many things.\n",
        ):
            self.assertIn(words, said)
        self.assertNotIn("The first ones", said)
        self.assertNotIn("Not yet", said)
        self.assertEqual(self.log(), "")
        self.assertFalse((self.work / "build").exists())
        self.assertIn("$ ./bootstrap build\n", self.release("0.2.0", "--dry-run", "--skip-tests"))

    def test_what_is_no_release_is_refused(self):
        self.assertIn("usage", self.release("--nonsense", code=2) + "usage")
        self.assertIn("'0.2' is no version", self.release("0.2", "--dry-run", code=2))
        self.assertIn(
            "CMakeLists.txt has another version than 0.1.0",
            self.release("0.1.0", "--dry-run", code=1),
        )
        self.assertIn("unknown option '--sing=me'", self.release("0.2.0", "--sing=me", code=2))
        self.assertIn("is no contact", self.release("0.2.0", "--contact=nobody", code=2))
        self.assertIn(
            "there is no key 'nobody' that signs",
            self.release("0.2.0", "--sign=nobody", "--dry-run", code=1),
        )
        (self.work / "CHANGELOG.md").write_text(CHANGELOG.replace("## 0.2.0", "## 0.2.01"))
        self.assertIn("not committed", self.release("0.2.0", code=1))
        self.git("commit", "-q", "-a", "-m", "other")
        self.assertIn("CHANGELOG.md has no part '## 0.2.0'", self.release("0.2.0", code=1))
        self.assertEqual(self.log(), "")

    def test_checksums_hold(self):
        self.release("0.2.0")
        published = self.work / "build/release/published"
        self.assertEqual(
            sorted(path.name for path in published.iterdir()),
            [
                "SHA256SUMS",
                "flamec-0.2.0-linux-x86_64.tar.xz",
                "flamec-0.2.0.tar.gz",
                "flamec_0.2.0_amd64.deb",
                "flamerun_0.2.0_amd64.deb",
                "notes.md",
            ],
        )
        subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=published, check=True
        )
        self.assertEqual(len((published / "SHA256SUMS").read_text().splitlines()), 5)
        self.assertEqual(
            (published / "notes.md").read_text().split(), "### Added - Many things.".split()
        )
        self.assertTrue(self.log().startswith("bootstrap test\ncmake --preset release"))
        self.assertIn("lintian --fail-on error", self.log())

    @unittest.skipUnless(shutil.which("gpg") and shutil.which("gpgconf"), "gpg is not installed")
    def test_checksums_are_signed(self):
        home = pathlib.Path(self.environment["HOME"]) / "keys"
        home.mkdir(mode=0o700)
        self.environment["GNUPGHOME"] = str(home)
        self.addCleanup(
            subprocess.run, ["gpgconf", "--kill", "all"], env=self.environment, capture_output=True
        )
        made = subprocess.run(
            [
                "gpg",
                "--batch",
                "--quiet",
                "--passphrase",
                "",
                "--quick-generate-key",
                "Ada <ada@flames.test>",
                "ed25519",
                "sign",
                "1d",
            ],
            env=self.environment,
            capture_output=True,
            text=True,
        )
        if made.returncode:
            self.skipTest(f"gpg makes no key here: {made.stderr}")
        self.release("0.2.0", "--sign=ada@flames.test")
        published = self.work / "build/release/published"
        verify = ["gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS"]
        subprocess.run(verify, cwd=published, env=self.environment, check=True, capture_output=True)
        with open(published / "SHA256SUMS", "a") as sums:
            sums.write("0\n")
        self.assertNotEqual(
            subprocess.run(
                verify, cwd=published, env=self.environment, capture_output=True
            ).returncode,
            0,
        )


if __name__ == "__main__":
    unittest.main()
