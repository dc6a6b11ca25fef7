// The timeline's model of a trace: rows from top to bottom (steps, phases, layers, ops, other threads, counters), the groups they fold into, the
// steps, search, hit tests and the contents of a time range. No widgets. The layout decides which rows are visible and where (timeline_layout.h). It
// takes about 22 bytes per span in addition to the trace.
#pragma once

#include <QString>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/counter_pyramid.h"
#include "profiler/trace/pyramid.h"
#include "profiler/trace/trace.h"
#include "views/timeline/timeline_colors.h"

namespace stepscope {

struct TimelineRow {
  enum class Kind { Group, Steps, Phases, Layers, Spans, Marks, Counter };
  Kind kind = Kind::Spans;
  QString label;                    // beside the row; empty for the deeper lanes of a track
  bool beginsTrack = false;         // a line separates it from the row above
  int height = 20;                  // px
  int indent = 0;                   // number of groups around its own group
  int group = -1;                   // the innermost group it belongs to
  int heads = -1;                   // the group that has this row as its first and folds into it; -1: none
  const TraceLane* lane = nullptr;  // null for a counter and for the head of a group of tracks
  std::vector<SpanRef> origin;      // for a derived lane: the span of the trace from which each of its spans is made (for a group the first)
  std::int32_t traceLane = -1;      // for a lane of the trace: its index
  std::int32_t track = -1;          // in the trace; -1: several tracks
  std::vector<std::uint8_t> keys;   // colour keys of its spans; empty: their category
  LanePyramid pyramid;
  const TraceCounter* counter = nullptr;
  CounterPyramid samples;
  double counterMin = 0, counterMax = 0;  // range that includes 0
};

// Rows [header, end) that fold into the first one: the lanes of a track, the tracks of a process.
struct TimelineGroup {
  QString label;
  int parent = -1;
  int header = 0, end = 0;
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
  std::int64_t ops = 0;  // number of the trainer's ops that overlap the range
  double busy = 0;       // part of the range in which the trainer ran an op
};

struct TimelineOptions {
  bool layerRows = true;  // also group the ops by layer, one row per level of their scope (at most two)
  TimelineColors colors = TimelineColors::Category;
};

class TimelineModel {
 public:
  explicit TimelineModel(std::shared_ptr<const Trace> trace, TimelineOptions options = {});
  TimelineModel(const TimelineModel&) = delete;
  TimelineModel& operator=(const TimelineModel&) = delete;

  const Trace& trace() const { return *trace_; }
  double length() const;  // ns, at least 1
  const std::vector<TimelineRow>& rows() const { return rows_; }
  const std::vector<TimelineGroup>& groups() const { return groups_; }  // outer groups before inner ones
  QString groupPath(int group) const;                                   // "process 4 / GPU 0": identifies the group in another model
  TimelineColors colors() const { return keys_.colors(); }
  std::vector<TimelineKeys::Entry> legend() const { return keys_.legend(); }
  int opsRow() const { return opsRow_; }         // -1 if no track has steps or ops
  bool hasLayers() const { return hasLayers_; }  // whether the ops can be grouped by layer

  const std::vector<TimelineStep>& steps() const { return steps_; }
  double medianStep() const { return medianStep_; }  // ns; 0 without steps
  int stepIndexAt(double time) const;                // the step at or before that time; -1 if none

  double begin(const TimelineHit& hit) const;  // ns since the trace began
  double end(const TimelineHit& hit) const;
  QString trackName(std::int32_t track) const;         // "stream 7"
  static QString trackTitle(const TraceTrack& track);  // names from our trainer are translated, others are not changed
  QString processName(std::int32_t process) const;     // "python 25738 · GPU 0"
  QString label(const TimelineHit& hit) const;         // on the span: "conv2d"
  QString shortLabel(const TimelineHit& hit) const;    // used if label() does not fit; empty if there is none
  QString layer(const TimelineHit& hit) const;         // "layer1.0.conv1"; empty if none
  std::int32_t node(const TimelineHit& hit) const;     // -1 if none
  std::int32_t step(const TimelineHit& hit) const;
  QString tooltip(const TimelineHit& hit) const;              // rich text
  std::optional<SpanRef> span(const TimelineHit& hit) const;  // of the trace; nothing for a group of spans
  // The span at a time, or the nearest within `tolerance` ns, so that short spans can be hit.
  std::optional<TimelineHit> hit(int row, double time, double tolerance) const;
  // The row that shows a span of the trace.
  std::optional<TimelineHit> find(SpanRef span) const;
  // Every span of a node, sorted by time.
  std::vector<TimelineHit> spansOfNode(std::int32_t node) const;
  // All spans like it, itself included: those of its node or, if it has no node, those with its name.
  std::vector<TimelineHit> spansLike(const TimelineHit& hit) const;
  std::optional<double> counterAt(int row, double time) const;
  QString counterText(int row, double value) const;  // with its unit if known
  QString counterRange(int row) const;               // "0 to 3"

  // Spans whose name, op, layer or kernel contains the text (ignoring case), sorted by time. "layer:layer1.0" finds the spans of that layer and of
  // layers inside it, by complete names; "name:conv2d" those with exactly that label.
  std::vector<TimelineHit> search(const QString& text) const;
  RangeSummary summarize(double from, double to) const;
  // Tab-separated, with a heading: the spans that run within [from, to), by row and time, at most `limit`.
  QString toTable(double from, double to, std::size_t limit = 20000) const;

 private:
  // Builds the rows (timeline_rows.cpp).
  void build(const TimelineOptions& options);
  void addSteps(std::int32_t track);
  void addTrainer(std::int32_t track, bool layerRows);
  void addLayers(const TraceLane& ops, const std::vector<SpanRef>& origin, bool layerRows);
  void addProcess(std::int32_t process, std::int32_t trainer, bool layerRows);
  void addLanes(std::int32_t track);
  void addCounter(const TraceCounter& counter);
  TimelineRow& addRow(TimelineRow::Kind kind, const QString& label, bool beginsTrack, const TraceLane* lane);
  void openGroup(const QString& label);
  void closeGroup();  // a group with a single row is removed

  template <typename Matches>
  std::vector<TimelineHit> spansWhere(Matches matches) const;  // in rows of spans, sorted by time
  const TraceNode* nodeOf(const TimelineHit& hit) const;
  const TimelineRow& row(const TimelineHit& hit) const { return rows_[static_cast<std::size_t>(hit.row)]; }

  std::shared_ptr<const Trace> trace_;
  std::deque<TraceLane> derived_;  // a deque because rows point into it
  NameTable groupNames_;           // of spans in derived_ that represent groups
  TimelineKeys keys_;
  std::vector<TimelineRow> rows_;
  std::vector<TimelineGroup> groups_;
  std::vector<int> openGroups_;  // while the model is built
  std::vector<char> hasData_;    // by track
  std::vector<TimelineStep> steps_;
  double medianStep_ = 0;
  int opsRow_ = -1;
  bool hasLayers_ = false;
};

}  // namespace stepscope
