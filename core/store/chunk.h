// 1024 points as one blob: a column of steps, one of wall times, one of values, all little-endian, with a CRC-32 over the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/histogram.h"
#include "core/store/run_store.h"

namespace stepscope {

constexpr std::size_t kChunkPoints = 1024;
constexpr std::int64_t kRawCodec = 1;  // i64 step, f64 wall, f64 value: 24 bytes per point

std::vector<std::byte> encodePoints(std::span<const Point> points);
// Appends the points to `out`. Throws Error (Input) at `where` if the size, the codec or the CRC-32 does not match.
void decodePoints(std::span<const std::byte> data, std::int64_t codec, std::int64_t crc, std::int64_t count, const std::string& where,
                  std::vector<Point>& out);
std::uint32_t crcOf(std::span<const std::byte> data);

// A histogram as the bytes of a row: the numbers in the order of the struct, little-endian.
std::vector<std::byte> packHistogram(const Histogram& histogram);
std::optional<Histogram> unpackHistogram(std::span<const std::byte> bytes);  // nothing if the number of bytes is wrong

}  // namespace stepscope
