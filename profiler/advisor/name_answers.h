// Evaluates a condition on names once per name instead of once per span: traces have few names and millions of spans.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

class NameAnswers {
 public:
  template <class Asked>  // bool(std::string_view name)
  NameAnswers(const Trace& trace, const Asked& asked) {
    answers_.reserve(trace.names.size());
    for (std::uint32_t n = 0; n < trace.names.size(); ++n) answers_.push_back(asked(trace.names.name(n)));
  }
  bool operator()(const TraceLane& lane, std::size_t i) const { return answers_[lane.name[i]] != 0; }

 private:
  std::vector<char> answers_;
};

}  // namespace stepscope
