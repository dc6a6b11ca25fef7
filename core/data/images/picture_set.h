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

// Whether a part for the test serves for validation where there is none. These kinds have no projects from before there was a test part, so that
// "auto" keeps it apart.
inline bool testValidates(const DataSpec& spec) {
  return spec.testAs == "validation";
}

struct PictureSet {
  std::vector<std::string> classes;
  std::vector<LocatedPicture> pictures;
  bool ownValidation = false, ownTest = false;
  std::vector<std::string> notes;    // how it was read, as sentences
  std::vector<std::string> leftOut;  // entries that are no samples, each with its reason
};

// Classes by their names: numbers by value, others by bytes. Fills in classes and the labels of the pictures; names: of the class of each picture.
// Throws Error (Input) naming `place` if there are fewer than two classes among the pictures for training, or a class without any of them.
void labelPictures(PictureSet& set, const std::vector<std::string>& names, const std::string& place);

// Checks the headers; unreadable pictures are left out with a warning. Draws the parts that the set has not, and opens them as an image folder.
DataSplits openPictureSet(const DataSpec& spec, PictureSet set);

// Keys of every layout.
std::vector<DataKey> pictureSetKeys();

}  // namespace stepscope
