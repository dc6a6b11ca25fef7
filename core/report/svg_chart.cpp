#include "core/report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/report/html.h"
#include "core/words/width.h"

namespace stepscope::svg {
namespace {

constexpr double kWidth = 560, kHeight = 240, kLeft = 62, kRight = 12, kTop = 12, kBottom = 34;

struct Axis {
  double low = 0, high = 1, from = 0, to = 1;  // values and the pixels they are at
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

std::string stepLabel(double step) {
  if (std::abs(step) >= 1e6) return fmt::format("{:.4g}M", step / 1e6);
  if (std::abs(step) >= 1e4) return fmt::format("{:.4g}k", step / 1e3);
  return fmt::format("{:.4g}", step);
}

// The ticks and their labels. The y ticks are round multiples of `unit`.
std::string frame(const Axis& x, const Axis& y, const std::function<std::string(double)>& format, const std::string& xTitle, double unit = 1) {
  std::string out;
  for (double tick : roundTicks(y.low / unit, y.high / unit, 6)) {
    tick *= unit;
    out += fmt::format(R"svg(<line x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}" stroke="var(--line)"/>)svg"
                       R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)svg",
                       kLeft, kWidth - kRight, y.at(tick), y.at(tick), kLeft - 6, y.at(tick) + 4, html::escaped(format(tick)));
  }
  for (const double tick : roundTicks(x.low, x.high, 6))
    out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)svg", x.at(tick), kHeight - kBottom + 15, stepLabel(tick));
  out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)svg", kWidth - kRight, kHeight - 4, html::escaped(xTitle));
  return out;
}

std::string band(const Curve& curve, const Axis& x, const Axis& y) {
  bool wide = false;
  std::string upper, lower;
  for (const Bucket& bucket : curve.buckets) {
    if (!std::isfinite(bucket.min) || !std::isfinite(bucket.max)) continue;
    wide = wide || bucket.max > bucket.min;
    const double at = x.at(static_cast<double>(bucket.lastStep));
    upper += fmt::format("{:.1f},{:.1f} ", at, y.at(bucket.max));
    lower = fmt::format("{:.1f},{:.1f} ", at, y.at(bucket.min)) + lower;
  }
  if (!wide) return {};
  return fmt::format(R"svg(<polygon points="{}" fill="{}" fill-opacity="0.18"/>)svg", upper + lower, curve.color);
}

std::string line(const Curve& curve, const Axis& x, const Axis& y) {
  std::string path;
  bool pen = false;
  for (const Bucket& bucket : curve.buckets) {
    if (!std::isfinite(bucket.last)) {
      pen = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", pen ? 'L' : 'M', x.at(static_cast<double>(bucket.lastStep)), y.at(bucket.last));
    pen = true;
  }
  static constexpr std::array<const char*, 4> dashes = {"", R"svg( stroke-dasharray="6 3")svg", R"svg( stroke-dasharray="2 2")svg",
                                                        R"svg( stroke-dasharray="7 2 2 2")svg"};
  std::string out = fmt::format(R"svg(<path d="{}" fill="none" stroke="{}" stroke-width="1.6" stroke-linejoin="round"{}/>)svg", path, curve.color,
                                curve.dashed ? dashes[1] : dashes[static_cast<std::size_t>(curve.dash) % dashes.size()]);
  return out;
}

std::string dots(const Curve& curve, const Axis& x, const Axis& y, const std::function<std::string(double)>& format, const std::string& title) {
  std::string out;
  // A <title> cannot contain <bdi>, so characters (U+2068, U+2069) isolate the name.
  const std::string name = "\u2068" + html::escaped(oneLine(curve.name)) + "\u2069";
  for (const Bucket& bucket : curve.buckets)
    if (std::isfinite(bucket.last))
      out += fmt::format(R"svg(<circle cx="{:.1f}" cy="{:.1f}" r="2.6" fill="{}"><title>{}</title></circle>)svg",
                         x.at(static_cast<double>(bucket.lastStep)), y.at(bucket.last), curve.color,
                         fmt::format(fmt::runtime(title), name, bucket.lastStep, html::escaped(format(bucket.last))));
  return out;
}

std::string gapMarks(const Curve& curve, const Axis& x, const Axis& y, const std::string& title) {
  constexpr double kSize = 4, kBottomEdge = kHeight - kBottom;
  const std::string name = "\u2068" + html::escaped(oneLine(curve.name)) + "\u2069";
  std::string out;
  double drawn[3] = {-1, -1, -1};
  for (const Point& point : curve.notFinite) {
    const int kind = std::isnan(point.value) ? 0 : point.value > 0 ? 1 : 2;
    const double at = std::clamp(x.at(static_cast<double>(point.step)), kLeft + kSize, kWidth - kRight - kSize);
    if (at - drawn[kind] < 1 && drawn[kind] >= 0) continue;  // on the same pixel as the one before
    drawn[kind] = at;
    const double tip = kind == 1 ? y.to : kBottomEdge, base = kind == 1 ? y.to + 2 * kSize : kBottomEdge - 2 * kSize;
    const std::string path = kind == 0
                                 ? fmt::format("M{0:.1f} {2:.1f}L{1:.1f} {3:.1f}M{0:.1f} {3:.1f}L{1:.1f} {2:.1f}", at - kSize, at + kSize, tip, base)
                                 : fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z", at, tip, at - kSize, base, at + kSize, base);
    out += fmt::format(R"svg(<path d="{}" stroke="{}" stroke-width="1.5" fill="{}"><title>{}</title></path>)svg", path, curve.color,
                       kind == 0 ? "none" : curve.color, fmt::format(fmt::runtime(title), name, point.step, text::measured(point.value)));
  }
  return out;
}

// Labels of markers stand above the plot, each in the first row that has room, so that they cover neither curves nor each other.
struct MarkerLabel {
  double at = 0;    // x of the marker's line, px
  double left = 0;  // x of the left end of the text, px
  int row = -1;     // from the top; -1: there is no room, so the label is only the tooltip of the line
};

constexpr double kLabelRow = 13, kColumnWidth = 6.4;  // px; kColumnWidth: of one column of text in the size 11 px
constexpr int kMostLabelRows = 3;

std::vector<MarkerLabel> placed(const std::vector<Marker>& markers, const Axis& x) {
  std::vector<MarkerLabel> labels;
  double taken[kMostLabelRows] = {kLeft, kLeft, kLeft};  // each row is full up to this x
  for (const Marker& marker : markers) {
    MarkerLabel label;
    label.at = std::clamp(x.at(static_cast<double>(marker.step)), kLeft, kWidth - kRight);
    const double width = static_cast<double>(widthOf(marker.label)) * kColumnWidth;
    label.left = std::max(kLeft, std::min(label.at, kWidth - kRight - width));
    for (int row = 0; row < kMostLabelRows && label.row < 0 && width <= kWidth - kRight - kLeft; ++row)
      if (label.left >= taken[row]) {
        label.row = row;
        taken[row] = label.left + width + 2 * kColumnWidth;
      }
    labels.push_back(label);
  }
  return labels;
}

std::string markerLines(const std::vector<Marker>& markers, const std::vector<MarkerLabel>& labels, double bottom) {
  std::string out;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const std::string label = html::escaped(markers[i].label);
    const double top = kTop + kLabelRow * (labels[i].row < 0 ? kMostLabelRows : labels[i].row + 1);
    out += fmt::format(
        R"svg(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}" stroke="var(--dim)" stroke-dasharray="3 3"><title>{3}</title></line>)svg",
        labels[i].at, std::min(top, bottom), bottom, label);
    if (labels[i].row >= 0) out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}">{}</text>)svg", labels[i].left, top - 3, label);
  }
  return out;
}

std::string open(const std::string& label) {
  return fmt::format(R"svg(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">)svg", kWidth, kHeight, html::escaped(label));
}

}  // namespace

std::vector<double> roundTicks(double low, double high, int wanted) {
  std::vector<double> ticks;
  const double range = high - low;
  if (!(range > 0) || !std::isfinite(range) || wanted < 1) return ticks;
  const double raw = range / wanted, power = std::pow(10.0, std::floor(std::log10(raw)));
  const double ratio = raw / power;
  const double step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) ticks.push_back(i * step == 0 ? 0 : i * step);
  return ticks;
}

std::string chart(const Chart& chart) {
  double low = std::numeric_limits<double>::infinity(), high = -low, first = low, last = -low;
  for (const Curve& curve : chart.curves)
    for (const Bucket& bucket : curve.buckets) {
      first = std::min(first, static_cast<double>(bucket.firstStep));
      last = std::max(last, static_cast<double>(bucket.lastStep));
      if (std::isfinite(bucket.min)) low = std::min(low, bucket.min);
      if (std::isfinite(bucket.max)) high = std::max(high, bucket.max);
    }
  for (const Curve& curve : chart.curves)
    for (const Point& point : curve.notFinite) {
      first = std::min(first, static_cast<double>(point.step));
      last = std::max(last, static_cast<double>(point.step));
    }
  if (!(last >= first)) return {};
  if (!(high >= low)) low = high = 0;  // no finite value: only the marks of NaN and infinity are drawn
  if (chart.fromZero) low = std::min(low, 0.0);
  if (high == low) {
    const double room = high == 0 ? 1 : std::abs(high) * 0.1;
    low -= room;
    high += room;
  } else {
    high += (high - low) * 0.06;
  }
  if (last <= first) last = first + 1;
  const Axis x{first, last, kLeft, kWidth - kRight};
  std::vector<Marker> markers = chart.markers;
  std::stable_sort(markers.begin(), markers.end(), [](const Marker& a, const Marker& b) { return a.step < b.step; });
  const std::vector<MarkerLabel> labels = placed(markers, x);
  int rows = 0;
  for (const MarkerLabel& label : labels) rows = std::max(rows, label.row + 1);
  const Axis y{low, high, kHeight - kBottom, kTop + kLabelRow * rows};

  std::string out = "<div class=\"panel\"><h3>" + html::escaped(chart.title) + "</h3>" + open(chart.title) + frame(x, y, chart.format, chart.xTitle);
  for (const Curve& curve : chart.curves) out += band(curve, x, y);
  for (const Curve& curve : chart.curves) out += line(curve, x, y);
  for (const Curve& curve : chart.curves)
    if (curve.points) out += dots(curve, x, y, chart.format, chart.pointTitle);
  for (const Curve& curve : chart.curves) out += gapMarks(curve, x, y, chart.pointTitle);
  out += markerLines(markers, labels, kHeight - kBottom) + "</svg>";
  if (!chart.legend) return out + "</div>\n";
  out += "<div class=\"legend\">";
  for (const Curve& curve : chart.curves)
    if (!curve.buckets.empty() || !curve.notFinite.empty()) {
      double value = curve.buckets.empty() ? curve.notFinite.back().value : curve.buckets.back().last;
      if (!curve.notFinite.empty() && (curve.buckets.empty() || curve.notFinite.back().step >= curve.buckets.back().lastStep))
        value = curve.notFinite.back().value;
      out += fmt::format(R"svg(<span><i style="background:{}"></i>{}: {}</span>)svg", curve.color, html::name(curve.name),
                         html::escaped(std::isfinite(value) ? chart.format(value) : text::measured(value)));
    }
  return out + "</div></div>\n";
}

std::string columns(const std::vector<Area>& areas, double line, const std::function<std::string(double)>& format, const std::string& label,
                    const std::string& xTitle) {
  if (areas.empty()) return {};
  double high = line;
  for (const Area& area : areas) high = std::max(high, area.value);
  if (!(high > 0)) return {};
  const Axis x{0, static_cast<double>(areas.size()), kLeft, kWidth - kRight}, y{0, high * 1.06, kHeight - kBottom, kTop};
  const double unit = std::pow(1024.0, std::floor(std::log2(high) / 10));  // ticks at whole KiB or MiB
  std::string out = open(label) + frame(x, y, format, xTitle, unit);
  // Neighbours of one colour become one shape, so that the page of a model with a thousand nodes stays small.
  for (std::size_t i = 0; i < areas.size();) {
    std::size_t end = i;
    std::string path = fmt::format("M{:.1f} {:.1f}", x.at(static_cast<double>(i)), y.at(0));
    while (end < areas.size() && areas[end].color == areas[i].color) {
      path += fmt::format("V{:.1f}H{:.1f}", y.at(areas[end].value), x.at(static_cast<double>(end + 1)));
      ++end;
    }
    out += fmt::format(R"svg(<path d="{}V{:.1f}Z" fill="{}" fill-opacity="0.75"/>)svg", path, y.at(0), areas[i].color);
    i = end;
  }
  if (line > 0)
    out += fmt::format(R"svg(<line x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}" stroke="var(--text)" stroke-dasharray="6 3"/>)svg", kLeft,
                       kWidth - kRight, y.at(line), y.at(line));
  return out + "</svg>";
}

std::string bar(const std::vector<Part>& parts) {
  std::string label;
  for (const Part& part : parts)
    if (part.share > 0) label += (label.empty() ? "" : ", ") + part.name + ": " + part.label;
  std::string out = R"svg(<svg viewBox="0 0 1000 28" preserveAspectRatio="none" role="img" aria-label=")svg" + html::escaped(label) +
                    R"svg(" style="height:28px">)svg";
  double at = 0;
  for (const Part& part : parts) {
    if (!(part.share > 0)) continue;
    out += fmt::format(R"svg(<rect x="{:.2f}" y="0" width="{:.2f}" height="28" fill="{}"><title>{}: {}</title></rect>)svg", at * 1000,
                       part.share * 1000, part.color, html::escaped(part.name), html::escaped(part.label));
    at += part.share;
  }
  return out + "</svg>";
}

std::string stackedBar(const std::vector<Part>& parts) {
  std::string legend;
  for (const Part& part : parts)
    if (part.share > 0)
      legend +=
          fmt::format(R"svg(<span><i style="background:{}"></i>{}: {}</span>)svg", part.color, html::escaped(part.name), html::escaped(part.label));
  return bar(parts) + "<div class=\"legend\">" + legend + "</div>";
}

}  // namespace stepscope::svg
