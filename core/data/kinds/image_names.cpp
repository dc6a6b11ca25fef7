#include "core/data/kinds/image_names.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/error.h"
#include "core/data/counted_sentence.h"
#include "core/data/images/class_names.h"
#include "core/data/images/picture_files.h"

namespace stepscope {
namespace {

std::string stemOf(const std::string& file) {
  return std::filesystem::path(file).stem().string();
}

}  // namespace

PictureSet locateNamed(const DataSpec& spec) {
  PictureSet set;
  std::vector<std::string> names;
  const std::vector<std::string> training = picturesIn(spec.path);
  std::vector<std::string> stems;
  for (const std::string& file : training) stems.push_back(stemOf(file));
  const std::optional<NameRule> rule = nameRuleOf(stems);
  if (!rule)
    throw Error(ErrorKind::Input, spec.path, "holds no pictures whose names tell their classes, such as cat.1.jpg and dog.1.jpg",
                "Put the pictures of each class into a folder of its own");
  const auto add = [&](const std::string& folder, Split part) {
    std::int64_t added = 0;
    for (const std::string& file : part == Split::Train ? training : picturesIn(folder)) {
      std::string name = classOfName(stemOf(file), *rule);
      if (name.empty()) {
        set.leftOut.push_back(file + ": left out, because its name tells no class");
        continue;
      }
      set.pictures.push_back({file, 0, part, {}});
      names.push_back(std::move(name));
      ++added;
    }
    set.notes.push_back(fmt::format(
        "{}: {} whose names tell their classes, such as \"{}\" of class \"{}\"", folder, countedSentence(added, "one picture", "{} pictures"),
        names.empty() ? "" : std::filesystem::path(set.pictures.back().file).filename().string(), names.empty() ? "" : names.back()));
  };
  add(spec.path, Split::Train);
  if (!spec.validationPath.empty()) add(spec.validationPath, Split::Validation);
  if (!spec.testPath.empty()) add(spec.testPath, Split::Test);
  set.ownValidation = !spec.validationPath.empty();
  set.ownTest = !spec.testPath.empty();
  labelPictures(set, names, spec.path);
  return set;
}

DataSplits openImageNames(const DataSpec& spec) {
  return openPictureSet(spec, locateNamed(spec));
}

std::vector<DataKey> imageNamesKeys() {
  return pictureSetKeys();
}

}  // namespace stepscope
