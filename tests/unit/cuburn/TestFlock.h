// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flock in a string, as if it were the one-file database "flock.json", and everything that
// reading it prints. Members are written without their palettes: the word "GRAY" stands for one.

#ifndef FLAME_TESTS_UNIT_CUBURN_TESTFLOCK_H
#define FLAME_TESTS_UNIT_CUBURN_TESTFLOCK_H

#include "compiler/cuburn/CuburnBlend.h"
#include "compiler/cuburn/CuburnReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace flame::test {

/// A palette from black to white.
inline Palette grayPalette() {
  Palette palette;
  for (unsigned i = 0; i < kPaletteSize; ++i)
    palette[i] = {i / 255.0, i / 255.0, i / 255.0, 1};
  return palette;
}

/// The strings of a palette as elements of a JSON array, without its brackets.
inline std::string paletteElements(const Palette &palette) {
  std::string text;
  for (const std::string &chunk : encodeCuburnPalette(palette))
    text += (text.empty() ? "\"" : ", \"") + chunk + "\"";
  return text;
}

class TestFlock {
public:
  /// `members` as in a JSON object.
  explicit TestFlock(std::string members)
      : stream(printed), diags(sources, stream), database(diags) {
    const std::string word = "GRAY";
    for (size_t at; (at = members.find(word)) != std::string::npos;)
      members.replace(at, word.size(), paletteElements(grayPalette()));
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
        "{\"type\": \"onefiledb\",\n" + members + "}", "flock.json");
    bufferId = sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  }

  std::optional<CuburnNode> node(const std::string &id) {
    const CuburnDocument *document = database.read(bufferId, id);
    return document ? readCuburnNode(database, *document) : std::nullopt;
  }
  std::optional<CuburnEdge> edge(const std::string &id) {
    const CuburnDocument *document = database.read(bufferId, id);
    return document ? readCuburnEdge(database, *document) : std::nullopt;
  }
  std::optional<CuburnAnimation> blend(const std::string &id,
                                       CuburnCompat compat = CuburnCompat::Clean) {
    std::optional<CuburnEdge> found = edge(id);
    if (!found)
      return std::nullopt;
    auto source = readLinkedNode(database, found->source),
         destination = readLinkedNode(database, found->destination);
    if (!source || !destination)
      return std::nullopt;
    return blendCuburnEdge(diags, *found, *source, *destination, compat);
  }
  std::optional<Animation> animation(const std::string &id, CuburnOptions options = {}) {
    options.document = id;
    return readCuburnDocument(bufferId, options, diags);
  }

  /// What was printed, without the source lines.
  std::string messages() const {
    std::string result;
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(printed).split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.contains("error: ") || line.contains("warning: ") || line.contains("note: "))
        result += line.str() + "\n";
    return result;
  }

private:
  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
  CuburnDatabase database;
  unsigned bufferId = 0;
};

/// The names of the pairs of a blend, in order.
inline std::vector<std::string> pairNames(const std::optional<CuburnAnimation> &animation) {
  std::vector<std::string> names;
  if (animation)
    for (const CuburnAnimationXform &xform : animation->xforms)
      names.push_back(xform.id);
  return names;
}

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_CUBURN_TESTFLOCK_H
