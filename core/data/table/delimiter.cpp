#include "core/data/table/delimiter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace stepscope {
namespace {

constexpr std::size_t kRows = 50;

bool isLineEnd(char c) {
  return c == '\n' || c == '\r';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

// The first rows as cells, were `delimiter` the one. Quotes are left on.
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
      if (cellBegins) begin = i + 1;  // blanks in a row are one
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

// Digits with signs, points, commas and an exponent.
bool looksLikeNumber(std::string_view cell) {
  while (!cell.empty() && (isBlank(cell.front()) || cell.front() == '"' || cell.front() == '\'')) cell.remove_prefix(1);
  while (!cell.empty() && (isBlank(cell.back()) || cell.back() == '"' || cell.back() == '\'')) cell.remove_suffix(1);
  const bool digit = std::any_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digit && std::all_of(cell.begin(), cell.end(),
                              [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '-' || c == '+' || c == 'e' || c == 'E'; });
}

struct Fit {
  char delimiter = ',';
  std::size_t width = 1;  // that most rows have
  double share = 0;       // of the rows that have it
  double numbers = 0;     // share of the cells that look like numbers
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
  // Excel has one in front of a text, and none behind it.
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
  // Blanks stand in every text: only where all rows but the header agree, and most cells are numbers or there are many columns.
  if (const Fit blank = fitOf(text, ' ', quote); blank.width > 1 && blank.rows >= 4 &&
                                                 blank.share * static_cast<double>(blank.rows) >= static_cast<double>(blank.rows) - 1.5 &&
                                                 blank.numbers >= 0.4)
    return ' ';
  // What databases and mainframes use so that no text has it.
  for (const char candidate : {'\x01', '\x1F', '^', '~'})
    if (const Fit fit = fitOf(text, candidate, quote); fit.width > 1 && fit.rows >= 3 && fit.share == 1) return candidate;
  // Rows of unequal length are told by the parser, best with the delimiter that cuts the first row.
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
