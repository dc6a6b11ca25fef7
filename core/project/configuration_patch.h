// What --set changes in the configuration of a run that goes on.
#pragma once

#include <string>

#include "core/project/project.h"

namespace stepscope {

// A JSON Patch (RFC 6902) on the configuration that a run was started with. before and after: the project file without and with the
// overrides. It says every key that was set, also where the file says the same: the run may have been started with something else.
std::string configurationPatch(const Project& before, const Project& after, const Overrides& overrides);
// Makes it so. A key that the configuration of an old version does not have yet is added. Throws nlohmann::json::exception.
std::string patched(const std::string& configuration, const std::string& patch);

}  // namespace stepscope
