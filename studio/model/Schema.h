// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the page must know of flames to offer their editing: every setting and every variation with texts, ranges and defaults,
// as the records have them. So a new variation or setting is in the page without another line.

#ifndef FLAME_STUDIO_MODEL_SCHEMA_H
#define FLAME_STUDIO_MODEL_SCHEMA_H

#include "ir/VariationTable.h"

#include <nlohmann/json.hpp>

namespace flame::studio {

/// What the page must know of one variation.
nlohmann::json schemaOf(const VariationInfo &variation);

/// {"settings": [...], "variations": [...], "families": [...], "mutations": [...], "crossings": [...]}
nlohmann::json makeSchema();

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_SCHEMA_H
