// Finds and loads libstepscope_cuda.so, which contains everything that needs CUDA's libraries. Loaded only when a device "cuda" is requested.
#pragma once

#include <string>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/base/driver.h"

namespace stepscope::cuda {

struct Plugin {
  const DeviceApi* api = nullptr;  // null: see problem
  std::string problem;             // a clause without a full stop
};

// $STEPSCOPE_CUDA_PLUGIN, else lib/stepscope/libstepscope_cuda.so beside the folder of the running program.
std::string pluginPath();

// Refuses a file that is missing, damaged, not our plugin, or of another version. Never throws; a loaded plugin stays loaded.
Plugin loadPlugin(const std::string& path);

// Asks a plugin's runtime whether it works with the driver; empty if it does, else the reason.
std::string whyUnusable(const DeviceApi& api);

// Checks everything that a GPU needs: a driver that is new enough, the plugin, a compatible runtime.
Plugin pluginFor(const Driver& driver, const std::string& path);

// pluginFor() for this machine. Decided once per process.
const Plugin& usablePlugin();

}  // namespace stepscope::cuda
