// Finds and loads libstepscope_cuda.so, which contains everything that needs CUDA's libraries. It is loaded only when a "cuda" device is requested.
#pragma once

#include <string>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/base/driver.h"

namespace stepscope::cuda {

struct Plugin {
  const DeviceApi* api = nullptr;  // null: see `problem`
  std::string problem;             // a clause without a full stop
};

// $STEPSCOPE_CUDA_PLUGIN, else lib/stepscope/libstepscope_cuda.so beside the folder of the running program.
std::string pluginPath();

// Loads the plugin from `path`, unless the file is missing, damaged, not our plugin, or of another version. Never throws; a loaded plugin stays
// loaded.
Plugin loadPlugin(const std::string& path);

// Why the CUDA runtime of the plugin does not work with the driver; empty if it does.
std::string whyUnusable(const DeviceApi& api);

// Loads the plugin and checks everything that a GPU needs: a driver that is new enough, the plugin, a compatible runtime.
Plugin pluginFor(const Driver& driver, const std::string& path);

// pluginFor() for this machine; called once per process.
const Plugin& usablePlugin();

}  // namespace stepscope::cuda
