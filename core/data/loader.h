// Worker threads fill a bounded ring of batches, delivered in order. The content of a batch depends on (seed, epoch, index) only, not on the number
// of workers, so a run can resume exactly in the middle of an epoch.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/quarantine.h"

namespace stepscope {

class Recorder;

struct LoaderOptions {
  std::int64_t batchSize = 64;
  int workers = 1;   // 0: next() reads in the caller's thread
  int prefetch = 2;  // number of batches ready in advance, per worker
  std::uint64_t seed = 0;
  bool shuffle = true;   // a Philox permutation of (seed, epoch)
  bool dropLast = true;  // false: the last batch is padded with zeros and with targets that do not count
  // Applied to each sample; only for data sets of images (picture_dataset.h).
  Transforms transforms{};
  // Records unreadable samples, which are replaced by others; null: the first one ends the loading. Used by next() only, and by one loader at a
  // time.
  Quarantine* quarantine = nullptr;
  // Allocates memory for batches that are read ahead; if it is absent or returns null, ordinary memory is used.
  std::function<std::shared_ptr<std::byte>(std::int64_t bytes)> memory;
  // If it becomes true, next() stops waiting: it returns null at most 20 ms later, or after the current sample.
  const std::atomic<bool>* cancel = nullptr;
};

struct Batch {
  const std::vector<Field>* fields = nullptr;  // of the loader's data set
  std::vector<std::span<std::byte>> memory;    // of each field: sample after sample, as Dataset::read() wrote them, then padding
  std::int64_t count = 0;                      // samples without padding
  std::int64_t epoch = 0, index = 0;           // index of the batch in its epoch
  std::vector<UnreadableSample> unreadable;    // found while it was filled; their places have other samples

  // The memory of a field, which must exist.
  std::span<std::byte> field(std::string_view name) const;
};

// The order of samples in an epoch; pure.
std::vector<std::int64_t> epochOrder(std::int64_t size, std::uint64_t seed, std::int64_t epoch, bool shuffle);

class DataLoader {
 public:
  // `recorder` gets spans "load batch" on one track per worker, category data, and a counter "loader queue" of ready batches; may be null. Tracks
  // have one writer: use a recorder for only one existing loader at a time.
  DataLoader(std::shared_ptr<const Dataset> dataset, LoaderOptions options, Recorder* recorder = nullptr);
  ~DataLoader();  // stops the workers

  std::int64_t batchesPerEpoch() const;
  // Begins an epoch at any sample position (it need not be a multiple of the batch size, which may have changed).
  void start(std::int64_t epoch, std::int64_t firstSample = 0);
  // The next batch, or null if the epoch is over or LoaderOptions::cancel is true. Waits for the workers. The batch is valid until the next call.
  // Without workers each field is read directly into its memory in `into` (if given), which has the size of that field of a batch; with workers
  // `into` is not used. Rethrows a worker's error, and throws the error of Quarantine::add() if too many samples are unreadable.
  const Batch* next(FieldMemory into = {});
  const std::vector<Field>& fields() const;
  // The time that the last call of next() waited for its batch, ns; without workers, the time that it took to read it.
  std::int64_t lastWaitNs() const;
  int readyBatches() const;
  // The mean time that one thread took to read a batch, ns, over the last 64 batches or fewer; 0: none was read yet.
  std::int64_t meanReadNs() const;
  // Bytes of all its batches once each was filled, and of the work memory of its transforms. Without workers the batches count 0, since they are
  // read into memory of the caller.
  std::int64_t ringBytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
