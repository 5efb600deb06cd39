// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a file to an animation: which document, what it refers to, which blend.

#include "compiler/FlockReader.h"

#include "compiler/AnimationFields.h"
#include "compiler/FlockAnimation.h"
#include "compiler/FlockBlend.h"
#include "compiler/FlockNode.h"

#include <nlohmann/json.hpp>

namespace flame {

namespace {
/// Looks for the first key of the outermost object that tells what the text is.
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

bool looksLikeFlockDocument(llvm::StringRef text) {
  text.consume_front("\xef\xbb\xbf");
  if (!text.ltrim().starts_with("{"))
    return false;
  HeadFinder finder;
  nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  return finder.isObject && !finder.isOurs;
}

static std::optional<Animation> makeNode(FlockDatabase &database, const FlockDocument &document,
                                         const FlockOptions &options) {
  std::optional<FlockNode> node = readFlockNode(database, document);
  if (!node)
    return std::nullopt;
  constexpr double kQuarter = 0.25;
  FlockAnimation loop =
      options.halfLoop ? loopFlockNode(*node, -kQuarter, kQuarter) : loopFlockNode(*node, 0, 1);
  std::optional<Animation> animation = makeAnimation(loop, options, database.diags);
  if (animation && !isMoving(*node)) {
    animation->duration = 0;
    animation->loops = false;
  }
  return animation;
}

static std::optional<Animation> makeEdge(FlockDatabase &database, const FlockDocument &document,
                                         const FlockOptions &options) {
  std::optional<FlockEdge> edge = readFlockEdge(database, document);
  if (!edge)
    return std::nullopt;
  std::optional<FlockNode> source = readLinkedNode(database, edge->source);
  std::optional<FlockNode> destination = readLinkedNode(database, edge->destination);
  if (!source || !destination)
    return std::nullopt;
  auto animation = blendFlockEdge(database.diags, *edge, *source, *destination, options.compat);
  return animation ? makeAnimation(*animation, options, database.diags) : std::nullopt;
}

static std::optional<Animation> makeFlockAnimation(FlockDatabase &database,
                                                   const FlockDocument &document,
                                                   const FlockOptions &options) {
  std::optional<FlockAnimation> animation = readFlockAnimation(database.diags, document);
  return animation ? makeAnimation(*animation, options, database.diags) : std::nullopt;
}

std::optional<Animation> readFlockDocument(unsigned bufferId, const FlockOptions &options,
                                           Diagnostics &diags) {
  FlockDatabase database(diags);
  database.searchAround(diags.sources().getMemoryBuffer(bufferId)->getBufferIdentifier().str());
  if (!options.database.empty() && !database.open(options.database))
    return std::nullopt;
  const FlockDocument *document = database.read(bufferId, options.document);
  if (!document)
    return std::nullopt;
  if (options.halfLoop && document->type != FlockType::Node)
    return diags
        .error(placeOf(*document->root),
               "only a node has half a loop, this is an " + flockTypeName(document->type))
        .note("leave out --half");
  switch (document->type) {
  case FlockType::Node:
    return makeNode(database, *document, options);
  case FlockType::Edge:
    return makeEdge(database, *document, options);
  case FlockType::Animation:
    return makeFlockAnimation(database, *document, options);
  }
  llvm_unreachable("all types are handled");
}

} // namespace flame
