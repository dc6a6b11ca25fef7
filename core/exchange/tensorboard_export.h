// Writes a run as TensorBoard event files: a folder with one file of scalars, histograms and images.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Writes a new file `folder`/events.out.tfevents.* (creating the folder) and returns its path. Every point is written; TensorBoard's scalars are
// float32, so doubles are rounded. The tag is the metric's name. Histograms have the tags "weights/NAME" and "gradients/NAME", those of an imported
// run their own. Throws Error naming the file, and deletes what was written. `goOn` is called with the written fraction of the points, 0 to 1; if it
// returns false, the file is deleted and the returned path is empty.
std::string exportToTensorBoard(const RunReader& store, const RunInfo& run, const std::string& folder,
                                const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
