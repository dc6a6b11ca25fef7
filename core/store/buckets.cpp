#include "core/store/buckets.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/error.h"

namespace stepscope {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static_assert(sizeof(Bucket) == 2 * sizeof(std::int64_t) + 3 * sizeof(double));  // no padding: stored as their bytes in memory

template <typename Item>
std::vector<Bucket> group(std::span<const Item> items, std::size_t size) {
  std::vector<Bucket> buckets;
  buckets.reserve(items.size() / size + 1);
  for (std::size_t i = 0; i < items.size(); i += size) buckets.push_back(bucketOf(items.subspan(i, std::min(size, items.size() - i))));
  return buckets;
}

}  // namespace

Bucket bucketOf(std::span<const Point> points) {
  Bucket bucket{points.front().step, points.back().step, kNaN, kNaN, points.back().value};
  for (const Point& point : points) {
    // False for NaN; infinite values are excluded because they would determine the whole picture.
    if (!(std::fabs(point.value) <= std::numeric_limits<double>::max())) continue;
    if (!(point.value >= bucket.min)) bucket.min = point.value;
    if (!(point.value <= bucket.max)) bucket.max = point.value;
  }
  return bucket;
}

Bucket bucketOf(std::span<const Bucket> buckets) {
  Bucket merged{buckets.front().firstStep, buckets.back().lastStep, kNaN, kNaN, buckets.back().last};
  for (const Bucket& bucket : buckets) {
    merged.min = std::fmin(merged.min, bucket.min);
    merged.max = std::fmax(merged.max, bucket.max);
  }
  return merged;
}

std::vector<Bucket> bucketsOf(std::span<const Point> points, std::size_t size) {
  return group(points, size);
}
std::vector<Bucket> bucketsOf(std::span<const Bucket> buckets, std::size_t size) {
  return group(buckets, size);
}

std::vector<std::byte> encodeBuckets(std::span<const Bucket> buckets) {
  const auto bytes = std::as_bytes(buckets);
  return {bytes.begin(), bytes.end()};
}

std::vector<Bucket> decodeBuckets(std::span<const std::byte> data, std::int64_t points, const std::string& where) {
  const std::size_t expected = points <= 0 ? 0 : (static_cast<std::size_t>(points) + kBucketPoints - 1) / kBucketPoints;
  if (points <= 0 || data.size() % sizeof(Bucket) != 0 || data.size() / sizeof(Bucket) != expected)
    throw Error(ErrorKind::Input, where, "the database is damaged: an overview does not fit its points",
                "Put back a backup of the file; other runs can still be read");
  std::vector<Bucket> buckets(expected);
  std::memcpy(buckets.data(), data.data(), data.size());
  return buckets;
}

}  // namespace stepscope
