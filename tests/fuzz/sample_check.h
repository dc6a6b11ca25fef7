// Opens data from files and reads every sample.
#pragma once

#include "core/data/dataset.h"

namespace stepscope::fuzz {

// Samples and answers within their bounds; throws what openData() throws.
void readAll(const DataSpec& spec);

}  // namespace stepscope::fuzz
