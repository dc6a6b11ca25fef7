// What a frozen model is: for "model summary NAME.ssmodel".
#pragma once

#include <string>

namespace stepscope::cli {

bool isFrozenModel(const std::string& name);
// Prints where it comes from, what was changed, how its samples are read, and its layers. Throws Error (Input).
void frozenSummary(const std::string& file, bool json);

}  // namespace stepscope::cli
