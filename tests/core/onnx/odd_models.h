// ONNX files that nobody would write: odd ranks, empty and huge sizes, attributes at the ends of their types, names that are missing or
// made twice, wrong types, cut and flipped bytes. The same file for the same seed and index, on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/core/onnx/operator_cases.h"

namespace stepscope::testing {

// The bytes of file `index`. Most begin as a model that is right, so that they come far.
std::string oddModel(const std::vector<OperatorCase>& cases, std::uint64_t seed, std::uint64_t index);

}  // namespace stepscope::testing
