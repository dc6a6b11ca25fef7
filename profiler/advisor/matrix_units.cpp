#include "profiler/advisor/matrix_units.h"

#include "profiler/advisor/wording.h"

namespace stepscope {

std::optional<MatrixUnitUse> matrixUnitUse(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.gpu) {
    if (trace.kernels.empty()) return std::nullopt;
    MatrixUnitUse use{"tensor cores", 0, "the kernels' time"};
    for (const KernelRow& row : trace.kernels)
      if (row.tensorCores) use.share += row.share;
    return use;
  }
  if (!facts.machine || facts.machine->isa.find("AMX") == std::string::npos || trace.nodeNs.empty()) return std::nullopt;
  std::int64_t all = 0, amx = 0;
  for (std::size_t n = 0; n < trace.nodeNs.size(); ++n) {
    const TraceNode& node = trace.trace->nodes[n];
    if (!advice::isProduct(node)) continue;
    all += trace.nodeNs[n];
    if (node.library.find("amx") != std::string::npos) amx += trace.nodeNs[n];
  }
  if (all == 0) return std::nullopt;
  return MatrixUnitUse{"AMX", static_cast<double>(amx) / static_cast<double>(all), "the products' time"};
}

}  // namespace stepscope
