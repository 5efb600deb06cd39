# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# into_a_full_device.py CMD...: runs CMD, whose standard output takes nothing, and succeeds if it
# ends with exit code 3. (lit would read what a failing command wrote to /dev/full, which has no
# end.)

import subprocess
import sys

with open("/dev/full", "wb") as full:
    found = subprocess.run(sys.argv[1:], stdout=full).returncode
if found != 3:
    sys.exit("expected exit code 3, got %d: %s" % (found, " ".join(sys.argv[1:])))
