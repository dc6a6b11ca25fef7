// `predict`: asks a trained model about single pictures, rows of a table or texts; prints one JSON object for each.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_source.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/infer/predictor.h"

namespace stepscope::cli {
namespace {

struct PredictArguments : ModelSourceArguments {
  std::vector<std::string> inputs;
  std::string classes;
  std::int64_t batch = 1;
  std::size_t top = 5;
};

Json predictionJson(const Prediction& one) {
  Json json = {{"input", one.input}};
  if (!one.error.empty()) {
    json["error"] = one.error;
    json["cure"] = one.cure;
    return json;
  }
  if (!one.top.empty()) {
    json["class"] = one.top.front().first;
    json["probability"] = measured(one.top.front().second);
    json["top"] = Json::array();
    for (const auto& [name, probability] : one.top) json["top"].push_back({{"class", name}, {"probability", measured(probability)}});
  }
  for (const auto& [name, value] : one.values) json["values"][name] = measured(value);
  json["read_ms"] = one.readMs;
  json["compute_ms"] = one.computeMs;
  return json;
}

void predict(const PredictArguments& arguments) {
  const Backend& backend = requireBackend(arguments.device);
  const AskedModel model = openModel(sourceOf(arguments));
  catchInterrupts();
  PredictorOptions options;
  options.batch = arguments.batch;
  options.threads = arguments.threads;
  options.top = arguments.top;
  options.classNames = namesIn(arguments.classes);
  options.cancel = &interruptFlag();
  std::int64_t refused = 0;
  try {
    CountProgress progress;
    options.preparing = [&](const std::string& what) { progress.tell(words().sentence(what)); };
    Predictor predictor(model, backend, options);
    progress.clear();
    for (const std::string& note : predictor.notes()) say(stderr, "{}.\n", words().sentence(note));
    const bool all = predictor.predict(predictor.samplesOf(arguments.inputs), [&](const Prediction& one) {
      printLine(predictionJson(one));
      if (one.error.empty()) return;
      ++refused;
      tellError(Error(ErrorKind::Input, one.input, one.error, one.cure));
    });
    if (!all) throw Cancelled{};
  } catch (const Cancelled&) {
    tellError(spoken("stopped before every input was answered."));
    throw Failed{};
  }
  if (refused > 0) throw Failed{};
}

}  // namespace

void addPredict(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "predict",
      "What a trained model says of pictures, rows or texts: one JSON object each, with class, probability and time. Exit code 1 if "
      "one of them could not be read; the others are answered");
  const auto arguments = std::make_shared<PredictArguments>();
  addModelSource(*command, *arguments);
  command
      ->add_option("INPUT", arguments->inputs,
                   "Pictures, or folders of pictures; of a table rows: its input columns in their order, separated by commas; for a language model "
                   "texts, whose next character is told")
      ->required();
  command->add_option("--classes", arguments->classes, "A file with the name of a class on every line, for an ONNX file");
  command->add_option("--top", arguments->top, "Classes to tell for every input")->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--batch", arguments->batch, "Samples computed at once")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}))
      ->capture_default_str();
  command->callback([arguments] { predict(*arguments); });
}

}  // namespace stepscope::cli
