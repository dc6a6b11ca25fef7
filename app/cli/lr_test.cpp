#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/units.h"
#include "core/train/rates/lr_range_test.h"

namespace stepscope::cli {
namespace {

struct LrTestArguments {
  std::string project, device = "cpu";
  std::vector<std::string> settings;
  LrRangeOptions range;
  bool json = false;
};

void lrTest(const LrTestArguments& arguments) {
  const Project project = openProject(arguments.project, overridesOf(arguments.settings));
  catchInterrupts();
  const auto progress = [&](const LrRangePoint& point, std::int64_t step, std::int64_t steps) {
    if (arguments.json) {
      printLine({{"event", "step"},
                 {"step", step},
                 {"steps", steps},
                 {"lr", point.rate},
                 {"loss", measured(point.loss)},
                 {"smoothed", measured(point.smoothed)}});
    } else if (step % std::max<std::int64_t>(1, steps / 20) == 0 || step == 1) {
      say("{:>5} of {}  rate {:.3e}  loss {}  smoothed {}\n", step, steps, point.rate, text::measured(point.loss), text::measured(point.smoothed));
      std::fflush(stdout);
    }
    return !interrupted();
  };
  LrRangeOptions range = arguments.range;
  range.cancel = &interruptFlag();
  const LrRangeResult result = lrRangeTest(project, range, progress, arguments.device);
  for (const std::string& sentence : shortened(result.unreadable)) say(stderr, "stepscope-cli: {}\n", sentence);
  const bool found = std::isfinite(result.suggestion);
  if (arguments.json) {
    printLine({{"event", "end"},
               {"suggestion", found ? Json(result.suggestion) : Json()},
               {"learning_rate", found ? Json(learningRateFor(project, result.suggestion)) : Json()},
               {"valley", std::isfinite(result.valley) ? Json(result.valley) : Json()},
               {"conclusive", result.verdict.conclusive},
               {"fall", result.verdict.fall},
               {"noise", result.verdict.noise},
               {"diverged", result.diverged},
               {"cancelled", result.cancelled},
               {"steps", result.points.size()}});
    return;
  }
  if (result.cancelled) say("Stopped after {} of {}.\n", result.points.size(), text::counted(range.steps, "step"));
  if (result.diverged) say("The loss grew without bound at a rate of {:.3g}.\n", result.points.back().rate);
  if (found) {
    const double key = learningRateFor(project, result.suggestion);
    say("Suggested learning rate: {:.3g} (where the smoothed loss falls most steeply)\n", key);
    if (std::abs(key / result.suggestion - 1) > 1e-9)
      say("With it and train.schedule.scale, steps of this batch size use a rate of {:.3g}.\n", result.suggestion);
    if (result.valley > 10 * result.suggestion || result.suggestion > 10 * result.valley)
      say("The middle of the longest decrease of the loss is far from it, at {:.3g}: these losses are noisy. Consider both, or use more --steps.\n",
          learningRateFor(project, result.valley));
  } else if (result.diverged && result.points.size() < 5) {
    say("Inconclusive: the first rates are too large already. Take a smaller --least.\n");
  } else if (!result.cancelled) {
    say("Inconclusive: the loss fell by {}, which is within its noise (one standard deviation of its average is {}). "
        "Take more --steps, a larger --most or a larger batch.\n",
        text::number(result.verdict.fall), text::number(result.verdict.noise));
  }
}

}  // namespace

void addLrTest(CLI::App& app) {
  CLI::App* command = app.add_subcommand("lrtest", "Find a learning rate: train some steps with a growing rate; nothing is saved");
  const auto arguments = std::make_shared<LrTestArguments>();
  addProject(*command, arguments->project);
  addSettings(*command, arguments->settings, "Override a key of the project file; may be repeated");
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_option("--least", arguments->range.least, "First rate")->capture_default_str();
  command->add_option("--most", arguments->range.most, "Last rate")->capture_default_str();
  command->add_option("--steps", arguments->range.steps, "Number of steps")->capture_default_str();
  command->add_flag("--json", arguments->json, "JSON Lines on standard output");
  command->callback([arguments] { lrTest(*arguments); });
}

}  // namespace stepscope::cli
