// The min/max pyramid of a series: buckets of a power of two of points, so that existing buckets do not change while points are appended.
// Level 0 has 64 points per bucket and is stored with each chunk; a chunk is itself a bucket of 1024; wider ones are computed from those on
// reading.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

constexpr std::size_t kBucketPoints = 64;

// Min and max are of the finite values (both are NaN when there are none); `last` may be NaN or infinite. `points` and `buckets` are not empty.
Bucket bucketOf(std::span<const Point> points);
Bucket bucketOf(std::span<const Bucket> buckets);
// Consecutive groups of `size` points or buckets; the last one may be shorter.
std::vector<Bucket> bucketsOf(std::span<const Point> points, std::size_t size);
std::vector<Bucket> bucketsOf(std::span<const Bucket> buckets, std::size_t size);

std::vector<std::byte> encodeBuckets(std::span<const Bucket> buckets);
// Throws Error (Input) at `where` if the size does not fit `points` points.
std::vector<Bucket> decodeBuckets(std::span<const std::byte> data, std::int64_t points, const std::string& where);

}  // namespace stepscope
