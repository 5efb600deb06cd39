# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inside.py OUTER INNER: OUTER, with the text of the file INNER in hexadecimal digits where it says
@INNER@; to standard output."""

import pathlib
import sys

outer, inner = (pathlib.Path(path) for path in sys.argv[1:])
sys.stdout.write(outer.read_text().replace("@INNER@", inner.read_bytes().hex()))
