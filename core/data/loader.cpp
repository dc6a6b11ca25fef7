#include "core/data/loader.h"

#include <chrono>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/base/units.h"
#include "core/data/picture_dataset.h"
#include "profiler/trace/recorder.h"

namespace stepscope {

namespace {

constexpr std::uint32_t kOrderStream = 0xFFFFFFFFu;  // differs from every epoch: the streams of the augmentation are numbered by epoch
constexpr int kMaxWorkers = 256;
constexpr int kWorkerSortOrder = 100, kCounterSortOrder = 200;

}  // namespace

std::vector<std::int64_t> epochOrder(std::int64_t size, std::uint64_t seed, std::int64_t epoch, bool shuffle) {
  require(size >= 0 && size <= std::numeric_limits<std::uint32_t>::max(), "a dataset has more samples than an order can hold");
  std::vector<std::int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  if (!shuffle) return order;
  PhiloxStream random(seed, static_cast<std::uint64_t>(epoch), kOrderStream);
  for (std::size_t left = order.size(); left > 1; --left) {  // Fisher-Yates
    std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
  }
  return order;
}

std::span<std::byte> Batch::field(std::string_view name) const {
  for (std::size_t f = 0; f < memory.size(); ++f)
    if ((*fields)[f].name == name) return memory[f];
  require(false, "a batch has no field of this name");
  return {};
}

struct DataLoader::Impl {
  struct Slot {
    Batch batch;
    std::shared_ptr<std::byte> memory;  // the fields of the batch, except those that are read into the caller's memory
    std::vector<std::byte> workMemory;  // of the transforms, used while a sample is read
    bool ready = false;
    std::exception_ptr error;
  };

  std::shared_ptr<const Dataset> dataset;
  const PictureDataset* pictures = nullptr;  // `dataset`, if there are transforms; else null
  LoaderOptions options;
  Recorder* recorder = nullptr;
  SpanRing* queueTrack = nullptr;
  SpanRing* callerTrack = nullptr;  // used when next() reads itself
  std::uint32_t spanName = 0;

  // The current epoch. Written by start() while no worker is active.
  std::vector<std::int64_t> order;
  std::int64_t epoch = 0, firstSample = 0, firstBatch = 0;

  std::mutex mutex;
  std::condition_variable work, ready, idle;  // awaited by the workers, by next(), by start()
  std::vector<Slot> slots;                    // batch i lives in slot i % size
  std::int64_t batches = 0;                   // left in the epoch when start() was called
  std::int64_t nextFill = 0, nextTake = 0;
  bool held = false;  // the caller still uses batch nextTake - 1
  int active = 0;     // workers filling a slot
  bool quit = false;
  std::atomic<bool> abandon{false};  // the batches being filled are not needed any more
  std::atomic<int> readyCount{0};
  static constexpr std::size_t kRecent = 64;
  std::array<std::atomic<std::int64_t>, kRecent> readNs{};  // of the last batches, in a ring
  std::atomic<std::uint64_t> batchesRead{0};
  std::int64_t waitNs = 0;
  std::vector<std::thread> threads;

  std::int64_t batchesFrom(std::int64_t sample) const {
    const std::int64_t left = std::max<std::int64_t>(0, dataset->size() - sample);
    return options.dropLast ? left / options.batchSize : (left + options.batchSize - 1) / options.batchSize;
  }

  bool cancelled() const { return options.cancel && options.cancel->load(std::memory_order_relaxed); }

  // Reads a sample, or its first readable substitute if it is unreadable. Returns false if it was stopped.
  bool readSample(std::int64_t wanted, FieldMemory out, const std::atomic<bool>& stop, Slot& slot) const {
    std::int64_t tried = 0;
    for (std::int64_t sample = wanted;;) {
      try {
        if (pictures) return pictures->readTransformed(sample, epoch, options.transforms, slot.workMemory, out, stop);
        return dataset->read(sample, epoch, out, stop);
      } catch (const Error& error) {
        if (!options.quarantine || error.kind() != ErrorKind::Input) throw;
        slot.batch.unreadable.push_back({sample, error.what()});
        // More samples are unreadable than allowed: next() will refuse the batch, whatever it contains.
        if (++tried > options.quarantine->most()) return true;
        sample = dataset->substitute(sample);
        if (sample < 0 || sample == wanted)
          throw Error(error.kind(), error.where(), error.happened() + ", and no sample with the same answer can be read in its place", error.cure());
      }
    }
  }

  const std::vector<Field>& fields() const { return dataset->info().fields; }
  std::size_t bytesOf(const Field& field) const { return static_cast<std::size_t>(options.batchSize * field.bytes()); }
  static std::size_t aligned(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
  std::size_t batchBytes() const {
    std::size_t sum = 0;
    for (const Field& field : fields()) sum += aligned(bytesOf(field));
    return sum;
  }

  // Sets the memory that the batch is read into. Its own memory is allocated once and reused.
  void placeFields(Slot& slot, FieldMemory into) const {
    std::vector<std::span<std::byte>>& memory = slot.batch.memory;
    memory.clear();
    std::size_t offset = 0;
    for (std::size_t f = 0; f < fields().size(); ++f) {
      const std::size_t bytes = bytesOf(fields()[f]);
      if (f < into.size() && !into[f].empty()) {
        require(into[f].size() == bytes, "a batch is read into memory of another size");
        memory.push_back(into[f]);
      } else {
        if (!slot.memory) slot.memory = ownMemory();
        memory.emplace_back(slot.memory.get() + offset, bytes);
      }
      offset += aligned(bytes);
    }
  }
  std::shared_ptr<std::byte> ownMemory() const {
    try {
      return {new std::byte[batchBytes()], std::default_delete<std::byte[]>()};
    } catch (const std::bad_alloc&) {
      throw Error(ErrorKind::Resource, "switches.batch_size",
                  fmt::format("there is no memory for {} batches of {} in the loader", slots.size(), text::bytes(static_cast<double>(batchBytes()))),
                  "Lower switches.batch_size or switches.num_workers");
    }
  }

  // Reads all samples of a batch. Returns false if it was stopped.
  bool fill(Slot& slot, std::int64_t index, FieldMemory into) {
    // In the caller's own thread only `cancel` can stop it.
    const std::atomic<bool>& stop = threads.empty() && options.cancel ? *options.cancel : abandon;
    Batch& batch = slot.batch;
    placeFields(slot, into);
    batch.fields = &fields();
    const std::int64_t from = firstSample + index * options.batchSize;
    batch.count = std::min(options.batchSize, dataset->size() - from);
    batch.epoch = epoch;
    batch.index = firstBatch + index;
    batch.unreadable.clear();
    std::vector<std::span<std::byte>> one(fields().size());  // the memory of one sample
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const std::int64_t sample = order[static_cast<std::size_t>(from + i)];
      for (std::size_t f = 0; f < one.size(); ++f) {
        const auto bytes = static_cast<std::size_t>(fields()[f].bytes());
        one[f] = batch.memory[f].subspan(static_cast<std::size_t>(i) * bytes, bytes);
      }
      if (!readSample(sample, one, stop, slot)) return false;
    }
    for (std::size_t f = 0; f < one.size(); ++f) {
      const auto padding = batch.memory[f].subspan(static_cast<std::size_t>(batch.count * fields()[f].bytes()));
      std::ranges::fill(padding, fields()[f].padding == Field::Padding::Zeros ? std::byte{0} : std::byte{0xFF});
    }
    return true;
  }

  bool fillAndRecord(Slot& slot, std::int64_t index, SpanRing* track, FieldMemory into = {}) {
    const Span span(recorder, track, spanName, Category::Data);
    try {
      slot.error = nullptr;
      const std::int64_t begin = nowNs();
      if (!fill(slot, index, into)) return false;
      readNs[batchesRead.fetch_add(1, std::memory_order_relaxed) % kRecent].store(nowNs() - begin, std::memory_order_relaxed);
      return true;
    } catch (...) {
      slot.error = std::current_exception();
    }
    return true;
  }

  // Unreadable samples are counted when their batch is delivered, so the count does not depend on how far ahead the workers are.
  void takeIn(const Slot& slot) const {
    if (options.quarantine) options.quarantine->add(slot.batch.unreadable);
    if (slot.error) std::rethrow_exception(slot.error);
  }

  // Call with the mutex held, so that only one thread writes the counter at a time.
  void countReady(int change) {
    const int now = readyCount.fetch_add(change, std::memory_order_relaxed) + change;
    if (recorder && recorder->enabled()) queueTrack->sample(nowNs(), now);
  }

  bool mayFill() const { return nextFill < batches && nextFill - (nextTake - (held ? 1 : 0)) < static_cast<std::int64_t>(slots.size()); }

  void runWorker(int number) {
    SpanRing* track =
        recorder ? &recorder->track(fmt::format("Loader worker {}", number + 1), kWorkerSortOrder + number, false, TrackRole::LoaderWorker) : nullptr;
    std::unique_lock lock(mutex);
    for (;;) {
      work.wait(lock, [&] { return quit || (!abandon.load(std::memory_order_relaxed) && mayFill()); });
      if (quit) return;
      const std::int64_t index = nextFill++;
      Slot& slot = slots[static_cast<std::size_t>(index) % slots.size()];
      ++active;
      lock.unlock();
      fillAndRecord(slot, index, track);
      lock.lock();
      --active;
      if (abandon.load(std::memory_order_relaxed)) {
        if (active == 0) idle.notify_one();
        continue;
      }
      slot.ready = true;
      countReady(1);
      if (index == nextTake) ready.notify_one();
    }
  }

  // Stops the workers; they are idle when it returns. The lock must be held.
  void stopFilling(std::unique_lock<std::mutex>& lock) {
    abandon.store(true, std::memory_order_relaxed);
    idle.wait(lock, [&] { return active == 0; });
  }
};

DataLoader::DataLoader(std::shared_ptr<const Dataset> dataset, LoaderOptions options, Recorder* recorder) : impl_(std::make_unique<Impl>()) {
  require(dataset != nullptr && options.prefetch >= 1, "a loader without a dataset or without prefetch");
  if (options.batchSize < 1) throw Error(ErrorKind::Input, "switches.batch_size", fmt::format("is {}", options.batchSize), "Give 1 or more");
  if (options.workers < 0 || options.workers > kMaxWorkers) {
    throw Error(ErrorKind::Input, "switches.num_workers", fmt::format("is {}", options.workers), fmt::format("Give 0 to {}", kMaxWorkers));
  }
  if (dataset->size() < 1) throw Error(ErrorKind::Input, "data", "the dataset holds no sample", "Check data.path");
  if (options.dropLast && dataset->size() < options.batchSize) {
    throw Error(ErrorKind::Input, "switches.batch_size",
                fmt::format("is {}, but the dataset holds only {} samples", options.batchSize, dataset->size()),
                fmt::format("Give {} or less", dataset->size()));
  }
  const std::int64_t sampleBytes = dataset->info().sampleBytes();
  if (sampleBytes < 1 || options.batchSize > (std::int64_t{1} << 40) / sampleBytes) {
    throw Error(ErrorKind::Input, "switches.batch_size", fmt::format("is {}, which makes a batch of more than a terabyte", options.batchSize),
                "Lower it");
  }
  if (!options.transforms.list.empty()) {
    impl_->pictures = dynamic_cast<const PictureDataset*>(dataset.get());
    require(impl_->pictures != nullptr, "transforms of data that are not pictures");
  }
  impl_->dataset = std::move(dataset);
  impl_->options = options;
  impl_->recorder = recorder;
  if (recorder) {
    impl_->spanName = recorder->intern("load batch");
    impl_->queueTrack = &recorder->track("loader queue", kCounterSortOrder, true, TrackRole::LoaderQueue);
    if (options.workers == 0) impl_->callerTrack = &recorder->track("Loader", kWorkerSortOrder, false, TrackRole::Loader);
  }
  // One more than the workers fill ahead: the batch that the caller reads.
  impl_->slots.resize(static_cast<std::size_t>(options.workers) * static_cast<std::size_t>(options.prefetch) + 1);
  for (Impl::Slot& slot : impl_->slots) slot.workMemory.resize(static_cast<std::size_t>(options.transforms.bytesNeeded()));
  if (options.memory && options.workers > 0)
    for (Impl::Slot& slot : impl_->slots) slot.memory = options.memory(static_cast<std::int64_t>(impl_->batchBytes()));
  for (int i = 0; i < options.workers; ++i) impl_->threads.emplace_back(&Impl::runWorker, impl_.get(), i);
}

DataLoader::~DataLoader() {
  impl_->abandon.store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->quit = true;
  }
  impl_->work.notify_all();
  for (std::thread& thread : impl_->threads) thread.join();
}

std::int64_t DataLoader::batchesPerEpoch() const {
  return impl_->batchesFrom(0);
}

void DataLoader::start(std::int64_t epoch, std::int64_t firstSample) {
  Impl& loader = *impl_;
  require(epoch >= 0 && firstSample >= 0, "a loader started before the first sample");
  std::vector<std::int64_t> order = epochOrder(loader.dataset->size(), loader.options.seed, epoch, loader.options.shuffle);
  {
    std::unique_lock lock(loader.mutex);
    loader.stopFilling(lock);
    loader.order = std::move(order);
    loader.epoch = epoch;
    loader.firstSample = firstSample;
    loader.firstBatch = firstSample / loader.options.batchSize;
    loader.batches = loader.batchesFrom(firstSample);
    loader.nextFill = loader.nextTake = 0;
    loader.held = false;
    for (Impl::Slot& slot : loader.slots) slot.ready = false;
    loader.countReady(-loader.readyCount.load(std::memory_order_relaxed));
    loader.abandon.store(false, std::memory_order_relaxed);
  }
  loader.work.notify_all();
}

const Batch* DataLoader::next(FieldMemory into) {
  Impl& loader = *impl_;
  loader.waitNs = 0;
  if (loader.threads.empty()) {
    if (loader.nextTake >= loader.batches) return nullptr;
    Impl::Slot& slot = loader.slots[0];
    const std::int64_t begin = nowNs();
    const bool filled = loader.fillAndRecord(slot, loader.nextTake, loader.callerTrack, into);
    loader.waitNs = nowNs() - begin;
    if (!filled) return nullptr;
    loader.takeIn(slot);
    ++loader.nextTake;
    return &slot.batch;
  }

  std::unique_lock lock(loader.mutex);
  if (loader.held) {
    loader.held = false;
    if (loader.mayFill()) loader.work.notify_one();
  }
  if (loader.nextTake >= loader.batches) return nullptr;
  Impl::Slot& slot = loader.slots[static_cast<std::size_t>(loader.nextTake) % loader.slots.size()];
  if (!slot.ready) {
    const std::int64_t begin = nowNs();
    const auto isReady = [&] { return slot.ready; };
    if (loader.options.cancel) {
      while (!loader.ready.wait_for(lock, std::chrono::milliseconds(20), isReady))
        if (loader.cancelled()) return nullptr;
    } else {
      loader.ready.wait(lock, isReady);
    }
    loader.waitNs = nowNs() - begin;
  }
  loader.takeIn(slot);  // an error stays there: every further call throws it too, until start()
  slot.ready = false;
  loader.countReady(-1);
  ++loader.nextTake;
  loader.held = true;
  return &slot.batch;
}

std::int64_t DataLoader::lastWaitNs() const {
  return impl_->waitNs;
}
std::int64_t DataLoader::ringBytes() const {
  const Impl& loader = *impl_;
  const std::int64_t batch = loader.threads.empty() ? 0 : loader.options.batchSize * loader.dataset->info().sampleBytes();
  return static_cast<std::int64_t>(loader.slots.size()) * (batch + loader.options.transforms.bytesNeeded());
}
const std::vector<Field>& DataLoader::fields() const {
  return impl_->fields();
}

std::int64_t DataLoader::meanReadNs() const {
  const std::uint64_t count = std::min<std::uint64_t>(impl_->batchesRead.load(std::memory_order_relaxed), Impl::kRecent);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += impl_->readNs[i].load(std::memory_order_relaxed);
  return count > 0 ? sum / static_cast<std::int64_t>(count) : 0;
}

int DataLoader::readyBatches() const {
  return impl_->readyCount.load(std::memory_order_relaxed);
}

}  // namespace stepscope
