// Samples that are equal: under two labels, in both parts of the data, or simply twice.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/data/preview/preview_parts.h"

namespace stepscope {

class EqualPictures {
 public:
  // One more picture that equals an earlier one, the first of its group. example: "cat/1.jpg = dog/7.jpg".
  void met(std::size_t group, bool otherLabel, bool otherPart, std::string example) {
    Kinds& kinds = groups_[group];
    ++kinds.pictures;
    DataFinding& finding = otherLabel ? kinds.twoLabels : otherPart ? kinds.twoParts : kinds.twice;
    ++finding.count;
    addExample(finding, std::move(example));
  }
  // pictures: how many there are. Where most of them are one and the same, that is told, and not what follows from it.
  void tell(DataPreview& preview, std::int64_t pictures);
  // The same of pictures that are nearly equal.
  void tellNear(DataPreview& preview);

 private:
  struct Kinds {
    std::int64_t pictures = 1;
    DataFinding twoLabels, twoParts, twice;
  };
  Kinds together() const;
  static void tell(DataPreview& preview, DataFinding& finding, DataFinding::Weight weight, const char* one, const char* several, const char* cure);

  std::map<std::size_t, Kinds> groups_;
};

// For data whose samples are kept in memory: compares every one. Ends early when it is cancelled.
void findEqualSamples(const DataSplits& splits, DataPreview& preview, PreviewProgress& progress);

}  // namespace stepscope
