// Where a run goes on after it was stopped or killed: what of a training a checkpoint holds, when one is written, and how one is taken up.
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

// A run that is to go on has come to its end. A sentence with what would give it more to do.
struct NothingLeft : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ResumePoint {
 public:
  ResumePoint(TrainState& state, RunRecorder& recorder) : state_(state), recorder_(recorder) {}

  // The run that is to go on, opened in the recorder; the project becomes the one it was trained with. Nothing when it has no checkpoint
  // and begins again. Throws Error when there is no such run, it is being trained, or its checkpoints cannot be read.
  std::optional<Checkpoint> open(RunId id);
  // The checkpoint that a new run begins with; the project becomes that of its run, changed as the options say. Throws Error when there is
  // none, it cannot be read, or its state cannot serve what was asked for.
  Checkpoint openFork(const ForkPoint& from);
  // Throws NothingLeft where the run finished and would not train a step with this checkpoint. Once the data are open.
  void checkSomethingLeft(const Checkpoint& checkpoint);
  // Progress and what watches the metric; the weights are restored by program_state.h.
  void restore(const Checkpoint& checkpoint);

  // The run has begun: from now on checkpoints are written, on a thread of their own.
  void begin();
  void saveLast();
  void saveLastUnlessSaved();  // nothing where the save before holds this very state
  // The weights as they are now came to this. Whether they are among the best that are to be kept; best: better than ever by the task's measure.
  bool scored(const EpochFigures& epoch, bool best);
  void saveBest();  // whole, as the last one is: a run that goes on from it goes on exactly
  bool due(std::int64_t now) const { return now >= nextSave_; }
  std::int64_t lastSave() const { return lastSave_; }  // nowNs(); 0: none by this session
  // How to get on with a run whose weights broke: from its last checkpoint, where that is sound.
  std::string afterBroken() const;
  // What the writer could not do, or can do again.
  void tellErrors();
  // The run ends with the weights of its best checkpoint; its step, epoch and curves stay what they are. Told, also where there are none.
  void restoreBest();
  // Everything to disk. A sentence that says what is not, why, and what is; empty: everything is.
  std::string flush();
  // The same for weights that could not even be taken for a checkpoint.
  std::string notSaved(const std::string& why) const;
  void end() { writer_.reset(); }

 private:
  // Of the state as it is now. The one before, where that holds the same state and is still in memory.
  std::shared_ptr<const Checkpoint> snapshot();
  Checkpoint takeSnapshot() const;
  std::string stateNow() const;
  void change(const Checkpoint& checkpoint, const std::string& of);
  Checkpoint loadFork(RunId run, const std::string& name, const std::string& runName);
  void restoreGathered(const Checkpoint& checkpoint);
  std::string restoreWatch(MetricWatch& watch, const Checkpoint& checkpoint) const;
  std::string validationData() const;  // its fingerprint
  bool isOfOtherData(const Checkpoint& checkpoint) const;

  TrainState& state_;
  RunRecorder& recorder_;
  std::unique_ptr<CheckpointWriter> writer_;
  CheckpointScore score_;  // of the step scoredStep_
  std::int64_t scoredStep_ = -1;
  std::vector<CheckpointScore> kept_;  // of the best that are on the disk
  bool keptUnknown_ = false;           // among them one of an old version: its score is not known
  std::int64_t savedStep_ = -1;        // of the last save by this session, and the loss of that step
  double savedLoss_ = std::numeric_limits<double>::quiet_NaN();
  std::int64_t lastSave_ = 0, nextSave_ = 0;  // nowNs()
  std::weak_ptr<const Checkpoint> newest_;    // snapshot, of the state newestState_
  std::string newestState_, savedState_;      // stateNow() of the newest snapshot and of the last save; empty: the weights were changed since
};

}  // namespace stepscope
