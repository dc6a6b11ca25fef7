// The table of rules. A rule is one file under rules/: a named threshold with its source, a pure function of the facts, and an entry in
// rule_table.cpp. Command line, Diagnosis view, reports and tests read the table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope {

struct Threshold {
  std::string_view name;  // "moderately input-bound"
  double value = 0;
  std::string_view unit;    // "%", "ms"
  std::string_view source;  // the paper or tool that it comes from
};

// A part of the critical path that a rule explains. Any: none in particular.
enum class PathClass : std::uint8_t { Any, Data, Host, Kernel, Communication, Copy, Profiler };
inline constexpr std::size_t kPathClasses = 7;

struct RuleDef {
  std::string_view key;    // "input_bound"
  std::string_view title;  // title of a finding: "The step waits for data"
  std::string_view about;  // what the rule examines: one sentence for the help
  std::vector<Threshold> thresholds;
  Finding (*check)(const AdviceFacts&);
  PathClass explains = PathClass::Any;
  bool ownOnly = false;  // needs switches or counters of our runs; not listed for other traces that lack them
};

// The order is that of findings of equal weight.
const std::vector<RuleDef>& ruleDefs();
const RuleDef* findRule(std::string_view key);  // null: there is none

}  // namespace stepscope
