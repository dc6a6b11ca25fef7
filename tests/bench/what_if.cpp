// Holds the what-if of the critical path against really removing layers: five models are recorded, asked what a step would take without
// some layers, and built again without them. Prints both and the difference. No test, since a test asserts no time.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/cli/bench/bench_program.h"
#include "core/backend/devices/devices.h"
#include "core/base/clock.h"
#include "profiler/analysis/path/step_replay.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/recorder.h"

using namespace stepscope;
using namespace stepscope::cli;

namespace {

constexpr int kBlocks = 12, kStepsOfBlock = 5;

struct Model {
  const char* name;
  ModelInput input;
  std::int64_t batch;
  std::vector<LayerSpec> layers;
  std::set<std::string> removed;  // layers that can go without changing a shape
};

LayerSpec layer(const char* type, const char* name, std::map<std::string, std::int64_t> integers = {}) {
  LayerSpec spec;
  spec.type = type;
  spec.name = name;
  spec.integers = std::move(integers);
  return spec;
}

LayerSpec convolution(const char* name, std::int64_t channels) {
  return layer("conv2d", name, {{"out_channels", channels}, {"kernel_size", 3}, {"padding", 1}});
}

std::vector<Model> models() {
  const ModelInput images{{3, 32, 32}, 10}, digits{{784}, 10}, tokens{{64}, 100, DType::I32, Task::Classification};
  return {
      {"mlp without a hidden layer",
       digits,
       128,
       {layer("linear", "first", {{"out_features", 1024}}), layer("relu", "first.relu"), layer("linear", "mid", {{"out_features", 1024}}),
        layer("relu", "mid.relu"), layer("linear", "more", {{"out_features", 1024}}), layer("relu", "more.relu"),
        layer("linear", "head", {{"out_features", 10}})},
       {"mid", "mid.relu"}},
      {"convolutions without one",
       images,
       32,
       {convolution("first", 32), layer("relu", "first.relu"), convolution("mid", 32), layer("batch_norm", "mid.norm"), layer("relu", "mid.relu"),
        convolution("more", 32), layer("relu", "more.relu"), layer("global_avg_pool", "pool"), layer("flatten", "flat"),
        layer("linear", "head", {{"out_features", 10}})},
       {"mid", "mid.norm", "mid.relu"}},
      {"convolutions without a gelu",
       images,
       32,
       {convolution("first", 32), layer("gelu", "mid"), convolution("more", 32), layer("gelu", "more.gelu"), layer("global_avg_pool", "pool"),
        layer("flatten", "flat"), layer("linear", "head", {{"out_features", 10}})},
       {"mid"}},
      {"lstm without its second layer",
       tokens,
       32,
       {layer("embedding", "words", {{"num_embeddings", 100}, {"embedding_dim", 128}}), layer("lstm", "first", {{"hidden_size", 128}}),
        layer("lstm", "mid", {{"hidden_size", 128}}), layer("select", "last", {{"dim", 1}, {"index", 63}}),
        layer("linear", "head", {{"out_features", 100}})},
       {"mid"}},
      {"transformer without an attention",
       tokens,
       32,
       {layer("embedding", "words", {{"num_embeddings", 100}, {"embedding_dim", 128}}), layer("attention", "first", {{"num_heads", 4}}),
        layer("layer_norm", "norm"), layer("attention", "mid", {{"num_heads", 4}}), layer("linear", "wide", {{"out_features", 512}}),
        layer("gelu", "act"), layer("linear", "narrow", {{"out_features", 128}}), layer("mean", "mean", {{"dim", 1}}),
        layer("linear", "head", {{"out_features", 100}})},
       {"mid"}},
  };
}

struct Measured {
  std::vector<double> ms;
  double median() { return quantileOf(ms, 0.5); }
};

void compare(const Model& model, const Backend& backend) {
  KernelChoices choices;
  ModelSpec whole, without;
  whole.layers = model.layers;
  for (const LayerSpec& spec : model.layers)
    if (!model.removed.contains(spec.name)) without.layers.push_back(spec);
  Switches switches;
  switches.batchSize = model.batch;
  BenchProgram a(benchProject(whole, switches, 0), model.input, backend, choices),
      b(benchProject(without, switches, 0), model.input, backend, choices);
  a.warmUp();
  b.warmUp();
  // In turns, so that what else the machine does meets all alike.
  Recorder recorder;
  SpanRing& trainer = recorder.trainerTrack();
  const std::uint32_t name = recorder.intern("step");
  Measured plain, recorded, reduced;
  int step = 0;
  for (int block = 0; block < kBlocks; ++block)
    for (int i = 0; i < kStepsOfBlock; ++i) {
      plain.ms.push_back(a.step());
      recorder.enable(true);
      recorder.setStep(step);
      const std::int64_t begin = nowNs();
      recorded.ms.push_back(a.step(&recorder));
      trainer.write({begin, nowNs() - begin, name, -1, step++, Category::Step});
      recorder.collect();
      recorder.enable(false);
      reduced.ms.push_back(b.step());
    }
  const Trace trace = recorder.take(describeNodes(a.train()), "bench");
  std::vector<char> gone;
  for (const TraceNode& node : trace.nodes) gone.push_back(model.removed.contains(node.layer));
  const SpanChange change{[&](const TraceLane& lane, std::size_t i, TimeClass) {
                            const std::int32_t node = lane.node[i];
                            return node >= 0 && gone[static_cast<std::size_t>(node)] ? 0.0 : 1.0;
                          },
                          true};
  const StepReplay replay(trace);
  // The share of the step that is left, of the typical step without a recorder.
  const double left = replay.stepNs(change) / replay.recordedStepNs(), predicted = left * plain.median();
  fmt::print("{:<34} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.1f} %\n", model.name, plain.median(), recorded.median(), predicted, reduced.median(),
             100 * (predicted / reduced.median() - 1));
}

}  // namespace

int main() {
  const Backend& backend = requireBackend("cpu");
  fmt::print("{:<34} {:>8} {:>8} {:>8} {:>8} {:>10}\n", "median ms a step", "whole", "recorded", "what-if", "removed", "what-if is off by");
  for (const Model& model : models()) compare(model, backend);
}
