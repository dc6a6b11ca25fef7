// How the passes of a Winograd convolution are divided into chunks of tiles. Used only by bf16_winograd*.cpp.
#pragma once

#include "core/backend/cpu/ops/convolution/bf16_winograd_tiles.h"

namespace stepscope::kernels::winograd {

// For the forward pass and for the gradient of the input, which is the same computation on dy with rotated weights.
struct ProductPlan {
  Images source, result;
  Tiles tiles;
  std::int64_t padH, padW;
  int team;
  std::int64_t chunk = 0;  // tiles of a chunk

  ProductPlan(const ConvolutionShape& s, std::int64_t sourceBlock, std::int64_t resultBlock, bool gradient, int threads);

  std::int64_t pairs() const { return source.blocks * kBlock / 2; }
  // Result blocks are processed in groups of four.
  std::int64_t groups() const { return ceilDiv(result.blocks, 4); }
  std::int64_t vectorsOf(std::int64_t group) const { return std::min<std::int64_t>(4, result.blocks - 4 * group); }
  std::int64_t weightsOf(std::int64_t group) const { return group * 4 * kPositions * pairs() * 2 * kBlock; }
  std::int64_t weightBytes() const { return kPositions * result.blocks * kBlock * source.blocks * kBlock * 2; }

  std::int64_t inputStep() const { return chunk * source.blocks * kBlock + kLineHalves; }  // elements from a position to the next
  std::int64_t sumStep() const { return chunk * 4 * kBlock + kBlock; }
  std::int64_t inputBytes() const { return (kPositions * inputStep() * 2 + 63) / 64 * 64; }
  std::int64_t threadBytes() const { return inputBytes() + kPositions * sumStep() * 4; }
};

// For the gradient of the weights: threads divide the tiles and their sums are added up, or they divide the output channels if the sums are large.
struct GradWeightPlan {
  Images x, dy;
  Tiles tiles;
  std::int64_t padH, padW;
  int tileParts = 1, outputParts = 1;
  std::int64_t mostOutputs = 0;  // most blocks of output channels of one thread
  std::int64_t chunkPairs = 0;   // pairs of tiles of a chunk

  GradWeightPlan(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t dyBlock, int threads);

  int team() const { return tileParts * outputParts; }
  std::int64_t groups() const { return ceilDiv(x.blocks, 4); }
  std::int64_t vectorsOf(std::int64_t group) const { return std::min<std::int64_t>(4, x.blocks - 4 * group); }
  std::int64_t inputStep() const { return chunkPairs * x.blocks * 2 * kBlock + kLineHalves; }
  std::int64_t gradientStep() const { return chunkPairs * mostOutputs * 2 * kBlock + kLineHalves; }
  std::int64_t threadBytes() const { return kPositions * (inputStep() + gradientStep()) * 2; }
  // Strides of the sums, [position][output channel][input channel].
  std::int64_t sumRow() const { return x.blocks * kBlock; }
  std::int64_t sumStep() const { return dy.blocks * kBlock * sumRow(); }
  std::int64_t sumBytes() const { return kPositions * sumStep() * 4; }
  std::int64_t workspaceBytes() const { return team() * threadBytes() + tileParts * sumBytes(); }
};

}  // namespace stepscope::kernels::winograd
