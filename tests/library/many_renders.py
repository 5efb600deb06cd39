#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Renders one artefact many times through libflame, and fails if memory grows.

    FLAME_LIBRARY=build/dev/bin/libflame.so PYTHONPATH=python tests/library/many_renders.py FLAME [COUNT [DEVICE]]

Ten thousand renders unless COUNT says otherwise, in all formats and two sizes, each with a seed of
its own, by the CPU or what DEVICE names. It prints the memory of the process on the way, and of a
GPU what is taken there.
"""

import ctypes
import sys

import flame


def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def taken_kib(device):
    """What is taken on a GPU, by whomever; 0 on the CPU."""
    if device == "cpu":
        return 0
    driver, gpu, context = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_void_p()
    free, whole = ctypes.c_size_t(), ctypes.c_size_t()
    for result in (
        driver.cuDeviceGet(ctypes.byref(gpu), int(device.partition(":")[2] or 0)),
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), gpu),
        driver.cuCtxSetCurrent(context),
        driver.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(whole)),
        driver.cuDevicePrimaryCtxRelease_v2(gpu),
    ):
        if result:
            raise RuntimeError(f"the driver does not say what is taken: CUDA error {result}")
    return (whole.value - free.value) // 1024


def main():
    path, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    device = sys.argv[3] if len(sys.argv) > 3 else "cpu"
    artefact = flame.open(path)
    for name, value in {
        "width": 64,
        "height": 48,
        "quality": 5,
        "threads": 1,
        "device": device,
    }.items():
        artefact[name] = value
    warm = max(count // 10, 50)
    before = taken_before = None
    for i in range(count):
        artefact["seed"] = i
        format = flame.Format(i % 9)
        artefact["width"], artefact["height"] = (64, 48) if i % 3 else (32, 24)
        artefact.render_bytes(format)
        if i == warm:
            before, taken_before = resident_kib(), taken_kib(device)
        if i % max(count // 10, 1) == 0:
            print(f"{i:6} renders, {resident_kib()} KiB", flush=True)
    grown = resident_kib() - before
    print(f"{count:6} renders, {resident_kib()} KiB, {grown} KiB more than after {warm}")
    taken = taken_kib(device) - taken_before
    if device != "cpu":
        print(f"on {device} {taken} KiB more than after {warm}")
    return 1 if grown > 2048 or taken > 2048 else 0


if __name__ == "__main__":
    sys.exit(main())
