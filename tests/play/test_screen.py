#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flame-play on the whole screen of an X server without one: what is seen at three times is the
flame, and it moves.

    test_screen.py FOLDER_OF_PROGRAMS GENOMES

Screenshots are compared with pictures of flamerun at a sixteenth of their size, where the noise of
few samples is gone. Exits with 77 where ffmpeg cannot look at the screen.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

TOOLS, GENOMES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
WIDTH, HEIGHT = 320, 180
SMALL = (20, 11)
LIKE = 0.8  # the least correlation that a screenshot of the flame has


def gray(*source):
    """Luminance of what ffmpeg reads, at the small size."""
    done = subprocess.run(
        [
            "ffmpeg",
            "-v",
            "error",
            *source,
            "-frames:v",
            "1",
            "-vf",
            "scale=%d:%d:flags=area,format=gray" % SMALL,
            "-f",
            "rawvideo",
            "-",
        ],
        capture_output=True,
    )
    return list(done.stdout)


def correlation(one, other):
    if not one:  # nothing to look at yet
        return 0.0
    middle, beyond = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - middle) * (b - beyond) for a, b in zip(one, other))
    own = sum((a - middle) ** 2 for a in one) * sum((b - beyond) ** 2 for b in other)
    return both / own**0.5 if own else 0.0


def start_server():
    """An X server on a display of its own, which it tells."""
    ours, its = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(its),
            "-screen",
            "0",
            f"{WIDTH}x{HEIGHT}x24",
            "-nolisten",
            "tcp",
        ],
        pass_fds=[its],
        stderr=subprocess.DEVNULL,
    )
    os.close(its)
    with os.fdopen(ours) as told:
        return server, ":" + told.readline().strip()


def main():
    if (
        "x11grab"
        not in subprocess.run(
            ["ffmpeg", "-hide_banner", "-devices"], capture_output=True, text=True
        ).stdout
    ):
        print("this ffmpeg does not look at screens")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        artefact, picture = f"{folder}/edge.cubin", f"{folder}/edge.png"
        subprocess.run(
            [
                TOOLS / "flamec",
                GENOMES / "rose-window.flame",
                "--loop",
                "0",
                "--nframes=120",
                "--target=ptx",
                "-o",
                artefact,
            ],
            check=True,
            capture_output=True,
        )
        subprocess.run(
            [
                TOOLS / "flamerun",
                artefact,
                "--device=cpu",
                f"--size={WIDTH}x{HEIGHT}",
                "--quality=30",
                "--time=0",
                "--progress=none",
                "-o",
                picture,
            ],
            check=True,
        )
        expected = gray("-i", picture)
        server, display = start_server()
        player = None
        try:
            player = subprocess.Popen(
                [
                    TOOLS / "flame-play",
                    "--device=cpu",
                    "--fps=5",
                    "--quality=3",
                    "--seconds=120",
                    artefact,
                ],
                env={
                    **os.environ,
                    "DISPLAY": display,
                    "SDL_VIDEODRIVER": "x11",
                    "SDL_RENDER_DRIVER": "software",
                },
            )
            screen = ("-f", "x11grab", "-video_size", f"{WIDTH}x{HEIGHT}", "-i", display)
            # The window comes black, or with what the server left there, and the first frame when a
            # loaded machine gets to it.
            end = time.monotonic() + 60
            while (
                correlation(gray(*screen), expected) < LIKE
                and time.monotonic() < end
                and player.poll() is None
            ):
                time.sleep(0.2)
            shots = []
            for _ in range(3):
                shots.append(gray(*screen))
                time.sleep(1)
        finally:
            if player:
                player.terminate()
                code = player.wait(20)
            server.terminate()
            server.wait(20)
        likeness = [correlation(shot, expected) for shot in shots]
        print("likeness of the screenshots:", ["%.2f" % one for one in likeness], "exit code", code)
        assert code == 0, "flame-play ends by a signal as if somebody had pressed Escape"
        assert min(likeness) > LIKE, "that is not the flame"
        assert len({tuple(shot) for shot in shots}) == 3, "nothing moves"
    return 0


if __name__ == "__main__":
    sys.exit(main())
