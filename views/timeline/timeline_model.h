// What the timeline shows of a trace: rows from top to bottom (steps, phases, layers, ops, other threads, counters), the steps, search,
// hit tests and what a range of time holds. No widgets. A trace that is shown costs about 22 bytes a span beside the trace itself.
#pragma once

#include <QString>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/pyramid.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct TimelineRow {
  enum class Kind { Steps, Phases, Layers, Spans, Counter };
  Kind kind = Kind::Spans;
  QString label;                    // beside the row; empty for the deeper lanes of a track
  bool beginsTrack = false;         // a line parts it from the row above
  int height = 20;                  // px
  const TraceLane* lane = nullptr;  // null for a counter
  std::vector<SpanRef> origin;      // of a derived lane: the trace's span that each span stands for (of a group the first)
  std::int32_t traceLane = -1;      // of a lane of the trace itself: its index
  LanePyramid pyramid;
  const TraceCounter* counter = nullptr;
  double counterMax = 0;
};

struct TimelineStep {
  std::int32_t step = -1;
  double begin = 0, length = 0;  // ns since the trace began
};

struct TimelineHit {
  int row = -1;
  std::uint32_t index = 0;
  bool operator==(const TimelineHit&) const = default;
};

struct RangeSummary {
  double length = 0;     // ns
  std::int64_t ops = 0;  // spans of the trainer's ops that run within
  double busy = 0;       // share of the range in which the trainer was in an op
};

class TimelineModel {
 public:
  // layerRows: also group the ops by layer, one row a level of their scope (at most two).
  explicit TimelineModel(std::shared_ptr<const Trace> trace, bool layerRows = true);
  TimelineModel(const TimelineModel&) = delete;
  TimelineModel& operator=(const TimelineModel&) = delete;

  const Trace& trace() const { return *trace_; }
  double length() const;  // ns, at least 1
  const std::vector<TimelineRow>& rows() const { return rows_; }
  int rowsHeight() const;  // px
  int rowTop(int row) const { return tops_[static_cast<std::size_t>(row)]; }
  int rowAt(int y) const;                        // -1 outside
  int opsRow() const { return opsRow_; }         // -1 if no track has steps or ops
  bool hasLayers() const { return hasLayers_; }  // whether there is anything to group

  const std::vector<TimelineStep>& steps() const { return steps_; }
  double medianStep() const { return medianStep_; }  // ns; 0 without steps
  int stepIndexAt(double time) const;                // the step at or before that time; -1 if none

  double begin(const TimelineHit& hit) const;  // ns since the trace began
  double end(const TimelineHit& hit) const;
  QString label(const TimelineHit& hit) const;       // on the span: "conv2d"
  QString shortLabel(const TimelineHit& hit) const;  // where label() has no room; empty if there is none
  QString layer(const TimelineHit& hit) const;       // "layer1.0.conv1"; empty if none
  std::int32_t node(const TimelineHit& hit) const;   // -1 if none
  std::int32_t step(const TimelineHit& hit) const;
  QString tooltip(const TimelineHit& hit) const;              // rich text
  std::optional<SpanRef> span(const TimelineHit& hit) const;  // of the trace; nothing for a group of spans
  // The span at a time, or the nearest within `tolerance` ns: short spans can be hit too.
  std::optional<TimelineHit> hit(int row, double time, double tolerance) const;
  // The row that shows a span of the trace.
  std::optional<TimelineHit> find(SpanRef span) const;
  // Every span of a node, by time.
  std::vector<TimelineHit> spansOfNode(std::int32_t node) const;
  std::optional<double> counterAt(int row, double time) const;

  // Spans whose name, op, layer or kernel contains the text (case does not matter), by time.
  std::vector<TimelineHit> search(const QString& text) const;
  RangeSummary summarize(double from, double to) const;
  // Tab-separated, with a heading: the spans that run within [from, to), by row and time, at most `limit`.
  QString toTable(double from, double to, std::size_t limit = 20000) const;

 private:
  void addSteps(std::int32_t track);
  void addTrainer(std::int32_t track, bool layerRows);
  void addGroups(const TraceLane& ops, const std::vector<SpanRef>& origin, bool layerRows);
  void addLanes(std::int32_t track);
  void addCounters();
  TimelineRow& addRow(TimelineRow::Kind kind, const QString& label, bool beginsTrack, int height, const TraceLane& lane);
  const TraceNode* nodeOf(const TimelineHit& hit) const;
  const TimelineRow& row(const TimelineHit& hit) const { return rows_[static_cast<std::size_t>(hit.row)]; }

  std::shared_ptr<const Trace> trace_;
  std::deque<TraceLane> derived_;  // a deque: rows point into it
  NameTable groupNames_;           // of the lanes in derived_ that group spans
  std::vector<TimelineRow> rows_;
  std::vector<int> tops_;
  std::vector<TimelineStep> steps_;
  double medianStep_ = 0;
  int opsRow_ = -1;
  bool hasLayers_ = false;
};

}  // namespace stepscope
