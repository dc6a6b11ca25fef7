#include "views/common/units.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope {

namespace {

const QChar kDash(0x2014);
const QChar kSpace(0x00A0);  // keeps a number and its unit on one line

QString trimmed(QString text) {
  if (!text.contains(QLatin1Char('.'))) return text;
  while (text.endsWith(QLatin1Char('0'))) text.chop(1);
  if (text.endsWith(QLatin1Char('.'))) text.chop(1);
  return text;
}

// Decimals that leave `digits` significant digits.
QString fixed(double value, int digits) {
  const double magnitude = std::abs(value);
  const int before = magnitude < 1e-300 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  return QString::number(value, 'f', std::clamp(digits - before, 0, 12));
}

QString scaled(double value, double factor, const QString& unit, int digits = 4) {
  return trimmed(fixed(value * factor, digits)) + kSpace + unit;
}

QString joined(std::int64_t large, const char* largeUnit, std::int64_t small, const char* smallUnit) {
  QStringList parts{QString::number(large), QString::fromLatin1(largeUnit)};
  if (small > 0) parts << QString::number(small) << QString::fromLatin1(smallUnit);
  return parts.join(kSpace);
}

}  // namespace

QString formatNumber(double value, int digits) {
  if (!std::isfinite(value)) return std::isnan(value) ? QString(kDash) : value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e7)) return QString::number(value, 'g', digits);
  return trimmed(fixed(value, digits));
}

QString formatSi(double value, const QString& unit) {
  if (!std::isfinite(value)) return QString(kDash);
  static const std::array<std::pair<double, const char*>, 5> prefixes{{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [size, prefix] : prefixes)
    if (std::abs(value) >= size * 0.99995) return trimmed(fixed(value / size, 3)) + kSpace + QLatin1String(prefix) + unit;
  const QString text = trimmed(fixed(value, 3));
  return unit.isEmpty() ? text : text + kSpace + unit;
}

QString formatMs(double milliseconds) {
  if (!std::isfinite(milliseconds)) return QString(kDash);
  const double magnitude = std::abs(milliseconds);
  if (magnitude == 0) return QStringLiteral("0") + kSpace + QStringLiteral("ms");
  if (magnitude < 1e-3) return scaled(milliseconds, 1e6, QStringLiteral("ns"), 3);
  if (magnitude < 1) return scaled(milliseconds, 1e3, QStringLiteral("µs"), 3);
  if (magnitude < 1000) return scaled(milliseconds, 1, QStringLiteral("ms"), magnitude < 100 ? 3 : 4);
  if (magnitude < 60'000) return scaled(milliseconds, 1e-3, QStringLiteral("s"), 3);
  return formatDuration(milliseconds / 1000);
}

QString formatNs(std::int64_t nanoseconds) {
  return formatMs(static_cast<double>(nanoseconds) * 1e-6);
}

QString formatBytes(double bytes) {
  if (!std::isfinite(bytes)) return QString(kDash);
  static const std::array<std::pair<double, const char*>, 4> units{
      {{1099511627776.0, "TiB"}, {1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}}};
  for (const auto& [size, unit] : units)
    if (std::abs(bytes) >= size) return trimmed(fixed(bytes / size, 3)) + kSpace + QLatin1String(unit);
  return QString::number(bytes, 'f', 0) + kSpace + QStringLiteral("B");
}

QString formatBytes(std::int64_t bytes) {
  return formatBytes(static_cast<double>(bytes));
}

QString formatRate(double samplesPerSecond) {
  if (!std::isfinite(samplesPerSecond)) return QString(kDash);
  if (samplesPerSecond >= 1e5) return formatSi(samplesPerSecond, QStringLiteral("samples/s"));
  return trimmed(fixed(samplesPerSecond, samplesPerSecond >= 1000 ? 4 : 3)) + kSpace + QStringLiteral("samples/s");
}

QString formatPercent(double share, int digits) {
  if (!std::isfinite(share)) return QString(kDash);
  return trimmed(fixed(share * 100, digits)) + kSpace + QLatin1Char('%');
}

QString formatMetric(const Metric& metric, double value) {
  if (metric.share) return formatPercent(value, 4);
  const QString number = formatNumber(value);
  if (metric.unit.empty() || !std::isfinite(value)) return number;
  return number + QLatin1Char(' ') + QString::fromUtf8(metric.unit.data(), static_cast<qsizetype>(metric.unit.size()));
}

QString formatDuration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return QString(kDash);
  if (seconds < 10) return QString::number(seconds, 'f', 1) + kSpace + QStringLiteral("s");
  if (seconds < 100) return QString::number(seconds, 'f', 0) + kSpace + QStringLiteral("s");
  const auto minutes = static_cast<std::int64_t>(seconds / 60 + 0.5);
  if (minutes < 60) {
    const auto whole = static_cast<std::int64_t>(seconds);
    if (minutes < 10) return joined(whole / 60, "min", whole % 60, "s");
    return QString::number(minutes) + kSpace + QStringLiteral("min");
  }
  if (minutes < 48 * 60) return joined(minutes / 60, "h", minutes % 60, "min");
  return joined(minutes / 1440, "d", minutes % 1440 / 60, "h");
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
  return formatDuration(seconds) + QStringLiteral(" ago");
}

QString formatLearningRate(double rate) {
  if (!std::isfinite(rate)) return QString(kDash);
  return QString::number(rate, 'g', 3);
}

}  // namespace stepscope
