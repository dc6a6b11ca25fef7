#include "core/train/checkpoint/checkpoint_writer.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/base/error.h"

namespace stepscope {
namespace {
constexpr std::chrono::seconds kRetryAfter{5};
}

CheckpointWriter::CheckpointWriter(std::string directory, CheckpointsKept kept, std::function<void()> before)
    : directory_(std::move(directory)), kept_(kept), before_(std::move(before)) {
  thread_ = std::thread([this] { work(); });
}

CheckpointWriter::~CheckpointWriter() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void CheckpointWriter::save(std::string name, std::shared_ptr<const Checkpoint> checkpoint) {
  {
    std::lock_guard lock(mutex_);
    put(std::move(name), std::move(checkpoint), true);
    hurry_ = std::max<std::uint64_t>(hurry_, 1);  // a new snapshot is tried at once
  }
  changed_.notify_all();
}

// Puts a snapshot in the place of the one that waits under the same name, if it is newer, or for "best" if its score is better: while attempts fail,
// the waiting one may be better than the new one.
void CheckpointWriter::put(std::string name, std::shared_ptr<const Checkpoint> checkpoint, bool newer) {
  const auto found = waiting_.find(name);
  if (found == waiting_.end()) {
    waiting_.emplace(std::move(name), std::move(checkpoint));
    return;
  }
  const CheckpointScore &there = found->second->score, &here = checkpoint->score;
  const bool comparable = name == "best" && there.known() && here.known() && there.isComparable(here);
  if (comparable ? here.isBetter(there) : newer) found->second = std::move(checkpoint);
}

int CheckpointWriter::inMemory() const {
  std::set<const Checkpoint*> snapshots;
  if (writing_) snapshots.insert(writing_.get());
  for (const auto& [name, checkpoint] : waiting_) snapshots.insert(checkpoint.get());
  return static_cast<int>(snapshots.size());
}

void CheckpointWriter::awaitRoom() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return inMemory() == 0 || failing_; });
}

bool CheckpointWriter::flush() {
  std::unique_lock lock(mutex_);
  const std::uint64_t all = waiting_.size() + (writing_ ? 1 : 0), before = attempts_ + (writing_ ? 1 : 0);
  hurry_ = all;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !writing_ && (waiting_.empty() || attempts_ >= before + all); });
  return waiting_.empty();
}

std::shared_ptr<const Checkpoint> CheckpointWriter::waiting(const std::string& name) const {
  std::lock_guard lock(mutex_);
  const auto found = waiting_.find(name);
  return found == waiting_.end() ? nullptr : found->second;
}

std::string CheckpointWriter::lastError() const {
  std::lock_guard lock(mutex_);
  return lastError_;
}

std::optional<std::string> CheckpointWriter::takeError() {
  std::lock_guard lock(mutex_);
  return std::exchange(error_, std::nullopt);
}

bool CheckpointWriter::takeRecovery() {
  std::lock_guard lock(mutex_);
  return std::exchange(recovered_, false);
}

void CheckpointWriter::work() {
  std::unique_lock lock(mutex_);
  bool triedAfterStop = false;
  while (true) {
    if (waiting_.empty()) {
      if (stopping_) return;
      changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      continue;
    }
    if (failing_) {
      if (stopping_ && triedAfterStop) return;
      if (!stopping_) changed_.wait_for(lock, kRetryAfter, [this] { return stopping_ || hurry_ > 0; });
      triedAfterStop = stopping_;
    }
    if (hurry_ > 0) --hurry_;
    // If one cannot be written, the others are still tried.
    auto first = failing_ ? waiting_.upper_bound(failedName_) : waiting_.begin();
    if (first == waiting_.end()) first = waiting_.begin();
    const std::string name = first->first;
    writing_ = std::move(first->second);
    waiting_.erase(first);
    changed_.notify_all();
    lock.unlock();
    std::optional<std::string> failure;
    before_();
    try {
      saveCheckpoint(*writing_, directory_, name, name == "best" ? kept_.best : kept_.last);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    lock.lock();
    ++attempts_;
    if (failure) {
      put(name, std::move(writing_), false);
      if (!failing_ || *failure != lastError_) error_ = failure;
      lastError_ = *failure;
      failedName_ = name;
      failing_ = true;
    } else {
      recovered_ = recovered_ || failing_;
      failing_ = false;
    }
    writing_.reset();
    changed_.notify_all();
  }
}

}  // namespace stepscope
