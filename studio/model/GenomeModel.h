// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame as the page has it: JSON whose members are the attributes of XML under their own names. The page changes it; here it
// becomes XML again, which the one reader of genomes judges. So what the page may do is what files may say, and what is wrong
// with a value is said beside the field that has it.
//
//   {"name", "time", "nick", "url", "edit",
//    "definitions": [{"text": of a user-defined variation, "info": as the schema has variations},
//    ...], if it has some, "settings": {"size": [w, h], "brightness": 4, "filter_shape":
//    "gaussian", ...}, "xforms": [XFORM...], "finals": [XFORM...], "symmetry": kind, "palette":
//    {"hex": 256 times RRGGBB, "xml": elements, if bytes do not say it all}}
//
//   XFORM: {"name", "weight", "color", "color_speed", "animate", "opacity", "var_color",
//           "coefs": [a d b e c f], "post": the same or null, "chaos": [...],
//           "yzCoefs", "zxCoefs", "yzPost", "zxPost": likewise, if it has them,
//           "variations": [{"name", "place": "pre" "normal" "post", "weight", "params": {"julian_power": 2, ...},
//                           "repeat": which further one of its name it is, "adds": true of a pre or post one that adds to the point,
//                           "byField": {"julian_dist": 0.1, ...} of those that follow a weighting field}],
//           "motions": [[[attribute, value], ...]], "made": true of those that a symmetry stands for}

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

/// A message about a field. `path` is its place in the model ("xforms/2/variations/0/params/julian_power"), empty if it is about
/// the flame as a whole.
struct ModelMessage {
  std::string severity; ///< "error", "warning", "note"
  std::string path, text;
};

/// What came of a model, or of a text. Genomes point into the text, which lives as long as `sources`.
struct ModelReading {
  std::shared_ptr<llvm::SourceMgr> sources;
  std::vector<Genome> genomes; ///< empty if there was an error
  std::vector<ModelMessage> messages;
};

/// The model of a genome.
nlohmann::json modelOf(const Genome &genome);

/// A model as XML, one attribute in a line. `paths` gets the field of each line, from line 1 on. Throws
/// nlohmann::json::exception, or std::invalid_argument, if it is no model.
std::string xmlOfModel(const nlohmann::json &model, std::vector<std::string> &paths);

/// Reads a model.
ModelReading readModel(const nlohmann::json &model);

/// Reads the text of a file, or what was pasted: XML of any number of flames, or a node of a flock in JSON.
ModelReading readText(const std::string &text, const std::string &name);

/// What models are as a file, and what that cannot hold.
struct WrittenModels {
  std::string text;
  std::vector<ModelMessage> messages;
};

/// Models as XML. An Input error if one is no flame.
rt::Result<WrittenModels> modelsToXml(const nlohmann::json &models);

/// One model as a node of a flock, which has no size and no symmetry of its own.
rt::Result<WrittenModels> modelToNode(const nlohmann::json &models);

/// The messages in what Diagnostics printed about a text of that name, `paths` as in xmlOfModel.
std::vector<ModelMessage> parseMessages(llvm::StringRef printed, llvm::StringRef name,
                                        const std::vector<std::string> &paths);

/// The messages as the page has them.
nlohmann::json toJson(const std::vector<ModelMessage> &messages);

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_GENOMEMODEL_H
