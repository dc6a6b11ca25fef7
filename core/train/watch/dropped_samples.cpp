#include "core/train/watch/dropped_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace stepscope {

std::int64_t droppedSamples(std::int64_t samples, std::int64_t batchSize) {
  return batchSize > 0 ? samples % batchSize : 0;
}

std::string describeDropped(std::int64_t samples, std::int64_t batchSize) {
  const std::int64_t dropped = droppedSamples(samples, batchSize);
  if (dropped == 0) return {};
  // Between half and twice the batch size, the nearest one of those that leave out the fewest samples.
  std::int64_t best = batchSize;
  for (std::int64_t size = std::max<std::int64_t>(2, batchSize / 2); size <= std::min(samples, 2 * batchSize); ++size) {
    const std::int64_t here = droppedSamples(samples, size), there = droppedSamples(samples, best);
    if (here < there || (here == there && best != batchSize && std::abs(size - batchSize) < std::abs(best - batchSize))) best = size;
  }
  std::string text =
      fmt::format("each epoch leaves out {} of {} samples, different ones each time: they would not fill a batch of {} (switches.batch_size", dropped,
                  samples, batchSize);
  if (best != batchSize) text += fmt::format("; {} leaves out {}", best, droppedSamples(samples, best));
  return text + ")";
}

}  // namespace stepscope
