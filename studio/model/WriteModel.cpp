// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes models as files: XML in the form that flame programs exchange, or a node of a flock.

#include "studio/model/GenomeModel.h"

#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/text/Diagnostics.h"

#include "llvm/Support/raw_ostream.h"

namespace flame::studio {

using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

rt::Result<WrittenModels> modelsToXml(const json &models) {
  std::vector<ModelReading> readings; // owns the text that genomes point to
  std::vector<Genome> genomes;
  for (const json &model : models) {
    const ModelReading &reading = readings.emplace_back(readModel(model));
    if (reading.genomes.empty())
      return Error(ErrorKind::Input,
                   reading.messages.empty() ? "there is no flame" : reading.messages.front().text);
    genomes.push_back(reading.genomes.front());
  }
  return WrittenModels{writeFlames(genomes), {}};
}

rt::Result<WrittenModels> modelToNode(const json &models) {
  if (models.size() != 1)
    return Error(ErrorKind::Input,
                 "a file of JSON is a node and holds one flame, not " +
                     std::to_string(models.size()),
                 "save them all as .flame, or one of them under another name");
  const ModelReading reading = readModel(models.front());
  if (reading.genomes.empty())
    return Error(ErrorKind::Input,
                 reading.messages.empty() ? "there is no flame" : reading.messages.front().text);
  WrittenModels written;
  std::string printed;
  {
    llvm::raw_string_ostream stream(printed);
    Diagnostics diags(*reading.sources, stream);
    written.text = writeCuburnNode(makeCuburnNode(reading.genomes.front(), diags));
  }
  written.messages = parseMessages(printed, "flame", {});
  return written;
}

} // namespace flame::studio
