// JSON Lines on standard output: one object per line, flushed, so that a reader of a pipe sees it at once.
#pragma once

#include <nlohmann/json.hpp>

namespace stepscope::cli {

using Json = nlohmann::ordered_json;

// A measured number. If it is not finite it becomes the text "NaN", "Infinity" or "-Infinity", since JSON has no such numbers.
Json measured(double value);

// Prints a line. Invalid UTF-8 is replaced; other numbers that are not finite become null, which means unknown.
void printLine(const Json& json);
}  // namespace stepscope::cli
