// CIFAR-100, the binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of a superclass, a class and 3 x 32 x 32 pixels.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

// kind "cifar100": spec.path is the folder of train.bin and test.bin, or its parent. The classes are named by fine_label_names.txt, or
// coarse_label_names.txt, if it is there. data.coarse = 1: the 20 superclasses. With spec.testAs "validation" test.bin is for validation, otherwise
// for the test, and validation is drawn of train.bin.
DataSplits openCifar100(const DataSpec& spec);
std::vector<DataKey> cifar100Keys();

// The folder with train.bin of such records: `path` itself or its folder cifar-100-binary; empty: there is none.
std::string cifar100Folder(const std::string& path);

}  // namespace stepscope
