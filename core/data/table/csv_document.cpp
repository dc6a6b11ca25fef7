#include "core/data/table/csv_document.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/cell_numbers.h"
#include "core/data/missing_marks.h"

namespace stepscope {

namespace {

constexpr std::size_t kLookedAt = 200;  // rows that decide the number of columns
constexpr std::size_t kLeastRows = 3;   // rows with the same number of cells that there must be before another line can be a title or a footer

bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

// "#" or "%" before a header, as numpy and MATLAB write it.
bool isCommentMark(std::string_view text) {
  return text == "#" || text == "%" || text == "//";
}

// "(60 rows affected)", "(1 row)".
bool isRowCount(std::string_view line) {
  while (!line.empty() && isBlank(line.back())) line.remove_suffix(1);
  if (line.size() < 7 || line.front() != '(' || line.back() != ')') return false;
  line = line.substr(1, line.size() - 2);
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits > 0 && digits != std::string_view::npos && (line.substr(digits).starts_with(" row"));
}

std::string_view lineAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && !isLineEnd(text[end])) ++end;
  return text.substr(at, end - at);
}

}  // namespace

CsvDocument::CsvDocument(std::string text, std::string file, char delimiter, const std::atomic<bool>* cancel)
    : text_(std::move(text)), file_(std::move(file)), delimiter_(delimiter) {
  if (const std::size_t zero = text_.find('\0'); zero != std::string::npos)
    throw Error(ErrorKind::Input, placeOf(zero), "this is not a text file: it contains a zero byte", "Choose a CSV file");
  // Removes the byte 0x1A that DOS programs write after the last line of a file.
  while (!text_.empty() && (text_.back() == '\x1A' || isLineEnd(text_.back()) || isBlank(text_.back()))) {
    const std::size_t end = text_.find_last_not_of("\x1A \t\r\n");
    const std::size_t mark = text_.find('\x1A', end == std::string::npos ? 0 : end);
    if (mark == std::string::npos) break;
    text_.resize(mark);
  }
  skipSeparatorLine(delimiter == 0);
  quote_ = detectQuote(std::string_view(text_).substr(begin_));
  if (delimiter_ == 0) delimiter_ = detectDelimiter(std::string_view(text_).substr(begin_), quote_);
  parse(cancel);
}

// Skips the line "sep=;" that Excel writes before a table. `take`: uses its delimiter.
void CsvDocument::skipSeparatorLine(bool take) {
  std::string_view line = lineAt(text_, 0);
  const std::size_t length = line.size();
  if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
  if (line.size() != 5 || !(line.starts_with("sep=") || line.starts_with("SEP=") || line.starts_with("Sep="))) return;
  if (take) delimiter_ = line[4];
  begin_ = length;
}

std::size_t CsvDocument::lineOf(std::size_t at) const {
  std::size_t line = 1;
  for (std::size_t i = 0; i < at; ++i)
    if (text_[i] == '\n' || (text_[i] == '\r' && (i + 1 >= text_.size() || text_[i + 1] != '\n'))) ++line;
  return line;
}

std::vector<std::size_t> CsvDocument::lines() const {
  std::vector<std::size_t> lines(rows());
  std::size_t line = 1, at = 0;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (; at < cells_[row * columns_].at; ++at)
      if (text_[at] == '\n' || (text_[at] == '\r' && (at + 1 >= text_.size() || text_[at + 1] != '\n'))) ++line;
    lines[row] = line;
  }
  return lines;
}

std::string CsvDocument::placeOf(std::size_t at) const {
  std::size_t lineBegin = at;
  while (lineBegin > 0 && !isLineEnd(text_[lineBegin - 1])) --lineBegin;
  return fmt::format("{}:{}:{}", file_, lineOf(at), at - lineBegin + 1);
}

CsvDocument::Aside CsvDocument::asideAt(std::size_t at) const {
  constexpr std::size_t kLongest = 60;
  std::string_view line = lineAt(text_, at);
  while (!line.empty() && (line.back() == delimiter_ || isBlank(line.back()))) line.remove_suffix(1);
  std::size_t length = std::min(line.size(), kLongest);
  while (length < line.size() && length > 0 && (static_cast<unsigned char>(line[length]) & 0xC0U) == 0x80U) --length;
  std::string shown(line.substr(0, length));
  std::erase(shown, '"');  // because it is shown in quotes
  return {lineOf(at), shown + (length < line.size() ? "..." : "")};
}

// Whether the line at `at` is a rule of dashes: "---+---" of psql, "------- -------" of sqlcmd.
bool CsvDocument::isRule(std::size_t at) const {
  const std::string_view line = lineAt(text_, at);
  if (delimiter_ == '|') return isRuleOfDashes(line);
  constexpr std::size_t kShortest = 4;  // "---" may mean a missing value
  std::size_t cells = 0, dashes = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '-') {
      ++dashes;
    } else if (i == line.size() || line[i] == delimiter_ || isBlank(line[i])) {
      if (dashes > 0 && dashes < kShortest) return false;
      cells += dashes > 0 ? 1 : 0;
      dashes = 0;
    } else {
      return false;
    }
  }
  return cells > 1;
}

// Whether the row that begins with this cell is a comment, such as "# device: A": it has a comment mark, and the other rows have none. "#" alone is
// the name of a column of row numbers.
bool CsvDocument::isComment(std::size_t cell) const {
  const std::string_view text = cells_[cell].text;
  if (text.empty() || text_[cells_[cell].at] == quote_ || marksFirst_) return false;
  const std::vector<std::string>& marks = usualMissingMarks();  // "#N/A"
  if (text[0] == '#' && std::find(marks.begin(), marks.end(), trimmedCell(text)) != marks.end()) return false;
  return delimiter_ == ' ' ? text.starts_with('#') || text.starts_with('%')
                           : text.size() > 1 && (text.starts_with('#') || text.starts_with("//") || text.starts_with("% "));
}

std::size_t CsvDocument::parseCell(std::size_t at) {
  const std::size_t begin = at;
  std::size_t quote = at;  // blanks may be before it
  while (quote < text_.size() && text_[quote] == ' ' && delimiter_ != ' ') ++quote;
  if (quote < text_.size() && text_[quote] == quote_) {
    bool doubled = false;
    std::size_t close = quote;
    while (true) {
      close = text_.find(quote_, close + 1);
      if (close == std::string::npos)
        throw Error(ErrorKind::Input, placeOf(quote), "the quote that opens here is never closed", "Close it, or double a quote inside a cell");
      if (close + 1 >= text_.size() || text_[close + 1] != quote_) break;
      doubled = true;
      ++close;
    }
    std::string_view inside(text_.data() + quote + 1, close - quote - 1);
    if (doubled) {
      std::string& plain = unescaped_.emplace_back();
      for (std::size_t i = 0; i < inside.size(); ++i) {
        plain += inside[i];
        if (inside[i] == quote_) ++i;
      }
      inside = plain;
    }
    cells_.push_back({inside, begin});
    at = close + 1;
    std::size_t after = at;
    while (after < text_.size() && text_[after] == ' ' && delimiter_ != ' ') ++after;
    const auto ends = [&](std::size_t i) {
      return i >= text_.size() || text_[i] == delimiter_ || isLineEnd(text_[i]) || (delimiter_ == ' ' && isBlank(text_[i]));
    };
    if (ends(after)) return after;
    throw Error(ErrorKind::Input, placeOf(at), "text follows a closing quote", "Double a quote inside a cell, or remove the text");
  }
  while (at < text_.size() && text_[at] != delimiter_ && !isLineEnd(text_[at]) && !(delimiter_ == ' ' && isBlank(text_[at]))) ++at;
  cells_.push_back({std::string_view(text_.data() + begin, at - begin), begin});
  return at;
}

bool CsvDocument::parseRow(std::size_t& at) {
  const auto skipBlanks = [&] {
    while (delimiter_ == ' ' && at < text_.size() && isBlank(text_[at])) ++at;
  };
  while (at < text_.size()) {
    skipBlanks();
    if (at < text_.size() && isLineEnd(text_[at])) {  // an empty line, or the second half of CRLF
      ++at;
    } else if (at < text_.size() && isRule(at)) {
      at += lineAt(text_, at).size();
    } else if (at < text_.size() && isRowCount(lineAt(text_, at))) {
      below_.push_back(asideAt(at));
      at += lineAt(text_, at).size();
    } else {
      break;
    }
  }
  if (at >= text_.size()) return false;
  while (true) {
    at = parseCell(at);
    if (delimiter_ == ' ') {
      skipBlanks();
      if (at >= text_.size() || isLineEnd(text_[at])) break;
      continue;
    }
    if (at >= text_.size() || text_[at] != delimiter_) break;
    ++at;  // another cell follows, even an empty one at the end of the file
  }
  return true;
}

bool CsvDocument::isHeaderOver(const std::vector<std::size_t>& starts, std::size_t row) const {
  const auto numbers = [&](std::size_t at) {
    std::size_t count = 0;
    for (std::size_t i = starts[at]; i < starts[at + 1]; ++i) {
      const NumberShape shape = numberShapeOf(cells_[i].text);
      count += shape.point || shape.comma ? 1 : 0;
    }
    return count;
  };
  return numbers(row) == 0 && row + 2 < starts.size() && numbers(row + 1) > 0;
}

bool CsvDocument::holdsNames(std::size_t begin, std::size_t end) const {
  std::set<std::string_view> names;
  for (std::size_t i = begin; i < end; ++i)
    if (cells_[i].text.empty() || !names.insert(trimmedCell(cells_[i].text)).second) return false;
  return true;
}

// Below the header a line with a comment mark is a comment if it has another number of cells, or if the first column has numbers: "#12,3" is a row
// that was commented out, but "#miss,3" has a mark for a missing value.
bool CsvDocument::leaveComment(std::size_t begin, std::size_t end) {
  if (!isComment(begin)) return false;
  if (end - begin == columns_) {
    const std::string_view text = cells_[begin].text;
    std::size_t numbers = 0;
    for (std::size_t i = begin + 1; i < end; ++i) numbers += numberIn(cells_[i].text) ? 1 : 0;
    const bool said = isBlank(text[1]) || numberIn(text.substr(1)) || numbers * 2 < columns_ - 1;
    if (!numbersFirst_ || !said) return false;
  }
  comments_.push_back(asideAt(cells_[begin].at));
  cells_.erase(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cells_.begin() + static_cast<std::ptrdiff_t>(end));
  return true;
}

// Makes the first row as long as the others if it has one cell more or less: because of a comment mark, row names without a header, or a delimiter at
// the end of each line.
void CsvDocument::settleHeader(std::vector<std::size_t>& starts, std::size_t width) {
  const std::size_t first = starts[0], cells = starts[1] - first;
  const auto insert = [&](std::size_t at) {
    cells_.insert(cells_.begin() + static_cast<std::ptrdiff_t>(at), Cell{std::string_view(), cells_[at == starts[1] ? at - 1 : at].at});
    for (std::size_t i = 1; i < starts.size(); ++i) ++starts[i];
  };
  std::string_view& name = cells_[first].text;
  if (cells == width && name.size() > 1 && isCommentMark(name.substr(0, 1)) && (delimiter_ == ' ' || name[1] == ' '))
    name.remove_prefix(1);                                        // "#x1", "# x1"
  if (cells == width + 1 && isCommentMark(cells_[first].text)) {  // "# x1 x2 y"
    cells_.erase(cells_.begin() + static_cast<std::ptrdiff_t>(first));
    for (std::size_t i = 1; i < starts.size(); ++i) --starts[i];
  } else if (cells == width + 1 && cells_[starts[1] - 1].text.empty()) {
    cells_.erase(cells_.begin() + static_cast<std::ptrdiff_t>(starts[1] - 1));
    for (std::size_t i = 1; i < starts.size(); ++i) --starts[i];
  } else if (cells + 1 == width) {
    const bool texts = std::none_of(cells_.begin() + static_cast<std::ptrdiff_t>(first), cells_.begin() + static_cast<std::ptrdiff_t>(starts[1]),
                                    [](const Cell& cell) { return cell.text.empty() || numberIn(cell.text); });
    bool lastEmpty = true, names = true;
    std::set<std::string_view> seen;
    for (std::size_t row = 1; row + 1 < starts.size(); ++row) {
      const std::string_view name = trimmedCell(cells_[starts[row]].text);
      const auto number = numberIn(name);
      lastEmpty = lastEmpty && cells_[starts[row + 1] - 1].text.empty();
      names = names && seen.insert(name).second && (!number || name.find('.') == std::string_view::npos);  // row names: all different
    }
    if (lastEmpty) {
      insert(starts[1]);
    } else if (texts && names) {
      insert(first);
      namesRows_ = true;
    } else if (texts) {
      throw Error(
          ErrorKind::Input, placeOf(cells_[starts[1]].at),
          fmt::format(
              "the header has {} cells and the rows have {}, and the first of them are not names of rows, because they repeat or are measured", cells,
              width),
          "Give each column a name; put numbers with a decimal comma in quotes if commas separate the cells");
    }
  }
}

// `starts`: the beginnings of the first rows in cells_, and the end of the last one.
void CsvDocument::settle(std::vector<std::size_t>& starts) {
  const std::size_t rows = starts.size() - 1;
  const auto widthOf = [&](std::size_t row) { return starts[row + 1] - starts[row]; };
  if (rows == 0) return;
  std::map<std::size_t, std::size_t> widths;
  for (std::size_t row = 0; row < rows; ++row) ++widths[widthOf(row)];
  std::size_t width = widthOf(0), most = 0;
  for (const auto& [one, count] : widths)
    if (count > most || (count == most && one == widthOf(0))) {
      most = count;
      width = one;
    }
  columns_ = widthOf(0);
  if (most < kLeastRows) return;
  std::size_t begin = 0;
  std::size_t marked = 0, numbers = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string_view first = cells_[starts[row]].text;
    marked += this->isComment(starts[row]) ? 1 : 0;
    const NumberShape shape = numberShapeOf(first);
    numbers += shape.point || shape.comma ? 1 : 0;
  }
  numbersFirst_ = numbers * 5 >= (rows - marked) * 4;
  marksFirst_ = marked == rows || (marked * 5 > rows && !numbersFirst_);
  // A line with a comment mark is not a row; the last such line may name the columns.
  const auto isComment = [&](std::size_t row) { return this->isComment(starts[row]); };
  while (begin < rows && (widthOf(begin) != width || isComment(begin))) ++begin;
  if (begin == rows) return;
  // A header that is one cell longer or shorter is directly above the rows.
  if (begin > 0) {
    const std::size_t above = widthOf(begin - 1);
    const bool oneMore = above == width + 1 && (cells_[starts[begin] - 1].text.empty() || isCommentMark(cells_[starts[begin - 1]].text));
    // A row of names above rows with numbers is the header itself; the line above it is not.
    const bool glued = above == width && isComment(begin - 1) && !isCommentMark(cells_[starts[begin - 1]].text) &&
                       !(isHeaderOver(starts, begin) && holdsNames(starts[begin], starts[begin + 1]));  // "#x1 x2 y"
    if (oneMore || glued || (above + 1 == width && above > 1 && !isComment(begin - 1) && !isHeaderOver(starts, begin))) --begin;
  }
  bool titles = width > 1;
  for (std::size_t row = 0; row < begin; ++row) {
    // A line with several cells may be a damaged row, unless a row of names follows it.
    const bool named = begin < rows && std::none_of(cells_.begin() + static_cast<std::ptrdiff_t>(starts[begin]),
                                                    cells_.begin() + static_cast<std::ptrdiff_t>(starts[begin + 1]),
                                                    [](const Cell& cell) { return numberIn(cell.text).has_value(); });
    titles = titles && (isComment(row) ? true : widthOf(row) == 1 ? !numberIn(cells_[starts[row]].text) : named);
  }
  if (begin > 0 && titles) {
    for (std::size_t row = 0; row < begin; ++row) above_.push_back(asideAt(cells_[starts[row]].at));
    const std::size_t cut = starts[begin];
    cells_.erase(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(cut));
    starts.erase(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(begin));
    for (std::size_t& start : starts) start -= cut;
  }
  if (starts.size() > 2) settleHeader(starts, width);
  if (starts[1] - starts[0] == width) columns_ = width;
}

void CsvDocument::parse(const std::atomic<bool>* cancel) {
  std::size_t at = begin_;
  std::vector<std::size_t> starts{0};
  bool more = true;
  while (starts.size() <= kLookedAt && more) {
    throwIfCancelled(cancel);
    more = parseRow(at);
    if (more) starts.push_back(cells_.size());
  }
  settle(starts);
  for (std::size_t row = 1; columns_ > 1 && row + 1 < starts.size();) {
    const std::size_t cells = starts[row + 1] - starts[row];
    if (!leaveComment(starts[row], starts[row + 1])) {
      ++row;
      continue;
    }
    starts.erase(starts.begin() + static_cast<std::ptrdiff_t>(row));
    for (std::size_t i = row; i < starts.size(); ++i) starts[i] -= cells;
  }
  const auto fits = [&](std::size_t begin, std::size_t end) {
    if (end - begin == columns_) return;
    throw Error(ErrorKind::Input, placeOf(cells_[begin].at),
                end - begin == 1 ? fmt::format("the row has one cell, the first row has {}", columns_)
                                 : fmt::format("the row has {} cells, the first row has {}", end - begin, columns_),
                "Correct the row; put a cell that contains the delimiter in quotes");
  };
  // A line with one cell at the end, such as "(60 rows)", is not part of the table; nor is a shorter line with several cells that begins with a text
  // below numbers: "Source: Office, 2024".
  const auto isFooter = [&](std::size_t begin, std::size_t end) {
    const bool shorter = end - begin == 1 || (numbersFirst_ && end - begin < columns_);
    return shorter && columns_ > 1 && !cells_[begin].text.empty() && !numberIn(cells_[begin].text) && begin >= kLeastRows * columns_;
  };
  std::size_t footer = cells_.size(), footerEnd = footer;  // of the first footer in cells_
  std::vector<std::size_t> footers;
  const auto take = [&](std::size_t begin, std::size_t end) {
    if (isFooter(begin, end)) {
      if (footers.empty()) {
        footer = begin;
        footerEnd = end;
      }
      footers.push_back(cells_[begin].at);
      return;
    }
    if (!footers.empty()) fits(footer, footerEnd);  // rows follow, so it was a damaged row
    fits(begin, end);
  };
  for (std::size_t row = 0; row + 1 < starts.size(); ++row) take(starts[row], starts[row + 1]);
  while (more) {
    throwIfCancelled(cancel);
    const std::size_t firstCell = cells_.size();
    more = parseRow(at);
    if (more && !(columns_ > 1 && leaveComment(firstCell, cells_.size()))) take(firstCell, cells_.size());
  }
  if (footers.empty()) return;
  for (const std::size_t place : footers) below_.push_back(asideAt(place));
  cells_.resize(footer);
}

namespace {

constexpr std::size_t kRows = 50;

// The first rows as cells, if `delimiter` were used. Quotes are kept.
std::vector<std::vector<std::string_view>> firstRows(std::string_view text, char delimiter, char quote) {
  std::vector<std::vector<std::string_view>> rows;
  std::vector<std::string_view> row;
  std::size_t begin = 0;
  bool quoted = false, empty = true;
  const auto endCell = [&](std::size_t at) {
    row.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  };
  const auto endRow = [&](std::size_t at, std::size_t lineBegin) {
    const std::string_view line = text.substr(lineBegin, at - lineBegin);
    const bool comment = delimiter == ' ' && rows.empty() && (line.starts_with('#') || line.starts_with('%'));
    if (!empty && !comment && !isRuleOfDashes(line)) {
      if (delimiter != ' ' || at > begin) endCell(at);
      if (!row.empty()) rows.push_back(row);
    }
    row.clear();
    empty = true;
  };
  std::size_t lineBegin = 0, i = 0;
  for (; i < text.size() && rows.size() < kRows; ++i) {
    const char c = text[i];
    const bool cellBegins = i == begin;
    if (quoted) {
      quoted = c != quote;
    } else if (c == quote && (cellBegins || text[i - 1] == quote)) {
      quoted = true;  // also the second of a doubled quote
      empty = false;
    } else if (delimiter == ' ' && isBlank(c)) {
      if (cellBegins) begin = i + 1;  // several blanks count as one
      else endCell(i);
    } else if (c == delimiter) {
      empty = false;
      endCell(i);
    } else if (isLineEnd(c)) {
      endRow(i, lineBegin);
      begin = lineBegin = i + 1;
    } else {
      empty = false;
    }
  }
  if (rows.size() < kRows) endRow(i, lineBegin);
  return rows;
}

// Whether the cell has only digits, signs, points, commas and an exponent.
bool looksLikeNumber(std::string_view cell) {
  while (!cell.empty() && (isBlank(cell.front()) || cell.front() == '"' || cell.front() == '\'')) cell.remove_prefix(1);
  while (!cell.empty() && (isBlank(cell.back()) || cell.back() == '"' || cell.back() == '\'')) cell.remove_suffix(1);
  const bool digit = std::any_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digit && std::all_of(cell.begin(), cell.end(),
                              [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '-' || c == '+' || c == 'e' || c == 'E'; });
}

struct Fit {
  char delimiter = ',';
  std::size_t width = 1;  // number of cells in most rows
  double share = 0;       // fraction of the rows with that number
  double numbers = 0;     // fraction of the cells that look like numbers
  std::size_t rows = 0;
};

Fit fitOf(std::string_view text, char delimiter, char quote) {
  Fit fit;
  fit.delimiter = delimiter;
  const auto rows = firstRows(text, delimiter, quote);
  fit.rows = rows.size();
  if (rows.empty()) return fit;
  std::map<std::size_t, std::size_t> widths;
  for (const auto& row : rows) ++widths[row.size()];
  std::size_t most = 0;
  for (const auto& [width, count] : widths)
    if (count >= most) {
      most = count;
      fit.width = width;
    }
  fit.share = static_cast<double>(most) / static_cast<double>(rows.size());
  std::size_t cells = 0, numbers = 0;
  for (const auto& row : rows)
    for (const std::string_view cell : row) {
      ++cells;
      numbers += looksLikeNumber(cell) ? 1 : 0;
    }
  fit.numbers = static_cast<double>(numbers) / static_cast<double>(std::max<std::size_t>(cells, 1));
  return fit;
}

}  // namespace

bool isRuleOfDashes(std::string_view line) {
  const auto dashes = std::count(line.begin(), line.end(), '-') + std::count(line.begin(), line.end(), '=');
  return dashes >= 3 &&
         std::all_of(line.begin(), line.end(), [](char c) { return c == '-' || c == '=' || c == '+' || c == '|' || c == ':' || isBlank(c); });
}

char detectQuote(std::string_view text) {
  constexpr std::size_t kLookedAt = std::size_t{1} << 16, kLeast = 3;
  text = text.substr(0, kLookedAt);
  const auto cuts = [](char c) { return c == ',' || c == ';' || c == '\t' || c == '|' || isLineEnd(c); };
  std::size_t opened = 0, closed = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || cuts(text[i - 1]), ends = i + 1 == text.size() || cuts(text[i + 1]);
    if (text[i] == '"' && (begins || ends)) return '"';
    if (text[i] != '\'' || begins == ends) continue;
    ++(begins ? opened : closed);
  }
  // As many cells must end with ' as begin with it: Excel writes one before a text, but none after it.
  return opened >= kLeast && opened * 10 <= closed * 11 && closed * 10 <= opened * 11 ? '\'' : '"';
}

char detectDelimiter(std::string_view text, char quote) {
  Fit best;
  const auto better = [](const Fit& a, const Fit& b) {
    constexpr double kEqual = 0.02;
    if (std::abs(a.share - b.share) > kEqual) return a.share > b.share;
    if (std::abs(a.numbers - b.numbers) > kEqual) return a.numbers > b.numbers;
    return a.width > b.width;
  };
  constexpr double kMostRows = 0.6;
  for (const char candidate : {',', ';', '\t', '|'})
    if (const Fit fit = fitOf(text, candidate, quote); fit.width > 1 && fit.share >= kMostRows && (best.width == 1 || better(fit, best))) best = fit;
  if (best.width > 1) return best.delimiter;
  // Blanks occur in every text: they count only if all rows, except perhaps the header, have equally many cells, and at least 40 % of them are
  // numbers.
  if (const Fit blank = fitOf(text, ' ', quote); blank.width > 1 && blank.rows >= 4 &&
                                                 blank.share * static_cast<double>(blank.rows) >= static_cast<double>(blank.rows) - 1.5 &&
                                                 blank.numbers >= 0.4)
    return ' ';
  // Characters that databases and mainframes use because texts do not contain them.
  for (const char candidate : {'\x01', '\x1F', '^', '~'})
    if (const Fit fit = fitOf(text, candidate, quote); fit.width > 1 && fit.rows >= 3 && fit.share == 1) return candidate;
  // For rows of unequal length the parser gives the best error message, with the delimiter that cuts the first row.
  std::size_t widest = 1;
  for (const char candidate : {',', ';', '\t', '|'}) {
    const auto rows = firstRows(text, candidate, quote);
    if (rows.empty() || rows[0].size() <= widest) continue;
    widest = rows[0].size();
    best.delimiter = candidate;
  }
  return best.delimiter;
}

}  // namespace stepscope
