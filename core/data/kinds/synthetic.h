// Samples computed on the fly, for benchmarks and tests: no file, any size, any number of classes.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

// kind "synthetic": spec.count samples (default 1024) of data.classes classes (default 10), imageSize x imageSize pixels (default 32), with as many
// channels as spec.mean has values (default 3). A sample is a smooth pattern of its class plus uniform noise, so a model can learn it; the labels
// repeat in turn. validationSplit gives the number of additional samples for validation.
DataSplits openSynthetic(const DataSpec& spec);
std::vector<DataKey> syntheticKeys();

}  // namespace stepscope
