// Numbers as text: with a unit, four significant digits (numbers from 10^4 to 10^7 are rounded to integers), SI prefixes for time and rates, binary
// prefixes for memory. Numbers are rounded only here. The command line and the reports use these texts as they are; the window
// (views/common/units.h) only changes blanks and dashes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/task.h"

namespace stepscope::text {

std::string number(double value);                        // "0.9913", "12340", "1.2e-05"; "-" if not finite, as in all functions below
std::string rounded(double value, int digits);           // with this many significant digits
std::string exact(double value);                         // with as many digits as are needed to read back the same number: "0.1", "1e-09"
std::string percent(double share, int digits = 4);       // 0.9913 -> "99.13 %"
std::string metric(const Metric& metric, double value);  // "99.13 %", "1.853 nats/token", "48310"
// Text of a measured value. If it is not finite, the text is "NaN", "inf" or "-inf", whereas the functions above return "-".
std::string measured(double value);
std::string measured(const Metric& metric, double value);
std::string bytes(double count);                  // "45.2 MiB"
std::string milliseconds(double value);           // "6.12 ms", "205.1 ms", "1.94 s", "840 µs"; from one minute on the text of duration()
std::string duration(double seconds);             // "0.4 s", "97 s", "2 min 5 s", "21 min", "1 h 2 min", "2 d 7 h"
std::string throughput(double samplesPerSecond);  // "312 samples/s", "17903 samples/s", "250 k samples/s"
// With an SI prefix: "348 GFLOP/s" for 3.48e11 and "FLOP/s", "250 k samples/s" for a unit that begins with a space.
std::string rate(double perSecond, const char* unit);
std::string count(std::int64_t value);  // "11 689 512"
// "1 epoch", "3 epochs", "11 689 512 points"; for an irregular plural: counted(n, "loss", "losses").
std::string counted(std::int64_t value, std::string_view one, std::string_view more = {});

}  // namespace stepscope::text
