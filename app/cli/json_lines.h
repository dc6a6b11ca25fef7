// JSON Lines on standard output: one object per line, flushed, so that a reader of a pipe sees it at once.
#pragma once

#include <nlohmann/json.hpp>

namespace stepscope::cli {

using Json = nlohmann::ordered_json;

// A measured figure: a value that is not finite is a text, "NaN", "Infinity" or "-Infinity", since JSON has no such numbers.
Json measured(double value);

// Invalid UTF-8 is replaced; numbers that are not finite become null, which means unknown.
void printLine(const Json& json);
}  // namespace stepscope::cli
