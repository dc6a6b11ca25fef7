// A backend compiles a graph into a program: kernels chosen, layouts laid, memory planned, nothing allocated.
// Then attach() gives it memory and run() executes one step. All calls on a program come from one thread at a time.
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
  bool mayTime = true;               // false: never time; an unknown layer takes the choice of the same layer at another batch size, else the first
  bool onlyPlanned = false;          // the program is looked at and never run: kernels need not be compared with f32
  bool checkMemory = false;          // the CPU: guards round every value, looked at after every kernel (memory_check.h); slow
  KernelChoices* choices = nullptr;  // read and extended
  // Somebody waits: kernels are timed for so long, the others and what takes longer still (layouts of images) are left for another time, as
  // provisional choices. A GPU has a limit of its own beside it. ms
  double timingMs = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* cancel = nullptr;  // polled between timings; throws Cancelled
  // Told what takes long while it is done: "timing kernels, layer 12 of 60". Empty: nobody listens.
  std::function<void(const std::string&)> progress = {};
  // Told when `choices` has one more that was timed on a GPU, so that it can be saved at once. Empty: nobody listens.
  std::function<void()> settled = {};
};

// Memory of a program. One block, zeroed, 2 MiB aligned.
class Arena {
 public:
  // From the operating system. Throws Error (Resource) naming the size.
  explicit Arena(std::int64_t bytes);
  // Taken elsewhere, on a GPU say, where data() is no address for the host. `release` gives it back.
  Arena(std::byte* data, std::int64_t bytes, std::function<void(std::byte*)> release);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  std::byte* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }
  // What an arena from the operating system takes of its memory: whole pages of 2 MiB.
  static std::int64_t roundedToPages(std::int64_t bytes);
  // Takes what the operating system gives only when it is first touched, so that no kernel waits for it: with so many threads, leaving off
  // with Cancelled soon after `cancel` became true. Without effect on memory that was taken elsewhere.
  void touch(int threads, const std::atomic<bool>& cancel) const;
  // What the operating system holds of it now, page by page, or what was taken elsewhere: a measurement, which knows nothing of a plan.
  // 0 where the system does not say.
  std::int64_t residentBytes() const;

 private:
  std::byte* data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::function<void(std::byte*)> release_;  // empty: the operating system's
};

struct NodeKernel {
  std::string kernel;                                       // "winograd", "matmul", "direct", "own": what runs
  std::string library;                                      // "oneDNN jit_wino_4x3:avx512_core", "stepscope"
  std::vector<std::pair<std::string, double>> candidateMs;  // what the timing found; empty when none was needed
  bool provisional = false;                                 // to be timed again, as in KernelChoices
};

// Looks at a step while it runs, on the thread that runs it.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void before(NodeId) {}
  virtual bool after(NodeId) { return true; }  // false: the rest of the step is not run
  // Whether the next step must be seen node by node. Where it need not, a device that starts a step as a whole does so and asks nothing.
  virtual bool everyNode() const { return true; }
};

// The worst of a tensor's numbers.
enum class Finiteness : std::uint8_t { Finite, Infinite, NotANumber };
// Of numbers of the type as they lie in memory; integers are finite.
Finiteness finitenessOf(DType type, std::span<const std::byte> bytes);

class Program {
 public:
  virtual ~Program() = default;
  // The graph as it runs: with the reorders and workspaces that the backend inserted. Spans name its nodes.
  virtual const Graph& graph() const = 0;
  virtual const MemoryPlan& plan() const = 0;
  virtual const std::vector<NodeKernel>& kernels() const = 0;  // one a node
  virtual int threads() const = 0;
  // What the backend could not have as it would like, and what it did instead: sentences without a full stop for the report of the passes.
  virtual std::vector<std::string> notes() const { return {}; }
  // Kernels that are not used because they gave other numbers than f32, or failed: a sentence each without a full stop, for a warning.
  virtual std::vector<std::string> leftOut() const { return {}; }
  // Whether a step whose loss is not finite leaves the weights alone by itself, so that nobody needs to stop it in the middle.
  virtual bool guardsUpdates() const { return false; }

  // Memory where attach() wants it. Throws Error (Resource) naming the size.
  virtual std::shared_ptr<Arena> makeArena(std::int64_t bytes) const { return std::make_shared<Arena>(bytes); }
  // Before the first run. `state` may be shared by programs compiled with the same state layout (stateFrom).
  virtual void attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) = 0;
  void attachAlone() { attach(makeArena(plan().stateBytes), makeArena(plan().stepBytes)); }

  // Host access, after attach. Plain row-major bytes of the logical tensor, whatever the layout inside.
  virtual std::span<std::byte> input(std::string_view name) = 0;  // write the batch here, no copy
  // An input's bytes, as many as it has: copied, or read where they are when they are in transferMemory() of the backend. There they must
  // stay until a result of the next run was read, or the input is written again.
  virtual void bind(std::string_view name, std::span<const std::byte> bytes);
  virtual void setScalar(std::string_view name, double value) = 0;
  virtual double scalar(ValueId value) const = 0;
  virtual void read(ValueId value, std::span<std::byte> plain) const = 0;  // an output or persistent value
  // The same by the name of the output or the value.
  double scalar(std::string_view name) const { return scalar(valueNamed(name)); }
  void read(std::string_view name, std::span<std::byte> plain) const { read(valueNamed(name), plain); }
  virtual void write(std::string_view persistent, std::span<const std::byte> plain) = 0;

  // One step. With a recorder, a span a node. Returns when the results are there.
  virtual void run(Recorder* recorder = nullptr) = 0;
  // Puts what is read beside the steps, a GPU's sampled counters, into the recording of the last run; waits for it. Before a trace is taken.
  virtual void settleRecording(Recorder&) {}
  // Asked before and after every node of the runs to come; null: nobody. The program does not own it. Views are no nodes that run.
  virtual void observe(StepObserver* observer) = 0;
  // The value's bytes as they are stored, in whatever layout, with padding (which is zero). Those of values that do not outlive the step
  // are right only while an observer is asked before their last reader or after their producer.
  virtual std::span<const std::byte> memory(ValueId value) const = 0;
  // Of what memory() would give, found where the value is: a device hands over no bytes for it.
  virtual Finiteness finitenessOf(ValueId value) const { return stepscope::finitenessOf(graph().value(value).dtype, memory(value)); }
  // Call after persistent values changed by other means than run() (write(), another program's step): weight copies made
  // once instead of every step are made again.
  virtual void stateChanged() = 0;

  // What is resident of the arenas (Arena::residentBytes): what the steps so far touched, in pages of 4 KiB or 2 MiB, where the arenas were
  // not touched before. Pages are not given back between steps, so it is a peak. 0 before attach().
  virtual std::int64_t measuredPeakBytes() const = 0;

 private:
  ValueId valueNamed(std::string_view name) const;
};

struct DeviceInfo {
  std::string name;  // "AMD EPYC 9B45", from the CPU itself
  std::string isa;   // what the kernels will use: "AVX-512", "AVX2", "AVX-512 + AMX"
  int cores = 0;
  std::int64_t memoryBytes = 0;
  std::string library;  // "oneDNN 2.6.3"
};

enum class DeviceKind : std::uint8_t { Cpu, Gpu };

// Puts a device's counters into tracks of a recorder while it lives, on a thread of its own.
class CounterSampler {
 public:
  virtual ~CounterSampler() = default;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // For files, reports and messages: "cpu", "cuda". What a device can do is asked below, never told from its name.
  virtual std::string_view name() const = 0;
  virtual DeviceKind kind() const = 0;
  virtual DeviceInfo device() const = 0;
  // How mixed precision treats the op here.
  virtual AmpClass ampClassOf(const OpDef& op) const = 0;
  // Whether the host runs a step node by node: an observer can end it between two nodes, and the time between two looks at the clock is the
  // node's. Elsewhere kernels are only launched then, and an observer would wait for the device.
  virtual bool runsNodeByNode() const = 0;
  // Whether what a program takes is memory of this process.
  virtual bool usesProcessMemory() const = 0;
  // Memory beside the plan through which the program's batches reach the device, bytes.
  virtual std::int64_t stagingBytes(const Graph& graph) const = 0;
  // Memory of the host that batches reach the device from without a copy in between; null: there is none, or none is left.
  virtual std::shared_ptr<std::byte> transferMemory(std::int64_t bytes) const {
    (void)bytes;
    return nullptr;
  }
  // Null where the device tells no counters. The recorder must outlive the sampler.
  virtual std::unique_ptr<CounterSampler> sampleCounters(Recorder& recorder) const = 0;
  virtual bool supports(const Graph& graph, const Node& node) const = 0;
  // Throws Error (Input) naming op and layer when a node is not supported; asked here, never at run time.
  // stateFrom: lay persistent values out as that program does, so that both can attach the same state arena.
  virtual std::unique_ptr<Program> compile(const Graph& graph, const CompileOptions& options, const Program* stateFrom = nullptr) const = 0;
  // Memory that a program may take now without being refused or killed for it.
  virtual std::int64_t availableBytes() const { return device().memoryBytes; }
  // How many operations of a product in this type the device does in the time that it takes to move a byte: what is cheap to compute again.
  virtual double operationsPerByte(DType type) const = 0;
  // Whether other programs hold what it computes on now, so that `threads` threads cannot be timed.
  virtual bool isBusy(int threads) const {
    (void)threads;
    return false;
  }
  // Peak arithmetic rate measured on this machine with `threads` threads (the library's best large f32 matmul), FLOP/s.
  // Takes about 0.3 s; machineSpeed() (machine_speed.h) keeps the answer.
  virtual double measuredPeakFlops(int threads) const = 0;
  virtual double measuredBandwidth(int threads) const = 0;  // bytes/s, copy of a block larger than the caches
  // The same of matrix products whose operands are of another type: FLOP/s of bf16 and f16, operations/s of u8 (int8 products).
  // 0: the device has none.
  virtual double measuredPeakOf(DType type, int threads) const { return type == DType::F32 ? measuredPeakFlops(threads) : 0.0; }
};

}  // namespace stepscope
