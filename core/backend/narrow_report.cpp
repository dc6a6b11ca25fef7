#include "core/backend/narrow_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/graph/op.h"

namespace stepscope {

namespace {

// Attention contains two matrix products.
bool isMatrixProduct(OpId op) {
  return isProduct(op) || op == OpId::Attention || op == OpId::AttentionGrad;
}

bool isNarrow(DType type) {
  return type == DType::BF16 || type == DType::F16;
}

constexpr double kEqual = 1.0;  // ratio of the peak rates above which the narrow type is faster
constexpr std::size_t kMostKernels = 4;

bool multipliesNarrow(const NodeKernel& kernel, bool gpu) {
  return gpu ? kernel.kernel != "own" : kernel.kernel.starts_with("bf16");
}

bool onMatrixUnits(const NodeKernel& kernel, bool gpu) {
  return gpu || kernel.library.find("amx") != std::string::npos;
}

// How the report names a kernel. On a GPU the library's name is enough: the rest is the details of a plan.
std::string nameOf(const NodeKernel& kernel, bool gpu) {
  return gpu ? kernel.kernel : fmt::format("{} ({})", kernel.kernel, kernel.library);
}

// Example: "30 bf16 winograd (stepscope), 12 bf16 (oneDNN brg:avx512_core_amx) and 11 by 3 other kernels", the most frequent first.
std::string listed(const std::map<std::string, int>& kernels) {
  std::vector<std::pair<std::string, int>> order(kernels.begin(), kernels.end());
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  int others = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i >= kMostKernels) others += order[i].second;
    else text += fmt::format("{}{} {}", i == 0 ? "" : ", ", order[i].second, order[i].first);
  }
  if (others > 0) text += fmt::format(" and {} by {} other kernels", others, order.size() - kMostKernels);
  return text;
}

std::vector<std::string> describeOnGpu(const NarrowUse& use, std::string_view type, const std::string& peaks) {
  std::vector<std::string> notes;
  notes.push_back(fmt::format("arithmetic: {} of {} matrix products multiply in {} on tensor cores{}", use.matrixUnits, use.products, type,
                              use.arithmetic < use.products ? "; the rest run on kernels of our own, which multiply in f32" : ""));
  if (!use.kernels.empty()) notes.push_back("kernels on tensor cores: " + listed(use.kernels));
  if (!peaks.empty()) notes.push_back(peaks);
  return notes;
}

}  // namespace

NarrowUse narrowUseOf(const Program& program, DeviceKind device) {
  NarrowUse use;
  use.device = device;
  const bool gpu = device == DeviceKind::Gpu;
  const Graph& graph = program.graph();
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    if (node.op->id == OpId::Cast) ++use.casts;
    const bool narrow =
        std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId input) { return input != kNone && isNarrow(graph.value(input).dtype); });
    if (!narrow || !isMatrixProduct(node.op->id)) continue;
    ++use.products;
    for (const ValueId input : node.inputs)
      if (input != kNone && isNarrow(graph.value(input).dtype)) use.type = graph.value(input).dtype;
    const NodeKernel& kernel = program.kernels()[n];
    if (!multipliesNarrow(kernel, gpu)) continue;
    ++use.arithmetic;
    ++use.kernels[nameOf(kernel, gpu)];
    if (onMatrixUnits(kernel, gpu)) ++use.matrixUnits;
  }
  return use;
}

std::vector<std::string> describe(const NarrowUse& use, const MachineSpeed& speed) {
  if (use.products == 0) return {};
  const std::string_view type = use.type == DType::BF16 ? "bf16" : "fp16";
  const double narrow = use.type == DType::BF16 ? speed.bf16 : speed.f16;
  const bool known = speed.f32 > 0 && narrow > 0;
  const double ratio = known ? narrow / speed.f32 : 0;
  const std::string peaks = known ? fmt::format("large matrix products reach {:.0f} GFLOP/s in {} here and {:.0f} in f32, {:.2f} times as much",
                                                narrow * 1e-9, type, speed.f32 * 1e-9, ratio)
                                  : std::string();
  std::vector<std::string> notes;
  if (use.device == DeviceKind::Gpu) {
    notes = describeOnGpu(use, type, peaks);
  } else if (use.arithmetic == 0) {
    const std::string why = speed.f32 <= 0   ? std::string()
                            : narrow <= 0    ? fmt::format("this CPU has no fast matrix products in {}, so ", type)
                            : ratio < kEqual ? peaks + ", so "
                                             : "f32 was asked for or timed faster, so ";
    notes.push_back(
        fmt::format("storage: {}all {} matrix products run in f32, with their data converted while it is read. The conversions "
                    "cost some time; activations take about half the memory",
                    why, use.products));
    if (known && ratio >= kEqual) notes.push_back(fmt::format("{}; STEPSCOPE_BF16=arithmetic asks for matrix products in bf16", peaks));
  } else {
    notes.push_back(
        fmt::format("arithmetic: {} of {} matrix products multiply in {}, {} of them on AMX; the rest run in f32, with their data "
                    "converted while it is read",
                    use.arithmetic, use.products, type, use.matrixUnits));
    notes.push_back(fmt::format("kernels in {}: {}", type, listed(use.kernels)));
    if (known && ratio >= kEqual)
      notes.push_back(fmt::format("{}: expect matrix products to take up to {:.0f} % less time than in f32, and the rest to move half the bytes",
                                  peaks, 100 * (1 - 1 / ratio)));
    else if (known)
      notes.push_back(fmt::format("{}: expect matrix products to take {:.1f} times as long as in f32; STEPSCOPE_BF16=storage runs them in f32", peaks,
                                  1 / ratio));
  }
  notes.push_back(fmt::format("{} conversions remain as steps of their own; the others happen inside kernels", use.casts));
  return notes;
}

}  // namespace stepscope
