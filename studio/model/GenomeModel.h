// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page's form of a flame: JSON whose members have the names of the XML attributes. The page
// changes the JSON; this module turns it back into XML and gives it to the reader of genome files.
// The page can therefore do exactly what files can say, and each message about a value appears
// beside the field of that value.
//
//   {"name", "time", "nick", "url", "edit",
//    "settings": {"size": [w, h], "brightness": 4, "filter_shape": "gaussian", ...},
//    "xforms": [XFORM...], "finals": [XFORM...], "symmetry": kind,
//    "palette": {"hex": 256 times RRGGBB, "xml": elements, if bytes cannot express it},
//    "definitions": [{"text": source of a user-defined variation, "info": its schema}, ...],
//                   if there are any}
//
//   XFORM: {"name", "weight", "color", "color_speed", "animate", "opacity", "var_color",
//           "coefs": [a d b e c f], "post": the same or null, "chaos": [...],
//           "yzCoefs", "zxCoefs", "yzPost", "zxPost": likewise, if the xform has them,
//           "variations": [{"name", "place": "pre" "normal" "post", "weight",
//                           "params": {"julian_power": 2, ...},
//                           "repeat": index among the uses of the same name,
//                           "adds": true if a pre or post use adds to the point,
//                           "byField": {"julian_dist": 0.1, ...} if a weighting field acts on it}],
//           "motions": [[[attribute, value], ...]], "made": true if it comes from the symmetry}

#ifndef FLAME_STUDIO_MODEL_GENOMEMODEL_H
#define FLAME_STUDIO_MODEL_GENOMEMODEL_H

#include "compiler/genome/Genome.h"
#include "compiler/genome/ReaderOptions.h"
#include "support/Result.h"

#include "llvm/Support/SourceMgr.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace flame::studio {

/// A message about a field. `path` is the field's position in the model, such as
/// "xforms/2/variations/0/params/julian_power". It is empty if the message is about the whole
/// flame.
struct ModelMessage {
  std::string severity; ///< "error", "warning", "note"
  std::string path, text;
};

/// The result of reading a model or a text. Genomes point into the text, which lives as long as
/// `sources`.
struct ModelReading {
  std::shared_ptr<llvm::SourceMgr> sources;
  std::vector<Genome> genomes; ///< empty if there was an error
  std::vector<ModelMessage> messages;
};

/// Returns the model of a genome.
nlohmann::json modelOf(const Genome &genome);

/// Writes a model as XML with one attribute per line. `paths` receives the field of each line, from
/// line 1 on. Throws nlohmann::json::exception or std::invalid_argument if `model` is not a model.
std::string xmlOfModel(const nlohmann::json &model, std::vector<std::string> &paths);

/// Reads a model.
ModelReading readModel(const nlohmann::json &model);

/// Reads the text of a file or of the clipboard: XML with any number of flames, or a node of a
/// flock in JSON.
ModelReading readText(const std::string &text, const std::string &name);

/// Models in the form of a file, with messages about everything that form cannot hold.
struct WrittenModels {
  std::string text;
  std::vector<ModelMessage> messages;
};

/// Writes models as XML. Returns an Input error if one is not a flame.
rt::Result<WrittenModels> modelsToXml(const nlohmann::json &models);

/// Writes one model as a node of a flock. Such a node has no size and no symmetry of its own.
rt::Result<WrittenModels> modelToNode(const nlohmann::json &models);

/// Extracts the messages from the output of Diagnostics about the text called `name`. `paths` is as
/// in xmlOfModel.
std::vector<ModelMessage> parseMessages(llvm::StringRef printed, llvm::StringRef name,
                                        const std::vector<std::string> &paths);

/// Returns the messages in the page's form.
nlohmann::json toJson(const std::vector<ModelMessage> &messages);

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_GENOMEMODEL_H
