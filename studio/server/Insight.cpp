// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows how the compiler sees a flame: its IR, and the report of flamec --report.

#include "compiler/animation/Animation.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/driver/CompileReport.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/text/Errors.h"
#include "studio/server/Helper.h"

#include "mlir/IR/MLIRContext.h"

namespace flame::studio {

using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

/// Number of reports that stay available. Each takes some hundred kilobytes.
static constexpr size_t kKeptReports = 6;
/// The target of reports if there is no GPU.
static constexpr char kUsualTarget[] = "sm_90";

void Studio::printIr(uint64_t connection, const json &message) {
  help(
      connection, message,
      [this, connection, message] {
        const SubjectReading reading = readSubject({{"model", message.at("model")}});
        if (!reading.animation)
          return fail(connection, message, Error(ErrorKind::Input, "there is no flame"));
        std::string text;
        CompileOptions options;
        const std::optional<Stage> wanted = findStage(message.value("stage", "opt"));
        options.lastStage = wanted && *wanted < Stage::Opt ? Stage::Flame : Stage::Opt;
        options.dump = [&](Stage stage, llvm::StringRef, llvm::StringRef printed) {
          if (stage == options.lastStage)
            text = printed.str();
        };
        auto context = makeContext();
        if (auto packed = packFlame(*context, *reading.animation, options); !packed)
          return fail(connection, message, toError(packed.takeError()));
        send(connection, {{"t", "text"}, {"id", idOf(message)}, {"text", text}});
      },
      /*isUrgent=*/true);
}

/// Makes the report page of one flame. Its line numbers are those of a file with this flame alone.
static rt::Result<std::string> reportOn(const json &model) {
  FLAME_TRY_ASSIGN(const WrittenModels written, modelsToXml(json::array({model})));
  const ModelReading reading = readText(written.text, "flame");
  if (reading.genomes.empty())
    return Error(ErrorKind::Input, "there is no flame");
  CompileOptions options;
  options.sources = reading.sources.get();
  options.ptxas = findPtxas().value_or("");
  if (!options.ptxas.empty())
    options.targets = {kUsualTarget};
  llvm::Expected<json> description =
      describeCompilation(makeStill(reading.genomes.front()), options);
  if (!description)
    return toError(description.takeError());
  return makeReportPage(*description);
}

void Studio::report(uint64_t connection, const json &message) {
  help(
      connection, message,
      [this, connection, message] {
        rt::Result<std::string> page = reportOn(message.at("model"));
        if (!page)
          return fail(connection, message, page.error());
        uint64_t number = 0;
        {
          std::lock_guard lock(reportsMutex);
          number = ++lastReport;
          reports.emplace_back(number, std::move(*page));
          if (reports.size() > kKeptReports)
            reports.pop_front();
        }
        send(connection, {{"t", "reported"},
                          {"id", idOf(message)},
                          {"address", "/report?id=" + std::to_string(number)}});
      },
      /*isUrgent=*/true);
}

} // namespace flame::studio
