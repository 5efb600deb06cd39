# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Renders the pictures of a comparison. A renderer is two shell command templates: one run once per
# genome (compile it; may be empty) and one run per seed; so any two programs, or one program with
# two sets of options, can be compared. Pictures of one side live in a folder as
# <stem>.<letter><seed>.png (r: reference, o: ours) next to fidelity-set.json, which says how they
# were made: a folder can be carried to another machine, and one made with other settings is
# refused. Reference pictures made here also stay in a cache, keyed by the edited genome, the
# command and the seed: flam3 takes minutes where the comparison takes seconds.
#
# Every picture appears under its name only when complete (written aside, then renamed), so an
# interrupted run continues where it stopped.

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction

import genome_edit

# bits=64: double-precision buckets, the only flam3 mode without saturation. The streams come from
# isaac_seed alone; seed covers the C library's generator.
FLAM3_RENDER = (
    "env in={genome} out={out} format=png bpc=8 bits=64 qs=1 ss=1 nthreads=1 verbose=0"
    " isaac_seed=fidelity-{seed} seed={seed} flam3-render"
)
FLAM3_ANIMATE = FLAM3_RENDER.replace("qs=1", "time={time} qs=1").replace(
    "flam3-render", "flam3-animate"
)
FLAMEC_PREPARE = "flamec {genome} -o {work}/{stem}.cubin"
# What flam3 makes of a flame, whoever wrote it.
FLAMEC_FLAM3 = FLAMEC_PREPARE + " --dialect=flam3"
FLAMERUN_RENDER = (
    "flamerun {work}/{stem}.cubin -o {out} --seed={seed} --size={width}x{height}"
    " --quality={quality} --device={device}"
)
FLAMERUN_FRAME = FLAMERUN_RENDER + " --time={position}"
PLACEHOLDERS = (
    "genome",
    "out",
    "seed",
    "stem",
    "work",
    "width",
    "height",
    "quality",
    "device",
    "time",
    "position",
)

_MANIFEST = "fidelity-set.json"
_MESSAGE_TAIL = 600  # characters of a failed command's output worth repeating


class RenderError(Exception):
    """A command failed or left no picture; the text says which."""


class SetError(Exception):
    """A folder of pictures does not belong to this comparison."""


class Genome:
    """One genome file as both sides see it: edited bytes, picture size, variations used.

    position: what to show of an animation, from 0 (the first key frame) to 1 (the last), as a
    Fraction; None: the file's flame is a still. The frames of one animation differ in stem, as
    `edge@0.25`, and in time, flam3's number of the frame.
    """

    def __init__(self, path, settings, stem, position=None):
        with open(path, "rb") as file:
            original = file.read()
        self.path = path
        self.stem = stem
        self.digest = hashlib.sha256(original).hexdigest()
        self.time, self.position = 0, 0.0
        if position is None:
            self.data, (self.width, self.height) = genome_edit.edit(original, settings)
        else:
            self.data, (self.width, self.height), span = genome_edit.edit_key_frames(
                original, settings
            )
            self._show(position, span)
        self.variations = genome_edit.variations(self.data)
        self.quality = settings.quality

    def _show(self, position, span):
        self.position = float(position)
        self.stem += "@%g" % self.position
        time = span[0] + position * Fraction(span[1] - span[0])
        if time != int(time):
            raise genome_edit.GenomeError(
                "frame %s is at time %g, flam3 renders whole numbers" % (position, time)
            )
        self.time = int(time)


class Renderer:
    """Two command templates and the folder they may use for files in between."""

    def __init__(self, prepare, render, work, device, timeout):
        self.prepare_template = prepare
        self.render_template = render
        self.work = work
        self.device = device
        self.timeout = timeout
        os.makedirs(work, exist_ok=True)

    def write_genome(self, genome):
        path = os.path.join(self.work, genome.stem + ".flame")
        with open(path, "wb") as file:
            file.write(genome.data)
        return path

    def prepare(self, genome):
        """Writes the edited genome and runs the per-genome command."""
        path = self.write_genome(genome)
        if self.prepare_template:
            self._run(self._fill(self.prepare_template, genome, path))

    def render(self, genome, seed, picture):
        """Makes one picture, which appears at its path when complete."""
        path = os.path.join(self.work, genome.stem + ".flame")
        part = os.path.join(os.path.dirname(picture), ".part." + os.path.basename(picture))
        command = self._fill(self.render_template, genome, path, seed, part)
        self._run(command)
        if not os.path.isfile(part):
            raise RenderError("no picture written by: " + command)
        os.replace(part, picture)

    def _fill(self, template, genome, path, seed="", out=""):
        values = {
            "genome": path,
            "out": out,
            "seed": seed,
            "stem": genome.stem,
            "work": self.work,
            "width": genome.width,
            "height": genome.height,
            "quality": "%g" % genome.quality,
            "device": self.device,
            "time": genome.time,
            "position": "%.9g" % genome.position,
        }
        pattern = r"\{(%s)\}" % "|".join(PLACEHOLDERS)
        return re.sub(pattern, lambda m: shlex.quote(str(values[m.group(1)])), template)

    def _run(self, command):
        # A session of its own, so that a time-out also ends what the shell started.
        process = subprocess.Popen(
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        with _running_lock:
            _running.add(process)
        try:
            output = process.communicate(timeout=self.timeout)[0]
        except subprocess.TimeoutExpired:
            _kill(process)
            process.communicate()
            raise RenderError("took longer than %g s: %s" % (self.timeout, command))
        finally:
            with _running_lock:
                _running.discard(process)
        if process.returncode != 0:
            tail = output.decode("utf-8", "replace").strip()[-_MESSAGE_TAIL:]
            raise RenderError("exit status %d from: %s\n%s" % (process.returncode, command, tail))


_running = set()
_running_lock = threading.Lock()


def _kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_all():
    """Ends every command still running; for the way out after an interrupt."""
    with _running_lock:
        for process in _running:
            _kill(process)


class PictureSet:
    """A folder of pictures of one side and the record of how they were made."""

    def __init__(self, folder, letter, settings, keep):
        """keep: use pictures already there; otherwise they are rendered again."""
        self.folder = folder
        self.letter = letter
        self.keep = keep
        self._settings = settings.as_dict()
        self._fresh = set()
        self._genomes = {}
        os.makedirs(folder, exist_ok=True)
        manifest = os.path.join(folder, _MANIFEST)
        if keep and os.path.isfile(manifest):
            self._read(manifest)

    def _read(self, manifest):
        try:
            with open(manifest) as file:
                stored = json.load(file)
            settings, self._genomes = stored["settings"], stored["genomes"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SetError("%s: not a record of a picture set (%s)" % (manifest, error))
        # A set from before a setting existed was rendered with what is its default now.
        settings = {**genome_edit.Settings().as_dict(), **settings}
        for name, value in self._settings.items():
            if settings[name] != value:
                raise SetError(
                    "%s: rendered with %s=%s, but %s was asked for"
                    % (self.folder, name, settings[name], value)
                )

    def path(self, genome, seed):
        return os.path.join(self.folder, "%s.%s%d.png" % (genome.stem, self.letter, seed))

    def has(self, genome, seed):
        """Whether the picture is there and of this genome. Raises SetError for another genome's."""
        path = self.path(genome, seed)
        if path in self._fresh:
            return True
        if not self.keep or not os.path.isfile(path):
            return False
        known = self._genomes.get(genome.stem)
        if known is not None and known != genome.digest:
            raise SetError("%s: rendered from another version of %s" % (path, genome.path))
        return True

    def discard(self, genome, seed):
        """Removes a picture about to be made again: a failure must not leave the old one."""
        if os.path.lexists(self.path(genome, seed)):
            os.remove(self.path(genome, seed))

    def add(self, genome, seed):
        """Notes that this run made a picture."""
        self._fresh.add(self.path(genome, seed))
        self._genomes[genome.stem] = genome.digest

    def save(self):
        part = os.path.join(self.folder, "." + _MANIFEST)
        with open(part, "w") as file:
            json.dump(
                {"settings": self._settings, "genomes": self._genomes},
                file,
                indent=1,
                sort_keys=True,
            )
        os.replace(part, os.path.join(self.folder, _MANIFEST))


class Cache:
    """Pictures by content: the same genome bytes, command and seed give the same file."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def path(self, genome, renderer, seed):
        templates = renderer.prepare_template + "\0" + renderer.render_template
        text = "%s\0%d" % (templates, seed)
        if "{time}" in templates:
            text += "\0%d" % genome.time
        key = hashlib.sha256(genome.data + b"\0" + text.encode())
        return os.path.join(self.folder, "%s.%s.png" % (genome.stem, key.hexdigest()[:24]))


def render_side(genomes, seeds, renderer, pictures, cache, jobs):
    """Brings a set up to date. Returns {stem: text} of the genomes that failed."""
    wanted, failed, lock = [], {}, threading.Lock()
    for genome in genomes:
        missing = [seed for seed in seeds if not pictures.has(genome, seed)]
        if cache is not None:
            missing = [
                seed
                for seed in missing
                if not _take_from_cache(cache, genome, renderer, pictures, seed)
            ]
        if missing:
            wanted.append((genome, missing))
    pictures.save()
    progress = Progress(
        "reference" if pictures.letter == "r" else "ours",
        sum(len(missing) for _, missing in wanted),
    )

    def work(genome, prepared, seed):
        try:
            pictures.discard(genome, seed)
            prepared(renderer, genome)
            target = (
                cache.path(genome, renderer, seed)
                if cache is not None
                else pictures.path(genome, seed)
            )
            renderer.render(genome, seed, target)
            with lock:
                if cache is not None:
                    shutil.copyfile(target, pictures.path(genome, seed))
                pictures.add(genome, seed)
                pictures.save()
        except (RenderError, OSError) as error:
            with lock:
                failed.setdefault(genome.stem, str(error))
        progress.step(genome.stem)

    with ThreadPoolExecutor(jobs) as pool:
        tasks = []
        for genome, missing in wanted:
            prepared = _Once()
            tasks += [pool.submit(work, genome, prepared, seed) for seed in missing]
        try:
            for task in as_completed(tasks):
                task.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            kill_all()
            raise
    progress.finish()
    return failed


def _take_from_cache(cache, genome, renderer, pictures, seed):
    cached = cache.path(genome, renderer, seed)
    if not os.path.isfile(cached):
        return False
    shutil.copyfile(cached, pictures.path(genome, seed))
    pictures.add(genome, seed)
    return True


class _Once:
    """Runs the per-genome command for whichever seed comes first; the others wait for it."""

    def __init__(self):
        self._lock = threading.Lock()
        self._done = False
        self._error = None

    def __call__(self, renderer, genome):
        with self._lock:
            if not self._done:
                self._done = True
                try:
                    renderer.prepare(genome)
                except (RenderError, OSError) as error:
                    self._error = error
            if self._error is not None:
                raise self._error


class Progress:
    """One line on stderr: rewritten on a terminal, appended elsewhere."""

    def __init__(self, label, total):
        self._label, self._total, self._done = label, total, 0
        self._start = time.monotonic()
        self._lock = threading.Lock()
        self._terminal = sys.stderr.isatty()

    def step(self, name):
        with self._lock:
            self._done += 1
            elapsed = time.monotonic() - self._start
            left = elapsed / self._done * (self._total - self._done)
            text = "%s %d/%d  ETA %d:%02d:%02d  %s" % (
                self._label,
                self._done,
                self._total,
                left // 3600,
                left // 60 % 60,
                left % 60,
                name,
            )
            sys.stderr.write("\r\033[K" + text if self._terminal else text + "\n")
            sys.stderr.flush()

    def finish(self):
        if self._terminal and self._total:
            sys.stderr.write("\r\033[K")
