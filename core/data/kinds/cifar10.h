// CIFAR-10, binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte and 3072 planar pixels.
#pragma once

#include "core/data/dataset.h"

namespace stepscope {

// kind "cifar10": spec.path contains data_batch_1.bin to data_batch_5.bin and test_batch.bin, or the folder cifar-10-batches-bin with them. Without
// these names every *.bin file with such records is used: names with "test" or "val" are for validation; without them spec.validationSplit of the
// samples is. The classes are then 0 to the largest label. A warning says which files were used. With spec.testAs "test" test_batch.bin and names
// with "test" are the test part, and validation is drawn of the files for training, of each class alike.
DataSplits openCifar10(const DataSpec& spec);

}  // namespace stepscope
