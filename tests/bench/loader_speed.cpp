// Samples per second that a loader delivers to a caller that takes batches at once; for tests/bench/loader_vs_torch.
//   bench_loader KIND PATH IMAGE_SIZE CROP_SCALE FLIP BATCH WORKERS CACHE_BYTES SECONDS
// Prints one line of JSON: samples and batches per second, and the heap allocations per batch of the steady loop.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "core/base/clock.h"
#include "core/data/loader.h"

using namespace stepscope;

namespace {
std::atomic<std::int64_t> allocations{0};
}

// Counts every allocation by operator new of this process; its libraries written in C are not counted.
void* operator new(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

int main(int count, char** arguments) {
  if (count != 10) {
    std::fputs("bench_loader KIND PATH IMAGE_SIZE CROP_SCALE FLIP BATCH WORKERS CACHE_BYTES SECONDS\n", stderr);
    return 2;
  }
  try {
    DataSpec spec;
    spec.kind = arguments[1];
    spec.path = arguments[2];
    spec.imageSize = std::atoll(arguments[3]);
    spec.cropScale = std::atof(arguments[4]);
    spec.flip = std::atoi(arguments[5]) != 0;
    spec.cacheBytes = std::atoll(arguments[8]);
    spec.validationSplit = 0;
    const DataSplits splits = openData(spec);
    LoaderOptions options;
    options.batchSize = std::atoll(arguments[6]);
    options.workers = std::atoi(arguments[7]);
    options.transforms = splits.transforms;
    const double seconds = std::atof(arguments[9]);
    DataLoader loader(splits.train, options);
    std::int64_t epoch = 0;
    const auto readEpoch = [&](std::int64_t until, std::int64_t& samples, std::int64_t& batches) {
      loader.start(epoch++);
      while (const Batch* batch = loader.next()) {
        samples += batch->count;
        ++batches;
        if (nowNs() >= until) break;
      }
    };
    std::int64_t samples = 0, batches = 0;
    const std::int64_t never = INT64_MAX;
    readEpoch(never, samples, batches);  // warm: the files, the cache, the memory of the batches
    samples = batches = 0;
    const std::int64_t begin = nowNs(), end = begin + static_cast<std::int64_t>(seconds * 1e9), before = allocations.load();
    while (nowNs() < end) readEpoch(end, samples, batches);
    const double passed = static_cast<double>(nowNs() - begin) * 1e-9;
    std::printf("{\"samples_per_second\": %.1f, \"batches_per_second\": %.1f, \"allocations_per_batch\": %.2f}\n",
                static_cast<double>(samples) / passed, static_cast<double>(batches) / passed,
                static_cast<double>(allocations.load() - before) / static_cast<double>(batches));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
