#include "core/data/preview/picture_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/data/images/class_names.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/picture_list.h"
#include "core/data/images/split_names.h"
#include "core/data/preview/format_lines.h"
#include "core/data/preview/formats.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLookedAt = 5'000;  // number of image names examined

bool isBelow(const fs::path& file, const fs::path& folder) {
  const fs::path below = file.lexically_normal().lexically_relative(folder.lexically_normal());
  return !below.empty() && *below.begin() != "..";
}

// Whether the list names pictures in the folder and gives them classes. The sample of a submission does not: it has the same answer in all rows.
bool lists(const fs::path& table, const fs::path& pictures) {
  try {
    PictureList list;
    if (!findListed(table.string(), list)) return false;
    const auto& rows = list.rows.rows;
    const std::size_t first = list.firstRow;
    const auto inside = [&](const auto& row) { return isBelow(list.folder / (listedPath(row[list.name]) + list.extension), pictures); };
    if (std::none_of(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(), inside)) return false;
    const ListRows whole = readListRows(table.string(), 0);
    for (const auto& row : whole.rows)
      for (std::size_t c = 0; c < row.size(); ++c)
        if (c != list.name && &row != &whole.rows.front() && row[c] != whole.rows[std::min(first, whole.rows.size() - 1)][c]) return true;
    return false;
  } catch (const Error&) {
    return false;
  }
}

std::optional<PictureList> wholeList(const fs::path& pictures) {
  const std::string file = listOf(pictures);
  if (file.empty()) return std::nullopt;
  try {
    auto list = pictureListIn(file, {});
    return list && list->labels.size() == 1 && list->rows.delimiter != 0 ? std::move(list) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // the list does not give each picture one class
  }
}

WayOn byTable(const PictureList& list, const fs::path& pictures) {
  const std::string out = pictures.string() + "-by-class";
  WayOn way;
  way.what = fmt::format("\"{}\" lists the pictures of \"{}\", by its columns {} and {}", fs::path(list.file).filename().string(),
                         list.folder.filename().string(), list.columnName(list.name), list.columnName(list.labels.front()));
  way.cure = fmt::format("This command copies them into a folder for each class; then use {}", out);
  way.command = std::string(lines::kListed);
  for (const std::string& argument :
       {list.file, std::string(1, list.rows.delimiter == '\t' ? 't' : list.rows.delimiter), list.folder.string(), list.extension,
        std::to_string(list.name), std::to_string(list.labels.front()), std::to_string(list.firstRow), out})
    way.command += ' ' + shellQuoted(argument);
  way.out = out;
  return way;
}

}  // namespace

std::string listOf(const fs::path& pictures) {
  for (const fs::path& place : {pictures, pictures.parent_path()}) {
    std::vector<fs::path> tables;
    std::error_code failed;
    std::size_t looked = 0;
    for (fs::directory_iterator entry(place, failed), end; !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed))
      if (mayBeList(entry->path())) tables.push_back(entry->path());
    const auto later = [](const fs::path& table) { return splitRoleOf(table.stem().string()) != SplitRole::Train; };
    std::sort(tables.begin(), tables.end(), [&](const fs::path& a, const fs::path& b) { return later(a) != later(b) ? later(b) : a < b; });
    for (const fs::path& table : tables)
      if (lists(table, pictures)) return table.string();
  }
  return {};
}

bool namesTellClasses(const fs::path& pictures) {
  std::vector<std::string> stems;
  std::error_code failed;
  for (fs::directory_iterator entry(pictures, failed), end; !failed && entry != end && stems.size() < kMostLookedAt; entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (!isHiddenName(path.filename().string()) && imageFileKind(path.string()) == FileKind::Image) stems.push_back(path.stem().string());
  }
  return nameRuleOf(stems).has_value();
}

std::optional<WayOn> listBeside(const fs::path& pictures) {
  const auto list = wholeList(pictures);
  return list ? std::optional<WayOn>(byTable(*list, pictures)) : std::nullopt;
}

std::optional<WayOn> otherClassesOf(const fs::path& folder) {
  const auto list = wholeList(folder);
  if (!list) return std::nullopt;
  std::map<std::string, std::set<std::string>> labels;  // by the class folder
  const auto& rows = list->rows.rows;
  for (std::size_t r = list->firstRow; r < rows.size(); ++r) {
    const fs::path below = (list->folder / (listedPath(rows[r][list->name]) + list->extension)).lexically_normal().lexically_relative(folder);
    if (below.empty() || *below.begin() == ".." || std::distance(below.begin(), below.end()) < 2) continue;
    labels[below.begin()->string()].insert(rows[r][list->labels.front()]);
  }
  const bool torn = std::any_of(labels.begin(), labels.end(), [](const auto& one) { return one.second.size() > 1; });
  return torn ? std::optional<WayOn>(byTable(*list, list->folder)) : std::nullopt;
}

}  // namespace stepscope
