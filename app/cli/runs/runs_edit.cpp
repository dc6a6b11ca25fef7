// Edits names, tags and notes, and uses the bin, from the command line.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/runs/runs_commands.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/store/run_store.h"

namespace stepscope::cli {
namespace {

struct Edit {
  std::string project, text;
  RunId run = 0;
  std::vector<RunId> runs;
  std::vector<std::string> tags, without;
  bool purge = false, json = false;
};

std::optional<RunInfo> binnedRun(const RunReader& store, RunId id) {
  for (const RunInfo& run : store.binned())
    if (run.id == id) return run;
  return std::nullopt;
}

RunInfo requireRun(const RunReader& store, RunId id, const std::string& project) {
  if (const auto run = store.run(id)) return *run;
  if (binnedRun(store, id))
    throw Error(ErrorKind::Input, fmt::format("run {}", id), "it is in the bin",
                fmt::format("Restore it first: stepscope-cli runs restore {} {}", project, id));
  throw Error(ErrorKind::Input, fmt::format("run {}", id), "there is no such run in " + project,
              "List the runs with: stepscope-cli runs list " + project);
}

// Calls `work` with a writer of the store and commits the changes. If they cannot be written, they are dropped and an Error is thrown.
template <typename Work>
void change(const std::string& path, Work&& work) {
  saving([&] {
    RunWriter writer(path);
    work(writer);
    try {
      writer.flush();
    } catch (const Error&) {
      writer.abandon();  // changes that were reported as failed must not be written later
      throw;
    }
    if (const auto error = writer.takeError()) throw Error(ErrorKind::Resource, "", *error);
  });
}

void tell(const Edit& edit, RunId id, const std::string& path, const std::string& sentence) {
  if (!edit.json) {
    say("{}\n", Name{withoutControls(sentence)});
    return;
  }
  const RunReader store(path);
  const auto run = store.run(id), binned = run ? std::nullopt : binnedRun(store, id);
  Json json{{"run", id}, {"deleted", !run}};
  if (const RunInfo* info = run ? &*run : binned ? &*binned : nullptr) {
    json["name"] = info->name;
    json["tags"] = info->tags;
    json["note"] = info->note;
  }
  printLine(json);
}

void rename(const Edit& edit) {
  const std::string path = existingStore(edit.project);
  const RunInfo run = requireRun(RunReader(path), edit.run, edit.project);
  if (edit.text.find_first_not_of(" \t\n") == std::string::npos)
    throw Error(ErrorKind::Input, "NAME", "it is empty", "Give the run a name that is not");
  change(path, [&](RunWriter& writer) { writer.rename(run.id, edit.text); });
  tell(edit, run.id, path, spoken("{} is now called {}", Name{run.name}, Name{edit.text}));
}

void tag(const Edit& edit) {
  const std::string path = existingStore(edit.project);
  const RunInfo run = requireRun(RunReader(path), edit.run, edit.project);
  std::vector<std::string> tags = run.tags;
  tags.insert(tags.end(), edit.tags.begin(), edit.tags.end());
  std::erase_if(tags, [&](const std::string& one) { return std::find(edit.without.begin(), edit.without.end(), one) != edit.without.end(); });
  change(path, [&](RunWriter& writer) { writer.setTags(run.id, tags); });
  const RunInfo after = requireRun(RunReader(path), edit.run, edit.project);
  std::string list;
  for (const std::string& one : after.tags) list += (list.empty() ? "" : ", ") + one;
  tell(edit, run.id, path, spoken("{}: {}", Name{after.name}, Name{list.empty() ? spoken("no tags") : list}));
}

void note(const Edit& edit) {
  const std::string path = existingStore(edit.project);
  const RunInfo run = requireRun(RunReader(path), edit.run, edit.project);
  change(path, [&](RunWriter& writer) { writer.setNote(run.id, edit.text); });
  tell(edit, run.id, path, edit.text.empty() ? run.name + ": no note" : run.name + ": " + edit.text);
}

void remove(const Edit& edit) {
  const std::string path = existingStore(edit.project);
  for (const RunId id : edit.runs) {
    const RunReader store(path);
    const auto binned = binnedRun(store, id);
    const RunInfo run = edit.purge && binned ? *binned : requireRun(store, id, edit.project);
    if (run.status == RunStatus::Running) throw Error(ErrorKind::Busy, run.name, "it is still training", "Stop it before you delete it");
    change(path, [&](RunWriter& writer) {
      if (!binned) writer.remove(id);
      if (edit.purge) writer.purge(id);
    });
    tell(edit, id, path,
         edit.purge ? spoken("{} is deleted permanently; `store compact` frees its disk space", Name{run.name})
                    : spoken("{} is in the bin; restore it with: stepscope-cli runs restore {} {}", Name{run.name}, edit.project, id));
  }
}

void restore(const Edit& edit) {
  const std::string path = existingStore(edit.project);
  for (const RunId id : edit.runs) {
    const RunReader store(path);
    const auto binned = binnedRun(store, id);
    if (!binned && !store.run(id)) requireRun(store, id, edit.project);
    if (binned) change(path, [&](RunWriter& writer) { writer.restore(id); });
    const std::string name = binned ? binned->name : store.run(id)->name;
    tell(edit, id, path, binned ? name + " is back" : name + " was not in the bin");
  }
}

}  // namespace

void addRunEdits(CLI::App& command) {
  const auto edit = std::make_shared<Edit>();
  const auto add = [&](const char* name, const char* help, void (*work)(const Edit&)) {
    CLI::App* sub = command.add_subcommand(name, help);
    addProject(*sub, edit->project);
    sub->add_flag("--json", edit->json, "One JSON object a run");
    sub->callback([edit, work] { work(*edit); });
    return sub;
  };
  CLI::App* renaming = add("rename", "Renames a run", rename);
  renaming->add_option("RUN", edit->run, "Number of the run")->required();
  renaming->add_option("NAME", edit->text, "Its new name")->required();
  CLI::App* tagging = add("tag", "Adds tags to a run, or removes them", tag);
  tagging->add_option("RUN", edit->run, "Number of the run")->required();
  tagging->add_option("TAG", edit->tags, "Tags to add");
  tagging->add_option("--remove", edit->without, "Tags to remove");
  CLI::App* noting = add("note", "Sets the note of a run and replaces the old one", note);
  noting->add_option("RUN", edit->run, "Number of the run")->required();
  noting->add_option("TEXT", edit->text, "The note; an empty one removes it")->required();
  CLI::App* removing = add("delete", "Puts runs into the bin", remove);
  removing->add_option("RUN", edit->runs, "Numbers of the runs")->required();
  removing->add_flag("--purge", edit->purge, "Permanently, with their curves");
  CLI::App* restoring = add("restore", "Restores runs from the bin", restore);
  restoring->add_option("RUN", edit->runs, "Numbers of the runs")->required();
}

}  // namespace stepscope::cli
