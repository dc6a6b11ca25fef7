#include "core/train/prediction/memory_advice.h"

#include <fmt/format.h>

#include <algorithm>

#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/project/switches.h"

namespace stepscope {
namespace {

std::string sizeText(std::int64_t bytes) {
  return text::bytes(static_cast<double>(bytes));
}

}  // namespace

std::string memoryAdvice(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend, KernelChoices choices,
                         std::int64_t budgetBytes, std::int64_t samples) {
  MeasuredTables tables;
  tables.choices = std::move(choices);
  const auto predicted = [&](const Switches& switches) { return predictStep(project, input, withValidation, switches, backend, tables); };
  std::string text;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : ". ") + sentence; };
  try {
    const StepPrediction now = predicted(project.switches);
    add(fmt::format("The plan of a batch of {} is {} for parameters and optimizer and {} for the step, and {} is available",
                    project.switches.batchSize, sizeText(now.stateBytes), sizeText(now.peakBytes - now.stateBytes), sizeText(budgetBytes)));
    if (now.stateBytes > budgetBytes) {
      add("No batch is small enough, choose a smaller model");
      return text;
    }
    const std::int64_t most = samples > 0 ? std::min(samples, project.switches.batchSize) : project.switches.batchSize;
    const LargestBatch largest = largestBatch(project, input, withValidation, project.switches, backend, tables, budgetBytes, most);
    add(largest.batch > 0 ? fmt::format("switches.batch_size = {} is the largest that fits, with {}", largest.batch, sizeText(largest.peakBytes))
                          : fmt::format("Not even one sample fits with the current switches: it needs {}", sizeText(largest.peakBytes)));
    // With the current batch size, one switch at a time; switches that trade time for memory come last.
    std::vector<std::pair<std::string, Switches>> others;
    if (project.switches.amp == Switches::Amp::Off) {
      others.emplace_back("switches.amp = \"bf16\"", project.switches);
      others.back().second.amp = Switches::Amp::Bf16;
    }
    if (project.switches.checkpointing == Checkpointing::Mode::Off) {
      for (const auto& [name, mode] : {std::pair{"blocks", Checkpointing::Mode::Blocks}, {"sqrt", Checkpointing::Mode::Sqrt}}) {
        others.emplace_back(fmt::format("switches.checkpointing = \"{}\"", name), project.switches);
        others.back().second.checkpointing = mode;
      }
    }
    std::string helps;
    for (const auto& [name, switches] : others) {
      const std::int64_t peak = predicted(switches).peakBytes;
      if (peak <= budgetBytes) helps += fmt::format("{}{} needs {}", helps.empty() ? "" : ", ", name, sizeText(peak));
    }
    if (!helps.empty()) add(fmt::format("With a batch of {} still: {}", project.switches.batchSize, helps));
  } catch (const Error&) {
    // The part that is already written stays.
  }
  if (text.empty()) text = "Choose a smaller batch, or close programs that hold memory";
  return text;
}

}  // namespace stepscope
