// A loader's batches as the inputs of a program: each field is bound to the input of its name.
#pragma once

#include "core/backend/backend.h"
#include "core/data/loader.h"

namespace stepscope {

// The loader's next batch (DataLoader::next): read into the program's inputs where the loader has no workers, else given by bindBatch(). It
// stays the program's until a result was read.
const Batch* nextBatch(Program& program, DataLoader& loader);
// A field that the program has no input for is left out.
void bindBatch(Program& program, const Batch& batch);

}  // namespace stepscope
