// Prints what a frame of the timeline costs: milliseconds of this thread's CPU time for a pan of 13 px at several zooms and for a zoom from
// everything to the deepest, on invented spans (32 threads of nested ones, 32 streams). No test, since a test asserts no time.
//   bench_timeline [--events N] [--size WxH] [--json]        N may be written 10M
#include <time.h>

#include <QApplication>
#include <QCommandLineParser>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "views/common/theme.h"
#include "views/timeline/timeline_canvas.h"

using namespace stepscope;

namespace {

double cpuMs() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

struct Stats {
  double median = 0, p99 = 0, most = 0;
};

Stats statsOf(std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  return {ms[ms.size() / 2], ms[std::min(ms.size() - 1, ms.size() * 99 / 100)], ms.back()};
}

// 32 threads of nested spans in 4 depths, 32 streams, 8 counters with a sample for every twentieth span, and an arrow from every fourth
// innermost span of a thread to a span of a stream.
std::shared_ptr<const Trace> invented(std::size_t events) {
  auto trace = std::make_shared<Trace>();
  std::mt19937_64 random(42);
  for (int i = 0; i < 200; ++i) trace->names.intern("aten::op_kernel_" + std::to_string(i) + "_sm90_gemm");
  constexpr int kThreads = 32, kDepths = 4, kStreams = 32, kCounters = 8;
  constexpr double kLength = 60e9;
  const auto addLane = [&](int track, int depth, std::size_t spans, SpanKind kind) {
    TraceLane& lane = trace->lanes.emplace_back();
    lane.track = track;
    lane.depth = depth;
    double now = 0;
    const double each = kLength / static_cast<double>(spans);
    for (std::size_t i = 0; i < spans; ++i) {
      // Skewed lengths: many short spans, a few long ones, pauses between.
      const double share = 0.05 + 0.9 * std::pow(static_cast<double>(random() % 1000) / 1000, 2);
      lane.start.push_back(static_cast<std::int64_t>(now));
      lane.duration.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(each * share)));
      lane.name.push_back(static_cast<std::uint32_t>(random() % 200));
      lane.category.push_back(static_cast<std::uint8_t>(kind == SpanKind::Kernel ? random() % 5 : static_cast<std::uint64_t>(Category::Other)));
      lane.node.push_back(-1);
      lane.step.push_back(-1);
      lane.kind.push_back(static_cast<std::uint8_t>(kind));
      now += each;
    }
  };
  const std::size_t perLane = std::max<std::size_t>(1, events / (kThreads * kDepths + kStreams));
  for (int t = 0; t < kThreads + kStreams; ++t) {
    const bool thread = t < kThreads;
    trace->tracks.push_back(
        {.name = (thread ? "thread " : "stream ") + std::to_string(t), .sortOrder = t, .kind = thread ? TrackKind::Thread : TrackKind::Stream});
    for (int depth = 0; depth < (thread ? kDepths : 1); ++depth) addLane(t, depth, perLane, thread ? SpanKind::CpuOp : SpanKind::Kernel);
  }
  for (int c = 0; c < kCounters; ++c) {
    TraceCounter& counter = trace->counters.emplace_back();
    counter.track = static_cast<std::int32_t>(trace->tracks.size());
    trace->tracks.push_back({.name = "counter " + std::to_string(c), .sortOrder = 1000 + c, .counter = true});
    const std::size_t samples = std::max<std::size_t>(1, events / 20 / kCounters);
    for (std::size_t i = 0; i < samples; ++i) {
      counter.time.push_back(static_cast<std::int64_t>(kLength * static_cast<double>(i) / static_cast<double>(samples)));
      counter.value.push_back(static_cast<double>(random() % 1000));
    }
  }
  for (int t = 0; t < kThreads; ++t)
    for (std::size_t i = 0; i < perLane; i += 4) {
      trace->flows.from.push_back({t * kDepths + kDepths - 1, static_cast<std::uint32_t>(i)});
      trace->flows.to.push_back({kThreads * kDepths + t, static_cast<std::uint32_t>(i)});
      trace->flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Launch));
    }
  sortFlows(trace->flows);
  trace->end = static_cast<std::int64_t>(kLength);
  return trace;
}

constexpr int kFirstStreamRow = 32 * 4;

std::size_t countOf(const QString& text) {
  const double factor = text.endsWith('M') ? 1e6 : text.endsWith('k') ? 1e3 : 1;
  return static_cast<std::size_t>(std::max(1.0, (factor > 1 ? text.left(text.size() - 1) : text).toDouble() * factor));
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  applyTheme(application, ThemeChoice::Light);
  QCommandLineParser parser;
  parser.addHelpOption();
  parser.addOptions({{"events", "How many spans (10M for ten million).", "N", "10M"},
                     {"size", "Of the window, in px.", "WxH", "1600x900"},
                     {"json", "One JSON object."}});
  parser.process(application);
  const QStringList size = parser.value("size").split('x');
  const bool json = parser.isSet("json");

  const std::shared_ptr<const Trace> trace = invented(countOf(parser.value("events")));
  const double begin = cpuMs();
  const auto model = std::make_shared<const TimelineModel>(trace);
  const double buildMs = cpuMs() - begin;
  TimelineCanvas canvas;
  canvas.setAnimated(false);
  canvas.resize(size.value(0).toInt(), size.value(1).toInt());
  canvas.setModel(model);
  canvas.show();
  QApplication::processEvents();
  const auto frame = [&] {
    const double at = cpuMs();
    canvas.viewport()->repaint();
    return cpuMs() - at;
  };
  // Panning by 13 px a frame: with rows that carry labels, and with rows so low that as many lanes as possible are on the screen.
  struct Zoom {
    const char* name;
    double factor;
  };
  const double total = model->length();
  std::string out, text;
  char line[256];
  std::size_t frames = 0;
  for (const auto& [name, factor] : {Zoom{"full", 1}, Zoom{"mid", 100}, Zoom{"deep", 1e5}}) {
    std::vector<double> ms;
    int labels = 0, rows = 0;
    for (const int density : {0, TimelineLayout::kDensities - 1}) {
      canvas.setDensity(density);
      const double length = total / factor;
      // An op with its arrows is selected, as when somebody looks at one.
      const auto middle = model->hit(3, (total - length) * 0.37 + length * 0.6, total);
      std::vector<TimelineCanvas::Arrow> arrows;
      for (std::uint32_t k = 0; middle && k < 12 && middle->index + k < model->rows()[3].lane->size(); ++k)
        arrows.push_back({{3, middle->index + k}, {kFirstStreamRow, middle->index + k}});
      canvas.setArrows(std::move(arrows));
      canvas.select(middle);
      for (int i = 0; i < 120; ++i) {
        canvas.setView((total - length) * 0.37 + i * length * 13 / 1600 + (factor == 1 ? 0 : 1), factor == 1 ? length * (1 - 1e-9 * i) : length);
        ms.push_back(frame());
        labels = std::max(labels, canvas.raster().stats().labels);
        rows = std::max(rows, canvas.raster().stats().rows);
      }
    }
    frames += ms.size();
    const Stats s = statsOf(ms);
    std::snprintf(line, sizeof line, "%s\"%s\":{\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,\"rows\":%d,\"labels\":%d}", out.empty() ? "" : ",",
                  name, s.median, s.p99, s.most, rows, labels);
    out += line;
    std::snprintf(line, sizeof line, "%-5s zoom (1/%g): p50 %6.2f ms   p99 %6.2f ms   max %6.2f ms, up to %d rows and %d labels\n", name, factor,
                  s.median, s.p99, s.most, rows, labels);
    text += line;
  }
  canvas.setDensity(0);
  std::vector<double> sweep;
  double length = total;
  for (int i = 0; i < 300; ++i, length *= 0.955) {
    canvas.setView(total * 0.41 - length / 2, length);
    sweep.push_back(frame());
  }
  frames += sweep.size();
  if (canvas.rasterCount() < static_cast<int>(frames)) {
    std::fprintf(stderr, "only %d of %zu frames were drawn\n", canvas.rasterCount(), frames);
    return 1;
  }
  const Stats z = statsOf(sweep);
  const std::size_t arrows = trace->flows.size();
  if (json)
    std::printf(
        "{\"events\":%zu,\"counters\":%zu,\"flows\":%zu,\"rows\":%zu,\"size\":\"%s\",\"build_ms\":%.0f,\"zoom\":{%s},"
        "\"sweep\":{\"p50_ms\":%.3f,\"p99_ms\":%.3f}}\n",
        trace->spanCount(), trace->counters.size(), arrows, model->rows().size(), qPrintable(parser.value("size")), buildMs, out.c_str(), z.median,
        z.p99);
  else
    std::printf("%zu spans, %zu counters, %zu arrows in %zu rows, %s px, pyramids built in %.0f ms\n%szoom sweep: p50 %6.2f ms   p99 %6.2f ms\n",
                trace->spanCount(), trace->counters.size(), arrows, model->rows().size(), qPrintable(parser.value("size")), buildMs, text.c_str(),
                z.median, z.p99);
  return 0;
}
