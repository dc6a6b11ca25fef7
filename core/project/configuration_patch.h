// Changes that --set makes in the configuration of a resumed run.
#pragma once

#include <string>

#include "core/project/project.h"

namespace stepscope {

// A JSON Patch (RFC 6902) on the configuration that a run was started with. `before` and `after`: the project file without and
// with the overrides. It contains every key that was set, even if the file has the same value, because the run may have been started with another
// one.
std::string configurationPatch(const Project& before, const Project& after, const Overrides& overrides);
// Applies such a patch to a configuration. Adds a key that the configuration of an old version does not have. Throws nlohmann::json::exception.
std::string patched(const std::string& configuration, const std::string& patch);

}  // namespace stepscope
