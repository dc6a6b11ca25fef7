// Data that show how a run learns, collected during its steps at almost no cost: the numbers and answers that the model reads, the norm of every
// parameter's gradient, and units that get no gradient. Kept with the run as its artefact "learning": {inputs: {mean, deviation, least, most,
// values}, answers: [count of each class or token], gradients: {parameters: [{name, elements, matrix}], rows: [[step, norm of each parameter]]},
// units: {looks, vectors: [{name, units, silent}]}}
// `inputs`: statistics of the first batch, as the model reads it. `answers`: those of the first epoch. `silent`: units of a bias or of a norm's shift
// whose gradient was exactly 0 in each of the last `looks` steps examined: after a relu, no sample activated them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/data/dataset.h"
#include "core/passes/gradient_norms.h"

namespace stepscope {

class LearningWatch {
 public:
  static constexpr std::int64_t kMostRows = 64;       // norms by parameter; with more steps every second, fourth, ... row is kept
  static constexpr std::int64_t kFirstRows = 8;       // rows of the beginning, which are all kept
  static constexpr std::int64_t kLooks = 16;          // number of examined steps in which a silent unit has no gradient
  static constexpr std::int64_t kMostAnswers = 4096;  // with more classes or tokens nothing is counted

  // The data that the resumed run has kept so far.
  void restore(const std::string& kept);
  // From now on `program` runs the steps.
  void follow(const Program& program);

  // Takes a batch of training data: counts its answers, and measures the inputs of the first batch. Called only in the first epoch of a run.
  void seeBatch(const SampleInfo& info, const std::vector<std::span<std::byte>>& fields, std::int64_t samples);
  // Whether the gradients of this step (from 1) are to be kept by parameter.
  bool due(std::int64_t step) const { return !norms_.empty() && (step <= kFirstRows || (step - 1) % stride_ == 0); }
  // In a step that is due, takes the gradient of a parameter with one dimension.
  void seeVector(const std::string& parameter, std::span<const float> gradient);
  // Called after a step that updated the weights. Returns the norm over all gradients; NaN if the program does not compute it. `scale`: the loss
  // scale, 1 if the loss is not scaled.
  double seeStep(const Program& program, std::int64_t step, double scale);

  std::string json() const;

 private:
  struct Inputs {
    double mean = 0, deviation = 0, least = 0, most = 0;
    std::int64_t values = 0;
  };
  struct Row {
    std::int64_t step = 0;
    std::vector<float> norms;
  };
  // When each unit last had a gradient, as the number of the examined step.
  struct Vector {
    std::vector<std::int64_t> last;
    std::int64_t looks = 0;
  };
  std::int64_t silentOf(const Vector& vector) const;

  std::vector<GradientNorm> norms_;
  std::vector<float> read_;  // buffer for the norms in one output
  std::vector<Row> rows_;
  std::int64_t stride_ = 1;
  std::optional<Inputs> inputs_;
  std::vector<std::int64_t> answers_;
  std::map<std::string, Vector> vectors_;
};

}  // namespace stepscope
