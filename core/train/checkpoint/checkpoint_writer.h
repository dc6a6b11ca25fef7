// Writes checkpoints on a thread of its own, so that training does not wait for the disk. Of several snapshots waiting under one
// name only the newest is written, of "best" the one with the better score. A failure is kept for the trainer to tell; the snapshot is tried again
// until it is on disk.
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

// How many saves stay; the first of a name always does.
struct CheckpointsKept {
  std::size_t last = 2, best = 1;
};

class CheckpointWriter {
 public:
  // before is called on the writer's thread ahead of every attempt; it must not throw.
  CheckpointWriter(std::string directory, CheckpointsKept kept, std::function<void()> before);
  ~CheckpointWriter();  // tries once more to write what is waiting

  // Waits until no snapshot is in memory. Returns at once while attempts fail: training goes on without a disk.
  void awaitRoom();
  // One snapshot may be saved under several names: it is in memory once.
  void save(std::string name, std::shared_ptr<const Checkpoint> checkpoint);
  // Waits until nothing is waiting, or everything that waits was tried once more. True when everything is on disk.
  bool flush();
  // The snapshot that is to become the next save of that name; null: none waits.
  std::shared_ptr<const Checkpoint> waiting(const std::string& name) const;
  // Of the last attempt that failed, told or not.
  std::string lastError() const;
  // What went wrong since the last call; once for a row of the same failures.
  std::optional<std::string> takeError();
  // True once after an attempt succeeded that followed a failure.
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
  std::uint64_t attempts_ = 0, hurry_ = 0;  // hurry_: so many attempts are not put off
  std::string lastError_, failedName_;
  std::optional<std::string> error_;
  std::thread thread_;
};

}  // namespace stepscope
