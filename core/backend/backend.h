// A backend compiles a graph into a program: it chooses kernels and layouts and plans the memory, but allocates nothing. Then attach() gives the
// program memory, and run() executes one step. All calls on a program come from one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/kernel_choices.h"
#include "core/backend/kernel_settings.h"
#include "core/base/cancelled.h"
#include "core/graph/graph.h"
#include "core/graph/op.h"
#include "core/passes/memory_plan.h"

namespace stepscope {

class Recorder;

struct CompileOptions : KernelSettings {
  int threads = 0;                   // 0: all cores this process may use
  bool mayTime = true;               // false: never time; an unknown layer uses the choice for another batch size, else the first candidate
  bool onlyPlanned = false;          // the program is only examined and never run: kernels need not be compared with f32
  bool checkMemory = false;          // CPU only: guards around every value, checked after every kernel (memory_check.h); slow
  KernelChoices* choices = nullptr;  // stored choices: read and extended; may be null
  // Time limit for timing kernels, ms; finite if a user is waiting. What it leaves untimed (kernels, and the comparison of image layouts) becomes a
  // provisional choice, to be measured later. A GPU also has its own limit.
  double timingMs = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* cancel = nullptr;  // polled between timings; throws Cancelled
  // Called during long work: "timing kernels, layer 12 of 60". Empty: no reports.
  std::function<void(const std::string&)> progress = {};
  // Called when `choices` has one more entry timed on a GPU, so that it can be saved at once. Empty: no calls.
  std::function<void()> settled = {};
};

// Memory of a program. One block, zeroed, 2 MiB aligned.
class Arena {
 public:
  // Allocates from the operating system. Throws Error (Resource) naming the size.
  explicit Arena(std::int64_t bytes);
  // Takes over memory allocated elsewhere, for example on a GPU, where data() is not a host address. `release` frees it.
  Arena(std::byte* data, std::int64_t bytes, std::function<void(std::byte*)> release);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  std::byte* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }
  // The memory that an arena takes from the operating system: whole pages of 2 MiB.
  static std::int64_t roundedToPages(std::int64_t bytes);
  // Touches all pages on this number of threads: the operating system provides a page only when it is first touched, and later no kernel has to wait
  // for it. Throws Cancelled soon after `cancel` becomes true. Does nothing for memory allocated elsewhere.
  void touch(int threads, const std::atomic<bool>& cancel) const;
  // Bytes of the arena that are in physical memory now, counted page by page: measured, independent of the plan. bytes() for memory allocated
  // elsewhere; 0 if the system does not report it.
  std::int64_t residentBytes() const;

 private:
  std::byte* data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::function<void(std::byte*)> release_;  // empty: memory from the operating system
};

struct NodeKernel {
  std::string kernel;                                       // "winograd", "matmul", "direct", "own": what runs
  std::string library;                                      // "oneDNN jit_wino_4x3:avx512_core", "stepscope"
  std::vector<std::pair<std::string, double>> candidateMs;  // times of the candidates; empty if none were timed
  bool provisional = false;                                 // should be timed again, see KernelChoices
};

// Observes a step while it runs, on the thread that runs it.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void before(NodeId) {}
  virtual bool after(NodeId) { return true; }  // false: the rest of the step is not run
  // Whether the next step must be observed node by node. If not, a device that starts a step as a whole does so and calls nothing.
  virtual bool everyNode() const { return true; }
};

// The worst kind of number in a tensor.
enum class Finiteness : std::uint8_t { Finite, Infinite, NotANumber };
// The worst kind among the numbers of `type` stored in `bytes`; integers are always finite.
Finiteness finitenessOf(DType type, std::span<const std::byte> bytes);

class Program {
 public:
  virtual ~Program() = default;
  // The graph as it runs: with the reorders and workspaces of the backend. Spans name its nodes.
  virtual const Graph& graph() const = 0;
  virtual const MemoryPlan& plan() const = 0;
  virtual const std::vector<NodeKernel>& kernels() const = 0;  // one per node
  virtual int threads() const = 0;
  // What the backend could not do as requested, and what it did instead: sentences without a full stop for the report of the passes.
  virtual std::vector<std::string> notes() const { return {}; }
  // Kernels that are not used because their results differed from f32, or because they failed: one sentence each without a full stop.
  virtual std::vector<std::string> leftOut() const { return {}; }
  // Whether a step whose loss is not finite leaves the weights unchanged itself, so that it need not be stopped in the middle.
  virtual bool guardsUpdates() const { return false; }

  // Allocates memory in the place that attach() needs. Throws Error (Resource) naming the size.
  virtual std::shared_ptr<Arena> makeArena(std::int64_t bytes) const { return std::make_shared<Arena>(bytes); }
  // Sets the memory of the program; call it before the first run. `state` may be shared by programs compiled with the same state layout (stateFrom).
  virtual void attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) = 0;
  void attachAlone() { attach(makeArena(plan().stateBytes), makeArena(plan().stepBytes)); }

  // Host access, after attach. Plain row-major bytes of the logical tensor, whatever layout the program uses.
  virtual std::span<std::byte> input(std::string_view name) = 0;  // write the batch here, no copy
  // Sets an input. The bytes are copied, unless they are in the backend's transferMemory(): then they are read from there, and must stay unchanged
  // until a result of the next run has been read or the input is set again.
  virtual void bind(std::string_view name, std::span<const std::byte> bytes);
  virtual void setScalar(std::string_view name, double value) = 0;
  virtual double scalar(ValueId value) const = 0;
  virtual void read(ValueId value, std::span<std::byte> plain) const = 0;  // copies an output or a persistent value
  // The same by the name of the output or the value.
  double scalar(std::string_view name) const { return scalar(valueNamed(name)); }
  void read(std::string_view name, std::span<std::byte> plain) const { read(valueNamed(name), plain); }
  virtual void write(std::string_view persistent, std::span<const std::byte> plain) = 0;

  // Runs one step; with a recorder, it writes one span per node. A GPU program returns when the step has been started: reading a result waits for it.
  virtual void run(Recorder* recorder = nullptr) = 0;
  // Adds data that is read while steps run (a GPU's counters) to the recording of the last run, and waits for that data. Call it before taking a
  // trace.
  virtual void settleRecording(Recorder&) {}
  // Sets the observer that is called before and after every node of the next runs; null: none. The program does not own it. Views do not run, so they
  // are skipped.
  virtual void observe(StepObserver* observer) = 0;
  // The value's bytes in its stored layout, with padding (which is zero). For values that do not outlive the step they are valid only while an
  // observer is called, after their producer and before their last reader.
  virtual std::span<const std::byte> memory(ValueId value) const = 0;
  // Finiteness of memory(value). A GPU finds it on the device, without copying the bytes to the host.
  virtual Finiteness finitenessOf(ValueId value) const { return stepscope::finitenessOf(graph().value(value).dtype, memory(value)); }
  // Call it after persistent values were changed by anything but run() (write(), another program's step). Copies of weights that are not made in
  // every step are then made again.
  virtual void stateChanged() = 0;

  // The resident memory of the arenas (Arena::residentBytes): all that steps have touched so far, in pages of 4 KiB or 2 MiB, if the arenas were not
  // touched before. Pages are not returned between steps, so it is a peak. 0 before attach().
  virtual std::int64_t measuredPeakBytes() const = 0;

 private:
  ValueId valueNamed(std::string_view name) const;
};

struct DeviceInfo {
  std::string name;  // "AMD EPYC 9B45", from the CPU itself
  std::string isa;   // the instruction set that kernels use: "AVX-512", "AVX2", "AVX-512 + AMX"
  int cores = 0;
  std::int64_t memoryBytes = 0;
  std::string library;  // "oneDNN 2.6.3"
};

enum class DeviceKind : std::uint8_t { Cpu, Gpu };

// Writes a device's counters into tracks of a recorder during its lifetime, on its own thread.
class CounterSampler {
 public:
  virtual ~CounterSampler() = default;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // For files, reports and messages: "cpu", "cuda". To find out what a device can do, use the functions below, not its name.
  virtual std::string_view name() const = 0;
  virtual DeviceKind kind() const = 0;
  virtual DeviceInfo device() const = 0;
  // How mixed precision treats the op on this device.
  virtual AmpClass ampClassOf(const OpDef& op) const = 0;
  // Whether the host runs a step node by node: an observer can end it between two nodes, and the time between two clock reads is the node's time.
  // Otherwise kernels are only launched, and an observer would wait for the device.
  virtual bool runsNodeByNode() const = 0;
  // Whether the arenas of programs are memory of this process.
  virtual bool usesProcessMemory() const = 0;
  // Bytes of memory outside the plan through which the program's batches reach the device.
  virtual std::int64_t stagingBytes(const Graph& graph) const = 0;
  // Host memory from which batches reach the device without another copy; null: there is none, or none is left.
  virtual std::shared_ptr<std::byte> transferMemory(std::int64_t bytes) const {
    (void)bytes;
    return nullptr;
  }
  // Null if the device has no counters. The recorder must outlive the sampler.
  virtual std::unique_ptr<CounterSampler> sampleCounters(Recorder& recorder) const = 0;
  virtual bool supports(const Graph& graph, const Node& node) const = 0;
  // Throws Error (Input) naming op and layer if a node is not supported; this is checked here, never at run time. If `stateFrom` is set, persistent
  // values are stored in the layouts of that program, so that both can attach the same state arena.
  virtual std::unique_ptr<Program> compile(const Graph& graph, const CompileOptions& options, const Program* stateFrom = nullptr) const = 0;
  // Memory that a program may take now without being refused or killed.
  virtual std::int64_t availableBytes() const { return device().memoryBytes; }
  // Operations of a matrix product in `type` that the device performs in the time it takes to move one byte. Used to decide what is cheap to
  // recompute.
  virtual double operationsPerByte(DType type) const = 0;
  // Whether other programs use its compute resources now, so that timings with `threads` threads would be wrong.
  virtual bool isBusy(int threads) const {
    (void)threads;
    return false;
  }
  // Peak arithmetic rate measured on this machine with `threads` threads (the library's best large f32 matmul), FLOP/s. Takes about 0.3 s;
  // machineSpeed() (machine_speed.h) stores the result.
  virtual double measuredPeakFlops(int threads) const = 0;
  virtual double measuredBandwidth(int threads) const = 0;  // bytes/s, copy of a block larger than the caches
  // Measured peak rate of matrix products with operands of `type`: FLOP/s of f32, bf16 and f16, operations/s of u8 (int8 products). 0: the device
  // does not support it.
  virtual double measuredPeakOf(DType type, int threads) const { return type == DType::F32 ? measuredPeakFlops(threads) : 0.0; }
};

}  // namespace stepscope
