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

// Reads an IDX file with `dimensions` dimensions and integer values from 0 to 255, of any element type. It takes no more memory than the file really
// contains. Throws Error (Input) naming the file if it is missing, not an IDX file, too short, too long or damaged, and with its type and shape if it
// contains something else.
IdxArray readIdx(const std::string& file, int dimensions);

// Images: 3 dimensions, or 4 with 1 or 3 channels in front or at the end; dims become {count, channels, height, width}. Labels: 1 dimension, or 2
// with one column, or with a single 1 in each row.
IdxArray readIdxPictures(const std::string& file);
IdxArray readIdxLabels(const std::string& file);

// Whether it is a valid IDX file with other numbers than integers from 0 to 255.
bool holdsOtherNumbers(const std::string& file);

// The four files of a set; missing ones are empty.
struct IdxSet {
  std::string name;                                              // prefix of the names: "emnist-letters-"; empty for those of MNIST
  std::string trainImages, trainLabels, testImages, testLabels;  // of several for t10k: t10k, test, val
  std::string valImages, valLabels;                              // those named val or valid
  bool namesTest() const { return !testImages.empty() && testImages != valImages; }
  bool whole() const { return !trainImages.empty() && !trainLabels.empty() && !testImages.empty() && !testLabels.empty(); }
};
// The sets in a folder, by the usual names: as published, dotted, with test, val or valid for t10k, with .gz, each
// in a folder with its own name; sorted by name. Sets with t10k come before others. most: number of entries
// examined.
std::vector<IdxSet> idxSetsIn(const std::string& folder, std::size_t most = 100'000);

// kind "mnist": spec.path contains the four published files, with or without .gz. The classes are 0 to the largest label, at most 255. With
// spec.testAs "test" the files t10k are the test part, and validation is drawn of the training files, of each class alike, unless there are files
// named val; otherwise the files t10k are for validation.
DataSplits openMnist(const DataSpec& spec);
std::vector<DataKey> memoryPictureKeys();  // of kinds with published test files

}  // namespace stepscope
