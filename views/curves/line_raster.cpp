#include "views/curves/line_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stepscope {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The part of a pixel column that a line covers, as distances from the top in pixels; low > high: the line is not in the column.
struct Extent {
  double low = kInfinite, high = -kInfinite;
  bool empty() const { return low > high; }
  void add(double y) {
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

class Columns {
 public:
  Columns(int width, int height) : extents_(static_cast<std::size_t>(width)), height_(height) {}

  void point(double x, double low, double high) {
    const double column = std::floor(x);
    if (column < 0 || column >= static_cast<double>(extents_.size())) return;
    Extent& extent = extents_[static_cast<std::size_t>(column)];
    extent.add(clamped(low));
    extent.add(clamped(high));
  }

  // Adds a straight piece to each column that it crosses.
  void piece(double x0, double y0, double x1, double y1) {
    if (x1 < 0 || x0 >= static_cast<double>(extents_.size())) return;
    const double slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
    const auto yAt = [&](double x) { return x1 > x0 ? y0 + (std::clamp(x, x0, x1) - x0) * slope : y0; };
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(x0)));
    const auto last = static_cast<std::size_t>(std::min(static_cast<double>(extents_.size() - 1), std::floor(x1)));
    for (std::size_t c = first; c <= last; ++c) {
      const auto left = static_cast<double>(c);
      extents_[c].add(clamped(yAt(left)));
      extents_[c].add(clamped(x1 > x0 ? yAt(left + 1) : y1));
    }
  }

  const std::vector<Extent>& extents() const { return extents_; }

 private:
  // Values far outside the image are moved to 8 px outside, which gives the same picture.
  double clamped(double y) const { return std::clamp(y, -8.0, height_ + 8.0); }
  std::vector<Extent> extents_;
  double height_;
};

void blend(QRgb& pixel, QRgb color, double coverage) {
  const auto alpha = static_cast<std::uint32_t>(coverage * static_cast<double>(qAlpha(color)) + 0.5);
  if (alpha == 0) return;
  const std::uint32_t rest = 255 - alpha;
  const auto mix = [&](int of, int under) { return (static_cast<std::uint32_t>(of) * alpha + static_cast<std::uint32_t>(under) * rest + 127) / 255; };
  pixel = (mix(255, qAlpha(pixel)) << 24) | (mix(qRed(color), qRed(pixel)) << 16) | (mix(qGreen(color), qGreen(pixel)) << 8) |
          mix(qBlue(color), qBlue(pixel));
}

void fill(QImage& image, const std::vector<Extent>& extents, const Stroke& stroke) {
  auto* const bits = reinterpret_cast<QRgb*>(image.bits());
  const auto stride = static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb);
  const int height = image.height();
  const double half = stroke.band ? 0 : stroke.width / 2;
  double travelled = 0;  // px along the line so far, for dashes
  double last = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t c = 0; c < extents.size(); ++c) {
    if (extents[c].empty()) {
      last = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    if (stroke.dash > 0) {
      const double middle = (extents[c].low + extents[c].high) / 2;
      travelled += std::isnan(last) ? 1 : std::hypot(1.0, middle - last);
      last = middle;
      if (std::fmod(travelled, 2 * stroke.dash) >= stroke.dash) continue;
    }
    const double from = extents[c].low - half, to = extents[c].high + half;
    const int first = std::max(0, static_cast<int>(std::floor(from))), end = std::min(height, static_cast<int>(std::ceil(to)));
    for (int row = first; row < end; ++row) {
      const double covered = std::min(to, row + 1.0) - std::max(from, static_cast<double>(row));
      blend(bits[static_cast<std::size_t>(row) * stride + c], stroke.color, std::min(1.0, covered));
    }
  }
}

// The indices [first, end) of the visible points, with one more point on either side.
std::pair<std::size_t, std::size_t> seen(const Line& line, const PlotScale& x) {
  const auto begin = std::lower_bound(line.x.begin(), line.x.end(), x.low), end = std::upper_bound(line.x.begin(), line.x.end(), x.high);
  const auto first = static_cast<std::size_t>(begin - line.x.begin()), last = static_cast<std::size_t>(end - line.x.begin());
  return {first > 0 ? first - 1 : 0, std::min(line.size(), last + 1)};
}

}  // namespace

double PlotScale::at(double value) const {
  if (!logarithmic) return from + (value - low) / (high - low) * (to - from);
  if (!(value > 0)) return std::numeric_limits<double>::quiet_NaN();
  return from + std::log(value / low) / std::log(high / low) * (to - from);
}

void drawLine(QImage& image, const Line& line, const PlotScale& x, const PlotScale& y, const Stroke& stroke) {
  if (line.empty() || image.isNull()) return;
  Columns columns(image.width(), image.height());
  const auto [first, end] = seen(line, x);
  const bool extremes = !line.low.empty();
  if (stroke.band && !extremes) return;
  // Extremes that are 0 or less are drawn at the lower edge of a logarithmic scale.
  const auto edge = [&](double value) {
    const double at = y.at(value);
    return std::isnan(at) && std::isfinite(value) ? std::max(y.from, y.to) : at;
  };
  bool pen = false;
  double lastX = 0, lastY = 0, lastLow = 0, lastHigh = 0;
  for (std::size_t i = first; i < end; ++i) {
    const double px = x.at(line.x[i]);
    if (stroke.band) {
      const double low = edge(line.low[i]), high = edge(line.high[i]);
      const bool known = std::isfinite(px) && std::isfinite(low) && std::isfinite(high);
      if (known && pen) {
        columns.piece(lastX, lastLow, px, low);
        columns.piece(lastX, lastHigh, px, high);
      } else if (known) {
        columns.point(px, low, high);
      }
      pen = known;
      lastX = px, lastLow = low, lastHigh = high;
      continue;
    }
    const double py = y.at(line.y[i]);
    // The extremes of a thinned interval lie somewhere within it; they are drawn at its end.
    if (extremes && std::isfinite(px))
      if (const double low = edge(line.low[i]), high = edge(line.high[i]); std::isfinite(low) && std::isfinite(high)) columns.point(px, low, high);
    const bool known = std::isfinite(px) && std::isfinite(py);
    if (known && pen) columns.piece(lastX, lastY, px, py);
    else if (known) columns.point(px, py, py);
    pen = known;
    lastX = px, lastY = py;
  }
  fill(image, columns.extents(), stroke);
}

double distanceOf(const Line& line, const PlotScale& x, const PlotScale& y, double placeX, double placeY) {
  const auto [first, end] = seen(line, x);
  double best = kInfinite;
  for (std::size_t i = first; i < end; ++i) {
    const double px = x.at(line.x[i]), py = y.at(line.y[i]);
    if (!std::isfinite(px) || !std::isfinite(py)) continue;
    best = std::min(best, std::hypot(px - placeX, py - placeY));
    if (i + 1 >= end) continue;
    const double nextX = x.at(line.x[i + 1]), nextY = y.at(line.y[i + 1]);
    if (!std::isfinite(nextX) || !std::isfinite(nextY) || placeX < px || placeX > nextX || nextX <= px) continue;
    // The distance to the nearest point of the piece, the foot of the perpendicular or an end.
    const double dx = nextX - px, dy = nextY - py;
    const double along = std::clamp(((placeX - px) * dx + (placeY - py) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    best = std::min(best, std::hypot(px + along * dx - placeX, py + along * dy - placeY));
  }
  return best;
}

}  // namespace stepscope
