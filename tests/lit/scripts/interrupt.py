# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# interrupt.py [--when=FILE] SIGNAL N CMD...: runs CMD with our own streams, sends it SIGINT,
# SIGTERM, ... and succeeds if it ends with exit code N within ten seconds. The signal is sent when
# CMD catches it and there is FILE; without one, when CMD has begun its work (half a second of
# processor time) or waits for somebody (two on the clock).

import os
import signal
import subprocess
import sys
import time

arguments = sys.argv[1:]
when = arguments.pop(0).partition("=")[2] if arguments[0].startswith("--when=") else None
name, wanted, command = arguments[0], int(arguments[1]), arguments[2:]
number = getattr(signal, "SIG" + name)
# Shells start what runs in the background with SIGINT ignored.
process = subprocess.Popen(command, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))


def catches():
    with open("/proc/%d/status" % process.pid) as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> number - 1 & 1


def has_worked():
    with open("/proc/%d/stat" % process.pid) as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > 0.5


def wait_until(condition, seconds):
    start = time.monotonic()
    while process.poll() is None and time.monotonic() - start < seconds and not condition():
        time.sleep(0.01)


wait_until(catches, 60)
if when:
    wait_until(lambda: os.path.exists(when), 60)
else:
    wait_until(has_worked, 2)
process.send_signal(number)
try:
    found = process.wait(10)
except subprocess.TimeoutExpired:
    process.kill()
    sys.exit("goes on after SIG%s: %s" % (name, " ".join(command)))
if found != wanted:
    sys.exit("expected exit code %d, got %d: %s" % (wanted, found, " ".join(command)))
