#include "core/base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace stepscope::text {

namespace {

// Four significant digits without trailing zeros; exponents only where the digits would not be seen otherwise, as views write them.
std::string significant(double value) {
  constexpr int kDigits = 4;
  const double magnitude = std::abs(value);
  if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e7)) return fmt::format("{:.{}g}", value, kDigits);
  const int before = magnitude == 0 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, kDigits - before));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

}  // namespace

std::string number(double value) {
  return std::isfinite(value) ? significant(value) : "-";
}

std::string percent(double share) {
  if (!std::isfinite(share)) return "-";
  return significant(share * 100) + " %";
}

std::string metric(const Metric& metric, double value) {
  if (metric.share) return percent(value);
  return metric.unit.empty() || !std::isfinite(value) ? number(value) : significant(value) + " " + std::string(metric.unit);
}

std::string bytes(double count) {
  if (!std::isfinite(count)) return "-";
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  while (std::abs(count) >= 1024 && unit < 4) {
    count /= 1024;
    ++unit;
  }
  return significant(count) + " " + kUnits[unit];
}

std::string milliseconds(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0 ms";
  if (std::abs(value) >= 1000) return significant(value / 1000) + " s";
  if (std::abs(value) < 0.1) return fmt::format("{:.3g} µs", value * 1000);
  if (std::abs(value) >= 100) return significant(value) + " ms";  // as the window writes it
  return fmt::format("{:.3g} ms", value);
}

// As the window writes it (views/common/units.h), so that a run's time reads alike wherever it is told.
std::string duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "-";
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  if (seconds < 100) return fmt::format("{} s", std::lround(seconds));
  const auto joined = [](std::int64_t large, const char* largeUnit, std::int64_t small, const char* smallUnit) {
    return small == 0 ? fmt::format("{} {}", large, largeUnit) : fmt::format("{} {} {} {}", large, largeUnit, small, smallUnit);
  };
  const auto minutes = static_cast<std::int64_t>(seconds / 60 + 0.5), whole = static_cast<std::int64_t>(seconds);
  if (minutes < 10) return joined(whole / 60, "min", whole % 60, "s");
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (minutes < 48 * 60) return joined(minutes / 60, "h", minutes % 60, "min");
  return joined(minutes / 1440, "d", minutes % 1440 / 60, "h");
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
  if (*kPrefixes[prefix] != 0)
    text += std::string(" ") + kPrefixes[prefix];
  else if (*unit != 0 && *unit != ' ')
    text += ' ';
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

}  // namespace stepscope::text
