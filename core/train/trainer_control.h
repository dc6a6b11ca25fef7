// What passes between the trainer's thread and the rest of the program: commands in, events and state out.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/events.h"

namespace stepscope {

// Shared by who asked and the trainer's thread.
struct TrialRequest {
  Switches with;
  std::atomic<bool> cancel{false};
};

struct TrainerControl {
  std::atomic<bool> stop{false};
  std::atomic<int> follow{0};          // steps that are kept to be looked at live; 0: none
  std::atomic<bool> wantsLive{false};  // the last LiveEvent was taken
  std::atomic<TrainerState> state{TrainerState::Preparing};
  EventQueue events;

  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  bool paused = false;
  std::optional<Switches> switches;
  int captureSteps = 0;
  std::shared_ptr<TrialRequest> trial;         // that was asked for
  std::shared_ptr<TrialRequest> runningTrial;  // that goes on
  std::optional<bool> keepTrial;               // what is to become of the last one
  std::shared_ptr<RunWriter> store;

  // With the mutex held.
  void cancelTrials() {
    if (trial) trial->cancel = true;
    if (runningTrial) runningTrial->cancel = true;
  }

  void publish(TrainerState next, std::string message = {}) {
    state = next;
    events.push(StateEvent{next, std::move(message)});
  }
};

}  // namespace stepscope
