// The runs of a sweep, trained one after the other on a thread of their own. The order of those that wait can be changed meanwhile; every run
// lands in the store under its name and in the sweep's group.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/project/sweep.h"
#include "core/store/run_store.h"
#include "core/train/run/events.h"

namespace stepscope {

enum class SweepRunState { Waiting, Skipped, Preparing, Running, Finished, Stopped, Failed };

struct SweepRun {
  int id = 0;  // its place in the plan, from 1: stays when the order changes
  std::string name;
  Overrides overrides;
  SweepRunState state = SweepRunState::Waiting;
  RunId run = 0;        // 0: it has not begun
  std::string message;  // what it prepares, or why it failed
  Task task = Task::Classification;
  std::int64_t step = 0, totalSteps = 0;
  double seconds = 0;                                                                                    // of training
  double loss = std::numeric_limits<double>::quiet_NaN(), validationLoss = loss, bestValidation = loss;  // NaN: not known yet
  bool validated = false;                                                                                // validationLoss was measured, finite or not
};

struct SweepOptions {
  std::string device = "cpu";
  std::string group;               // empty: "sweep of <project>"
  std::string signedBy = "sweep";  // who gave the values of a run: errors in them name it and the key
  bool resumeStopped = false;      // kept(): runs that were stopped or interrupted go on from their checkpoints, before those that wait
  // Called on the queue's thread: before a run is prepared, and for all that its trainer tells.
  std::function<void(const SweepRun& run)> onBegin;
  std::function<void(const SweepRun& run, const TrainerEvent& event)> onEvent;
};

class SweepQueue {
 public:
  // file: of the project, which is read once. fixed: what all runs override. Every run is checked here, so that a mistake in the last value
  // is not found tomorrow: throws Error (Input).
  SweepQueue(const std::string& file, const Overrides& fixed, const std::vector<Overrides>& runs, SweepOptions options);
  ~SweepQueue();  // stop(), and waits for the checkpoint
  // What the last queue of the project left, kept in its store while it trains; null where nothing of it waits. Throws Error (Input) where the
  // project file no longer takes one of its runs. Its group is the kept one.
  static std::unique_ptr<SweepQueue> kept(const std::string& file, SweepOptions options);

  // Each returns at once.
  void start();                    // trains those that wait, from the first; goes on after a pause or a stop
  void pauseAfterRun(bool pause);  // the run in training goes on to its end, the next one waits for start()
  void stop();                     // saves a checkpoint of the run in training and ends it; the others wait
  void move(int id, int by);       // among those that have not begun
  void skip(int id, bool skipped);

  bool active() const;   // a run is in training, or the next one is about to
  bool pausing() const;  // after the run in training
  std::string group() const;
  std::string storePath() const;
  std::uint64_t version() const;       // changes with every change of runs()
  std::vector<SweepRun> runs() const;  // in the order of training

 private:
  SweepQueue();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
