// The stages that make a trace of what an import has gathered, in their order.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

// Joins begins with their ends, and leaves out what is absurdly far from the rest.
void pairEdges(ImportRecords& records);
void pairAsync(ImportRecords& records);
void checkTimes(ImportRecords& records);
// A span that did not end lasts as long as the trace. The end of the trace is known only after the times have been checked.
void closeUnfinished(ImportRecords& records);
// Work of an accelerator that no category tells. JAX and TensorFlow (XProf) write it on threads "Stream #14(Compute)" of processes
// "/device:GPU:0", beside threads on which they repeat it by step, module and op; that of a TPU on the thread "XLA Ops" of
// "/device:TPU:0". The calls that started it stand on threads of "/host:CPU", with the same correlation.
void tellStreams(ImportRecords& records);
// Adds the steps of a trace that marks none, where updates of the weights or waits for data show them.
void findSteps(ImportRecords& records);
// Spans, marks and counters are laid out on tracks and lanes, and spans get their categories.
void layOutLanes(ImportRecords& records);
// The arrows, and what follows from them: the step and the category of GPU work are those of its launch.
void bindFlows(ImportRecords& records);

}  // namespace stepscope
