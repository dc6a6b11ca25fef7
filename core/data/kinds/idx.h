// MNIST and its relatives: the IDX format (http://yann.lecun.com/exdb/mnist), plain or gzip by the first bytes of the file.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

struct IdxArray {
  std::vector<std::int64_t> dims;
  std::vector<std::uint8_t> data;
};

// Reads an IDX file with `dimensions` dimensions and integer values from 0 to 255, of any element type. Memory grows only with the real content.
// Throws Error (Input) naming the file if it is missing, not an IDX file, too short, too long or damaged; if it has other dimensions or values, the
// error names its type and shape.
IdxArray readIdx(const std::string& file, int dimensions);

// Images: 3 dimensions, or 4 with 1 or 3 channels in front or at the end; dims become {count, channels, height, width}. Labels: 1 dimension, or 2
// with one column, or with a single 1 in each row.
IdxArray readIdxPictures(const std::string& file);
IdxArray readIdxLabels(const std::string& file);

// Whether it is a valid IDX file with other numbers than integers from 0 to 255.
bool holdsOtherNumbers(const std::string& file);

// The paths of the four files of a set; a missing one is empty.
struct IdxSet {
  std::string name;                                              // prefix of the names: "emnist-letters-"; empty for those of MNIST
  std::string trainImages, trainLabels, testImages, testLabels;  // test: named t10k, else test, else val
  std::string valImages, valLabels;                              // named val, valid or validation
  bool namesTest() const { return !testImages.empty() && testImages != valImages; }
  bool whole() const { return !trainImages.empty() && !trainLabels.empty() && !testImages.empty() && !testLabels.empty(); }
};
// The sets in a folder, sorted by the prefix of their names. Recognizes the published names, also with dots or underscores, with test, val or valid
// instead of t10k, with .gz, and a file inside a folder with the file's name. `most`: the number of entries that are examined.
std::vector<IdxSet> idxSetsIn(const std::string& folder, std::size_t most = 100'000);

// kind "mnist": spec.path contains the four published files, with or without .gz. The classes are 0 to the largest label, at most 255. The files t10k
// are for validation. With spec.testAs "test" they are the test part; then files named val are for validation, or else validation samples are drawn
// from the training files, in the same proportion from each class.
DataSplits openMnist(const DataSpec& spec);
std::vector<DataKey> memoryPictureKeys();  // keys of kinds whose sets are published with test files

}  // namespace stepscope
