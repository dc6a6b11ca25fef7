#include "profiler/analysis/ops/op_labels.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::string_view kModule = "nn.Module: ";

std::string labelOf(const TraceNode& node, OpGrouping by) {
  const std::string& title = titleOf(node);
  switch (by) {
    case OpGrouping::Layer: return node.layer;
    case OpGrouping::Kernel: return node.library.empty() ? node.kernel : node.kernel + " (" + node.library + ")";
    case OpGrouping::Shape: return node.shapes.empty() ? title : title + " " + node.shapes;
    default: return title;
  }
}

}  // namespace

OpLabels::OpLabels(const Trace& trace, OpGrouping by, bool onGpu) : trace_(trace), by_(by), onGpu_(onGpu), names_(trace.names.size()) {
  if (by == OpGrouping::Node) {
    for (const NodeKey& key : nodeKeys(trace)) ofNode_.push_back(ofText(toString(key)));
  } else if (by != OpGrouping::Stream) {
    for (const TraceNode& node : trace.nodes) {
      const std::string text = labelOf(node, by);
      ofNode_.push_back(text.empty() ? 0 : ofText(text));
    }
  }
  std::set<std::int32_t> devices;
  for (const TraceTrack& track : trace.tracks)
    if (track.kind == TrackKind::Stream) devices.insert(track.device);
  for (const TraceTrack& track : trace.tracks) {
    const bool told = devices.size() > 1 && track.kind == TrackKind::Stream;
    ofTrack_.push_back(ofText(told ? "GPU " + std::to_string(track.device) + " " + track.name : track.name));
  }
  if (by == OpGrouping::Layer && trace.nodes.empty()) {
    // The frames of modules may be on another track than the ops. That track has the same process and the same thread number.
    modules_.resize(trace.tracks.size());
    tells_ = false;
    const auto isModule = [&](const TraceLane& lane, std::size_t i) {
      return lane.kindOf(i) == SpanKind::Python && trace.names.name(lane.name[i]).starts_with(kModule);
    };
    for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
      const TraceTrack& frames = trace.tracks[t];
      std::vector<SelfSegment> segments = selfSegments(trace, static_cast<std::int32_t>(t), trace.begin, trace.end, isModule);
      if (segments.empty()) continue;
      tells_ = true;
      for (std::size_t other = 0; other < trace.tracks.size(); ++other)
        if (trace.tracks[other].kind == TrackKind::Thread && trace.tracks[other].process == frames.process && trace.tracks[other].id == frames.id)
          modules_[other] = segments;
    }
  }
  if (by == OpGrouping::Node) tells_ = !trace.nodes.empty();
}

std::size_t OpLabels::moduleAt(const TraceLane& lane, std::size_t i) {
  const std::vector<SelfSegment>& segments = modules_[static_cast<std::size_t>(lane.track)];
  const auto after = std::upper_bound(segments.begin(), segments.end(), lane.start[i],
                                      [](std::int64_t time, const SelfSegment& segment) { return time < segment.begin; });
  if (after == segments.begin() || (after - 1)->end <= lane.start[i]) return 0;
  const SpanRef frame = (after - 1)->span;
  const std::string_view name = trace_.names.name(trace_.laneOf(frame).name[frame.index]);
  return ofText(std::string(name.substr(kModule.size())));
}

const std::string& OpLabels::dimensionsOf(const TraceLane& lane, std::size_t i) {
  dimensions_.clear();
  const std::uint64_t handle = lane.argumentsOf(i);
  if (handle == kNoArguments || !trace_.arguments) return dimensions_;
  const nlohmann::json json = nlohmann::json::parse(trace_.arguments->json(handle), nullptr, false);
  if (!json.is_object()) return dimensions_;
  for (const char* key : {"Input Dims", "Input dims"})  // the first spelling since 2021
    if (const auto found = json.find(key); found != json.end()) dimensions_ = found->is_string() ? found->get<std::string>() : found->dump();
  return dimensions_;
}

std::size_t OpLabels::ofOp(const TraceLane& lane, std::size_t i) {
  if (by_ == OpGrouping::Stream) return ofTrack(lane.track);
  const std::int32_t node = lane.node[i];
  if (node >= 0 && static_cast<std::size_t>(node) < ofNode_.size()) return ofNode_[static_cast<std::size_t>(node)];
  switch (by_) {
    case OpGrouping::Op: return ofName(lane.name[i]);
    case OpGrouping::Shape: {
      const std::string& dimensions = dimensionsOf(lane, i);
      return dimensions.empty() ? ofName(lane.name[i]) : ofText(std::string(trace_.names.name(lane.name[i])) + " " + dimensions);
    }
    case OpGrouping::Layer: return modules_.empty() ? 0 : moduleAt(lane, i);
    default: return 0;
  }
}

std::size_t OpLabels::ofWork(const TraceLane& lane, std::size_t i) {
  if (by_ == OpGrouping::Kernel) return ofName(lane.name[i]);
  if (by_ == OpGrouping::Stream) return ofTrack(lane.track);
  const std::int32_t node = lane.node[i];
  return node >= 0 && static_cast<std::size_t>(node) < ofNode_.size() ? ofNode_[static_cast<std::size_t>(node)] : 0;
}

std::string OpLabels::text(std::size_t label) const {
  if (label == 0) return {};
  --label;
  return std::string(label < names_ ? trace_.names.name(static_cast<std::uint32_t>(label)) : texts_.name(static_cast<std::uint32_t>(label - names_)));
}

}  // namespace stepscope
