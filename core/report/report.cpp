#include "core/report/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/whole_file.h"
#include "core/report/compared_sections.h"
#include "core/report/html.h"
#include "core/report/run_record.h"
#include "core/report/run_sections.h"
#include "core/report/timeline_picture.h"
#include "core/store/run_files.h"
#include "core/store/run_origin.h"
#include "profiler/trace/trace_file.h"

namespace stepscope {
namespace {

std::string when(std::int64_t unixMs) {
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", local);
}

std::string header(const RunInfo& run, const Words& words) {
  std::string out = "<h1>" + html::name(run.name) + "</h1><p class=\"dim\">" + html::escaped(run.model) + " · " + when(run.createdMs) +
                    " · <span class=\"status-" + report::statusClass(run.status) + "\">" + html::escaped(words.sentence(howItEnded(run))) +
                    "</span></p>";
  if (const auto origin = originOf(run.configuration))
    out += "<p class=\"dim\">" + html::escaped(words("forked from {}", describe(*origin))) + "</p>";
  if (!run.message.empty()) out += "<p class=\"status-failed\">" + html::escaped(words.sentence(run.message)) + "</p>";
  return out;
}

// Empty if the run has no capture. If the capture cannot be read, the error is shown in its place.
std::string timeline(const std::string& folder, const RunInfo& run, const Words& words) {
  if (folder.empty()) return {};
  const std::string path = captureFile(folder + "/runs/" + std::to_string(run.id));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  std::string picture;
  try {
    picture = report::timelinePicture(loadTrace(path), words);
  } catch (const Error& error) {
    picture = "<p class=\"dim\">" + html::escaped(words.sentence(error)) + "</p>";
  }
  return picture.empty() ? std::string()
                         : "<h2>" + words("Timeline of {}", Name{html::name(run.name)}) + "</h2><div class=\"panel\">" + picture + "</div>\n";
}

std::string ofOne(const RunReader& store, RunId id, const std::string& folder, const Words& words) {
  const RunFacts facts = factsOf(store, id);
  const RunInfo& run = facts.info;
  const auto kept = [&](const char* name) { return store.artefact(id, name).value_or(""); };
  std::string body = header(run, words);
  body += report::cards(run, facts.summary, words);
  body += report::curves(store, id, taskOf(run), words);
  body += report::breakdown(kept("breakdown"), words);
  body += timeline(folder, run, words);
  body += report::findings(kept("findings"), words);
  body += report::trials(kept("trials"), words);
  body += report::memory(kept("memory_plan"), words);
  body += report::predictions(kept("predictions"), words);
  body += report::textSample(kept("text_sample"), words);
  body += report::data(kept("data"), words);
  body += report::spans(run, words);
  body += report::switches(kept("switches"), words);
  body += report::markers(store.markers(id), words);
  body += report::log(store.log(id), words);
  body += report::environment(kept("environment"), words);
  auto record = recordOf(store, id, folder.empty() ? std::string() : folder + "/runs/" + std::to_string(id));
  for (auto& [what, value] : record) what = words.sentence(what), value = words.list(value);
  body += "<h2>" + words("Kept with the run") + "</h2><div class=\"panel\">" + html::facts(record) + "</div>\n";
  body += report::configuration(run, words);
  return html::page(oneLine(run.name) + " - Stepscope", body, words.language());
}

std::string ofSeveral(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder, const Words& words) {
  const RunComparison comparison = compare(factsOf(store, runs), 0);
  std::string body = report::sentence(comparison, words);
  if (comparison.many()) {
    body += report::groupTable(comparison, words);
    body += report::runTable(comparison, words);
  } else {
    body += report::runList(comparison, words);
    body += report::settingsTable(comparison, words);
    body += report::metricsTable(comparison, words);
  }
  if (!comparison.many()) body += report::boughtTable(comparison, words);  // in a sweep the groups show the effect of the settings
  body += report::overlays(store, comparison, words);
  body += report::breakdowns(comparison, words);
  if (!comparison.many()) body += report::memories(comparison, words);
  body += timeline(folder, comparison.runs[comparison.baseline].info, words);
  if (comparison.best != comparison.baseline) body += timeline(folder, comparison.runs[comparison.best].info, words);
  body += report::verdictTable(store, comparison, words);
  const RunFacts& base = comparison.runs[comparison.baseline];
  body += report::environment(store.artefact(base.info.id, "environment").value_or(""), words);
  body += "<h2>" + words("Configuration of {}", Name{html::name(base.info.name)}) + "</h2>" + report::configuration(base.info, words, false);
  return html::page(words("Comparison of {} runs", runs.size()) + " - Stepscope", body, words.language());
}

}  // namespace

std::string reportHtml(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder, const Words& words) {
  if (runs.empty()) throw Error(ErrorKind::Input, "report", "no run is named", "Name one run, or several to compare");
  return runs.size() == 1 ? ofOne(store, runs[0], folder, words) : ofSeveral(store, runs, folder, words);
}

std::string reportOf(const std::string& storePath, const std::vector<RunId>& runs, const Words& words) {
  return reportHtml(RunReader(storePath), runs, std::filesystem::path(storePath).parent_path().string(), words);
}

void writeReport(const std::string& storePath, const std::vector<RunId>& runs, const std::string& file, const Words& words) {
  writeWhole(reportOf(storePath, runs, words), file);
}

}  // namespace stepscope
