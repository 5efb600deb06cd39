#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Renders one artefact many times through libflame, and fails if memory grows.

    FLAME_LIBRARY=build/dev/bin/libflame.so PYTHONPATH=python tests/library/many_renders.py FLAME [COUNT]

Ten thousand renders unless COUNT says otherwise, in all formats and two sizes, each with a seed of its own. It prints the memory of
the process on the way.
"""

import sys

import flame


def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def main():
    path, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    artefact = flame.open(path)
    for name, value in {"width": 64, "height": 48, "quality": 5, "threads": 1, "device": "cpu"}.items():
        artefact[name] = value
    warm = max(count // 10, 50)
    before = None
    for i in range(count):
        artefact["seed"] = i
        format = flame.Format(i % 9)
        artefact["width"], artefact["height"] = (64, 48) if i % 3 else (32, 24)
        artefact.render_bytes(format)
        if i == warm:
            before = resident_kib()
        if i % max(count // 10, 1) == 0:
            print(f"{i:6} renders, {resident_kib()} KiB", flush=True)
    grown = resident_kib() - before
    print(f"{count:6} renders, {resident_kib()} KiB, {grown} KiB more than after {warm}")
    return 1 if grown > 2048 else 0


if __name__ == "__main__":
    sys.exit(main())
