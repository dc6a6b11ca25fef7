// What is known about how a run learns, as one value: its series, divided into epochs, and what was stored beside them. For our own runs and for
// imported ones. What is not known is absent (NaN, no value or an empty list), not 0.
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

// An epoch, or in an imported run the steps between two validations. NaN: not measured.
struct LearningEpoch {
  std::int64_t number = 0;           // from 1
  std::int64_t first = 0, last = 0;  // first and last step
  double trainLoss = kUnknown;       // mean over its steps
  double trainAccuracy = kUnknown;   // mean over its steps, 0 to 1
  double validationLoss = kUnknown;  // after the epoch
  double validationAccuracy = kUnknown;
  double rate = kUnknown;  // learning rate, mean over its steps
};

// Loss and accuracy of guessing, which means to answer without the inputs.
struct GuessFacts {
  double loss = kUnknown;      // nats: the entropy of the classes for cross-entropy; 1 for the mean squared error of standardized targets
  double accuracy = kUnknown;  // accuracy of always predicting the most frequent class, 0 to 1
};

// Norms of the gradients by parameter (core/train/watch/learning_watch.h).
struct GradientFacts {
  struct Parameter {
    std::string name;
    std::int64_t elements = 0;
    bool matrix = false;  // it has at least two dimensions
  };
  std::vector<Parameter> parameters;       // in the order of the forward pass
  std::vector<std::int64_t> steps;         // steps whose norms were kept
  std::vector<std::vector<double>> norms;  // one row per step, one number per parameter; NaN: not finite
};

// The number of units of a layer, and of those that got no gradient in the last steps that were examined.
struct SilentUnits {
  std::string parameter;
  std::int64_t units = 0, silent = 0;
};

// Statistics of the numbers that the model reads.
struct InputFacts {
  double mean = 0, deviation = 0, least = 0, most = 0;
};

// A change of the batch size, or of the number of batches that one update averages, during the run.
struct BatchChange {
  std::int64_t step = 0;         // the last one before the change
  double before = 0, after = 0;  // samples per update
};

struct LearningFacts {
  RunId run = 0;
  bool own = false;  // trained by Stepscope: keys of its project can cure it
  RunStatus status = RunStatus::Finished;
  std::string message;  // why it failed
  std::optional<Project> project;
  std::optional<Task> task;
  std::int64_t steps = 0;                   // number of steps that were done
  std::int64_t validationSamples = 0;       // 0: not known
  std::optional<std::string> stoppedEarly;  // the text of the marker of early stopping

  std::vector<Point> trainLoss, validationLoss, trainAccuracy, validationAccuracy, rate, gradientNorm;
  std::vector<LearningEpoch> epochs;
  bool tellsEpochs = true;  // false: it is not known where epochs end, so `epochs` are ten parts of the run
  std::optional<GuessFacts> guess;
  std::optional<InputFacts> inputs;
  std::optional<GradientFacts> gradients;
  std::vector<SilentUnits> units;  // in the order of the forward pass; empty: not examined
  std::vector<BatchChange> batches;
  std::optional<PredictionFigures> predictions;
};

// Reads the facts of a run in the store. Throws Error (Input) if there is no such run.
LearningFacts learningFacts(const RunReader& store, RunId run);

// Divides the series into epochs: at the points of the validation, else by `stepsPerEpoch` (0: not known), else into ten parts.
std::vector<LearningEpoch> epochsOf(const LearningFacts& facts, std::int64_t stepsPerEpoch);

// The kind of a series of another program, from its tag: "train/loss", "val_loss", "Loss/train", "epoch_accuracy", "lr".
enum class SeriesKind : std::uint8_t { Other, TrainLoss, ValidationLoss, TrainAccuracy, ValidationAccuracy, Rate, GradientNorm };
SeriesKind kindOfTag(const std::string& tag);

}  // namespace stepscope
