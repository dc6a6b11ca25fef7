// Times every node of a program's steps while it is set as observer. Costs two clock reads per node.
#pragma once

#include <cstdint>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

class NodeTimes : public StepObserver {
 public:
  explicit NodeTimes(const Program& program) : runs_(program.graph().nodes().size()) {}

  void before(NodeId) override;
  bool after(NodeId node) override;

  // The median of the runs of each node, milliseconds; 0 for a node that did not run (a view).
  std::vector<double> medianMs() const;

 private:
  std::int64_t begin_ = 0;
  std::vector<std::vector<std::int64_t>> runs_;  // nanoseconds, one list per node
};

}  // namespace stepscope
