#include "core/data/images/picture_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/cell_numbers.h"
#include "core/data/gz_file.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/split_names.h"
#include "core/data/table/csv_document.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostBytes = std::int64_t{1} << 31;
constexpr std::size_t kHead = std::size_t{1} << 16, kLookedAt = 20, kHeadRows = 1000;
constexpr const char* kOneClass = "Only one class for each picture is learnt";

bool isJsonLines(const std::string& file) {
  const std::string extension = lower(fs::path(file).extension().string());
  return extension == ".jsonl" || extension == ".ndjson";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1);
}

// Calls line(text, number) with each line that is not empty.
template <class Line>
void eachLine(std::string_view text, std::size_t most, Line line) {
  std::size_t number = 0, given = 0;
  for (std::size_t at = 0; at < text.size() && (most == 0 || given < most);) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    ++number;
    if (const std::string_view one = trimmed(text.substr(at, end - at)); !one.empty()) {
      line(one, number);
      ++given;
    }
    at = end + 1;
  }
}

ListRows jsonRows(const std::string& file, std::string_view text, std::size_t most) {
  ListRows list;
  list.delimiter = 0;
  list.header = false;
  eachLine(text, most, [&](std::string_view line, std::size_t number) {
    const auto object = nlohmann::ordered_json::parse(line, nullptr, false);
    if (!object.is_object())
      throw Error(ErrorKind::Input, fmt::format("{}:{}", file, number), "is not a JSON object", "Write one object in each line, or remove the line");
    std::vector<std::string> row(list.columns.size());
    for (const auto& [name, value] : object.items()) {
      auto column = static_cast<std::size_t>(std::ranges::find(list.columns, name) - list.columns.begin());
      if (column == list.columns.size()) {
        list.columns.push_back(name);
        for (auto& before : list.rows) before.emplace_back();
        row.emplace_back();
      }
      row[column] = value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
    }
    list.rows.push_back(std::move(row));
  });
  return list;
}

ListRows wordRows(const std::string& file, std::string_view text, std::size_t most) {
  ListRows list;
  list.delimiter = ' ';
  list.columns = {"1", "2"};
  eachLine(text, most, [&](std::string_view line, std::size_t number) {
    const std::size_t blank = line.find_last_of(" \t");
    if (blank == std::string_view::npos)
      throw Error(ErrorKind::Input, fmt::format("{}:{}", file, number), "has no second word", "Write the picture and its class in each line");
    list.rows.push_back({std::string(trimmed(line.substr(0, blank))), std::string(line.substr(blank + 1))});
  });
  return list;
}

constexpr std::array<const char*, 12> kExtensions = {"", ".jpg", ".jpeg", ".png", ".JPG", ".JPEG", ".PNG", ".webp", ".bmp", ".gif", ".tif", ".tiff"};

bool isFile(const fs::path& folder, const std::string& cell, const std::string& extension) {
  std::error_code ignored;
  return !cell.empty() && fs::is_regular_file(folder / (listedPath(cell) + extension), ignored);
}

// "cat/1.jpg"; not "1.5" and "1"
bool endsAsPicture(const std::string& cell) {
  const std::string extension = fs::path(cell).extension().string();
  return extension.size() > 2 && imageFileKind("/nowhere/x" + extension) == FileKind::Image;
}

// The folders to which the names of a list may be relative: its own folder, the folders in it (those of the list's part first), the folder above.
std::vector<fs::path> placesOf(const fs::path& list) {
  constexpr std::size_t kMostFolders = 100;
  const fs::path folder = list.parent_path();
  std::vector<fs::path> inner;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end && inner.size() < kMostFolders; entry.increment(failed)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !isHiddenName(entry->path().filename().string())) inner.push_back(entry->path());
  }
  const SplitRole role = splitRoleOf(list.stem().string());
  const auto rank = [&](const fs::path& one) {
    const SplitRole own = splitRoleOf(one.filename().string());
    return own != SplitRole::None && own == role ? 0 : own == SplitRole::None ? 1 : own == SplitRole::Train ? 2 : 3;
  };
  std::sort(inner.begin(), inner.end());
  std::ranges::stable_sort(inner, {}, rank);
  std::vector<fs::path> places{folder};
  places.insert(places.end(), inner.begin(), inner.end());
  if (folder.has_parent_path() && folder.parent_path() != folder) places.push_back(folder.parent_path());
  return places;
}

bool saysLabel(const std::string& name) {
  static constexpr std::array<std::string_view, 9> words = {"label", "class", "categor", "target", "species", "breed", "kind", "diagnosis", "type"};
  const std::string text = lower(name);
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

bool saysBox(const std::string& name) {
  static constexpr std::array<std::string_view, 14> words = {"xmin", "x_min", "ymin",     "y_min",   "bbox",         "boxes",         "bndbox",
                                                             "x1",   "xc",    "x_center", "polygon", "segmentation", "encodedpixels", "objects"};
  return std::ranges::find(words, lower(name)) != words.end();
}

// A column that may name the pictures. `whole`: at least half of the cells have the extension of a picture; else none has one and all cells differ
// (if they repeat, "1" may be a class).
struct NameColumn {
  std::size_t column;
  bool whole;
};
std::vector<NameColumn> nameColumns(const ListRows& rows, std::size_t first, std::size_t looked) {
  constexpr std::size_t kLongest = 1000;
  std::vector<NameColumn> columns;
  for (std::size_t c = 0; c < rows.columns.size(); ++c) {
    std::size_t whole = 0, bare = 0;
    std::set<std::string_view> different;
    for (std::size_t r = first; r < looked; ++r) {
      const std::string& cell = rows.rows[r][c];
      if (cell.empty() || cell.size() > kLongest) continue;
      different.insert(cell);
      whole += endsAsPicture(cell);
      bare += cell.find('.') == std::string::npos;
    }
    if (2 * whole >= looked - first) columns.push_back({c, true});
    else if (bare == looked - first && different.size() == bare) columns.push_back({c, false});
  }
  // Columns of whole names come first.
  std::ranges::stable_sort(columns, {}, [](const NameColumn& one) { return !one.whole; });
  return columns;
}

// Finds the column, the folder and the extension with which the most of the first rows name existing pictures. False: always fewer than half of them.
bool findNames(const ListRows& rows, const std::string& file, PictureList& list) {
  if (rows.rows.empty() || rows.columns.size() < 2) return false;
  const std::size_t looked = std::min(rows.rows.size(), kLookedAt + 1), first = rows.delimiter != 0 && rows.rows.size() > 1 ? 1 : 0;
  const std::vector<NameColumn> columns = nameColumns(rows, first, looked);
  if (columns.empty()) return false;
  const std::vector<fs::path> places = placesOf(file);
  for (const NameColumn& one : columns) {
    std::size_t most = 0;
    for (const fs::path& folder : places)
      for (const char* extension : kExtensions) {
        if (one.whole != (*extension == '\0')) continue;
        // If none of the first three pictures is there, the others are not looked for.
        const auto there = [&](std::size_t r) { return isFile(folder, rows.rows[r][one.column], extension); };
        bool any = false;
        for (std::size_t r = first; r < std::min(looked, first + 3); ++r) any = any || there(r);
        std::size_t found = 0;
        for (std::size_t r = first; any && r < looked; ++r) found += there(r);
        if (found <= most || 2 * found < looked - first) continue;
        most = found;
        list.folder = folder;
        list.name = one.column;
        list.extension = extension;
      }
    if (most > 0) return true;
  }
  return false;
}

// Columns of which exactly one is 1 in each row.
std::vector<std::size_t> oneHot(const PictureList& list, bool& several) {
  constexpr std::size_t kLeast = 2;
  std::vector<std::size_t> columns;
  const auto& rows = list.rows.rows;
  for (std::size_t c = 0; c < list.rows.columns.size(); ++c) {
    if (c == list.name) continue;
    bool marks = true, ones = false;
    for (std::size_t r = list.firstRow; r < rows.size() && marks; ++r) {
      const auto value = numberIn(rows[r][c]);
      marks = value && (*value == 0 || *value == 1);
      ones = ones || (marks && *value == 1);
    }
    if (marks && ones) columns.push_back(c);
  }
  if (list.firstRow == 0 || columns.size() < kLeast) return {};
  for (std::size_t r = list.firstRow; r < rows.size(); ++r) {
    const auto ones = std::ranges::count_if(columns, [&](std::size_t c) { return *numberIn(rows[r][c]) == 1; });
    if (ones > 1) several = true;
    if (ones != 1) return {};
  }
  return columns;
}

bool areAmounts(const PictureList& list, std::size_t column) {
  constexpr std::size_t kFew = 3, kMany = 50;
  std::set<std::string> whole, broken;
  const auto& rows = list.rows.rows;
  for (std::size_t r = list.firstRow; r < rows.size(); ++r) {
    const std::string& label = rows[r][column];
    const auto value = numberIn(label);
    if (!value) return false;
    (label.find('.') != std::string::npos && *value != std::floor(*value) ? broken : whole).insert(label);
  }
  return broken.size() >= kFew || (whole.size() > kMany && whole.size() * 2 > rows.size() - list.firstRow);
}

// Columns that can be the class: two different values or more, each in at least two rows on average.
std::vector<std::size_t> possibleLabels(const PictureList& list) {
  std::vector<std::size_t> possible;
  const auto& rows = list.rows.rows;
  for (std::size_t c = 0; c < list.rows.columns.size(); ++c) {
    if (c == list.name || c == list.split) continue;
    std::set<std::string_view> values;
    for (std::size_t r = list.firstRow; r < rows.size(); ++r) values.insert(rows[r][c]);
    if (values.size() >= 2 && values.size() * 2 <= rows.size() - list.firstRow) possible.push_back(c);
  }
  // If exactly one column has texts, it is the class: numbers are more likely positions or amounts (val_annotations.txt of Tiny ImageNet).
  std::vector<std::size_t> texts;
  for (const std::size_t c : possible)
    if (std::any_of(rows.begin() + static_cast<std::ptrdiff_t>(list.firstRow), rows.end(), [&](const auto& row) { return !numberIn(row[c]); }))
      texts.push_back(c);
  return texts.size() == 1 ? texts : possible;
}

std::optional<std::size_t> splitColumn(const PictureList& list) {
  static constexpr std::array<std::string_view, 6> names = {"split", "set", "subset", "partition", "phase", "dataset"};
  const auto& rows = list.rows.rows;
  for (std::size_t c = 0; c < list.rows.columns.size(); ++c) {
    if (c == list.name || std::ranges::find(names, lower(list.rows.columns[c])) == names.end()) continue;
    if (std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(list.firstRow), rows.end(),
                    [&](const auto& row) { return splitRoleOf(row[c]) != SplitRole::None; }))
      return c;
  }
  return std::nullopt;
}

void chooseLabels(PictureList& list, const std::string& target) {
  const auto& columns = list.rows.columns;
  const auto refuse = [&](const std::string& what, const std::string& cure) { throw Error(ErrorKind::Input, list.file, what, cure); };
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (c != list.name && (list.firstRow == 1 || list.rows.delimiter == 0) && saysBox(columns[c]))
      refuse(fmt::format("lists boxes or outlines in pictures, in its column \"{}\": a set for detection or segmentation", columns[c]), kOneClass);
  list.split = splitColumn(list);
  if (!target.empty()) {
    const auto found = std::ranges::find(columns, target);
    if (found == columns.end())
      throw Error(ErrorKind::Input, "data.target", fmt::format("names the column \"{}\", which is not in {}", target, list.file),
                  fmt::format("Use one of {}", fmt::join(columns, ", ")));
    list.labels = {static_cast<std::size_t>(found - columns.begin())};
    return;
  }
  bool several = false;
  if (list.labels = oneHot(list, several); !list.labels.empty()) return;
  std::vector<std::size_t> others, named;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c == list.name || c == list.split) continue;
    others.push_back(c);
    if (saysLabel(columns[c])) named.push_back(c);
  }
  if (others.empty()) refuse("lists pictures, but not their classes", "Add a column with the class of each");
  if (named.size() != 1 && others.size() > 1) {
    const std::vector<std::size_t> possible = possibleLabels(list);
    if (several || (named.empty() && possible.size() != 1))
      refuse(several ? "lists several classes for a picture, one column for each"
                     : fmt::format("lists pictures with {} columns, and which is the class is not clear", others.size()),
             several ? std::string(kOneClass) : fmt::format("Set data.target to one of {}", fmt::join(columns, ", ")));
    others = named.empty() ? possible : named;
  } else if (named.size() == 1) {
    others = named;
  }
  list.labels = {others.front()};
  if (areAmounts(list, others.front()))
    refuse(fmt::format("lists pictures with amounts in its column \"{}\"; only classes of pictures are learnt", columns[others.front()]),
           "Write the class of each range of amounts into a column");
}

}  // namespace

std::string listedPath(std::string cell) {
  std::ranges::replace(cell, '\\', '/');
  return cell;
}

bool mayBeList(const fs::path& file) {
  const std::string extension = lower(file.extension().string());
  return extension == ".csv" || extension == ".tsv" || extension == ".txt" || extension == ".lst" || extension == ".jsonl" || extension == ".ndjson";
}

ListRows readListRows(const std::string& file, std::size_t most, const std::atomic<bool>* cancel) {
  std::string text;
  if (most > 0) {
    TextHead head = readTextHead(file, kHead);
    text = std::move(head.text);
    if (!head.whole) text.erase(std::min(text.rfind('\n'), text.size()));  // the last row may be cut
  } else {
    text = readTextFile(file, kMostBytes, "auto", cancel).text;
  }
  if (isJsonLines(file)) return jsonRows(file, text, most);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const auto often = [&](char c) { return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), c); };
  char delimiter = ',';
  for (const char one : {';', '\t'})
    if (often(one) > often(delimiter)) delimiter = one;
  if (often(delimiter) == 0) return wordRows(file, text, most);
  const CsvDocument document(std::move(text), file, delimiter, cancel);
  ListRows list;
  list.delimiter = delimiter;
  for (std::size_t c = 0; c < document.columns(); ++c) list.columns.push_back(std::to_string(c + 1));
  const std::size_t rows = most > 0 ? std::min(most, document.rows()) : document.rows();
  for (std::size_t r = 0; r < rows; ++r) {
    list.rows.emplace_back();
    for (std::size_t c = 0; c < document.columns(); ++c) list.rows.back().emplace_back(trimmed(document.cell(r, c)));
  }
  return list;
}

std::string PictureList::columnName(std::size_t column) const {
  return firstRow == 1 || rows.delimiter == 0 ? '"' + rows.columns[column] + '"' : rows.columns[column];
}

bool findListed(const std::string& file, PictureList& list) {
  list.file = file;
  list.rows = readListRows(file, kHeadRows);
  if (!findNames(list.rows, file, list)) return false;
  if (list.rows.delimiter != 0) {
    list.firstRow = isFile(list.folder, list.rows.rows[0][list.name], list.extension) ? 0 : 1;
    if (list.firstRow == 1) list.rows.columns = list.rows.rows[0];
  }
  return true;
}

bool isPictureList(const std::string& file) {
  try {
    PictureList list;
    return findListed(file, list);
  } catch (const Error&) {
    return false;
  }
}

std::optional<PictureList> pictureListIn(const std::string& file, const std::string& target, const std::atomic<bool>* cancel) {
  PictureList list;
  if (!findListed(file, list)) return std::nullopt;
  std::vector<std::string> columns = std::move(list.rows.columns);
  list.rows = readListRows(file, 0, cancel);
  if (list.firstRow == 1) list.rows.columns = std::move(columns);
  chooseLabels(list, target);
  return list;
}

}  // namespace stepscope
