#include "core/report/timeline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/units.h"
#include "core/report/html.h"

namespace stepscope::report {
namespace {

constexpr double kLeft = 120, kWidth = 1120, kRow = 16, kGap = 3, kTop = 4, kAxis = 20;
constexpr std::size_t kMostRows = 24;

struct Window {
  std::int64_t begin = 0, end = 0, step = -1;
};

// The step of median length. Steps are the spans of category Step, on any lane.
Window medianStep(const Trace& trace) {
  std::vector<Window> steps;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (static_cast<Category>(lane.category[i]) == Category::Step && lane.duration[i] > 0)
        steps.push_back({lane.start[i], lane.start[i] + lane.duration[i], lane.step[i]});
  if (steps.empty()) return {};
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end(), [](const Window& a, const Window& b) { return a.end - a.begin < b.end - b.begin; });
  return *middle;
}

const char* colorOf(Category category) {
  switch (category) {
    case Category::Forward: return "var(--forward)";
    case Category::Backward: return "var(--backward)";
    case Category::Recompute: return "var(--recompute)";
    case Category::Optimizer: return "var(--optimizer)";
    case Category::Data: return "var(--data)";
    case Category::Validation: return "var(--validation)";
    case Category::Idle: return "var(--idle)";
    default: return "var(--copies)";
  }
}

struct Shape {
  double from, to;
  Category category;
  std::string name;  // empty if several spans were merged
};

std::vector<Shape> shapesOf(const Trace& trace, const TraceLane& lane, const Window& window) {
  const double scale = (kWidth - kLeft) / static_cast<double>(window.end - window.begin);
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < lane.size(); ++i) {
    const std::int64_t begin = lane.start[i], end = begin + lane.duration[i];
    const auto category = static_cast<Category>(lane.category[i]);
    if (end <= window.begin || begin >= window.end || category == Category::Step) continue;
    const double from = static_cast<double>(std::max(begin, window.begin) - window.begin) * scale;
    const double to = static_cast<double>(std::min(end, window.end) - window.begin) * scale;
    if (!shapes.empty() && shapes.back().category == category && from - shapes.back().to < 0.6 && to - from < 2) {
      shapes.back().to = std::max(shapes.back().to, to);
      shapes.back().name.clear();
    } else {
      shapes.push_back({from, to, category, std::string(trace.names.name(lane.name[i]))});
    }
  }
  return shapes;
}

}  // namespace

std::string timelinePicture(const Trace& trace, const Words& words) {
  const Window window = medianStep(trace);
  if (window.end <= window.begin) return {};
  std::string rows;
  double y = kTop;
  std::size_t shown = 0, left = 0;
  std::int32_t named = -1;
  for (const TraceLane& lane : trace.lanes) {
    const std::vector<Shape> shapes = shapesOf(trace, lane, window);
    if (shapes.empty()) continue;
    if (++shown > kMostRows) {
      ++left;
      continue;
    }
    const auto track = static_cast<std::size_t>(lane.track);
    if (lane.track != named && track < trace.tracks.size())
      rows += fmt::format(R"svg(<text x="0" y="{:.1f}">{}</text>)svg", y + kRow - 4, html::escaped(trace.tracks[track].name));
    named = lane.track;
    for (const Shape& shape : shapes) {
      rows += fmt::format(R"svg(<rect x="{:.2f}" y="{:.1f}" width="{:.2f}" height="{}" fill="{}")svg", kLeft + shape.from, y,
                          std::max(0.4, shape.to - shape.from), kRow, colorOf(shape.category));
      rows += shape.name.empty() ? std::string("/>") : "><title>" + html::escaped(shape.name) + "</title></rect>";
    }
    y += kRow + kGap;
  }
  if (shown == 0) return {};
  const double whole = static_cast<double>(window.end - window.begin) * 1e-6;
  const double height = y + kAxis;
  std::string axis;
  for (int i = 0; i <= 4; ++i) {
    const double x = kLeft + (kWidth - kLeft) * i / 4;
    axis += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)svg", x, height - 6,
                        i == 0   ? "start"
                        : i == 4 ? "end"
                                 : "middle",
                        html::escaped(text::milliseconds(whole * i / 4)));
  }
  std::string out = fmt::format(R"svg(<svg viewBox="0 0 {} {:.0f}" role="img" aria-label="{}">{}{}</svg>)svg", kWidth, height,
                                words("timeline of a step"), rows, axis);
  if (left > 0) out += "<p class=\"dim\">" + words("{} more rows are not shown.", text::count(static_cast<std::int64_t>(left))) + "</p>";
  const std::string of = html::escaped(trace.source), time = html::escaped(text::milliseconds(whole));
  const std::string which = window.step >= 0 ? words("Step {} of {}: the median of those recorded, {}.", text::count(window.step), Name{of}, time)
                                             : words("A step of {}: the median of those recorded, {}.", Name{of}, time);
  return "<p class=\"dim\">" + which + "</p>" + out;
}

}  // namespace stepscope::report
