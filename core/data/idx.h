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

// Reads an IDX file of unsigned bytes with `dimensions` dimensions. No more memory is taken than the file really holds.
// Throws Error (Input) naming the file when it is missing, no IDX file, too short, too long or damaged.
IdxArray readIdx(const std::string& file, int dimensions);

// kind "mnist": spec.path holds the four files as published, with or without .gz. The classes are 0 to the largest label, at most 255.
DataSplits openMnist(const DataSpec& spec);

}  // namespace stepscope
