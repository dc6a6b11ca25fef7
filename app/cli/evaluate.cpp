// `evaluate`: measures how good a trained model is: loss and metrics with intervals, the metrics of every class, the confusion matrix.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_source.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/infer/evaluation.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kMostShownClasses = 12;  // a matrix of more columns does not fit a terminal
constexpr std::size_t kMostConfused = 10;

struct EvaluateArguments : ModelSourceArguments {
  std::string split = "validation";
  std::int64_t batch = 64;
  bool json = false;
};

Json intervalJson(const Interval& interval) {
  return Json::array({measured(interval.low), measured(interval.high)});
}

Json evaluationJson(const AskedModel& model, const EvaluateArguments& arguments, const Evaluation& result) {
  Json metrics = Json::object(), classes = Json::array(), confusion = Json::array();
  for (const EvaluatedMetric& one : result.metrics)
    metrics[std::string(one.metric.key)] = {{"value", measured(one.value)}, {"interval_95", intervalJson(one.interval)}, {"method", one.method}};
  for (const EvaluatedClass& one : result.classes)
    classes.push_back({{"name", one.name},
                       {"samples", one.samples},
                       {"answered", one.answered},
                       {"right", one.right},
                       {"precision", measured(one.precision)},
                       {"recall", measured(one.recall)},
                       {"recall_interval_95", intervalJson(one.recallInterval)},
                       {"f1", measured(one.f1)}});
  const std::size_t count = result.classes.size();
  for (std::size_t row = 0; row < count; ++row)
    confusion.push_back(std::vector<std::int64_t>(result.confusion.begin() + static_cast<std::ptrdiff_t>(row * count),
                                                  result.confusion.begin() + static_cast<std::ptrdiff_t>((row + 1) * count)));
  Json json = {{"model", model.title},
               {"source", model.source},
               {"step", model.step >= 0 ? Json(model.step) : Json()},
               {"data", model.otherHeld ? model.project.data.validationPath : model.project.data.path},
               {"kind", model.project.data.kind},
               {"split", arguments.split},
               {"task", infoOf(result.task).name},
               {"samples", result.samples},
               {"right", result.task == Task::Classification ? Json(result.right) : Json()},
               {"loss", measured(result.loss)},
               {"first_not_finite", result.firstNotFinite >= 0 ? Json(result.firstNotFinite) : Json()},
               {"metrics", std::move(metrics)},
               {"classes", std::move(classes)},
               {"confusion", std::move(confusion)},
               {"pixel_mean", result.pixels.mean},
               {"pixel_std", result.pixels.std},
               {"batch_size", result.batch},
               {"precision", nameOf(result.precision)},
               {"device", arguments.device},
               {"seconds", result.seconds},
               {"warnings", result.warnings}};
  return json;
}

std::string shareText(double share) {
  return text::percent(share);
}

std::string numberList(const std::vector<double>& values) {
  std::string all;
  for (const double value : values) all += (all.empty() ? "" : ", ") + text::number(value);
  return all;
}

void printMatrix(const Evaluation& result) {
  const std::size_t count = result.classes.size();
  say("\nConfusion matrix: a row for each true class, a column for each answer\n{:<16}", "");
  for (const EvaluatedClass& one : result.classes) fmt::print(" {:>8.8}", oneLine(one.name));
  fmt::print("\n");
  for (std::size_t row = 0; row < count; ++row) {
    fmt::print("{:<16.16}", oneLine(result.classes[row].name));
    for (std::size_t column = 0; column < count; ++column) fmt::print(" {:>8}", result.confusion[row * count + column]);
    fmt::print("\n");
  }
}

void printMostConfused(const Evaluation& result) {
  struct Pair {
    std::int64_t times;
    std::size_t truth, answer;
  };
  std::vector<Pair> pairs;
  const std::size_t count = result.classes.size();
  for (std::size_t truth = 0; truth < count; ++truth)
    for (std::size_t answer = 0; answer < count; ++answer)
      if (truth != answer && result.confusion[truth * count + answer] > 0) pairs.push_back({result.confusion[truth * count + answer], truth, answer});
  std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.times > b.times; });
  if (pairs.size() > kMostConfused) pairs.resize(kMostConfused);
  if (!pairs.empty()) say("\nMost often confused:\n");
  for (const Pair& pair : pairs)
    say("{} was taken for {}: {}\n", Name{oneLine(result.classes[pair.truth].name)}, Name{oneLine(result.classes[pair.answer].name)},
        text::counted(pair.times, "time"));
}

void print(const AskedModel& model, const EvaluateArguments& arguments, const Evaluation& result) {
  const std::string data = model.otherHeld ? model.project.data.validationPath : model.project.data.path;
  say("{} on {} ({}): {}\n", Name{oneLine(model.title)}, data.empty() ? Name{model.project.data.kind} : Name{data}, words().sentence(arguments.split),
      text::counted(result.samples, "sample"));
  if (!result.pixels.mean.empty())
    say("Pixels: (value / 255 - mean) / deviation, mean {}, deviation {}\n", numberList(result.pixels.mean), numberList(result.pixels.std));
  for (const std::string& warning : result.warnings) say("{}\n", words().sentence(withoutControls(warning)));
  say("\n");
  for (const EvaluatedMetric& one : result.metrics) {
    say("{:<12} {}   95 % interval {} to {} ({})\n", one.metric.key, text::measured(one.metric, one.value),
        text::metric(one.metric, one.interval.low), text::metric(one.metric, one.interval.high), words().sentence(one.method));
  }
  if (result.task == Task::Classification) say("{:<12} {} of {}\n", "right", text::count(result.right), text::count(result.samples));
  say("{:<12} {}\n", "loss", text::measured(result.loss));
  if (result.firstNotFinite >= 0) say("The loss is not finite: first in the batch that begins with sample {}.\n", text::count(result.firstNotFinite));
  if (!result.classes.empty()) {
    say("\n{:<24} {:>8} {:>8} {:>10} {:>10} {:>21} {:>10}\n", "class", "samples", "right", "precision", "recall", "95 % interval", "F1");
    for (const EvaluatedClass& one : result.classes)
      fmt::print("{:<24.24} {:>8} {:>8} {:>10} {:>10} {:>21} {:>10}\n", oneLine(one.name), one.samples, one.right, shareText(one.precision),
                 shareText(one.recall), fmt::format("{} - {}", shareText(one.recallInterval.low), shareText(one.recallInterval.high)),
                 text::number(one.f1));
    if (result.classes.size() <= kMostShownClasses) printMatrix(result);
    else printMostConfused(result);
  }
  say("\n{}, {}\n", text::throughput(static_cast<double>(result.samples) / std::max(result.seconds, 1e-9)), text::duration(result.seconds));
}

void evaluateModel(const EvaluateArguments& arguments) {
  const Backend& backend = requireBackend(arguments.device);
  const AskedModel model = openModel(sourceOf(arguments));
  catchInterrupts();
  EvaluationOptions options;
  options.split = arguments.split == "train" ? Split::Train : arguments.split == "test" ? Split::Test : Split::Validation;
  options.batch = arguments.batch;
  options.threads = arguments.threads;
  options.cancel = &interruptFlag();
  try {
    Evaluation result;
    {
      CountProgress progress;
      options.preparing = [&](const std::string& what) { progress.tell(words().sentence(what)); };
      options.progress = [&](std::int64_t done, std::int64_t all) { progress.tell(spoken("{} of {} samples", text::count(done), text::count(all))); };
      result = evaluate(model, backend, options);
    }
    if (arguments.json) printLine(evaluationJson(model, arguments, result));
    else print(model, arguments, result);
  } catch (const Cancelled&) {
    tellError(spoken("stopped before all samples were seen, so there is no result."));
    throw Failed{};
  }
}

}  // namespace

void addEvaluate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("evaluate", "How good a trained model is: loss and metrics with intervals, every class, confusion matrix");
  const auto arguments = std::make_shared<EvaluateArguments>();
  addModelSource(*command, *arguments);
  command->add_option("--data", arguments->data, "Other data than those of the training; required for an ONNX file, or one that was frozen");
  command->add_option("--split", arguments->split, "Part of the data: train, validation, test")
      ->check(CLI::IsMember({"train", "validation", "test"}))
      ->capture_default_str();
  command->add_option("--batch", arguments->batch, "Samples computed at once")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { evaluateModel(*arguments); });
}

}  // namespace stepscope::cli
