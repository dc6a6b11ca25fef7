// A copy between two layouts that gives every element its place: the library's, compared once with the copy element by element, else that.
#pragma once

#include <string>

#include "core/backend/cpu/tuning/checked_makers.h"

namespace stepscope::cpu {

// layer: whose operand it is, for the sentence that names a copy that is left out.
Candidate checkedCopy(Verdicts& verdicts, const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer);

}  // namespace stepscope::cpu
