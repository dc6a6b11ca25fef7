// Hyperparameters as TensorBoard's plugin "hparams" keeps them in the metadata of a summary.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

// content: of the plugin's data, an HParamsPluginData with a SessionStartInfo. Values as JSON texts: 0.1, true, "adam". Sorted by name.
std::vector<std::pair<std::string, std::string>> hyperparametersOf(std::string_view content);
// The other way: the plugin's data of a session with these; what is no number, truth value or text is written as its JSON text.
std::string hyperparametersContent(const std::vector<std::pair<std::string, std::string>>& hyperparameters, double startTime);

}  // namespace stepscope
