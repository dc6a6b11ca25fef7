#include "core/report/doctor.h"

#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "core/base/units.h"

namespace stepscope::cli {
namespace {

void doctor(bool json, bool again) {
  const DoctorReport report = diagnose(again);
  if (json) {
    printLine(Json::parse(toJson(report)));
    return;
  }
  for (const auto& [what, finding] : describe(report)) say("{:<24} {}\n", words().sentence(what), finding);
}

}  // namespace

void addDoctor(CLI::App& app) {
  CLI::App* command = app.add_subcommand("doctor", "What this machine can do: CPU, measured peak, memory, GPU, libraries, paths");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object");
  const auto again = std::make_shared<bool>(false);
  command->add_flag("--again", *again, "Measure the peaks again instead of showing the stored ones");
  command->callback([json, again] { doctor(*json, *again); });
}

}  // namespace stepscope::cli
