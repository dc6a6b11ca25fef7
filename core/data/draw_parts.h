// Draws which samples of one pool are for training, validation and the test: each class alike, and samples of one group always together. Pure: the
// result depends on the arguments only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/data/dataset.h"

namespace stepscope {

struct PartShares {
  double validation = 0, test = 0;  // of all samples; together below 1
  std::int64_t limit = 0;           // for training at most this many samples; 0: all that remain
  std::uint64_t seed = 0;
  // Keeps the draws of two kinds of data apart. What is drawn for validation without a test part never changes for a stream: runs depend on it.
  std::uint32_t stream = 0;
};

// As the keys of the project say. What data have of their own is not drawn.
PartShares sharesOf(const DataSpec& spec, std::uint32_t stream, bool ownValidation, bool ownTest);

struct DrawnParts {
  std::vector<Split> of;     // by sample
  std::vector<bool> unused;  // samples for training above the limit; `of` is Train
  bool has(std::size_t sample, Split part) const { return of[sample] == part && !unused[sample]; }
  std::vector<std::size_t> samples(Split part) const;  // their indices, in order
};

// labels: the class of each sample, from 0; one class for data without classes. Of each class round(share * samples) are drawn, at least one if the
// class has two samples and the share is above 0; one always stays for training. The test is drawn first.
DrawnParts drawParts(std::span<const std::int32_t> labels, const PartShares& shares);

// The same for samples of groups, such as the pictures of one person. groups: any number for each sample; equal ones stay on one side. Groups are
// taken in a drawn order, each if it brings the classes of the part nearer to their shares (as StratifiedGroupKFold of scikit-learn does for folds)
// and leaves some of each class for training.
DrawnParts drawGroupedParts(std::span<const std::int32_t> labels, std::span<const std::int64_t> groups, const PartShares& shares);

// The sizes that drawParts() gives to classes of so many samples.
struct PartSizes {
  std::int64_t train = 0, validation = 0, test = 0;
};
std::vector<PartSizes> partSizes(std::span<const std::int64_t> samples, const PartShares& shares);

}  // namespace stepscope
