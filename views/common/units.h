// Formats numbers for the user: with a unit, usually at most four significant digits, SI prefixes for times and rates, and binary prefixes for
// memory. An unknown value (NaN) becomes an em dash.
#pragma once

#include <QString>
#include <cstdint>
#include <limits>

#include "core/base/task.h"

namespace stepscope {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();  // an unknown value

QString formatNumber(double value, int digits = 4);   // "0.482", "205.1", "12340"; never exponents between 1e-4 and 1e6
QString formatSi(double value, const QString& unit);  // "11.2 M", "198 GFLOP/s" for (198e9, "FLOP/s")
QString formatMs(double milliseconds);                // "205.1 ms", "61.2 µs", "1.23 s"
QString formatNs(std::int64_t nanoseconds);           // the same from nanoseconds
QString formatBytes(double bytes);                    // "1.42 GiB", "512 B"
QString formatBytes(std::int64_t bytes);
QString formatRate(double samplesPerSecond);               // "312 samples/s"
QString formatPercent(double share, int digits = 3);       // "29.8 %" for the fraction 0.298
QString formatMetric(const Metric& metric, double value);  // "99.1 %", "1.853 nats/token", "48310"
// The text of a measured number: if it is not finite, "NaN", "inf" or "-inf" instead of a dash.
QString formatMeasured(double value);
QString formatMeasured(const Metric& metric, double value);
QString formatDuration(double seconds);                                        // "4.2 s", "21 min", "1 h 12 min"
QString formatCount(std::int64_t count);                                       // grouped by narrow no-break spaces: "3 303"
QString counted(std::int64_t count, const QString& one, const QString& many);  // "1 run", "3 runs"
QString formatAgo(double seconds);                                             // "0.4 s ago", "3 min ago"
QString formatLearningRate(double rate);                                       // "0.05", "3.2e-05"

}  // namespace stepscope
