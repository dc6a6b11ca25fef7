#include "core/data/csv_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"

namespace stepscope {

namespace {

bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}

// Cells in each of the first rows, were `delimiter` the one.
std::vector<std::size_t> widths(std::string_view text, char delimiter) {
  constexpr std::size_t kRows = 50;
  std::vector<std::size_t> found;
  std::size_t width = 1;
  bool quoted = false, cellBegins = true, empty = true;
  const auto endRow = [&] {
    if (!empty) found.push_back(width);
    width = 1;
    cellBegins = empty = true;
  };
  for (std::size_t i = 0; i < text.size() && found.size() < kRows; ++i) {
    const char c = text[i];
    if (quoted) {
      quoted = c != '"';
    } else if (c == '"' && (cellBegins || text[i - 1] == '"')) {
      quoted = true;  // also the second of a doubled quote
      empty = cellBegins = false;
    } else if (c == delimiter) {
      ++width;
      empty = false;
      cellBegins = true;
    } else if (isLineEnd(c)) {
      endRow();
    } else {
      empty = cellBegins = false;
    }
  }
  if (found.size() < kRows) endRow();
  return found;
}

char detectDelimiter(std::string_view text) {
  char best = ',';
  std::size_t bestWidth = 1, widest = 1;
  char fallback = ',';
  for (const char candidate : {',', ';', '\t', '|'}) {
    const std::vector<std::size_t> found = widths(text, candidate);
    if (found.empty()) continue;
    if (found[0] > widest) {
      widest = found[0];
      fallback = candidate;
    }
    if (found[0] > bestWidth && std::all_of(found.begin(), found.end(), [&](std::size_t w) { return w == found[0]; })) {
      bestWidth = found[0];
      best = candidate;
    }
  }
  return bestWidth > 1 ? best : fallback;  // rows of unequal length are told by the parser, best with the right delimiter
}

}  // namespace

CsvDocument::CsvDocument(std::string text, std::string file, char delimiter, const std::atomic<bool>* cancel)
    : text_(std::move(text)), file_(std::move(file)), delimiter_(delimiter != 0 ? delimiter : detectDelimiter(text_)) {
  if (const std::size_t zero = text_.find('\0'); zero != std::string::npos)
    throw Error(ErrorKind::Input, placeOf(zero), "this is not a text file: it contains a zero byte", "Choose a CSV file");
  parse(cancel);
}

std::string CsvDocument::placeOf(std::size_t at) const {
  std::size_t line = 1, lineBegin = 0;
  for (std::size_t i = 0; i < at; ++i) {
    const bool ends = text_[i] == '\n' || (text_[i] == '\r' && (i + 1 >= text_.size() || text_[i + 1] != '\n'));
    if (!ends) continue;
    ++line;
    lineBegin = i + 1;
  }
  return fmt::format("{}:{}:{}", file_, line, at - lineBegin + 1);
}

std::size_t CsvDocument::parseCell(std::size_t at) {
  const std::size_t begin = at;
  if (at < text_.size() && text_[at] == '"') {
    bool doubled = false;
    std::size_t close = begin;
    while (true) {
      close = text_.find('"', close + 1);
      if (close == std::string::npos)
        throw Error(ErrorKind::Input, placeOf(begin), "the quote that opens here is never closed",
                    "Close it, or double a quote inside a cell");
      if (close + 1 >= text_.size() || text_[close + 1] != '"') break;
      doubled = true;
      ++close;
    }
    std::string_view inside(text_.data() + begin + 1, close - begin - 1);
    if (doubled) {
      std::string& plain = unescaped_.emplace_back();
      for (std::size_t i = 0; i < inside.size(); ++i) {
        plain += inside[i];
        if (inside[i] == '"') ++i;
      }
      inside = plain;
    }
    cells_.push_back({inside, begin});
    at = close + 1;
    if (at < text_.size() && text_[at] != delimiter_ && !isLineEnd(text_[at]))
      throw Error(ErrorKind::Input, placeOf(at), "text follows a closing quote", "Double a quote inside a cell, or remove the text");
    return at;
  }
  while (at < text_.size() && text_[at] != delimiter_ && !isLineEnd(text_[at])) ++at;
  cells_.push_back({std::string_view(text_.data() + begin, at - begin), begin});
  return at;
}

void CsvDocument::parse(const std::atomic<bool>* cancel) {
  std::size_t at = 0;
  while (at < text_.size()) {
    if (isLineEnd(text_[at])) {  // an empty line, or the second half of CRLF
      ++at;
      continue;
    }
    throwIfCancelled(cancel);
    const std::size_t rowBegin = at, firstCell = cells_.size();
    while (true) {
      at = parseCell(at);
      if (at >= text_.size() || text_[at] != delimiter_) break;
      ++at;  // a cell follows, were it an empty one at the end of the file
    }
    const std::size_t width = cells_.size() - firstCell;
    if (columns_ == 0) columns_ = width;
    if (width != columns_)
      throw Error(ErrorKind::Input, placeOf(rowBegin), fmt::format("the row has {} cells, the first row has {}", width, columns_),
                  "Mend the row; a cell with the delimiter in it stands in quotes");
  }
}

}  // namespace stepscope
