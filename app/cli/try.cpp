#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/train/trial/try_project.h"

namespace stepscope::cli {
namespace {

struct TryArguments {
  std::string project, setting, device = "cpu";
  std::vector<std::string> settings;
  RunId run = 0;
  double seconds = TrialLimits{}.seconds;
  bool json = false;
};

std::string inWords(const TrialSideFigures& side, double stepMs) {
  std::string words = "step " + (stepMs > 0 ? text::milliseconds(stepMs) : std::string("not measured"));
  if (side.predictedMs > 0) {
    words += " (estimated before: " + text::milliseconds(side.predictedMs);
    const double never = side.estimatedShare - side.provisionalShare;
    if (never > 0.005) words += fmt::format(", {} of it from kernels never timed", text::percent(never));
    if (side.provisionalShare > 0.005) words += fmt::format(", {} of it timed on busy cores", text::percent(side.provisionalShare));
    words += ")";
  }
  words += fmt::format(", {}, {}, {}", text::counted(side.samples, "sample"), text::counted(side.threads, "compute thread"),
                       text::counted(side.workers, "loader worker"));
  words += ", peak " + text::bytes(static_cast<double>(side.predictedPeakBytes)) + " by the plan";
  if (side.measuredPeakBytes > 0) words += ", " + text::bytes(static_cast<double>(side.measuredPeakBytes)) + " resident";
  return words;
}

void print(const TrialResult& result, RunId run) {
  fmt::print("{}: {}\n", result.change, result.sentence());
  fmt::print("  without  {}\n  with     {}\n", inWords(result.without, result.without.measuredMs), inWords(result.with, result.with.measuredMs));
  if (result.predictedRatio() > 0) fmt::print("  estimated before: {} times as fast a sample\n", text::number(1 / result.predictedRatio()));
  if (result.lossDifference)
    fmt::print("  loss     {}\n", *result.lossDifference == 0
                                      ? "the same, bit for bit"
                                      : fmt::format("differs by {} in the first steps", text::percent(*result.lossDifference)));
  fmt::print("  cores    {}\n", result.others ? fmt::format("other programs took {} of them", text::percent(*result.others))
                                              : std::string("not known how busy they were"));
  fmt::print("  measured {}, {} of them on quiet cores, in {}{}\n", text::counted(result.pairs, "pair of blocks", "pairs of blocks"),
             result.quietPairs, text::duration(result.seconds), run > 0 ? fmt::format("; kept with run {}", run) : "");
}

void tryOut(const TryArguments& arguments) {
  const std::size_t equals = arguments.setting.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorKind::Input, arguments.setting, "this is not SWITCH=VALUE", "Write, for example, amp=bf16");
  std::string key = arguments.setting.substr(0, equals);
  if (key.starts_with("switches.")) key.erase(0, 9);
  const Overrides overrides = overridesOf(arguments.settings);
  const Project project = arguments.run > 0 ? openProjectOfRuns(arguments.project, overrides) : openProject(arguments.project, overrides);
  catchInterrupts();
  TryOptions options;
  options.device = arguments.device;
  options.run = arguments.run;
  options.cancel = &interruptFlag();
  options.limits.seconds = arguments.seconds;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  const TrialResult result = tryProject(project, key, arguments.setting.substr(equals + 1), options, [&](const std::string& what, double share) {
    if (terminal) fmt::print(stderr, "\r{} % {} \x1b[K", static_cast<int>(share * 100), what);
  });
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (result.outcome == TrialOutcome::Cancelled) {
    tellError("interrupted, nothing was changed");
    return;
  }
  if (arguments.json) {
    Json line = Json::parse(trialJson(result));
    line["run"] = arguments.run > 0 ? Json(arguments.run) : Json();
    printLine(line);
  } else if (result.outcome != TrialOutcome::Failed) {
    print(result, arguments.run);
  }
  if (result.outcome == TrialOutcome::Failed) {
    fmt::print(stderr, "stepscope-cli: {}\n", result.sentence());
    throw Failed{};
  }
}

}  // namespace

void addTry(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "try",
      "Measure the effect of a switch by alternating steps without and with it. Exit code 0 for every result and if it is interrupted, 1 if it cannot be tried");
  const auto arguments = std::make_shared<TryArguments>();
  addProject(*command, arguments->project);
  // CLI11 2.4 and later accept = inside a name.
  command->add_option("CHANGE", arguments->setting, "SWITCH=VALUE, the switch and the value to try: amp=bf16, batch_size=128")->required();
  addSettings(*command, arguments->settings, "Change a key of the project first: --set switches.batch_size=32; may be repeated");
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_option("--run", arguments->run, "Try it on the last checkpoint of this run, and store the verdict with the run")
      ->check(CLI::PositiveNumber);
  command->add_option("--seconds", arguments->seconds, "Step no longer than about this")->check(CLI::Range(1.0, 3600.0))->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { tryOut(*arguments); });
}

}  // namespace stepscope::cli
