// What was predicted of a run's switches beside what came of it, as a table for the project's dock.
#pragma once

#include <QString>
#include <vector>

#include "core/train/switches/switch_rows.h"

namespace stepscope {

// The last six changes. Predicted: before the first step, and kept. A time that was measured while other programs held the cores is not
// shown: the cell says so.
QString switchRowsHtml(const std::vector<SwitchRow>& rows);

}  // namespace stepscope
