// One device and the streams of the program. Private to the plugin; every function of the table with a Context sets the device first, since the
// program may call from any thread.
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

// An exception with a status and a sentence, which the functions of the table catch.
struct Failure : std::exception {
  Failure(std::int32_t code, std::string what) : status(code), text(std::move(what)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::int32_t status;
  std::string text;
};

std::int32_t statusOf(cudaError_t error);
// Throws Failure with the text "`what`: the runtime's sentence" unless `error` is cudaSuccess.
void check(cudaError_t error, const char* what);
// For a failure that a library reports without the reason: throws Failure (kDeviceLost) if the device cannot be repaired. Allowed while a graph is
// recorded.
void checkAlive(cudaStream_t stream, const char* what);

// guarded() calls f, converts exceptions to a status and keeps the sentence for errorText().
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
  std::shared_ptr<PmSampling> counters;             // null unless counters are sampled
  std::shared_ptr<void> matmulHandle, cudnnHandle;  // handles of cuBLASLt and cuDNN, made on first use
  // True for a GPU that is only described by its compute capability: cuDNN offers and builds plans for it, but nothing can run.
  bool described = false;
  // The machine code shipped with the program, in the folder "kernels" beside the plugin; and the images of it that the driver has loaded.
  PackedKernels& packed(const SourceFile* files, std::int32_t fileCount);
  std::map<const void*, void*> packedLibraries;
  std::map<std::type_index, std::shared_ptr<void>> offers;  // cuDNN's offers, by the type of request
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
  // While a thread records a graph, work that others enqueue would become part of it, so they wait for this lock.
  std::recursive_mutex enqueuing;
  std::mutex cudnn;  // protects cuDNN's handle, which one thread at a time may use: predictions build plans during a training

  cudaStream_t of(Stream stream) const { return stream == Stream::Compute ? compute : upload; }

 private:
  std::unique_ptr<PackedKernels> packed_;
};

// guarded() for functions that enqueue work: on the context's device, and never into a graph that another thread records.
template <class F>
std::int32_t guardedEnqueuing(Context& context, const F& f) {
  return guarded([&] {
    const std::lock_guard lock(context.enqueuing);
    context.use();
    f();
  });
}

// ", cuBLASLt 13.1.0, cuDNN 9.19.0": the libraries that can be loaded.
std::string libraryVersions();

// The functions of the table that need only the runtime.
void addRuntimeFunctions(DeviceApi& api);

}  // namespace stepscope::cuda
