#include "core/train/checkpoint/checkpoint_care.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/train/checkpoint/checkpoint.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

RunInfo requireRun(const RunReader& store, const Project& project, RunId run) {
  const std::optional<RunInfo> found = store.run(run);
  if (!found)
    throw Error(ErrorKind::Input, "run " + std::to_string(run), "there is no such run in " + project.storePath(),
                "List the runs with: stepscope-cli runs list");
  return *found;
}

void addItems(CleanUp& plan, const RunInfo& run, const std::vector<CheckpointInfo>& all, const char* kind, std::size_t keep, const char* why) {
  std::size_t whole = 0;
  std::vector<const CheckpointInfo*> damaged;
  for (const CheckpointInfo& info : all) {
    if (info.kind != kind) continue;
    if (!info.problem.empty()) {
      damaged.push_back(&info);
    } else if (++whole > std::max<std::size_t>(1, keep)) {
      plan.items.push_back({run.id, run.name, info, fmt::format(fmt::runtime(why), std::max<std::size_t>(1, keep))});
    }
  }
  // Damaged checkpoints stay if no whole one is left, because the user may want to recover parts of them.
  for (const CheckpointInfo* info : damaged) {
    if (whole > 0) plan.items.push_back({run.id, run.name, *info, "not whole: " + info->problem});
    else plan.notes.push_back(fmt::format("{}: {} is incomplete ({}), and there is no other one; it stays", run.name, info->name, info->problem));
  }
}

void addOrphans(CleanUp& plan, const Project& project, const RunReader& store) {
  std::set<RunId> known;
  for (const RunInfo& run : store.runs()) known.insert(run.id);
  for (const RunInfo& run : store.binned()) known.insert(run.id);
  if (known.empty()) return;  // the store may not be the one that these folders belong to
  std::error_code error;
  for (fs::directory_iterator it(fs::path(project.storePath()).parent_path() / "runs", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    RunId run = 0;
    const auto [rest, status] = std::from_chars(name.data(), name.data() + name.size(), run);
    if (status != std::errc() || rest != name.data() + name.size() || known.contains(run)) continue;
    std::uint64_t bytes = 0;
    for (const CheckpointInfo& info : listCheckpoints(it->path().string())) bytes += info.bytes;
    if (bytes == 0) continue;
    plan.orphans.push_back(it->path().string());
    plan.orphanBytes += bytes;
  }
}

}  // namespace

bool resumable(const RunInfo& run) {
  return run.status == RunStatus::Stopped || run.status == RunStatus::Interrupted || run.status == RunStatus::Failed ||
         run.status == RunStatus::Unsaved;
}

std::string lostByDeleting(const RunInfo& run, const std::vector<CheckpointInfo>& all, const std::vector<std::string>& names) {
  if (!resumable(run)) return {};
  for (const CheckpointInfo& info : all) {
    const bool goes = std::find(names.begin(), names.end(), info.name) != names.end();
    if (!goes || !info.first || info.kind != "last") continue;
    const bool another = std::any_of(all.begin(), all.end(), [&](const CheckpointInfo& other) {
      return other.problem.empty() && std::find(names.begin(), names.end(), other.name) == names.end();
    });
    return another ? fmt::format("{} did not finish, and {} is the checkpoint that it would be resumed from", run.name, info.name)
                   : fmt::format("{} did not finish, and could never be resumed without {}", run.name, info.name);
  }
  // Without any "last" a run resumes from its best one.
  const bool any = std::any_of(all.begin(), all.end(), [](const CheckpointInfo& info) { return info.kind == "last" && info.problem.empty(); });
  const bool best = std::any_of(all.begin(), all.end(), [&](const CheckpointInfo& info) {
    return info.first && info.kind == "best" && std::find(names.begin(), names.end(), info.name) != names.end();
  });
  return !any && best ? run.name + " did not finish, and its best checkpoint is all that it could be resumed from" : std::string();
}

std::uint64_t deleteCheckpoints(const Project& project, RunId id, const std::vector<std::string>& names, bool force) {
  const RunInfo run = requireRun(RunReader(project.storePath()), project, id);
  if (run.status == RunStatus::Running)
    throw Error(ErrorKind::Busy, run.name, "it is still training, and keeps its checkpoints in order itself", "Stop it first");
  const std::string directory = project.runDirectory(id);
  const std::vector<CheckpointInfo> all = listCheckpoints(directory);
  std::vector<CheckpointInfo> going;
  std::vector<std::string> exact;
  for (const std::string& name : names) {
    going.push_back(findCheckpoint(directory, name, run.name));
    exact.push_back(going.back().name);
  }
  if (const std::string lost = lostByDeleting(run, all, exact); !lost.empty() && !force)
    throw Error(ErrorKind::Input, run.name, lost, "Delete it on purpose with --force");
  std::uint64_t bytes = 0;
  for (const CheckpointInfo& info : going) bytes += removeGeneration(info.path);
  return bytes;
}

CleanUp planCleanUp(const Project& project, std::optional<RunId> only, std::int64_t keepLast, std::int64_t keepBest) {
  const RunReader store(project.storePath());
  CleanUp plan;
  std::vector<RunInfo> runs;
  if (only) runs.push_back(requireRun(store, project, *only));
  else runs = store.runs();
  for (const RunInfo& run : runs) {
    const std::string directory = project.runDirectory(run.id);
    std::error_code error;
    if (!fs::is_directory(directory, error)) continue;
    if (run.status == RunStatus::Running) {
      plan.notes.push_back(run.name + " is still training: it keeps its checkpoints in order itself");
      continue;
    }
    const std::vector<CheckpointInfo> all = listCheckpoints(directory);
    addItems(plan, run, all, "last", static_cast<std::size_t>(std::max<std::int64_t>(1, keepLast)), "older than the newest {}");
    addItems(plan, run, all, "best", static_cast<std::size_t>(std::max<std::int64_t>(1, keepBest)), "not among the best {}");
    plan.leftoverBytes += bytesOfLeftovers(directory);
  }
  for (const CleanUpItem& item : plan.items) plan.bytes += item.checkpoint.bytes;
  if (!only) addOrphans(plan, project, store);
  return plan;
}

CleanUp cleanUp(const Project& project, const CleanUp& plan) {
  CleanUp done;
  done.notes = plan.notes;
  std::map<std::pair<RunId, std::string>, std::vector<const CleanUpItem*>> parts;
  for (const CleanUpItem& item : plan.items) parts[{item.run, item.checkpoint.kind}].push_back(&item);
  const RunReader store(project.storePath());
  for (const auto& [part, items] : parts) {
    const auto& [id, kind] = part;
    const std::string directory = project.runDirectory(id);
    // Since the preview another process may have resumed the run or deleted it.
    const std::optional<RunInfo> run = store.run(id);
    if (!run || run->status == RunStatus::Running) {
      done.notes.push_back(fmt::format("{}: it is trained again or was deleted meanwhile; nothing of it was touched", items.front()->runName));
      continue;
    }
    const std::vector<CheckpointInfo> all = listCheckpoints(directory);
    const auto first = std::find_if(all.begin(), all.end(), [&kind = kind](const CheckpointInfo& info) { return info.kind == kind && info.first; });
    const bool stays =
        first != all.end() && std::none_of(items.begin(), items.end(), [&](const CleanUpItem* item) { return item->checkpoint.name == first->name; });
    if (!stays) {
      done.notes.push_back(fmt::format("{}: its checkpoints have changed meanwhile; none of them was touched", run->name));
      continue;
    }
    try {
      verifyCheckpoint(first->path);
    } catch (const Error& error) {
      done.notes.push_back(std::string(error.what()) + " The older ones of " + run->name + " stay.");
      continue;
    }
    for (const CleanUpItem* item : items) {
      const std::uint64_t bytes = removeGeneration(item->checkpoint.path);
      if (bytes == 0) {
        done.notes.push_back(fmt::format("{}: {} could not be removed", run->name, item->checkpoint.name));
        continue;
      }
      done.items.push_back(*item);
      done.items.back().checkpoint.bytes = bytes;
      done.bytes += bytes;
    }
  }
  for (const RunInfo& run : store.runs())
    if (run.status != RunStatus::Running) done.leftoverBytes += removeTemporaries(project.runDirectory(run.id));
  return done;
}

}  // namespace stepscope
