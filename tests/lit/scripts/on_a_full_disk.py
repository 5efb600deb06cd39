# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# on_a_full_disk.py CMD...: runs CMD, which can write no file beyond a kilobyte: a write fails as it
# does on a full disk. Its output goes through a pipe, so that it may be of any size.

import resource
import signal
import subprocess
import sys


def fill_the_disk():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


process = subprocess.Popen(
    sys.argv[1:], stdout=subprocess.PIPE, preexec_fn=fill_the_disk, restore_signals=False
)
sys.stdout.buffer.write(process.communicate()[0])
sys.exit(process.returncode)
