// Writes checkpoints on its own thread, so that training does not wait for the disk. If several snapshots wait under one name, only the newest is
// written, for "best" the one with the better score. A failure is kept until the trainer reports it; the snapshot is tried again until it is on
// disk.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/train/checkpoint/checkpoint.h"

namespace stepscope {

// How many saves of each name are kept; the first one is always kept.
struct CheckpointsKept {
  std::size_t last = 2, best = 1;
};

class CheckpointWriter {
 public:
  // `before`: called on the writer's thread before every attempt; it must not throw.
  CheckpointWriter(std::string directory, CheckpointsKept kept, std::function<void()> before);
  ~CheckpointWriter();  // tries once more to write waiting snapshots

  // Waits until no snapshot is in memory. Returns at once if attempts fail: training continues without a disk.
  void awaitRoom();
  // One snapshot may be saved under several names; it is in memory only once.
  void save(std::string name, std::shared_ptr<const Checkpoint> checkpoint);
  // Waits until nothing is waiting, or every waiting snapshot was tried once more. True if everything is on disk.
  bool flush();
  // The snapshot that will be the next save of that name; null: none is waiting.
  std::shared_ptr<const Checkpoint> waiting(const std::string& name) const;
  // The error of the last failed attempt, reported or not.
  std::string lastError() const;
  // The error since the last call; only once for a series of equal failures.
  std::optional<std::string> takeError();
  // True once after a successful attempt that followed a failure.
  bool takeRecovery();

 private:
  void work();
  void put(std::string name, std::shared_ptr<const Checkpoint> checkpoint, bool newer);
  int inMemory() const;

  std::string directory_;
  CheckpointsKept kept_;
  std::function<void()> before_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<const Checkpoint>> waiting_;
  std::shared_ptr<const Checkpoint> writing_;
  bool stopping_ = false, failing_ = false, recovered_ = false;
  std::uint64_t attempts_ = 0, hurry_ = 0;  // `hurry_`: number of attempts that are made without delay
  std::string lastError_, failedName_;
  std::optional<std::string> error_;
  std::thread thread_;
};

}  // namespace stepscope
