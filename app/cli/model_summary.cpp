#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/frozen_summary.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/units.h"
#include "core/models/model_check.h"
#include "core/program/planned_memory.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope::cli {
namespace {

struct SummaryArguments {
  std::string model, device = "cpu";
  std::int64_t batch = 0, image = 0;
  bool json = false;
};

void summary(const SummaryArguments& arguments) {
  if (isFrozenModel(arguments.model)) {
    if (arguments.batch > 0 || arguments.image > 0)
      throw Error(ErrorKind::Input, arguments.batch > 0 ? "--batch" : "--image", "a frozen model has its own sizes", "Leave it out");
    return frozenSummary(arguments.model, arguments.json);
  }
  const ChosenModel model = chosenModel(arguments.model, arguments.image);
  const Project& project = model.project;
  const std::int64_t batch = arguments.batch > 0 ? arguments.batch : project.switches.batchSize;
  const Graph forward = buildModel(project.model, model.input, batch, true);
  const std::vector<LayerSummary> layers = summarize(forward);

  const Backend& backend = requireBackend(arguments.device);
  KernelChoices choices = loadKernelCache(backend);
  ProgramSpec spec = programOf(project, model.input);
  spec.settings.batchSize = batch;
  const std::int64_t peak = predictPeakBytes(spec, computeThreads(project, backend), backend, choices);
  std::int64_t flops = 0;
  for (const LayerSummary& layer : layers) flops += layer.flops;
  const std::int64_t parameters = parameterCount(forward);
  const std::vector<ModelFinding> findings = checkModel(forward, !project.model.name.empty());

  if (arguments.json) {
    Json check = Json::array();
    for (const ModelFinding& finding : findings) check.push_back({{"layer", finding.layer}, {"sentence", finding.sentence}, {"cure", finding.cure}});
    Json rows = Json::array();
    for (const LayerSummary& layer : layers)
      rows.push_back({{"layer", layer.scope}, {"op", layer.op}, {"output", layer.output}, {"parameters", layer.parameters}, {"flops", layer.flops}});
    printLine({{"model", arguments.model},
               {"batch", batch},
               {"input", model.input.sample},
               {"classes", model.input.classes},
               {"layers", rows},
               {"parameters", parameters},
               {"flops", flops},
               {"predicted_peak_bytes", peak},
               {"check", check}});
    return;
  }
  say("{} on {} of {}\n\n{:<28} {:<22} {:<18} {:>12} {:>14}\n", arguments.model, text::counted(batch, "sample"), toString(model.input.sample),
      "layer", "op", "output", "parameters", "FLOPs");
  for (const LayerSummary& layer : layers)
    say("{:<28} {:<22} {:<18} {:>12} {:>14}\n", layer.scope, layer.op, toString(layer.output), text::count(layer.parameters),
        text::rate(static_cast<double>(layer.flops), ""));
  say("\n{}, {} a forward pass of the batch, predicted peak memory of a training step{} {}\n", text::counted(parameters, "parameter"),
      text::rate(static_cast<double>(flops), "FLOP"), project.file.empty() ? " with SGD and momentum" : "", text::bytes(static_cast<double>(peak)));
  for (const ModelFinding& finding : findings) say("\ncheck    {}\n  cure     {}\n", finding.sentence, finding.cure);
}

}  // namespace

void addModel(CLI::App& app) {
  CLI::App* command = app.add_subcommand("model", "The models of the zoo, the model of a project, or a frozen model");
  command->require_subcommand(1);
  CLI::App* showing = command->add_subcommand("summary", "Layers, shapes, parameters, FLOPs and the predicted peak memory of a training step");
  const auto arguments = std::make_shared<SummaryArguments>();
  showing->add_option("NAME", arguments->model, "Name of a model, a project file, a folder that holds project.toml, or a frozen model")->required();
  showing->add_option("--batch", arguments->batch, "Samples in a batch; default: the project's, or 64")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}));
  showing->add_option("--image", arguments->image, "Height and width of the images, pixels; default: those of the model")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  showing->add_option("--device", arguments->device, "The device for which the memory is planned")->capture_default_str();
  showing->add_flag("--json", arguments->json, "One JSON object");
  showing->callback([arguments] { summary(*arguments); });
  addModelInit(*command);
}

}  // namespace stepscope::cli
