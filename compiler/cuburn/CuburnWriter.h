// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The canonical text of flock documents: keys in order, numbers by value before words; commas at the start of lines, so
// that they can be added and removed one by one; whatever fits into a line stands on one, and long lists of numbers in
// pairs. Numbers have as many digits as it takes to read them back; text is UTF-8.

#ifndef FLAME_COMPILER_CUBURN_CUBURNWRITER_H
#define FLAME_COMPILER_CUBURN_CUBURNWRITER_H

#include "compiler/cuburn/CuburnNode.h"

#include <nlohmann/json_fwd.hpp>

namespace flame {

/// The canonical text of a JSON value, ended by a line feed.
std::string printCuburnJson(const nlohmann::json &value);

/// A document of type "node". What a section "blend" asks for is part of it.
std::string writeCuburnNode(const CuburnNode &node);

/// A document of type "edge", without what `base` would give.
std::string writeCuburnEdge(const CuburnEdge &edge);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNWRITER_H
