// Decoded samples in memory. Filled when they are first read; reading a stored sample takes no lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stepscope {

class SampleCache {
 public:
  // Keeps the first samples that fit into budgetBytes, so the choice does not depend on the order of reading. The address space is reserved at once;
  // the system provides pages as samples arrive. If memory is missing, nothing is kept.
  SampleCache(const std::vector<std::int64_t>& sampleBytes, std::int64_t budgetBytes);

  // Bytes of all samples that it can hold.
  std::int64_t capacityBytes() const { return offsets_.back(); }
  bool holds(std::int64_t index) const { return index + 1 < static_cast<std::int64_t>(offsets_.size()); }
  // The sample, or null if it has not been stored yet.
  const std::uint8_t* find(std::int64_t index) const;
  // Stores a copy; if several threads store the same sample, the first wins.
  void store(std::int64_t index, const std::uint8_t* sample);

 private:
  std::vector<std::int64_t> offsets_;  // one entry more than the number of samples
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> states_;
};

}  // namespace stepscope
