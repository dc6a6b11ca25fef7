#include "core/store/histogram_bytes.h"

#include <bit>
#include <cstring>

namespace stepscope {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie in memory");

// Every number of it, in the order of the bytes.
template <class H, class Visit>
void eachNumber(H& h, const Visit& visit) {
  visit(h.least);
  visit(h.most);
  visit(h.mean);
  visit(h.deviation);
  visit(h.count);
  visit(h.zeros);
  visit(h.notFinite);
  for (auto& bin : h.bins) visit(bin);
}

constexpr std::size_t kBytes = 4 * sizeof(double) + 3 * sizeof(std::int64_t) + Histogram::kBins * sizeof(std::uint32_t);

}  // namespace

std::vector<std::byte> packHistogram(const Histogram& histogram) {
  std::vector<std::byte> bytes(kBytes);
  std::size_t at = 0;
  eachNumber(histogram, [&](const auto& number) {
    std::memcpy(bytes.data() + at, &number, sizeof number);
    at += sizeof number;
  });
  return bytes;
}

std::optional<Histogram> unpackHistogram(std::span<const std::byte> bytes) {
  if (bytes.size() != kBytes) return std::nullopt;
  Histogram histogram;
  std::size_t at = 0;
  eachNumber(histogram, [&](auto& number) {
    std::memcpy(&number, bytes.data() + at, sizeof number);
    at += sizeof number;
  });
  return histogram;
}

}  // namespace stepscope
