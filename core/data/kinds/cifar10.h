// CIFAR-10, binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte and 3072 planar pixels.
#pragma once

#include "core/data/dataset.h"

namespace stepscope {

// kind "cifar10": spec.path holds data_batch_1.bin to data_batch_5.bin and test_batch.bin, or the folder cifar-10-batches-bin with them.
// Without these names every *.bin file of such records is taken, by name: those with "test" or "val" in it are for validation, and without
// any spec.validationSplit of the samples. Their classes are 0 to the largest label. A warning says which files were taken.
DataSplits openCifar10(const DataSpec& spec);

}  // namespace stepscope
