// Opening data that may take long, for somebody who may not want to wait for the end.
#pragma once

#include <functional>

#include "core/data/dataset.h"

namespace stepscope {

// openData() on a thread of its own; throws Cancelled (core/backend/backend.h) at most 20 ms after `cancelled` said so. A scan of a large
// folder cannot be interrupted: it goes on alone then, and its result is dropped.
DataSplits openDataUnless(const std::function<bool()>& cancelled, DataSpec spec);

}  // namespace stepscope
