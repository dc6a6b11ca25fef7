#include "profiler/analysis/ops/flame_graph.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "profiler/analysis/launches.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

class Tree {
 public:
  explicit Tree(const Trace& trace) : trace_(trace) { nodes_.emplace_back().name = "all"; }
  std::int32_t child(std::int32_t parent, std::uint32_t name, Category category) {
    const auto [known, isNew] = byName_.try_emplace({parent, name}, static_cast<std::int32_t>(nodes_.size()));
    if (isNew) add(parent, std::string(trace_.names.name(name)), category);
    return known->second;
  }
  // A node that is not a single span: a phase, a block of layers.
  std::int32_t group(std::int32_t parent, const std::string& name, Category category) {
    const auto [known, isNew] = groups_.try_emplace({parent, name}, static_cast<std::int32_t>(nodes_.size()));
    if (isNew) add(parent, name, category);
    return known->second;
  }
  std::int32_t add(std::int32_t parent, std::string name, Category category) {
    FlameNode node;
    node.name = std::move(name);
    node.category = category;
    node.parent = parent;
    node.depth = nodes_[static_cast<std::size_t>(parent)].depth + 1;
    nodes_.push_back(std::move(node));
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }
  void count(std::int32_t node, std::int64_t selfNs) {
    ++nodes_[static_cast<std::size_t>(node)].calls;
    nodes_[static_cast<std::size_t>(node)].selfNs += selfNs;
  }
  void less(std::int32_t node, std::int64_t ns) { nodes_[static_cast<std::size_t>(node)].selfNs -= ns; }
  std::vector<FlameNode> take() {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      FlameNode& node = nodes_[i];
      node.selfNs = std::max<std::int64_t>(0, node.selfNs);
      node.totalNs += node.selfNs;
      if (node.parent >= 0) nodes_[static_cast<std::size_t>(node.parent)].totalNs += node.totalNs;
    }
    return std::move(nodes_);
  }

 private:
  const Trace& trace_;
  std::vector<FlameNode> nodes_;
  std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> byName_;
  std::map<std::pair<std::int32_t, std::string>, std::int32_t> groups_;
};

// Spans of our own steps do not nest. Their place in the graph is the phase, then the parts of the layer's name.
class LayerPaths {
 public:
  LayerPaths(const Trace& trace, Tree& tree) : trace_(trace), tree_(tree) {}
  std::int32_t of(std::int32_t thread, std::int32_t node, Category category) {
    const TraceNode* described = nodeOf(trace_, node);
    if (!described || described->layer.empty()) return thread;
    const std::string& layer = described->layer;
    const auto [known, isNew] = known_.try_emplace({thread, node, category}, thread);
    if (!isNew) return known->second;
    std::int32_t at = tree_.group(thread, std::string(nameOf(category)), category);
    for (std::size_t begin = 0; begin <= layer.size();) {
      const std::size_t end = std::min(layer.find('.', begin), layer.size());
      at = tree_.group(at, layer.substr(begin, end - begin), category);
      begin = end + 1;
    }
    return known->second = at;
  }

 private:
  const Trace& trace_;
  Tree& tree_;
  std::map<std::tuple<std::int32_t, std::int32_t, Category>, std::int32_t> known_;
};

// Kineto draws the duration of the recording as a span of a process "Spans", which would take half of all time.
bool isRecordedTime(const Trace& trace, const TraceTrack& track) {
  return track.process >= 0 && trace.processes[static_cast<std::size_t>(track.process)].id == "Spans";
}

bool isStep(const TraceLane& lane, std::size_t i) {
  return lane.category[i] == static_cast<std::uint8_t>(Category::Step);
}

}  // namespace

std::vector<FlameNode> hostFlames(const Trace& trace, const TimeRange& range) {
  Tree tree(trace);
  LayerPaths layers(trace, tree);
  struct Item {
    std::int64_t start;
    std::int32_t lane;
    std::uint32_t index;
  };
  std::vector<Item> items;
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    const TraceTrack& track = trace.tracks[t];
    if (track.counter || track.kind != TrackKind::Thread || isRecordedTime(trace, track)) continue;
    items.clear();
    for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
      const TraceLane& lane = trace.lanes[l];
      if (lane.track != static_cast<std::int32_t>(t)) continue;
      auto i = static_cast<std::size_t>(std::lower_bound(lane.start.begin(), lane.start.end(), range.begin) - lane.start.begin());
      for (; i < lane.size() && lane.start[i] < range.end; ++i)
        if (!isStep(lane, i)) items.push_back({lane.start[i], static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
    }
    if (items.empty()) continue;
    const auto depth = [&](const Item& item) { return trace.lanes[static_cast<std::size_t>(item.lane)].depth; };
    std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return a.start != b.start ? a.start < b.start : depth(a) < depth(b); });
    const std::int32_t thread = tree.add(0, track.name, Category::Other);
    struct Open {
      std::int64_t end;
      std::int32_t node;
    };
    std::vector<Open> open;
    for (const Item& item : items) {
      const TraceLane& lane = trace.lanes[static_cast<std::size_t>(item.lane)];
      const std::int64_t end = item.start + lane.duration[item.index];
      while (!open.empty() && open.back().end <= item.start) open.pop_back();
      const auto category = static_cast<Category>(lane.category[item.index]);
      const std::int32_t parent = open.empty() ? layers.of(thread, lane.node[item.index], category) : open.back().node;
      // A span that ends after its parent by a rounding error is cut to the parent's end.
      const std::int64_t within = open.empty() ? end : std::min(end, open.back().end);
      if (!open.empty()) tree.less(parent, within - item.start);
      const std::int32_t node = tree.child(parent, lane.name[item.index], category);
      tree.count(node, within - item.start);
      open.push_back({within, node});
    }
  }
  return tree.take();
}

std::vector<FlameNode> deviceFlames(const Trace& trace, const TimeRange& range) {
  Tree tree(trace);
  const StreamTimes times(trace);
  std::vector<std::vector<char>> told(trace.lanes.size());
  const auto inRange = [&](const TraceLane& lane, std::size_t i) { return lane.start[i] >= range.begin && lane.start[i] < range.end; };
  forLaunchingOps(
      trace, launchesOf(trace), [](const TraceLane& lane, std::size_t i) { return !isStep(lane, i) && lane.kindOf(i) != SpanKind::Runtime; },
      [&](const Launch& launch, const std::vector<SpanRef>& ops) {
        const TraceLane& work = trace.laneOf(launch.work);
        auto& done = told[static_cast<std::size_t>(launch.work.lane)];
        if (done.empty()) done.resize(work.size());
        if (!isGpuWork(work.kindOf(launch.work.index)) || done[launch.work.index] || !inRange(work, launch.work.index)) return;
        done[launch.work.index] = 1;
        std::int32_t at = 0;
        for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
          const TraceLane& lane = trace.laneOf(*op);
          at = tree.child(at, lane.name[op->index], static_cast<Category>(lane.category[op->index]));
        }
        tree.count(tree.child(at, work.name[launch.work.index], static_cast<Category>(work.category[launch.work.index])),
                   times.ns(work, launch.work.index));
      });
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (lane.kind.empty()) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (isGpuWork(lane.kindOf(i)) && inRange(lane, i) && (told[l].empty() || !told[l][i]))
        tree.count(tree.child(0, lane.name[i], static_cast<Category>(lane.category[i])), times.ns(lane, i));
  }
  return tree.take();
}

std::string foldedStacks(const std::vector<FlameNode>& nodes) {
  std::vector<std::string> paths(nodes.size());
  std::string text;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    std::string name = nodes[i].name;
    std::replace(name.begin(), name.end(), ';', ',');
    std::replace(name.begin(), name.end(), '\n', ' ');
    const std::string& above = paths[static_cast<std::size_t>(nodes[i].parent)];
    paths[i] = above.empty() ? std::move(name) : above + ';' + name;
    if (nodes[i].selfNs > 0) text += paths[i] + ' ' + std::to_string(nodes[i].selfNs) + '\n';
  }
  return text;
}

}  // namespace stepscope
