# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# unheard.py N CMD...: runs CMD where nobody hears it, its standard error full, closed, and all
# three standard streams closed, and succeeds if it ends with exit code N each time.

import os
import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
with open("/dev/full", "wb") as full:
    ways = {
        "full": subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=full).wait(),
        "closed": subprocess.Popen(
            command, stdout=subprocess.DEVNULL, preexec_fn=lambda: os.close(2)
        ).wait(),
        "without streams": subprocess.Popen(command, preexec_fn=lambda: os.closerange(0, 3)).wait(),
    }
for way, found in ways.items():
    if found != wanted:
        sys.exit("%s: expected exit code %d, got %d: %s" % (way, wanted, found, " ".join(command)))
