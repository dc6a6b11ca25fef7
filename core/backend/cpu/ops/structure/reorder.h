// Copies between layouts: our own for images; the library's for others; element by element if the library has none.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// A candidate that copies a tensor of `shape` from one layout to another. Throws onednn::Refused if there is none.
Candidate reorderCandidate(const Physical& from, const Physical& to, const Shape& shape, int threads);

}  // namespace stepscope::cpu
