# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# other_build.py FILE COPY: copies a program or a library, with another GNU build-id, as if it came
# of another build.

import shutil
import struct
import sys

source, copy = sys.argv[1:]
shutil.copy(source, copy)
with open(copy, "r+b") as file:
    data = file.read()
    note = struct.pack("<III", 4, 20, 3) + b"GNU\0"  # sizes of owner and id, NT_GNU_BUILD_ID
    at = data.index(note) + len(note)
    file.seek(at)
    file.write(bytes([data[at] ^ 1]))
