// Traces for the tests of this room: the real ones that lie beside the checkout, and small ones written on the spot.
#pragma once

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope::test {

// The folder of real traces, or empty.
inline QString sharedTraces() {
  const QString given = qEnvironmentVariable("STEPSCOPE_DATA");
  const QDir folder((given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : given) + "/traces");
  return folder.exists() ? folder.absolutePath() : QString();
}

#define NEEDS_SHARED_TRACES() \
  if (stepscope::test::sharedTraces().isEmpty()) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder")

inline std::string writeFile(const QTemporaryDir& folder, const char* name, std::string_view text) {
  const QString path = folder.filePath(name);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size())) return {};
  return path.toStdString();
}

inline std::string gzipped(std::string_view text) {
  std::string packed(compressBound(text.size()) + 64, '\0');
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct NamedSpan {
  std::string name, track;
  std::int64_t start = 0, duration = 0;
  int depth = 0;
  SpanRef ref;
};

// By track, then start, then depth.
inline std::vector<NamedSpan> spansOf(const Trace& trace) {
  std::vector<NamedSpan> spans;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    for (std::size_t i = 0; i < lane.size(); ++i)
      spans.push_back({std::string(trace.names.name(lane.name[i])),
                       trace.tracks[static_cast<std::size_t>(lane.track)].name,
                       lane.start[i],
                       lane.duration[i],
                       lane.depth,
                       {static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)}});
  }
  std::stable_sort(spans.begin(), spans.end(),
                   [](const NamedSpan& a, const NamedSpan& b) { return std::tie(a.track, a.start, a.depth) < std::tie(b.track, b.start, b.depth); });
  return spans;
}

inline std::int64_t noted(const Trace& trace, std::string_view part) {
  std::int64_t count = 0;
  for (const TraceNote& note : trace.notes)
    if (note.reason.find(part) != std::string::npos) count += note.count;
  return count;
}

// What everything relies on: lanes sorted and without overlap, columns of one length, names and arrows that exist. Empty when all holds.
inline std::string broken(const Trace& trace) {
  for (const TraceLane& lane : trace.lanes) {
    const std::size_t n = lane.size();
    if (lane.duration.size() != n || lane.name.size() != n || lane.category.size() != n || lane.node.size() != n || lane.step.size() != n ||
        (!lane.kind.empty() && lane.kind.size() != n) || (!lane.arguments.empty() && lane.arguments.size() != n))
      return "columns of different lengths";
    if (lane.track < 0 || static_cast<std::size_t>(lane.track) >= trace.tracks.size()) return "a lane without a track";
    for (std::size_t i = 0; i < n; ++i) {
      if (lane.duration[i] < 0) return "a negative duration";
      if (lane.name[i] >= trace.names.size()) return "a name that does not exist";
      if (lane.start[i] < trace.begin || lane.start[i] + lane.duration[i] > trace.end) return "a span outside the trace";
      if (i + 1 < n && lane.start[i] + lane.duration[i] > lane.start[i + 1]) return "spans of a lane overlap";
    }
  }
  const auto exists = [&](SpanRef span) {
    return span.lane >= 0 && static_cast<std::size_t>(span.lane) < trace.lanes.size() && span.index < trace.laneOf(span).size();
  };
  for (std::size_t i = 0; i < trace.flows.size(); ++i)
    if (!exists(trace.flows.from[i]) || !exists(trace.flows.to[i])) return "an arrow to nowhere";
  for (const TraceMarks& marks : trace.marks) {
    if (marks.name.size() != marks.size() || (!marks.arguments.empty() && marks.arguments.size() != marks.size()))
      return "columns of marks of different lengths";
    if (marks.track < 0 || static_cast<std::size_t>(marks.track) >= trace.tracks.size()) return "marks without a track";
    if (!std::is_sorted(marks.time.begin(), marks.time.end())) return "marks are not sorted";
    if (marks.size() > 0 && (marks.time.front() < trace.begin || marks.time.back() > trace.end)) return "a mark outside the trace";
    for (const std::uint32_t name : marks.name)
      if (name >= trace.names.size()) return "a mark with a name that does not exist";
  }
  for (const TraceCounter& counter : trace.counters) {
    if (counter.value.size() != counter.time.size()) return "columns of a counter of different lengths";
    if (counter.track < 0 || static_cast<std::size_t>(counter.track) >= trace.tracks.size()) return "a counter without a track";
    if (!std::is_sorted(counter.time.begin(), counter.time.end())) return "samples are not sorted";
    if (!counter.time.empty() && (counter.time.front() < trace.begin || counter.time.back() > trace.end)) return "a sample outside the trace";
  }
  for (const TraceTrack& track : trace.tracks)
    if (track.process < -1 || track.process >= static_cast<std::int64_t>(trace.processes.size())) return "a track without its process";
  return {};
}

}  // namespace stepscope::test
