# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# interrupt.py SIGNAL N CMD...: runs CMD with our own streams, sends it SIGINT, SIGTERM, ... once it has begun its work
# (half a second of processor time) or waits for somebody (two on the clock), and succeeds if it ends with exit code N within ten.

import os
import signal
import subprocess
import sys
import time

name, wanted, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
number = getattr(signal, "SIG" + name)
# Shells start what runs in the background with SIGINT ignored.
process = subprocess.Popen(command, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
ticks = os.sysconf("SC_CLK_TCK")
start = time.monotonic()
while process.poll() is None and time.monotonic() - start < 2:
    with open("/proc/%d/stat" % process.pid) as file:
        fields = file.read().rpartition(")")[2].split()
    if (int(fields[11]) + int(fields[12])) / ticks > 0.5:
        break
    time.sleep(0.01)
process.send_signal(number)
try:
    found = process.wait(10)
except subprocess.TimeoutExpired:
    process.kill()
    sys.exit("goes on after SIG%s: %s" % (name, " ".join(command)))
if found != wanted:
    sys.exit("expected exit code %d, got %d: %s" % (wanted, found, " ".join(command)))
