// Finds equal samples: with two labels, in both parts of the data, or simply duplicated.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/data/preview/preview_parts.h"

namespace stepscope {

class EqualPictures {
 public:
  // One more image that equals an earlier one, the first of its group. example: "cat/1.jpg = dog/7.jpg".
  void met(std::size_t group, bool otherLabel, Split before, Split now, std::string example) {
    Kinds& kinds = groups_[group];
    ++kinds.pictures;
    const bool test = before == Split::Test || now == Split::Test;
    DataFinding& finding = otherLabel ? kinds.twoLabels : before == now ? kinds.twice : test ? kinds.inTest : kinds.twoParts;
    ++finding.count;
    addExample(finding, std::move(example));
  }
  // pictures: their number. If most of them are identical, only that is reported.
  void tell(DataPreview& preview, std::int64_t pictures);
  // The same for nearly equal images.
  void tellNear(DataPreview& preview);

 private:
  struct Kinds {
    std::int64_t pictures = 1;
    DataFinding twoLabels, twoParts, inTest, twice;
  };
  Kinds together() const;
  static void tell(DataPreview& preview, DataFinding& finding, DataFinding::Weight weight, const char* one, const char* several, const char* cure);

  std::map<std::size_t, Kinds> groups_;
};

// For data whose samples are in memory: compares all of them. Ends early if it is cancelled.
void findEqualSamples(const DataSplits& splits, DataPreview& preview, PreviewProgress& progress);

}  // namespace stepscope
