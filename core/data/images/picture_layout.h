// How a folder of pictures is laid out: class folders themselves, parts for training and validation that hold them, or something that is no
// classification. Told by the names of its folders and by what is in them, both; data.train_path overrides.
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/images/split_names.h"

namespace stepscope {

// Where the class folders are; `validation` is empty where the data have no part for it.
struct SplitFolders {
  std::string train, validation;
  std::vector<std::string> notes;  // sentences: what was left alone and why
};

struct PictureLayout : SplitFolders {
  // Why it cannot be trained on, and what to do; empty: it can.
  std::string problem, cure;
  std::string better;  // a folder that could be taken instead; empty: none is known
};

// Looks at the names in the folder and at the first files below. Throws Error (Input) naming a folder that cannot be read.
PictureLayout pictureLayout(const std::string& folder);

// The folders that training takes: those of data.train_path and data.validation_path where given. Throws Error (Input) for a layout that is
// no classification.
SplitFolders splitFolders(const DataSpec& spec);

}  // namespace stepscope
