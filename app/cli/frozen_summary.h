// Describes a frozen model, for `model summary NAME.ssmodel`.
#pragma once

#include <string>

namespace stepscope::cli {

bool isFrozenModel(const std::string& name);
// Prints the origin of the model, what was changed in it, how its samples are read, and its layers. Throws Error (Input).
void frozenSummary(const std::string& file, bool json);

}  // namespace stepscope::cli
