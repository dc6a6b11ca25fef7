// The data layout of small convolutions, in which the lanes of a vector are images. Groups of `lanes` images are repacked from any layout to
// [channel][row][column][lane], where every tap is one aligned vector and no lanes are wasted at image edges or with few channels; the result is
// unpacked again. Packing moves each element once; a convolution uses it kernelH * kernelW * channels times.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

// Divides `items` into the fewest parts of at most `most` items, as equal as possible. Used for the channels and pixels of register tiles.
struct EvenCut {
  std::int64_t count, parts;

  constexpr EvenCut(std::int64_t items, std::int64_t most) : count(items), parts((items + most - 1) / most) {}
  constexpr std::int64_t begin(std::int64_t part) const { return part * (count / parts) + std::min(part, count % parts); }
  constexpr std::int64_t size(std::int64_t part) const { return begin(part + 1) - begin(part); }
};

// The work of a pass: groups of images, each divided into tiles of rows (output rows, or input rows for the gradient of the input).
struct ImageLanePlan {
  std::int64_t lanes = 1, groups = 1, rows = 1, tiles = 1;

  // `bytesPerRow` is the scratch memory per row of a tile; that of a tile should fit in the second-level cache.
  ImageLanePlan(std::int64_t images, std::int64_t lanes, std::int64_t rows, std::int64_t bytesPerRow, int threads)
      : lanes(lanes), groups((images + lanes - 1) / lanes), rows(rows) {
    constexpr std::int64_t kScratch = 512 * 1024;
    tiles = std::clamp<std::int64_t>((rows * bytesPerRow + kScratch - 1) / kScratch, 1, rows);
    // More tiles until every thread gets the same number of items, or so many that the difference is small.
    while (tiles < rows && groups * tiles % threads != 0 && groups * tiles < 4 * threads) ++tiles;
  }

  std::int64_t items() const { return groups * tiles; }
  std::int64_t rowsPerTile() const { return (rows + tiles - 1) / tiles; }
  WorkRange tileRows(std::int64_t item) const { return partOf(rows, static_cast<int>(tiles), static_cast<int>(item % tiles)); }
  std::int64_t firstImage(std::int64_t item) const { return item / tiles * lanes; }
};

// f32 lanes of a vector of the current target.
std::int64_t imageLanes();

// Number of useful threads for this many FLOPs: a core reaches about 100 GFLOP/s, and starting a team costs 2 us.
constexpr int teamForFlops(double flops, int threads) {
  return static_cast<int>(std::clamp<double>(flops / 5e5, 1.0, static_cast<double>(threads)));
}

// Floats between the planes of packed channels: one vector more than a plane needs, since planes at multiples of 4 KiB would all use the same sets of
// the first-level cache.
constexpr std::int64_t packedPlane(std::int64_t rows, std::int64_t width, std::int64_t lanes) {
  return (rows * width + 1) * lanes;
}

constexpr std::int64_t roundedTo16(std::int64_t floats) {
  return (floats + 15) / 16 * 16;
}

}  // namespace stepscope::kernels
