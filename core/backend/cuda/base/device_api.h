// The functions of a GPU as a table of C functions: the interface between the program and libstepscope_cuda.so. All decisions (kernels, layouts,
// memory plan, launches) are made by the program, which needs no CUDA to build; the plugin only executes them. Tests replace the table by their own,
// which runs the same kernels on the host.
#pragma once

#include <cstdint>

#include "core/backend/cuda/base/counter_samples.h"
#include "core/backend/cuda/base/gpu_record.h"

namespace stepscope::cuda {

// Must be raised whenever the table or one of its structs changes: a plugin of another version is refused.
inline constexpr std::uint32_t kDeviceApiVersion = 8;
inline constexpr const char* kDeviceApiSymbol = "stepscope_cuda_device_api";

// What the functions return. errorText() gives the sentence for the calling thread's last failure.
enum Status : std::int32_t {
  kOk = 0,
  kFailed = 1,
  kOutOfMemory = 2,   // the device has not enough memory
  kUnsupported = 3,   // the library has no kernel for the request; the device is fine
  kDeviceLost = 4,    // the context cannot be repaired: a kernel faulted, or the device disappeared from the bus
  kNoDevice = 5,      // no driver, no device, or one that the kernels were not built for
  kNotPermitted = 6,  // the driver refuses performance counters to this user
};

struct ProbeResult {
  std::int32_t runtimeVersion = 0;  // CUDA runtime inside the plugin: 13000 is 13.0
  std::int32_t driverVersion = 0;   // newest CUDA version that the driver supports; 0 without a driver
  std::int32_t devices = 0;
  std::int32_t code = 0;  // cudaError_t of cudaGetDeviceCount: 35 driver missing or too old, 34 stub, 100 no device, 3 not initialised
};

struct DeviceProperties {
  char name[256] = {};
  std::int32_t major = 0, minor = 0;  // compute capability
  std::int32_t multiprocessors = 0;
  std::int32_t driverVersion = 0;  // 13010: CUDA 13.1
  std::int64_t memoryBytes = 0, freeBytes = 0;
  std::int64_t sharedBytesPerBlock = 0;  // the maximum on request (opt-in)
  std::int64_t bytesPerSecond = 0;       // rate of the device's memory, from its clock and bus width; 0 if the driver does not report them
  char libraries[256] = {};              // "CUDA 13.0, cuBLASLt 13.1.0, cuDNN 9.19.0"
};

// Opaque types, created and freed by functions of the table.
struct Context;
struct Kernel;
struct LibraryPlan;
struct StepGraph;
struct Event;

// A kernel is a functor: its bytes are the parameters, and its operator() is the code of a thread, the same on host and GPU.
struct Team;
struct KernelRef {
  const char* type = nullptr;  // "stepscope::cuda::Softmax<float>"
  // Runs one thread of the kernel on the host.
  void (*onHost)(const void* functor, const Team& thread) = nullptr;
};
struct SourceFile {
  const char* name = nullptr;  // the include name: "core/backend/cuda/kernels/device.h"; "-inl.h" files are only included by others
  const char* text = nullptr;
};

enum class ElementType : std::int32_t { F32, BF16, F16, I64, I32, U8 };
enum class Stream : std::int32_t { Compute, Upload };
enum class CopyKind : std::int32_t { HostToDevice, DeviceToHost, DeviceToDevice };

// The epilogue of a matrix product, applied before the result is written. Gelu is the tanh form, the only one in cuBLASLt.
enum class Epilogue : std::int32_t { None, Relu, Gelu, ReluGrad, GeluGrad };
// The bias gradient, written to the bias operand. OfResult: the sum of the rows of d (with ReluGrad or GeluGrad). OfA: the sum of the columns of
// op(a), which has k of them; for a weight gradient this is the sum over dy.
enum class BiasGradient : std::int32_t { None, OfResult, OfA };

// d = epilogue(op(a) op(b) + bias), row-major: op(a) is m x k, op(b) is k x n, d is m x n. Strides are from one matrix to the next, in elements.
struct MatmulRequest {
  std::int64_t m = 0, n = 0, k = 0, batch = 1;
  std::int64_t strideA = 0, strideB = 0, strideD = 0;
  std::int32_t transposeA = 0, transposeB = 0;
  ElementType typeA = ElementType::F32, typeB = ElementType::F32, typeD = ElementType::F32;
  std::int32_t bias = 0;                    // 1: n numbers of typeBias are added to every row
  ElementType typeBias = ElementType::F32;  // f32 or typeD
  Epilogue epilogue = Epilogue::None;
  // 1 (forward): also writes what the backward pass reads. For relu one bit per element, in rows of reluBitsStep(n) bits; for gelu its inputs.
  std::int32_t keepForBackward = 0;
  BiasGradient biasGradient = BiasGradient::None;  // written as typeBias
  std::int32_t allowTf32 = 0;
  std::int32_t deterministic = 0;
  std::int64_t workspaceLimit = 0;
  bool operator==(const MatmulRequest&) const = default;
};

constexpr std::int64_t reluBitsStep(std::int64_t n) {
  return (n + 127) / 128 * 128;
}

enum class ConvolutionPass : std::int32_t { Forward, InputGradient, WeightGradient };
// Cross-correlation of images (n, c, h, w) with filters (o, c / groups, kh, kw); channels last if `channelsLast`, else row-major.
struct ConvolutionRequest {
  ConvolutionPass pass = ConvolutionPass::Forward;
  std::int64_t x[4] = {}, w[4] = {}, y[4] = {};
  std::int64_t stride[2] = {}, padding[2] = {}, dilation[2] = {};
  std::int64_t groups = 1;
  ElementType type = ElementType::F32;        // type of images and filters
  ElementType weightType = ElementType::F32;  // type of the weight gradient
  std::int32_t channelsLast = 0;
  std::int32_t bias = 0, relu = 0;  // forward only, flags; the bias has type `type`
  std::int32_t statistics = 0;      // 1 (forward without bias and relu): also writes the sums and sums of squares of y's channels, f32
  // 1 (InputGradient, if x is the output of a batch norm with a relu): writes the gradient before the relu, and those of the norm's weights.
  std::int32_t normGradient = 0;
  // 1 (Forward without bias and relu, or WeightGradient): x is read as relu(scale * x + shift), with two vectors of type `type` that have one number
  // per channel.
  std::int32_t prologue = 0;
  std::int32_t allowTf32 = 0;
  std::int32_t deterministic = 0;
  std::int64_t workspaceLimit = 0;
  bool operator==(const ConvolutionRequest&) const = default;
};

enum class NormKind : std::int32_t { Batch, Layer, Rms };
// Batch: images (rows, channels, pixels), one norm per channel over rows and pixels. Layer, Rms: `rows` rows of `channels` numbers. Means and inverse
// deviations are f32; `typeWeight` is the type of gamma, beta and their gradients.
struct NormRequest {
  NormKind kind = NormKind::Layer;
  std::int32_t backward = 0;
  std::int64_t rows = 0, channels = 0, height = 1, width = 1;
  std::int32_t channelsLast = 0;  // layout of images
  ElementType type = ElementType::F32, typeWeight = ElementType::F32;
  std::int32_t bias = 0;  // 1 (Layer): there is a beta
  // 1 (Batch with the channels last). relu: a relu follows the norm and stores one bit per element for the backward pass. residual: a value is added
  // before the relu.
  std::int32_t relu = 0, residual = 0;
  float eps = 0, momentum = 0;
  std::int32_t deterministic = 0;
  std::int64_t workspaceLimit = 0;
  bool operator==(const NormRequest&) const = default;
};

// Pooling of images (n, c, h, w), forward. The index of a maximum is one byte: its position in the window, row by row, the first of equal values.
struct PoolRequest {
  std::int32_t average = 0, countPadding = 0, indices = 0;
  std::int64_t x[4] = {}, y[4] = {};
  std::int64_t window[2] = {}, stride[2] = {}, padding[2] = {};
  ElementType type = ElementType::F32;
  std::int32_t channelsLast = 0;
  std::int64_t workspaceLimit = 0;
  bool operator==(const PoolRequest&) const = default;
};

// Scaled dot-product attention of tensors (batch, position, head, feature). Positions are stepQ (q) or stepKV (k, v) elements apart, so that the
// three may be packed in one tensor. The gradients are packed like q, k and v.
struct AttentionRequest {
  std::int32_t backward = 0, causal = 0, deterministic = 0;
  std::int32_t keyBias = 0;  // 1: an operand holds one bias of `type` per (batch, key), added to the scaled scores
  std::int64_t batch = 0, heads = 0, queries = 0, keys = 0, size = 0;
  std::int64_t stepQ = 0, stepKV = 0;
  float scale = 1;
  ElementType type = ElementType::BF16;
  std::int64_t workspaceLimit = 0;
  bool operator==(const AttentionRequest&) const = default;
};

// The most operands of any plan.
inline constexpr int kMaxOperands = 16;

// cuDNN's answer to the description of a request. No device is needed: the GPU (A100, H100 or B200) may be given by its compute capability.
struct Described {
  std::int32_t plans = 0;  // number of plans that the library offers for the GPU
  char first[256] = {};    // the name of the plan that its heuristics prefer
};

struct DeviceApi {
  std::uint32_t version = kDeviceApiVersion;
  std::uint32_t bytes = 0;  // sizeof(DeviceApi)
  const char* (*errorText)() = nullptr;

  std::int32_t (*probe)(ProbeResult*) = nullptr;
  // `cacheDirectory` is where compiled kernels are stored between runs; may be null.
  std::int32_t (*open)(std::int32_t device, const char* cacheDirectory, Context**) = nullptr;
  // Opens a GPU that is only described, by its compute capability (80, 90, 100). Such a context can make and build cuDNN's plans, and nothing else.
  std::int32_t (*openDescribed)(std::int32_t arch, Context**) = nullptr;
  void (*close)(Context*) = nullptr;
  std::int32_t (*properties)(Context*, DeviceProperties*) = nullptr;

  // Memory. Device memory is zeroed and at least 512-byte aligned; host memory is pinned.
  std::int32_t (*allocate)(Context*, std::int64_t bytes, void**) = nullptr;
  void (*release)(Context*, void*) = nullptr;
  std::int32_t (*allocateHost)(Context*, std::int64_t bytes, void**) = nullptr;
  void (*releaseHost)(Context*, void*) = nullptr;
  std::int32_t (*copy)(Context*, void* to, const void* from, std::int64_t bytes, CopyKind, Stream) = nullptr;
  std::int32_t (*zero)(Context*, void* at, std::int64_t bytes, Stream) = nullptr;
  std::int32_t (*makeEvent)(Context*, Event**) = nullptr;
  void (*freeEvent)(Context*, Event*) = nullptr;
  std::int32_t (*record)(Context*, Event*, Stream) = nullptr;
  std::int32_t (*wait)(Context*, Event*, Stream) = nullptr;  // later work on the stream waits for the event
  std::int32_t (*waitOnHost)(Context*, Event*) = nullptr;
  std::int32_t (*elapsedMs)(Context*, Event* from, Event* to, float*) = nullptr;
  std::int32_t (*synchronize)(Context*) = nullptr;

  // Our own kernels. The types in `kernels` are defined in `files`, which must also contain every file that these include.
  std::int32_t (*compile)(Context*, const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count,
                          Kernel** out) = nullptr;
  std::int32_t (*launch)(Context*, Kernel*, std::int64_t blocks, std::int32_t threads, std::int64_t sharedBytes, const void* functor,
                         std::int64_t bytes) = nullptr;

  // Compiles without a device, for compute capability `arch` (90 is 9.0), to check that the source text is valid for that GPU. The result is the
  // machine code that would run there, or with `ptx` hardly optimized PTX, which takes much less time. `cacheDirectory`: as in open(), used for
  // machine code; may be null.
  std::int32_t (*compileOnly)(const SourceFile* files, std::int32_t fileCount, const KernelRef* kernels, std::int32_t count, std::int32_t arch,
                              std::int32_t ptx, const char* cacheDirectory, std::int64_t* imageBytes) = nullptr;

  // Kernels of the libraries. `workspaceBytes` receives the size that runPlan() needs.
  std::int32_t (*makeMatmul)(Context*, const MatmulRequest*, LibraryPlan**, std::int64_t* workspaceBytes) = nullptr;
  std::int32_t (*makeConvolution)(Context*, const ConvolutionRequest*, LibraryPlan**, std::int64_t* workspaceBytes) = nullptr;
  std::int32_t (*makeAttention)(Context*, const AttentionRequest*, LibraryPlan**, std::int64_t* workspaceBytes) = nullptr;
  std::int32_t (*makeNorm)(Context*, const NormRequest*, LibraryPlan**, std::int64_t* workspaceBytes) = nullptr;
  std::int32_t (*makePool)(Context*, const PoolRequest*, LibraryPlan**, std::int64_t* workspaceBytes) = nullptr;
  // The library checks the description of a request. With `arch` 0 only that; with 80, 90 or 100 also whether there are plans for such a GPU.
  std::int32_t (*describeConvolution)(const ConvolutionRequest*, std::int32_t arch, Described*) = nullptr;
  std::int32_t (*describeAttention)(const AttentionRequest*, std::int32_t arch, Described*) = nullptr;
  std::int32_t (*describeNorm)(const NormRequest*, std::int32_t arch, Described*) = nullptr;
  std::int32_t (*describePool)(const PoolRequest*, std::int32_t arch, Described*) = nullptr;
  // Runs a plan with kMaxOperands operands; unused ones are null. Their order, with optional ones in brackets:
  // Matrix product: a, b, d, [bias or its gradient], [relu bits or inputs of gelu].
  // Convolution, forward: x, w, y, [bias | sums, squares]; input gradient: dy, w, dx; with normGradient then x, mean, inverse, gamma, beta, dgamma,
  // dbeta, and three scratch vectors, f32 with one number per channel; weight gradient: x, dy, dw. With prologue, scale and shift of x are the sixth
  // and seventh.
  // Attention: q, k, v, y, log-sum-exp, backward then dy, dq, dk, dv; the bias of the keys is the tenth.
  // Norm, forward: x, gamma, beta, y, mean, inverse, [running mean and variance before, and after], [residual], [bits of the relu]; backward: x, dy,
  // gamma, mean, inverse, dx, dgamma, dbeta, [bits], [dresidual]; null for those that a norm does not have.
  // Pool: x, y, [indices].
  std::int32_t (*runPlan)(Context*, LibraryPlan*, void* const* operands, void* workspace) = nullptr;
  // Builds a plan. A plan is described when it is made, and built here or when it is first run: some of cuDNN's kernels are compiled then, which
  // takes a second. Returns kUnsupported if it cannot be built. Equal requests of a context use the same built plan.
  std::int32_t (*buildPlan)(Context*, LibraryPlan*) = nullptr;
  // How many plans the context has built, and the total time for it.
  void (*planBuilds)(Context*, std::int64_t* count, double* ms) = nullptr;
  const char* (*planName)(LibraryPlan*) = nullptr;  // the name of the kernel that runs: "cublasLt 128x128_64x3"
  // A plan runs the first of its alternatives, in the order of the library's heuristics, that the library can build. The names do not change within a
  // version of the library. Selecting another alternative may fail (kUnsupported); the plan is then unchanged.
  std::int32_t (*alternatives)(LibraryPlan*) = nullptr;
  const char* (*alternativeName)(LibraryPlan*, std::int32_t index) = nullptr;  // valid until the next call
  std::int32_t (*takeAlternative)(Context*, LibraryPlan*, std::int32_t index, std::int64_t* workspaceBytes) = nullptr;
  void (*freePlan)(LibraryPlan*) = nullptr;

  // Launches on the compute stream between begin and end are recorded as a CUDA graph instead of being run.
  std::int32_t (*beginCapture)(Context*) = nullptr;
  std::int32_t (*endCapture)(Context*, StepGraph**) = nullptr;
  std::int32_t (*launchGraph)(Context*, StepGraph*) = nullptr;
  void (*freeGraph)(StepGraph*) = nullptr;

  // The collector of GPU activity, one per process. Work started between push and pop belongs to `node` (1 + the graph node). Drain waits for the
  // device, passes everything collected since the last drain to the sink, kernels with their nodes, and continues collecting. After stop there is no
  // overhead.
  std::int32_t (*startCollector)(Context*, std::int64_t capBytes) = nullptr;
  std::int32_t (*pushNode)(std::uint64_t node) = nullptr;
  std::int32_t (*popNode)() = nullptr;
  // Whether the kernels of a launched graph have the nodes that were pushed while it was recorded. 0 if the profiler cannot observe the creation of
  // graphs, because another profiler is attached.
  std::int32_t (*attributesGraphs)() = nullptr;
  std::int32_t (*drainCollector)(Context*, void* user, RecordSink, CollectorCounts*) = nullptr;
  std::int32_t (*stopCollector)(Context*) = nullptr;
  // Hardware counters, sampled while kernels run; one per process. Read passes all samples since the last read to the sink, in order of time, and
  // counts how often the buffer of the hardware overflowed.
  std::int32_t (*startCounters)(Context*, std::int64_t intervalNs) = nullptr;
  std::int32_t (*readCounters)(Context*, void* user, CounterSink, std::int64_t* overflows) = nullptr;
  std::int32_t (*stopCounters)(Context*) = nullptr;
  // Which counters a chip ("GH100") can sample in one pass: writes kCounters flags of 0 or 1. Needs no device.
  std::int32_t (*describeCounters)(const char* chip, std::int32_t* told) = nullptr;
  // The status for a CUPTI error code; errorText() gives its sentence. Needs no device.
  std::int32_t (*profilerError)(std::int32_t code) = nullptr;
  // Parses and joins a buffer filled by CUPTI; needs no device. `events` are those that the collector observed while graphs were created.
  std::int32_t (*parseRecords)(const void* buffer, std::int64_t bytes, const GraphNodeEvent* events, std::int32_t eventCount, void* user, RecordSink,
                               CollectorCounts*) = nullptr;
  // Writes such a buffer to a file, as the collector does with those of every drain if STEPSCOPE_CUPTI_DUMP is set to a folder; and returns the
  // records of such a file. kUnsupported: another version of CUPTI wrote it.
  std::int32_t (*keepRecords)(const char* path, const void* buffer, std::int64_t bytes, const GraphNodeEvent* events,
                              std::int32_t eventCount) = nullptr;
  std::int32_t (*replayRecords)(const char* path, void* user, RecordSink, CollectorCounts*) = nullptr;
};

}  // namespace stepscope::cuda
