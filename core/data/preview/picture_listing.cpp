#include "core/data/preview/picture_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

#include "core/data/images/picture_files.h"
#include "core/data/preview/format_lines.h"
#include "core/data/preview/formats.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = std::size_t{1} << 16;
constexpr std::size_t kMostRows = 20;         // of a table, to see whether its cells name pictures
constexpr std::size_t kMostLookedAt = 5'000;  // pictures, for their names

using Row = std::vector<std::string>;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

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
  std::string name, label;    // columns
  fs::path folder;            // that the names are of
  std::string extension;      // that the names lack
};

// Where a picture of that name lies, as it stands or with an extension.
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

std::optional<Listing> listingIn(const fs::path& table, const std::vector<fs::path>& folders) {
  std::ifstream in(table, std::ios::binary);
  std::string head(kHead, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (head.starts_with("\xEF\xBB\xBF")) head.erase(0, 3);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < head.size() && lines.size() <= kMostRows;) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    if (end == head.size() && head.size() == kHead) break;  // cut
    lines.push_back(head.substr(at, end - at));
    at = end + 1;
  }
  if (lines.size() < 2) return std::nullopt;
  Listing listing;
  listing.table = table;
  for (const char delimiter : {',', ';', '\t'})
    if (std::count(lines[0].begin(), lines[0].end(), delimiter) > std::count(lines[0].begin(), lines[0].end(), listing.delimiter))
      listing.delimiter = delimiter;
  const Row header = cellsOf(lines[0], listing.delimiter);
  if (header.size() < 2) return std::nullopt;
  for (const fs::path& folder : folders) {
    for (std::size_t column = 0; column < header.size(); ++column) {
      std::size_t found = 0;
      for (std::size_t row = 1; row < lines.size(); ++row) {
        const Row cells = cellsOf(lines[row], listing.delimiter);
        found += cells.size() == header.size() && findPicture(folder, cells[column], listing.extension);
      }
      if (2 * found < lines.size() - 1) continue;
      listing.folder = folder;
      listing.name = header[column];
      std::size_t label = column == 0 ? 1 : 0;
      for (std::size_t other = header.size(); other-- > 0;)
        if (other != column && saysLabel(header[other])) label = other;
      listing.label = header[label];
      return listing;
    }
  }
  return std::nullopt;
}

// "cat" of "cat.12", "cat_12" and "cat (12)".
std::string classOfName(const std::string& stem) {
  const std::size_t digit = stem.find_first_of("0123456789");
  if (digit == std::string::npos || digit == 0) return {};
  const std::size_t end = stem.find_last_not_of(" ._()-", digit - 1);
  return end == std::string::npos ? std::string() : stem.substr(0, end + 1);
}

std::string outOf(const fs::path& pictures) {
  return pictures.string() + "-by-class";
}

std::optional<WayOn> byTable(const Listing& listing) {
  const std::string out = outOf(listing.folder);
  WayOn way;
  way.what = fmt::format("\"{}\" lists the pictures of \"{}\", by its columns \"{}\" and \"{}\"; such a list is not read", listing.table.filename().string(),
                         listing.folder.filename().string(), listing.name, listing.label);
  way.cure = fmt::format("This line copies them into a folder for each class; then take {}", out);
  way.command = std::string(lines::kListed);
  for (const std::string& argument : {listing.table.string(), std::string(1, listing.delimiter), listing.folder.string(), listing.extension,
                                      listing.name, listing.label, out})
    way.command += ' ' + shellQuoted(argument);
  return way;
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
  way.what = fmt::format("the pictures in \"{}\" lie together, and their names begin with {} classes such as \"{}\" and \"{}\"",
                         pictures.filename().string(), classes.size(), most[1].second, most[0].second);
  way.cure = fmt::format("This line copies them into a folder for each class; then take {}", out);
  way.command = std::string(lines::kNamed) + ' ' + shellQuoted(pictures.string()) + ' ' + shellQuoted(out);
  return way;
}

}  // namespace

std::optional<WayOn> wayOnOf(const fs::path& pictures) {
  // The table lies with the pictures or beside their folder; its names may begin with that folder's.
  for (const fs::path& place : {pictures, pictures.parent_path()}) {
    std::vector<fs::path> tables;
    std::error_code failed;
    std::size_t looked = 0;
    for (fs::directory_iterator entry(place, failed), end; !failed && entry != end && ++looked < kMostLookedAt; entry.increment(failed)) {
      const std::string extension = lower(entry->path().extension().string());
      if (extension == ".csv" || extension == ".tsv" || extension == ".txt") tables.push_back(entry->path());
    }
    std::sort(tables.begin(), tables.end());
    for (const fs::path& table : tables)
      if (const auto listing = listingIn(table, {pictures, pictures.parent_path()})) return byTable(*listing);
  }
  return byNames(pictures);
}

}  // namespace stepscope
