// The library as a whole: version, instruction set.
#pragma once

#include <string>

namespace stepscope::onednn {

std::string version();  // "oneDNN 2.6.3"

// What the library will use: "AVX-512 + AMX", "AVX-512", "AVX2", "SSE4.1".
std::string effectiveIsa();

// Caps the library at AVX2. Must come before the first primitive; returns false when it came too late.
bool capAtAvx2();
// Whether matrix products of bf16 operands have instructions.
bool hasBf16();
bool hasMatrixUnits();  // AMX

}  // namespace stepscope::onednn
