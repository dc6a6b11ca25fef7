// JSON Lines on standard output: one object a line, flushed, so that a reader at the other end of a pipe sees it at once.
#pragma once

#include <nlohmann/json.hpp>

namespace stepscope::cli {

using Json = nlohmann::ordered_json;

// A figure that was measured: what is not finite is a text, "NaN", "Infinity" or "-Infinity", since JSON has no such numbers.
Json measured(double value);

// Bytes that are no UTF-8 are replaced; numbers that are not finite become null, which says that they are not known.
void printLine(const Json& json);
}  // namespace stepscope::cli
