#include "core/store/chunk.h"

#include <fmt/format.h>
#include <zlib.h>
#include <bit>
#include <cstring>

#include "core/base/error.h"

namespace stepscope {
namespace {
static_assert(std::endian::native == std::endian::little, "chunks are little-endian");
constexpr std::size_t kPointBytes = sizeof(std::int64_t) + 2 * sizeof(double);
}  // namespace

std::uint32_t crcOf(std::span<const std::byte> data) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const unsigned char*>(data.data()), data.size()));
}

std::vector<std::byte> encodePoints(std::span<const Point> points) {
  const std::size_t n = points.size();
  std::vector<std::byte> data(n * kPointBytes);
  std::byte* steps = data.data();
  std::byte* walls = steps + n * sizeof(std::int64_t);
  std::byte* values = walls + n * sizeof(double);
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(steps + i * sizeof(std::int64_t), &points[i].step, sizeof(std::int64_t));
    std::memcpy(walls + i * sizeof(double), &points[i].wall, sizeof(double));
    std::memcpy(values + i * sizeof(double), &points[i].value, sizeof(double));
  }
  return data;
}

void decodePoints(std::span<const std::byte> data, std::int64_t codec, std::int64_t crc, std::int64_t count, const std::string& where,
                  std::vector<Point>& out) {
  const auto damaged = [&](const std::string& what) {
    return Error(ErrorKind::Input, where, "the database is damaged: " + what, "Put back a backup of the file; other runs can still be read");
  };
  if (codec != kRawCodec) throw Error(ErrorKind::Input, where, fmt::format("points are stored in the unknown format {}", codec), "Update Stepscope");
  if (count < 0 || data.size() % kPointBytes != 0 || data.size() / kPointBytes != static_cast<std::size_t>(count))
    throw damaged(fmt::format("a chunk of {} points has {} bytes", count, data.size()));
  if (static_cast<std::int64_t>(crcOf(data)) != crc) throw damaged("the CRC-32 of a chunk does not fit");
  const auto n = static_cast<std::size_t>(count);
  const std::byte* steps = data.data();
  const std::byte* walls = steps + n * sizeof(std::int64_t);
  const std::byte* values = walls + n * sizeof(double);
  const std::size_t base = out.size();
  out.resize(base + n);
  for (std::size_t i = 0; i < n; ++i) {
    Point& point = out[base + i];
    std::memcpy(&point.step, steps + i * sizeof(std::int64_t), sizeof(std::int64_t));
    std::memcpy(&point.wall, walls + i * sizeof(double), sizeof(double));
    std::memcpy(&point.value, values + i * sizeof(double), sizeof(double));
  }
}

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie in memory");

// Calls `visit` for every number of a histogram, in the order of the stored bytes.
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
