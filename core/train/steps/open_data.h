// Opens data, which may take long, with cancellation, and loads them.
#pragma once

#include <functional>

#include "core/data/loader.h"
#include "core/project/project.h"

namespace stepscope {

// Calls openData() on another thread, so that `cancelled` is checked every 20 ms; throws Cancelled (core/base/cancelled.h) soon after it returned
// true. The thread has ended when this function returns or throws. (It still waits for a file system that does not answer.)
DataSplits openDataUnless(const std::function<bool()>& cancelled, DataSpec spec);

// How training samples are loaded, the same for a run, a trial of switches and a range test. The caller decides where unreadable ones are reported.
LoaderOptions trainingLoading(const Project& project, const Switches& switches, const DataSplits& data, const std::atomic<bool>* cancel);

}  // namespace stepscope
