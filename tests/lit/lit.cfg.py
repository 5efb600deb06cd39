# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The lit suite, by layer: ir/ (what an operation is), passes/ (one at a time, on flame IR),
# frontend/ (genome to flame IR), codegen/ (properties of the PTX), driver/ (what the programs do),
# flamec/ (files to animations), flamerun/ (frames and videos). A test says what it claims, never
# how the whole output looks.
#
#   %genomes         the flames that come with the project
#   %tools           where our programs are
#   %inputs          flames made for these tests
#   %exits N CMD     runs CMD and fails unless its exit code is N
#   %beside [--unlocked] CMD -- CMD  runs the second command while the first one, which is ended
#   then, is at its work
#   %each DIR CMD    runs CMD for every flame of DIR, {} being its path and {stem} its name
#   %failing_disk CMD  runs CMD, whose output is below {out}, on a disk that is full from the first,
#   the second, ... step on
#   %fake-cuda       a driver with two GPUs that run nothing
#   %fake-denoiser   CMD  runs CMD with a library in the place of Open Image Denoise that takes
#   means
#   %fake-profiler   a library that prints the ranges a profiler would show
#   %flip FILE N OUT copies FILE to OUT with one bit of byte N changed; N may be negative
#   %damage FILE COPY CMD  runs CMD, which is to refuse it, for copies of an artefact with a byte
#   changed in each part
#   %interrupt [--when=FILE] S N CMD  runs CMD, sends it signal S (once there is FILE) and fails
#   unless its exit code is N
#   %inside OUTER INNER  prints the flame OUTER with the flame INNER where it says @INNER@
#   %into_a_full_device CMD  runs CMD, whose standard output takes nothing, and fails unless its
#   exit code is 3
#   %kill_and_resume CMD  kills CMD, whose output is below {out}, at random moments and resumes it
#   %killed_at_writing CMD  runs CMD, which dies when it writes a large file
#   %knots N         reads an animation and prints it with a brightness of N knots
#   %lines N FILE    fails if FILE has more than N lines
#   %little_memory N CMD  runs CMD with no more than N MiB of address space
#   %lookalikes plant|check DIR...  makes files that are called as what programs of ours remove;
#   fails if one has changed
#   %many N [ATTRS]  prints a flame of N xforms, no two of the same structure
#   %on_a_full_disk CMD  runs CMD with a limit on the size of files that it writes
#   %other_build FILE COPY  copies a program as if it came of another build
#   %png FILE        prints header and texts of a picture
#   %python          runs a script of Python
#   %small_disks CMD runs CMD, whose output is below {out}, on disks of ever larger size
#   %threads=N CMD   runs CMD where the system starts N threads and no more
#   %unheard N CMD   runs CMD where its messages are lost, and fails unless its exit code is N each
#   time
#   %variations      prints a flame whose only xform sums all variations
#
# Features: `namespaces`, a system that lets its users mount a file system; `ptxas`, the assembler
# of the CUDA toolkit, where flamec looks for it; `gpu`, a driver with a device; `ffmpeg`, with
# ffprobe; `sanitizer`, a build whose programs take no library in front of others; `studio`, a build
# with flame-studio; `play`, one with flame-play; `parallel`, GNU parallel (package parallel);
# `pictures`, one with libflamepictures.so; `openimagedenoise`, that library; `exiftool`,
# `exrheader`, `pngcheck`, programs that read pictures.

import ctypes
import os
import shlex
import shutil
import subprocess
import sys

import lit.formats
import lit.llvm
from lit.llvm.subst import ToolSubst

config.name = "flame"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --allow-unused-prefixes=false"

# No test finds code that another one left.
config.environment["XDG_CACHE_HOME"] = os.devnull
config.environment["XDG_DATA_HOME"] = os.path.join(
    config.test_exec_root, "data"
)  # artefacts that tests trust

for variable in (
    "CUDA_HOME",
    "CUDA_PATH",
    "LD_LIBRARY_PATH",
    "ASAN_OPTIONS",
    "UBSAN_OPTIONS",
    "LLVM_PROFILE_FILE",
):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]


def find_ptxas():
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        folder = os.environ.get(variable)
        found = folder and shutil.which("ptxas", path=os.path.join(folder, "bin"))
        if found:
            return found
    return shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")


def has_gpu():
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def has_open_image_denoise():
    for version in ("2", "1"):
        try:
            ctypes.CDLL("libOpenImageDenoise.so." + version)
            return True
        except OSError:
            pass
    return False


ptxas = find_ptxas()
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", shlex.quote(ptxas)))
if has_open_image_denoise():
    config.available_features.add("openimagedenoise")
if has_gpu():
    config.available_features.add("gpu")
if config.flame_sanitize:
    config.available_features.add("sanitizer")
if config.flame_assertions == "ON":
    config.available_features.add("assertions")
if "LLVM_PROFILE_FILE" in os.environ:
    config.available_features.add("coverage")
if shutil.which("ffmpeg") and shutil.which("ffprobe"):
    config.available_features.add("ffmpeg")
if (
    subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "true"], capture_output=True
    ).returncode
    == 0
):
    config.available_features.add("namespaces")
for program in ("exiftool", "exrheader", "parallel", "pngcheck"):
    if shutil.which(program):
        config.available_features.add(program)


def script(name):
    path = os.path.join(config.test_source_root, "scripts", name)
    return shlex.quote(sys.executable) + " " + shlex.quote(path)


config.substitutions += [
    ("%genomes", os.path.join(config.flame_source_dir, "genomes")),
    ("%tools", config.flame_tools_dir),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%source", config.flame_source_dir),
    ("%exits", script("exits.py")),
    ("%python", shlex.quote(sys.executable)),
    ("%fake-cuda", config.flame_fake_cuda),
    ("%fake-denoiser", "env LD_LIBRARY_PATH=" + config.flame_fake_denoiser),
    ("%fake-profiler", config.flame_fake_profiler),
    ("%threads", "env LD_PRELOAD=" + config.flame_few_threads + " FLAME_TEST_THREADS"),
    ("%alike", script("alike.py")),
    ("%at_once", script("at_once.py")),
    ("%beside", script("beside.py")),
    ("%composites", script("composites.py")),
    ("%each", script("each.py")),
    ("%failing_disk", script("failing_disk.py") + " " + config.flame_failing_disk),
    ("%flip", script("flip.py")),
    ("%inside", script("inside.py")),
    ("%interrupt", script("interrupt.py")),
    ("%damage", script("damage.py")),
    ("%into_a_full_device", script("into_a_full_device.py")),
    ("%kill_and_resume", script("kill_and_resume.py")),
    ("%jumping_clock", "env LD_PRELOAD=" + config.flame_jumping_clock),
    ("%killed_at_writing", script("killed_at_writing.py")),
    ("%knots", script("knots.py")),
    ("%lines", script("lines.py")),
    ("%little_memory", script("little_memory.py")),
    ("%lookalikes", script("lookalikes.py")),
    ("%many", script("many.py")),
    ("%on_a_full_disk", script("on_a_full_disk.py")),
    ("%other_build", script("other_build.py")),
    ("%png", script("png.py")),
    ("%small_disks", script("small_disks.py")),
    ("%unheard", script("unheard.py")),
    (
        "%variations",
        script("variations.py")
        + " "
        + os.path.join(config.flame_source_dir, "docs", "generated", "variations.md"),
    ),
]

ours = [
    "flamec",
    "flamerun",
    "flame-opt",
    "flame-blend",
    "flame-cmp",
    "flame-convert",
    "flame-farm",
    "flame-genome",
    "flame-merge",
    "flame-tblgen",
    "flame-thumbnail",
    "flamebench",
]
if os.path.exists(os.path.join(config.flame_tools_dir, "flame-studio")):
    config.available_features.add("studio")
    ours.append("flame-studio")
if os.path.exists(os.path.join(config.flame_tools_dir, "flame-play")):
    config.available_features.add("play")
    ours.append("flame-play")
if os.path.exists(os.path.join(config.flame_tools_dir, "libflamepictures.so")):
    config.available_features.add("pictures")
llvms = ["FileCheck", "split-file", "llvm-readelf", "count"]
lit.llvm.initialize(lit_config, config)
for folder, names in ((config.flame_tools_dir, ours), (config.llvm_tools_dir, llvms)):
    tools = [ToolSubst(name, unresolved="fatal") for name in names]
    lit.llvm.llvm_config.add_tool_substitutions(tools, [folder])
