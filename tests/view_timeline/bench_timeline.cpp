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

std::shared_ptr<const Trace> invented(std::size_t events) {
  auto trace = std::make_shared<Trace>();
  std::mt19937_64 random(42);
  for (int i = 0; i < 200; ++i) trace->names.intern("kernel " + std::to_string(i));
  constexpr int kThreads = 32, kDepths = 4, kStreams = 32;
  const auto addLane = [&](int track, int depth, std::size_t spans, double length) {
    TraceLane& lane = trace->lanes.emplace_back();
    lane.track = track;
    lane.depth = depth;
    double now = 0;
    const double each = length / static_cast<double>(spans);
    for (std::size_t i = 0; i < spans; ++i) {
      // Skewed lengths: many short spans, a few long ones, pauses between.
      const double share = 0.05 + 0.9 * std::pow(static_cast<double>(random() % 1000) / 1000, 2);
      lane.start.push_back(static_cast<std::int64_t>(now));
      lane.duration.push_back(std::max<std::int64_t>(1, static_cast<std::int64_t>(each * share)));
      lane.name.push_back(static_cast<std::uint32_t>(random() % 200));
      lane.category.push_back(static_cast<std::uint8_t>(random() % 5));
      lane.node.push_back(-1);
      lane.step.push_back(-1);
      now += each;
    }
  };
  constexpr double kLength = 60e9;
  const std::size_t perLane = std::max<std::size_t>(1, events / (kThreads * kDepths + kStreams));
  for (int t = 0; t < kThreads + kStreams; ++t) {
    const bool thread = t < kThreads;
    trace->tracks.push_back({.name = (thread ? "thread " : "stream ") + std::to_string(t), .sortOrder = t});
    for (int depth = 0; depth < (thread ? kDepths : 1); ++depth) addLane(t, depth, perLane, kLength);
  }
  trace->end = static_cast<std::int64_t>(kLength);
  return trace;
}

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
  std::string out;
  char line[256];
  const double total = model->length();
  std::vector<double> all;
  for (const double zoom : {1.0, 10.0, 100.0, 1e3, 1e4, 1e5}) {
    const double length = total / zoom;
    std::vector<double> ms;
    for (int i = 0; i < 60; ++i) {
      canvas.setView((total - length) * 0.37 + i * length * 13 / 1600 + (zoom == 1 ? 0 : 1), zoom == 1 ? length * (1 - 1e-9 * i) : length);
      ms.push_back(frame());
    }
    all.insert(all.end(), ms.begin(), ms.end());
    const Stats s = statsOf(ms);
    std::snprintf(line, sizeof line,
                  json ? ",\"pan_1_%.0f\":{\"median_ms\":%.2f,\"p99_ms\":%.2f}" : "pan at 1/%-8.0f median %6.2f ms   p99 %6.2f ms\n", zoom,
                  s.median, s.p99);
    out += line;
  }
  std::vector<double> sweep;
  double length = total;
  for (int i = 0; i < 300; ++i, length *= 0.955) {
    canvas.setView(total * 0.41 - length / 2, length);
    sweep.push_back(frame());
  }
  all.insert(all.end(), sweep.begin(), sweep.end());
  if (canvas.rasterCount() < static_cast<int>(all.size())) {
    std::fprintf(stderr, "only %d of %zu frames were drawn\n", canvas.rasterCount(), all.size());
    return 1;
  }
  const Stats z = statsOf(sweep), a = statsOf(all);
  if (json)
    std::printf(
        "{\"events\":%zu,\"rows\":%zu,\"size\":\"%s\",\"build_ms\":%.0f%s,\"zoom\":{\"median_ms\":%.2f,\"p99_ms\":%.2f},\"all\":{\"median_"
        "ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f}}\n",
        trace->spanCount(), model->rows().size(), qPrintable(parser.value("size")), buildMs, out.c_str(), z.median, z.p99, a.median, a.p99,
        a.most);
  else
    std::printf(
        "%zu spans in %zu rows, %s px, pyramids built in %.0f ms\n%szoom sweep     median %6.2f ms   p99 %6.2f ms\nall frames     median "
        "%6.2f ms   p99 %6.2f ms   max %.2f ms\n",
        trace->spanCount(), model->rows().size(), qPrintable(parser.value("size")), buildMs, out.c_str(), z.median, z.p99, a.median, a.p99,
        a.most);
  return 0;
}
