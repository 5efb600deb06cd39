# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exits.py N CMD...: runs CMD with our own streams and succeeds if it ends with exit code N.

import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
found = subprocess.run(command).returncode
if found != wanted:
    sys.exit("expected exit code %d, got %d: %s" % (wanted, found, " ".join(command)))
