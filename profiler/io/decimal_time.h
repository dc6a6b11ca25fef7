// Microseconds as decimal text ("1623142623460111.250") to whole nanoseconds. Never through a double: near 1.7e15 us a double is 0.25 us
// coarse.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

// A JSON number, or one in quotes; white space around it is skipped. Digits below a nanosecond are rounded to the nearest. Nothing for
// what is no number (NaN, Infinity, text) or does not fit 64 bits (about 292 years).
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

}  // namespace stepscope
