# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# variations.py PAGE: prints a flame whose only xform sums all variations that the reference page
# PAGE names.

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    names = re.findall(r"^## (\w+)$", file.read(), re.MULTILINE)
print('<flame name="every variation" size="64 48">')
print('  <xform weight="1" color="0.3" coefs="0.9 0.2 -0.1 0.8 0.3 0.1"')
print("         " + " ".join('%s="0.1"' % name for name in names) + "/>")
print('  <color index="0" rgb="255 255 255"/>\n</flame>')
