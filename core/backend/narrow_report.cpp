#include "core/backend/narrow_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/graph/op.h"

namespace stepscope {

namespace {

bool isProduct(std::string_view op) {
  return op.substr(0, 6) == "conv2d" || op.substr(0, 14) == "conv_transpose" || op.substr(0, 6) == "linear" ||
         op.substr(0, 6) == "matmul" || op.substr(0, 9) == "attention";
}

bool isNarrow(DType type) {
  return type == DType::BF16 || type == DType::F16;
}

}  // namespace

NarrowUse narrowUseOf(const Program& program) {
  NarrowUse use;
  const Graph& graph = program.graph();
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    if (node.op->name == "cast") ++use.casts;
    const bool narrow = std::any_of(node.inputs.begin(), node.inputs.end(),
                                    [&](ValueId input) { return input != kNone && isNarrow(graph.value(input).dtype); });
    if (!narrow || !isProduct(node.op->name)) continue;
    ++use.products;
    const NodeKernel& kernel = program.kernels()[n];
    if (kernel.kernel.substr(0, 4) != "bf16") continue;
    ++use.arithmetic;
    if (kernel.library.find("amx") != std::string::npos) ++use.matrixUnits;
  }
  return use;
}

std::vector<std::string> describe(const NarrowUse& use) {
  if (use.products == 0) return {};
  std::vector<std::string> notes;
  if (use.arithmetic == 0) {
    notes.push_back(
        fmt::format("storage: this CPU has no matrix units for the narrow type, so all {} matrix products run in f32 on parts that are "
                    "converted on the way in. Expect about the speed of f32, and about half its memory for activations",
                    use.products));
  } else {
    notes.push_back(
        fmt::format("arithmetic: {} of {} matrix products multiply in bf16, {} of them on AMX; the rest run in f32 on parts that "
                    "are converted on the way in",
                    use.arithmetic, use.products, use.matrixUnits));
    if (use.matrixUnits == 0)
      notes.push_back("without AMX, products in bf16 take about twice as long as in f32; STEPSCOPE_BF16=arithmetic asks for them");
  }
  notes.push_back(fmt::format("{} conversions remain as steps of their own; the others happen inside kernels", use.casts));
  return notes;
}

}  // namespace stepscope
