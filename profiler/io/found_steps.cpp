// Finds training steps in a trace without step marks, as recorded from a running PyTorch program without ProfilerStep: a step goes from the end of
// one update of the weights (Optimizer.step#) to the end of the next; without an optimizer from one wait for data (enumerate(DataLoader)#) to the
// next. Parts cut off at both ends of the recording are not steps.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "profiler/io/assembler.h"
#include "profiler/io/import_stages.h"

namespace stepscope {
namespace {

constexpr std::size_t kLongestPattern = 16;  // most updates in one step, with several optimizers
constexpr double kEndsWithStep = 0.05;       // fraction of a step: if the window ends so soon after an update, it contains whole steps
constexpr std::size_t kFewestWaits = 3;      // two steps between them

constexpr double kLeastOfTime = 0.5;  // spans named "step" that fill less of the time between the first and the last are only parts of a step

enum class Mark : std::uint8_t { None, Step, Unnumbered, Update, Wait };

struct Moment {
  std::int64_t begin, end;
  std::uint32_t name;
};

struct ThreadMarks {
  std::vector<Moment> updates, waits, unnumbered;
};

Mark markOf(std::string_view name) {
  if (name.starts_with("ProfilerStep") || stepNumber(name) >= 0) return Mark::Step;
  if (isUnnumberedStep(name)) return Mark::Unnumbered;
  if (name.starts_with("Optimizer.step#")) return Mark::Update;
  return name.starts_with("enumerate(DataLoader)#") || name.starts_with("enumerate(DataPipe)#") ? Mark::Wait : Mark::None;
}

bool areSteps(std::vector<Moment>& moments) {
  if (moments.size() < 2) return false;
  std::int64_t first = INT64_MAX, last = INT64_MIN, sum = 0;
  for (const Moment& moment : moments) {
    first = std::min(first, moment.begin);
    last = std::max(last, moment.end);
    sum += moment.end - moment.begin;
  }
  return static_cast<double>(sum) >= kLeastOfTime * static_cast<double>(last - first);
}

// Sorts by begin, and leaves out nested ones (an optimizer that wraps another).
void sortOutermost(std::vector<Moment>& moments) {
  std::sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::int64_t until = INT64_MIN;
  std::erase_if(moments, [&](const Moment& moment) {
    const bool inside = moment.end <= until;
    until = std::max(until, moment.end);
    return inside;
  });
}

std::size_t firstWaitFrom(const std::vector<Moment>& waits, std::int64_t time) {
  return static_cast<std::size_t>(std::lower_bound(waits.begin(), waits.end(), time, [](const Moment& m, std::int64_t t) { return m.begin < t; }) -
                                  waits.begin());
}

// Whether a wait for data comes after update `u`, before the next one.
bool waitFollows(const ThreadMarks& marks, std::size_t u) {
  const std::size_t wait = firstWaitFrom(marks.waits, marks.updates[u].end);
  return wait < marks.waits.size() && (u + 1 == marks.updates.size() || marks.waits[wait].begin < marks.updates[u + 1].begin);
}

// The end times of the updates that end a step.
std::vector<std::int64_t> endsOf(const ThreadMarks& marks) {
  const std::vector<Moment>& updates = marks.updates;
  std::size_t period = 1;
  for (; period <= kLongestPattern; ++period) {
    bool repeats = true;
    for (std::size_t u = 0; u + period < updates.size() && repeats; ++u) repeats = updates[u].name == updates[u + period].name;
    if (repeats) break;
  }
  std::vector<std::int64_t> ends;
  if (period > kLongestPattern) return ends;  // no pattern: it is not known which update ends a step
  if (period == 1) {
    // Two optimizers of one class look alike: then only the last update before a wait for data ends a step.
    const bool several = marks.waits.size() >= kFewestWaits && 2 * updates.size() >= 3 * marks.waits.size();
    for (std::size_t u = 0; u < updates.size(); ++u)
      if (!several || waitFollows(marks, u)) ends.push_back(updates[u].end);
    return ends;
  }
  // The last one of the pattern: the one before a wait for data; if there is none, the last name before the pattern repeats.
  std::vector<std::size_t> followed(period, 0);
  for (std::size_t u = 0; u < updates.size(); ++u) followed[u % period] += waitFollows(marks, u);
  const auto most = std::max_element(followed.begin(), followed.end());
  const std::size_t last = *most > 0 ? static_cast<std::size_t>(most - followed.begin()) : period - 1;
  for (std::size_t u = last; u < updates.size(); u += period) ends.push_back(updates[u].end);
  return ends;
}

std::vector<std::int64_t> edgesOf(const ThreadMarks& marks, const Moment& window) {
  std::vector<std::int64_t> edges;
  if (marks.updates.size() >= 2) {
    edges = endsOf(marks);
    if (edges.size() < 2) return {};
    std::vector<std::int64_t> lengths;
    for (std::size_t e = 1; e < edges.size(); ++e) lengths.push_back(edges[e] - edges[e - 1]);
    std::nth_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2), lengths.end());
    const auto usual = static_cast<double>(lengths[lengths.size() / 2]), after = static_cast<double>(window.end - edges.back());
    if (window.begin < edges.front() && after >= 0 && after < kEndsWithStep * usual) edges.insert(edges.begin(), window.begin);
  } else if (marks.updates.empty() && marks.waits.size() >= kFewestWaits) {
    for (const Moment& wait : marks.waits) edges.push_back(wait.begin);
  }
  return edges;
}

}  // namespace

void findSteps(ImportRecords& records) {
  if (records.ownTracks || !records.stepName.empty()) return;
  for (const ImportRecords::ThreadInfo& thread : records.threads)
    if (thread.name == "Steps") return;  // TensorFlow and JAX
  constexpr std::uint8_t kNotAsked = 255;
  std::vector<std::uint8_t> ofName(records.names.size(), kNotAsked);
  std::unordered_map<std::uint32_t, ThreadMarks> threads;  // by track
  Moment window{0, INT64_MIN, 0};
  for (std::size_t i = 0; i < records.spans.start.size(); ++i) {
    records.poll();
    const auto kind = static_cast<SpanKind>(records.spans.kind[i]);
    const std::uint32_t track = records.spans.track[i], name = records.spans.name[i];
    if (track == kNoTrack) continue;
    const Moment moment{records.spans.start[i], records.spans.start[i] + records.spans.duration[i], name};
    if (kind == SpanKind::Overhead && moment.end > window.end && records.names.name(name).starts_with("PyTorch Profiler")) window = moment;
    if (kind != SpanKind::Annotation) continue;
    if (ofName[name] == kNotAsked) ofName[name] = static_cast<std::uint8_t>(markOf(records.names.name(name)));
    switch (static_cast<Mark>(ofName[name])) {
      case Mark::Step: return;  // the trace marks its steps
      case Mark::Unnumbered: threads[track].unnumbered.push_back(moment); break;
      case Mark::Update: threads[track].updates.push_back(moment); break;
      case Mark::Wait: threads[track].waits.push_back(moment); break;
      case Mark::None: break;
    }
  }
  // The thread with the most updates, else the one with the most waits.
  const ThreadMarks* best = nullptr;
  std::uint32_t of = 0;
  for (auto& [track, marks] : threads) {
    if (areSteps(marks.unnumbered)) {
      records.unnumberedSteps = true;
      return;
    }
    sortOutermost(marks.updates);
    sortOutermost(marks.waits);
    const auto rank = [](const ThreadMarks& m) { return std::pair(m.updates.size(), m.waits.size()); };
    if (!best || rank(marks) > rank(*best) || (rank(marks) == rank(*best) && track < of)) {
      best = &marks;
      of = track;
    }
  }
  if (!best) return;
  const std::vector<std::int64_t> edges = edgesOf(*best, window);
  for (std::size_t e = 1; e < edges.size(); ++e) {
    SpanInput step;
    step.thread = records.tracks[of].thread;
    step.kind = SpanKind::Annotation;
    step.time = edges[e - 1];
    step.duration = edges[e] - edges[e - 1];
    step.name = records.names.intern("Step " + std::to_string(e - 1));
    step.hasArguments = false;
    records.addSpan(of, step);
  }
  if (edges.size() >= 2)
    records.note(best->updates.size() >= 2 ? "the trace marks no steps: they were found by the ends of its optimizer's updates"
                                           : "the trace marks no steps: they were found by its waits for data",
                 false);
}

}  // namespace stepscope
