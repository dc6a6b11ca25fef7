// A library of CUDA that is loaded on first use. The version number in its name must match that of the headers.
#pragma once

#include <dlfcn.h>

#include <string>

#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {

class SharedLibrary {
 public:
  // Throws Failure (kUnsupported) naming the library. It stays loaded: these libraries cannot be unloaded safely.
  explicit SharedLibrary(const char* name) : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) {
      const char* why = dlerror();
      throw Failure(kUnsupported, std::string(name) + " cannot be loaded (" + (why ? why : "unknown") + "); install it with the CUDA toolkit");
    }
  }
  void* handle() const { return handle_; }

  template <class Function>
  Function* function(const char* symbol) const {
    void* found = dlsym(handle_, symbol);
    if (!found)
      throw Failure(kUnsupported,
                    std::string(name_) + " has no " + symbol + ", so it is older than this program; install that of the CUDA 13 toolkit");
    return reinterpret_cast<Function*>(found);
  }

 private:
  const char* name_;
  void* handle_;
};

}  // namespace stepscope::cuda
