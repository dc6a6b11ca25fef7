// One device and the streams that the program works on. Private to the plugin; every function of the table that takes a Context sets the
// device first, since the program may call from any thread.
#pragma once

#include <cuda_runtime_api.h>

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/plugin/kernel_files.h"

namespace stepscope::cuda {

// Carries a status and a sentence to the border of the plugin, where exceptions end.
struct Failure : std::exception {
  Failure(std::int32_t code, std::string what) : status(code), text(std::move(what)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::int32_t status;
  std::string text;
};

std::int32_t statusOf(cudaError_t error);
// Throws Failure: "what: the runtime's sentence".
void check(cudaError_t error, const char* what);
// A library says that something failed and not why. Throws Failure (kDeviceLost) when the device itself is beyond repair; allowed while a
// graph is recorded.
void checkAlive(cudaStream_t stream, const char* what);

// Calls f, turns what it throws into a status and keeps the sentence for errorText().
const char* lastError();
std::int32_t keepError(std::int32_t status, std::string text);
template <class F>
std::int32_t guarded(const F& f) {
  try {
    f();
    return kOk;
  } catch (const Failure& failure) {
    return keepError(failure.status, failure.text);
  } catch (const std::exception& error) {
    return keepError(kFailed, error.what());
  }
}

class PmSampling;

struct Context {
  int device = 0;
  int major = 0, minor = 0;
  std::string cacheDirectory;
  cudaStream_t compute = nullptr, upload = nullptr;
  std::shared_ptr<PmSampling> counters;             // while they are sampled
  std::shared_ptr<void> matmulHandle, cudnnHandle;  // of cuBLASLt and cuDNN, made on first use
  // A GPU that is only described, by its compute capability: cuDNN offers and builds plans for it, and nothing runs.
  bool described = false;
  // Machine code that travels with the program, in the folder "kernels" beside the plugin; and what of it the driver has, by image.
  PackedKernels& packed(const SourceFile* files, std::int32_t fileCount);
  std::map<const void*, void*> packedLibraries;
  std::map<std::type_index, std::shared_ptr<void>> offers;  // of cuDNN, by the kind of request
  std::int64_t planBuilds = 0;
  double planBuildMs = 0;

  Context(int device, const char* cacheDirectory);
  explicit Context(std::int32_t describedArchitecture);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void use() const {
    if (!described) check(cudaSetDevice(device), "the GPU cannot be used");
  }
  int architecture() const { return 10 * major + minor; }
  // What is enqueued while a thread records a graph would become part of it: other threads wait that long.
  std::recursive_mutex enqueuing;
  std::mutex cudnn;  // its handle serves one thread at a time: predictions build plans while a training runs

  cudaStream_t of(Stream stream) const { return stream == Stream::Compute ? compute : upload; }

 private:
  std::unique_ptr<PackedKernels> packed_;
};

// For what enqueues work: guarded(), on the context's device, and not into a graph that another thread records.
template <class F>
std::int32_t guardedEnqueuing(Context& context, const F& f) {
  return guarded([&] {
    const std::lock_guard lock(context.enqueuing);
    context.use();
    f();
  });
}

// ", cuBLASLt 13.1.0, cuDNN 9.19.0": of those that can be loaded.
std::string libraryVersions();

// The functions of the table that need nothing but the runtime.
void addRuntimeFunctions(DeviceApi& api);

}  // namespace stepscope::cuda
