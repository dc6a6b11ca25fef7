#include "core/backend/node_times.h"

#include <algorithm>

#include "core/base/clock.h"

namespace stepscope {

void NodeTimes::before(NodeId) {
  begin_ = nowNs();
}

bool NodeTimes::after(NodeId node) {
  runs_[node].push_back(nowNs() - begin_);
  return true;
}

std::vector<double> NodeTimes::medianMs() const {
  std::vector<double> ms;
  ms.reserve(runs_.size());
  for (std::vector<std::int64_t> times : runs_) {
    if (times.empty()) {
      ms.push_back(0);
      continue;
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    ms.push_back(static_cast<double>(*middle) * 1e-6);
  }
  return ms;
}

}  // namespace stepscope
