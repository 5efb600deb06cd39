// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Charges time whenever the innermost stage changes, so nothing is counted twice or lost.

#include "compiler/codegen/Timings.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace flame {

static double milliseconds(Timings::Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

Timings::Timings(Now now) : now(now), start(now()), last(start) {}

void Timings::charge() {
  const Clock::time_point moment = now();
  if (!running.empty())
    rows[running.back()].time += moment - last;
  last = moment;
}

void Timings::enter(std::string_view stage) {
  charge();
  const auto row = std::ranges::find(rows, stage, &Row::name);
  running.push_back(row - rows.begin());
  if (row == rows.end())
    rows.push_back({std::string(stage), Clock::duration::zero()});
}

void Timings::leave() {
  assert(!running.empty() && "leave without enter");
  charge();
  running.pop_back();
}

Timings::Sum Timings::sum() const {
  const Clock::time_point moment = now();
  Sum result = {rows, moment - start};
  if (!running.empty())
    result.rows[running.back()].time += moment - last;
  Clock::duration other = result.total;
  for (const Row &row : result.rows)
    other -= row.time;
  if (other > Clock::duration::zero())
    result.rows.push_back({"other", other});
  return result;
}

void Timings::print(llvm::raw_ostream &os) const {
  const Sum all = sum();
  const double total = milliseconds(all.total);
  size_t width = std::string_view("total").size();
  for (const Row &row : all.rows)
    width = std::max(width, row.name.size());

  auto printRow = [&](const std::string &name, double time) {
    char numbers[64];
    std::snprintf(numbers, sizeof(numbers), "%10.1f%8.1f", time,
                  total > 0 ? 100 * time / total : 0);
    os << name << std::string(width - name.size(), ' ') << numbers << '\n';
  };
  os << "stage" << std::string(width - std::string_view("stage").size(), ' ')
     << "        ms       %\n";
  for (const Row &row : all.rows)
    printRow(row.name, milliseconds(row.time));
  printRow("total", total);
}

void Timings::printJson(llvm::raw_ostream &os) const {
  const Sum all = sum();
  auto spell = [](Clock::duration time) {
    char number[32];
    std::snprintf(number, sizeof(number), "%.6g", milliseconds(time));
    return std::string(number);
  };
  os << "{\"stages\": [";
  for (const Row &row : all.rows)
    os << (&row == all.rows.data() ? "" : ", ") << "{\"name\": \"" << row.name
       << "\", \"ms\": " << spell(row.time) << '}';
  os << "], \"total_ms\": " << spell(all.total) << "}\n";
}

} // namespace flame
