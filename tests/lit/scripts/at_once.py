# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# at_once.py COUNT RESULT COMMAND...: starts the command so many times at the same moment, with the
# number of each for {}. Fails if one fails or complains, or if their results, files of which RESULT
# is the name, are not the same.

import pathlib
import subprocess
import sys

numbers, result, words = [str(i + 1) for i in range(int(sys.argv[1]))], sys.argv[2], sys.argv[3:]
running = [
    subprocess.Popen(
        [word.replace("{}", number) for word in words],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    for number in numbers
]
complaints = [process.communicate()[1] for process in running]
for process, complaint in zip(running, complaints):
    if process.returncode != 0 or complaint:
        sys.exit(f"exit code {process.returncode}\n{complaint}")
if len({pathlib.Path(result.replace("{}", number)).read_bytes() for number in numbers}) > 1:
    sys.exit(f"the files {result} are not the same")
