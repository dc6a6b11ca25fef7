// stepscope-dev selftest: a device against the CPU.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "core/backend/devices/devices.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "tests/dev/commands.h"
#include "tests/dev/selftest/selftest.h"

namespace stepscope::dev {
namespace {

using Json = nlohmann::json;

struct SelftestArguments {
  std::string device = "cuda", only, out;
  double seconds = 0;
  bool json = false, small = false;
};

std::string_view nameOf(SelftestCheck::Result result) {
  return result == SelftestCheck::Result::Passed ? "passed" : result == SelftestCheck::Result::Failed ? "FAILED" : "skipped";
}

Json toJson(const SelftestCheck& check) {
  return {{"group", check.group}, {"name", check.name},   {"result", nameOf(check.result)},
          {"error", check.error}, {"bound", check.bound}, {"detail", check.detail}};
}

// Written again and again while the checks run: a test that is cut short, or ends with the device, has left what it saw.
class ReportFile {
 public:
  ReportFile(std::string path, Json head) : path_(std::move(path)), report_(std::move(head)) {
    report_["failed"] = 0;
    report_["complete"] = false;
    report_["checks"] = Json::array();
  }

  void add(const SelftestCheck& check) {
    report_["checks"].push_back(toJson(check));
    report_["failed"] = report_["failed"].get<int>() + (check.result == SelftestCheck::Result::Failed ? 1 : 0);
    constexpr std::int64_t kEveryNs = 3'000'000'000;
    if (path_.empty() || nowNs() < written_ + kEveryNs) return;
    write();
    written_ = nowNs();
  }
  void finish() {
    report_["complete"] = true;
    if (!path_.empty()) write();
  }
  const Json& report() const { return report_; }

 private:
  void write() const { writeWhole(report_.dump(2, ' ', false, Json::error_handler_t::replace) + '\n', path_); }

  std::string path_;
  Json report_;
  std::int64_t written_ = 0;
};

// False: a check failed.
bool run(const SelftestArguments& arguments) {
  const Backend& device = requireBackend(arguments.device);
  const DeviceInfo info = device.device();
  ReportFile file(arguments.out, {{"device", info.name}, {"kind", info.isa}, {"memory_bytes", info.memoryBytes}, {"library", info.library}});
  SelftestOptions options;
  options.only = arguments.only;
  options.seconds = arguments.seconds;
  options.small = arguments.small;
  if (!arguments.json) fmt::print("{}, {}, {}\n", info.name, info.isa, info.library);
  options.progress = [&](const SelftestCheck& check) {
    file.add(check);
    if (arguments.json || check.result == SelftestCheck::Result::Skipped) return;
    fmt::print("{:<7} {:<11} {:<60} {:9.2e}{}\n", nameOf(check.result), check.group, check.name, check.error,
               check.result == SelftestCheck::Result::Failed ? "  " + check.detail : std::string());
    std::fflush(stdout);
  };
  const std::vector<SelftestCheck> checks = selftest(device, requireBackend("cpu"), options);
  file.finish();
  if (arguments.json) {
    fmt::print("{}\n", file.report().dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    std::map<std::string, std::array<int, 3>> groups;
    for (const SelftestCheck& check : checks) ++groups[check.group][static_cast<std::size_t>(check.result)];
    for (const auto& [group, counts] : groups) fmt::print("{:<12} {} passed, {} failed, {} skipped\n", group, counts[0], counts[1], counts[2]);
  }
  if (checks.empty()) throw Error(ErrorKind::Input, "--only", "no check has \"" + arguments.only + "\" in its name", "Leave it out");
  return file.report()["failed"].get<int>() == 0;
}

}  // namespace

void addSelftest(CLI::App& app) {
  CLI::App* command = app.add_subcommand("selftest", "Hold a device against the CPU: every op in every number type, whole steps, memory");
  const auto arguments = std::make_shared<SelftestArguments>();
  command->add_option("--device", arguments->device, "The device to test")->capture_default_str();
  command->add_option("--only", arguments->only, "Only checks whose group and name contain this; ^TEXT: begin with it");
  command->add_option("--out", arguments->out, "Also write the results to this JSON file");
  command->add_option("--seconds", arguments->seconds, "Begin no check later than this; the most important come first")->check(CLI::Range(0.0, 1e6));
  command->add_flag("--small", arguments->small, "Real sizes with few pixels and tokens: for a device that computes on the host");
  command->add_flag("--json", arguments->json, "One JSON object instead of a table");
  command->callback([arguments] {
    if (!run(*arguments)) throw cli::Failed{};
  });
}

}  // namespace stepscope::dev
