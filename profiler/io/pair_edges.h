// The first stages after the intake: begins find their ends, and what lies absurdly far from the rest is left out.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

void pairEdges(ImportRecords& records);
void pairAsync(ImportRecords& records);
void checkTimes(ImportRecords& records);
// What did not end lasts as long as the trace, whose end is known when the times have been checked.
void closeUnfinished(ImportRecords& records);

}  // namespace stepscope
