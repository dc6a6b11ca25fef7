#include "app/cli/bench/bench_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/project_arguments.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/project/switches.h"

namespace stepscope::cli {

void addBenchArguments(CLI::App& command, BenchArguments& arguments, const char* helpOfSteps) {
  command.add_option("MODEL", arguments.model, "Name of the model")->required();
  command.add_option("--device", arguments.device, "Where to compute")->capture_default_str();
  command.add_option("--batch", arguments.batch, "Samples in a batch; default: 64")->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}));
  command.add_option("--image", arguments.image, "Height and width of the images, pixels; default: those of the model")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  addSettings(command, arguments.settings, "Set a switch: --set batch_size=128; may be repeated");
  command.add_option("--steps", arguments.steps, helpOfSteps)->check(CLI::Range(1, 1'000'000));
  command.add_option("--threads", arguments.threads, "Compute threads; default: all cores")->check(CLI::Range(1, 1024));
  command.add_flag("--json", arguments.json, "One JSON object");
}

Switches turned(Switches switches, const std::vector<std::string>& settings) {
  for (const auto& [name, value] : overridesOf(settings)) {
    const std::string key = name.starts_with("switches.") ? name.substr(9) : name;
    std::vector<std::string> keys;
    const SwitchDef* found = nullptr;
    for (const SwitchDef& def : switchDefs()) {
      keys.push_back(def.key);
      if (def.key == key) found = &def;
    }
    const std::string where = "--set " + name + "=" + value;
    if (!found) throw Error(ErrorKind::Input, where, "there is no switch " + key, suggestName(key, keys));
    if (key == "num_workers") throw Error(ErrorKind::Input, where, "a bench keeps its data in memory and uses no loader", "Leave it out");
    if (!found->choices.empty()) {
      const auto chosen = std::find(found->choices.begin(), found->choices.end(), value);
      if (chosen == found->choices.end())
        throw Error(ErrorKind::Input, where, value + " is no value for it", fmt::format("Choose {}", fmt::join(found->choices, ", ")));
      found->set(switches, chosen - found->choices.begin());
      continue;
    }
    std::size_t used = 0;
    std::int64_t number = 0;
    try {
      number = std::stoll(value, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used != value.size() || value.empty() || number < found->minimum || number > found->maximum)
      throw Error(ErrorKind::Input, where, value + " is no value for it",
                  fmt::format("Choose a whole number from {} to {}", found->minimum, found->maximum));
    found->set(switches, number);
  }
  return switches;
}

Switches switchesOf(const BenchArguments& arguments) {
  Switches switches = turned({}, arguments.settings);
  if (arguments.batch > 0) switches.batchSize = arguments.batch;
  return switches;
}

}  // namespace stepscope::cli
