// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pages of the studio send: models of flames and films. What is accepted is a model again, and
// the same.

#include "studio/model/FilmModel.h"
#include "support/ParseJson.h"

#include "tests/fuzz/Animations.h"

using namespace flame;
using namespace flame::fuzz;
using namespace flame::studio;

/// More xforms only take longer.
static constexpr size_t kMostXforms = 8;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto document = rt::parseJson<nlohmann::json>(textOf(data, size));
  if (!document.is_object())
    return 0;
  if (document.contains("film") || document.contains("model")) {
    const SubjectReading subject = readSubject(document);
    require(subject.animation || !subject.messages.empty(), "what is refused is explained");
    if (subject.animation)
      requireRoundTrip(*subject.animation);
    return 0;
  }
  const ModelReading reading = readModel(document);
  require(!reading.genomes.empty() || !reading.messages.empty(), "what is refused is explained");
  for (const Genome &genome : reading.genomes) {
    if (genome.xforms.size() > kMostXforms)
      continue;
    const nlohmann::json model = modelOf(genome);
    const ModelReading again = readModel(model);
    const auto dump = [](const nlohmann::json &json) {
      return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    };
    require(again.genomes.size() == 1, "a model that was made is read again", dump(model));
    require(dump(modelOf(again.genomes.front())) == dump(model),
            "reading a model that was made gives the same model", dump(model));
  }
  return 0;
}
