// MNIST and its relatives: the IDX format (http://yann.lecun.com/exdb/mnist), plain or gzip by the first bytes of the file.
#pragma once

#include <string>
#include <vector>

#include "core/data/dataset.h"

namespace stepscope {

struct IdxArray {
  std::vector<std::int64_t> dims;
  std::vector<std::uint8_t> data;
};

// Reads an IDX file with `dimensions` dimensions whose values are whole numbers from 0 to 255, of whatever type the file has them. No more
// memory is taken than the file really holds. Throws Error (Input) naming the file when it is missing, no IDX file, too short, too long or
// damaged, and with its type and shape when it holds something else.
IdxArray readIdx(const std::string& file, int dimensions);

// Pictures: 3 dimensions, or 4 with 1 or 3 channels in front or at the end; dims become {count, channels, height, width}. Labels: 1
// dimension, or 2 with one column, or with a single 1 in each row.
IdxArray readIdxPictures(const std::string& file);
IdxArray readIdxLabels(const std::string& file);

// Whether it is a sound IDX file of other numbers than whole ones from 0 to 255.
bool holdsOtherNumbers(const std::string& file);

// The four files of a set; what is not there is empty.
struct IdxSet {
  std::string name;  // what the names begin with: "emnist-letters-"; empty for those of MNIST
  std::string trainImages, trainLabels, testImages, testLabels;
  bool whole() const { return !trainImages.empty() && !trainLabels.empty() && !testImages.empty() && !testLabels.empty(); }
};
// The sets in a folder, by the names that are in use: as published, dotted, with test, val or valid for t10k, with .gz, each in a folder of
// its own name; sorted by name. Those of t10k come before others.
// most: entries that are looked at.
std::vector<IdxSet> idxSetsIn(const std::string& folder, std::size_t most = 100'000);

// kind "mnist": spec.path holds the four files as published, with or without .gz. The classes are 0 to the largest label, at most 255.
DataSplits openMnist(const DataSpec& spec);

}  // namespace stepscope
