// What a rule answers: found, not found with the figure, or not enough data with what is missing. A finding carries what one can look at
// (evidence), what to do (cure) and what that can bring at most.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

enum class Outcome : std::uint8_t { Found, NotFound, NotEnoughData };
std::string nameOf(Outcome outcome);  // "found", "not_found", "not_enough_data"

// What to change. Of a run of ours a switch; of a foreign trace, and where no switch does it, a setting as one writes it.
struct Cure {
  std::string key;         // of the switch; empty: none of ours
  std::string title;       // "Loader workers"
  std::string from, to;    // as the project file has them: "0", "4"
  std::int64_t value = 0;  // `to` for SwitchDef::set
  std::string setting;     // "num_workers = 4", "DataLoader(num_workers=4)": one line to copy
  bool isSwitch() const { return !key.empty(); }
  std::string text() const;  // "num_workers 0 -> 4", or the setting
};

// Where to look, the worst first.
struct Evidence {
  std::vector<SpanRef> spans;
  std::vector<TimeRange> ranges;
  std::vector<std::int32_t> nodes;
  // What the parts of culprits are counted over; empty: `spans`, which are the longest only and would leave kinds of shorter ones out.
  std::vector<SpanRef> sources;
  bool empty() const { return spans.empty() && ranges.empty() && nodes.empty(); }
};
inline constexpr std::size_t kMostEvidence = 50;  // of each kind

struct Finding {
  std::string rule;   // RuleDef::key
  std::string title;  // RuleDef::title
  Outcome outcome = Outcome::NotEnoughData;
  bool applies = true;  // false of NotEnoughData: such a trace is not what the rule is about
  double figure = std::numeric_limits<double>::quiet_NaN();
  std::string unit;      // "%" (of what, the sentence says), "ms", "x", "samples"
  std::string sentence;  // of NotEnoughData: what is missing
  std::string emphasis;  // the part of the sentence that matters most; may be empty
  std::optional<Cure> cure;
  std::optional<double> gainAtMostMs;  // of a step; nothing: unknown
  Evidence evidence;
  // Where in the program it comes from, the most time first: "aten::item in GPT_0, train.py(52): step: 3.2 ms". Empty where the trace does not tell.
  std::vector<std::string> culprits;
  // The part of the step that it concerns, 0 to 1: what findings are ordered by. A gain that is known counts in full, one that is not
  // counts half, and what changes the mathematics or the batch less.
  double weight = 0;
  Category category = Category::Other;  // whose colour the figure has
};

}  // namespace stepscope
