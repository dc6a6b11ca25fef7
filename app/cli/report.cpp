#include "core/report/report.h"

#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/project_arguments.h"

namespace stepscope::cli {
namespace {

struct ReportArguments {
  std::string project, file;
  RunId run = 0;
};

}  // namespace

void addReport(CLI::App& app) {
  CLI::App* command = app.add_subcommand("report", "Write a run as one self-contained HTML page");
  const auto arguments = std::make_shared<ReportArguments>();
  addProject(*command, arguments->project);
  command->add_option("RUN", arguments->run, "Number of the run")->required();
  command->add_option("--out", arguments->file, "The HTML file to write")->required();
  command->callback([arguments] {
    writeReport(existingStore(arguments->project), arguments->run, arguments->file);
    fmt::print("Report: {}\n", arguments->file);
  });
}

}  // namespace stepscope::cli
