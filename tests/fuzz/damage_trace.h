// Damages that reach what reads traces in JSON: phases, keys, times and depth.
#pragma once

#include "tests/fuzz/fuzz.h"

namespace stepscope::fuzz {

void damageTraceJson(std::string& text, Random& random);

// Deep within a long file little else is met: a short piece of it gets a damage in more places.
std::string pieceOf(const std::string& text, Random& random);

// Small traces in JSON with events of every phase.
std::vector<std::string> traceSeeds();

}  // namespace stepscope::fuzz
