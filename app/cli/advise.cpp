// `advise`: finds why the step is slow and what would help, for any trace or for a run of a project.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "app/cli/step_option.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/learning/learning_advice.h"
#include "core/learning/learning_trial.h"
#include "profiler/advisor/advice_json.h"
#include "profiler/advisor/calibration.h"
#include "profiler/advisor/kept_facts.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_losses.h"

namespace stepscope::cli {
namespace {

struct AdviseArguments {
  std::string target;
  std::vector<std::string> ranks;  // traces of other ranks of the same training
  RunId run = 0;
  std::string step;  // name of the spans that are the steps
  bool json = false, calibration = false;
};

bool isProject(const std::string& target) {
  std::error_code unknown;
  return std::filesystem::is_directory(target, unknown) || target.ends_with(".toml");
}

// The name of a rule in the text output. In English it is the rule's key, as in --json; in other languages it is translated.
std::string ruleName(std::string rule) {
  if (words().english()) return rule;
  std::replace(rule.begin(), rule.end(), '_', ' ');
  return words().sentence(rule);
}

// `losses` says what the trace lacks, `validation` describes its validation; both as in the commands of `trace`; empty: nothing is printed.
void printVerdict(const Verdict& verdict, const std::string& losses, const std::string& validation) {
  say("{}\n", verdict.sentence);
  for (const std::string& of : {verdict.source, verdict.times, verdict.cores})
    if (!of.empty()) say("  {}\n", of);
  if (!losses.empty()) say("note       {}\n", withoutControls(losses));
  if (!validation.empty()) say("validation {}\n", validation);
}

void printFindings(const Advice& advice) {
  const Verdict& verdict = advice.verdict;
  for (const Finding& finding : advice.findings) {
    if (finding.outcome != Outcome::Found) continue;
    say("\n{}\n  {}\n", finding.title, finding.sentence);
    for (std::size_t i = 0; i < finding.culprits.size(); ++i) say("  {:<8} {}\n", i == 0 ? "from" : "", withoutControls(finding.culprits[i]));
    if (finding.cure) say("  cure     {}\n", finding.cure->text());
    if (!finding.gainAtMostMs) say("  at most  not known\n");
    else if (*finding.gainAtMostMs <= 0) say("  at most  nothing: the step waits for something else\n");
    else
      say("  at most  -{} {}{}\n", text::milliseconds(*finding.gainAtMostMs), verdict.wholeTrace ? "in the trace" : "a step",
          verdict.timesAreClaims ? std::string() : spoken(", {}", words().sentence(verdict.cores)));
  }
  for (const Outcome outcome : {Outcome::NotFound, Outcome::NotEnoughData}) {
    if (std::none_of(advice.findings.begin(), advice.findings.end(), [&](const Finding& finding) { return finding.outcome == outcome; })) continue;
    say("\n{}\n", outcome == Outcome::NotFound ? "Not found" : "Not enough data");
    for (const Finding& finding : advice.findings)
      if (finding.outcome == outcome) say("  {:<20} {}\n", ruleName(finding.rule), finding.sentence);
  }
}

void printWhatIf(const Advice& advice) {
  if (advice.whatIf.empty()) return;
  say("\nWhat if\n");
  for (const Counterfactual& one : advice.whatIf) say("  {}\n", one.sentence);
  const Verdict& verdict = advice.verdict;
  say("  Upper bounds by a replay of the critical path; they do not add up{}.\n",
      verdict.timesAreClaims ? std::string() : spoken(" ({})", words().sentence(verdict.cores)));
}

// Prints how the run learns, as judged from its series. Its first sentence is left out if it was printed as the first line of the output.
// `project` is the project as given on the command line.
void printLearning(const LearningAdvice& learning, const std::string& project) {
  say("\nLearning\n");
  if (!learning.comesFirst()) say("  {}\n", learning.sentence);
  bool first = true;
  for (const LearningFinding& finding : learning.findings) {
    if (finding.outcome != LearningOutcome::Found) continue;
    say("\n{}\n", finding.title);
    if (!std::exchange(first, false)) say("  {}\n", finding.sentence);  // the sentence of the first finding was printed above
    const LearningEvidence& evidence = finding.evidence;
    std::string where = evidence.series;
    if (evidence.epoch > 0) where += spoken("{}epoch {}", where.empty() ? "" : ", ", evidence.epoch);
    else if (evidence.firstStep > 0)
      where += evidence.lastStep > 0 ? spoken("{}steps {} to {}", where.empty() ? "" : ", ", evidence.firstStep, evidence.lastStep)
                                     : spoken("{}from step {} on", where.empty() ? "" : ", ", evidence.firstStep);
    for (const std::string& layer : evidence.layers) where += (where.empty() ? "" : ", ") + layer;
    if (!where.empty()) say("  see      {}\n", Name{where});
    if (!finding.cure.empty()) say("  cure     {}\n", finding.cure);
    if (finding.trial) say("  try      {}\n", Name{"stepscope-cli " + commandOf(*finding.trial) + " " + project});
  }
  for (const LearningOutcome outcome : {LearningOutcome::NotFound, LearningOutcome::NotEnoughData}) {
    say("\n{}\n", outcome == LearningOutcome::NotFound ? "Learning: not found" : "Learning: not enough data");
    for (const LearningFinding& finding : learning.findings)
      if (finding.outcome == outcome) say("  {:<50} {}\n", words().sentence(finding.title), finding.sentence);
  }
}

void calibrate(const AdviseArguments& arguments) {
  const std::vector<CalibrationRow> rows = calibrationOf(RunReader(existingStore(arguments.target.empty() ? "." : arguments.target)));
  if (arguments.json) return printLine(calibrationJson(rows));
  say("{}\n", calibrationSentence(rows));
  const auto ratio = [](double value) { return value > 0 ? fmt::format("{:.3f}", value) : std::string("-"); };
  if (!rows.empty()) say("{:>5} {:>7}  {:<34} {:>9} {:>9} {:>15}  {}\n", "run", "step", "change", "estimated", "measured", "95 %", "outcome");
  for (const CalibrationRow& row : rows)
    say("{:>5} {:>7}  {:<34} {:>9} {:>9} {:>15}  {}{}\n", row.run, row.step, words().sentence(row.change), ratio(row.estimated), ratio(row.measured),
        row.low > 0 ? spoken("{:.3f} to {:.3f}", row.low, row.high) : std::string("-"), row.outcome,
        !row.counts() ? ""
        : row.hit()   ? ", as estimated"
                      : ", not as estimated");
}

Trace open(const AdviseArguments& arguments) {
  std::vector<std::string> paths{arguments.target};
  paths.insert(paths.end(), arguments.ranks.begin(), arguments.ranks.end());
  ImportOptions options;
  options.step = arguments.step;
  std::optional<Trace> trace = importTraces(paths, options);
  if (!trace) throw Failed{};
  needSteps(*trace, arguments.step);
  return std::move(*trace);
}

void advise(const AdviseArguments& arguments) {
  if (arguments.calibration) return calibrate(arguments);
  if (arguments.target.empty())
    throw Error(ErrorKind::Input, "advise", "no trace and no project is named", "Name the file of a trace, or a project with --run");
  AdviceFacts facts;
  std::string losses;
  std::optional<LearningAdvice> learning;
  if (isProject(arguments.target)) {
    if (!arguments.ranks.empty())
      throw Error(ErrorKind::Input, arguments.ranks.front(), "a project cannot be combined with other files",
                  "Name the project, or the traces of several ranks");
    const std::string store = existingStore(arguments.target);
    RunId run = arguments.run;
    if (run == 0) {
      const std::vector<RunInfo> runs = RunReader(store).runs();
      if (runs.empty()) throw Error(ErrorKind::Input, arguments.target, "nothing was trained in it yet", "Train it with: stepscope-cli train");
      run = runs.front().id;
    }
    facts = keptFacts(store, run);
    learning = adviseLearning(learningFacts(RunReader(store), run));
  } else {
    if (arguments.run != 0)
      throw Error(ErrorKind::Input, "--run", "a run belongs to a project, and " + arguments.target + " is a file", "Name the project's folder");
    const auto trace = std::make_shared<const Trace>(open(arguments));
    facts = factsOfFile(trace, arguments.target);
    losses = lossesOf(*trace);
  }
  const Advice advice = stepscope::advise(facts);
  if (arguments.json) {
    if (!losses.empty()) say(stderr, "note       {}\n", withoutControls(losses));  // the array contains only findings
    Json rows = findingsJson(advice.findings);
    if (learning) {
      Json ofLearning = learningJson(*learning);
      if (learning->comesFirst()) std::swap(rows, ofLearning);
      for (Json& row : ofLearning) rows.push_back(std::move(row));
    }
    for (Json& row : whatIfJson(advice.whatIf)) rows.push_back(std::move(row));
    return printLine(rows);
  }
  const bool learningFirst = learning && learning->comesFirst();
  if (learningFirst) say("{}\n", learning->sentence);
  printVerdict(advice.verdict, losses, sentenceOf(facts.trace.sheet.validation));
  if (learningFirst) printLearning(*learning, arguments.target);
  printFindings(advice);
  if (learning && !learningFirst) printLearning(*learning, arguments.target);
  printWhatIf(advice);
}

}  // namespace

void addAdvise(CLI::App& app) {
  CLI::App* command = app.add_subcommand("advise", "Why the step of a trace or a run is slow, and what would help");
  const auto arguments = std::make_shared<AdviseArguments>();
  command->add_option("TARGET", arguments->target, "A trace, or a project: its file or its folder");
  command->add_option("RANKS", arguments->ranks, "With a trace: the traces of the other ranks of the same training");
  command->add_option("--run", arguments->run, "A run of the project; default: the newest")->check(CLI::PositiveNumber);
  command->add_option("--step", arguments->step, kStepHelp);
  command->add_flag("--calibration", arguments->calibration, "What trials of switches measured, beside what was estimated");
  command->add_flag("--json", arguments->json, "One JSON array: a rule an entry, the worst first; then what-ifs");
  command->callback([arguments] { advise(*arguments); });
}

}  // namespace stepscope::cli
