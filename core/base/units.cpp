#include "core/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace stepscope::text {

namespace {

// Significant digits without trailing zeros; an exponent only if the digits would not be visible without it.
std::string significant(double value, int digits = 4) {
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e7)) return fmt::format("{:.{}g}", value, digits);
  const int before = magnitude == 0 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - before));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

}  // namespace

std::string rounded(double value, int digits) {
  return std::isfinite(value) ? significant(value, digits) : "-";
}

std::string exact(double value) {
  return fmt::format("{}", value);
}

std::string number(double value) {
  return rounded(value, 4);
}

std::string percent(double share, int digits) {
  if (!std::isfinite(share)) return "-";
  // A value near 100 % is not shown as 100 %: it gets as many digits as it needs. Differences of at most kAll come from rounding in sums.
  constexpr double kAll = 1e-9;
  constexpr int kMostDigits = 12;
  std::string shown = significant(share * 100, digits);
  while (shown == "100" && std::abs(share - 1) > kAll && digits < kMostDigits) shown = significant(share * 100, ++digits);
  return shown + " %";
}

std::string metric(const Metric& metric, double value) {
  if (metric.share) return percent(value);
  return metric.unit.empty() || !std::isfinite(value) ? number(value) : significant(value) + " " + std::string(metric.unit);
}

std::string measured(double value) {
  if (std::isfinite(value)) return number(value);
  return std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
}

std::string measured(const Metric& of, double value) {
  return std::isfinite(value) ? metric(of, value) : measured(value);
}

// A value that would be rounded up to 1024 of a unit is shown in the next unit.
std::string bytes(double count) {
  if (!std::isfinite(count)) return "-";
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  while (std::abs(count) >= 1023.5 && unit < 4) {
    count /= 1024;
    ++unit;
  }
  return significant(count, 3) + " " + kUnits[unit];
}

std::string milliseconds(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0 ms";
  if (value < 0) return "-" + milliseconds(-value);
  if (value < 0.9995e-3) return significant(value * 1e6, 3) + " ns";
  if (value < 0.9995) return significant(value * 1e3, 3) + " µs";
  if (value < 999.95) return significant(value, value < 99.95 ? 3 : 4) + " ms";
  return value < 59'950 ? significant(value / 1000, 3) + " s" : duration(value / 1000);
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "-";
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 99.5) return fmt::format("{} s", std::lround(seconds));
  const auto joined = [](std::int64_t large, const char* largeUnit, std::int64_t small, const char* smallUnit) {
    return small == 0 ? fmt::format("{} {}", large, largeUnit) : fmt::format("{} {} {} {}", large, largeUnit, small, smallUnit);
  };
  const auto minutes = static_cast<std::int64_t>(seconds / 60 + 0.5), whole = static_cast<std::int64_t>(seconds + 0.5);
  if (minutes < 10) return joined(whole / 60, "min", whole % 60, "s");
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (minutes < 48 * 60) return joined(minutes / 60, "h", minutes % 60, "min");
  return joined(minutes / 1440, "d", minutes % 1440 / 60, "h");
}

std::string throughput(double samplesPerSecond) {
  if (!std::isfinite(samplesPerSecond)) return "-";
  if (samplesPerSecond >= 99'999.5) return rate(samplesPerSecond, " samples/s");
  return significant(samplesPerSecond, samplesPerSecond >= 999.5 ? 4 : 3) + " samples/s";
}

std::string rate(double perSecond, const char* unit) {
  if (!std::isfinite(perSecond)) return "-";
  static constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T"};
  int prefix = 0;
  while (std::abs(perSecond) >= 10000 && prefix < 4) {
    perSecond /= 1000;
    ++prefix;
  }
  std::string text = significant(perSecond);
  if (*kPrefixes[prefix] != 0) text += std::string(" ") + kPrefixes[prefix];
  else if (*unit != 0 && *unit != ' ') text += ' ';
  return text + unit;
}

std::string count(std::int64_t value) {
  const std::string digits = std::to_string(std::llabs(value));
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ' ';
    grouped += digits[i];
  }
  return (value < 0 ? "-" : "") + grouped;
}

std::string counted(std::int64_t value, std::string_view one, std::string_view more) {
  const std::string noun = value == 1 ? std::string(one) : more.empty() ? std::string(one) + 's' : std::string(more);
  return count(value) + ' ' + noun;
}

}  // namespace stepscope::text
