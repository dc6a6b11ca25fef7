// Compares runs: their settings and their results.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/project_arguments.h"
#include "app/cli/runs/runs_commands.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/report/comparison_json.h"
#include "core/report/settings_diff.h"

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
  // Characters, not bytes: "→" is one.
  const auto width = [](const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], width(row[i]));
    }
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) line += " " + row[i] + std::string(i + 1 < row.size() ? widths[i] - width(row[i]) + 1 : 0, ' ');
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
  for (const SentencePart& part : comparison.sentence) sentence += part.text;
  fmt::print("{}\n{}\n", withoutControls(sentence), withoutControls(comparison.under));
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
  fmt::print("settings that differ ({} {} equal):\n", comparison.equalSettings, comparison.equalSettings == 1 ? "is" : "are");
  printTable(rows);
  rows.resize(1);
  for (const ComparedRow& metric : comparison.metrics.rows) {
    std::vector<std::string> row{metric.title + (metric.of.empty() ? "" : ", " + metric.of)};
    for (const ComparedCell& cell : metric.cells) row.push_back(cell.text + (cell.change.empty() ? "" : " (" + cell.change + ")"));
    rows.push_back(std::move(row));
  }
  fmt::print("metrics:\n");
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
