// Traces written down span by span, for tests with exact numbers.
#pragma once

#include <string>
#include <vector>

#include "profiler/trace/recorder.h"

namespace stepscope {

class TraceBuilder {
 public:
  // Times in ns. Spans of one track in any order that ends inner spans first.
  TraceBuilder& span(const std::string& track, const std::string& name, Category category, std::int64_t start, std::int64_t duration,
                     std::int32_t node = -1, std::int32_t step = -1) {
    recorder_.track(track, order(track), false, roleOfName(track)).write({start, duration, recorder_.intern(name), node, step, category});
    return *this;
  }
  // Work of a GPU, or a call that starts it; spans of one correlation are joined by an arrow.
  TraceBuilder& gpu(const std::string& track, const std::string& name, SpanKind kind, std::int64_t start, std::int64_t duration,
                    std::uint32_t correlation = 0, std::int32_t node = -1, std::int32_t step = -1, const std::string& json = {}) {
    SpanRecord record{start, duration, recorder_.intern(name), node, step, Category::Other, kind, correlation, 0};
    if (!json.empty()) record.arguments = recorder_.arguments(json);
    if (isGpuWork(kind)) recorder_.describe(track, TrackKind::Stream, 0, 7);
    recorder_.track(track, order(track), false, roleOfName(track)).write(record);
    return *this;
  }
  TraceBuilder& node(const std::string& title, const std::string& layer, Category category, std::int64_t flops = 0, std::int64_t bytes = 0) {
    TraceNode node;
    node.op = title;
    node.title = title;
    node.layer = layer;
    node.category = category;
    node.flops = flops;
    node.bytes = bytes;
    nodes_.push_back(node);
    return *this;
  }
  TraceBuilder& sample(const std::string& track, std::int64_t time, double value) {
    recorder_.enable(true);
    recorder_.track(track, 100, true, roleOfName(track)).sample(time, value);
    return *this;
  }
  Trace build() { return recorder_.take(nodes_, "built by a test"); }

 private:
  static int order(const std::string& track) { return track == "Trainer" ? 0 : 10; }
  Recorder recorder_;
  std::vector<TraceNode> nodes_;
};

}  // namespace stepscope
