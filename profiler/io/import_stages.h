// The stages that make a trace from the records of an import, in their order.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

// pairEdges, pairAsync: join begins with their ends. checkTimes: leaves out records whose times are absurdly far from the rest.
void pairEdges(ImportRecords& records);
void pairAsync(ImportRecords& records);
void checkTimes(ImportRecords& records);
// A span that did not end lasts as long as the trace. The end of the trace is known only after the times have been checked.
void closeUnfinished(ImportRecords& records);
// Finds the work of accelerators in traces without categories. JAX and TensorFlow (XProf) write it on threads "Stream #14(Compute)" of processes
// "/device:GPU:0", beside threads that repeat it by step, module and op; that of a TPU on the thread "XLA Ops" of "/device:TPU:0". The calls that
// started it are on threads of "/host:CPU", with the same correlation.
void tellStreams(ImportRecords& records);
// Adds the steps of a trace without step marks, if updates of the weights or waits for data show them.
void findSteps(ImportRecords& records);
// Puts spans, marks and counters on tracks and lanes, and gives spans their categories.
void layOutLanes(ImportRecords& records);
// Binds the arrows, and sets step and category of GPU work to those of its launch.
void bindFlows(ImportRecords& records);

}  // namespace stepscope
