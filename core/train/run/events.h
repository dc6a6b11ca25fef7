// What the trainer tells the world. Events go through a bounded queue; views poll it, the trainer never waits for a view.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/program/step_program.h"
#include "core/store/run_store.h"
#include "core/train/capture/capture_facts.h"
#include "core/train/commands/command_table.h"
#include "core/train/steps/figures.h"
#include "core/train/switches/switch_rows.h"
#include "core/train/trial/trial_result.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct StateEvent {
  TrainerState state;
  std::string message;  // "timing kernels 12 of 60", or what failed: a sentence with file or key and cure
};
struct StartEvent {
  RunId run = 0;
  std::string runName, model;
  Task task = Task::Classification;
  std::int64_t parameters = 0, predictedPeakBytes = 0;
  std::int64_t trainSamples = 0, validationSamples = 0, outputs = 0;  // outputs: classes, targets or tokens
  std::int64_t stepsPerEpoch = 0, epochs = 0, totalSteps = 0, firstStep = 0;
  std::int64_t droppedSamples = 0;  // of each epoch: its last batch would not be full
  std::string dropped;              // the same as a sentence with the key; empty: none
  // The whole schedule, thinned to at most 512 points: point i is step i * totalSteps / size. momenta: SGD's momentum or Adam's beta1,
  // empty where the schedule leaves it alone. With scheduleWatchesMetric the rates are those without any cut.
  std::vector<double> learningRates, momenta;
  bool scheduleWatchesMetric = false;
};
// Steps count from 1: the event of step k comes after k steps, and a checkpoint of step k holds what the event of step k left behind.
// totalSteps is what the run will come to if no switch is turned any more.
struct StepEvent {
  std::int64_t step = 0, epoch = 0, stepInEpoch = 0, stepsPerEpoch = 0, totalSteps = 0;
  // What the store keeps of the step: "train_loss" and the metrics ("train_accuracy") of its batch; "lr"; "momentum" where the schedule moves
  // it; "loss_scale" after the step and "skipped_steps" of the run where the loss is scaled; "grad_norm", where it is known;
  // "samples_per_second" over the last second; "step_ms", the whole step, and "data_wait_ms", the part of it that waited for the loader.
  Figures figures{};
  double wall = 0;  // seconds of training so far, pauses left out
  double of(std::string_view key) const { return figures.of(key); }
  double loss() const { return of("train_loss"); }
};
struct EpochEvent {
  std::int64_t epoch = 0, step = 0;  // epochs count from 1
  // Those of validation are kept in the store; those of training are the means over the epoch. They are NaN also when the project has no
  // validation data: `validated` tells that apart.
  EpochFigures figures{};
  double learningRate = 0, samplesPerSecond = 0, wall = 0;
  bool best = false;  // the best so far by infoOf(task).best
  bool validated() const { return figures.validated; }
  double of(std::string_view key) const { return figures.of(key); }
};
struct MarkerEvent {
  Marker marker;
};
struct PlanEvent {  // after every compile: the plan that runs from now on
  std::shared_ptr<const PlanView> plan;
};
// The switches that the run computes with: when it begins (a resumed run goes on with those of its checkpoint), and whenever others were
// asked for, also where they could not be had. Left out while a newer wish waits.
struct SwitchesEvent {
  Switches switches;
};
struct SwitchRowsEvent {  // when a row begins, and when it was measured
  std::vector<SwitchRow> rows;
};
struct CaptureEvent {  // a captured window
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const StepBreakdown> breakdown;
  bool asked = false;  // by Trainer::capture(), not by the schedule
  std::shared_ptr<const CaptureFacts> facts;
};
// The window is a file now, or why it is none. Comes before the EndEvent.
struct CaptureKeptEvent {
  std::string file;
  std::optional<Error> problem;
};
struct LiveEvent {  // the steps that were last done, while they are followed; the next one comes after Trainer::wantLive()
  std::shared_ptr<const Trace> trace;
};
// A switch is tried (Trainer::tryOut): what is done now, and how much of it is over, 0 to 1; the last one of a trial has its result. A
// further one with it comes when it was kept or put back.
struct TrialEvent {
  std::string what;
  double share = 0;
  std::shared_ptr<const TrialResult> result;  // null while it goes on
};
struct WarningEvent {
  std::string text;
};
// Where the time of a session went, from before its first step to its end, s. The parts come to the whole.
struct TimeSpent {
  double training = 0, validating = 0, paused = 0, trying = 0;
  double planning = 0;  // of other programs: the compile of switches, the timing of kernels between steps
};
struct EndEvent {
  RunId run = 0;
  RunStatus status = RunStatus::Finished;
  std::string message;
  bool nothingLeft = false;  // a run that was to go on had come to its end; it is as it was
  std::string findingsLost;  // why what is found in the last window could not be kept: a sentence; empty: it is
  bool saved = true;         // false: weights or figures of the end are not on disk; the message, or a warning, says which are
  std::int64_t steps = 0, epochs = 0;
  Task task = Task::Classification;
  // The metric after the last validation, and the best value of infoOf(task).best.
  TimeSpent spent;
  double seconds = 0, validationMetric = 0, bestValidation = 0, validationLoss = 0, samplesPerSecond = 0;
  bool validated = false;  // the two of the last validation were measured, finite or not
  // The best epoch by what the run watches (train.monitor) and what the last one came to; epoch 0: not known.
  struct Best {
    std::string metric;
    bool larger = false, restored = false;  // restored: the weights of that epoch are the run's last
    std::int64_t epoch = 0;
    double value = std::numeric_limits<double>::quiet_NaN(), last = value;
  };
  Best best;
  std::int64_t predictedPeakBytes = 0, measuredPeakBytes = 0;  // of the step's memory: by the plan, and what is resident of it
  // Of the whole process, resident at most while the run went on: predicted when the step was compiled (run_memory.h), and measured.
  // 0: not known; of a run on a GPU nothing is predicted.
  std::int64_t predictedProcessBytes = 0, processPeakBytes = 0;
  double lossScale = std::numeric_limits<double>::quiet_NaN();  // at the end, where the loss is scaled, else NaN
  std::int64_t skippedSteps = 0;
};

using TrainerEvent = std::variant<StateEvent, StartEvent, StepEvent, EpochEvent, MarkerEvent, PlanEvent, SwitchesEvent, SwitchRowsEvent, CaptureEvent,
                                  CaptureKeptEvent, LiveEvent, TrialEvent, WarningEvent, EndEvent>;

// Bounded: when full, the oldest StepEvent is dropped (the store has it); other events never are.
class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity = 8192) : capacity_(capacity) {}
  void push(TrainerEvent event);
  std::vector<TrainerEvent> drain();  // never waits for the trainer longer than a push takes
  bool wait(int milliseconds);        // for a caller without an event loop: true when there is something

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<TrainerEvent> events_;
};

}  // namespace stepscope
