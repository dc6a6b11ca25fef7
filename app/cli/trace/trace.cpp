#include <fmt/format.h>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "profiler/io/import.h"
#include "profiler/trace/rank_parts.h"
#include "profiler/trace/trace_losses.h"

namespace stepscope::cli {

Trace openTrace(const std::string& path) {
  return openTraces({path});
}

Trace openTraces(const std::vector<std::string>& paths, const std::string& step) {
  catchInterrupts();
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  ImportOptions options;
  options.step = step;
  options.progress = [&](const ImportProgress& progress) {
    if (terminal && progress.bytes > 0)
      fmt::print(stderr, "\r{} \x1b[K",
                 spoken("{} of {}, {}", text::bytes(static_cast<double>(progress.bytesRead)), text::bytes(static_cast<double>(progress.bytes)),
                        text::counted(progress.events, "event")));
    return !interrupted();
  };
  std::optional<Trace> trace = importTraces(paths, options);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (!trace) {
    say(stderr, "stepscope-cli: interrupted\n");
    throw Failed{};
  }
  needSteps(*trace, step);
  return std::move(*trace);
}

void printLosses(const Trace& trace) {
  if (const std::string losses = lossesOf(trace); !losses.empty()) say("note       {}\n", withoutControls(losses));
}

Json lossesJson(const Trace& trace) {
  const std::string losses = lossesOf(trace);
  return losses.empty() ? Json() : Json(losses);
}

Json validationJson(const FactSheet& sheet) {
  const ValidationFacts& validation = sheet.validation;
  if (validation.ns == 0) return {};
  return {{"ms", static_cast<double>(validation.ns) * 1e-6},
          {"steps_left_out", validation.stepsLeftOut},
          {"left_out_ms", static_cast<double>(validation.leftOutNs) * 1e-6},
          {"within_counted_steps_ms", static_cast<double>(validation.inStepsNs) * 1e-6}};
}

Trace firstRank(Trace trace) {
  const std::vector<std::int32_t> ranks = ranksOf(trace);
  return ranks.empty() ? std::move(trace) : onlyRank(trace, ranks.front());
}

void addTrace(CLI::App& app) {
  CLI::App* command = app.add_subcommand("trace", "Traces of PyTorch, JAX, Chrome, Nsight Systems or Stepscope");
  command->require_subcommand(1);
  addTraceSummary(*command);
  addTraceOps(*command);
  addTraceKernels(*command);
  addTraceMemory(*command);
  addTraceFlame(*command);
  addTracePath(*command);
  addTraceDiff(*command);
  addTraceConvert(*command);
  addTraceMerge(*command);
}

}  // namespace stepscope::cli
