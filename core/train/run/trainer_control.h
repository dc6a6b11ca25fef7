// What passes between the trainer's thread and the rest of the program: commands in, events and state out.
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

// Shared by who asked and the trainer's thread.
struct TrialRequest {
  Switches with;
  std::atomic<bool> cancel{false};
};

struct TrainerControl {
  std::atomic<bool> stop{false};
  std::atomic<bool> interrupt{false};  // stop or pause: what can be begun anew without loss ends
  std::atomic<int> follow{0};          // steps that are kept to be looked at live; 0: none
  std::atomic<bool> wantsLive{false};  // the last LiveEvent was taken
  std::atomic<TrainerState> state{TrainerState::Preparing};
  EventQueue events;

  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  bool pause = false;
  bool save = false;
  std::optional<Switches> switches;
  int captureSteps = 0;
  std::deque<std::shared_ptr<TrialRequest>> trials;  // that were asked for; all but the last are cancelled
  std::shared_ptr<TrialRequest> runningTrial;        // that goes on
  // What is to become of the last trial that was measured when the answer was given: `trialsOver` says which.
  struct Answer {
    bool keep = false;
    std::int64_t trial = 0;
  };
  std::optional<Answer> answer;
  std::int64_t trialsOver = 0;
  bool over = false;  // nothing is obeyed any more
  std::shared_ptr<RunWriter> store;

  // The following with the mutex held.
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
