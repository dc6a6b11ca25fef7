#include "profiler/analysis/culprit/culprits.h"

#include <algorithm>
#include <map>

#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kMostOfIt = 0.5;
constexpr std::size_t kDeepest = 200;

struct Frame {
  std::int64_t ns = 0, count = 0;
  std::map<std::uint32_t, Frame> inside;  // by name
};

// "<built-in method sleep>" for "<built-in method sleep of time object at 0x7f...>": the address differs in every run.
std::string withoutAddress(std::string frame) {
  const std::size_t of = frame.starts_with("<built-in") ? frame.find(" of ") : std::string::npos;
  return of == std::string::npos ? frame : frame.substr(0, of) + ">";
}

struct Span {
  std::int64_t begin, end;
  std::uint32_t name;
};

}  // namespace

std::vector<Culprit> culpritsOf(const HostStacks& stacks, const std::vector<SpanRef>& spans, std::size_t most) {
  std::map<std::string, Culprit> byPlace;
  for (const SpanRef& span : spans) {
    std::string place = stacks.placeOf(span).text();
    if (place.empty()) continue;
    Culprit& culprit = byPlace[place];
    culprit.place = place;
    culprit.ns += stacks.trace().laneOf(span).duration[span.index];
    ++culprit.count;
  }
  std::vector<Culprit> culprits;
  for (auto& [place, culprit] : byPlace) culprits.push_back(std::move(culprit));
  std::stable_sort(culprits.begin(), culprits.end(), [](const Culprit& a, const Culprit& b) { return a.ns > b.ns; });
  if (culprits.size() > most) culprits.resize(most);
  return culprits;
}

std::vector<Culprit> dominantFrames(const HostStacks& stacks, std::int32_t track, const std::vector<TimeRange>& ranges) {
  const Trace& trace = stacks.trace();
  if (track < 0) return {};
  Frame root;
  for (const TimeRange& range : ranges) {
    std::vector<Span> spans;
    for (const std::int32_t l : stacks.lanesOf(track)) {
      const TraceLane& lane = trace.lanes[static_cast<std::size_t>(l)];
      for (std::size_t i = firstEndingAfter(lane, range.begin); i < lane.size() && lane.start[i] < range.end; ++i) {
        // A frame that holds the whole range (the step, the wait itself) does not show in which part of it the time was spent.
        if (lane.start[i] <= range.begin && lane.start[i] + lane.duration[i] >= range.end) continue;
        if (lane.kindOf(i) == SpanKind::Runtime && waitsForGpu(trace.names.name(lane.name[i]), SpanKind::Runtime))
          continue;  // a wait for the GPU shows only that the host had nothing to do
        spans.push_back({std::max(lane.start[i], range.begin), std::min(lane.start[i] + lane.duration[i], range.end), lane.name[i]});
      }
    }
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
    std::vector<std::pair<std::int64_t, Frame*>> open;  // (end, frame)
    for (const Span& span : spans) {
      while (!open.empty() && open.back().first <= span.begin) open.pop_back();
      if (open.size() >= kDeepest) continue;
      Frame& frame = (open.empty() ? root : *open.back().second).inside[span.name];
      frame.ns += span.end - span.begin;
      ++frame.count;
      open.push_back({span.end, &frame});
    }
    root.ns += range.end - range.begin;
  }
  const Frame* at = &root;
  std::string own, innermost;
  const Frame* ofOwn = nullptr;
  while (true) {
    const auto largest =
        std::max_element(at->inside.begin(), at->inside.end(), [](const auto& a, const auto& b) { return a.second.ns < b.second.ns; });
    if (largest == at->inside.end() || static_cast<double>(largest->second.ns) < kMostOfIt * static_cast<double>(at->ns)) break;
    at = &largest->second;
    innermost = trace.names.name(largest->first);
    if (isPythonFrame(innermost) && !isLibraryFrame(innermost)) {
      own = innermost;
      ofOwn = at;
    }
  }
  if (at == &root) return {};
  if (!ofOwn) return {{withoutAddress(innermost), at->ns, at->count}};
  return {{own == innermost ? own : own + " > " + withoutAddress(innermost), at->ns, at->count}};
}

}  // namespace stepscope
