#include "core/backend/cuda/plugin/context.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "core/backend/cuda/plugin/shared_library.h"
#include "core/backend/cuda/plugin/waiting.h"

namespace stepscope::cuda {
namespace {

thread_local std::string errorOfThread;

std::int32_t probe(ProbeResult* result) {
  int count = 0;  // the runtime does not write it if there is no driver
  const cudaError_t error = cudaGetDeviceCount(&count);
  result->code = error;
  result->devices = error == cudaSuccess ? count : 0;
  cudaRuntimeGetVersion(&result->runtimeVersion);
  cudaDriverGetVersion(&result->driverVersion);
  return guarded([&] { check(error, "looking for GPUs"); });
}

std::int32_t properties(Context* context, DeviceProperties* p) {
  return guarded([&] {
    context->use();
    cudaDeviceProp device{};
    check(cudaGetDeviceProperties(&device, context->device), "asking the GPU for its properties");
    std::snprintf(p->name, sizeof(p->name), "%s", device.name);
    p->major = device.major;
    p->minor = device.minor;
    p->multiprocessors = device.multiProcessorCount;
    p->sharedBytesPerBlock = static_cast<std::int64_t>(device.sharedMemPerBlockOptin);
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking the GPU for its memory");
    p->memoryBytes = static_cast<std::int64_t>(total);
    p->freeBytes = static_cast<std::int64_t>(free);
    int kilohertz = 0, bits = 0;
    if (cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, context->device) == cudaSuccess &&
        cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, context->device) == cudaSuccess)
      p->bytesPerSecond = std::int64_t{2} * kilohertz * 1000 * bits / 8;  // 2: both edges of the clock transfer data
    cudaGetLastError();                                                   // clears the error of an attribute that the driver does not know
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&p->driverVersion);
    const std::string others = libraryVersions();
    std::snprintf(p->libraries, sizeof(p->libraries), "CUDA %d.%d%s", runtime / 1000, runtime % 1000 / 10, others.c_str());
  });
}

std::int32_t allocate(Context* context, std::int64_t bytes, void** out) {
  return guardedEnqueuing(*context, [&] {
    check(cudaMalloc(out, static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1))), "taking memory of the GPU");
    cudaError_t zeroed = cudaMemsetAsync(*out, 0, static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)), context->compute);
    if (zeroed == cudaSuccess) zeroed = cudaStreamSynchronize(context->compute);  // wait, since the upload stream may write the memory next
    if (zeroed != cudaSuccess) cudaFree(*out);
    check(zeroed, "clearing memory of the GPU");
  });
}

std::int32_t allocateHost(Context* context, std::int64_t bytes, void** out) {
  return guarded([&] {
    context->use();
    check(cudaHostAlloc(out, static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)), cudaHostAllocDefault),
          "taking pinned memory for the transfers to the GPU");
    std::memset(*out, 0, static_cast<std::size_t>(bytes));
  });
}

cudaMemcpyKind kindOf(CopyKind kind) {
  return kind == CopyKind::HostToDevice ? cudaMemcpyHostToDevice : kind == CopyKind::DeviceToHost ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

cudaEvent_t native(Event* event) {
  return reinterpret_cast<cudaEvent_t>(event);
}

// On a stream that another thread records, events must not be recorded or waited for. So they are recorded under the lock; waiting for them
// afterwards is allowed.
std::int32_t synchronize(Context* context) {
  struct Freed {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  using Mark = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Freed>;
  return guarded([&] {
    context->use();
    markThenWait(
        context->enqueuing,
        [&] {
          std::array<Mark, 2> marks;
          const cudaStream_t streams[] = {context->upload, context->compute};
          for (std::size_t i = 0; i < marks.size(); ++i) {
            cudaEvent_t made = nullptr;
            check(cudaEventCreateWithFlags(&made, cudaEventDisableTiming), "waiting for the GPU");
            marks[i].reset(made);
            check(cudaEventRecord(made, streams[i]), "waiting for the GPU");
          }
          return marks;
        },
        [](const auto& marks) {
          for (const Mark& mark : marks) check(cudaEventSynchronize(mark.get()), "waiting for the GPU");
        });
  });
}

std::int32_t endCapture(Context* context, StepGraph** out) {
  return guarded([&] {
    const std::lock_guard begun(context->enqueuing, std::adopt_lock);
    context->use();
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(context->compute, &graph), "recording the step as a CUDA graph");
    cudaGraphExec_t executable = nullptr;
    const cudaError_t made = cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    check(made, "building the CUDA graph of the step");
    *out = reinterpret_cast<StepGraph*>(executable);
  });
}

// The version of a library, "" if it cannot be loaded. Both libraries report it without a device, as major * 10000 + minor * 100 + patch.
template <class Version>
std::string versionOf(const char* library, const char* symbol, const char* title) {
  try {
    const SharedLibrary loaded(library);
    const auto version = static_cast<unsigned long long>(loaded.function<Version>(symbol)());
    return std::string(", ") + title + " " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
           std::to_string(version % 100);
  } catch (const Failure&) {
    return {};
  }
}

}  // namespace

std::string libraryVersions() {
  return versionOf<std::size_t()>("libcublasLt.so.13", "cublasLtGetVersion", "cuBLASLt") +
         versionOf<std::size_t()>("libcudnn.so.9", "cudnnGetVersion", "cuDNN");
}

std::int32_t statusOf(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return kOk;
    case cudaErrorMemoryAllocation: return kOutOfMemory;
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorStubLibrary:
    case cudaErrorInitializationError:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDevice: return kNoDevice;
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorContained:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorDeviceUninitialized:
    case cudaErrorUnknown:  // a device that disappeared from the bus, or a driver that was restarted while the program ran
      return kDeviceLost;
    case cudaErrorNotPermitted: return kNotPermitted;
    default: return kFailed;
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Failure(statusOf(error), std::string(what) + ": " + cudaGetErrorString(error));
}

void checkAlive(cudaStream_t stream, const char* what) {
  cudaStreamCaptureStatus ignored{};
  const cudaError_t error = cudaStreamIsCapturing(stream, &ignored);  // also returns errors of earlier launches
  if (error == cudaSuccess) return;
  cudaGetLastError();
  if (statusOf(error) == kDeviceLost) throw Failure(kDeviceLost, std::string(what) + ": " + cudaGetErrorString(error));
}

const char* lastError() {
  return errorOfThread.c_str();
}

std::int32_t keepError(std::int32_t status, std::string text) {
  errorOfThread = std::move(text);
  return status;
}

Context::Context(int number, const char* cache) : device(number), cacheDirectory(cache ? cache : "") {
  use();
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "asking the GPU for its kind");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "asking the GPU for its kind");
  check(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking), "making a stream");
  check(cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking), "making a stream");
}

Context::Context(std::int32_t architecture) : major(architecture / 10), minor(architecture % 10), described(true) {}

Context::~Context() {
  offers.clear();  // they own objects that were made with the cuDNN handle
  if (described) return;
  cudaSetDevice(device);
  if (upload) cudaStreamDestroy(upload);
  if (compute) cudaStreamDestroy(compute);
}

void addRuntimeFunctions(DeviceApi& api) {
  api.probe = probe;
  api.properties = properties;
  api.open = [](std::int32_t device, const char* cache, Context** out) { return guarded([&] { *out = new Context(device, cache); }); };
  api.openDescribed = [](std::int32_t architecture, Context** out) { return guarded([&] { *out = new Context(architecture); }); };
  api.close = [](Context* context) { delete context; };
  api.allocate = allocate;
  api.release = [](Context* context, void* memory) {
    cudaSetDevice(context->device);
    cudaFree(memory);
  };
  api.allocateHost = allocateHost;
  api.releaseHost = [](Context* context, void* memory) {
    cudaSetDevice(context->device);
    cudaFreeHost(memory);
  };
  api.copy = [](Context* context, void* to, const void* from, std::int64_t bytes, CopyKind kind, Stream stream) {
    return guardedEnqueuing(*context,
                            [&] { check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), kindOf(kind), context->of(stream)), "copying"); });
  };
  api.zero = [](Context* context, void* at, std::int64_t bytes, Stream stream) {
    return guardedEnqueuing(*context,
                            [&] { check(cudaMemsetAsync(at, 0, static_cast<std::size_t>(bytes), context->of(stream)), "clearing memory"); });
  };
  api.makeEvent = [](Context* context, Event** out) {
    return guarded([&] {
      context->use();
      cudaEvent_t event = nullptr;
      check(cudaEventCreate(&event), "making an event");
      *out = reinterpret_cast<Event*>(event);
    });
  };
  api.freeEvent = [](Context* context, Event* event) {
    cudaSetDevice(context->device);
    cudaEventDestroy(native(event));
  };
  api.record = [](Context* context, Event* event, Stream stream) {
    return guardedEnqueuing(*context, [&] { check(cudaEventRecord(native(event), context->of(stream)), "recording an event"); });
  };
  api.wait = [](Context* context, Event* event, Stream stream) {
    return guardedEnqueuing(*context, [&] { check(cudaStreamWaitEvent(context->of(stream), native(event)), "waiting for an event"); });
  };
  api.waitOnHost = [](Context* context, Event* event) {
    return guarded([&] {
      context->use();
      check(cudaEventSynchronize(native(event)), "waiting for the GPU");
    });
  };
  api.elapsedMs = [](Context* context, Event* from, Event* to, float* ms) {
    return guarded([&] {
      context->use();
      check(cudaEventElapsedTime(ms, native(from), native(to)), "reading a time");
    });
  };
  api.synchronize = synchronize;
  api.beginCapture = [](Context* context) {
    return guarded([&] {
      std::unique_lock lock(context->enqueuing);
      context->use();
      check(cudaStreamBeginCapture(context->compute, cudaStreamCaptureModeThreadLocal), "recording the step as a CUDA graph");
      lock.release();  // the lock is held until this thread ends the recording
    });
  };
  api.endCapture = endCapture;
  api.launchGraph = [](Context* context, StepGraph* graph) {
    return guardedEnqueuing(
        *context, [&] { check(cudaGraphLaunch(reinterpret_cast<cudaGraphExec_t>(graph), context->compute), "starting the CUDA graph of the step"); });
  };
  api.freeGraph = [](StepGraph* graph) { cudaGraphExecDestroy(reinterpret_cast<cudaGraphExec_t>(graph)); };
}

}  // namespace stepscope::cuda
