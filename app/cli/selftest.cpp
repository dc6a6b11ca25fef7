#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "core/backend/devices.h"
#include "core/base/error.h"
#include "core/selftest/selftest.h"

namespace stepscope::cli {
namespace {

struct SelftestArguments {
  std::string device = "cuda", only, out;
  bool json = false;
};

std::string_view nameOf(SelftestCheck::Result result) {
  return result == SelftestCheck::Result::Passed ? "passed" : result == SelftestCheck::Result::Failed ? "FAILED" : "skipped";
}

Json toJson(const SelftestCheck& check) {
  return {{"group", check.group}, {"name", check.name},   {"result", nameOf(check.result)},
          {"error", check.error}, {"bound", check.bound}, {"detail", check.detail}};
}

void run(const SelftestArguments& arguments) {
  const Backend& device = requireBackend(arguments.device);
  const DeviceInfo info = device.device();
  SelftestOptions options;
  options.only = arguments.only;
  if (!arguments.json) {
    fmt::print("{}, {}, {}\n", info.name, info.isa, info.library);
    options.progress = [](const SelftestCheck& check) {
      if (check.result == SelftestCheck::Result::Skipped) return;
      fmt::print("{:<7} {:<11} {:<60} {:9.2e}{}\n", nameOf(check.result), check.group, check.name, check.error,
                 check.result == SelftestCheck::Result::Failed ? "  " + check.detail : std::string());
      std::fflush(stdout);
    };
  }
  const std::vector<SelftestCheck> checks = selftest(device, requireBackend("cpu"), options);
  std::map<std::string, std::array<int, 3>> groups;
  Json all = Json::array();
  int failed = 0;
  for (const SelftestCheck& check : checks) {
    ++groups[check.group][static_cast<std::size_t>(check.result)];
    failed += check.result == SelftestCheck::Result::Failed;
    all.push_back(toJson(check));
  }
  const Json report = {{"device", info.name},     {"kind", info.isa}, {"memory_bytes", info.memoryBytes},
                       {"library", info.library}, {"failed", failed}, {"checks", all}};
  if (arguments.json) {
    printLine(report);
  } else {
    for (const auto& [group, counts] : groups)
      fmt::print("{:<12} {} passed, {} failed, {} skipped\n", group, counts[0], counts[1], counts[2]);
  }
  if (!arguments.out.empty()) {
    std::ofstream file(arguments.out);
    file << report.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    file.close();
    if (!file) throw Error(ErrorKind::Resource, arguments.out, "the report cannot be written there", "Choose another --out");
  }
  if (checks.empty()) throw Error(ErrorKind::Input, "--only", "no check has \"" + arguments.only + "\" in its name", "Leave it out");
  if (failed > 0) throw Failed{};
}

}  // namespace

void addSelftest(CLI::App& app) {
  CLI::App* command = app.add_subcommand("selftest", "Hold a device against the CPU: every op in every number type, whole steps, memory");
  const auto arguments = std::make_shared<SelftestArguments>();
  command->add_option("--device", arguments->device, "The device to test")->capture_default_str();
  command->add_option("--only", arguments->only, "Only checks whose group and name contain this");
  command->add_option("--out", arguments->out, "Also write the results to this JSON file");
  command->add_flag("--json", arguments->json, "One JSON object instead of a table");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace stepscope::cli
