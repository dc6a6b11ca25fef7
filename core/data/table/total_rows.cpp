#include "core/data/table/total_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "core/data/cell_numbers.h"
#include "core/data/small_letters.h"

namespace stepscope {
namespace {

constexpr std::size_t kLookedAt = 200;  // rows examined to find the kind of a column

// Names of rows with averages, extremes and the like at the end of a table, in lower case and without blanks, each between two "|".
constexpr std::string_view kAtTheEnd =
    "|average|mean|mittelwert|durchschnitt|moyenne|media|平均|平均值|均值|среднее|avg|min|max|minimum|maximum|median|std|stdev|stddev|count|variance|最大值|最小值|标准差|";
// Names of rows with sums, at the end or inside.
constexpr std::string_view kSums =
    "|total|totals|grandtotal|sum|sums|summe|gesamt|gesamtsumme|gesamtergebnis|ergebnis|somme|suma|totale|totaal|合计|总计|小计|总和|汇总|итого|итог|всего|合計|総計|小計|計|합계|소계|총계|"
    "σύνολο|razem|celkem|összesen|yhteensä|toplam|subtotal|subtotals|sub-total|zwischensumme|teilsumme|sous-total|subtotaal|subtotale|";
// Words for totals of a part of the table; as a value of a column they do not occur.
constexpr std::array<std::string_view, 10> kParts = {"subtotal",  "sub-total", "zwischensumme", "teilsumme", "sous-total",
                                                     "subtotaal", "subtotale", "小计",          "小計",      "소계"};

bool isOneOf(std::string_view list, std::string_view word) {
  if (word.empty() || word.find('|') != std::string_view::npos) return false;
  const std::size_t at = list.find(word);
  for (std::size_t i = at; i != std::string_view::npos; i = list.find(word, i + 1))
    if (list[i - 1] == '|' && list[i + word.size()] == '|') return true;
  return false;
}

std::optional<double> valueIn(std::string_view cell) {
  if (const auto plain = numberIn(cell)) return plain;
  const NumberShape shape = numberShapeOf(cell);
  if (!shape.point && !shape.comma) return std::nullopt;
  NumberStyle style;
  style.decimal = shape.point ? '.' : ',';
  style.before = shape.before;
  style.after = shape.after;
  return numberIn(cell, style);
}

enum class Called { No, Whole, Partly };  // "Total"; "North Total", "Total (EUR)"

class Finder {
 public:
  Finder(const CsvDocument& document, const std::vector<std::size_t>& rows, const MissingMarks& marks)
      : document_(document), rows_(rows), marks_(marks) {
    const std::size_t end = std::min(rows_.size(), kLookedAt);
    for (std::size_t c = 0; c < document.columns(); ++c) {
      std::size_t numbers = 0, filled = 0;
      for (std::size_t i = 0; i < end; ++i) {
        if (marks.amongNumbers(cell(rows_[i], c))) continue;
        ++filled;
        numbers += valueIn(cell(rows_[i], c)) ? 1 : 0;
      }
      filled_.push_back(filled * 10 >= end * 8);
      numbers_.push_back(filled > 0 && numbers * 10 >= filled * 8);
    }
  }

  TotalRows found() {
    TotalRows result;
    findRemarks(result.remarks);
    findLast(result.last);
    findWithin(result);
    return result;
  }

 private:
  std::string_view cell(std::size_t row, std::size_t column) const { return trimmedCell(document_.cell(row, column)); }

  std::size_t filled(std::size_t row) const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) count += cell(row, c).empty() ? 0 : 1;
    return count;
  }

  // The first cell that is not empty.
  std::size_t firstOf(std::size_t row) const {
    std::size_t c = 0;
    while (c < document_.columns() && cell(row, c).empty()) ++c;
    return c;
  }

  static std::string wordOf(std::string_view cell) {
    std::string word = smallLetters(cell);
    while (word.ends_with(':')) word.pop_back();
    std::erase(word, ' ');
    return word;
  }

  static Called calledSum(std::string_view cell) {
    constexpr std::size_t kLongest = 60;
    const auto first = static_cast<unsigned char>(cell.empty() ? '0' : cell.front());
    if (cell.size() < 3 || cell.size() > kLongest || (first >= '0' && first <= '9') || first == '-' || first == '.') return Called::No;
    if (isOneOf(kSums, wordOf(cell))) return Called::Whole;
    const std::string small = smallLetters(cell);
    const std::size_t before = small.find_first_of(" ("), behind = small.find_last_of(' ');
    if (before != std::string::npos && isOneOf(kSums, wordOf(small.substr(0, before)))) return Called::Partly;
    if (behind != std::string::npos && isOneOf(kSums, wordOf(small.substr(behind + 1)))) return Called::Partly;
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) { return small.find(part) != std::string::npos; }) ? Called::Partly
                                                                                                                                   : Called::No;
  }

  bool namesPart(std::size_t row) const {
    const std::size_t c = firstOf(row);
    if (c == document_.columns()) return false;
    const std::string small = smallLetters(cell(row, c));
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) { return small.find(part) != std::string::npos; });
  }

  // Finds remarks at the end of the table: rows with a text in place of numbers, or with a single text: "Source: Office, 2024".
  void findRemarks(std::vector<std::size_t>& remarks) {
    constexpr std::size_t kMost = 10, kLeastRows = 4;
    const auto numberColumns = static_cast<std::size_t>(std::count(numbers_.begin(), numbers_.end(), true));
    if (numberColumns < 2) return;
    std::size_t alone = 0;
    for (std::size_t i = 0; i < std::min(rows_.size(), kLookedAt); ++i) alone += filled(rows_[i]) == 1 ? 1 : 0;
    while (end() > kLeastRows && remarks.size() < kMost) {
      const std::size_t row = rows_[end() - 1];
      std::size_t texts = 0, values = 0;
      for (std::size_t c = 0; c < document_.columns(); ++c) {
        if (!numbers_[c] || marks_.amongNumbers(cell(row, c))) continue;
        ++(valueIn(cell(row, c)) ? values : texts);
      }
      const std::size_t c = firstOf(row);
      const bool single =
          filled(row) == 1 && alone <= 1 && !marks_.amongNumbers(cell(row, c)) && !valueIn(cell(row, c)) && calledSum(cell(row, c)) == Called::No;
      if (values > 0 || (texts == 0 && !single)) break;
      remarks.insert(remarks.begin(), row);
      ++left_;
    }
  }

  std::size_t end() const { return rows_.size() - left_; }  // begin of the rows left out at the end

  bool isTotals(std::size_t row) const {
    const std::size_t c = firstOf(row);
    if (c == document_.columns()) return false;
    const std::string word = wordOf(cell(row, c));
    if (word.empty()) return false;
    if (!isOneOf(kSums, word) && !isOneOf(kAtTheEnd, word)) {
      // "Total (EUR)": its cells are not smaller than any above them.
      const std::string small = smallLetters(cell(row, c)), first = small.substr(0, small.find_first_of(" ("));
      if ((!isOneOf(kSums, first) && !isOneOf(kAtTheEnd, first)) || !isLargest(row, c, {})) return false;
    }
    // In a column of such words it is an ordinary value.
    std::size_t again = 0;
    for (std::size_t i = 0; i + 2 < end() && i < kLookedAt; ++i) again += cell(rows_[i], c) == cell(row, c) ? 1 : 0;
    return again == 0;
  }

  // Whether the row's other cells are numbers (at least one), and no number in other rows is larger, except in the rows `but`.
  bool isLargest(std::size_t row, std::size_t name, const std::vector<std::size_t>& but) const {
    std::size_t numbers = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      if (c == name || cell(row, c).empty() || (!numbers_[c] && !but.empty())) continue;
      const auto value = valueIn(cell(row, c));
      if (!value) return false;
      ++numbers;
      for (std::size_t i = 0; i < end(); ++i) {
        if (std::binary_search(but.begin(), but.end(), rows_[i])) continue;
        if (const auto other = valueIn(cell(rows_[i], c)); other && (but.empty() ? *other > *value : *other >= *value)) return false;
      }
    }
    return numbers > 0;
  }

  // Whether the cells of a row, whatever its name, are the sums of their columns, and one of its cells is empty where other rows have a value.
  bool isSums(std::size_t row) const {
    std::size_t sums = 0, gaps = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      const std::string_view last = cell(row, c);
      double sum = 0;
      std::size_t values = 0, texts = 0;
      for (std::size_t i = 0; i < end(); ++i) {
        if (rows_[i] == row) continue;
        const auto value = valueIn(cell(rows_[i], c));
        if (value) sum += *value;
        else if (!marks_.amongNumbers(cell(rows_[i], c))) ++texts;
        values += value ? 1 : 0;
      }
      if (last.empty()) {
        gaps += values + texts + 1 == end() ? 1 : 0;
        continue;
      }
      const auto value = valueIn(last);
      // In a table with many rows, one row is rarely as large as about all others together.
      constexpr std::size_t kMany = 20;
      const double off = values >= kMany ? 0.25 : 1e-6;
      if (!value || texts > 0 || values < 3 || std::abs(*value - sum) > off * std::abs(sum) || sum == 0) return false;
      ++sums;
    }
    return sums > 0 && gaps > 0;
  }

  void findLast(std::vector<std::size_t>& last) {
    constexpr std::size_t kLeastRows = 4, kMost = 10;  // sum, mean, min, max ...
    while (end() > kLeastRows && last.size() < kMost) {
      const std::size_t row = rows_[end() - 1];
      // Sums are computed only if the last row has a gap.
      if (!isTotals(row) && !(filled(row) < document_.columns() && isSums(row))) return;
      last.push_back(row);
      ++left_;
    }
  }

  // Whether the row has numbers, no text after its name, and an empty cell where nearly all other rows have a value.
  bool hasGap(std::size_t row, std::size_t name) const {
    bool gap = false, number = false;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      if (c == name) continue;
      const std::string_view text = cell(row, c);
      gap = gap || (text.empty() && filled_[c]);
      if (text.empty()) continue;
      if (!valueIn(text) && c > name) return false;  // texts before the name may be the group of which it is the total
      number = number || valueIn(text).has_value();
    }
    return gap && number;
  }

  // Whether its numbers are the sums of the rows from `begin` up to it (indices into rows_), except the rows `but`.
  bool isSumOf(std::size_t begin, std::size_t at, std::size_t name, const std::vector<std::size_t>& but) const {
    std::size_t sums = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      if (c == name || !numbers_[c] || cell(rows_[at], c).empty()) continue;
      const auto value = valueIn(cell(rows_[at], c));
      if (!value) return false;
      double sum = 0, large = 0;
      std::size_t count = 0;
      for (std::size_t i = begin; i < at; ++i) {
        if (std::binary_search(but.begin(), but.end(), rows_[i])) continue;
        const double one = valueIn(cell(rows_[i], c)).value_or(0);
        sum += one;
        large = std::max(large, std::abs(one));
        ++count;
      }
      if (count < 2) return false;
      if (std::abs(*value - sum) <= 1e-3 * std::abs(sum) + 1e-9 * large && sum != 0) ++sums;  // equal up to rounding
    }
    return sums > 0;
  }

  // Finds sums among the rows, by name and numbers: they have empty cells where others have values, and are the sums of the rows above, or larger
  // than any other row.
  void findWithin(TotalRows& result) {
    constexpr std::size_t kLeastRows = 6, kNames = 3, kMostShare = 5;
    if (end() < kLeastRows) return;
    struct Candidate {
      std::size_t at, name;  // index into rows_, column
      Called called;
    };
    std::vector<Candidate> candidates;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < end(); ++i) {
      std::size_t looked = 0;
      for (std::size_t c = 0; c < document_.columns() && looked < kNames; ++c) {
        if (numbers_[c]) continue;
        ++looked;
        const Called called = calledSum(cell(rows_[i], c));
        if (called == Called::No) continue;
        candidates.push_back({i, c, called});
        rows.push_back(rows_[i]);
        break;
      }
      if (looked == 0 && !cell(rows_[i], 0).empty() && calledSum(cell(rows_[i], 0)) != Called::No) {
        candidates.push_back({i, 0, calledSum(cell(rows_[i], 0))});
        rows.push_back(rows_[i]);
      }
    }
    if (candidates.empty() || candidates.size() * 2 > end()) return;
    const bool few = candidates.size() * kMostShare <= end();
    std::size_t begin = 0;
    result.subtotals = true;
    for (const Candidate& one : candidates) {
      const std::size_t row = rows_[one.at];
      const bool first = firstOf(row) == one.name;
      const bool total = (first && namesPart(row)) || hasGap(row, one.name) || isSumOf(begin, one.at, one.name, rows) ||
                         (begin > 0 && isSumOf(0, one.at, one.name, rows)) || (few && one.called == Called::Whole && isLargest(row, one.name, rows));
      begin = one.at + 1;
      if (total) {
        result.within.push_back(row);
        result.subtotals = result.subtotals && namesPart(row);
      } else if (few && one.called == Called::Whole) {
        result.doubtful.push_back(row);
      }
    }
  }

  const CsvDocument& document_;
  const std::vector<std::size_t>& rows_;
  const MissingMarks& marks_;
  std::vector<bool> numbers_, filled_;  // for each column: nearly all of its values are numbers; nearly every row has a value
  std::size_t left_ = 0;
};

}  // namespace

TotalRows totalRowsOf(const CsvDocument& document, const std::vector<std::size_t>& rows, const MissingMarks& marks) {
  return Finder(document, rows, marks).found();
}

}  // namespace stepscope
