// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of filters: their text, what is wrong with them, and the stages that they become.

#include "runtime/plan/FilterPlan.h"

#include <gtest/gtest.h>

namespace flame::rt {
namespace {

std::string errorOf(std::string_view text) {
  const Result<FilterChain> chain = FilterChain::parse(text);
  return chain ? "none" : chain.error().text();
}

std::string planOf(std::string_view text, uint32_t passes = 1, bool estimates = true) {
  return planFilters(*FilterChain::parse(text), passes, estimates).text();
}

TEST(FilterChainTest, TextIsReadBackAsItWas) {
  for (const char *text : {"logscale,de,spatial,colorclip", "logscale(brightness=4),colorclip",
                           "logscale,colorclip(gamma=2.5,vibrance=0.25),spatial"}) {
    const Result<FilterChain> chain = FilterChain::parse(text);
    ASSERT_TRUE(bool(chain)) << chain.error().text();
    EXPECT_EQ(chain->text(), text);
  }
  EXPECT_EQ(FilterChain::parse(" logscale ( brightness = 4 ) ,\tcolorclip ")->text(),
            "logscale(brightness=4),colorclip");
}

TEST(FilterChainTest, ValuesReplaceThoseOfTheFrame) {
  FrameDefaults frame;
  FilterChain::parse("logscale(brightness=7),de(radius=3,curve=0.5),colorclip")->apply(frame);
  EXPECT_EQ(frame.brightness, 7);
  EXPECT_EQ(frame.estimatorRadius, 3);
  EXPECT_EQ(frame.estimatorCurve, 0.5);
  EXPECT_EQ(frame.gamma, FrameDefaults().gamma);
}

TEST(FilterChainTest, WrongTextsAreExplained) {
  EXPECT_EQ(errorOf(""), "unknown filter ''");
  EXPECT_EQ(errorOf("logscale,colorclp"), "unknown filter 'colorclp'");
  EXPECT_EQ(errorOf("logscale,,colorclip"), "unknown filter ''");
  EXPECT_EQ(errorOf("logscale(brightness=4"), "the parenthesis behind 'logscale' is not closed");
  EXPECT_EQ(errorOf("logscale(bright=4),colorclip"),
            "unknown parameter 'bright' of the filter 'logscale'");
  EXPECT_EQ(errorOf("logscale(brightness=x),colorclip"),
            "expected a number that 'brightness' of the filter 'logscale' can be, found 'x'");
  EXPECT_EQ(errorOf("logscale,colorclip(gamma=0)"),
            "expected a number that 'gamma' of the filter 'colorclip' can be, found '0'");
  EXPECT_EQ(errorOf("logscale(brightness=4,brightness=5),colorclip"),
            "'brightness' of the filter 'logscale' has two values");
  EXPECT_EQ(errorOf("logscale(brightness=4)colorclip"),
            "expected ',' behind the filter 'logscale', found 'colorclip'");
}

TEST(FilterChainTest, FiltersStandInTheirPlace) {
  EXPECT_EQ(errorOf("logscale,logscale,colorclip"),
            "the filter 'logscale' stands in the chain twice");
  EXPECT_EQ(errorOf("colorclip,logscale"),
            "the filter 'colorclip' works on accumulators that 'logscale' has scaled");
  EXPECT_EQ(errorOf("logscale,colorclip,de"),
            "the filter 'de' works on accumulators, of which 'colorclip' has made colours");
  EXPECT_EQ(errorOf("logscale,spatial,de,colorclip"),
            "the filter 'de' looks at neighbouring buckets, which are pixels behind 'spatial'");
  EXPECT_EQ(errorOf("logscale,glowscale,colorclip"),
            "the filters 'logscale', 'glowscale' are two ways of the same");
  EXPECT_EQ(errorOf("bilateral"), "a chain of filters needs one that scales accumulators");
  EXPECT_EQ(errorOf("logscale"), "a chain of filters needs a clip, which makes colours");
}

TEST(FilterChainTest, FiltersOfCuburnStandInTheirPlace) {
  EXPECT_EQ(errorOf("logscale,bilateral,plainclip"),
            "the filter 'bilateral' counts samples, which 'logscale' does away with");
  EXPECT_EQ(errorOf("logscale,logencode,plainclip"), "the filter 'logencode' works on colours");
  EXPECT_EQ(errorOf("logscale,de,edgede,plainclip"),
            "the filters 'de' and 'edgede' are two ways of the same");
  EXPECT_EQ(
      errorOf("logscale,spatial,smearclip"),
      "the filter 'smearclip' looks at neighbouring buckets, which are pixels behind 'spatial'");
  EXPECT_EQ(errorOf("bilateral,logscale,edgede,spatial,plainclip,logencode"), "none");
}

TEST(FilterChainTest, HdrTakesThePlaceOfTheClip) {
  const auto encoded = [](std::string_view text) {
    return FilterChain::parse(text)->encodedBy(Filter::Pq).text();
  };
  EXPECT_EQ(encoded("logscale,de,spatial,colorclip(gamma=2)"), "logscale,de,spatial,hdrclip,pq");
  EXPECT_EQ(encoded("bilateral,logscale,smearclip"), "bilateral,logscale,hdrclip,pq");
  EXPECT_EQ(encoded("logscale,hdrclip(peak=3),curves"), "logscale,hdrclip(peak=3),curves,pq");
  EXPECT_EQ(encoded("logscale,colorclip,hlg"), "logscale,colorclip,hlg");
  EXPECT_EQ(FilterChain::ofLook("hdr", false).text(), "logscale,de,spatial,hdrclip");
  EXPECT_EQ(FilterChain::ofLook("hdr", true).text(), "logscale,de,hdrclip,spatial");
}

TEST(FilterChainTest, ADenoiserTakesThePlaceOfOthers) {
  const auto denoised = [](std::string_view text, std::string_view by) {
    return FilterChain::parse(text)->denoisedBy(*findDenoiser(by)).text();
  };
  EXPECT_EQ(denoised("nlm,logscale,de,spatial,colorclip", "oidn"),
            "oidn,logscale,spatial,colorclip");
  EXPECT_EQ(denoised("oidn,logscale,spatial,colorclip", "nlm"), "nlm,logscale,spatial,colorclip");
  EXPECT_EQ(denoised("logscale,de,spatial,colorclip", "nlm"), "nlm,logscale,spatial,colorclip");
  EXPECT_EQ(denoised("bilateral,logscale,smearclip", "nlm"), "nlm,logscale,smearclip");
  EXPECT_EQ(denoised("glowscale,edgede,plainclip", "bilateral"), "bilateral,glowscale,plainclip");
  EXPECT_EQ(denoised("nlm(strength=2),logscale,de,plainclip", "nlm"),
            "nlm(strength=2),logscale,de,plainclip");
  EXPECT_FALSE(findDenoiser("de").has_value());
}

TEST(FilterChainTest, EncodingsEndAChain) {
  EXPECT_EQ(errorOf("logscale,pq,hdrclip"), "the filter 'pq' works on colours");
  EXPECT_EQ(errorOf("logscale,hdrclip,pq,spatial"), "the filter 'pq' ends a chain");
  EXPECT_EQ(errorOf("logscale,hdrclip,pq,hlg"), "the filter 'pq' ends a chain");
  EXPECT_EQ(errorOf("logscale,hdrclip(peak=0.5)"),
            "expected a number that 'peak' of the filter 'hdrclip' can be, found '0.5'");
}

TEST(FilterPlanTest, CodesAreMadeOfPixels) {
  EXPECT_EQ(planOf("logscale,hdrclip,pq"), "histogram, logscale, hdrclip; pixels, pq");
  EXPECT_EQ(planOf("logscale,spatial,hdrclip,hlg"), "histogram, logscale; pixels, hdrclip, hlg");
}

TEST(FilterPlanTest, LocalFiltersJoinTheStageBeforeThem) {
  EXPECT_EQ(planOf("logscale,de,spatial,colorclip"),
            "histogram, logscale; density; pixels, colorclip");
  EXPECT_EQ(planOf("logscale,de,colorclip,spatial"),
            "histogram, logscale; density; colorclip; pixels");
  EXPECT_EQ(planOf("logscale,colorclip"), "histogram, logscale, colorclip; pixels");
}

TEST(FilterPlanTest, DensityEstimationWithoutKernelsIsLeftOut) {
  EXPECT_EQ(planOf("logscale,de,colorclip,spatial", 1, false),
            "histogram, logscale, colorclip; pixels");
  EXPECT_EQ(planFilters(FilterChain::flam3(), 1, false).spares, 0u);
  EXPECT_EQ(planFilters(FilterChain::flam3(), 1, true).spares, 1u);
}

TEST(FilterPlanTest, PassesAreAddedBeforeTheyBecomeColours) {
  const FilterPlan plan = planFilters(*FilterChain::parse("logscale,colorclip,spatial"), 3, false);
  ASSERT_EQ(plan.beforeSum.size(), 1u);
  EXPECT_EQ(plan.beforeSum[0].local, std::vector{Filter::LogScale});
  ASSERT_EQ(plan.afterSum.size(), 2u);
  EXPECT_EQ(plan.afterSum[0].local, std::vector{Filter::ColorClip});
}

TEST(FilterPlanTest, SamplesAreKeptWhereDensitiesAreScaled) {
  EXPECT_TRUE(planFilters(FilterChain::flam3(), 1, true).beforeSum[0].keepsSampleCounts);
  EXPECT_FALSE(planFilters(FilterChain::flam3(), 1, false).beforeSum[0].keepsSampleCounts);
}

} // namespace
} // namespace flame::rt
