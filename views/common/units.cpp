#include "views/common/units.h"

#include <QObject>
#include <array>
#include <cmath>

#include "core/base/units.h"

namespace stepscope {

namespace {

const QChar kDash(0x2014);
const QChar kSpace(0x00A0);  // no-break space between a number and its unit

// Adapts a text of the engine to the window: no-break spaces between number and unit, a dash for an unknown value ("-").
QString dressed(const std::string& text) {
  return text == "-" ? QString(kDash) : QString::fromStdString(text).replace(QLatin1Char(' '), kSpace);
}

}  // namespace

QString formatNumber(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  return dressed(text::rounded(value, digits));
}

QString formatSi(double value, const QString& unit) {
  if (!std::isfinite(value)) return QString(kDash);
  static const std::array<std::pair<double, const char*>, 5> prefixes{{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [size, prefix] : prefixes)
    if (std::abs(value) >= size * 0.99995) return formatNumber(value / size, 3) + kSpace + QLatin1String(prefix) + unit;
  const QString text = formatNumber(value, 3);
  return unit.isEmpty() ? text : text + kSpace + unit;
}

QString formatMs(double milliseconds) {
  return dressed(text::milliseconds(milliseconds));
}

QString formatNs(std::int64_t nanoseconds) {
  return formatMs(static_cast<double>(nanoseconds) * 1e-6);
}

QString formatBytes(double bytes) {
  return dressed(text::bytes(bytes));
}

QString formatBytes(std::int64_t bytes) {
  return formatBytes(static_cast<double>(bytes));
}

QString formatRate(double samplesPerSecond) {
  return dressed(text::throughput(samplesPerSecond));
}

QString formatPercent(double share, int digits) {
  return dressed(text::percent(share, digits));
}

QString formatMetric(const Metric& metric, double value) {
  if (metric.share) return formatPercent(value, 4);
  const QString number = formatNumber(value);
  if (metric.unit.empty() || !std::isfinite(value)) return number;
  return number + QLatin1Char(' ') + QString::fromUtf8(metric.unit.data(), static_cast<qsizetype>(metric.unit.size()));
}

QString formatMeasured(double value) {
  return std::isfinite(value) ? formatNumber(value) : QString::fromStdString(text::measured(value));
}

QString formatMeasured(const Metric& metric, double value) {
  return std::isfinite(value) ? formatMetric(metric, value) : formatMeasured(value);
}

QString formatDuration(double seconds) {
  return dressed(text::duration(seconds));
}

QString formatCount(std::int64_t count) {
  QString text = QString::number(count < 0 ? -count : count);
  for (qsizetype at = text.size() - 3; at > 0; at -= 3) text.insert(at, QChar(0x202F));
  return count < 0 ? QChar(0x2212) + text : text;
}

QString counted(std::int64_t count, const QString& one, const QString& many) {
  return formatCount(count) + kSpace + (count == 1 ? one : many);
}

QString formatAgo(double seconds) {
  return QObject::tr("%1 ago").arg(formatDuration(seconds));
}

QString formatLearningRate(double rate) {
  if (!std::isfinite(rate)) return QString(kDash);
  return QString::number(rate, 'g', 3);
}

}  // namespace stepscope
