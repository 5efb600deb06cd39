# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# alike.py COUNT: prints a flame with xaos of so many xforms, up to 69, that differ in numbers
# alone.

import sys

print('<flame name="alike" size="64 48" scale="10">')
for i in range(10, 10 + int(sys.argv[1])):
    print(
        f'  <xform weight="1" color="0.5" julian="0.9" julian_power="3" coefs="0.{i} 0.2 -0.2 0.{i + 10} 0.{i + 20} 0.1" chaos="1 0.{i}"/>'
    )
print('  <color index="0" rgb="255 255 255"/>\n</flame>')
