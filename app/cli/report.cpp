#include "core/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/pdf_printer.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/base/whole_file.h"

namespace stepscope::cli {
namespace {

struct ReportArguments {
  std::string project, file;
  std::vector<RunId> runs;
  bool json = false;
};

void writeNamed(const ReportArguments& arguments) {
  const std::int64_t begun = nowNs();
  const std::string ending = lower(std::filesystem::path(arguments.file).extension().string());
  if (ending != ".html" && ending != ".htm" && ending != ".pdf")
    throw Error(ErrorKind::Input, arguments.file, "the name does not end in .html or .pdf", "Choose a name that ends in .html or .pdf");
  const std::string store = existingStore(arguments.project);
  const std::string page = stepscope::reportOf(store, arguments.runs, words());
  saving([&] { ending == ".pdf" ? printPdf(page, arguments.file) : writeWhole(page, arguments.file); });
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(arguments.file, ignored);
  if (arguments.json)
    printLine({{"file", arguments.file}, {"bytes", bytes}, {"runs", arguments.runs}, {"seconds", static_cast<double>(nowNs() - begun) * 1e-9}});
  else say("Report: {}\n", Name{arguments.file});
}

}  // namespace

void addReport(CLI::App& app) {
  CLI::App* command = app.add_subcommand("report", "Write a run, or the comparison of several, as one self-contained page: HTML or PDF");
  const auto arguments = std::make_shared<ReportArguments>();
  addProject(*command, arguments->project);
  command->add_option("RUN", arguments->runs, "Number of the run; the first of several is the baseline")->required();
  command->add_option("--out", arguments->file, "The file to write, which ends in .html or .pdf")->required();
  command->add_flag("--json", arguments->json, "One JSON object: {file, bytes, runs, seconds}");
  command->callback([arguments] { writeNamed(*arguments); });
}

}  // namespace stepscope::cli
