// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Xforms, motions and variations with something wrong: the exact messages.

#include "tests/unit/compiler/ReadText.h"

#include <gtest/gtest.h>

namespace flame::test {

namespace {
struct BadInput {
  const char *name;
  const char *text;
  const char *messages;
};

class BadXform : public testing::TestWithParam<BadInput> {};
} // namespace

static std::string nameOf(const testing::TestParamInfo<BadInput> &info) { return info.param.name; }

TEST_P(BadXform, IsReportedAtItsLocation) {
  EXPECT_EQ(ReadText(GetParam().text).messages(), GetParam().messages);
}

static const BadInput kInputs[] = {
    {"UnknownVariation",
     R"(<flame size="9 9">
<xform weight="1" jullian="0.5" julian_power="3"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:19: error: unknown variation 'jullian'
<xform weight="1" jullian="0.5" julian_power="3"/>
                  ^~~~~~~
note: did you mean 'julian'?
)"},
    {"UnknownParameter",
     R"(<flame size="9 9">
<xform weight="1" julian="1" julian_dits="2"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:30: error: variation 'julian' has no parameter 'julian_dits'
<xform weight="1" julian="1" julian_dits="2"/>
                             ^~~~~~~~~~~
note: did you mean 'julian_dist'?
)"},
    {"UnknownPostVariation",
     R"(<flame size="9 9">
<xform weight="1" post_sphrical="1" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:19: error: unknown variation 'post_sphrical'
<xform weight="1" post_sphrical="1" linear="1"/>
                  ^~~~~~~~~~~~~
note: did you mean 'post_spherical'?
)"},
    {"UnsupportedVariation",
     R"(<flame size="9 9">
<xform weight="1" dc_layers="1" dc_layers_power="2" dc_layers_z="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:19: error: unknown variation 'dc_layers'
<xform weight="1" dc_layers="1" dc_layers_power="2" dc_layers_z="1"/>
                  ^~~~~~~~~
note: --lenient ignores what is not supported
)"},
    {"SeveralUnsupportedVariations",
     R"(<flame size="9 9">
<xform weight="1" dc_layers="1" dc_layers_power="2" julian="1" julian_dits="2"/>
<xform weight="1" dc_layers="1" pre_subflame_wf="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:19: error: the flame uses variations or parameters that do not exist here: 'dc_layers', 'julian_dits' and 'pre_subflame_wf'
<xform weight="1" dc_layers="1" dc_layers_power="2" julian="1" julian_dits="2"/>
                  ^~~~~~~~~
test.flame:2:64: note: did you mean 'julian_dist'?
<xform weight="1" dc_layers="1" dc_layers_power="2" julian="1" julian_dits="2"/>
                                                               ^~~~~~~~~~~
note: --lenient ignores what is not supported
)"},
    {"NotANumber",
     R"(<flame size="9 9">
<xform weight="one" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:16: error: expected a number, got 'one'
<xform weight="one" linear="1"/>
               ^~~
)"},
    {"DecimalComma",
     R"(<flame size="9 9">
<xform weight="0,5" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:16: error: expected a number, got '0,5'
<xform weight="0,5" linear="1"/>
               ^~~
note: the decimal point is '.', whatever the locale
)"},
    {"CommaSeparated",
     R"(<flame size="9 9">
<xform weight="1" coefs="1,0,0,1,0,0" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:26: error: expected a number, got '1,0,0,1,0,0'
<xform weight="1" coefs="1,0,0,1,0,0" linear="1"/>
                         ^~~~~~~~~~~
note: numbers are separated by blanks, not commas
)"},
    {"NanCoefficient",
     R"(<flame size="9 9">
<xform weight="1" coefs="1 0 nan 1 0 0" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:30: error: 'coefs' must be a finite number, got 'nan'
<xform weight="1" coefs="1 0 nan 1 0 0" linear="1"/>
                             ^~~
)"},
    {"TooFewCoefficients",
     R"(<flame size="9 9">
<xform weight="1" coefs="1 0 0 1 0" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:26: error: 'coefs' needs 6 numbers, got 5
<xform weight="1" coefs="1 0 0 1 0" linear="1"/>
                         ^~~~~~~~~
)"},
    {"NegativeWeight",
     R"(<flame size="9 9">
<xform weight="-1" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:16: error: 'weight' must be at least 0, got -1
<xform weight="-1" linear="1"/>
               ^~
)"},
    {"HugeNumber",
     R"(<flame size="9 9">
<xform weight="1" linear="1e300"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:27: error: 'linear' must be at most 1e+30, got 1e300
<xform weight="1" linear="1e300"/>
                          ^~~~~
)"},
    {"FinalWeight",
     R"(<flame size="9 9">
<xform weight="1" linear="1"/>
<finalxform weight="0.5" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:3:21: error: the final xform is always applied and has no weight
<finalxform weight="0.5" linear="1"/>
                    ^~~
note: remove the attribute; 'opacity' is the probability that a final xform is applied
)"},
    {"XformWithoutAttributes",
     R"(<flame size="9 9">
<xform/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:2: error: 'xform' has no attributes
<xform/>
 ^~~~~
)"},
    {"ChaosRowOfZeros",
     R"(<flame size="9 9">
<xform weight="1" linear="1" chaos="0"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:37: error: no xform can follow this one: all its chaos factors, times the weights of the xforms, are 0
<xform weight="1" linear="1" chaos="0"/>
                                    ^
)"},
    {"ChaosTooLong",
     R"(<flame size="9 9">
<xform weight="1" linear="1" chaos="1 0.5 1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:37: error: 'chaos' has 3 factors, more than the flame has xforms (1)
<xform weight="1" linear="1" chaos="1 0.5 1"/>
                                    ^~~~~~~
)"},
    {"MotionOutsideMotion",
     R"(<flame size="9 9">
<xform weight="1" linear="1" motion_frequency="2"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:30: error: 'motion_frequency' belongs in a 'motion' element
<xform weight="1" linear="1" motion_frequency="2"/>
                             ^~~~~~~~~~~~~~~~
note: put a 'motion' element inside the xform
)"},
    {"ChaosInMotion",
     R"(<flame size="9 9">
<xform weight="1" linear="1"><motion chaos="1"/></xform>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:38: error: 'chaos' cannot be in motion
<xform weight="1" linear="1"><motion chaos="1"/></xform>
                                     ^~~~~
note: move it to the xform
)"},
    {"UnknownMotionFunction",
     R"(<flame size="9 9">
<xform weight="1" linear="1"><motion motion_function="cos"/></xform>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:55: error: expected 'sin', 'triangle' or 'hill', got 'cos'
<xform weight="1" linear="1"><motion motion_function="cos"/></xform>
                                                      ^~~
)"},
    {"EmptyNumber",
     R"(<flame size="9 9">
<xform weight="1" color="" linear="1"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:25: warning: 'color' is empty; it counts as 0 [-Wempty-number]
<xform weight="1" color="" linear="1"/>
                        ^~
)"},
    {"ClampedParameter",
     R"(<flame size="9 9">
<xform weight="1" super_shape="1" super_shape_rnd="2"/>
<color index="0" rgb="9 9 9"/>
</flame>
)",
     R"(test.flame:2:52: warning: 'super_shape_rnd' is clamped to its maximum 1 [-Wparameter-range]
<xform weight="1" super_shape="1" super_shape_rnd="2"/>
                                                   ^
)"},
};

INSTANTIATE_TEST_SUITE_P(Table, BadXform, testing::ValuesIn(kInputs), nameOf);

} // namespace flame::test
