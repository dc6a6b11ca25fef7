#include "core/data/kinds/image_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/data/cell_numbers.h"
#include "core/data/counted_sentence.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/picture_list.h"
#include "core/data/images/split_names.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

PictureList listAt(const std::string& file, const DataSpec& spec) {
  auto list = pictureListIn(file, spec.target.empty() ? std::string() : spec.target.front(), spec.cancel);
  if (!list)
    throw Error(ErrorKind::Input, file, "is not a list of pictures: its rows do not name pictures in its folder, in a folder beside it, or above it",
                "Put the pictures beside the list, or write their paths relative to it");
  return std::move(*list);
}

std::string classOf(const PictureList& list, const std::vector<std::string>& row) {
  if (list.labels.size() == 1) return row[list.labels.front()];
  for (const std::size_t column : list.labels)
    if (const auto value = numberIn(row[column]); value && *value == 1) return list.rows.columns[column];
  return {};
}

Split partOf(SplitRole role) {
  return role == SplitRole::Validation ? Split::Validation : role == SplitRole::Test ? Split::Test : Split::Train;
}

class Gathered {
 public:
  void add(const PictureList& list, Split given) {
    std::error_code ignored;
    std::int64_t added = 0;
    for (std::size_t r = list.firstRow; r < list.rows.rows.size(); ++r) {
      const std::vector<std::string>& row = list.rows.rows[r];
      const std::string name = classOf(list, row);
      const std::string file = (list.folder / (listedPath(row[list.name]) + list.extension)).lexically_normal().string();
      if (row[list.name].empty() || name.empty()) {
        set.leftOut.push_back(fmt::format("{}, row {}: left out, because it has no {}", list.file, r + 1, name.empty() ? "class" : "picture"));
        continue;
      }
      if (list.split && splitRoleOf(row[*list.split]) == SplitRole::Unlabelled) continue;
      const Split part = list.split ? partOf(splitRoleOf(row[*list.split])) : given;
      if (const auto [before, isNew] = seen_.emplace(file, name); !isNew) {
        if (before->second != name)
          throw Error(ErrorKind::Input, list.file,
                      fmt::format("lists \"{}\" with the classes \"{}\" and \"{}\"", row[list.name], before->second, name),
                      "Only one class for each picture is learnt: remove one of the rows");
        continue;
      }
      set.pictures.push_back({file, 0, part, {}});
      names.push_back(name);
      set.ownValidation = set.ownValidation || part == Split::Validation;
      set.ownTest = set.ownTest || part == Split::Test;
      ++added;
    }
    std::vector<std::string> labels;
    for (const std::size_t column : list.labels) labels.push_back(list.columnName(column));
    std::string note = fmt::format("{}: {}, named by its column {}, with their classes in {}", list.file,
                                   countedSentence(added, "one picture", "{} pictures"), list.columnName(list.name), fmt::join(labels, ", "));
    if (!list.extension.empty()) note += fmt::format("; {} is added to the names", list.extension);
    if (list.split) note += fmt::format("; {} says the part of each", list.columnName(*list.split));
    set.notes.push_back(std::move(note));
  }

  PictureSet set;
  std::vector<std::string> names;

 private:
  std::map<std::string, std::string> seen_;  // the class of each file
};

// Finds the lists of the other parts: beside the list, or with its name in the folders beside its own.
struct OtherLists {
  std::string validation, test;
};
OtherLists listsBeside(const PictureList& train) {
  OtherLists others;
  const fs::path file(train.file), folder = file.parent_path();
  std::vector<fs::path> candidates;
  const bool byFolder = splitRoleOf(file.stem().string()) == SplitRole::None;
  if (byFolder && splitRoleOf(folder.filename().string()) != SplitRole::Train) return others;
  if (!byFolder && splitRoleOf(file.stem().string()) != SplitRole::Train) return others;
  std::error_code failed;
  for (fs::directory_iterator entry(byFolder ? folder.parent_path() : folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    const fs::path one = byFolder ? entry->path() / file.filename() : entry->path();
    std::error_code ignored;
    if (one != file && one.extension() == file.extension() && fs::is_regular_file(one, ignored)) candidates.push_back(one);
  }
  std::sort(candidates.begin(), candidates.end());
  for (const fs::path& one : candidates) {
    const SplitRole role = splitRoleOf((byFolder ? one.parent_path().filename() : one.stem()).string());
    std::string* to = role == SplitRole::Validation ? &others.validation : role == SplitRole::Test ? &others.test : nullptr;
    if (!to || !to->empty() || !isPictureList(one.string())) continue;
    // The columns must be the same, because published lists of the test part often have no classes.
    const ListRows head = readListRows(one.string(), 1);
    if (train.firstRow == 1 ? head.rows.front() == train.rows.columns : head.columns == train.rows.columns) *to = one.string();
  }
  return others;
}

}  // namespace

PictureSet locateListed(const DataSpec& spec) {
  Gathered gathered;
  const PictureList train = listAt(spec.path, spec);
  gathered.add(train, Split::Train);
  OtherLists others;
  if (!train.split) others = listsBeside(train);
  if (!spec.validationPath.empty()) others.validation = spec.validationPath;
  if (!spec.testPath.empty()) others.test = spec.testPath;
  else if (others.validation.empty() && testValidates(spec)) others.validation = std::exchange(others.test, {});
  if (!others.validation.empty()) gathered.add(listAt(others.validation, spec), Split::Validation);
  if (!others.test.empty()) gathered.add(listAt(others.test, spec), Split::Test);
  if (train.split && testValidates(spec) && !gathered.set.ownValidation) {
    for (LocatedPicture& picture : gathered.set.pictures)
      if (picture.part == Split::Test) picture.part = Split::Validation;
    gathered.set.ownValidation = std::exchange(gathered.set.ownTest, false);
  }
  labelPictures(gathered.set, gathered.names, spec.path);
  return std::move(gathered.set);
}

DataSplits openImageList(const DataSpec& spec) {
  return openPictureSet(spec, locateListed(spec));
}

std::vector<DataKey> imageListKeys() {
  std::vector<DataKey> keys = pictureSetKeys();
  keys.push_back(DataKeys::access("data.target", KeyType::Texts, &DataSpec::target));
  return keys;
}

}  // namespace stepscope
