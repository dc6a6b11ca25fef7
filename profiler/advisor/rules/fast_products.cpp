// Matrix units (tensor cores of a GPU, AMX or bf16 instructions of a CPU) are idle although matrix products could run on them.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/gpu_kind.h"
#include "profiler/advisor/name_answers.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/gpu/gpu_metrics.h"

namespace stepscope {
namespace {

constexpr double kEligible = 0.05;       // least fraction of the kernels' time that could run on matrix units
constexpr double kOfSteps = 0.03;        // least fraction of the steps' time; less would hardly be noticed
constexpr double kMostOfProducts = 0.5;  // least fraction of the time of products and convolutions that does not use them
constexpr double kHidden = 0.25;         // more of the kernels' time in CUDA graphs of unknown kernels: no answer
constexpr double kFaster = 1.5;          // least ratio of the peak in bf16 to that in f32
constexpr double kNearPeak = 0.30;       // fraction of the f32 peak; slower products are limited by something else
constexpr double kProducts = 0.30;       // least fraction of the step in products near the f32 peak

bool isMatrixKernel(std::string_view name) {
  for (const std::string_view part : {"gemm", "sgemm", "conv", "cudnn", "winograd", "wgrad", "dgrad", "fprop", "implicit_convolve"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

// XLA's fusions with a matrix product are compiled by Triton: their names do not show which instructions they use.
bool tellsNoUnit(std::string_view name) {
  return name.find("gemm_fusion") != std::string_view::npos || name.find("triton_gemm") != std::string_view::npos;
}

const char* precisionOf(const GpuKind& kind, bool trains) {
  if (kind.fp16Only)
    return trains ? "with torch.autocast(\"cuda\", dtype=torch.float16): ...  and torch.amp.GradScaler(\"cuda\") (this GPU has no fast bf16 or TF32)"
                  : "with torch.autocast(\"cuda\", dtype=torch.float16): ...  (this GPU has no fast bf16 or TF32)";
  if (kind.vendor == GpuVendor::Amd) return "with torch.autocast(\"cuda\", dtype=torch.bfloat16): ...";
  return "with torch.autocast(\"cuda\", dtype=torch.bfloat16): ...  (or torch.backends.cuda.matmul.allow_tf32 = True)";
}

Finding onGpu(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.kernels.empty()) return advice::notEnough(trace.kernelProblem.empty() ? "No kernel ran on the GPU." : trace.kernelProblem);
  if (const std::optional<double> active = meanMetric(*trace.trace, "Tensor Active", trace.gpuBusy); active && *active > 0)
    return advice::notFound(*active, "%",
                            fmt::format("The tensor cores are active {} of the time in which the GPU works.", advice::percent(*active / 100)));
  double eligible = 0, tensor = 0, graphs = 0, untold = 0;
  std::int64_t eligibleNs = 0;
  for (const KernelRow& row : trace.kernels) {
    if (row.name.starts_with("CUDA graph ")) graphs += row.share;  // which kernels ran in it was not recorded
    if (row.tensorCores) tensor += row.share;
    if (row.tensorCores || !isMatrixKernel(row.name)) continue;
    if (tellsNoUnit(row.name)) {
      untold += row.share;
      continue;
    }
    eligible += row.share;
    eligibleNs += row.totalNs;
  }
  if (tensor <= 0 && graphs > kHidden)
    return advice::notEnough(
        fmt::format("CUDA graphs take {} of the kernels' time, and which kernels ran in them was not recorded "
                    "(nsys profile --cuda-graph-trace=node).",
                    advice::percent(graphs)));
  if (untold >= kEligible && untold > tensor + eligible)
    return advice::notEnough(
        fmt::format("Matrix products that a compiler made take {} of the kernels' time, and their names do not show whether they use tensor cores.",
                    advice::percent(untold)));
  const GpuKind kind = gpuKindOf(*trace.trace);
  const std::string_view unit = kind.vendor == GpuVendor::Amd ? "matrix cores" : "tensor cores";
  if (kind.noMatrixUnits && tensor <= 0) return advice::notFound(eligible * 100, "%", "This GPU has no tensor cores.");
  const bool little = trace.origin != Origin::Own && !trace.steps.empty() &&
                      trace.shareOfSteps(eligibleNs) < kOfSteps * static_cast<double>(trace.sheet.devices.size());
  if (little || eligible < kEligible || eligible < kMostOfProducts * (tensor + eligible))
    return advice::notFound(tensor * 100, "%",
                            fmt::format("Kernels on {} take {} of the kernels' time, others that could run there {}.", unit, advice::percent(tensor),
                                        advice::percent(eligible)));
  const std::string emphasis = fmt::format("{} of the kernels' time", advice::percent(eligible));
  Finding finding =
      advice::found(eligible * 100, "%",
                    tensor <= 0 ? fmt::format("No kernel uses the {}, and convolutions and matrix products take {}{}.", unit, emphasis,
                                              kind.named ? "" : " (NVIDIA's GPUs have them since Volta)")
                                : fmt::format("Convolutions and matrix products that do not use the {} take {}, those that use them {}.", unit,
                                              emphasis, advice::percent(tensor)),
                    emphasis);
  finding.category = Category::Forward;
  finding.weight = 0.25 * (trace.steps.empty() ? eligible : std::min(trace.shareOfSteps(eligibleNs), 1.0));
  const NameAnswers isMatrix(*trace.trace, isMatrixKernel);
  finding.evidence = advice::timeOfSpans(trace, [&](const TraceLane& lane, std::size_t i) {
                       return lane.kindOf(i) == SpanKind::Kernel && isMatrix(lane, i);
                     }).evidence();
  if (trace.origin == Origin::Own) finding.cure = advice::turn(facts, "amp", "bf16");
  else
    finding.cure = advice::foreignSetting(facts, "Mixed precision", precisionOf(kind, trace.trains), "jax.default_matmul_precision(\"bfloat16\")",
                                          "keras.mixed_precision.set_global_policy(\"mixed_float16\")");
  return finding;
}

Finding onCpu(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!facts.switches || !facts.machine) return advice::notEnough(advice::withoutRun());
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const MachineSpeed& speed = facts.machine->speed;
  if (speed.f32 <= 0) return advice::notEnough("The peak rates of this machine were never measured: `stepscope-cli doctor` measures them.");
  if (speed.provisional && facts.switches->amp == Switches::Amp::Off)
    return advice::notEnough(
        "The peak rates of this machine were measured while other programs held the cores: `stepscope-cli doctor --again` on quiet ones.");
  const double faster = speed.bf16 / speed.f32;
  if (faster < kFaster)
    return advice::notFound(faster, "x",
                            speed.bf16 > 0 ? fmt::format("This CPU multiplies bf16 {:.2g} times as fast as f32: there is nothing to gain.", faster)
                                           : std::string("This CPU has no fast matrix products of a narrow type."));
  if (facts.switches->amp != Switches::Amp::Off)
    return advice::notFound(faster, "x", fmt::format("Mixed precision is on; this CPU multiplies bf16 {:.2g} times as fast as f32.", faster));
  // Only products that run near the f32 peak are limited by it.
  const auto products = advice::timeOfNodes(trace, [&](const TraceNode& node) {
    if (!advice::isProduct(node) || node.flops <= 0) return false;
    const auto n = static_cast<std::size_t>(&node - trace.trace->nodes.data());
    const double rate = static_cast<double>(node.flops) * static_cast<double>(trace.nodeRuns[n]) / (static_cast<double>(trace.nodeNs[n]) * 1e-9);
    return rate >= kNearPeak * speed.f32;
  });
  const double share = trace.shareOfSteps(products.ns);
  if (share < kProducts)
    return advice::notFound(
        share * 100, "%",
        fmt::format("Matrix products near the f32 peak take {} of the step: faster ones in bf16 would gain little.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("Matrix products in f32 near the machine's peak take {}, and this CPU multiplies bf16 {:.2g} times as fast.", emphasis, faster),
      emphasis);
  finding.category = Category::Forward;
  finding.gainAtMostMs = trace.msPerStep(products.ns) * (1 - 1 / faster);
  finding.weight = 0.25 * share * (1 - 1 / faster);  // low, since it changes the numerics: changes without a cost come first
  finding.evidence.nodes = products.nodes;
  finding.cure = advice::turn(facts, "amp", "bf16");
  return finding;
}

Finding check(const AdviceFacts& facts) {
  if (facts.trace.gpu) return onGpu(facts);
  if (advice::ownOnCpu(facts)) return onCpu(facts);
  return advice::withoutGpu(facts);
}

}  // namespace

RuleDef fastProductsRule() {
  return {"matrix_units",
          "Matrix units lie idle",
          "Matrix products that could run on tensor cores, AMX or bf16 instructions.",
          {{"eligible kernels", kEligible * 100, "%", "torch-tb-profiler requires more than 0"},
           {"least part of the products", kMostOfProducts * 100, "%", "nsys-ai, tensor core uptime"},
           {"bf16 over f32", kFaster, "x", "measured peaks; ours"},
           {"products near the peak", kProducts * 100, "%", "of the step; ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
