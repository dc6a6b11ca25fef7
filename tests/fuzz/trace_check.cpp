#include "tests/fuzz/trace_check.h"

#include <QApplication>
#include <memory>
#include <numeric>
#include <optional>

#include "core/base/error.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/diff/trace_diff.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/gpu/launch_statistics.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/ops/flame_graph.h"
#include "profiler/analysis/path/critical_path.h"
#include "profiler/analysis/range_statistics.h"
#include "profiler/analysis/span_facts.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/io/ranks/merge_ranks.h"
#include "profiler/trace/rank_parts.h"
#include "profiler/trace/trace_file.h"
#include "tests/fuzz/fuzz.h"
#include "views/common/theme.h"
#include "views/timeline/timeline_canvas.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope::fuzz {

namespace {

constexpr std::size_t kMostSpans = 30'000;  // of a trace that is exported too
constexpr int kDrawn = 8;                   // of so many traces one is drawn

// Lives to the end of the program, as Qt wants it.
void startQt() {
  static int argc = 1;
  static char name[] = "fuzz";
  static char* argv[] = {name, nullptr};
  static QApplication* application = nullptr;
  if (application) return;
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  application = new QApplication(argc, argv);
  applyTheme(*application, ThemeChoice::Light);
}

void readArguments(const Trace& trace, Random& random) {
  for (int i = 0; i < 12 && !trace.lanes.empty(); ++i) {
    const TraceLane& lane = trace.lanes[below(random, trace.lanes.size())];
    if (lane.size() == 0) continue;
    try {
      argumentsOf(trace, lane.argumentsOf(below(random, lane.size())));
    } catch (const Error&) {  // a damaged page or block
    }
  }
}

void analyse(const Trace& trace, Random& random) {
  breakDown(trace);
  const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
  check(std::accumulate(breakdown.ns.begin(), breakdown.ns.end(), std::int64_t{0}) == breakdown.wallNs, "parts that do not sum to the wall");
  opTable(trace, OpGrouping::Op);
  std::int64_t at = INT64_MIN;
  for (const PathPart& part : criticalPath(trace).parts) {
    check(part.range.begin >= at, "a critical path that goes back in time");
    at = part.range.end;
  }
  check(!diffTraces(trace, trace).sentence.empty(), "a diff without a sentence");
  hostFlames(trace, {trace.begin, trace.end});
  deviceFlames(trace, {trace.begin, trace.end});
  launchStatistics(trace);
  try {  // these read arguments again
    kernelTable(trace);
    copyTable(trace);
    communicationFacts(trace);
  } catch (const Error&) {
  }
  loaderWaits(trace);
  for (const RangeGrouping grouping : {RangeGrouping::Name, RangeGrouping::Category, RangeGrouping::Layer}) {
    const RangeStatistics statistics = rangeStatistics(trace, trace.begin, trace.end, grouping);
    for (const RangeEntry& entry : statistics.entries)
      check(entry.selfNs >= 0 && entry.totalNs >= entry.selfNs && entry.count > 0, "statistics of a range that contradict themselves");
  }
  for (int i = 0; i < 4 && !trace.lanes.empty(); ++i) {
    const auto lane = static_cast<std::int32_t>(below(random, trace.lanes.size()));
    const std::size_t size = trace.lanes[static_cast<std::size_t>(lane)].size();
    if (size > 0) spanFacts(trace, {lane, static_cast<std::uint32_t>(below(random, size))});
  }
}

void draw(std::shared_ptr<const Trace> trace, Random& random) {
  TimelineOptions options;
  options.colors = static_cast<TimelineColors>(random() % 3);
  const auto model = std::make_shared<const TimelineModel>(trace, options);
  TimelineCanvas canvas;
  canvas.setAnimated(false);
  canvas.resize(500 + static_cast<int>(below(random, 1200)), 300 + static_cast<int>(below(random, 600)));
  canvas.setModel(model);
  canvas.show();
  for (int i = 0; i < 6; ++i) {
    if (i > 0) {
      const double length = model->length() / static_cast<double>(std::uint64_t{1} << below(random, 50));
      canvas.setView(static_cast<double>(below(random, 1000)) / 1000 * model->length(), length);
    }
    canvas.setDensity(static_cast<int>(below(random, TimelineLayout::kDensities)));
    if (random() % 3 == 0) canvas.foldAll(random() % 2);
    canvas.viewport()->repaint();
    const QPoint at(static_cast<int>(below(random, static_cast<std::size_t>(canvas.width()))),
                    static_cast<int>(below(random, static_cast<std::size_t>(canvas.height()))));
    if (const std::optional<TimelineHit> hit = canvas.hitAt(at)) {
      model->tooltip(*hit);
      model->spansLike(*hit);
      canvas.select(hit);
    }
  }
  canvas.setMatches(model->search(QStringLiteral("a")));
  canvas.stepMatch(1);
  canvas.viewport()->repaint();
  model->toTable(0, model->length(), 100);
}

void exportAndBack(const Trace& trace, bool json) {
  const std::string path = folder() + (json ? "/out.json" : "/out.sstrace");
  try {
    if (json) exportChrome(trace, path);
    else saveTrace(trace, path);
  } catch (const Error&) {  // the arguments of a damaged file cannot be read again
    return;
  }
  const std::optional<Trace> back = importTrace(path);
  check(back.has_value(), "an export that does not open");
  // Times that only a damaged recording holds are dropped on the way, and counted.
  const std::int64_t lost = back->dropped - trace.dropped;
  check(lost >= 0 && back->spanCount() + static_cast<std::size_t>(lost) >= trace.spanCount(),
        "an export lost spans: " + std::to_string(trace.spanCount()) + " became " + std::to_string(back->spanCount()));
  check(test::broken(*back).empty(), "an export came back broken: " + test::broken(*back));
}

}  // namespace

void checkTrace(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = textOf(data, size);
  Random random(std::hash<std::string_view>{}(bytes));  // what is looked at follows from the input
  const std::string path = writeFile("damaged", bytes);
  answered(bytes, [&] {
    ImportOptions options;
    options.readers = 1 + static_cast<int>(below(random, 3));
    std::optional<Trace> opened = importTrace(path, options);
    check(opened.has_value(), "cancelled by nobody");
    const auto trace = std::make_shared<const Trace>(std::move(*opened));
    const std::string broken = test::broken(*trace);
    check(broken.empty(), "a broken trace: " + broken);
    std::int64_t dropped = 0;
    for (const TraceNote& note : trace->notes) {
      check(note.count > 0 && !note.reason.empty(), "a note that counts nothing");
      dropped += note.dropped ? note.count : 0;
    }
    check(trace->events >= 0 && dropped >= 0, "a negative number of events");
    readArguments(*trace, random);
    analyse(*trace, random);
    if (random() % kDrawn == 0) {
      startQt();
      draw(trace, random);
    }
    if (trace->spanCount() < kMostSpans && random() % 4 == 0) {
      const Trace both = mergeRanks({*trace, *trace}, {"rank0", "rank1"});
      check(test::broken(both).empty(), "two ranks made a broken trace: " + test::broken(both));
      for (const std::int32_t rank : ranksOf(both)) check(test::broken(onlyRank(both, rank)).empty(), "a rank's part is broken");
    }
    if (trace->spanCount() < kMostSpans) exportAndBack(*trace, random() % 2);
  });
}

}  // namespace stepscope::fuzz
