// The columnar trace: struct of arrays, interned names, int64 nanoseconds on one monotonic clock. Live recording and every
// import end in this one structure, so every analysis and every view works on all of them. Immutable once built.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope {

// One meaning, one colour in every view (see resources/colors).
enum class Category : std::uint8_t { Forward, Backward, Recompute, Optimizer, Data, Validation, Copy, Idle, Step, Other };
std::string_view nameOf(Category category);

class NameTable {
 public:
  std::uint32_t intern(std::string_view name);
  std::string_view name(std::uint32_t id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

struct TraceTrack {
  std::string name;  // "Trainer", "Loader worker 1"
  int sortOrder = 0;
  bool counter = false;
};

// Spans of one lane, sorted by start, never overlapping: nesting is split into lanes when the trace is built.
struct TraceLane {
  std::int32_t track = 0;
  std::int32_t depth = 0;
  std::vector<std::int64_t> start;     // ns
  std::vector<std::int64_t> duration;  // ns
  std::vector<std::uint32_t> name;
  std::vector<std::uint8_t> category;
  std::vector<std::int32_t> node;  // graph node, -1 if none
  std::vector<std::int32_t> step;  // training step, -1 if none
  std::size_t size() const { return start.size(); }
};

struct TraceCounter {
  std::int32_t track = 0;
  std::vector<std::int64_t> time;
  std::vector<double> value;
};

// What the trace knows of a graph node: shown by the inspector.
struct TraceNode {
  std::string op, title, layer, kernel, library, shapes;
  Category category = Category::Other;
  std::int64_t flops = 0, bytes = 0;
  std::vector<std::pair<std::string, double>> candidateMs;
};

struct Trace {
  NameTable names;
  std::vector<TraceTrack> tracks;
  std::vector<TraceLane> lanes;
  std::vector<TraceCounter> counters;
  std::vector<TraceNode> nodes;
  std::int64_t begin = 0, end = 0;  // ns
  std::int64_t dropped = 0;         // spans lost because a ring was full
  std::string source;               // "run 14, steps 410-419"

  std::size_t spanCount() const;
};

}  // namespace stepscope
