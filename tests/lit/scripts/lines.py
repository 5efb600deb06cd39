# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lines.py N FILE: fails if FILE has more than N lines.

import sys

with open(sys.argv[2]) as file:
    found = len(file.readlines())
if found > int(sys.argv[1]):
    sys.exit("%s has %d lines, more than %s" % (sys.argv[2], found, sys.argv[1]))
