// The position of a run: everything in a checkpoint that is not a tensor.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

struct Progress {
  std::int64_t step = 0;           // steps done
  std::int64_t epoch = 0;          // the current epoch, from 0
  std::int64_t sampleInEpoch = 0;  // finished samples of that epoch
  double seconds = 0;              // training time so far, without pauses
  // Sums over the samples of the current epoch.
  double epochLossSum = 0;
  std::vector<double> epochMetricSums;  // for each metric: the sums from TaskMetrics::read()
  std::int64_t epochSamples = 0;
  std::int64_t skippedSteps = 0;                           // steps whose gradients overflowed in fp16: counted in `step`, but no parameter changed
  double best = std::numeric_limits<double>::quiet_NaN();  // best validation so far, by the task's metric; NaN: none yet
  // The batches accumulated since the last update, if an update takes several (switches.accumulation). Sums over their samples, as above;
  // gatheredWeight: their number of counted answers (accumulation.h).
  std::int64_t gathered = 0, gatheredSamples = 0;
  double gatheredWeight = 0, gatheredLossSum = 0;
  std::vector<double> gatheredMetricSums;
};

}  // namespace stepscope
