// Copies between layouts: our own for images, the library's for others, and element by element if it has none.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// A copy from one layout to another of the same tensor. Throws onednn::Refused if there is none.
Candidate reorderCandidate(const Physical& from, const Physical& to, const Shape& shape, int threads);

}  // namespace stepscope::cpu
