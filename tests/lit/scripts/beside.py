# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# beside.py [--unlocked] FIRST... -- SECOND...: runs SECOND with our own streams while FIRST is at
# its work, which begins when it has locked a file, or when it has been there for two seconds if it
# locks none; then ends FIRST by SIGTERM. Exits as SECOND does.

import re
import subprocess
import sys
import time

words = sys.argv[1:]
locks = words[0] != "--unlocked"
words = words[0 if locks else 1 :]
split = words.index("--")
first = subprocess.Popen(
    words[:split], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
)


def has_lock():
    with open("/proc/locks") as file:
        return re.search(r"\bFLOCK\b.* %d " % first.pid, file.read()) is not None


start = time.monotonic()
while (
    first.poll() is None
    and time.monotonic() - start < (60 if locks else 2)
    and not (locks and has_lock())
):
    time.sleep(0.01)
time.sleep(0.2)  # it may lock more than one
if first.poll() is not None:
    sys.exit(
        "ended with exit code %d before anything ran beside it: %s"
        % (first.returncode, " ".join(words[:split]))
    )
code = subprocess.run(words[split + 1 :], stdin=subprocess.DEVNULL).returncode
if first.poll() is not None:
    sys.exit(
        "ended with exit code %d while another ran beside it: %s"
        % (first.returncode, " ".join(words[:split]))
    )
first.terminate()
first.wait()
sys.exit(code)
