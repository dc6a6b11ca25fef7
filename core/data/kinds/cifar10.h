// CIFAR-10, binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte and 3072 planar pixels.
#pragma once

#include "core/data/dataset.h"

namespace stepscope {

// kind "cifar10": spec.path contains data_batch_1.bin to data_batch_5.bin and test_batch.bin (for validation), or the folder cifar-10-batches-bin
// with them. Without these names every *.bin file with such records is used: files with "test" or "val" in their names are for validation; if there
// are none, spec.validationSplit of the samples. The classes are then 0 to the largest label, and a warning lists the files that were used. With
// spec.testAs "test", test_batch.bin or the files with "test" in their names are the test part, and validation samples are drawn from the files for
// training, in the same proportion from each class.
DataSplits openCifar10(const DataSpec& spec);

}  // namespace stepscope
