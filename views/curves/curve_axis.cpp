#include "views/curves/curve_axis.h"

#include <QDateTime>
#include <cmath>

#include "views/common/text.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

Mapping inverseOf(const Mapping& mapping) {
  Mapping inverse;
  inverse.reserve(mapping.size());
  for (const auto& [x, y] : mapping)
    if (inverse.empty() || y > inverse.back().first) inverse.emplace_back(y, x);
  return inverse;
}

QString shortCount(double value) {
  if (std::abs(value) >= 1e6) return formatNumber(value / 1e6, 4) + QLatin1Char('M');
  if (std::abs(value) >= 1000) return formatNumber(value / 1000, 4) + QLatin1Char('k');
  return formatNumber(std::abs(value) < 1e-12 ? 0 : value, 4);
}

}  // namespace

QString titleOf(XAxis axis) {
  switch (axis) {
    case XAxis::Step: return tr("step");
    case XAxis::Epoch: return tr("epoch");
    case XAxis::Time: return tr("time");
    case XAxis::Clock: return tr("clock");
    case XAxis::Samples: return tr("samples");
  }
  return {};
}

QString explanationOf(XAxis axis) {
  switch (axis) {
    case XAxis::Step: return tr("Over the steps of the run: updates of the weights");
    case XAxis::Epoch: return tr("Over the epochs of the run");
    case XAxis::Time: return tr("Over the time since the run began, pauses left out");
    case XAxis::Clock: return tr("Over the time of day: when the run was started, plus its time of training");
    case XAxis::Samples: return tr("Over the samples trained so far: fair to runs of other batch sizes");
  }
  return {};
}

QString formatPosition(XAxis axis, double x) {
  switch (axis) {
    case XAxis::Time:
      if (std::abs(x) < 1e-9) return QStringLiteral("0");
      return x < 0 ? QString() : x < 1 ? formatMs(x * 1000) : formatDuration(x);
    case XAxis::Clock: {
      if (!(std::abs(x) < 1e11)) return {};
      const QDateTime time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(x * 1000));
      return time.toString(QStringLiteral("dd. HH:mm"));
    }
    default: return shortCount(x);
  }
}

std::vector<double> timeTicks(XAxis axis, double low, double high) {
  static constexpr double strides[] = {0.1, 0.2,  0.5,  1,    2,     5,     10,    15,    30,     60,     120,     300,    600,
                                       900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 1209600, 2592000};
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low)) return ticks;
  double stride = 0;
  for (const double candidate : strides)
    if (stride == 0 && (high - low) / candidate <= 8) stride = candidate;
  if (stride == 0) stride = std::pow(10, std::ceil(std::log10((high - low) / 8)));
  // Ticks of a clock are at round local times: shifts by the offset from UTC.
  const double offset =
      axis == XAxis::Clock && std::abs(low) < 1e11 ? QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(low * 1000)).offsetFromUtc() : 0;
  for (double i = std::ceil((low + offset) / stride); i * stride - offset <= high; ++i) ticks.push_back(i * stride - offset);
  return ticks;
}

std::vector<double> wholeTicks(double low, double high) {
  std::vector<double> ticks;
  if (!(high > low) || !std::isfinite(high - low)) return ticks;
  constexpr double kMost = 6;
  double stride = std::pow(10, std::floor(std::log10(std::max(1.0, (high - low) / kMost))));
  for (const double factor : {2.0, 2.5, 2.0})  // the stride becomes 2, 5, 10 times the power of ten
    if ((high - low) / stride > kMost) stride *= factor;
  stride = std::max(1.0, std::round(stride));
  for (double tick = std::ceil(low / stride) * stride; tick <= high; tick += stride) ticks.push_back(tick);
  return ticks;
}

double positionOf(const RunCurves& run, XAxis axis, double step) {
  switch (axis) {
    case XAxis::Step: return step;
    case XAxis::Epoch: return run.epochEnds.empty() && run.stepsPerEpoch <= 0 ? std::nan("") : epochAt(run, step);
    case XAxis::Time: return valueAt(run.clock, step);
    case XAxis::Clock: return static_cast<double>(run.createdMs) / 1000 + valueAt(run.clock, step);
    case XAxis::Samples: return valueAt(run.samples, step);
  }
  return std::nan("");
}

double stepOf(const RunCurves& run, XAxis axis, double x) {
  switch (axis) {
    case XAxis::Step: return x;
    case XAxis::Epoch: return stepAt(run, x);
    case XAxis::Time: return valueAt(inverseOf(run.clock), x);
    case XAxis::Clock: return valueAt(inverseOf(run.clock), x - static_cast<double>(run.createdMs) / 1000);
    case XAxis::Samples: return valueAt(inverseOf(run.samples), x);
  }
  return std::nan("");
}

std::vector<double> epochTicks(const RunCurves& run, double low, double high) {
  const double first = std::max(0.0, epochAt(run, low)), last = epochAt(run, high);
  double stride = 1;
  while ((last - first) / stride > 6) stride = stride == 1 ? 2 : stride == 2 ? 5 : stride * 2;
  std::vector<double> ticks;
  for (double epoch = std::ceil(first / stride) * stride; epoch <= last + 1e-9; epoch += stride) ticks.push_back(stepAt(run, epoch));
  return ticks;
}

double roomFor(double last, double total) {
  if (total > 0 && last >= total / 3) return total;
  double end = std::pow(10, std::floor(std::log10(std::max(last, 1.0))));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 15.0})
    if (end * factor >= last * 1.15) {
      end *= factor;
      break;
    }
  return total > 0 ? std::min(end, total) : end;
}

}  // namespace stepscope
