// Compares runs: their settings and their results.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/project_arguments.h"
#include "app/cli/runs/runs_commands.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/report/comparison_json.h"
#include "core/report/settings_diff.h"
#include "core/words/width.h"

namespace stepscope::cli {
namespace {

struct CompareArguments {
  std::string project;
  std::vector<RunId> runs;
  bool json = false;
};

void printTable(std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows)
    for (std::string& cell : row)
      if (!cell.empty()) cell = oneLine(cell);
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], widthOf(row[i]));
    }
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += " " + row[i] + std::string(i + 1 < row.size() ? widths[i] - widthOf(row[i]) + 1 : 0, ' ');
    fmt::print("{}\n", line);
  }
}

void compareRuns(const CompareArguments& arguments) {
  const RunReader store(existingStore(arguments.project));
  const RunComparison comparison = compare(factsOf(store, std::span<const RunId>(arguments.runs)), 0);
  if (arguments.json) {
    fmt::print("{}\n", comparisonJson(comparison));
    std::fflush(stdout);
    return;
  }
  std::string sentence;
  for (const SentencePart& part : comparison.sentence) sentence += words().sentence(part.text);
  say("{}\n{}\n", Name{withoutControls(sentence)}, withoutControls(comparison.under));
  std::vector<std::vector<std::string>> rows{{""}};
  std::vector<const RunFacts*> runs;
  for (const RunFacts& run : comparison.runs) {
    rows[0].push_back(run.info.name);
    runs.push_back(&run);
  }
  for (const DifferingSetting& setting : differingSettings(runs, SettingsPart::All)) {
    std::vector<std::string> row{setting.key};
    row.insert(row.end(), setting.values.begin(), setting.values.end());
    rows.push_back(std::move(row));
  }
  if (comparison.equalSettings == 1) say("settings that differ (1 is equal):\n");
  else say("settings that differ ({} are equal):\n", comparison.equalSettings);
  printTable(rows);
  rows.resize(1);
  for (const ComparedRow& metric : comparison.metrics.rows) {
    std::vector<std::string> row{words().sentence(metric.title) + (metric.of.empty() ? "" : ", " + words().sentence(metric.of))};
    for (const ComparedCell& cell : metric.cells)
      row.push_back(words().sentence(cell.text) + (cell.change.empty() ? "" : " (" + words().sentence(cell.change) + ")"));
    rows.push_back(std::move(row));
  }
  say("metrics:\n");
  printTable(rows);
}

}  // namespace

void addRunCompare(CLI::App& command) {
  const auto arguments = std::make_shared<CompareArguments>();
  CLI::App* comparing = command.add_subcommand("compare", "Runs side by side; the first is the baseline");
  addProject(*comparing, arguments->project);
  comparing->add_option("RUN", arguments->runs, "Numbers of two or more runs")->required()->expected(2, 1000);
  comparing->add_flag("--json", arguments->json, "One JSON object: sentence, settings, metrics, breakdown, memory");
  comparing->callback([arguments] { compareRuns(*arguments); });
}

}  // namespace stepscope::cli
