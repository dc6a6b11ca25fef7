// Which arrays of a NumPy file are inputs, which are answers, and for which part, by the names that people give them.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "core/data/arrays/npy.h"

namespace stepscope {

struct ArrayPair {
  NumpyArray inputs, answers;
};

struct ArrayParts {
  std::optional<ArrayPair> train, validation, test;
  std::vector<std::string> others;  // names of arrays that are not used
};

// path: a .npz file, or a folder with .npy files, whose names are those of the arrays, or else with one .npz file. Names are read in any case:
// x_train, train_images, X_test, val_labels, ... for the parts, and x or X, images, data, features, inputs with y, labels, targets for one part; of a
// file with two arrays without such names the one with more values is the input. Throws Error (Input) that lists the arrays if there are none.
ArrayParts arrayPartsOf(const std::string& path, const std::atomic<bool>* cancel = nullptr);

// Whether the folder holds inputs and answers as .npy files of these names; or else one .npz file.
bool holdsArrayFiles(const std::string& folder);
bool holdsArrays(const std::string& folder);

}  // namespace stepscope
