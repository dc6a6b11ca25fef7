// Converts microseconds as decimal text ("1623142623460111.250") to whole nanoseconds. Never uses a double: near 1.7e15 us its resolution is 0.25
// us.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope {

// A JSON number, also in quotes; surrounding white space is skipped. Digits below a nanosecond are rounded to the nearest. No value if it is not a
// number (NaN, Infinity, text) or does not fit 64 bits (about 292 years).
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

}  // namespace stepscope
