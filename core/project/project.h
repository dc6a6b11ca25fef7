// The project file: TOML, documented in examples/README.md. Every key is in one table (keys.cpp) that parsing, --set, nearest-name
// messages and the documentation check all use.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/kernel_settings.h"
#include "core/data/dataset.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "core/project/capture_schedule.h"
#include "core/project/sweep.h"
#include "core/schedule/schedule.h"

namespace stepscope {

// Ends a run whose metric (TrainSpec::monitor) has stopped improving.
struct EarlyStoppingSpec {
  std::int64_t patience = 0;  // epochs without an improvement; 0: never stop early
  double minDelta = 0;        // a smaller change is not an improvement
  bool restoreBest = false;   // use the weights of the best checkpoint at the end
};

// A moving average of the weights, kept beside them: average = decay * average + (1 - decay) * weights after every step. Validation and the best
// checkpoint use it. The first step copies the weights (torch.optim.swa_utils.AveragedModel).
struct AverageSpec {
  double decay = 0;     // 0: off
  bool warmup = false;  // decay is at most (1 + t) / (10 + t) after t steps
};

// Which checkpoints of a run are kept on the disk.
struct CheckpointSpec {
  std::int64_t keepLast = 2, keepBest = 1;
  std::string metric = "auto";  // decides which are the best: "val_loss", "val_accuracy", "val_rmse"; auto: the metric of the task
};

// Histograms of weights and gradients, kept with the run.
struct HistogramSpec {
  std::int64_t everySteps = 0, everyEpochs = 0;  // 0: none by steps, none by epochs. Those of an epoch are made in its first step
};

struct TrainSpec {
  std::int64_t epochs = 10;
  std::uint64_t seed = 1;
  OptimizerSpec optimizer;
  ScheduleSpec schedule;
  std::string monitor = "val_loss";  // the metric that reduce_on_plateau and early stopping watch
  EarlyStoppingSpec earlyStopping;
  AverageSpec average;
  HistogramSpec histograms;
  CheckpointSpec checkpoints;
  int threads = 0;  // compute threads; 0: all cores but those of the loader's workers
  CaptureSchedule capture;
  std::int64_t liveSteps = 10;  // number of the last steps that the timeline shows while training runs; 0: none
};

// Everything that can be changed during training. One field per switch; core/project/switches.h lists them.
struct Switches {
  enum class Amp { Off, Bf16, Fp16 };

  std::int64_t batchSize = 64;
  std::int64_t numWorkers = 1;
  bool autoWorkers = false;  // a run begins without workers and finds their number by measuring; then numWorkers is only where it begins
  Amp amp = Amp::Off;
  Checkpointing::Mode checkpointing = Checkpointing::Mode::Off;
  std::int64_t checkpointBudgetMiB = 1024;  // peak memory of the step, for Mode::Budget
  bool autotune = true;
  bool fusion = true;
  bool deterministic = false;
  std::int64_t accumulation = 1;  // number of batches whose gradients are averaged for one update
  ImageLayout channelsLast = ImageLayout::Auto;
  bool tf32 = false;  // matrix products and convolutions of f32 on a GPU's tensor cores, with 10 bits of the fraction
  bool operator==(const Switches&) const = default;
};

struct Project {
  std::string file;       // absolute
  std::string directory;  // the folder of the file
  std::string name;
  DataSpec data;
  ModelSpec model;
  TrainSpec train;
  Switches switches;
  SweepSpec sweep;

  std::string storePath() const;                     // <directory>/.stepscope/runs.db
  std::string runDirectory(std::int64_t run) const;  // <directory>/.stepscope/runs/<run>: checkpoints, captured trace
};

// Overrides are key=value pairs of --set; the value is TOML, or a bare word taken as a string.
// Throws Error (Input): file:line:column, what is wrong, and the nearest valid name.
Project loadProject(const std::string& path, const Overrides& overrides = {});
Project parseProject(const std::string& toml, const std::string& path, const Overrides& overrides = {});
// Applies the [data] keys of --set to data that have no project yet. Throws Error (Input) for a key of another section and for the errors above.
void applyToData(DataSpec& data, const Overrides& overrides);
// The whole configuration as JSON, kept with a run. projectFromJson restores it without changing paths.
std::string toJson(const Project& project);
Project projectFromJson(const std::string& json);

// The text of a new project with comments, for File > New. `dataKind`: a value of data.kind.
std::string newProjectText(const std::string& name, const std::string& dataKind, const std::string& dataPath);

}  // namespace stepscope
