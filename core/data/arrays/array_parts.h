// Finds by their usual names which arrays of a NumPy file are inputs and which are answers, and of which part.
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

// `path`: a .npz file, a folder with .npy files (their names are those of the arrays), or a folder with one .npz file. Capitals do not matter in
// names. Names of parts are x_train, train_images, X_test, val_labels and the like; for a single part they are x, images, data, features or inputs
// with y, labels or targets. If a file has two arrays without such names, the one with more values is the input. Throws Error (Input), which lists
// the arrays, if there are no inputs and answers for training.
ArrayParts arrayPartsOf(const std::string& path, const std::atomic<bool>* cancel = nullptr);

// Whether the folder holds inputs and answers as .npy files of these names.
bool holdsArrayFiles(const std::string& folder);
// Whether it holds such files, or else one .npz file.
bool holdsArrays(const std::string& folder);

}  // namespace stepscope
