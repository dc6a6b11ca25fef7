// Events of the trainer. They go through a bounded queue; views poll it, the trainer never waits for a view.
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
  std::string message;  // "timing kernels 12 of 60", or the error: a sentence with file or key and cure
};
struct StartEvent {
  RunId run = 0;
  std::string runName, model;
  Task task = Task::Classification;
  std::int64_t parameters = 0, predictedPeakBytes = 0;
  std::int64_t trainSamples = 0, validationSamples = 0, outputs = 0;  // `outputs`: classes, targets or tokens
  std::int64_t stepsPerEpoch = 0, epochs = 0, totalSteps = 0, firstStep = 0;
  std::int64_t droppedSamples = 0;  // per epoch: its last batch would not be full
  std::string dropped;              // the same as a sentence with the key; empty: none
  // The whole schedule, thinned to at most 512 points: point i is step i * totalSteps / size. `momenta`: SGD's momentum or Adam's beta1, empty if the
  // schedule does not change it. With scheduleWatchesMetric the rates are those without any cut.
  std::vector<double> learningRates, momenta;
  bool scheduleWatchesMetric = false;
};
// Steps count from 1: the event of step k comes after k steps, and a checkpoint of step k has the state after that event. totalSteps is the final
// number of steps if no switch is changed any more.
struct StepEvent {
  std::int64_t step = 0, epoch = 0, stepInEpoch = 0, stepsPerEpoch = 0, totalSteps = 0;
  // The values that the store keeps for the step: "train_loss" and the metrics ("train_accuracy") of its batch; "lr"; "momentum" if the schedule
  // changes it; "loss_scale" after the step and "skipped_steps" of the run if the loss is scaled; "grad_norm", if known; "samples_per_second" over
  // the last second; "step_ms", the whole step, and "data_wait_ms", the part of it that waited for the loader.
  Figures figures{};
  double wall = 0;  // seconds of training so far, without pauses
  double of(std::string_view key) const { return figures.of(key); }
  double loss() const { return of("train_loss"); }
};
struct EpochEvent {
  std::int64_t epoch = 0, step = 0;  // epochs count from 1
  // Values of validation are kept in the store; those of training are the means over the epoch. They are also NaN if the project has no validation
  // data: see `validated`.
  EpochFigures figures{};
  double learningRate = 0, samplesPerSecond = 0, wall = 0;
  bool best = false;  // the best so far by infoOf(task).best
  bool validated() const { return figures.validated; }
  double of(std::string_view key) const { return figures.of(key); }
};
struct MarkerEvent {
  Marker marker;
};
struct PlanEvent {  // after every compilation: the plan that is used from now on
  std::shared_ptr<const PlanView> plan;
};
// The switches of the running program: at the start (a resumed run continues with those of its checkpoint), and after every request to change them,
// even if it was refused. Not sent while a newer request waits.
struct SwitchesEvent {
  Switches switches;
};
struct SwitchRowsEvent {  // when a row begins, and when it was measured
  std::vector<SwitchRow> rows;
};
struct CaptureEvent {  // a captured window
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const StepBreakdown> breakdown;
  bool asked = false;  // requested by Trainer::capture(), not by the schedule
  std::shared_ptr<const CaptureFacts> facts;
};
// The captured window was saved as a file, or could not be. Comes before the EndEvent.
struct CaptureKeptEvent {
  std::string file;
  std::optional<Error> problem;
};
struct LiveEvent {  // the last steps, while they are followed; the next one comes after Trainer::wantLive()
  std::shared_ptr<const Trace> trace;
};
// While switches are tried (Trainer::tryOut): the current work, and the finished part, 0 to 1. The last event of a trial has its result, and one more
// event with it comes when the switches were kept or dropped.
struct TrialEvent {
  std::string what;
  double share = 0;
  std::shared_ptr<const TrialResult> result;  // null while the trial runs
};
struct WarningEvent {
  std::string text;
};
// Where the time of a session went, from before its first step to its end, s. The parts add up to the whole.
struct TimeSpent {
  double training = 0, validating = 0, paused = 0, trying = 0;
  double planning = 0;  // for other programs: compiling for switches, timing kernels between steps
};
struct EndEvent {
  RunId run = 0;
  RunStatus status = RunStatus::Finished;
  std::string message;
  bool nothingLeft = false;  // a resumed run had nothing left to do and did not change
  std::string findingsLost;  // a sentence on why the findings of the last window could not be kept; empty: they are kept
  bool saved = true;         // false: the last weights or metrics are not on disk; the message or a warning says which
  std::int64_t steps = 0, epochs = 0;
  Task task = Task::Classification;
  TimeSpent spent;
  // validationMetric: the metric after the last validation. bestValidation: the best value of infoOf(task).best.
  double seconds = 0, validationMetric = 0, bestValidation = 0, validationLoss = 0, samplesPerSecond = 0;
  bool validated = false;  // the two values of the last validation were measured, finite or not
  // The best epoch by the watched metric (train.monitor) and the value of the last epoch; epoch 0: not known.
  struct Best {
    std::string metric;
    bool larger = false, restored = false;  // `restored`: the run ends with the weights of that epoch
    std::int64_t epoch = 0;
    double value = std::numeric_limits<double>::quiet_NaN(), last = value;
  };
  Best best;
  std::int64_t predictedPeakBytes = 0, measuredPeakBytes = 0;  // memory of the step: predicted by the plan, and resident
  // Peak resident memory of the whole process: predicted when the step was compiled (run_memory.h), and measured. 0: not known; for a run on a GPU
  // nothing is predicted.
  std::int64_t predictedProcessBytes = 0, processPeakBytes = 0;
  double lossScale = std::numeric_limits<double>::quiet_NaN();  // at the end; NaN if the loss is not scaled
  std::int64_t skippedSteps = 0;
};

using TrainerEvent = std::variant<StateEvent, StartEvent, StepEvent, EpochEvent, MarkerEvent, PlanEvent, SwitchesEvent, SwitchRowsEvent, CaptureEvent,
                                  CaptureKeptEvent, LiveEvent, TrialEvent, WarningEvent, EndEvent>;

// Bounded: if it is full, the oldest StepEvent is dropped (the store has it); other events never are.
class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity = 8192) : capacity_(capacity) {}
  void push(TrainerEvent event);
  std::vector<TrainerEvent> drain();  // waits for the trainer at most as long as a push takes
  bool wait(int milliseconds);        // for a caller without an event loop: true if there is an event

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<TrainerEvent> events_;
};

}  // namespace stepscope
