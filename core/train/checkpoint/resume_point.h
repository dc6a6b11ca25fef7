// Where a run goes on after it was stopped or killed: what of a training a checkpoint holds, when one is written, and how one is taken up.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/train/checkpoint/checkpoint_writer.h"
#include "core/train/run_recorder.h"
#include "core/train/train_state.h"

namespace stepscope {

class ResumePoint {
 public:
  ResumePoint(TrainState& state, RunRecorder& recorder) : state_(state), recorder_(recorder) {}

  // The run that is to go on, opened in the recorder; the project becomes the one it was trained with. Nothing when it has no checkpoint
  // and begins again. Throws Error when there is no such run, it is being trained, or its checkpoints cannot be read.
  std::optional<Checkpoint> open(RunId id);
  // The checkpoint that a new run begins with; the project becomes that of its run, changed as the options say. Throws Error when there is
  // none, it cannot be read, or its state cannot serve what was asked for.
  Checkpoint openFork(const ForkPoint& from);
  // Progress and what watches the metric; the weights are restored by program_state.h.
  void restore(const Checkpoint& checkpoint);

  // The run has begun: from now on checkpoints are written, on a thread of their own.
  void begin();
  void saveLast();
  void saveLastUnlessSaved();  // nothing where the save before holds this very state
  // The weights as they are now were validated. Whether they are among the best that are to be kept.
  bool scored(double loss, double metric, bool best);
  void saveBest();  // with the moving averages, where there are some, in place of the weights
  bool due(std::int64_t now) const { return now >= nextSave_; }
  std::int64_t lastSave() const { return lastSave_; }  // nowNs(); 0: none by this session
  // What the writer could not do, or can do again.
  void tellErrors();
  // The run ends with the weights of its best checkpoint; its step, epoch and curves stay what they are.
  void restoreBest();
  void flush();  // everything to disk, or told why not
  void end() { writer_.reset(); }

 private:
  // Of the state as it is now. The one before, where that holds the same state and is still in memory.
  std::shared_ptr<const Checkpoint> snapshot();
  Checkpoint takeSnapshot() const;
  std::string stateNow() const;
  void change(const Checkpoint& checkpoint, const std::string& of);
  Checkpoint loadFork(RunId run, const std::string& name, const std::string& runName);
  void restoreGathered(const Checkpoint& checkpoint);

  TrainState& state_;
  RunRecorder& recorder_;
  std::unique_ptr<CheckpointWriter> writer_;
  CheckpointScore score_;  // of the step scoredStep_
  std::int64_t scoredStep_ = -1;
  std::vector<CheckpointScore> kept_;  // of the best that are on the disk
  bool keptUnknown_ = false;           // among them one of an old version: its score is not known
  std::int64_t lastSave_ = 0, nextSave_ = 0;  // nowNs()
  std::weak_ptr<const Checkpoint> newest_;    // snapshot, of the state newestState_
  std::string newestState_, savedState_;      // stateNow() of the newest snapshot and of the last save; empty: the weights were changed since
};

}  // namespace stepscope
