// The layout of an image folder: class folders, or training and validation folders that contain them, or something that is not classification.
// Decided by the names and the contents of its folders; data.train_path overrides it.
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/images/split_names.h"

namespace stepscope {

// The folders that contain the class folders; `validation` and `test` are empty if there is no such part.
struct SplitFolders {
  std::string train, validation, test;
  std::vector<std::string> notes;  // sentences about what was ignored, and why
};

struct PictureLayout : SplitFolders {
  // Why it cannot be used for training, and what to do; empty: it can.
  std::string problem, cure;
  std::string better;  // a folder that could be used instead; empty: none is known
};

// Examines the names in the folder and the first files below. Each part keeps its role: a test folder is `test`. Throws Error (Input) naming a folder
// that cannot be read.
PictureLayout pictureLayout(const std::string& folder);

// The folders of the parts: those of data.train_path, data.validation_path and data.test_path if given. Without a part for validation the one for the
// test serves for it, unless data.test_as is "test". Throws Error (Input) for a layout that is not classification.
SplitFolders splitFolders(const DataSpec& spec);

}  // namespace stepscope
