// Draws which samples are for training, validation and the test: in the same proportion from each class; the samples of a group stay together. Pure:
// the result depends on the arguments only.
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
  // A number of its own for each kind of data, for independent draws. The draw of validation samples without a test part must never change for a
  // stream, because existing runs depend on it.
  std::uint32_t stream = 0;
};

// The shares from the keys of the project; 0 for a part that the data already have.
PartShares sharesOf(const DataSpec& spec, std::uint32_t stream, bool ownValidation, bool ownTest);

struct DrawnParts {
  std::vector<Split> of;     // by sample
  std::vector<bool> unused;  // samples for training above the limit; `of` is Train
  bool has(std::size_t sample, Split part) const { return of[sample] == part && !unused[sample]; }
  std::vector<std::size_t> samples(Split part) const;  // their indices, in order
};

// `labels`: the class of each sample, from 0; all 0 for data without classes. Of each class round(share * samples) are drawn, at least one if the
// class has two samples or more and the share is above 0; one always stays for training. The test is drawn first.
DrawnParts drawParts(std::span<const std::int32_t> labels, const PartShares& shares);

// The same for samples in groups, such as the pictures of one person. `groups`: any number for each sample; samples with equal numbers get the same
// part. Groups are tried from the largest to the smallest, those of equal size in random order. A group is taken if it brings the counts of the
// classes nearer to their shares (as StratifiedGroupKFold of scikit-learn does for folds) and leaves some of each class for training; if none does,
// the smallest one that leaves some is taken.
DrawnParts drawGroupedParts(std::span<const std::int32_t> labels, std::span<const std::int64_t> groups, const PartShares& shares);

// The sizes of the parts that drawParts() draws from each class. `samples`: the number of samples of each class.
struct PartSizes {
  std::int64_t train = 0, validation = 0, test = 0;
};
std::vector<PartSizes> partSizes(std::span<const std::int64_t> samples, const PartShares& shares);

}  // namespace stepscope
