# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# many.py COUNT [ATTRIBUTES]: prints a flame of up to 127 xforms, no two of the same structure: the
# bits of its number say which variations an xform has. ATTRIBUTES, such as chaos="1 0.5", go into
# every xform.

import sys

VARIATIONS = ("linear", "swirl", "spherical", "julian", "bubble", "disc", "polar")

count, attributes = int(sys.argv[1]), " ".join(sys.argv[2:])
print('<flame name="many" size="64 48" scale="10">')
for i in range(1, count + 1):
    parts = " ".join(f'{name}="0.{bit + 3}"' for bit, name in enumerate(VARIATIONS) if i >> bit & 1)
    print(
        f'  <xform weight="1" color="0.{i:03}" {parts} {attributes} '
        f'coefs="0.{i:03}1 0.2 -0.2 0.5 0.{i:03}3 0.1"/>'
    )
print('  <color index="0" rgb="255 255 255"/>\n</flame>')
