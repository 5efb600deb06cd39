// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes flock documents in canonical form. Keys are ordered, numbers by value before words. Commas
// start a line, so that lines can be added and removed one by one. Short values stand on one line,
// long number lists in pairs. Numbers have enough digits to be read back exactly; text is UTF-8.

#ifndef FLAME_COMPILER_CUBURN_CUBURNWRITER_H
#define FLAME_COMPILER_CUBURN_CUBURNWRITER_H

#include "compiler/cuburn/CuburnNode.h"

#include <nlohmann/json_fwd.hpp>

namespace flame {

/// The canonical text of a JSON value, terminated by a line feed.
std::string printCuburnJson(const nlohmann::json &value);

/// A document of type "node", including its section "blend".
std::string writeCuburnNode(const CuburnNode &node);

/// A document of type "edge", without the values that `base` supplies.
std::string writeCuburnEdge(const CuburnEdge &edge);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNWRITER_H
