#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes mutants of flames and lets the programs read them.

Each mutant is compiled with flamec, and what flamec accepts is rendered with flamerun on the CPU,
tiny; some go through flame-convert and flame-genome, too. What must hold:

  - a program ends with 0, or with 1 and an error that it explains; flamerun renders what flamec
    accepted
  - no program takes more than --seconds of processor time, or more than --memory megabytes
  - behind an error there is no file, neither the output nor a temporary one
  - a sanitizer finds nothing, if the programs have one

Kinds of mutants: bytes (changed, cut out, doubled, moved), attributes (gone, doubled, renamed,
exchanged), numbers (extreme ones), documents (parts gone, doubled, wrapped, of two files),
artefacts (as bytes, with their checksums made right in half of them).

    mutants.py PROGRAMS [--count N] [--seed N] [--first N] [--jobs N] [--seconds X] [--memory MB]
    [--limit S] [--keep DIR] FILE_OR_FOLDER ...

The seed and the number of a mutant give it again: --first=N --count=1. Mutants that show something
stay in the folder of --keep, with the commands.
Exit codes: 0 nothing found, 1 something found, 2 usage.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import ctypes.util
import json
import os
import pathlib
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ENDINGS = {".flame", ".flam3", ".xml", ".json"}
SANITIZER = 99  # the exit code of a program in which a sanitizer has found something
PATIENCE = (
    120  # times --seconds on the clock until a program is ended: others may use the processors, too
)

EXTREMES = [
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "1e-30",
    "-1e-30",
    "1e-9",
    "1e30",
    "-1e30",
    "1e9",
    "1e38",
    "3.5e38",
    "1e308",
    "1e400",
    "nan",
    "inf",
    "-inf",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "0x10",
    "1e",
    ".",
    "-",
    "",
    "1,5",
    "1 2",
    "%",
    "99999999999999999999999999999999999999",
    "0.1" * 40,
    "1" + "0" * 400,
]
NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
ATTRIBUTE = re.compile(rb"([\w:.-]+)=\"([^\"]*)\"")
ELEMENT = re.compile(rb"<(\w+)(?:[^<>\"]|\"[^\"]*\")*?(?:/>|>.*?</\1\s*>)", re.S)


# ---- what becomes of bytes, attributes, numbers and documents


def cut(data, rng, longest=400):
    """A random range of `data`."""
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.randint(1, longest))


def mutate_bytes(data, _, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        begin, end = cut(data, rng)
        what = rng.randrange(6)
        if what == 0 and data:
            data[rng.randrange(len(data))] = rng.randrange(256)
        elif what == 1 and data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif what == 2:
            del data[begin:end]
        elif what == 3:
            data[begin:begin] = data[begin:end]
        elif what == 4:
            data[begin:begin] = rng.choice(
                (
                    b"\0",
                    b"\xff\xfe",
                    b"\xef\xbb\xbf",
                    b"<!--",
                    b"]]>",
                    b"&#0;",
                    b'"',
                    b"<",
                    b"{",
                    b"[" * 3000,
                    b"<a>" * 3000,
                )
            )
        elif rng.randrange(8) == 0:
            del data[begin:]
        else:
            part = data[begin:end]
            del data[begin:end]
            at = rng.randrange(len(data) + 1)
            data[at:at] = part
    return bytes(data)


def replace(data, match, new):
    return data[: match.start()] + new + data[match.end() :]


def mutate_numbers(data, _, rng):
    for _ in range(rng.choice((1, 1, 2, 6))):
        numbers = list(NUMBER.finditer(data))
        if not numbers:
            return data
        new = (
            rng.choice(EXTREMES)
            if rng.randrange(4)
            else repr(rng.uniform(-1, 1) * 10 ** rng.uniform(-12, 12))
        )
        data = replace(data, rng.choice(numbers), new.encode())
    return data


def mutate_attributes(data, other, rng):
    for _ in range(rng.choice((1, 1, 2, 5))):
        attributes, others = list(ATTRIBUTE.finditer(data)), list(ATTRIBUTE.finditer(other))
        if not attributes:
            return mutate_json(data, other, rng)
        match, second = rng.choice(attributes), rng.choice(others or attributes)
        name, value = match.group(1), match.group(2)
        new = rng.choice(
            (
                b"",
                match.group() + b" " + match.group(),
                second.group(),
                match.group() + b" " + second.group(),
                second.group(1) + b'="' + value + b'"',
                name + b'="' + second.group(2) + b'"',
                name + b'="' + rng.choice(EXTREMES).encode() + b'"',
                name + b'="' + value + b" " + value + b'"',
                name[:-1] + b'="' + value + b'"',
                name + b'="' + value * rng.choice((2, 50, 2000)) + b'"',
                name + b'="&lt;\x07\xc3\x28&#x1b;[31m"',
            )
        )
        data = replace(data, match, new)
    return data


def mutate_documents(data, other, rng):
    if not data.lstrip().startswith(b"<"):
        return mutate_json(data, other, rng)
    elements, others = list(ELEMENT.finditer(data)), list(ELEMENT.finditer(other))
    inner = [
        match for root in elements for match in ELEMENT.finditer(data, root.start() + 1, root.end())
    ] or elements
    foreign = [
        match for root in others for match in ELEMENT.finditer(other, root.start() + 1, root.end())
    ] or others
    if not inner:
        return data
    match = rng.choice(inner)
    text = match.group()
    new = rng.choice(
        (
            b"",
            text * 2,
            text * rng.choice((10, 120)),
            b"<flame>" + text + b"</flame>",
            b"<flames>" + text + b"</flames>",
            rng.choice(foreign).group() if foreign else b"",
            text + (rng.choice(foreign).group() if foreign else b""),
            text.replace(b"/>", b">", 1),
            text.replace(b"xform", b"finalxform"),
            b"<" + text,
        )
    )
    data = replace(data, match, new)
    if rng.randrange(3) == 0:
        data = (
            data + other
            if rng.randrange(2)
            else data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]
        )
    return data


def places_of(value, found=None):
    """Every (container, key) of a JSON document."""
    found = [] if found is None else found
    for key in (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    ):
        found.append((value, key))
        places_of(value[key], found)
    return found


def mutate_json(data, other, rng):
    try:
        return mutated_json(data, other, rng)
    except RecursionError:  # wrapped more often than json goes down
        return b"[" * 5000


def mutated_json(data, other, rng):
    try:
        document, foreign = json.loads(data), None
        foreign = json.loads(other)
    except ValueError:
        if "document" not in locals():
            return mutate_bytes(data, other, rng)
    for _ in range(rng.choice((1, 1, 2, 5))):
        places = places_of(document)
        if not places:
            break
        holder, key = rng.choice(places)
        kind = rng.randrange(8)
        if kind == 0:
            holder.pop(key)
        elif kind == 1:
            holder[key] = rng.choice(
                (
                    None,
                    True,
                    "",
                    "a",
                    [],
                    {},
                    [[]],
                    {"": {}},
                    0,
                    -1,
                    1e300,
                    1 << 70,
                    "x" * 5000,
                    "\x1b[31m\0",
                )
            )
        elif kind == 2 and isinstance(holder[key], (int, float)):
            holder[key] *= rng.choice((-1, 0, 1e9, 1e-9, 1e30, 1e300))
        elif kind == 3 and isinstance(holder, list):
            holder[key:key] = [holder[key]] * rng.choice((1, 10, 1000))
        elif kind == 4 and isinstance(holder, dict):
            holder[key + rng.choice("sx_ ")] = holder.pop(key)
        elif kind == 5 and foreign is not None and places_of(foreign):
            source, name = rng.choice(places_of(foreign))
            holder[key] = json.loads(
                json.dumps(source[name])
            )  # else a second one could make a ring
        elif kind == 6:
            for _ in range(rng.choice((1, 5, 300))):
                holder[key] = rng.choice(([holder[key]], {"a": holder[key]}))
        else:
            second, name = rng.choice(places)
            try:
                holder[key] = json.loads(json.dumps(second[name]))
            except (LookupError, TypeError):  # it went with what it was in
                pass
    return json.dumps(document).encode()


# ---- artefacts: the structures of artefact/Artefact.h

HEADER, ENTRY = struct.Struct("<8sIIQ16s"), struct.Struct("<40sQQ16s")


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def load_hash():
    try:
        library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    except OSError:
        return None
    library.XXH3_128bits.restype = Hash128
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]

    def digest(data):
        value = library.XXH3_128bits(bytes(data), len(data))
        return struct.pack("<QQ", value.low, value.high)

    return digest


DIGEST = load_hash()


def sign(data):
    """Makes all checksums right, as somebody would who means harm."""
    at = data.find(b"flameidx")
    if DIGEST is None or at < 0 or at + HEADER.size > len(data):
        return data
    magic, version, entries, _, _ = HEADER.unpack_from(data, at)
    room = (len(data) - at - HEADER.size) // ENTRY.size
    entries = min(entries, room, 256)
    for place in range(at + HEADER.size, at + HEADER.size + entries * ENTRY.size, ENTRY.size):
        name, offset, size, _ = ENTRY.unpack_from(data, place)
        if (
            offset <= len(data)
            and size <= len(data) - offset
            and not name.startswith(b".flame.index")
        ):
            ENTRY.pack_into(data, place, name, offset, size, DIGEST(data[offset : offset + size]))
    HEADER.pack_into(data, at, magic, version, entries, len(data), bytes(16))
    HEADER.pack_into(
        data,
        at,
        magic,
        version,
        entries,
        len(data),
        DIGEST(data[at : at + HEADER.size + entries * ENTRY.size]),
    )
    return data


def parts_of(data):
    """(offset, size) of the parts of an artefact, the smaller ones more often: code is the largest
    and the least telling."""
    at = data.find(b"flameidx")
    if at < 0 or len(data) - at < HEADER.size:
        return [(0, len(data))]
    entries = HEADER.unpack_from(data, at)[2]
    parts = [(at, HEADER.size + entries * ENTRY.size)]
    for i in range(min(entries, (len(data) - at - HEADER.size) // ENTRY.size)):
        name, offset, size, _ = ENTRY.unpack_from(data, at + HEADER.size + i * ENTRY.size)
        if name.startswith(
            (b".flame.manifest", b".flame.knots", b".flame.palette", b".flame.animation")
        ):
            parts += [(offset, size)] * 3
        parts.append((offset, size))
    # A mutant of a mutant may say anything of where its parts are.
    return [
        (offset, min(size, len(data) - offset))
        for offset, size in parts
        if size and offset < len(data)
    ]


def mutate_artefact(data, _, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 10))):
        offset, size = rng.choice(parts_of(data))
        numbers = (
            list(NUMBER.finditer(data, offset, offset + size))
            if data[offset : offset + 1] in b"{["
            else []
        )
        if numbers and rng.randrange(2):  # a number of as many characters
            match = rng.choice(numbers)
            length = match.end() - match.start()
            data[match.start() : match.end()] = (
                rng.choice(
                    (
                        "9" * length,
                        "0" * length,
                        "-" + "9" * (length - 1),
                        ("1e" + "9" * length)[:length],
                        ("1e38" if length >= 4 else "0").rjust(length),
                    )
                )
                .encode()[:length]
                .ljust(length)
            )
        elif rng.randrange(3):
            at = rng.randrange(offset, offset + size)
            new = rng.choice(
                (
                    b"\0",
                    b"\xff",
                    b"\0\0\0\0",
                    b"\xff\xff\xff\xff",
                    b"\xff\xff\xff\x7f",
                    b"\0\0\xc0\x7f",
                    b"\0\0\x80\x7f",
                    bytes([rng.randrange(256)]),
                )
            )
            data[at : at + len(new)] = new[: max(0, len(data) - at)]
        elif rng.randrange(4) == 0:
            del data[offset + rng.randrange(size) :]
        else:
            at, length = rng.randrange(offset, offset + size), rng.randint(1, 64)
            source = rng.randrange(len(data))
            part = data[source : source + length]
            data[at : at + len(part)] = part
        if b"flameidx" not in data:
            break
    return bytes(sign(data) if rng.randrange(2) else data)


KINDS = {
    "bytes": mutate_bytes,
    "attributes": mutate_attributes,
    "numbers": mutate_numbers,
    "documents": mutate_documents,
    "artefacts": mutate_artefact,
}


# ---- running the programs

Run = collections.namedtuple("Run", "words code seconds megabytes messages late")


class Programs:
    def __init__(self, folder, seconds, megabytes):
        self.folder, self.seconds = pathlib.Path(folder).resolve(), seconds
        self.megabytes = megabytes

    def run(self, work, program, *words):
        """Runs a program in `work`, where it finds no cache and no trust, and its temporary files
        are seen."""
        words = [str(self.folder / program), *map(str, words)]
        environment = {
            **os.environ,
            "TMPDIR": str(work / "tmp"),
            "XDG_CACHE_HOME": os.devnull,
            "XDG_DATA_HOME": os.devnull,
            "ASAN_OPTIONS": f"allow_user_poisoning=0:exitcode={SANITIZER}",
            "UBSAN_OPTIONS": f"exitcode={SANITIZER}:print_stacktrace=1",
        }
        with open(work / "messages", "w+b") as messages:
            process = subprocess.Popen(
                words,
                cwd=work,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=messages,
                env=environment,
                preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_CPU, (int(self.seconds * 3), int(self.seconds * 3) + 5)
                ),
            )
            late = False
            timer = concurrent.futures.thread.threading.Timer(self.seconds * PATIENCE, process.kill)
            timer.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                late = not timer.is_alive()
                timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            messages.seek(0)
            return Run(
                words,
                process.returncode,
                usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024,
                messages.read().decode(errors="replace"),
                late,
            )


def complaint(run, programs, outputs, work, allowed):
    """What a run did that no run may, or nothing."""
    seconds = programs.seconds
    if run.late:
        return f"did not end within {seconds * PATIENCE:.0f} s"
    if run.code == SANITIZER or "runtime error:" in run.messages:
        return "a sanitizer found something"
    if run.code not in allowed:
        return f"exit code {run.code}"
    if run.seconds > seconds:
        return f"{run.seconds:.1f} s of processor time"
    if run.megabytes > programs.megabytes:
        return f"{run.megabytes:.0f} MB of memory"
    if run.code and "error: " not in run.messages:
        return "an exit code without an error"
    if any("\x1b" in line or "\0" in line for line in run.messages.splitlines()):
        return "a message with control characters"
    left = [path.name for path in (work / "tmp").iterdir()]
    left += [
        path.name
        for path in work.iterdir()
        if path.name not in {"messages", "tmp", "in"} | outputs and path.name != "out.cubin"
    ]
    if run.code:
        left += [name for name in outputs if (work / name).exists()]
    return "left " + ", ".join(left) if left else None


# What flamerun says of a picture that it is at work on.
ASKED = re.compile(r" of ([0-9.]+) ([GTPE]) samples ")


def asks_for_much(run):
    """Whether a run was at work on billions of samples, as a `density` or `zoom` may ask for: that
    takes long, and it says how long."""
    found = ASKED.search(run.messages)
    return bool(found) and float(found[1]) * {"G": 1, "T": 1e3, "P": 1e6, "E": 1e9}[found[2]] > 10


OPTIONS = [
    [],
    [],
    [],
    ["--lenient"],
    ["--lenient"],
    ["--lenient", "--loop=0"],
    ["--lenient", "--flame=0"],
    ["--compat=clean"],
    ["--dialect=jwildfire", "--lenient"],
    ["--dialect=fractorium", "--lenient"],
    ["--dialect=apophysis", "--lenient"],
    ["--sequence", "--lenient"],
]
OTHERS = [
    ("flame-convert", "--to=animation"),
    ("flame-convert", "--to=node", "--flame=0"),
    ("flame-convert", "--to=flame", "--flame=0"),
    ("flame-genome", "mutate", "--seed=7"),
    ("flame-genome", "symmetry", "--seed=7"),
    ("flame-genome", "cross", "--seed=7"),
]


def try_mutant(number, kind, data, programs, rng, scratch):
    """Runs of a mutant as (kind, whether flamec accepted it, slowest run, complaints)."""
    work = scratch / str(number)
    (work / "tmp").mkdir(parents=True)
    (work / "in").write_bytes(data)
    complaints, runs, rendered = [], [], False

    def check(run, outputs, allowed=(0, 1)):
        runs.append(run)
        what = complaint(run, programs, outputs, work, allowed)
        if what:
            complaints.append((what, run))
        return run.code == 0

    options = rng.choice(OPTIONS)
    is_code = data[:4] == b"\x7fELF"
    artefact = "in" if is_code else "out.cubin"
    accepted = is_code or check(
        programs.run(
            work, "flamec", "in", "-o", "out.cubin", "--target=ptx", "--no-cache", "-O1", *options
        ),
        {"out.cubin"},
    )
    if accepted:
        render = (
            "flamerun",
            artefact,
            "-o",
            "out.png",
            "--device=cpu",
            "--threads=1",
            "--size=24x16",
            "--quality=1",
            "--time=50%",
        )
        run = programs.run(work, *render)
        if run.code not in (0, 1) and asks_for_much(run):
            (work / ".out.png.flamec-lock").unlink(missing_ok=True)  # it was killed
            run = programs.run(work, *render, "--budget=1s")
        rendered = check(run, {"out.png"}, (0, 1) if is_code else (0,))
    if is_code:
        check(
            programs.run(
                work, "flamec", "in", "-o", "again.cubin", "--target=ptx", "--no-cache", "-O1"
            ),
            {"out.png", "again.cubin"} if rendered else {"again.cubin"},
        )
    elif rng.randrange(4) == 0 or kind == "documents":
        program, *words = rng.choice(OTHERS)
        (work / "out.png").unlink(missing_ok=True)
        check(programs.run(work, program, *words, "in", "-o", "other"), {"other"})
    slowest = max(runs, key=lambda run: run.seconds)
    shutil.rmtree(work)
    return kind, rendered, slowest, complaints


def main():
    parser = argparse.ArgumentParser(
        prog="mutants.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", help="folder of flamec and flamerun")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--memory", type=float, default=1024, help="megabytes")
    parser.add_argument(
        "--limit",
        type=float,
        default=float("inf"),
        help="begin no mutant after so many seconds on the clock",
    )
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("found-mutants"))
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    sources = sorted(
        path
        for source in options.sources
        for path in (source.rglob("*") if source.is_dir() else [source])
        if path.is_file() and path.suffix in ENDINGS
    )
    if not sources:
        parser.error("there is no flame in " + ", ".join(map(str, options.sources)))
    programs = Programs(options.programs, options.seconds, options.memory)
    totals, found = {kind: [0, 0] for kind in KINDS}, 0
    slowest = None
    with tempfile.TemporaryDirectory(
        prefix="mutants-"
    ) as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        scratch = pathlib.Path(scratch)
        artefacts = make_artefacts(programs, sources, random.Random(options.seed), scratch)

        begin = time.monotonic()

        def one(number):
            if time.monotonic() - begin > options.limit:
                return None
            rng = random.Random(f"{options.seed} {number}")
            kind = list(KINDS)[number % len(KINDS)]
            source, other = (
                (artefacts[number // len(KINDS) % len(artefacts)], b"")
                if kind == "artefacts"
                else (rng.choice(sources).read_bytes(), rng.choice(sources).read_bytes())
            )
            data = KINDS[kind](source, other, rng)
            return number, data, try_mutant(number, kind, data, programs, rng, scratch)

        results = pool.map(one, range(options.first, options.first + options.count))
        for number, data, (kind, accepted, slow, complaints) in filter(None, results):
            totals[kind][0] += 1
            totals[kind][1] += accepted
            slowest = max(slowest or slow, slow, key=lambda run: run.seconds)
            for what, run in complaints:
                found += 1
                kept = keep(options.keep, number, data, what, run)
                print(
                    f"mutant {number} ({kind}): {pathlib.Path(run.words[0]).name}: {what}; see {kept}",
                    flush=True,
                )
    for kind, (count, accepted) in totals.items():
        print(f"{kind:10} {count:5} mutants, {accepted:5} rendered")
    tried = sum(count for count, _ in totals.values())
    print(
        f"{tried} mutants: {found} complaints; the slowest run took {slowest.seconds:.2f} s of processor time: {pathlib.Path(slowest.words[0]).name}"
    )
    return 1 if found else 0


def keep(folder, number, data, what, run):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / str(number)).write_bytes(data)
    with open(folder / f"{number}.txt", "a") as log:
        log.write(
            f"{what}\n{' '.join(run.words)}\nexit code {run.code}, {run.seconds:.2f} s\n{run.messages[:6000]}\n"
        )
    return folder / str(number)


def make_artefacts(programs, sources, rng, scratch):
    """Artefacts of some of the sources, as bytes."""
    made, work = [], scratch / "artefacts"
    (work / "tmp").mkdir(parents=True)
    for source in rng.sample(sources, len(sources)):
        if len(made) == 12:
            break
        words = [
            "--lenient",
            "--target=ptx",
            "--no-cache",
            source.resolve(),
            "-o",
            work / "a.cubin",
        ]
        words += ["--loop=0"] if len(made) % 3 == 0 and source.suffix != ".json" else []
        if programs.run(work, "flamec", *words).code == 0:
            made.append((work / "a.cubin").read_bytes())
    if not made:
        sys.exit("mutants.py: flamec compiles none of the flames")
    return made


if __name__ == "__main__":
    sys.exit(main())
