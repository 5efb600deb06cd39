#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of the covering array: that every pair is there, that it is small, and that the flames are
# what their names say.

import itertools
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import attribute_matrix
import setting_pairs


def missing_pairs(factors, rows):
    """Pairs of values that no row has together."""
    found = {pair for row in rows for pair in itertools.combinations(enumerate(row), 2)}
    wanted = {
        ((a, one), (b, other))
        for a, b in itertools.combinations(range(len(factors)), 2)
        for one in factors[a]
        for other in factors[b]
    }
    return wanted - found


class CoveringArrayTest(unittest.TestCase):
    def test_has_every_pair(self):
        for sizes in ([2, 2], [3, 1, 2], [2] * 9, [5, 4, 3, 2, 2]):
            factors = [
                ["%d.%d" % (factor, value) for value in range(size)]
                for factor, size in enumerate(sizes)
            ]
            rows = setting_pairs.covering_array(factors)
            self.assertEqual(missing_pairs(factors, rows), set(), sizes)
            self.assertTrue(all(len(row) == len(sizes) for row in rows))

    def test_is_small(self):
        factors = [list("ab")] * 9
        self.assertLess(len(setting_pairs.covering_array(factors)), 12)  # 512 have all of it

    def test_is_the_same_every_time(self):
        factors = [list("abc"), list("de"), list("fgh")]
        self.assertEqual(
            setting_pairs.covering_array(factors), setting_pairs.covering_array(factors)
        )


class SettingPairsTest(unittest.TestCase):
    def test_every_two_settings_meet(self):
        for factors in (setting_pairs.FACTORS, setting_pairs.FACTORS_WITH_LOBES):
            rows = setting_pairs.covering_array(factors)
            self.assertEqual(missing_pairs(factors, rows), set())
        self.assertLess(len(setting_pairs.all_rows()), 220)  # CI has two minutes

    def test_no_setting_undoes_another(self):
        for row in setting_pairs.all_rows():
            flame = attribute_matrix.RowGenome(row).data.decode()
            for name in row.settings.split(" "):
                attribute, equals, value = name.partition("=")
                if equals and attribute in ("filter", "gamma", "supersample", "passes", "vibrancy"):
                    self.assertIn(' %s="%s"' % (attribute, value), flame, row.name)

    def test_rows_in_the_place_of_another_have_its_settings(self):
        for row in setting_pairs.all_rows():
            settings = set(row.settings.split(" "))
            for other in setting_pairs.instead_of(row):
                lost = {
                    name.partition("=")[0] for name in settings - set(other.settings.split(" "))
                }
                self.assertIn(lost, (set(), {"filter"}, {"supersample"}), other.name)

    def test_programs_are_told_the_same(self):
        for row in setting_pairs.all_rows():
            self.assertEqual("transparency=1" in row.flam3, "--transparency" in row.flamerun)
            self.assertEqual("earlyclip=1" in row.flam3, "--earlyclip" in row.flamerun)
            self.assertEqual("bpc=16" in row.flam3, "--bits=16" in row.flamerun)


if __name__ == "__main__":
    unittest.main()
