// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data that the page needs to edit flames: each setting and each variation with texts, ranges
// and defaults, taken from the records. A new variation or setting appears in the page by itself.

#ifndef FLAME_STUDIO_MODEL_SCHEMA_H
#define FLAME_STUDIO_MODEL_SCHEMA_H

#include "ir/VariationTable.h"

#include <nlohmann/json.hpp>

namespace flame::studio {

/// Returns the description of one variation.
nlohmann::json schemaOf(const VariationInfo &variation);

/// Returns all tables as one object with the arrays "settings", "variations", "families",
/// "mutations" and "crossings".
nlohmann::json makeSchema();

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_SCHEMA_H
