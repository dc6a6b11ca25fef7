// Finds equal samples: with two labels, in two parts of the data, or simply duplicated.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/data/preview/preview_parts.h"

namespace stepscope {

class EqualPictures {
 public:
  // Adds an image that equals an earlier one. `group` identifies the first image of the group of equal ones; `before` and `now` are the parts of the
  // two images. `example`: "cat/1.jpg = dog/7.jpg".
  void met(std::size_t group, bool otherLabel, Split before, Split now, std::string example) {
    Kinds& kinds = groups_[group];
    ++kinds.pictures;
    const bool test = before == Split::Test || now == Split::Test;
    DataFinding& finding = otherLabel ? kinds.twoLabels : before == now ? kinds.twice : test ? kinds.inTest : kinds.twoParts;
    ++finding.count;
    addExample(finding, std::move(example));
  }
  // Reports what was found among `pictures` images. A group of identical images in several classes that has at least half of all images is reported
  // as one finding.
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
