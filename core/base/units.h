// Numbers as text: a unit, at most four significant digits, SI for time and rates, binary for memory.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/task.h"

namespace stepscope::text {

std::string number(double value);                        // "0.9913", "12340", "1.2e-05"; "-" when not finite
std::string percent(double share);                       // 0.9913 -> "99.13 %"; "-" when not finite
std::string metric(const Metric& metric, double value);  // "99.13 %", "1.853 nats/token", "48310"
std::string bytes(double count);                         // "45.2 MiB"
std::string milliseconds(double value);                  // "0.84 ms", "1.9 s", "12.5 µs"
std::string duration(double seconds);                    // "0.4 s", "2 min 05 s", "1 h 02 min"
// With an SI prefix: "348 GFLOP/s" for 3.48e11 and "FLOP/s", "17.9 k samples/s" for a unit that begins with a space.
std::string rate(double perSecond, const char* unit);
std::string count(std::int64_t value);  // "11 689 512"

}  // namespace stepscope::text
