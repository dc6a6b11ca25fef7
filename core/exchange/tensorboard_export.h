// Writes a run as TensorBoard event files: a folder with one file of scalars, histograms and images.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Writes a new folder/events.out.tfevents.* (creating the folder) and returns its path. Every point is written; TensorBoard's scalars are float32, so
// doubles are rounded. The tag is the metric's name; our own histograms are "weights/NAME" and "gradients/NAME". Throws Error naming the file, and
// deletes the part written. goOn is called with the written fraction, 0 to 1; if it returns false, the file is deleted and the returned path is
// empty.
std::string exportToTensorBoard(const RunReader& store, const RunInfo& run, const std::string& folder,
                                const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
