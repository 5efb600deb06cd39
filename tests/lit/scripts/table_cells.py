# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails unless comparisons hold in the tables that flamebench has written as JSON: table_cells.py
FILE N COLUMN 'A < B' ...

N is the number of a table; A and B are names of its rows, numbers, or reports of `flamec
--report=X.json`, of which the instructions of the loop over rounds are meant. 'no row A' holds if
there is none of that name."""

import json
import operator
import sys

path, number, column, *claims = sys.argv[1:]
table = json.load(open(path))["tables"][int(number)]
cells = {row["name"]: row.get(column) for row in table["rows"]}
OPERATORS = {" < ": operator.lt, " > ": operator.gt, " = ": operator.eq}


def value(word):
    if word.endswith(".json"):
        return sum(json.load(open(word))["parts"].values())
    return cells[word] if word in cells else float(word)


for claim in claims:
    if claim.startswith("no row "):
        assert claim[len("no row ") :] not in cells, (claim, cells)
        continue
    sign = next(sign for sign in OPERATORS if sign in claim)
    left, right = (value(word) for word in claim.split(sign))
    assert OPERATORS[sign](left, right), (claim, left, right)
