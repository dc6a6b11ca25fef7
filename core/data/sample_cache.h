// Decoded samples kept in memory. Filled as they are first read; a reader of a sample that is there takes no lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stepscope {

class SampleCache {
 public:
  // The first samples that fit into budgetBytes are kept, so which ones does not depend on the order of reading. The memory is
  // reserved at once, and taken by the system page by page as samples arrive. Without memory nothing is kept.
  SampleCache(const std::vector<std::int64_t>& sampleBytes, std::int64_t budgetBytes);

  // Bytes of the samples that it can hold.
  std::int64_t capacityBytes() const { return offsets_.back(); }
  bool holds(std::int64_t index) const { return index + 1 < static_cast<std::int64_t>(offsets_.size()); }
  // The sample, or null when it has not been stored yet.
  const std::uint8_t* find(std::int64_t index) const;
  // Keeps a copy; of threads that bring the same sample the first wins.
  void store(std::int64_t index, const std::uint8_t* sample);

 private:
  std::vector<std::int64_t> offsets_;  // one more than the samples held
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> states_;
};

}  // namespace stepscope
