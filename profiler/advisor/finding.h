// The result of a rule: found, not found (with the measured figure), or not enough data (with what is missing). A finding has evidence (where to
// look), a cure (what to do) and the gain that the cure can have at most.
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

// What to change: a switch in one of our runs; in a foreign trace, or if no switch helps, a setting as a user writes it.
struct Cure {
  std::string key;         // key of the switch; empty: not one of our switches
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
  // Culprits are given in percent of the time of these spans; empty: of `spans`, which holds only the longest, so that kinds of shorter spans would
  // be missing.
  std::vector<SpanRef> sources;
  bool empty() const { return spans.empty() && ranges.empty() && nodes.empty(); }
};
inline constexpr std::size_t kMostEvidence = 50;  // at most so many entries of each kind

struct Finding {
  std::string rule;   // RuleDef::key
  std::string title;  // RuleDef::title
  Outcome outcome = Outcome::NotEnoughData;
  bool applies = true;  // false (with NotEnoughData): the rule is not about this kind of trace
  double figure = std::numeric_limits<double>::quiet_NaN();
  std::string unit;      // "%" (the sentence states of what), "ms", "x", "samples"
  std::string sentence;  // for NotEnoughData: what is missing
  std::string emphasis;  // the part of the sentence that matters most; may be empty
  std::optional<Cure> cure;
  std::optional<double> gainAtMostMs;  // ms per step; empty: unknown
  Evidence evidence;
  // The places in the program that cause it, the most time first: "aten::item in GPT_0, train.py(52): step (92 %)". Empty if the trace does not show
  // them.
  std::vector<std::string> culprits;
  // The part of the step that the finding concerns, 0 to 1; findings are sorted by it. A known gain counts in full, an unknown one half, and a change
  // of the numerics or of the batch less.
  double weight = 0;
  Category category = Category::Other;  // the category whose colour the figure gets
};

}  // namespace stepscope
