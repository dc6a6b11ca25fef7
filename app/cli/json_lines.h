// JSON Lines on standard output: one object a line, flushed, so that a reader at the other end of a pipe sees it at once.
#pragma once

#include <nlohmann/json.hpp>

namespace stepscope::cli {

using Json = nlohmann::ordered_json;

// Bytes that are no UTF-8 are replaced; numbers that are not finite become null.
void printLine(const Json& json);
// Of a recorded value, which may be no number: "NaN", "Infinity" and "-Infinity" as texts, as `runs export --to jsonl` writes them.
Json valueJson(double value);

}  // namespace stepscope::cli
