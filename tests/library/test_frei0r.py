#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plugin in ffmpeg: frames come out, and they are those of flamerun.

    test_frei0r.py FOLDER_OF_PLUGINS FOLDER_OF_PROGRAMS GENOMES

Exits with 77 where ffmpeg has no frei0r.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PLUGINS, TOOLS, GENOMES = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
WIDTH, HEIGHT = 64, 36


def ffmpeg(folder, parameters, frames):
    """The frames that ffmpeg makes with the plugin, as RGBA."""
    source = f"frei0r_src=size={WIDTH}x{HEIGHT}:framerate=5:filter_name=flame_source:filter_params={parameters}"
    made = subprocess.run(
        [
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            source,
            "-frames:v",
            str(frames),
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgba",
            "-",
        ],
        env={
            **os.environ,
            "FREI0R_PATH": str(PLUGINS),
            "LD_LIBRARY_PATH": f"{TOOLS}:{os.environ.get('LD_LIBRARY_PATH', '')}",
        },
        cwd=folder,
        check=True,
        capture_output=True,
    )
    size = 4 * WIDTH * HEIGHT
    return [
        made.stdout[i : i + size] for i in range(0, len(made.stdout), size)
    ], made.stderr.decode()


def flamerun(folder, *options):
    """A frame of edge.cubin, as ffmpeg reads it from a picture."""
    subprocess.run(
        [
            TOOLS / "flamerun",
            "edge.cubin",
            f"--size={WIDTH}x{HEIGHT}",
            "--quality=10",
            *options,
            "-o",
            "frame.png",
        ],
        cwd=folder,
        check=True,
    )
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "frame.png", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
        cwd=folder,
        check=True,
        capture_output=True,
    ).stdout


def main():
    filters = subprocess.run(
        ["ffmpeg", "-hide_banner", "-filters"], capture_output=True, text=True, check=True
    ).stdout
    if "frei0r_src" not in filters:
        print("this ffmpeg has no frei0r")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [
                TOOLS / "flamec",
                GENOMES / "rose-window.flame",
                "--loop",
                "0",
                "--nframes=10",
                "--target=ptx",
                "-o",
                "edge.cubin",
            ],
            cwd=folder,
            check=True,
            capture_output=True,
        )
        frames, _ = ffmpeg(
            folder, "edge.cubin|0.01|1|0", 4
        )  # quality 10, once in a second: 0, 20, 40 and 60 %
        assert len(frames) == 4, f"{len(frames)} frames"
        assert len(set(frames)) == 4, "nothing moves"
        for percent, frame in zip((0, 20, 40, 60), frames):
            assert frame == flamerun(
                folder, f"--time={percent}%"
            ), f"the frame at {percent} % is not that of flamerun"
        still, _ = ffmpeg(folder, f"{GENOMES}/rose-window.flame|0.01|1|0", 2)
        assert still[0] == still[1] and any(still[0]), "a still stands still and is not black"
        black, messages = ffmpeg(folder, "missing.cubin|0.01", 1)
        assert black == [b"\0\0\0\xff" * (WIDTH * HEIGHT)], "without a flame there is black"
        assert "flame_source: " in messages and "missing.cubin" in messages, messages
    return 0


if __name__ == "__main__":
    sys.exit(main())
