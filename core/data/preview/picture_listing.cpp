#include "core/data/preview/picture_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/lower.h"
#include "core/data/cell_numbers.h"
#include "core/data/images/picture_files.h"
#include "core/data/images/split_names.h"
#include "core/data/preview/format_lines.h"
#include "core/data/preview/formats.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = std::size_t{1} << 16;
constexpr std::size_t kMostRows = 20;         // rows of a table that are read to see whether its cells name images
constexpr std::size_t kMostLookedAt = 5'000;  // number of image names examined

using Row = std::vector<std::string>;

Row cellsOf(const std::string& line, char delimiter) {
  Row cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == delimiter && !quoted) cells.emplace_back();
    else if (c != '\r') cells.back() += c;
  }
  return cells;
}

struct Listing {
  fs::path table;
  char delimiter = ',';
  std::size_t name = 0, label = 0;                        // columns
  std::size_t header = 1;                                 // number of header rows: one or none
  Row names;                                              // of the columns; numbers if there is no header
  fs::path folder;                                        // folder of the named images
  std::string extension;                                  // the extension missing in the names
  std::vector<std::pair<std::string, std::string>> rows;  // name and label of the first rows
};

// Finds the image with that name, unchanged or with an extension added.
bool findPicture(const fs::path& folder, const std::string& name, std::string& extension) {
  if (name.empty()) return false;
  std::error_code ignored;
  for (const char* more : {"", ".jpg", ".jpeg", ".png", ".JPG", ".PNG"}) {
    if (imageFileKind(name + more) == FileKind::NotImage || !fs::is_regular_file(folder / (name + more), ignored)) continue;
    extension = more;
    return true;
  }
  return false;
}

bool saysLabel(const std::string& name) {
  static constexpr std::array<std::string_view, 9> words = {"label", "class", "categor", "target", "species", "breed", "kind", "diagnosis", "type"};
  const std::string text = lower(name);
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// The first rows of a list; empty if the file is not a list.
std::vector<Row> rowsOf(const fs::path& table, char& delimiter) {
  std::ifstream in(table, std::ios::binary);
  std::string head(kHead, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (head.starts_with("\xEF\xBB\xBF")) head.erase(0, 3);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    if (end == head.size() && head.size() == kHead) break;  // cut
    lines.push_back(head.substr(at, end - at));
    at = end + 1;
  }
  if (lines.size() < 2) return {};
  const auto often = [&](char c) { return std::count(lines[0].begin(), lines[0].end(), c); };
  for (const char one : {',', ';', '\t'})
    if (often(one) > often(delimiter)) delimiter = one;
  if (often(delimiter) == 0) delimiter = ' ';
  std::vector<Row> rows;
  for (const std::string& line : lines) rows.push_back(cellsOf(line, delimiter));
  return rows;
}

std::optional<Listing> listingIn(const fs::path& table, const std::vector<fs::path>& folders) {
  Listing listing;
  listing.table = table;
  const std::vector<Row> rows = rowsOf(table, listing.delimiter);
  if (rows.empty() || rows[0].size() < 2) return std::nullopt;
  const std::size_t looked = std::min(rows.size(), kMostRows + 1);
  // The column whose cells name most images. Complete names are preferred to names without extension, since "1" may also be a class.
  std::size_t most = 0;
  bool mostWhole = false;
  for (const fs::path& folder : folders)
    for (std::size_t column = 0; column < rows[0].size(); ++column) {
      std::size_t found = 0;
      std::string extension;
      for (std::size_t row = 1; row < looked; ++row) found += rows[row].size() == rows[0].size() && findPicture(folder, rows[row][column], extension);
      const bool whole = extension.empty();
      if (found == 0 || 2 * found < looked - 1 || (whole == mostWhole ? found <= most : mostWhole)) continue;
      most = found;
      mostWhole = whole;
      listing.folder = folder;
      listing.name = column;
      listing.extension = extension;
    }
  if (most == 0) return std::nullopt;
  std::string ignored;
  listing.header = findPicture(listing.folder, rows[0][listing.name], ignored) ? 0 : 1;
  listing.label = listing.name == 0 ? 1 : 0;
  for (std::size_t other = rows[0].size(); other-- > 0 && listing.header == 1;)
    if (other != listing.name && saysLabel(rows[0][other])) listing.label = other;
  for (std::size_t c = 0; c < rows[0].size(); ++c) listing.names.push_back(listing.header == 1 ? '"' + rows[0][c] + '"' : std::to_string(c + 1));
  for (std::size_t row = listing.header; row < rows.size(); ++row)
    if (rows[row].size() == rows[0].size()) listing.rows.emplace_back(rows[row][listing.name], rows[row][listing.label]);
  return listing;
}

// A list with equal answers in all rows, such as a sample submission, is useless.
bool saysNothing(const Listing& listing) {
  return std::all_of(listing.rows.begin(), listing.rows.end(), [&](const auto& row) { return row.second == listing.rows.front().second; });
}

// Amounts: numbers with decimals, or more different values than classes would have.
bool areAmounts(const Listing& listing) {
  constexpr std::size_t kFew = 3, kMany = 50;
  std::set<std::string> whole, broken;
  for (const auto& [name, label] : listing.rows) {
    const auto value = numberIn(label);
    if (!value) return false;
    (label.find('.') != std::string::npos && *value != std::floor(*value) ? broken : whole).insert(label);
  }
  return broken.size() >= kFew || (whole.size() > kMany && whole.size() * 2 > listing.rows.size());
}

// "cat" from "cat.12", "cat_12" and "cat (12)".
std::string classOfName(const std::string& stem) {
  const std::size_t digit = stem.find_first_of("0123456789");
  if (digit == std::string::npos || digit == 0) return {};
  const std::size_t end = stem.find_last_not_of(" ._()-", digit - 1);
  return end == std::string::npos ? std::string() : stem.substr(0, end + 1);
}

std::string outOf(const fs::path& pictures) {
  return pictures.string() + "-by-class";
}

WayOn byTable(const Listing& listing) {
  WayOn way;
  const std::string table = listing.table.filename().string(), folder = listing.folder.filename().string();
  if (areAmounts(listing)) {
    way.what = fmt::format("\"{}\" lists the pictures of \"{}\" with amounts in its column {}; only classes of pictures are learnt", table, folder,
                           listing.names[listing.label]);
    way.cure = "Put the pictures of each range of amounts into a folder of its own";
    return way;
  }
  const std::string out = outOf(listing.folder);
  way.what = fmt::format("\"{}\" lists the pictures of \"{}\", by its columns {} and {}; such a list is not read", table, folder,
                         listing.names[listing.name], listing.names[listing.label]);
  way.cure = fmt::format("This command copies them into a folder for each class; then use {}", out);
  way.command = std::string(lines::kListed);
  for (const std::string& argument :
       {listing.table.string(), std::string(1, listing.delimiter == '\t' ? 't' : listing.delimiter), listing.folder.string(), listing.extension,
        std::to_string(listing.name), std::to_string(listing.label), std::to_string(listing.header), out})
    way.command += ' ' + shellQuoted(argument);
  way.out = out;
  return way;
}

// A list beside the images or beside their folder; its names may begin with the folder's name.
std::optional<Listing> listingOf(const fs::path& pictures) {
  for (const fs::path& place : {pictures, pictures.parent_path()}) {
    std::vector<fs::path> tables;
    std::error_code failed;
    std::size_t looked = 0;
    for (fs::directory_iterator entry(place, failed), end; !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed)) {
      const std::string extension = lower(entry->path().extension().string());
      if (extension == ".csv" || extension == ".tsv" || extension == ".txt") tables.push_back(entry->path());
    }
    // A list for training is preferred.
    const auto later = [](const fs::path& table) { return splitRoleOf(table.stem().string()) != SplitRole::Train; };
    std::sort(tables.begin(), tables.end(), [&](const fs::path& a, const fs::path& b) { return later(a) != later(b) ? later(b) : a < b; });
    for (const fs::path& table : tables)
      if (auto listing = listingIn(table, {pictures, pictures.parent_path()}); listing && !saysNothing(*listing)) return listing;
  }
  return std::nullopt;
}

std::optional<WayOn> byNames(const fs::path& pictures) {
  std::map<std::string, std::size_t> classes;
  std::size_t looked = 0, named = 0;
  std::error_code failed;
  for (fs::directory_iterator entry(pictures, failed), end; !failed && entry != end && looked < kMostLookedAt; entry.increment(failed)) {
    const fs::path& path = entry->path();
    if (isHiddenName(path.filename().string()) || imageFileKind(path.string()) != FileKind::Image) continue;
    ++looked;
    const std::string name = classOfName(path.stem().string());
    if (name.empty()) continue;
    ++named;
    ++classes[name];
  }
  if (classes.size() < 2 || 10 * named < 9 * looked || classes.size() * 2 > named) return std::nullopt;
  std::vector<std::pair<std::size_t, std::string>> most;
  for (const auto& [name, count] : classes) most.emplace_back(count, name);
  std::sort(most.rbegin(), most.rend());
  const std::string out = outOf(pictures);
  WayOn way;
  way.what = fmt::format("the pictures in \"{}\" are in one folder, and their names begin with {} classes such as \"{}\" and \"{}\"",
                         pictures.filename().string(), classes.size(), most[1].second, most[0].second);
  way.cure = fmt::format("This command copies them into a folder for each class; then use {}", out);
  way.command = std::string(lines::kNamed) + ' ' + shellQuoted(pictures.string()) + ' ' + shellQuoted(out);
  return way;
}

}  // namespace

std::optional<WayOn> wayOnOf(const fs::path& pictures) {
  if (const auto listing = listingOf(pictures)) return byTable(*listing);
  return byNames(pictures);
}

std::optional<WayOn> listBeside(const fs::path& pictures) {
  const auto listing = listingOf(pictures);
  return listing ? std::optional<WayOn>(byTable(*listing)) : std::nullopt;
}

std::optional<WayOn> otherClassesOf(const fs::path& folder) {
  const auto listing = listingOf(folder);
  if (!listing || areAmounts(*listing)) return std::nullopt;
  std::map<std::string, std::set<std::string>> labels;  // by the class folder
  for (const auto& [name, label] : listing->rows) {
    const fs::path below = (listing->folder / (name + listing->extension)).lexically_normal().lexically_relative(folder);
    if (below.empty() || *below.begin() == ".." || std::distance(below.begin(), below.end()) < 2) continue;
    labels[below.begin()->string()].insert(label);
  }
  const bool torn = std::any_of(labels.begin(), labels.end(), [](const auto& one) { return one.second.size() > 1; });
  return torn ? std::optional<WayOn>(byTable(*listing)) : std::nullopt;
}

}  // namespace stepscope
