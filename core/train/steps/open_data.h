// Opening data that may take long, for somebody who may not want to wait for the end, and loading them.
#pragma once

#include <functional>

#include "core/data/loader.h"
#include "core/project/project.h"

namespace stepscope {

// openData() on a thread of its own, so that `cancelled` is asked every 20 ms; throws Cancelled (core/base/cancelled.h) soon after it said
// so. The thread has ended when it returns or throws. (A file system that answers nothing keeps it waiting all the same.)
DataSplits openDataUnless(const std::function<bool()>& cancelled, DataSpec spec);

// How samples for training are loaded, by a run, a trial of switches and a range test alike. Who loads says where unreadable ones go.
LoaderOptions trainingLoading(const Project& project, const Switches& switches, const DataSplits& data, const std::atomic<bool>* cancel);

}  // namespace stepscope
