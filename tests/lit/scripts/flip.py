# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# flip.py FILE N OUT: copies FILE to OUT with one bit of byte N changed; N may count from the end.

import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
data[int(sys.argv[2])] ^= 1
with open(sys.argv[3], "wb") as file:
    file.write(data)
