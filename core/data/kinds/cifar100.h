// CIFAR-100, the binary version (https://www.cs.toronto.edu/~kriz/cifar.html): records of a superclass, a class and 3 x 32 x 32 pixels.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

// kind "cifar100": spec.path is the folder of train.bin and test.bin, or its parent. data.coarse = 1 trains on the 20 superclasses instead of the
// classes. Their names come from fine_label_names.txt or coarse_label_names.txt, if it is there. With spec.testAs "validation", test.bin is for
// validation; otherwise it is the test part, and validation samples are drawn from train.bin.
DataSplits openCifar100(const DataSpec& spec);
std::vector<DataKey> cifar100Keys();

// The folder of train.bin: `path` itself or the folder cifar-100-binary in it; empty: there is none with such records.
std::string cifar100Folder(const std::string& path);

}  // namespace stepscope
