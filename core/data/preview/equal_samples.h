// Samples that are equal: under two labels, in both parts of the data, or simply twice.
#pragma once

#include <string>

#include "core/data/preview/preview_parts.h"

namespace stepscope {

class EqualPictures {
 public:
  // One more picture that equals an earlier one. example: "cat/1.jpg = dog/7.jpg".
  void met(bool otherLabel, bool otherPart, std::string example) {
    DataFinding& finding = otherLabel ? twoLabels_ : otherPart ? twoParts_ : twice_;
    ++finding.count;
    addExample(finding, std::move(example));
  }
  void tell(DataPreview& preview);
  // The same of pictures that are nearly equal.
  void tellNear(DataPreview& preview);

 private:
  static void tell(DataPreview& preview, DataFinding& finding, DataFinding::Weight weight, const char* one, const char* several, const char* cure);

  DataFinding twoLabels_, twoParts_, twice_;
};

// Of data whose samples are kept in memory: every one is compared. Ends early when it is cancelled.
void findEqualSamples(const DataSplits& splits, DataPreview& preview, PreviewProgress& progress);

}  // namespace stepscope
