// Converts between histograms of event files, whose buckets have any width, and ours with 64 bins of equal width.
#pragma once

#include "core/base/histogram.h"
#include "core/exchange/event.h"

namespace stepscope {

// A bucket's values are spread evenly over its width, as TensorBoard draws them; mean and deviation are computed from the sums. Empty if there is no
// value.
Histogram histogramOf(const EventHistogram& buckets);
// Every bin becomes a bucket.
EventHistogram bucketsOf(const Histogram& histogram);

}  // namespace stepscope
