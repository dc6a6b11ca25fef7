// A run as TensorBoard event files: a folder with one file of scalars, histograms and pictures.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Writes folder/events.out.tfevents.* anew (the folder is made) and returns its path. Every point is written; TensorBoard's scalars are
// float32, so a double is rounded to one. A metric's name is its tag; histograms are "weights/NAME" and "gradients/NAME" where we made them.
// Throws Error naming the file, and removes what it has written of it. goOn is told the share that is written, 0 to 1; where it says no, the
// file is removed and its path is empty.
std::string exportToTensorBoard(const RunReader& store, const RunInfo& run, const std::string& folder,
                                const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
