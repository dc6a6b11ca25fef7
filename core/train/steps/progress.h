// Where a run stands: everything of a checkpoint that is not a tensor.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace stepscope {

struct Progress {
  std::int64_t step = 0;           // steps done
  std::int64_t epoch = 0;          // the running epoch, from 0
  std::int64_t sampleInEpoch = 0;  // samples of it that are done
  double seconds = 0;              // trained so far, pauses left out
  // Sums over the samples of the running epoch.
  double epochLossSum = 0;
  std::vector<double> epochMetricSums;  // of the metrics: what TaskMetrics::read() gave
  std::int64_t epochSamples = 0;
  std::int64_t skippedSteps = 0;                           // steps whose gradients overflowed in fp16: counted in `step`, but no parameter changed
  double best = std::numeric_limits<double>::quiet_NaN();  // of the validations so far, by the task's measure; NaN: none yet
  // The batches gathered since the last update, where an update takes several (switches.accumulation). Sums over their samples, as above;
  // weight: answers that count.
  std::int64_t gathered = 0, gatheredSamples = 0;
  double gatheredWeight = 0, gatheredLossSum = 0;
  std::vector<double> gatheredMetricSums;
};

}  // namespace stepscope
