// Pictures whose classes are known before any is opened: from a list, from their names, or from the records that hold them. Each layout has one
// function that locates them; opening and examining are the same for all.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"
#include "core/data/images/image_part.h"
#include "core/data/images/image_scan.h"

namespace stepscope {

struct LocatedPicture {
  std::string file;  // its name, for messages; also its file unless `source` says another
  std::int32_t label = 0;
  Split part = Split::Train;
  ImagePart source = {};
};

// Whether the test part is used for validation if there is no validation part. For these kinds "auto" keeps the test part separate: they are newer
// than the test part, so no old project expects it to be used for validation.
inline bool testValidates(const DataSpec& spec) {
  return spec.testAs == "validation";
}

struct PictureSet {
  std::vector<std::string> classes;
  std::vector<LocatedPicture> pictures;
  bool ownValidation = false, ownTest = false;
  std::vector<std::string> notes;    // sentences on how the set was read
  std::vector<std::string> leftOut;  // sentences: entries that are not samples, with the reason
};

// Fills in the classes of the set, sorted (numbers by value, other names by their bytes), and the labels of the pictures. `names`: the name of the
// class of each picture. Throws Error (Input) naming `place` if the training pictures have fewer than two classes, or a class has none of them.
void labelPictures(PictureSet& set, const std::vector<std::string>& names, const std::string& place);

// Checks the headers; unreadable pictures are left out with a warning. Draws the parts that the set lacks, and opens all as an image folder.
DataSplits openPictureSet(const DataSpec& spec, PictureSet set);

// Keys that all these kinds have.
std::vector<DataKey> pictureSetKeys();

}  // namespace stepscope
