// Hyperparameters in the format of TensorBoard's plugin "hparams", in the metadata of a summary.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

// content: the plugin's data, an HParamsPluginData with a SessionStartInfo. Values are JSON texts: 0.1, true, "adam". Sorted by name.
std::vector<std::pair<std::string, std::string>> hyperparametersOf(std::string_view content);
// The inverse: the plugin's data of a session with these values; a value other than number, boolean or string is written as its JSON text.
std::string hyperparametersContent(const std::vector<std::pair<std::string, std::string>>& hyperparameters, double startTime);

}  // namespace stepscope
