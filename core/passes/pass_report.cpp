#include "core/passes/pass_report.h"

namespace stepscope {

std::int64_t valueBytes(const Graph& graph) {
  std::int64_t bytes = 0;
  for (const Value& value : graph.values())
    if (value.aliasOf == kNone) bytes += value.bytes;
  return bytes;
}

PassReport reportChange(std::string pass, const Graph& before, const Graph& after) {
  PassReport report;
  report.pass = std::move(pass);
  const int grown = static_cast<int>(after.nodes().size()) - static_cast<int>(before.nodes().size());
  report.nodesAdded = grown > 0 ? grown : 0;
  report.nodesRemoved = grown < 0 ? -grown : 0;
  report.bytesBefore = valueBytes(before);
  report.bytesAfter = valueBytes(after);
  return report;
}

}  // namespace stepscope
