// Predictions for a run's switches and the measured results, as a table for the project's dock.
#pragma once

#include <QString>
#include <vector>

#include "core/train/switches/switch_rows.h"

namespace stepscope {

// The last six changes. Predictions are from before the first step and do not change. A time measured while other programs used the cores is not
// shown; the cell has a note instead.
QString switchRowsHtml(const std::vector<SwitchRow>& rows);

}  // namespace stepscope
