# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# beside.py FIRST... -- SECOND...: runs SECOND with our own streams while FIRST is at its work, which begins after half a second
# of processor time, or of two on the clock; then ends FIRST by SIGTERM. Exits as SECOND does.

import os
import subprocess
import sys
import time

words = sys.argv[1:]
split = words.index("--")
first = subprocess.Popen(words[:split], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
ticks = os.sysconf("SC_CLK_TCK")
start = time.monotonic()
while first.poll() is None and time.monotonic() - start < 2:
    with open("/proc/%d/stat" % first.pid) as file:
        fields = file.read().rpartition(")")[2].split()
    if (int(fields[11]) + int(fields[12])) / ticks > 0.5:
        break
    time.sleep(0.01)
if first.poll() is not None:
    sys.exit("ended with exit code %d before anything ran beside it: %s" % (first.returncode, " ".join(words[:split])))
code = subprocess.run(words[split + 1:], stdin=subprocess.DEVNULL).returncode
if first.poll() is not None:
    sys.exit("ended with exit code %d while another ran beside it: %s" % (first.returncode, " ".join(words[:split])))
first.terminate()
first.wait()
sys.exit(code)
