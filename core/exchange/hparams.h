// Hyperparameters in the format of TensorBoard's plugin "hparams", in the metadata of a summary.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

// Names and values from `content`, the plugin's data: an HParamsPluginData with a SessionStartInfo. Values are JSON texts: 0.1, true, "adam". Sorted
// by name.
std::vector<std::pair<std::string, std::string>> hyperparametersOf(std::string_view content);
// The inverse: the plugin's data of a session with these values. A value that is not a number, boolean or string is written as its JSON text.
// `startTime` is the Unix time in seconds.
std::string hyperparametersContent(const std::vector<std::pair<std::string, std::string>>& hyperparameters, double startTime);

}  // namespace stepscope
