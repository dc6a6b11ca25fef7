#include "core/train/run/events.h"

#include <algorithm>
#include <chrono>

namespace stepscope {

void EventQueue::push(TrainerEvent event) {
  {
    std::lock_guard lock(mutex_);
    if (events_.size() >= capacity_) {
      const auto oldest =
          std::find_if(events_.begin(), events_.end(), [](const TrainerEvent& queued) { return std::holds_alternative<StepEvent>(queued); });
      if (oldest != events_.end()) events_.erase(oldest);
    }
    events_.push_back(std::move(event));
  }
  arrived_.notify_one();
}

std::vector<TrainerEvent> EventQueue::drain() {
  std::deque<TrainerEvent> taken;
  {
    std::lock_guard lock(mutex_);
    taken.swap(events_);
  }
  return {std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end())};
}

bool EventQueue::wait(int milliseconds) {
  std::unique_lock lock(mutex_);
  return arrived_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return !events_.empty(); });
}

}  // namespace stepscope
