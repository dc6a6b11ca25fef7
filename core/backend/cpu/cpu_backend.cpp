#include "core/backend/cpu/cpu_backend.h"

#include <omp.h>

#include <algorithm>

#include "core/backend/cpu/device.h"
#include "core/backend/cpu/onednn/library.h"
#include "core/backend/cpu/plan/image_layout_choice.h"
#include "core/backend/cpu/plan/lowering.h"
#include "core/backend/cpu/plan/program.h"
#include "core/backend/cpu/precision/bf16_use.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/backend/cpu/tuning/busy_cores.h"
#include "core/backend/cpu/tuning/checked_makers.h"
#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/backend/machine_speed.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"

namespace stepscope {

namespace {

using namespace cpu;

// What this backend knows about the machine. Determined once, before the first kernel, since the cap on instruction sets must be set first.
struct Machine {
  CpuDevice cpu;
  std::string isa;
  Layout blocks = Layout::Blocked8;  // blocked layout of images for the instruction set
  Bf16Use bf16Use = Bf16Use::Best;
  bool bf16Instructions = false;
};

Machine probe() {
  const MaxIsa cap = maxIsaFromEnvironment();
  if (cap == MaxIsa::Avx2) onednn::capAtAvx2();
  Machine machine;
  machine.cpu = probeCpu(cap);
  machine.blocks = kernels::preferredChannelBlock() == 16 ? Layout::Blocked16 : Layout::Blocked8;
  // The library has its own cap (DNNL_MAX_CPU_ISA). The layout of images is that for the lower of the two instruction sets.
  machine.isa = onednn::effectiveIsa();
  if (machine.isa == "AVX2" || machine.isa == "SSE4.1") machine.blocks = Layout::Blocked8;
  machine.bf16Use = bf16UseFromEnvironment();
  machine.bf16Instructions = kernels::multipliesBf16Pairs() && onednn::hasBf16();
  if (machine.bf16Use == Bf16Use::Arithmetic && !machine.bf16Instructions)
    throw Error(ErrorKind::Input, "STEPSCOPE_BF16", "bf16 arithmetic was asked for, but " + machine.isa + " has no instructions for it",
                "Unset it: bf16 is then storage, and matrix products run in f32");
  return machine;
}

const Machine& machine() {
  static const Machine found = probe();
  return found;
}

// The version of the kernels in the keys of stored choices. Raise it if kernels are added or become faster, so that choices stored by an older
// program are made again, or if stored choices may be wrong (before 16: layouts measured on busy cores).
constexpr int kKernelGeneration = 16;

// Operations per second of a large matrix product with operands of the type; 0 if the library has no fast one.
double measurePeak(DType type, int threads) {
  constexpr std::int64_t kSize = 1536;
  // If other programs use the cores, one thread is measured by its CPU time, and the rate is scaled.
  const bool busy = coresAreBusy(threads);
  const int team = busy ? 1 : threads;
  const auto clock = busy ? threadCpuMs : wallMs;
  const ScopedThreads scope(team);
  const auto product = onednn::makePeakProduct(type, kSize, kSize, kSize);
  if (!product) return 0;
  constexpr std::size_t kMost = kSize * kSize * sizeof(float);
  // Filled with this byte, every type holds a normal number.
  constexpr std::byte kFill{0x3F};
  std::vector<std::byte> a(kMost, kFill), b(static_cast<std::size_t>(product->desc(onednn::Arg::Weights).bytes()) + 64, kFill), c(kMost);
  std::vector<std::byte> scratch(static_cast<std::size_t>(product->scratchpadBytes()) + 64);
  const auto execution = product->bind(
      {{onednn::Arg::Src, a.data()}, {onednn::Arg::Weights, b.data()}, {onednn::Arg::Dst, c.data()}, {onednn::Arg::Scratchpad, scratch.data()}});
  execution.run();
  double best = 0;
  const std::int64_t start = nowNs();
  for (int run = 0; run < 20 && (run < 3 || nowNs() - start < 300'000'000); ++run) {
    const double begin = clock();
    execution.run();
    const double ms = clock() - begin;
    best = best == 0 ? ms : std::min(best, ms);
  }
  return 2.0 * kSize * kSize * kSize / (best * 1e-3) * threads / team;
}

bool holdsBf16(const Graph& graph) {
  return std::any_of(graph.values().begin(), graph.values().end(), [](const Value& value) { return value.dtype == DType::BF16; });
}

constexpr std::string_view kBf16Products = "products", kBf16Storage = "storage";

std::string bf16Key(const std::string& cpu, const std::string& isa) {
  return "use of bf16 | " + isa + ", " + cpu + ", " + onednn::version() + ", kernels " + std::to_string(kKernelGeneration);
}

class CpuBackend final : public Backend {
 public:
  std::string_view name() const override { return "cpu"; }
  DeviceKind kind() const override { return DeviceKind::Cpu; }
  AmpClass ampClassOf(const OpDef& op) const override { return op.ampCpu; }
  bool runsNodeByNode() const override { return true; }
  bool usesProcessMemory() const override { return true; }
  std::int64_t stagingBytes(const Graph&) const override { return 0; }
  std::unique_ptr<CounterSampler> sampleCounters(Recorder&) const override { return nullptr; }

  DeviceInfo device() const override {
    const Machine& m = machine();
    return {m.cpu.name, m.isa, m.cpu.cores, m.cpu.memoryBytes, onednn::version()};
  }

  std::int64_t availableBytes() const override { return availableMemoryBytes(); }
  double operationsPerByte(DType) const override { return 8; }  // two cores with AVX-512: 300 GFLOP/s and 37 GB/s

  bool supports(const Graph& graph, const Node& node) const override {
    if (node.op->aliases) return true;
    if (node.op->id == OpId::Reorder) return false;  // only lowering creates it
    // Every kernel in bf16 arithmetic also exists in f32 with converted operands.
    KernelRequest request{graph, node, 1, machine().blocks, {}, {}};
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      request.inputLayouts.push_back(request.has(i) ? plain(request.inputShape(i), request.input(i).dtype) : Physical{});
    std::string why;
    for (const NamedMaker& maker : makersFor(*node.op))
      for (const Way way : kWays)
        if (madeOrNothing(maker, request, way, why)) return true;
    return false;
  }

  std::unique_ptr<Program> compile(const Graph& graph, const CompileOptions& options, const Program* stateFrom) const override {
    const Machine& m = machine();
    const auto* shared = dynamic_cast<const CpuProgram*>(stateFrom);
    require(!stateFrom || shared, "a state can only be shared between programs of the same backend");
    LoweringOptions lowering;
    lowering.threads = options.threads > 0 ? options.threads : m.cpu.cores;
    lowering.images = m.blocks;
    const bool bf16Arithmetic = holdsBf16(graph) && multipliesBf16(options);
    lowering.machine = std::to_string(lowering.threads) + " threads, " + m.isa + ", " + m.cpu.name + ", " + onednn::version() + ", kernels " +
                       std::to_string(kKernelGeneration) + (bf16Arithmetic ? ", bf16 products" : "");
    lowering.narrow.bf16 = !bf16Arithmetic;
    lowering.trialBytes = m.cpu.memoryBytes / 4;
    lowering.timeUntilMs = wallMs() + options.timingMs;
    if (shared) lowering.stateLayouts = &shared->stateLayouts();
    const ScopedThreads scope(lowering.threads);  // kernels are generated for this number of threads
    std::unique_ptr<CpuProgram> program;
    if (options.images == ImageLayout::Auto && !shared) {
      LayoutChoice choice = lowerInFastestLayout(graph, options, lowering, availableBytes());
      program = std::make_unique<CpuProgram>(std::move(choice.lowered), lowering.threads, nullptr, choice.images, std::move(choice.notes),
                                             options.checkMemory);
    } else {
      const ImageLayout images = options.images == ImageLayout::Auto ? shared->images() : options.images;
      program = std::make_unique<CpuProgram>(lower(graph, options, inLayout(lowering, images)), lowering.threads, shared, images,
                                             std::vector<std::string>{}, options.checkMemory);
    }
    if (options.onlyPlanned) program->onlyPlan();
    return program;
  }

  double measuredPeakFlops(int threads) const override { return measuredPeakOf(DType::F32, threads); }

  bool isBusy(int threads) const override { return coresAreBusy(threads); }

  double measuredPeakOf(DType type, int threads) const override {
    const int cores = machine().cpu.cores;
    return measurePeak(type, threads > 0 ? threads : cores);
  }

  double measuredBandwidth(int threads) const override {
    const int cores = machine().cpu.cores;
    return measureCopyBandwidth(threads > 0 ? threads : cores);
  }

 private:
  // Whether this program multiplies in bf16. A run keeps the answer in its choices, so that a resumed run does the same. In deterministic mode
  // nothing is measured: the CPU's instructions decide.
  bool multipliesBf16(const CompileOptions& options) const {
    const Machine& m = machine();
    if (m.bf16Use != Bf16Use::Best || !m.bf16Instructions) return multipliesBf16();
    if (options.deterministic) return true;
    if (!options.choices) return multipliesBf16();
    const std::string key = bf16Key(m.cpu.name, m.isa);
    if (const auto known = options.choices->use(key); known && !known->mayTimeAgain) return known->kernel == kBf16Products;
    const bool products = multipliesBf16();
    options.choices->setUsed(key, std::string(products ? kBf16Products : kBf16Storage), keptSpeed(*this, m.cpu.cores).provisional);
    return products;
  }

  // The same for this machine, measured with all cores, however many a program uses. Measured when the first program with bf16 is compiled, and
  // stored on disk.
  bool multipliesBf16() const {
    static const bool decided = [this] {
      const Machine& m = machine();
      const bool ask = m.bf16Use == Bf16Use::Best && m.bf16Instructions;
      const MachineSpeed speed = ask ? machineSpeed(*this, m.cpu.cores) : MachineSpeed{};
      return stepscope::multipliesBf16(m.bf16Use, m.bf16Instructions, speed.f32, speed.bf16);
    }();
    return decided;
  }
};

}  // namespace

const Backend& cpuBackend() {
  static const CpuBackend backend;
  return backend;
}

}  // namespace stepscope
