#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/model_arguments.h"
#include "core/report/units.h"
#include "core/train/kernel_cache.h"
#include "core/train/step_program.h"

namespace stepscope::cli {
namespace {

struct SummaryArguments {
  std::string model;
  std::int64_t batch = 64, image = 0;
  bool json = false;
};

void summary(const SummaryArguments& arguments) {
  const ZooModel model = zooModel(arguments.model, arguments.image);
  const Graph forward = buildModel(model.spec, model.input, arguments.batch, true);
  const std::vector<LayerSummary> layers = summarize(forward);

  Project project;
  project.model = model.spec;
  project.train.optimizer.momentum = 0.9;
  const Backend* backend = findBackend("cpu");
  if (!backend) throw Error(ErrorKind::Internal, "cpu", "this program was built without a backend");
  KernelChoices choices = loadKernelCache(*backend);
  Switches switches;
  switches.batchSize = arguments.batch;
  const std::int64_t peak = predictPeakBytes(project, model.input, false, switches, *backend, choices);
  std::int64_t flops = 0;
  for (const LayerSummary& layer : layers) flops += layer.flops;
  const std::int64_t parameters = parameterCount(forward);

  if (arguments.json) {
    Json rows = Json::array();
    for (const LayerSummary& layer : layers)
      rows.push_back(
          {{"layer", layer.scope}, {"op", layer.op}, {"output", layer.output}, {"parameters", layer.parameters}, {"flops", layer.flops}});
    printLine({{"model", arguments.model},
               {"batch", arguments.batch},
               {"input", model.input.sample},
               {"classes", model.input.classes},
               {"layers", rows},
               {"parameters", parameters},
               {"flops", flops},
               {"predicted_peak_bytes", peak}});
    return;
  }
  fmt::print("{} on {} samples of {}\n\n{:<28} {:<22} {:<18} {:>12} {:>14}\n", arguments.model, arguments.batch,
             toString(model.input.sample), "layer", "op", "output", "parameters", "FLOPs");
  for (const LayerSummary& layer : layers)
    fmt::print("{:<28} {:<22} {:<18} {:>12} {:>14}\n", layer.scope, layer.op, toString(layer.output), text::count(layer.parameters),
               text::rate(static_cast<double>(layer.flops), ""));
  fmt::print("\n{} parameters, {}FLOP a forward pass of the batch, predicted peak memory of a training step with SGD and momentum {}\n",
             text::count(parameters), text::rate(static_cast<double>(flops), ""), text::bytes(static_cast<double>(peak)));
}

}  // namespace

void addModel(CLI::App& app) {
  CLI::App* command = app.add_subcommand("model", "The models of the zoo");
  command->require_subcommand(1);
  CLI::App* showing =
      command->add_subcommand("summary", "Layers, shapes, parameters, FLOPs and the predicted peak memory of a training step");
  const auto arguments = std::make_shared<SummaryArguments>();
  showing->add_option("NAME", arguments->model, "Name of the model")->required();
  showing->add_option("--batch", arguments->batch, "Samples in a batch")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{65536}))
      ->capture_default_str();
  showing->add_option("--image", arguments->image, "Height and width of the images, pixels; the model's own when left out")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  showing->add_flag("--json", arguments->json, "One JSON object");
  showing->callback([arguments] { summary(*arguments); });
}

}  // namespace stepscope::cli
