#include <fmt/format.h>

#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/error.h"
#include "profiler/analysis/ops/flame_graph.h"

namespace stepscope::cli {
namespace {

struct FlameArguments {
  std::vector<std::string> in;
  std::string of = "host";
  bool json = false;
};

void flame(const FlameArguments& arguments) {
  const Trace trace = openTraces(arguments.in);
  const TimeRange whole{trace.begin, trace.end};
  const bool gpu = arguments.of == "gpu";
  const std::vector<FlameNode> nodes = gpu ? deviceFlames(trace, whole) : hostFlames(trace, whole);
  if (arguments.json) {
    Json rows = Json::array();
    for (const FlameNode& node : nodes)
      rows.push_back({{"name", node.name},
                      {"parent", node.parent < 0 ? Json() : Json(node.parent)},
                      {"calls", node.calls},
                      {"total_ms", static_cast<double>(node.totalNs) * 1e-6},
                      {"self_ms", static_cast<double>(node.selfNs) * 1e-6}});
    return printLine({{"of", arguments.of}, {"nodes", std::move(rows)}});
  }
  if (nodes.size() < 2)
    throw Error(ErrorKind::Input, trace.source, gpu ? "no GPU worked in this trace" : "the trace has no spans of the host",
                gpu ? "Ask for the host: --of host" : "Ask for the GPU: --of gpu");
  fmt::print("{}", foldedStacks(nodes));
}

}  // namespace

void addTraceFlame(CLI::App& trace) {
  const auto arguments = std::make_shared<FlameArguments>();
  CLI::App* command = trace.add_subcommand("flame", "Summed call stacks: a line 'a;b;c NANOSECONDS' for each, for flamegraph.pl or speedscope");
  command->add_option("FILE", arguments->in, kTraceFileHelp)->required();
  command->add_option("--of", arguments->of, "host: threads and their nested spans; gpu: the ops that started GPU work, and that work")
      ->check(CLI::IsMember({"host", "gpu"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object: nodes, each after its parent; parent is an index");
  command->callback([arguments] { flame(*arguments); });
}

}  // namespace stepscope::cli
