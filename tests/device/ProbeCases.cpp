// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases as JSON.

#include "tests/device/ProbeCases.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace flame::test {

std::string writeCases(const std::vector<ProbeCase> &cases) {
  nlohmann::json all = nlohmann::json::array();
  for (const ProbeCase &one : cases)
    all.push_back({{"name", one.name},
                   {"xform", one.probe.xform},
                   {"point", {one.probe.x, one.probe.y, one.probe.color}},
                   {"draws", one.probe.draws},
                   {"expected", {one.x, one.y}},
                   {"allowed", one.allowed},
                   {"color", {one.color, one.allowedColor}},
                   {"visibility", one.visibility},
                   {"sensitivity", one.sensitivity},
                   {"sample", one.isSample}});
  return all.dump();
}

std::vector<ProbeCase> readCases(std::string_view json) {
  std::vector<ProbeCase> cases;
  for (const nlohmann::json &entry : nlohmann::json::parse(json)) {
    ProbeCase one;
    one.name = entry.at("name");
    const nlohmann::json &point = entry.at("point"), &expected = entry.at("expected");
    one.probe = {entry.at("xform"), point.at(0), point.at(1), point.at(2), {}};
    const auto draws = entry.at("draws").get<std::vector<float>>();
    std::copy_n(draws.begin(), std::min<size_t>(draws.size(), abi::kProbeDraws), one.probe.draws);
    one.x = expected.at(0);
    one.y = expected.at(1);
    one.allowed = entry.at("allowed");
    one.color = entry.at("color").at(0);
    one.allowedColor = entry.at("color").at(1);
    one.visibility = entry.at("visibility");
    one.sensitivity = entry.at("sensitivity");
    one.isSample = entry.at("sample");
    cases.push_back(std::move(one));
  }
  return cases;
}

} // namespace flame::test
