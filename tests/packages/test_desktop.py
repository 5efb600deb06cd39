#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What desktops are told of our files: entries are valid, types are known, and what a thumbnailer
is asked for comes out.

    test_desktop.py ROOT_OF_INSTALLED_FILES GENOMES

ROOT_OF_INSTALLED_FILES has bin and share. desktop-file-validate, update-mime-database and gio look
at the files where they are installed (packages desktop-file-utils, shared-mime-info,
libglib2.0-bin).
"""

import configparser
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT, GENOMES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
SHARE = ROOT / "share"
TYPES = {
    "rose.flame": "application/x-flam3+xml",
    "rose.cubin": "application/x-flame-artefact",
    "rose.fhist": "application/x-flame-histogram",
}


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **options)
    assert (
        done.returncode == 0
    ), f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def read_entry(path, section):
    parser = configparser.RawConfigParser(delimiters="=", strict=True)
    parser.optionxform = str
    parser.read_string(path.read_text())
    return dict(parser[section])


def has(program, package):
    if shutil.which(program):
        return True
    print(f"not found: {program} (package {package})")
    return False


def check_entries(types):
    entries = sorted(SHARE.glob("applications/*.desktop"))
    assert entries, "there are no entries for menus"
    for path in entries:
        if has("desktop-file-validate", "desktop-file-utils"):
            run("desktop-file-validate", path)
        entry = read_entry(path, "Desktop Entry")
        assert (
            ROOT / "bin" / entry["Exec"].split()[0]
        ).exists(), f"{path.name}: there is no program {entry['Exec']}"
        assert (
            SHARE / f"icons/hicolor/scalable/apps/{entry['Icon']}.svg"
        ).exists(), f"{path.name}: there is no icon {entry['Icon']}"
        assert (
            set(entry["MimeType"].strip(";").split(";")) <= types
        ), f"{path.name}: {entry['MimeType']}"
    print("entries:", ", ".join(path.name for path in entries))


def check_types(work):
    """Every XML is one; the types of files are found by name and by content."""
    for path in [
        *SHARE.glob("mime/packages/*.xml"),
        *SHARE.glob("xscreensaver/config/*.xml"),
        *SHARE.glob("icons/**/*.svg"),
    ]:
        xml.etree.ElementTree.parse(path)
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = {
        kind.get("type")
        for kind in xml.etree.ElementTree.parse(SHARE / "mime/packages/flamec.xml").iter(
            space + "mime-type"
        )
    }
    assert types == set(TYPES.values()), types
    if not has("update-mime-database", "shared-mime-info"):
        return types
    data = work / "data"
    shutil.copytree(SHARE / "mime/packages", data / "mime/packages")
    said = subprocess.run(["update-mime-database", data / "mime"], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert "rror" not in said.stderr and "arning" not in said.stderr, said.stderr
    globs = (data / "mime/globs2").read_text()
    for name, kind in TYPES.items():
        assert f":{kind}:*{pathlib.Path(name).suffix}\n" in globs, globs
    if has("gio", "libglib2.0-bin"):
        for name, kind in TYPES.items():
            for place in (work / name, work / f"{pathlib.Path(name).suffix[1:]}-without-a-name"):
                if place != work / name:
                    shutil.copy(work / name, place)
                said = run(
                    "gio",
                    "info",
                    "-a",
                    "standard::content-type",
                    place,
                    env={**os.environ, "XDG_DATA_HOME": str(data)},
                )
                assert said.strip().endswith(kind), f"{place.name}: {said}"
    return types


def check_thumbnails(work, types):
    entry = read_entry(SHARE / "thumbnailers/flamec.thumbnailer", "Thumbnailer Entry")
    kinds = set(entry["MimeType"].strip(";").split(";"))
    assert kinds <= types, kinds
    for name in (name for name, kind in TYPES.items() if kind in kinds):
        picture = work / f"{name}.thumbnail"  # most desktops want no name in particular
        words = [
            {"%s": "128", "%i": str(work / name), "%o": str(picture)}.get(word, word)
            for word in entry["Exec"].split()
        ]
        words[0] = ROOT / "bin" / words[0]
        # As in a sandbox: nothing but the output can be written. A sanitizer keeps its options.
        sanitizer = {
            name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")
        }
        run(*words, env={"PATH": "/nonexistent", "HOME": "/nonexistent"} | sanitizer, cwd="/")
        png = picture.read_bytes()
        assert png.startswith(b"\x89PNG\r\n\x1a\n") and struct.unpack(">II", png[16:24]) == (
            128,
            72,
        ), f"{name}: {png[:24]}"
        print(f"{name}: a thumbnail of {len(png)} bytes")


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        shutil.copy(GENOMES / "rose-window.flame", work / "rose.flame")
        run(ROOT / "bin/flamec", "rose.flame", "--target=ptx", "-o", "rose.cubin", cwd=work)
        run(
            ROOT / "bin/flamerun",
            "rose.cubin",
            "--device=cpu",
            "--size=64x36",
            "--quality=5",
            "--shard=1/2",
            "-o",
            "rose.fhist",
            cwd=work,
        )
        types = check_types(work)
        check_entries(types)
        check_thumbnails(work, types)
    return 0


if __name__ == "__main__":
    sys.exit(main())
