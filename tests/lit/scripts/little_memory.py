# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# little_memory.py N CMD...: runs CMD, which gets no more than N MiB of address space.

import resource
import subprocess
import sys

most = int(sys.argv[1]) << 20
sys.exit(subprocess.run(sys.argv[2:], preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))).returncode)
