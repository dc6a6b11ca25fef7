#include "core/data/images/picture_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/data_key.h"
#include "core/data/images/picture_files.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLookedAt = 2'000;  // number of entries of a folder that are examined
constexpr int kDeepestWrap = 3;           // levels of extra folders around a part: seg_train/seg_train/forest

using Words = std::set<std::string_view>;

// The kinds of the first entries of a folder.
struct Look {
  std::vector<fs::path> folders;
  std::int64_t pictures = 0, xml = 0, json = 0, txt = 0, csv = 0;
};

Look lookInto(const fs::path& folder) {
  Look look;
  std::error_code failed;
  std::size_t seen = 0;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && ++seen < kLookedAt; entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (isHiddenName(path.filename().string())) continue;
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      look.folders.push_back(path);
      continue;
    }
    const std::string extension = lower(path.extension().string());
    if (imageFileKind(path.string()) != FileKind::NotImage) ++look.pictures;
    look.xml += extension == ".xml";
    look.json += extension == ".json";
    look.txt += extension == ".txt";
    look.csv += extension == ".csv" || extension == ".tsv" || extension == ".jsonl";
  }
  std::sort(look.folders.begin(), look.folders.end());
  return look;
}

std::string nameOf(const fs::path& folder) {
  return '"' + folder.filename().string() + '"';
}

std::string namesOf(const std::vector<fs::path>& folders) {
  std::string names;
  for (std::size_t i = 0; i < folders.size(); ++i) names += (i == 0 ? "" : i + 1 == folders.size() ? " and " : ", ") + nameOf(folders[i]);
  return names;
}

bool isPart(const fs::path& folder) {
  return splitRoleOf(folder.filename().string()) != SplitRole::None;
}

// A part of a data set. Archives often have an extra folder around the class folders: seg_train/seg_train/forest.
struct Part {
  fs::path folder, root;  // `root` holds the class folders: `folder` itself or a folder in it
  SplitRole role = SplitRole::None;
  std::vector<fs::path> classes;  // sub-folders of root with images
  bool subFolders = false;        // there are sub-folders
  bool flat = false;              // images are directly in root
  bool any() const { return flat || !classes.empty(); }
};

Part partOf(const fs::path& folder) {
  Part part;
  part.folder = part.root = folder;
  part.role = splitRoleOf(folder.filename().string());
  Look look = lookInto(folder);
  for (int depth = 0; depth < kDeepestWrap && look.pictures == 0 && look.folders.size() == 1; ++depth) {
    Look inner = lookInto(look.folders.front());
    if (inner.folders.size() < 2 && !isPart(look.folders.front())) break;
    part.root = look.folders.front();
    look = std::move(inner);
  }
  part.subFolders = !look.folders.empty();
  for (const fs::path& inner : look.folders)
    if (holdsPicture(inner, kLookedAt)) part.classes.push_back(inner);
  part.flat = look.pictures > 0 && part.classes.size() < 2;  // a few may be beside the class folders
  if (part.flat && isWeakSplitName(folder.filename().string())) part.role = SplitRole::None;
  return part;
}

std::set<std::string> classNames(const Part& part) {
  std::set<std::string> names;
  for (const fs::path& one : part.classes) names.insert(one.filename().string());
  return names;
}

// Whether the folders have the same classes, except for a few: then they are parts of one set, whatever their names are.
bool holdSameClasses(const Part& a, const Part& b) {
  if (a.flat || b.flat) return false;
  const std::set<std::string> first = classNames(a), second = classNames(b);
  const auto common =
      static_cast<std::size_t>(std::count_if(first.begin(), first.end(), [&](const std::string& name) { return second.contains(name); }));
  return common >= 2 && common == std::min(first.size(), second.size()) && 2 * common > std::max(first.size(), second.size());
}

bool holdsOnlyClassesOf(const Part& part, const Part& train) {
  const std::set<std::string> known = classNames(train), names = classNames(part);
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) { return known.contains(name); });
}

// Sets the roles of parts whose names differ only in the word for the part: imagenet_train and imagenet_val.
void nameByEnding(std::vector<Part>& parts) {
  std::vector<std::string> names;
  for (const Part& part : parts)
    if (part.any()) names.push_back(part.folder.filename().string());
  const std::vector<SplitRole> roles = rolesByEnding(names);
  std::size_t next = 0;
  for (Part& part : parts)
    if (part.any() && !roles.empty()) part.role = roles[next++];
}

bool isOneOf(const fs::path& folder, const Words& words) {
  const std::vector<std::string> parts = wordsOfName(folder.filename().string());
  return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) { return words.contains(part); });
}

struct Obstacle {
  std::string problem, cure;
  fs::path better;  // a folder that could be used instead; empty: none
};

constexpr const char* kOnlyClasses =
    "Stepscope learns to classify whole pictures: put the pictures of each class into a sub-folder of its own; if these folders are "
    "classes, set data.train_path to the folder that contains them";

// Finds a folder of images beside a folder of their annotations (masks, boxes, outlines), by the names and the contents of the two folders.
std::optional<Obstacle> pairIn(const Look& look) {
  // clang-format off
  static const Words ofPictures = {"image", "images", "img", "imgs", "picture", "pictures", "photo", "photos", "jpegimages", "jpeg", "input", "inputs",
                                   "original", "originals", "rgb", "leftimg", "frames"};
  static const Words ofMasks = {"mask", "masks", "label", "labels", "gt", "groundtruth", "seg", "segmentation", "segmentations", "segmentationclass",
                                "segmentationobject", "segmentationmap", "target", "targets", "annotation", "annotations", "annots", "ann", "anns",
                                "gtfine", "matte", "mattes", "trimap", "trimaps"};
  // clang-format on
  static const Words ofTruth = {"truth"};  // "ground truth"
  for (const fs::path& told : look.folders) {
    if (!isOneOf(told, ofMasks) && !isOneOf(told, ofTruth)) continue;
    const Look ofTold = lookInto(told);
    bool masks = ofTold.pictures > 0, boxes = ofTold.xml + ofTold.json + ofTold.txt + ofTold.csv > 0;
    for (const fs::path& inner : ofTold.folders) {  // labels/train, labels/val
      const Look deeper = lookInto(inner);
      masks = masks || deeper.pictures > 0;
      boxes = boxes || deeper.xml + deeper.json + deeper.txt > 0;
    }
    for (const fs::path& pictures : look.folders) {
      // COCO has its images in train2017 and val2017, and its labels in annotations.
      const bool named = isOneOf(pictures, ofPictures), part = boxes && isPart(pictures);
      if (pictures == told || isOneOf(pictures, ofMasks) || !(named || part)) continue;
      if (part && !named && lookInto(pictures).pictures == 0) continue;
      if ((!boxes && !masks) || !holdsPicture(pictures, kLookedAt)) continue;
      // Some sets have both classes and boxes.
      if (const Part inner = partOf(pictures); named && !inner.flat && inner.classes.size() >= 2 && !isPart(inner.classes.front()))
        return Obstacle{fmt::format("{} contains descriptions of the pictures, and the classes are in {}", nameOf(told), nameOf(pictures)),
                        fmt::format("Use the folder {}: set data.path to {}", nameOf(pictures), inner.root.string()), inner.root};
      const char* what = masks ? "{} holds masks of the pictures in {}: a set for segmentation, not one folder for each class"
                               : "{} holds descriptions of the pictures in {}, such as boxes: a set for detection or segmentation, not one folder "
                                 "for each class";
      return Obstacle{fmt::format(fmt::runtime(what), nameOf(told), nameOf(pictures)), kOnlyClasses, {}};
    }
  }
  return std::nullopt;
}

// Annotations that show another task than classification, in the folder or in its parts.
std::optional<Obstacle> otherTask(const Look& look) {
  if (auto pair = pairIn(look)) return pair;
  for (const fs::path& inner : look.folders)
    if (isPart(inner))
      if (auto pair = pairIn(lookInto(inner))) return pair;
  return std::nullopt;
}

// The first part with this role whose images are in sub-folders; null: there is none.
const Part* heldOut(const std::vector<Part>& parts, SplitRole role) {
  for (const Part& part : parts)
    if (part.role == role && !part.flat && part.subFolders) return &part;
  return nullptr;
}

void layOutParts(const Part& train, const std::vector<Part>& parts, PictureLayout& layout) {
  layout.train = train.root.string();
  const Part *held = heldOut(parts, SplitRole::Validation), *tested = heldOut(parts, SplitRole::Test);
  // Published test pictures often have no classes and are all in one folder, which is not one of the classes.
  if (tested && !holdsOnlyClassesOf(*tested, train)) tested = nullptr;
  if (held) layout.validation = held->root.string();
  if (tested) layout.test = tested->root.string();
  for (const Part& part : parts) {
    if (part.folder == train.folder || &part == held || &part == tested) continue;
    const char* why = nullptr;
    const bool unknown = part.role == SplitRole::None && !held && !tested && holdSameClasses(part, train);
    if (unknown) why = "its part of the set is not known; set data.train_path to {}, and data.validation_path to it if it is for validation";
    else if (part.role == SplitRole::None)
      why = part.any() ? "the pictures for training are those of {}; set data.train_path if it is a class" : nullptr;
    else if (part.role == SplitRole::Train) why = "the pictures for training are those of {}; set data.train_path to take others";
    else if (part.flat) why = "its pictures are not in class folders, so their classes are not known";
    else if (!part.subFolders) why = "it is empty";
    else if (part.role == SplitRole::Validation) why = "{} is taken for validation; set data.validation_path to take it instead";
    else if (part.role == SplitRole::Test && !tested) why = "its folders are not the classes of {}";
    else if (part.role == SplitRole::Test) why = "{} is taken for the test; set data.test_path to take it instead";
    if (!why) continue;
    const std::string taken = unknown                                      ? train.root.string()
                              : part.role == SplitRole::Validation && held ? nameOf(held->folder)
                              : part.role == SplitRole::Test && tested     ? nameOf(tested->folder)
                                                                           : nameOf(train.folder);
    layout.notes.push_back(fmt::format("{}: left alone, because {}", part.folder.string(), fmt::format(fmt::runtime(why), taken)));
  }
}

// Whether the folders hold the same classes and their names do not show which is for training, so that the user must choose it. More than three such
// folders are more likely classes with similar sub-folders: then only a note is added.
bool unnamedParts(const std::vector<const Part*>& withPictures, PictureLayout& layout) {
  constexpr std::size_t kMostParts = 3;
  if (withPictures.size() < 2) return false;
  for (const Part* part : withPictures)
    if (!holdSameClasses(*part, *withPictures.front())) return false;
  const std::set<std::string> classes = classNames(*withPictures.front());
  if (std::any_of(classes.begin(), classes.end(), [](const std::string& name) { return splitRoleOf(name) == SplitRole::Train; })) return false;
  std::vector<fs::path> folders;
  for (const Part* part : withPictures) folders.push_back(part->folder);
  const std::string same = fmt::format("folders of the same names, such as \"{}\" and \"{}\"", *classes.begin(), *std::next(classes.begin()));
  if (withPictures.size() > kMostParts) {
    layout.notes.push_back(fmt::format(
        "{} contain {}, and are taken as classes; if they are parts of a set, set data.train_path to the one for training",
        fmt::join(std::vector<std::string>{nameOf(folders[0]), nameOf(folders[1]), fmt::format("{} others", folders.size() - 2)}, ", "), same));
    return false;
  }
  const auto named = std::find_if(withPictures.begin(), withPictures.end(),
                                  [](const Part* part) { return part->role == SplitRole::Validation || part->role == SplitRole::Test; });
  const Part* held = named == withPictures.end() ? withPictures.back() : *named;
  const Part* train = held == withPictures.front() ? withPictures[1] : withPictures.front();
  layout.problem = fmt::format("{} each hold {}: parts of one set, and their names do not show which is for training", namesOf(folders), same);
  layout.cure = fmt::format(
      "Set data.train_path to the part for training, such as {}, and data.validation_path to that for validation, such as {}; if "
      "they are classes, set data.train_path to {}",
      train->root.string(), held->root.string(), train->folder.parent_path().string());
  return true;
}

// Class folders that contain parts themselves: cat/train, cat/test.
void noteInnerParts(const std::vector<fs::path>& classes, PictureLayout& layout) {
  std::vector<std::string> cut;
  for (const fs::path& one : classes) {
    std::set<SplitRole> roles;
    for (const fs::path& inner : lookInto(one).folders)
      if (holdsPicture(inner, kLookedAt)) roles.insert(splitRoleOf(inner.filename().string()));
    if (roles.contains(SplitRole::Train) && (roles.contains(SplitRole::Test) || roles.contains(SplitRole::Validation)))
      cut.push_back('"' + one.filename().string() + '"');
  }
  if (cut.empty()) return;
  const std::size_t shown = std::min<std::size_t>(cut.size(), 3);
  layout.notes.push_back(
      fmt::format("{}{}: the parts for training and testing in it are taken together, and others drawn for validation; "
                  "lay them out as train/CLASS and val/CLASS to keep them apart",
                  fmt::join(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                  cut.size() > shown ? fmt::format(" and {} others", cut.size() - shown) : ""));
}

}  // namespace

PictureLayout pictureLayout(const std::string& path) {
  PictureLayout layout;
  layout.train = path;
  const fs::path folder(path);
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return layout;
  const Look look = lookInto(folder);
  if (const auto other = otherTask(look)) {
    layout.problem = other->problem;
    layout.cure = other->cure;
    layout.better = other->better.string();
    return layout;
  }
  std::vector<Part> parts;
  std::vector<fs::path> withPictures;
  std::vector<const Part*> filled;
  std::size_t named = 0, flat = 0;
  for (const fs::path& inner : look.folders) parts.push_back(partOf(inner));
  nameByEnding(parts);
  for (const Part& part : parts) {
    const fs::path& inner = part.folder;
    if (!part.any()) continue;
    filled.push_back(&part);
    withPictures.push_back(inner);
    named += part.role != SplitRole::None;
    flat += part.flat;
  }
  // The shortest name is preferred: "train" to "train2".
  const Part* train = nullptr;
  for (const Part& part : parts) {
    if (part.role != SplitRole::Train || part.flat || part.classes.empty()) continue;
    const std::size_t length = part.folder.filename().string().size();
    if (!train || length < train->folder.filename().string().size()) train = &part;
  }
  // "train" may also be a class of vehicles: then it contains images directly, or the other folders are classes too.
  const bool onlyTrain = train && named == 1 && withPictures.size() > 1;
  if (train && (!onlyTrain || train->classes.size() >= 2)) {
    layOutParts(*train, parts, layout);
    noteInnerParts(train->classes, layout);
    return layout;
  }
  const bool trains = std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.role == SplitRole::Train && part.any(); });
  if (!withPictures.empty() && named == withPictures.size()) {
    if (flat > 0 && trains) {
      layout.problem = withPictures.size() == 1 ? nameOf(withPictures[0]) + " is a part of a set, but the pictures in it are not in class folders"
                                                : namesOf(withPictures) + " are parts of a set, but the pictures in them are not in class folders";
      layout.cure = kOnlyClasses;
    } else if (!trains && flat == 0 && withPictures.size() >= 2) {
      layout.problem = fmt::format("{} are parts for validation and testing, and there is none for training", namesOf(withPictures));
      layout.cure = "Choose the folder that holds a part for training too, or name the one to train on with data.train_path";
    }
    return layout;
  }
  if (!unnamedParts(filled, layout)) noteInnerParts(withPictures, layout);
  return layout;
}

SplitFolders splitFolders(const DataSpec& spec) {
  if (!spec.trainPath.empty()) return {spec.trainPath, spec.validationPath, spec.testPath, {}};
  PictureLayout layout = pictureLayout(spec.path);
  if (!layout.problem.empty()) throw Error(ErrorKind::Input, spec.path, layout.problem, layout.cure);
  if (!spec.validationPath.empty()) layout.validation = spec.validationPath;
  if (!spec.testPath.empty()) layout.test = spec.testPath;
  else if (layout.validation.empty() && !testIsApart(spec)) layout.validation = std::exchange(layout.test, {});
  if (layout.test == layout.validation) layout.test.clear();
  return layout;
}

}  // namespace stepscope
