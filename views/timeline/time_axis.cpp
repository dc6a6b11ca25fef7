#include "views/timeline/time_axis.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

void TimeAxis::clamp() {
  length = std::clamp(length, std::min(kShortest, total), total);
  begin = std::clamp(begin, 0.0, total - length);
}

void TimeAxis::fit() {
  begin = 0;
  length = total;
}

void TimeAxis::show(double from, double to, double margin) {
  const double extra = (to - from) * margin;
  begin = from - extra;
  length = to - from + 2 * extra;
  const double centre = (from + to) / 2;
  if (length < kShortest) begin = centre - kShortest / 2;
  clamp();
}

void TimeAxis::zoomAbout(double x, double factor) {
  const double anchor = timeAt(x);
  const double share = (x - left) / width;
  length = std::clamp(length * factor, std::min(kShortest, total), total);
  begin = anchor - share * length;
  clamp();
}

void TimeAxis::panPixels(double pixels) {
  begin += pixels * nsPerPixel();
  clamp();
}

void TimeAxis::reveal(double from, double to, double leastPixels) {
  if ((to - from) / nsPerPixel() < leastPixels) {
    const double centre = (from + to) / 2;
    length = std::max(to - from, 1.0) * 12;  // wide enough for a label on most screens
    begin = centre - length / 2;
  } else if (from < begin || to > end()) {
    const double size = to - from;
    if (size > length) length = size * 1.1;
    begin = from < begin ? from - (length - size) * 0.1 : to - length + (length - size) * 0.1;
  }
  clamp();
}

std::vector<TimeTick> TimeAxis::ticks(double spacing) const {
  std::vector<TimeTick> result;
  const double least = nsPerPixel() * spacing;
  if (!(least > 0) || !std::isfinite(least)) return result;
  double step = std::pow(10, std::floor(std::log10(least)));
  for (const double multiple : {1.0, 2.0, 5.0, 10.0})
    if (step * multiple >= least) {
      step *= multiple;
      break;
    }
  step = std::max(step, 1.0);
  // The unit fits the largest visible time, so that neighbouring labels have the same unit.
  const double largest = std::max(end(), step);
  struct Unit {
    double ns;
    const char* name;
  };
  Unit unit{1, "ns"};
  for (const Unit& candidate : {Unit{1e3, "µs"}, Unit{1e6, "ms"}, Unit{1e9, "s"}})
    if (largest >= candidate.ns * 2) unit = candidate;
  const int decimals = std::clamp(static_cast<int>(std::ceil(std::log10(unit.ns / step) - 1e-9)), 0, 9);
  for (double k = std::ceil(begin / step); k * step <= end(); ++k)
    result.push_back({k * step, QString::number(k * step / unit.ns, 'f', decimals) + QChar(0x00A0) + QString::fromUtf8(unit.name)});
  return result;
}

}  // namespace stepscope
