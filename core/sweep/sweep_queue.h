// Trains the runs of a sweep one after the other on its own thread. The order of waiting runs can be changed meanwhile; every run is saved in the
// store under its name and in the sweep's group.
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
  int id = 0;  // its place in the plan, from 1; stays the same when the order changes
  std::string name;
  Overrides overrides;
  SweepRunState state = SweepRunState::Waiting;
  RunId run = 0;        // its number in the store; 0 before training begins
  std::string message;  // what it prepares, or why it failed
  Task task = Task::Classification;
  std::int64_t step = 0, totalSteps = 0;
  double seconds = 0;                                                                                    // time in training
  double loss = std::numeric_limits<double>::quiet_NaN(), validationLoss = loss, bestValidation = loss;  // NaN: not known yet
  bool validated = false;                                                                                // validationLoss was measured, finite or not
};

struct SweepOptions {
  std::string device = "cpu";
  std::string group;               // empty: "sweep of <project>"
  std::string signedBy = "sweep";  // the source of a run's values, which errors give before the key
  bool resumeStopped = false;      // kept(): stopped or interrupted runs continue from their checkpoints, before the waiting ones
  // Called on the queue's thread: before a run is prepared, and for all events of its trainer.
  std::function<void(const SweepRun& run)> onBegin;
  std::function<void(const SweepRun& run, const TrainerEvent& event)> onEvent;
};

class SweepQueue {
 public:
  // `file`: the project file, which is read once. `fixed`: overrides of all runs. Every run is checked here, so that an error in the last value is
  // found now: throws Error (Input).
  SweepQueue(const std::string& file, const Overrides& fixed, const std::vector<Overrides>& runs, SweepOptions options);
  ~SweepQueue();  // calls stop() and waits for the checkpoint
  // The project's last queue, from the store; null if none is stored or no run of it is waiting. Throws Error (Input) if the project file does
  // not accept one of its runs any more. Its group is the stored one.
  static std::unique_ptr<SweepQueue> kept(const std::string& file, SweepOptions options);

  // Each returns at once.
  void start();                    // trains the waiting ones, from the first; continues after a pause or a stop
  void pauseAfterRun(bool pause);  // the current run continues to its end, the next one waits for start()
  void stop();                     // saves a checkpoint of the current run and ends it; the others wait
  void move(int id, int by);       // among the runs that have not begun
  void skip(int id, bool skipped);

  bool active() const;   // a run is being trained, or the next one is about to be
  bool pausing() const;  // the queue will pause after the current run
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
