# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# each.py FOLDER CMD...: runs CMD once for every .flame file of FOLDER, with {} for its path and
# {stem} for its name without extension. Fails if a command fails, and if there is no file.

import glob
import os
import subprocess
import sys

flames = sorted(glob.glob(os.path.join(sys.argv[1], "*.flame")))
if not flames:
    sys.exit("no .flame file in " + sys.argv[1])
for flame in flames:
    stem = os.path.splitext(os.path.basename(flame))[0]
    command = [word.replace("{stem}", stem).replace("{}", flame) for word in sys.argv[2:]]
    if subprocess.run(command).returncode != 0:
        sys.exit("failed: " + " ".join(command))
