// Finds and loads libstepscope_cuda.so, which holds everything that needs CUDA's libraries. Loaded only when a device "cuda" is asked for.
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

// Refuses a file that is missing, damaged, no plugin of ours, or of another version. Never throws; a loaded plugin stays loaded.
Plugin loadPlugin(const std::string& path);

// Asks a plugin's runtime whether it can work with the driver; empty when it can, else why not.
std::string whyUnusable(const DeviceApi& api);

// Everything that must be there for a GPU to be used: a driver new enough, the plugin, a runtime that agrees.
Plugin pluginFor(const Driver& driver, const std::string& path);

// pluginFor() this machine. Decided once a process.
const Plugin& usablePlugin();

}  // namespace stepscope::cuda
