// Training steps of the models of the zoo with small inputs, for tests of what holds for every model.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/dev/reference/formula.h"

namespace stepscope {

// Images of 64 pixels, texts of 16 tokens.
inline ModelInput smallInput(const ZooEntry& entry) {
  ModelInput input = defaultInput(entry);
  if (input.sample.size() == 3 && input.sample[1] > 64) input.sample = {3, 64, 64};
  if (input.task == Task::LanguageModel) input.sample = {16};
  input.classes = std::min(input.classes, 10);
  return input;
}

inline Graph zooTrainingStep(const ZooEntry& entry, std::int64_t batch, bool training = true) {
  ModelSpec spec;
  spec.name = entry.name;
  OptimizerSpec sgd;
  sgd.momentum = 0.9;
  const Graph forward = buildModel(spec, smallInput(entry), batch, training);
  return training ? buildTrainingStep(forward, sgd).graph : buildEvaluationStep(forward).graph;
}

// Norms as a run begins with them; weights from a short table, since drawing the 138 million of VGG takes longer than its step.
inline void giveWeights(Program& program, const Graph& graph) {
  const reference::Tensor table = reference::formulaTensor(7, 8191);
  for (const Value& value : graph.values()) {
    if ((value.role != Role::Parameter && value.role != Role::Buffer) || value.aliasOf != kNone) continue;
    std::vector<float> weights;
    if (value.shape.size() < 2) {
      weights = initialValue(value, 7);
    } else {
      weights.resize(static_cast<std::size_t>(numel(value.shape)));
      const double scale = std::sqrt(static_cast<double>(value.shape[0]) / static_cast<double>(weights.size()));
      for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(scale * table[i % table.size()]);
    }
    program.write(value.name, std::as_bytes(std::span(weights)));
  }
}

// A batch from a formula.
inline void giveBatch(Program& program, const Graph& graph, const ModelInput& input, std::uint32_t step) {
  for (const Value& value : graph.values()) {
    if (value.role == Role::Scalar) program.setScalar(value.name, value.name == "lr" ? 0.01 : step + 1);
    if (value.role != Role::Input) continue;
    const std::span<std::byte> bytes = program.input(value.name);
    const std::int64_t count = numel(value.shape);
    for (std::int64_t i = 0; i < count; ++i) {
      const double drawn = reference::formula(step * 2 + (value.name == "x"), static_cast<std::uint32_t>(i));
      if (value.dtype == DType::I32) {
        const auto label = static_cast<std::int32_t>((drawn + 1) / 2 * input.classes);
        std::memcpy(bytes.data() + i * 4, &label, 4);
      } else {
        const auto number = static_cast<float>(drawn);
        std::memcpy(bytes.data() + i * 4, &number, 4);
      }
    }
  }
}

}  // namespace stepscope
