// Where a run stands: everything of a checkpoint that is not a tensor.
#pragma once

#include <cstdint>

namespace stepscope {

struct Progress {
  std::int64_t step = 0;           // steps done
  std::int64_t epoch = 0;          // the running epoch, from 0
  std::int64_t sampleInEpoch = 0;  // samples of it that are done
  double seconds = 0;              // trained so far, pauses left out
  // Sums over the samples of the running epoch.
  double epochLossSum = 0, epochCorrect = 0;
  std::int64_t epochSamples = 0;
  double bestAccuracy = -1;
};

}  // namespace stepscope
