// Stopping and resuming: the parts of a training that a checkpoint holds, when one is written, and how one is loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/train/checkpoint/checkpoint_writer.h"
#include "core/train/run/run_recorder.h"
#include "core/train/run/train_state.h"

namespace stepscope {

// Thrown if a run that should continue has nothing left to do. The text says how to give it more.
struct NothingLeft : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ResumePoint {
 public:
  ResumePoint(TrainState& state, RunRecorder& recorder) : state_(state), recorder_(recorder) {}

  // Opens the run that should continue in the recorder; the project becomes the one it was trained with. Nothing if it has no checkpoint and starts
  // again. Throws Error if there is no such run, it is being trained, or its checkpoints cannot be read.
  std::optional<Checkpoint> open(RunId id);
  // The checkpoint that a new run starts from; the project becomes that of its run, changed by the options. Throws Error if there is none, it cannot
  // be read, or its state does not fit the changed settings.
  Checkpoint openFork(const ForkPoint& from);
  // Throws NothingLeft if the run finished and would not train a step with this checkpoint. Call after the data are open.
  void checkSomethingLeft(const Checkpoint& checkpoint);
  // Restores progress and the metric watch; the weights are restored by program_state.h.
  void restore(const Checkpoint& checkpoint);

  // The run has begun: from now on checkpoints are written, on their own thread.
  void begin();
  void saveLast();
  void saveLastUnlessSaved();  // does nothing if the previous save holds the same state
  // Takes the score of the current weights from the metrics of the epoch. Returns whether they are among the best to keep. `best`: they are better
  // than ever by the task's metric.
  bool scored(const EpochFigures& epoch, bool best);
  void saveBest();  // a complete checkpoint like the last one, so a run can be resumed from it exactly
  bool due(std::int64_t now) const { return now >= nextSave_; }
  std::int64_t lastSave() const { return lastSave_; }  // nowNs(); 0: none in this session
  // How to continue a run whose weights are not finite: from its last checkpoint, if that is good.
  std::string afterBroken() const;
  // Reports errors and recoveries of the writer.
  void tellErrors();
  // The run ends with the weights of its best checkpoint; its step, epoch and curves do not change. That is
  // reported, as is a run without such a checkpoint.
  void restoreBest();
  // Writes everything to disk. Returns a sentence saying what is not on disk, why, and what is; empty: everything is.
  std::string flush();
  // The same for weights that could not even be copied into a checkpoint.
  std::string notSaved(const std::string& why) const;
  void end() { writer_.reset(); }

 private:
  // A snapshot of the current state. Returns the previous one if it holds the same state and is still in memory.
  std::shared_ptr<const Checkpoint> snapshot();
  Checkpoint takeSnapshot() const;
  std::string stateNow() const;
  void change(const Checkpoint& checkpoint, const std::string& of);
  Checkpoint loadFork(RunId run, const std::string& name, const std::string& runName);
  void restoreGathered(const Checkpoint& checkpoint);
  std::string restoreWatch(MetricWatch& watch, const Checkpoint& checkpoint) const;
  std::string validationData() const;  // the fingerprint of the validation data
  bool isOfOtherData(const Checkpoint& checkpoint) const;

  TrainState& state_;
  RunRecorder& recorder_;
  std::unique_ptr<CheckpointWriter> writer_;
  CheckpointScore score_;  // score of the weights after step scoredStep_
  std::int64_t scoredStep_ = -1;
  std::vector<CheckpointScore> kept_;  // scores of the best checkpoints on disk
  bool keptUnknown_ = false;           // one of them is of an old version, without a score
  std::int64_t savedStep_ = -1;        // step and loss of the last save by this session
  double savedLoss_ = std::numeric_limits<double>::quiet_NaN();
  std::int64_t lastSave_ = 0, nextSave_ = 0;  // nowNs()
  std::weak_ptr<const Checkpoint> newest_;    // the snapshot of state newestState_
  std::string newestState_, savedState_;      // stateNow() of the newest snapshot and of the last save; empty: the weights changed since then
};

}  // namespace stepscope
