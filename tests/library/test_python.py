#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Python module: its bytes are those of flamerun, its arrays have the right shapes, its errors
say what is wrong.

FLAME_TOOLS is the folder of our programs, FLAME_GENOMES that of the genomes; FLAME_LIBRARY names
the library. FLAME_DEVICE is what renders, the CPU unless it says otherwise; frames for memory of
the GPU are asked for where it names one.
"""

import ctypes
import os
import pathlib
import struct
import subprocess
import tempfile
import threading
import unittest
import zlib

import flame

try:
    import numpy
except ImportError:
    numpy = None
    print("numpy is not installed (package python3-numpy): arrays are not tested")

TOOLS, GENOMES = pathlib.Path(os.environ["FLAME_TOOLS"]), pathlib.Path(os.environ["FLAME_GENOMES"])
GENOME = GENOMES / "rose-window.flame"
DEVICE = os.environ.get("FLAME_DEVICE", "cpu")
SMALL = {"width": 96, "height": 54, "quality": 8, "device": DEVICE}


def unfilter(rows, stride, pixel):
    """The bytes of a picture from the filtered rows of PNG."""
    before, out = bytearray(stride), bytearray()
    for start in range(0, len(rows), stride + 1):
        kind, row = rows[start], bytearray(rows[start + 1 : start + 1 + stride])
        for i in range(stride):
            left, above = row[i - pixel] if i >= pixel else 0, before[i]
            corner = before[i - pixel] if i >= pixel else 0
            if kind == 4:
                guess = left + above - corner
                best = min(
                    (abs(guess - left), 0, left),
                    (abs(guess - above), 1, above),
                    (abs(guess - corner), 2, corner),
                )[2]
            else:
                best = (0, left, above, (left + above) // 2)[kind]
            row[i] = (row[i] + best) & 255
        out += row
        before = row
    return bytes(out)


def read_png(path):
    """RGBA of a PNG as flamerun writes it, 8 bits or 16 in the byte order of this machine."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            width, _, bits, color = struct.unpack(">IIBB", data[at + 8 : at + 18])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    channels, depth = (3 if color == 2 else 4), bits // 8
    pixels = unfilter(zlib.decompress(packed), width * channels * depth, channels * depth)
    words = struct.unpack(f">{len(pixels) // depth}{'BH'[depth - 1]}", pixels)
    if channels == 3:
        words = [
            word for i in range(0, len(words), 3) for word in (*words[i : i + 3], (1 << bits) - 1)
        ]
    return struct.pack(f"={len(words)}{'BH'[depth - 1]}", *words)


class GpuMemory:
    """Memory of the GPU that renders, as anybody has it who is not libflame: from the driver, in
    the primary context."""

    def __init__(self, size):
        self.driver, self.size = ctypes.CDLL("libcuda.so.1"), size
        device, context, self.address = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
        number = int(DEVICE.partition(":")[2] or 0)
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), number)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)
        self.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(size))

    def call(self, name, *arguments):
        result = getattr(self.driver, name)(*arguments)
        if result:
            raise RuntimeError(f"{name}: CUDA error {result}")

    def contents(self):
        host = ctypes.create_string_buffer(self.size)
        self.call("cuMemcpyDtoH_v2", host, self.address, ctypes.c_size_t(self.size))
        return host.raw


class PythonTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.work = pathlib.Path(self.folder.name)

    def flamerun(self, genome, *options, compile=()):
        artefact, picture = self.work / "made.cubin", self.work / "made.png"
        subprocess.run(
            [TOOLS / "flamec", genome, *compile, "--target=ptx", "-o", artefact],
            check=True,
            capture_output=True,
        )
        subprocess.run(
            [
                TOOLS / "flamerun",
                artefact,
                f"--device={DEVICE}",
                "--size=96x54",
                "--quality=8",
                *options,
                "-o",
                picture,
            ],
            check=True,
            capture_output=True,
        )
        return artefact, read_png(picture)

    def test_bytes_are_those_of_flamerun(self):
        rose = flame.compile(GENOME.read_text())
        self.assertEqual(rose.render_bytes(**SMALL), self.flamerun(GENOME)[1])
        self.assertEqual(
            rose.render_bytes(seed=7, estimator_radius=0, **SMALL),
            self.flamerun(GENOME, "--seed=7", "--estimator-radius=0")[1],
        )
        self.assertEqual(
            rose.render_bytes(flame.Format.RGBA16, transparency=True, **SMALL),
            self.flamerun(GENOME, "--bits=16", "--transparency")[1],
        )

    def test_frames_of_animations_are_those_of_flamerun(self):
        loop = ("--loop", "0", "--nframes=8")
        for option, settings in (("--frames=3", {"frame": 3}), ("--time=25%", {"time": 0.25})):
            artefact, expected = self.flamerun(GENOME, option, compile=loop)
            with flame.open(artefact) as rose:
                self.assertEqual(rose.render_bytes(**settings, **SMALL), expected)

    @unittest.skipUnless(DEVICE.startswith("cuda"), "renders on the CPU")
    def test_memory_of_a_gpu_gets_the_bytes_of_a_frame(self):
        rose = flame.compile(GENOME.read_text())
        for format in (
            flame.Format.RGBA8,
            flame.Format.RGBA16,
            flame.Format.YUV420P8,
            flame.Format.YUV444P10,
        ):
            expected = rose.render_bytes(format, **SMALL)
            memory = GpuMemory(len(expected))
            rose.render_cuda(memory.address.value, memory.size, format, **SMALL)
            self.assertEqual(memory.contents(), bytes(expected), format)
            with self.assertRaises(flame.Error):
                rose.render_cuda(memory.address.value, memory.size - 1, format, **SMALL)

    def test_settings_of_a_call_hold_for_that_call(self):
        rose = flame.compile(GENOME.read_text())
        rose["seed"] = 3
        for name, value in SMALL.items():
            rose[name] = value
        expected = rose.render_bytes()
        self.assertNotEqual(rose.render_bytes(seed=4), expected)
        self.assertEqual(rose["seed"], 3)
        with self.assertRaises(flame.Error):
            rose.render_bytes(seed=5, nonsense=1)
        self.assertEqual(rose.render_bytes(), expected)
        rose.reset("seed")
        self.assertEqual(rose["seed"], 0)

    def test_errors_have_places_and_remedies(self):
        with self.assertRaises(flame.Error) as raised:
            flame.compile(GENOME.read_text().replace("spherical", "sphericl"), name="rose")
        self.assertEqual(raised.exception.status, 1)
        self.assertRegex(
            str(raised.exception), r"^rose:\d+:\d+: error: unknown variation 'sphericl'"
        )
        with self.assertRaises(flame.Error):
            flame.open(self.work / "missing.flame")
        with self.assertRaises(flame.Error):
            flame.compile(GENOME.read_text()).render_bytes(width=-1)

    def test_settings_are_listed(self):
        self.assertTrue(flame.numbers()["width"].is_settable)
        self.assertFalse(flame.numbers()["duration"].is_settable)
        self.assertIn("device", flame.texts())
        rose = flame.compile(GENOME.read_text())
        self.assertEqual(rose["name"], "rose-window")
        self.assertEqual((rose["width"], rose["height"]), (960, 540))

    def test_what_was_compiled_is_an_artefact(self):
        artefact = self.work / "rose.cubin"
        artefact.write_bytes(flame.compile(GENOME.read_text()).to_bytes())
        with flame.open(artefact) as rose:
            self.assertEqual(rose["name"], "rose-window")

    def test_another_thread_cancels(self):
        rose = flame.compile(GENOME.read_text())
        rose.render_bytes(**SMALL)
        done = threading.Event()

        def cancel():
            while not done.wait(0.01):
                rose.cancel()

        thread = threading.Thread(target=cancel)
        thread.start()
        with self.assertRaises(flame.Cancelled):
            rose.render_bytes(**{**SMALL, "quality": 1e8})
        done.set()
        thread.join()

    @unittest.skipUnless(numpy, "needs numpy")
    def test_arrays_have_the_shape_of_pictures(self):
        rose = flame.compile(GENOME.read_text())
        pixels = rose.render(**SMALL)
        self.assertEqual((pixels.shape, pixels.dtype), ((54, 96, 4), numpy.uint8))
        self.assertEqual(pixels.tobytes(), bytes(rose.render_bytes(**SMALL)))
        self.assertEqual(rose.render(flame.Format.RGBA16, **SMALL).dtype, numpy.uint16)
        floats = rose.render(flame.Format.RGBA_FLOAT, **SMALL)
        self.assertEqual(floats.dtype, numpy.float32)
        self.assertLess(numpy.abs(floats * 255 - pixels).max(), 1.01)
        planes = rose.render(flame.Format.YUV420P10, **SMALL)
        self.assertEqual([plane.shape for plane in planes], [(54, 96), (27, 48), (27, 48)])
        planes = rose.render(flame.Format.YUV422P8, **{**SMALL, "width": 95})
        self.assertEqual([plane.shape for plane in planes], [(54, 95), (54, 48), (54, 48)])

    @unittest.skipUnless(numpy, "needs numpy")
    def test_a_frame_can_be_watched(self):
        rose = flame.compile(GENOME.read_text())
        settings = {**SMALL, "quality": 400}
        shown = []

        def show(share, picture):
            if picture is not None:
                shown.append((share, picture.copy()))

        whole = rose.render_shown(show, **settings)
        self.assertEqual(whole.tobytes(), bytes(rose.render_bytes(**settings)))
        self.assertEqual(shown[-1][0], 1)
        self.assertEqual(shown[-1][1].tobytes(), whole.tobytes())
        with self.assertRaises(flame.Cancelled):
            rose.render_shown(lambda share, picture: False, **settings)
        with self.assertRaises(ZeroDivisionError):
            rose.render_shown(lambda share, picture: 1 / 0, **settings)

    @unittest.skipUnless(numpy, "needs numpy")
    def test_frames_come_one_after_the_other(self):
        artefact, _ = self.flamerun(GENOME, "--frames=0", compile=("--loop", "0", "--nframes=3"))
        frames = list(flame.open(artefact).frames(**SMALL))
        self.assertEqual(len(frames), 3)
        self.assertNotEqual(frames[0].tobytes(), frames[1].tobytes())


if __name__ == "__main__":
    unittest.main()
