#include "core/data/images/picture_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "core/base/error.h"
#include "core/data/images/image_folder.h"
#include "core/data/images/pixels.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

std::optional<std::int64_t> wholeNumber(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

ScannedFolder scanned(std::vector<FoundImage> pictures, const std::atomic<bool>* cancel) {
  std::stable_sort(pictures.begin(), pictures.end(), [](const FoundImage& a, const FoundImage& b) { return a.label < b.label; });
  return inspectImages(std::move(pictures), cancel);
}

}  // namespace

void labelPictures(PictureSet& set, const std::vector<std::string>& names, const std::string& place) {
  std::set<std::string> training, all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    all.insert(names[i]);
    if (set.pictures[i].part == Split::Train) training.insert(names[i]);
  }
  if (training.size() < 2) {
    throw Error(ErrorKind::Input, place,
                training.empty() ? "names no picture for training" : fmt::format("names pictures of only one class, \"{}\"", *training.begin()),
                "A model learns to distinguish classes: there must be pictures of at least two");
  }
  for (const std::string& name : all)
    if (!training.contains(name))
      throw Error(ErrorKind::Input, place, fmt::format("the class \"{}\" has pictures for validation or the test, but none for training", name),
                  "Add pictures of it for training, or remove the others");
  set.classes.assign(training.begin(), training.end());
  if (std::ranges::all_of(set.classes, [](const std::string& name) { return wholeNumber(name).has_value(); }))
    std::ranges::stable_sort(set.classes, {}, [](const std::string& name) { return *wholeNumber(name); });
  std::map<std::string, std::int32_t> labels;
  for (const std::string& name : set.classes) labels.emplace(name, static_cast<std::int32_t>(labels.size()));
  for (std::size_t i = 0; i < names.size(); ++i) set.pictures[i].label = labels.at(names[i]);
}

DataSplits openPictureSet(const DataSpec& spec, PictureSet set) {
  if (set.ownTest) requireNoTestShare(spec, "that of the data");
  std::vector<FoundImage> train, validation, test;
  for (LocatedPicture& picture : set.pictures) {
    std::vector<FoundImage>& part = picture.part == Split::Train ? train : picture.part == Split::Validation ? validation : test;
    if (picture.part == Split::Test && !spec.openTest) continue;
    part.push_back({std::move(picture.file), picture.label, {}, std::move(picture.source)});
  }
  const std::size_t classes = set.classes.size();
  ScannedParts parts{scanned(std::move(train), spec.cancel), scanned(std::move(validation), spec.cancel), scanned(std::move(test), spec.cancel)};
  std::vector<std::string>& warnings = parts.train.warnings;
  warnings.insert(warnings.begin(), set.leftOut.begin(), set.leftOut.end());
  warnings.insert(warnings.begin(), set.notes.begin(), set.notes.end());
  std::vector<bool> filled(classes, false);
  for (const FoundImage& image : parts.train.images) filled[static_cast<std::size_t>(image.label)] = true;
  for (std::size_t c = 0; c < classes; ++c)
    if (!filled[c])
      throw Error(ErrorKind::Input, spec.path, fmt::format("the class \"{}\" has no readable image for training", set.classes[c]),
                  warnings.empty() ? "Add images of it" : "Repair the images: " + warnings.front());
  drawMissingImages(spec, parts, set.ownValidation, set.ownTest);
  DataSplits splits = openImages(spec, set.classes, std::move(parts));
  splits.ownValidation = set.ownValidation;
  splits.ownTest = set.ownTest;
  return splits;
}

std::vector<DataKey> pictureSetKeys() {
  std::vector<DataKey> keys = pictureKeys();
  keys.push_back(imageSizeKey());
  for (DataKey& key : transformKeys(true)) keys.push_back(std::move(key));
  keys.push_back(validationPathKey());
  keys.push_back(testPathKey());
  keys.push_back(testAsKey());
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace stepscope
