# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# little_memory.py N CMD...: runs CMD, which gets no more than N MiB of address space beyond what it
# needs to start. That depends on which libraries are linked statically.

import resource
import subprocess
import sys


def run(mebibytes, *command, **options):
    most = mebibytes << 20
    return subprocess.run(
        command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)), **options
    ).returncode


def starts(mebibytes):
    return (
        run(mebibytes, sys.argv[2], "--help", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        == 0
    )


least = next((size for size in range(20, 4000, 20) if starts(size)), None)
if least is None:
    sys.exit(f"{sys.argv[2]} --help does not run")
sys.exit(run(least + int(sys.argv[1]), *sys.argv[2:]))
