#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
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
  std::string said = stepMs > 0 ? spoken("step {}", text::milliseconds(stepMs)) : spoken("step not measured");
  if (side.predictedMs > 0) {
    said += spoken(" (estimated before: {}", text::milliseconds(side.predictedMs));
    const double never = side.estimatedShare - side.provisionalShare;
    if (never > 0.005) said += spoken(", {} of it from kernels never timed", text::percent(never));
    if (side.provisionalShare > 0.005) said += spoken(", {} of it timed on busy cores", text::percent(side.provisionalShare));
    said += spoken(")");
  }
  said += spoken(", {}, {}, {}", text::counted(side.samples, "sample"), text::counted(side.threads, "compute thread"),
                 text::counted(side.workers, "loader worker"));
  said += spoken(", peak {} by the plan", text::bytes(static_cast<double>(side.predictedPeakBytes)));
  if (side.measuredPeakBytes > 0) said += spoken(", {} resident", text::bytes(static_cast<double>(side.measuredPeakBytes)));
  return said;
}

void print(const TrialResult& result, RunId run) {
  say("{}: {}\n", result.change, result.sentence());
  say("  without  {}\n  with     {}\n", inWords(result.without, result.without.measuredMs), inWords(result.with, result.with.measuredMs));
  if (result.predictedRatio() > 0) say("  estimated before: {} times as fast a sample\n", text::number(1 / result.predictedRatio()));
  if (result.lossDifference)
    say("  loss     {}\n", *result.lossDifference == 0 ? spoken("the same, bit for bit")
                                                       : spoken("differs by {} in the first steps", text::percent(*result.lossDifference)));
  say("  cores    {}\n",
      result.others ? spoken("other programs took {} of them", text::percent(*result.others)) : spoken("not known how busy they were"));
  say("  measured {}, {} of them on quiet cores, in {}{}\n", text::counted(result.pairs, "pair of blocks", "pairs of blocks"), result.quietPairs,
      text::duration(result.seconds), run > 0 ? spoken("; kept with run {}", run) : std::string());
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
    if (terminal) fmt::print(stderr, "\r{} % {} \x1b[K", static_cast<int>(share * 100), words().sentence(what));
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
    say(stderr, "stepscope-cli: {}\n", result.sentence());
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
  // The argument is not called SWITCH=VALUE, because not every version of CLI11 accepts = inside a name.
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
