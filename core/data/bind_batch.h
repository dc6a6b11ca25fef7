// Passes a loader's batches to a program: each field is bound to the input with its name.
#pragma once

#include "core/backend/backend.h"
#include "core/data/loader.h"

namespace stepscope {

// The loader's next batch (DataLoader::next); pass it to bindBatch() before the program runs. If the loader has no workers, the batch is read
// directly into the program's inputs. It must stay unchanged until a result of that run has been read.
const Batch* nextBatch(Program& program, DataLoader& loader);
// Fields for which the program has no input are ignored.
void bindBatch(Program& program, const Batch& batch);

}  // namespace stepscope
