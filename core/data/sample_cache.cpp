#include "core/data/sample_cache.h"

#include <cstring>
#include <new>

namespace stepscope {

namespace {

enum State : std::uint8_t { kEmpty, kFilling, kReady };

}  // namespace

SampleCache::SampleCache(const std::vector<std::int64_t>& sampleBytes, std::int64_t budgetBytes) : offsets_{0} {
  for (const std::int64_t bytes : sampleBytes) {
    if (bytes > budgetBytes - offsets_.back()) break;
    offsets_.push_back(offsets_.back() + bytes);
  }
  // Not value-initialised: untouched pages cost nothing.
  bytes_.reset(new (std::nothrow) std::uint8_t[static_cast<std::size_t>(offsets_.back())]);
  if (!bytes_) offsets_.assign(1, 0);
  states_ = std::make_unique<std::atomic<std::uint8_t>[]>(offsets_.size());
}

const std::uint8_t* SampleCache::find(std::int64_t index) const {
  if (!holds(index)) return nullptr;
  const auto i = static_cast<std::size_t>(index);
  return states_[i].load(std::memory_order_acquire) == kReady ? bytes_.get() + offsets_[i] : nullptr;
}

void SampleCache::store(std::int64_t index, const std::uint8_t* sample) {
  if (!holds(index)) return;
  const auto i = static_cast<std::size_t>(index);
  std::uint8_t expected = kEmpty;
  if (!states_[i].compare_exchange_strong(expected, kFilling, std::memory_order_acquire)) return;
  std::memcpy(bytes_.get() + offsets_[i], sample, static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
  states_[i].store(kReady, std::memory_order_release);
}

}  // namespace stepscope
