// Finds faults of a table that make its task easier or harder than it should be: a column that contains the target in other words, equal rows on both
// sides of the split, equal rows with different answers.
#pragma once

#include <vector>

#include "core/data/preview/data_preview.h"
#include "core/data/table/table_parts.h"

namespace stepscope {

std::vector<DataFinding> leaksOf(const TableParts& parts, const std::atomic<bool>* cancel);

}  // namespace stepscope
