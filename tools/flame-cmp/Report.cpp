// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats reports. The JSON keys are an interface: tests/image/fidelity.py reads them.

#include "tools/flame-cmp/Report.h"

#include <nlohmann/json.hpp>

#include <cstdarg>
#include <cstdio>

namespace flame {

using Json = nlohmann::ordered_json;

/// Appends one formatted line to the text.
__attribute__((format(printf, 2, 3))) static void line(std::string &text, const char *format, ...) {
  char buffer[256]; // the longest line below has about 100 characters
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  text.append(buffer).append("\n");
}

static double levels(double value) { return 255 * value; }
static const char *yesNo(bool value) { return value ? "yes" : "no"; }
static const char *mark(bool holds) { return holds ? "ok" : "FAILED"; }

/// Noise power of ours in block sums relative to the reference's: the factor by which ours needs
/// more samples.
static double varianceRatio(const SetReport &report) {
  return report.oursBlocks->blockVariance / report.referenceBlocks->blockVariance;
}

std::string describe(const PairReport &report) {
  std::string text;
  line(text, "E        %.6f  (%.3f levels)", report.difference.rms, levels(report.difference.rms));
  line(text, "maximum  %.6f  (%.3f levels)", report.difference.maximum,
       levels(report.difference.maximum));
  line(text, "mean     %+.6f  (%+.3f levels)", report.difference.mean,
       levels(report.difference.mean));
  line(text, "equal    %s", yesNo(report.equal));
  if (report.blocks)
    line(text, "blocks   correlation %.3f at %dx%d", report.blocks->correlation(),
         report.blocks->side, report.blocks->side);
  return text;
}

std::string describe(const SetReport &report) {
  const Fidelity &f = report.fidelity;
  const Verdict &verdict = report.verdict;
  std::string text;
  line(text, "fidelity  %.3f   at most %.3f  %s", f.fidelity, verdict.fidelityLimit,
       mark(verdict.fidelityHolds));
  line(text, "bias      %.3f   at most %.3f levels  %s", levels(f.bias), levels(verdict.biasLimit),
       mark(verdict.biasHolds));
  line(text, "spread    %.3f   %.2f to %.2f  %s", f.spread, kSpreadMinimum, kSpreadMaximum,
       mark(verdict.spreadHolds));
  line(text, "noise     %.3f levels, worst ratio of the reference against itself %.3f",
       levels(f.noise), f.worstSelfRatio);
  line(text, "mean     %+.3f levels", levels(f.mean));
  if (report.referenceBlocks && report.oursBlocks)
    line(text, "blocks    correlation %.3f, ours %.3f, variance ratio %.3f at %dx%d",
         report.referenceBlocks->correlation(), report.oursBlocks->correlation(),
         varianceRatio(report), report.oursBlocks->side, report.oursBlocks->side);
  line(text, "%s", verdict.passes() ? "pass" : "fail");
  return text;
}

static std::string print(const Json &json) { return json.dump(2) + "\n"; }

std::string toJson(const PairReport &report) {
  Json json = {{"rms", report.difference.rms},
               {"maximum", report.difference.maximum},
               {"mean", report.difference.mean},
               {"equal", report.equal},
               {"pass", report.passes}};
  if (report.blocks)
    json["blocks"] = {{"side", report.blocks->side}, {"correlation", report.blocks->correlation()}};
  return print(json);
}

std::string toJson(const SetReport &report) {
  const Fidelity &f = report.fidelity;
  const Verdict &verdict = report.verdict;
  Json failed = Json::array();
  if (!verdict.fidelityHolds)
    failed.push_back("fidelity");
  if (!verdict.biasHolds)
    failed.push_back("bias");
  if (!verdict.spreadHolds)
    failed.push_back("spread");
  Json json = {{"fidelity", f.fidelity},
               {"fidelityLimit", verdict.fidelityLimit},
               {"bias", f.bias},
               {"biasLimit", verdict.biasLimit},
               {"spread", f.spread},
               {"noise", f.noise},
               {"cross", f.cross},
               {"oursNoise", f.oursNoise},
               {"worstSelfRatio", f.worstSelfRatio},
               {"mean", f.mean},
               {"pass", verdict.passes()},
               {"failed", failed}};
  if (report.referenceBlocks && report.oursBlocks)
    json["blocks"] = {{"side", report.oursBlocks->side},
                      {"reference", report.referenceBlocks->correlation()},
                      {"ours", report.oursBlocks->correlation()},
                      {"varianceRatio", varianceRatio(report)}};
  return print(json);
}

} // namespace flame
