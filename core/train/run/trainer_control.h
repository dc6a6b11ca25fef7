// Connects the trainer's thread with the rest of the program: commands in, events and state out.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/commands/boundary.h"
#include "core/train/run/events.h"

namespace stepscope {

// Used by the caller and by the trainer's thread.
struct TrialRequest {
  Switches with;
  std::atomic<bool> cancel{false};
};

struct TrainerControl {
  std::atomic<bool> stop{false};
  std::atomic<bool> interrupt{false};  // stop or pause: work that can be repeated without loss ends at once
  std::atomic<int> follow{0};          // number of steps kept for live views; 0: none
  std::atomic<bool> wantsLive{false};  // the last LiveEvent was taken
  std::atomic<TrainerState> state{TrainerState::Preparing};
  EventQueue events;

  std::mutex mutex;  // guards the members below
  std::condition_variable changed;
  bool pause = false;
  bool save = false;
  std::optional<Switches> switches;
  int captureSteps = 0;
  std::deque<std::shared_ptr<TrialRequest>> trials;  // requested trials; all but the last are cancelled
  std::shared_ptr<TrialRequest> runningTrial;        // the trial in progress
  // The user's answer to the trial that was the last one at that time. `trial`: the value of trialsOver then.
  struct Answer {
    bool keep = false;
    std::int64_t trial = 0;
  };
  std::optional<Answer> answer;
  std::int64_t trialsOver = 0;
  bool over = false;  // no more commands are accepted
  std::shared_ptr<RunWriter> store;

  // Call cancelTrials() and putAsked() with the mutex held.
  void cancelTrials() {
    for (const auto& trial : trials) trial->cancel = true;
    if (runningTrial) runningTrial->cancel = true;
  }
  void putAsked(Boundary& boundary) const {
    boundary.stop = stop;
    boundary.pause = pause;
    boundary.keep = answer && answer->keep;
    boundary.drop = answer && !answer->keep;
    boundary.turn = switches.has_value();
    boundary.tryOut = !trials.empty();
    boundary.cancelled = !trials.empty() && trials.front()->cancel;
    boundary.save = save;
    boundary.capture = captureSteps > 0;
  }

  void publish(TrainerState next, std::string message = {}) {
    state = next;
    events.push(StateEvent{next, std::move(message)});
  }
};

}  // namespace stepscope
