# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# knots.py N: reads an animation in JSON and prints it with a brightness of N knots.

import json
import sys

count = int(sys.argv[1])
animation = json.load(sys.stdin)
animation["duration"] = 1
knots = [[i / count, 4 + i % 2, 0, 0] for i in range(count)]
animation["finish"]["brightness"] = {"domain": "linear", "knots": knots}
json.dump(animation, sys.stdout)
