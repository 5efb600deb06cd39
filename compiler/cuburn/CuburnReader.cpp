// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects the document, resolves its references, and blends.

#include "compiler/cuburn/CuburnReader.h"

#include "compiler/animation/AnimationFields.h"
#include "compiler/cuburn/CuburnAnimation.h"
#include "compiler/cuburn/CuburnBlend.h"
#include "compiler/cuburn/CuburnNode.h"

#include <nlohmann/json.hpp>

namespace flame {

namespace {
/// Looks for the first key of the outermost object that identifies the kind of text.
class HeadFinder : public nlohmann::json_sax<nlohmann::json> {
public:
  bool isObject = false, isOurs = false;

  bool start_object(size_t) override {
    isObject |= depth == 0;
    return ++depth != 0;
  }
  bool end_object() override { return --depth != 0; }
  bool start_array(size_t) override { return depth++ != 0; }
  bool end_array() override { return --depth != 0; }
  bool key(std::string &name) override {
    if (depth != 1)
      return true;
    isOurs |= name == "format";
    return name != "format" && name != "type";
  }
  bool null() override { return depth != 0; }
  bool boolean(bool) override { return depth != 0; }
  bool number_integer(int64_t) override { return depth != 0; }
  bool number_unsigned(uint64_t) override { return depth != 0; }
  bool number_float(double, const std::string &) override { return depth != 0; }
  bool string(std::string &) override { return depth != 0; }
  bool binary(nlohmann::json::binary_t &) override { return false; }
  bool parse_error(size_t, const std::string &, const nlohmann::json::exception &) override {
    return false;
  }

private:
  size_t depth = 0;
};
} // namespace

bool looksLikeCuburnDocument(llvm::StringRef text) {
  text.consume_front("\xef\xbb\xbf");
  if (!text.ltrim().starts_with("{"))
    return false;
  HeadFinder finder;
  nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  return finder.isObject && !finder.isOurs;
}

static std::optional<Animation> makeNode(CuburnDatabase &database, const CuburnDocument &document,
                                         const CuburnOptions &options) {
  std::optional<CuburnNode> node = readCuburnNode(database, document);
  if (!node)
    return std::nullopt;
  constexpr double kQuarter = 0.25;
  CuburnAnimation loop =
      options.halfLoop ? loopCuburnNode(*node, -kQuarter, kQuarter) : loopCuburnNode(*node, 0, 1);
  std::optional<Animation> animation = makeAnimation(loop, options, database.diags);
  if (animation && !isMoving(*node)) {
    animation->duration = 0;
    animation->loops = false;
  }
  return animation;
}

static std::optional<Animation> makeEdge(CuburnDatabase &database, const CuburnDocument &document,
                                         const CuburnOptions &options) {
  std::optional<CuburnEdge> edge = readCuburnEdge(database, document);
  if (!edge)
    return std::nullopt;
  std::optional<CuburnNode> source = readLinkedNode(database, edge->source);
  std::optional<CuburnNode> destination = readLinkedNode(database, edge->destination);
  if (!source || !destination)
    return std::nullopt;
  auto animation = blendCuburnEdge(database.diags, *edge, *source, *destination, options.compat);
  return animation ? makeAnimation(*animation, options, database.diags) : std::nullopt;
}

static std::optional<Animation> makeCuburnAnimation(CuburnDatabase &database,
                                                    const CuburnDocument &document,
                                                    const CuburnOptions &options) {
  std::optional<CuburnAnimation> animation = readCuburnAnimation(database.diags, document);
  return animation ? makeAnimation(*animation, options, database.diags) : std::nullopt;
}

std::optional<Animation> readCuburnDocument(unsigned bufferId, const CuburnOptions &options,
                                            Diagnostics &diags) {
  CuburnDatabase database(diags);
  database.searchAround(diags.sources().getMemoryBuffer(bufferId)->getBufferIdentifier().str());
  if (!options.database.empty() && !database.open(options.database))
    return std::nullopt;
  const CuburnDocument *document = database.read(bufferId, options.document);
  if (!document)
    return std::nullopt;
  if (options.halfLoop && document->type != CuburnType::Node)
    return diags
        .error(locationOf(*document->root),
               "only a node has half a loop, this is an " + cuburnTypeName(document->type))
        .note("leave out --half");
  switch (document->type) {
  case CuburnType::Node:
    return makeNode(database, *document, options);
  case CuburnType::Edge:
    return makeEdge(database, *document, options);
  case CuburnType::Animation:
    return makeCuburnAnimation(database, *document, options);
  }
  llvm_unreachable("all types are handled");
}

} // namespace flame
