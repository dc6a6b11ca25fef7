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

std::string header(const RunInfo& run) {
  std::string out = "<h1>" + html::name(run.name) + "</h1><p class=\"dim\">" + html::escaped(run.model) + " · " + when(run.createdMs) +
                    " · <span class=\"status-" + report::statusClass(run.status) + "\">" + html::escaped(howItEnded(run)) + "</span></p>";
  if (const auto origin = originOf(run.configuration)) out += "<p class=\"dim\">forked from " + html::escaped(describe(*origin)) + "</p>";
  if (!run.message.empty()) out += "<p class=\"status-failed\">" + html::escaped(run.message) + "</p>";
  return out;
}

// A capture that is missing is no error; one that cannot be read is told.
std::string timeline(const std::string& folder, const RunInfo& run) {
  if (folder.empty()) return {};
  const std::string path = captureFile(folder + "/runs/" + std::to_string(run.id));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  std::string picture;
  try {
    picture = report::timelinePicture(loadTrace(path));
  } catch (const Error& error) {
    picture = "<p class=\"dim\">" + html::escaped(error.what()) + "</p>";
  }
  return picture.empty() ? std::string() : "<h2>Timeline of " + html::name(run.name) + "</h2><div class=\"panel\">" + picture + "</div>\n";
}

std::string ofOne(const RunReader& store, RunId id, const std::string& folder) {
  const RunFacts facts = factsOf(store, id);
  const RunInfo& run = facts.info;
  const auto kept = [&](const char* name) { return store.artefact(id, name).value_or(""); };
  std::string body = header(run);
  body += report::cards(run, facts.summary);
  body += report::curves(store, id, taskOf(run));
  body += report::breakdown(kept("breakdown"));
  body += timeline(folder, run);
  body += report::findings(kept("findings"));
  body += report::trials(kept("trials"));
  body += report::memory(kept("memory_plan"));
  body += report::predictions(kept("predictions"));
  body += report::textSample(kept("text_sample"));
  body += report::data(kept("data"));
  body += report::spans(run);
  body += report::switches(kept("switches"));
  body += report::markers(store.markers(id));
  body += report::log(store.log(id));
  body += report::configuration(run);
  body += report::environment(kept("environment"));
  const auto record = recordOf(store, id, folder.empty() ? std::string() : folder + "/runs/" + std::to_string(id));
  body += "<h2>Kept with the run</h2><div class=\"panel\">" + html::facts(record) + "</div>\n";
  return html::page(oneLine(run.name) + " - Stepscope", body);
}

std::string ofSeveral(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder) {
  const RunComparison comparison = compare(factsOf(store, runs), 0);
  std::string body = report::sentence(comparison);
  body += report::runList(comparison);
  body += report::settingsTable(comparison);
  body += report::metricsTable(comparison);
  body += report::boughtTable(comparison);
  body += report::overlays(store, comparison);
  body += report::breakdowns(comparison);
  body += report::memories(comparison);
  body += timeline(folder, comparison.runs[comparison.baseline].info);
  if (comparison.best != comparison.baseline) body += timeline(folder, comparison.runs[comparison.best].info);
  for (const RunFacts& run : comparison.runs)
    if (const std::string findings = report::findings(store.artefact(run.info.id, "findings").value_or("")); !findings.empty())
      body += "<details><summary>" + html::name(run.info.name) + ": findings</summary>" + findings + "</details>\n";
  const RunFacts& base = comparison.runs[comparison.baseline];
  body += "<h2>Configuration of " + html::name(base.info.name) + "</h2>" + report::configuration(base.info, false);
  body += report::environment(store.artefact(base.info.id, "environment").value_or(""));
  return html::page("Comparison of " + std::to_string(runs.size()) + " runs - Stepscope", body);
}

}  // namespace

std::string reportHtml(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder) {
  if (runs.empty()) throw Error(ErrorKind::Input, "report", "no run is named", "Name one run, or several to compare");
  return runs.size() == 1 ? ofOne(store, runs[0], folder) : ofSeveral(store, runs, folder);
}

std::string reportOf(const std::string& storePath, const std::vector<RunId>& runs) {
  return reportHtml(RunReader(storePath), runs, std::filesystem::path(storePath).parent_path().string());
}

void writeReport(const std::string& storePath, const std::vector<RunId>& runs, const std::string& file) {
  writeWhole(reportOf(storePath, runs), file);
}

}  // namespace stepscope
