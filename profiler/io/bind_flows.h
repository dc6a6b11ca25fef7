// The arrows of an import, and what follows from them: the step and the category of GPU work are those of its launch.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

void bindFlows(ImportRecords& records);

}  // namespace stepscope
