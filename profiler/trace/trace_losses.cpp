#include "profiler/trace/trace_losses.h"

#include <fmt/format.h>

namespace stepscope {
namespace {

constexpr std::size_t kTold = 3;  // number of reasons shown for each kind, the most frequent first; the summary of the trace lists all

// "2 times: duration is negative; ts is missing; and 2 more reasons".
std::string reasonsOf(const Trace& trace, bool dropped) {
  std::string text;
  std::size_t told = 0, more = 0;
  for (const TraceNote& note : trace.notes) {
    if (note.dropped != dropped) continue;
    if (told == kTold) {
      ++more;
      continue;
    }
    text += told++ > 0 ? "; " : "";
    text += (note.count == 1 ? std::string() : fmt::format("{} times", note.count) + ": ") + note.reason;
  }
  if (more > 0) text += "; " + (more == 1 ? std::string("and 1 more reason") : fmt::format("and {} more reasons", more));
  return text;
}

}  // namespace

std::string lossesOf(const Trace& trace) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (trace.dropped > 0) {
    const std::string why = reasonsOf(trace, true);
    if (trace.dropped == 1) add(why.empty() ? std::string("1 record left out") : fmt::format("1 record left out ({})", why));
    else add(why.empty() ? fmt::format("{} records left out", trace.dropped) : fmt::format("{} records left out ({})", trace.dropped, why));
  }
  if (trace.endsEarly) add("the file is cut off: what came later is not known");
  if (const std::string odd = reasonsOf(trace, false); !odd.empty()) add("kept with a remark: " + odd);
  return text;
}

}  // namespace stepscope
