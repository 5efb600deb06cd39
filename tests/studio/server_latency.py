#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the server of the studio takes from a change to the changed picture, without a browser.

    tests/studio/server_latency.py PATH/TO/flame-studio GENOME [--device=cuda:0] [--changes=200]
    [--memory=2000] [--check]

The clock runs from sending a state, as the page does, to the last byte of its first picture: what
is missing of latency.py is what the browser does, 10 to 25 ms. Prints a table in Markdown: medians
and 95th percentiles in milliseconds, at 960x540. `--check` fails if one is over its limit
(docs/studio.md). Needs Python alone, so it runs on a bare machine with a GPU.
"""

import argparse
import copy
import json
import pathlib
import select
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from studio_server import Client, StudioServer

# 95 %, in milliseconds: on the CPU, on a GPU.
LIMITS = {
    "a number": (300, 100),
    "camera": (300, 100),
    "tone": (30, 30),
    "gamma": (30, 30),
    "palette brightness": (30, 30),
    "structure": (600, 600),
    "16 mutations": (None, 2000),
}


class Page:
    """What the page does: shows states, takes pictures and says that they came."""

    def __init__(self, server, file, width, height, quality):
        self.client = Client(server)
        self.device = self.client.hello()["device"]
        self.start = self.client.ask({"t": "open", "file": file})["flames"][0]
        self.start["settings"]["size"] = [width, height]
        self.request = {"width": width, "height": height, "quality": quality, "supersample": 1}
        self.rev = 0
        self.last = None
        self.parts = []  # of each first picture: milliseconds for the flame, and for its picture

    def take(self):
        message, data = self.client.receive()
        if message["t"] == "picture":
            self.client.send({"t": "ack", "view": message["view"]})
            self.last = message
        elif message["t"] == "failed":
            sys.exit(json.dumps(message))
        return message, data

    def show(self, model):
        """Milliseconds until its first picture."""
        self.rev += 1
        begin = time.perf_counter()
        self.client.send(
            {
                "t": "show",
                "view": "main",
                "subject": {"model": model},
                "stamp": {"rev": self.rev},
                "request": self.request,
            }
        )
        while True:
            message, _ = self.take()
            if message["t"] == "picture" and message["stamp"]["rev"] == self.rev:
                self.parts.append((1000 * message["made"], 1000 * message["seconds"]))
                return 1000 * (time.perf_counter() - begin)

    def rest(self, seconds):
        """Takes what comes, as long as that."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if self.client.pending or select.select([self.client.connection], [], [], left)[0]:
                self.take()

    def await_best(self):
        """Until the picture is the best there will be."""
        while not (self.last and self.last["stamp"]["rev"] == self.rev and self.last["complete"]):
            self.take()

    def grid(self, number):
        begin = time.perf_counter()
        self.client.send(
            {
                "t": "breed",
                "id": 1000 + number,
                "operation": "mutate",
                "model": self.start,
                "other": self.start,
                "count": 16,
                "seed": 77 + number,
                "width": 240,
                "height": 135,
                "quality": 15,
                "options": {"mutation": "", "strength": 1, "family": "any", "lockCamera": True},
            }
        )
        pictures = 0
        while pictures < 16:
            message, _ = self.take()
            pictures += message["t"] == "cellPicture"
        return 1000 * (time.perf_counter() - begin)


def changes(schema):
    """One change of each kind, of a copy of a model; `i` counts."""
    names = [
        row["name"]
        for row in schema["variations"]
        if row["flam3"] and not row.get("preOnly") and not row["params"] and row["name"] != "linear"
    ]
    use = lambda name: {"name": name, "place": "normal", "weight": 0.3, "params": {}}

    def number(model, i):
        model["xforms"][0]["coefs"][4] = 0.1 + i * 0.002

    def camera(model, i):
        model["settings"]["center"] = [0.001 * i, 0]

    def tone(model, i):
        model["settings"]["brightness"] = 4 + 0.05 * i

    def gamma(model, i):
        model["settings"]["gamma"] = 2.5 + 0.01 * i

    def palette(model, i):
        bytes_ = bytes.fromhex(model["palette"]["hex"])
        model["palette"] = {
            "hex": bytes(round(value * (1 - 0.002 * i)) for value in bytes_).hex().upper()
        }

    def structure(model, i):
        uses = [use("linear"), use(names[i % len(names)])]
        model["xforms"][0]["variations"] = (
            uses if i % 2 else uses + [use(names[(i + 3) % len(names)])]
        )

    return {
        "a number": number,
        "camera": camera,
        "tone": tone,
        "gamma": gamma,
        "palette brightness": palette,
        "structure": structure,
    }


class Table:
    def __init__(self, isGpu, page, withParts):
        self.isGpu, self.page, self.withParts, self.over = isGpu, page, withParts, []
        print(
            "| change | times | median ms | 95 % ms | at most |\n|---|---|---|---|---|", flush=True
        )

    def row(self, name, values):
        values = sorted(values)
        median, most = (
            values[len(values) // 2],
            values[min(len(values) - 1, int(len(values) * 0.95))],
        )
        limit = LIMITS[name][self.isGpu]
        print(f"| {name} | {len(values)} | {median:.0f} | {most:.0f} | {limit or ''} |", flush=True)
        if self.withParts and self.page.parts:
            medians = [
                sorted(column)[len(self.page.parts) // 2] for column in zip(*self.page.parts)
            ]
            print(
                f"  of these {medians[0]:.0f} ms for the flame, {medians[1]:.0f} for its picture (medians)",
                flush=True,
            )
        self.page.parts = []
        if limit and most > limit:
            self.over.append(f"{name}: {most:.0f} ms, at most {limit}")


def measure(page, change, count, pause):
    found = []
    for i in range(count):
        model = copy.deepcopy(page.start)
        change(model, i)
        found.append(page.show(model))
        page.rest(pause)
    return found


def memory(server, page, change, count):
    """Resident kilobytes before and after so many changes."""
    measure(page, change, 200, 0)
    before = server.memory_kilobytes()
    measure(page, change, count, 0)
    return before, server.memory_kilobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("genome", type=pathlib.Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--only", help="kinds of change, with commas")
    parser.add_argument(
        "--memory", type=int, default=0, help="so many changes, and what the server has grown by"
    )
    parser.add_argument("--parts", action="store_true", help="say what the server takes for what")
    parser.add_argument("--check", action="store_true", help="fail if a limit is exceeded")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(arguments.genome, folder)
        server = StudioServer(arguments.program, folder, arguments.device)
        try:
            page = Page(server, arguments.genome.name, 960, 540, 100)
            kinds = changes(json.loads(page.client.fetch("/schema.json")))
            print(f"{page.device}, {arguments.genome.name}, 960x540\n", flush=True)
            table = Table(arguments.device != "cpu", page, arguments.parts)
            wanted = arguments.only.split(",") if arguments.only else [*kinds, "16 mutations"]
            for name, change in kinds.items():
                if name not in wanted:
                    continue
                page.show(page.start)
                page.await_best()
                page.parts = []
                count = arguments.changes if name != "structure" else max(1, arguments.changes // 5)
                table.row(name, measure(page, change, count, 0.025))
            if "16 mutations" in wanted:
                page.show(page.start)
                page.await_best()
                table.row("16 mutations", [page.grid(number) for number in range(5)])
            if arguments.memory:
                before, after = memory(server, page, kinds["a number"], arguments.memory)
                print(
                    f"\nMemory of the server over {arguments.memory} changes: {before / 1024:.0f} to {after / 1024:.0f} MB"
                )
                if after > 1.1 * before:
                    table.over.append("the server has grown")
            for line in table.over:
                print("over: " + line)
            return 1 if arguments.check and table.over else 0
        finally:
            server.close()


if __name__ == "__main__":
    sys.exit(main())
