// Worker threads fill a bounded ring of batches, delivered in order. What a batch holds depends on (seed, epoch, index) only,
// never on the number of workers, so a run resumes in the middle of an epoch exactly.
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
  int prefetch = 2;  // batches ready ahead, per worker
  std::uint64_t seed = 0;
  bool shuffle = true;   // a Philox permutation of (seed, epoch)
  bool dropLast = true;  // false: the last batch is padded with zeros and with targets that do not count
  // What each sample goes through; of data sets of pictures only (picture_dataset.h).
  Transforms transforms{};
  // Takes the samples that cannot be read, others are read in their place; null: the first of them ends the loading. Touched by next()
  // only, and given to one loader at a time.
  Quarantine* quarantine = nullptr;
  // Where the batches that are read ahead are to be; null for what it cannot give, or no function: ordinary memory.
  std::function<std::shared_ptr<std::byte>(std::int64_t bytes)> memory;
  // Once it is true next() waits for no batch any more: it returns null at most 20 ms later, or after the sample that is read.
  const std::atomic<bool>* cancel = nullptr;
};

struct Batch {
  const std::vector<Field>* fields = nullptr;  // of the loader's data set
  std::vector<std::span<std::byte>> memory;    // of each field: sample after sample, as Dataset::read() wrote them, then padding
  std::int64_t count = 0;                      // samples without padding
  std::int64_t epoch = 0, index = 0;           // index of the batch in its epoch
  std::vector<UnreadableSample> unreadable;    // met while it was filled; of the same index, others are in their place

  // The memory of a field that there is.
  std::span<std::byte> field(std::string_view name) const;
};

// The order of samples in an epoch; pure.
std::vector<std::int64_t> epochOrder(std::int64_t size, std::uint64_t seed, std::int64_t epoch, bool shuffle);

class DataLoader {
 public:
  // recorder: spans "load batch" on a track a worker, category data, and a counter "loader queue" of batches ready; may be null.
  // Tracks have one writer: give a recorder to one living loader at a time.
  DataLoader(std::shared_ptr<const Dataset> dataset, LoaderOptions options, Recorder* recorder = nullptr);
  ~DataLoader();  // stops the workers

  std::int64_t batchesPerEpoch() const;
  // Begins an epoch at a sample position (a multiple of nothing in particular: batch size may have changed before it).
  void start(std::int64_t epoch, std::int64_t firstSample = 0);
  // The next batch, or null when the epoch is over or LoaderOptions::cancel is true. Waits for the workers. The batch is valid until the
  // next call. Without workers each field is read straight into its memory of `into`, as large as the field of a batch, where that is
  // given; what workers read ahead is in memory of theirs, whatever that says.
  // Rethrows a worker's error, and throws that of a quarantine with too many samples.
  const Batch* next(FieldMemory into = {});
  const std::vector<Field>& fields() const;
  // Time next() spent waiting in the last call, ns.
  std::int64_t lastWaitNs() const;
  int readyBatches() const;
  // What its batches take once each of them was filled, and the work memory of its transforms. Without workers batches are read into memory
  // of the caller, and take nothing.
  std::int64_t ringBytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stepscope
