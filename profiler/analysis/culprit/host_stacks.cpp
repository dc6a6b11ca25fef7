#include "profiler/analysis/culprit/host_stacks.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::string_view kModule = "nn.Module: ";

constexpr std::string_view kAutograd = "autograd::engine::evaluate_function: ";

// Ops of torch.compile that wrap all others and give no information.
bool isWrapper(std::string_view op) {
  return op.starts_with("Torch-Compiled Region") || op.starts_with("CompiledFunction") || op.starts_with("## Call CompiledFxGraph");
}

std::size_t lastStartingBy(const TraceLane& lane, std::int64_t time) {
  return static_cast<std::size_t>(std::upper_bound(lane.start.begin(), lane.start.end(), time) - lane.start.begin());
}

// The line of Python in the argument "Call stack", which Kineto wrote before it recorded frames as spans: frames separated by ";", the innermost
// first. Returns the innermost frame that is not library code, else the innermost one.
std::string lineOfCallStack(const std::string& stack) {
  std::string innermost;
  for (std::size_t begin = 0; begin < stack.size();) {
    const std::size_t end = std::min(stack.find(';', begin), stack.size());
    const std::string frame = stack.substr(begin, end - begin);
    begin = end + 1;
    if (innermost.empty()) innermost = frame;
    if (!frame.empty() && !isLibraryFrame(frame)) return frame;
  }
  return innermost;
}

}  // namespace

bool isPythonFrame(std::string_view name) {
  return name.starts_with(kModule) || name.starts_with("<built-in") || name.find(".py(") != std::string_view::npos;
}

bool isLibraryFrame(std::string_view name) {
  constexpr std::array kStarts{"torch/", "jax/",         "jaxlib/",          "flax/",         "tensorflow/",  "keras/",     "numpy/",   "scipy/",
                               "PIL/",   "threading.py", "multiprocessing/", "contextlib.py", "functools.py", "importlib/", "runpy.py", "socket.py",
                               "ssl.py", "selectors.py", "queue.py",         "tqdm/",         "<frozen"};
  constexpr std::array kParts{"site-packages/", "dist-packages/", "/lib/python3", "torchvision/"};
  if (name.starts_with("<built-in") || name.starts_with(kModule)) return true;
  return std::any_of(kStarts.begin(), kStarts.end(), [&](const char* start) { return name.starts_with(start); }) ||
         std::any_of(kParts.begin(), kParts.end(), [&](const char* part) { return name.find(part) != std::string_view::npos; });
}

std::string ProgramPlace::text() const {
  std::string text = op;
  if (!module.empty()) text += (text.empty() ? "" : " in ") + module;
  else if (!range.empty()) text += (text.empty() ? "" : " in ") + range;
  if (!line.empty()) text += (text.empty() ? "" : ", ") + line;
  return text;
}

HostStacks::HostStacks(const Trace& trace) : trace_(trace), lanes_(trace.tracks.size()) {
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) lanes_[static_cast<std::size_t>(trace.lanes[l].track)].push_back(static_cast<std::int32_t>(l));
  // Python frames may be on a separate track that has the thread's number; they belong to that thread.
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    if (trace.tracks[t].kind != TrackKind::Annotation) continue;
    for (std::size_t thread = 0; thread < trace.tracks.size(); ++thread) {
      const TraceTrack &beside = trace.tracks[t], &of = trace.tracks[thread];
      if (of.kind != TrackKind::Thread || of.counter || beside.process != of.process || beside.id != of.id || beside.device >= 0) continue;
      for (std::size_t l = 0; l < trace.lanes.size(); ++l)
        if (trace.lanes[l].track == static_cast<std::int32_t>(t)) lanes_[thread].push_back(static_cast<std::int32_t>(l));
    }
  }
}

std::string_view HostStacks::name(SpanRef span) const {
  return trace_.names.name(trace_.laneOf(span).name[span.index]);
}

std::vector<SpanRef> HostStacks::at(std::int32_t track, std::int64_t time) const {
  std::vector<SpanRef> open;
  for (const std::int32_t l : lanesOf(track)) {
    const TraceLane& lane = trace_.lanes[static_cast<std::size_t>(l)];
    const std::size_t after = lastStartingBy(lane, time);
    if (after == 0 || lane.start[after - 1] + lane.duration[after - 1] < time) continue;
    open.push_back({l, static_cast<std::uint32_t>(after - 1)});
  }
  const auto start = [&](SpanRef span) { return trace_.laneOf(span).start[span.index]; };
  const auto length = [&](SpanRef span) { return trace_.laneOf(span).duration[span.index]; };
  std::stable_sort(open.begin(), open.end(),
                   [&](SpanRef a, SpanRef b) { return start(a) != start(b) ? start(a) < start(b) : length(a) > length(b); });
  return open;
}

// The spans that contain `span`, including itself: those open at its begin that do not end before it. A shorter span that begins at the same moment
// lies inside it.
std::vector<SpanRef> HostStacks::holding(SpanRef span) const {
  const TraceLane& lane = trace_.laneOf(span);
  std::vector<SpanRef> open = at(lane.track, lane.start[span.index]);
  const std::int64_t end = lane.start[span.index] + lane.duration[span.index];
  std::erase_if(open, [&](SpanRef other) {
    const TraceLane& of = trace_.laneOf(other);
    return of.start[other.index] + of.duration[other.index] < end;
  });
  return open;
}

void HostStacks::readStack(const std::vector<SpanRef>& spans, ProgramPlace& place) const {
  std::string innermost;
  for (const SpanRef& span : spans) {
    const TraceLane& lane = trace_.laneOf(span);
    const std::string_view text = name(span);
    const SpanKind kind = lane.kindOf(span.index);
    if (static_cast<Category>(lane.category[span.index]) == Category::Step) continue;  // a step contains everything, and has its own number
    if (text.starts_with(kModule)) {
      place.module += (place.module.empty() ? "" : "/") + std::string(text.substr(kModule.size()));
    } else if (isPythonFrame(text)) {
      if (!text.starts_with("<built-in")) innermost = text;
      if (!isLibraryFrame(text)) place.line = text;
    } else if (kind == SpanKind::CpuOp && (place.op.empty() || isWrapper(place.op))) {
      place.op = text.starts_with(kAutograd) ? text.substr(kAutograd.size()) : text;
    } else if (kind == SpanKind::Annotation) {
      place.range = text;
    }
    const TraceNode* node = nodeOf(trace_, lane.node[span.index]);
    if (!node) continue;
    place.op = node->title;
    place.module = node->layer;
  }
  if (place.line.empty()) place.line = innermost;
}

ProgramPlace HostStacks::placeOf(SpanRef span) const {
  if (!isGpuWork(trace_.laneOf(span).kindOf(span.index))) return placeOfStack(holding(span));
  for (const std::uint32_t flow : flowsTo(trace_, span))
    if (trace_.flows.kind[flow] == static_cast<std::uint8_t>(FlowKind::Launch)) return placeOfStack(holding(trace_.flows.from[flow]));
  return placeOfStack({span});
}

ProgramPlace HostStacks::placeAt(std::int32_t track, std::int64_t time) const {
  return placeOfStack(at(track, time));
}

ProgramPlace HostStacks::placeOfStack(const std::vector<SpanRef>& stack) const {
  ProgramPlace place;
  readStack(stack, place);
  if (place.module.empty() || place.line.empty())
    for (auto held = stack.rbegin(); held != stack.rend(); ++held) {
      const auto flows = flowsTo(trace_, *held);
      const auto arrow = std::find_if(flows.begin(), flows.end(), [&](std::uint32_t flow) {
        return trace_.flows.kind[flow] == static_cast<std::uint8_t>(FlowKind::ForwardBackward);
      });
      if (arrow == flows.end()) continue;
      ProgramPlace forward;
      readStack(holding(trace_.flows.from[*arrow]), forward);
      if (place.module.empty()) place.module = forward.module;
      if (place.line.empty()) place.line = forward.line;
      break;
    }
  if (place.line.empty() && trace_.arguments)
    for (auto held = stack.rbegin(); held != stack.rend() && place.line.empty(); ++held) {
      const TraceLane& of = trace_.laneOf(*held);
      if (of.kindOf(held->index) != SpanKind::CpuOp || of.argumentsOf(held->index) == kNoArguments) continue;
      try {
        const auto json = nlohmann::json::parse(trace_.arguments->json(of.argumentsOf(held->index)), nullptr, false);
        if (!json.is_object()) continue;
        if (const auto found = json.find("Call stack"); found != json.end() && found->is_string())
          place.line = lineOfCallStack(found->get_ref<const std::string&>());
      } catch (const Error&) {
        break;  // break;  // the file is deleted: fewer details are known
      }
    }
  return place;
}

}  // namespace stepscope
