// The stage of an import that lays spans, marks and counters out on tracks and lanes, and tells the categories of spans.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

void layOutLanes(ImportRecords& records);

}  // namespace stepscope
