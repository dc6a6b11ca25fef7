#include "core/backend/backend.h"
#include "core/backend/cpu/cpu_backend.h"

namespace stepscope {

std::vector<const Backend*> allBackends() {
  return {&cpuBackend()};
}

const Backend* findBackend(std::string_view name) {
  for (const Backend* backend : allBackends()) {
    if (backend->name() == name) return backend;
  }
  return nullptr;
}

}  // namespace stepscope
