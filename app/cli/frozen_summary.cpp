#include "app/cli/frozen_summary.h"

#include <fmt/format.h>

#include <vector>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "core/base/lower.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/infer/frozen_model.h"

namespace stepscope::cli {
namespace {

std::int64_t numbersIn(const FrozenModel& model) {
  std::int64_t count = 0;
  for (const auto& [name, weight] : model.weights) count += static_cast<std::int64_t>(weight.numbers.size());
  return count;
}

// The layers of the graph for the first batch size. Each layer counts the weights that it reads.
std::vector<LayerSummary> layersOf(const FrozenModel& model) {
  return summarize(model.graphs.front().graph);
}

void printJson(const std::string& file, const FrozenModel& model) {
  Json rows = Json::array(), batches = Json::array();
  for (const FrozenGraph& one : model.graphs) batches.push_back(one.batch);
  for (const LayerSummary& layer : layersOf(model))
    rows.push_back({{"layer", layer.scope}, {"op", layer.op}, {"output", layer.output}, {"parameters", layer.parameters}, {"flops", layer.flops}});
  printLine({{"model", file},
             {"origin",
              {{"title", model.origin.title},
               {"source", model.origin.source},
               {"project", model.origin.project},
               {"run", model.origin.run >= 0 ? Json(model.origin.run) : Json()},
               {"step", model.origin.step >= 0 ? Json(model.origin.step) : Json()}}},
             {"precision", nameOf(model.precision)},
             {"batches", std::move(batches)},
             {"input", model.sample.input().shape},
             {"classes", model.sample.classNames},
             {"pixel_mean", model.pixels.mean},
             {"pixel_std", model.pixels.std},
             {"folded_norms", model.record.foldedNorms},
             {"kept_norms", model.record.keptNorms},
             {"largest_difference", measured(model.record.difference)},
             {"metric", model.record.metric},
             {"score", model.record.metric.empty() ? Json() : measured(model.record.score)},
             {"processor", model.kernels.processor},
             {"bytes", model.file->bytes()},
             {"parameters", numbersIn(model)},
             {"layers", std::move(rows)}});
}

}  // namespace

bool isFrozenModel(const std::string& name) {
  return lower(name).ends_with(kFrozenEnding);
}

void frozenSummary(const std::string& file, bool json) {
  const FrozenModel model = readFrozenModel(file);
  if (json) return printJson(file, model);
  say("{}: a frozen model of {}, {}\n", Name{file}, Name{oneLine(model.origin.title)}, text::bytes(static_cast<double>(model.file->bytes())));
  say("{:<12} {}, batches of {}, samples of {}\n", "takes", nameOf(model.precision), model.batches(), toString(model.sample.input().shape));
  say("{:<12} {}\n", "source", Name{oneLine(model.origin.source)});
  if (model.origin.step >= 0) say("{:<12} {}\n", "step", text::count(model.origin.step));
  if (!model.record.metric.empty()) say("{:<12} {} {}\n", "score", Name{model.record.metric}, text::measured(model.record.score));
  say("{:<12} {} of {} batch norms\n", "folded", model.record.foldedNorms, model.record.foldedNorms + model.record.keptNorms);
  say("{:<12} {}\n\n", "kernels of", Name{oneLine(model.kernels.processor)});
  say("{:<28} {:<22} {:<18} {:>12} {:>14}\n", "layer", "op", "output", "parameters", "FLOPs");
  std::int64_t flops = 0;
  for (const LayerSummary& layer : layersOf(model)) {
    flops += layer.flops;
    say("{:<28} {:<22} {:<18} {:>12} {:>14}\n", layer.scope, layer.op, toString(layer.output), text::count(layer.parameters),
        text::rate(static_cast<double>(layer.flops), ""));
  }
  say("\n{}, {} a forward pass of the batch\n", text::counted(numbersIn(model), "parameter"), text::rate(static_cast<double>(flops), "FLOP"));
}

}  // namespace stepscope::cli
