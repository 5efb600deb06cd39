# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# killed_at_writing.py CMD...: runs CMD, which dies of a signal that it does not catch when a file
# gets larger than a kilobyte, as a program dies that is killed while it writes.

import resource
import signal
import subprocess
import sys


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


# restore_signals: Python ignores the signal, and programs would inherit that.
code = subprocess.run(sys.argv[1:], preexec_fn=limit, restore_signals=True).returncode
if code != -signal.SIGXFSZ:
    sys.exit("ended with exit code %d: %s" % (code, " ".join(sys.argv[1:])))
