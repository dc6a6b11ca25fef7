#include <fmt/format.h>

#include <map>
#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/units.h"
#include "profiler/analysis/ops/op_table.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kShownOps = 40;

struct OpsArguments {
  std::vector<std::string> in;
  std::string by = "op";
  bool json = false;
};

double asMs(double ns) {
  return ns * 1e-6;
}

OpGrouping groupingNamed(const std::string& name) {
  for (int i = 0; i < kOpGroupings; ++i)
    if (name == nameOf(static_cast<OpGrouping>(i))) return static_cast<OpGrouping>(i);
  return OpGrouping::Op;
}

Json jsonOf(const OpTable& table) {
  Json rows = Json::array();
  for (const OpRow& row : table.rows) {
    Json ofStep = Json::array();
    for (const std::int64_t ns : row.nsOfStep) ofStep.push_back(asMs(static_cast<double>(ns)));
    Json json{{"name", row.name},
              {"category", nameOf(row.category)},
              {"calls", table.onGpu && row.calls == 0 ? row.gpuCalls : row.calls},
              {"ms", asMs(static_cast<double>(table.nsOf(row)))},
              {"share", 100 * row.share},
              {"mean_ms", asMs(table.meanNsOf(row))},
              {"shortest_ms", asMs(static_cast<double>(row.shortestNs))},
              {"longest_ms", asMs(static_cast<double>(row.longestNs))},
              {"host_total_ms", asMs(static_cast<double>(row.hostTotalNs))},
              {"host_self_ms", asMs(static_cast<double>(row.hostSelfNs))}};
    if (table.onGpu) {
      json["gpu_calls"] = row.gpuCalls;
      json["gpu_total_ms"] = asMs(static_cast<double>(row.gpuTotalNs));
      json["gpu_self_ms"] = asMs(static_cast<double>(row.gpuSelfNs));
      json["tensor_core_ms"] = asMs(static_cast<double>(row.tensorCoreNs));
      json["tensor_core_eligible"] = row.tensorCoreEligible;
      Json counters = Json::object();
      for (const auto& [name, mean] : row.counters) counters[name] = mean;
      json["counters"] = row.counters.empty() ? Json() : std::move(counters);
    }
    json["flops"] = row.flops > 0 ? Json(row.flops) : Json();
    json["bytes"] = row.bytes > 0 ? Json(row.bytes) : Json();
    json["costliest_layer"] = row.costliestLayer.empty() ? Json() : Json(row.costliestLayer);
    json["ms_of_step"] = std::move(ofStep);
    rows.push_back(std::move(json));
  }
  return {{"by", nameOf(table.by)},
          {"time_of", table.onGpu ? "gpu" : "host"},
          {"total_ms", asMs(static_cast<double>(table.totalNs))},
          {"steps", table.windows.steps.size()},
          {"rows", std::move(rows)},
          {"missing", table.missing.empty() ? Json() : Json(table.missing)}};
}

void ops(const OpsArguments& arguments) {
  const Trace trace = openTraces(arguments.in);
  const OpTable table = opTable(trace, groupingNamed(arguments.by));
  if (arguments.json) {
    Json json = jsonOf(table);
    json["lost"] = lossesJson(trace);
    return printLine(json);
  }
  printLosses(trace);
  if (!table.missing.empty()) {
    say("{}: {}\n", Name{trace.source}, table.missing);
    return;
  }
  say("{:>9} {:>10} {:>10} {:>8} {:>10}  {}\n", "share", table.onGpu ? "GPU self" : "self", table.onGpu ? "GPU total" : "total", "calls", "mean",
      nameOf(table.by));
  for (std::size_t i = 0; i < table.rows.size() && i < kShownOps; ++i) {
    const OpRow& row = table.rows[i];
    say("{:>9} {:>10} {:>10} {:>8} {:>10}  {}\n", text::percent(row.share), text::milliseconds(asMs(static_cast<double>(table.nsOf(row)))),
        text::milliseconds(asMs(static_cast<double>(table.onGpu ? row.gpuTotalNs : row.hostTotalNs))),
        text::count(table.onGpu ? row.gpuCalls : row.calls), text::milliseconds(asMs(table.meanNsOf(row))),
        Name{row.name.empty() ? spoken("(of none)") : row.name.substr(0, 100)});
  }
  if (table.rows.size() > kShownOps) say("and {} more: --json lists all\n", table.rows.size() - kShownOps);
}

}  // namespace

void addTraceOps(CLI::App& trace) {
  const auto arguments = std::make_shared<OpsArguments>();
  CLI::App* command = trace.add_subcommand("ops", "The ops that ran: self and total time, calls, mean, share");
  command->add_option("FILE", arguments->in, kTraceFileHelp)->required();
  command->add_option("--by", arguments->by, "op, layer, kernel, stream, shape or node")
      ->check(CLI::IsMember({"op", "layer", "kernel", "stream", "shape", "node"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { ops(*arguments); });
}

}  // namespace stepscope::cli
