#include "app/cli/runs/runs_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/exchange/points_file.h"
#include "core/exchange/run_import.h"
#include "core/exchange/tensorboard_export.h"
#include "core/exchange/tensorboard_import.h"
#include "core/store/run_files.h"

namespace stepscope::cli {
namespace {

constexpr std::chrono::milliseconds kLookAgain{500};

struct ImportArguments {
  std::string from, source, project;
  bool follow = false, json = false;
};

struct ExportArguments {
  std::string project, to, out;
  RunId run = 0;
  bool withoutCheckpoints = false, json = false;
};

void importFile(const ImportArguments& arguments, const Project& project) {
  RunWriter store(project.storePath());
  const RunId run = importRunFile(arguments.source, store, [&](RunId id) { return project.runDirectory(id); });
  if (arguments.json) printLine({{"runs", {{{"run", run}}}}});
  else say("{} is run {} of {} now.\n", Name{arguments.source}, run, Name{project.name});
}

void importTensorBoard(const ImportArguments& arguments, const Project& project) {
  const auto began = std::chrono::steady_clock::now();
  RunWriter store(project.storePath());
  TensorBoardImport import(arguments.source, store, std::filesystem::path(arguments.source).lexically_normal().filename().string());
  import.goOnIn(RunReader(project.storePath()));
  catchInterrupts();
  const auto until = arguments.follow ? TensorBoardImport::Until::Followed : TensorBoardImport::Until::Finished;
  std::uint64_t bytes = import.read([&](std::uint64_t) { return !interrupted(); }, until);
  if (arguments.follow) {
    if (!arguments.json) say("Following {}; Ctrl+C ends it.\n", Name{arguments.source});
    std::fflush(stdout);
    while (!interrupted()) {
      std::this_thread::sleep_for(kLookAgain);
      bytes += import.read([&](std::uint64_t) { return !interrupted(); });
    }
  }
  const std::vector<ImportedRun> runs = import.finish();
  const bool none = std::all_of(runs.begin(), runs.end(), [](const ImportedRun& run) { return run.id == 0; }) && !interrupted();
  const auto refuseNone = [&] {
    if (none)
      throw Error(ErrorKind::Input, arguments.source, "no run was made: its event files hold no value",
                  "Import the folder again when a training has written to it");
  };
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (arguments.json) {
    Json list = Json::array();
    for (const ImportedRun& run : runs)
      list.push_back({{"run", run.id > 0 ? Json(run.id) : Json()},
                      {"name", run.name},
                      {"known", run.known},
                      {"files", run.files},
                      {"metrics", run.series},
                      {"points", run.points},
                      {"histograms", run.histograms},
                      {"images", run.images},
                      {"notes", run.notes}});
    printLine({{"runs", list}, {"bytes", bytes}, {"seconds", seconds}});
    return refuseNone();
  }
  for (const ImportedRun& run : runs) {
    if (run.id > 0)
      say("run {}: {}{}, {}, {}, {}, {}\n", run.id, Name{oneLine(run.name)}, run.known ? " (goes on)" : "", text::counted(run.series, "metric"),
          text::counted(run.points, "point"), text::counted(run.histograms, "histogram"), text::counted(run.images, "picture"));
    for (const std::string& note : run.notes) say("  {}\n", withoutControls(note));
  }
  say("{} read in {}.\n", text::bytes(static_cast<double>(bytes)), text::duration(seconds));
  refuseNone();
}

void importRuns(const ImportArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  const bool file = arguments.from == "file" || (arguments.from.empty() && arguments.source.ends_with(kRunFileEnding));
  saving([&] { file ? importFile(arguments, project) : importTensorBoard(arguments, project); });
}

void exportRun(const ExportArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  const std::string path = existingStore(arguments.project);
  const RunReader store(path);
  const std::optional<RunInfo> run = store.run(arguments.run);
  if (!run)
    throw Error(ErrorKind::Input, "run " + std::to_string(arguments.run), "there is no such run in " + arguments.project,
                "List the runs with: stepscope-cli runs list " + arguments.project);
  std::string written = arguments.out;
  saving([&] {
    if (arguments.to == "tensorboard") written = exportToTensorBoard(store, *run, arguments.out);
    else if (arguments.to == "csv") exportToCsv(store, *run, arguments.out);
    else if (arguments.to == "jsonl") exportToJsonLines(store, *run, arguments.out);
    else writeRunFile(path, run->id, project.runDirectory(run->id), arguments.out, !arguments.withoutCheckpoints);
  });
  std::error_code error;
  const auto bytes = std::filesystem::file_size(written, error);
  if (arguments.json) printLine({{"run", run->id}, {"to", arguments.to}, {"file", written}, {"bytes", bytes}});
  else say("{} written, {}.\n", Name{written}, text::bytes(static_cast<double>(bytes)));
}

}  // namespace

void addRunsExchange(CLI::App& runs) {
  const auto in = std::make_shared<ImportArguments>();
  CLI::App* import = runs.add_subcommand("import", "Creates runs from a folder of TensorBoard event files, or from one .stepscope-run file");
  import->add_option("SOURCE", in->source, "The folder that TensorBoard is started with (--logdir), or the file")->required();
  addProject(*import, in->project);
  import->add_option("--from", in->from, "tensorboard or file; default: determined by the source")->check(CLI::IsMember({"tensorboard", "file"}));
  import->add_flag("--follow", in->follow, "Keeps reading new data of the folder until Ctrl+C");
  import->add_flag("--json", in->json, "One JSON object");
  import->callback([in] { importRuns(*in);
});

const auto out = std::make_shared<ExportArguments>();
CLI::App* exporting = runs.add_subcommand("export", "Writes a run for another program or another project");
addProject(*exporting, out->project);
exporting->add_option("RUN", out->run, "Number of the run")->required();
exporting
    ->add_option("--to", out->to, "tensorboard: a folder of event files; csv or jsonl: every point as text; file: the whole run for another project")
    ->required()
    ->check(CLI::IsMember({"tensorboard", "csv", "jsonl", "file"}));
exporting->add_option("OUT", out->out, "The file, or for tensorboard the folder")->required();
exporting->add_flag("--without-checkpoints", out->withoutCheckpoints, "With --to file: only what was recorded, which is much smaller");
exporting->add_flag("--json", out->json, "One JSON object");
exporting->callback([out] { exportRun(*out); });
}  // namespace stepscope::cli

}  // namespace stepscope::cli
