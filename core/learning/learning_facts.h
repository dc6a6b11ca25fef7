// What a run says of its own learning, in one value: its series, cut into epochs, and what it kept beside them. Of our own runs and of imported
// ones. What is not known is absent, never 0.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/report/prediction_figures.h"
#include "core/store/run_store.h"

namespace stepscope {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// An epoch; in an imported run the steps between two validations. NaN: not measured.
struct LearningEpoch {
  std::int64_t number = 0;           // from 1
  std::int64_t first = 0, last = 0;  // steps
  double trainLoss = kUnknown;       // mean over the steps
  double trainAccuracy = kUnknown;   // likewise, 0 to 1
  double validationLoss = kUnknown;  // after the epoch
  double validationAccuracy = kUnknown;
  double rate = kUnknown;  // learning rate, mean over the steps
};

// What answers without looking at the inputs come to.
struct GuessFacts {
  double loss = kUnknown;      // cross-entropy, nats: the entropy of the classes; mean squared error of standardized targets: 1
  double accuracy = kUnknown;  // of always naming the most frequent class, 0 to 1
};

// Norms of the gradients by parameter (core/train/watch/learning_watch.h).
struct GradientFacts {
  struct Parameter {
    std::string name;
    std::int64_t elements = 0;
    bool matrix = false;  // it has at least two dimensions
  };
  std::vector<Parameter> parameters;       // in the order of the forward pass
  std::vector<std::int64_t> steps;         // that were kept
  std::vector<std::vector<double>> norms;  // one row a step, one number a parameter; NaN: not finite
};

struct SilentUnits {
  std::string parameter;
  std::int64_t units = 0, silent = 0;
};

struct InputFacts {
  double mean = 0, deviation = 0, least = 0, most = 0;
};

// The batch size, or the batches that one update averages, was turned while the run went on.
struct BatchChange {
  std::int64_t step = 0;         // the last one before it
  double before = 0, after = 0;  // samples of an update
};

struct LearningFacts {
  RunId run = 0;
  bool own = false;  // trained here: keys of its project are what cures it
  RunStatus status = RunStatus::Finished;
  std::string message;  // why it failed
  std::optional<Project> project;
  std::optional<Task> task;
  std::int64_t steps = 0;                   // done
  std::int64_t validationSamples = 0;       // 0: not known
  std::optional<std::string> stoppedEarly;  // what early stopping said

  std::vector<Point> trainLoss, validationLoss, trainAccuracy, validationAccuracy, rate, gradientNorm;
  std::vector<LearningEpoch> epochs;
  bool tellsEpochs = true;  // false: nobody knows where epochs end, and these are ten parts of the run
  std::optional<GuessFacts> guess;
  std::optional<InputFacts> inputs;
  std::optional<GradientFacts> gradients;
  std::vector<SilentUnits> units;  // in the order of the forward pass; none: not looked at
  std::vector<BatchChange> batches;
  std::optional<PredictionFigures> predictions;
};

// Of a run in the store. Throws Error (Input) when there is none such.
LearningFacts learningFacts(const RunReader& store, RunId run);

// The same of series alone: cuts them into epochs by the points of the validation, else by stepsPerEpoch, else into ten parts.
std::vector<LearningEpoch> epochsOf(const LearningFacts& facts, std::int64_t stepsPerEpoch);

// What a series of another program is, by its tag: "train/loss", "val_loss", "Loss/train", "epoch_accuracy", "lr".
enum class SeriesKind : std::uint8_t { Other, TrainLoss, ValidationLoss, TrainAccuracy, ValidationAccuracy, Rate, GradientNorm };
SeriesKind kindOfTag(const std::string& tag);

}  // namespace stepscope
