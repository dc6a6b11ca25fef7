// The commands for a project's store: check, repair, compact, backup.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/store/care/store_tools.h"

namespace stepscope::cli {
namespace {

struct Arguments {
  std::string project, to;
  bool emptyBin = false, json = false;
};

std::string bytes(std::int64_t count) {
  return text::bytes(static_cast<double>(count));
}

void check(const Arguments& arguments) {
  const StoreCheck found = checkStore(existingStore(arguments.project));
  const bool ok = found.readable && found.problems.empty();
  if (arguments.json) {
    printLine({{"path", found.path},
               {"ok", ok},
               {"repairable", found.repairable},
               {"format", found.version},
               {"bytes", found.bytes},
               {"runs", found.runs},
               {"binned", found.binned},
               {"series", found.series},
               {"chunks", found.chunks},
               {"points", found.points},
               {"problems", found.problems}});
  } else {
    if (found.readable)
      say("{}: format {}, {}, {} and {} in the bin, {} series, {}\n", Name{found.path}, found.version, bytes(found.bytes),
          text::counted(found.runs, "run"), found.binned, text::count(found.series), text::counted(found.points, "point"));
    for (const std::string& problem : found.problems) say("  {}\n", problem);
    if (ok) say("The store is not damaged.\n");
    else if (found.repairable) say("Save what can be read with: stepscope-cli store repair {}\n", arguments.project);
  }
  if (!ok) throw Failed{};
}

void repair(const Arguments& arguments) {
  const StoreRepair done = repairStore(existingStore(arguments.project));
  const bool repaired = !done.damaged.empty();
  if (arguments.json) {
    Json losses = Json::array();
    for (const StoreRepair::Loss& loss : done.losses)
      losses.push_back({{"run", loss.run}, {"series", loss.series}, {"points_before", loss.before}, {"points", loss.after}});
    printLine({{"path", done.path},
               {"repaired", repaired},
               {"damaged", repaired ? Json(done.damaged) : Json()},
               {"runs", done.runs},
               {"points", done.points},
               {"lost_chunks", done.lostChunks},
               {"lost_points", done.lostPoints},
               {"lost_runs", done.lostRuns},
               {"losses", std::move(losses)},
               {"notes", done.notes}});
    return;
  }
  if (!repaired) {
    say("{}: the store is not damaged, nothing was done.\n", Name{done.path});
    return;
  }
  say("{}: saved {} with {}; the damaged file is kept as {}\n", Name{done.path}, text::counted(done.runs, "run"), text::counted(done.points, "point"),
      done.damaged);
  if (done.lostPoints > 0 || done.lostRuns > 0) say("  lost: {}, {}\n", text::counted(done.lostPoints, "point"), text::counted(done.lostRuns, "run"));
  for (const StoreRepair::Loss& loss : done.losses)
    say("  run {}, {}: {} of {} points are left\n", loss.run, Name{oneLine(loss.series)}, text::count(loss.after), text::count(loss.before));
  for (const std::string& note : done.notes) say("  {}\n", note);
}

void compact(const Arguments& arguments) {
  const std::string path = existingStore(arguments.project);
  const StoreCompaction done = compactStore(path, arguments.emptyBin);
  if (arguments.json) {
    printLine({{"path", path}, {"bytes_before", done.bytesBefore}, {"bytes_after", done.bytesAfter}, {"purged", done.purged}});
    return;
  }
  say("{}: {} -> {}", Name{path}, bytes(done.bytesBefore), bytes(done.bytesAfter));
  if (done.purged > 0) say(", {} removed permanently", text::counted(done.purged, "deleted run"));
  say("\n");
}

void backup(const Arguments& arguments) {
  const std::string path = existingStore(arguments.project);
  std::string to = arguments.to;
  if (to.empty()) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    const std::filesystem::path file(path);
    to = (file.parent_path() / file.stem()).string() + fmt::format(".backup-{:%Y%m%d-%H%M%S}.db", local);
  }
  const std::int64_t size = backUpStore(path, to);
  if (arguments.json) {
    printLine({{"path", path}, {"backup", to}, {"bytes", size}});
  } else {
    say("{}, {}\n", Name{to}, bytes(size));
  }
}

}  // namespace

void addStore(CLI::App& app) {
  CLI::App* command = app.add_subcommand("store", "The file of a project's runs: check, repair, compact, back up");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<Arguments>();
  const auto add = [&](const char* name, const char* help, void (*work)(const Arguments&)) {
    CLI::App* sub = command->add_subcommand(name, help);
    addProject(*sub, arguments->project);
    sub->add_flag("--json", arguments->json, "One JSON object");
    sub->callback([arguments, work] { saving([&] { work(*arguments); }); });
    return sub;
  };
  add("check", "Checks it for damage, point by point; never writes", check);
  add("repair", "Saves what can be read of a damaged one; the damaged file is kept next to it", repair);
  add("compact", "Frees unused disk space", compact)->add_flag("--empty-bin", arguments->emptyBin, "First removes deleted runs permanently");
  add("backup", "Copies it, also during training", backup)
      ->add_option("FILE", arguments->to, "The copy; default: a file with the date, next to the store");
}

}  // namespace stepscope::cli
