// Work of an accelerator that no category tells. JAX and TensorFlow (XProf) write it on threads "Stream #14(Compute)" of processes
// "/device:GPU:0", beside threads on which they repeat it by step, module and op; that of a TPU on the thread "XLA Ops" of
// "/device:TPU:0". The calls that started it stand on threads of "/host:CPU", with the same correlation.
#pragma once

#include "profiler/io/import_records.h"

namespace stepscope {

void tellStreams(ImportRecords& records);

}  // namespace stepscope
