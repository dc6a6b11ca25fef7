#include "core/data/table/table_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/error.h"
#include "core/data/cell_numbers.h"
#include "core/data/counted_sentence.h"
#include "core/data/small_letters.h"
#include "core/data/table/cell_dates.h"
#include "core/data/table/total_rows.h"

namespace stepscope {
namespace {

constexpr std::size_t kLookedAt = 200;  // rows below a header that show whether it is one
constexpr double kMostly = 0.8;

bool looksLikeNumber(std::string_view cell) {
  const NumberShape shape = numberShapeOf(cell);
  return shape.point || shape.comma;
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::size_t length = std::min(text.size(), kLongest);
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
  std::string shown;
  for (const char c : text.substr(0, length)) shown += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return length < text.size() ? shown + "..." : shown;
}

// Examines the rows of a document, by their numbers there.
class Layout {
 public:
  Layout(const CsvDocument& document, const MissingMarks& marks) : document_(document), marks_(marks) {
    for (std::size_t row = 0; row < document.rows(); ++row) {
      if (isBlank(row)) ++blank_;
      else rows_.push_back(row);
    }
  }

  Table table(const std::string& header) {
    Table table;
    table.document = &document_;
    tellAside(document_.above(), "above the table");
    leaveTitles();
    if (header != "no" && !joinLevels()) leaveLinesAbove();
    const bool named = !rows_.empty() && (header == "yes" || !joined_.empty() || (header == "auto" && isHeader()));
    table.hasHeader = named;
    table.namesRows = named && document_.namesRows();
    std::size_t head = 0;
    if (named) {
      head = rows_.front();
      rows_.erase(rows_.begin());
      leaveRepeatedHeaders(head);
      leaveUnits();
    }
    leaveTotals();
    if (header == "auto" && !named && doubtful_)
      notes_.emplace_back("the first row is read as data, not as names of the columns; data.header decides");
    tellComments();
    tellAside(document_.below(), "below the table");
    if (blank_ > 0)
      notes_.push_back(
          countedSentence(static_cast<std::int64_t>(blank_), "one row without a value is left out", "{} rows without a value are left out"));
    nameColumns(table, named ? std::optional<std::size_t>(head) : std::nullopt);
    table.body = std::move(rows_);
    table.notes = std::move(notes_);
    return table;
  }

 private:
  std::string_view cell(std::size_t row, std::size_t column) const { return trimmedCell(document_.cell(row, column)); }

  bool isBlank(std::size_t row) const {
    if (document_.columns() < 2) return false;
    for (std::size_t c = 0; c < document_.columns(); ++c)
      if (!cell(row, c).empty()) return false;
    return true;
  }

  std::size_t filled(std::size_t row) const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) count += cell(row, c).empty() ? 0 : 1;
    return count;
  }

  std::string shown(std::size_t row) const {
    std::string text;
    for (std::size_t c = 0; c < document_.columns(); ++c)
      if (!cell(row, c).empty()) text += (text.empty() ? "" : ", ") + std::string(cell(row, c));
    return shortened(text);
  }

  void note(std::size_t row, const char* what) {
    notes_.push_back(fmt::format("line {} (\"{}\") is {} and is left out", document_.line(row), shown(row), what));
  }

  void tellAside(const std::vector<CsvDocument::Aside>& lines, const char* where) {
    constexpr std::size_t kTold = 3;
    for (std::size_t i = 0; i < lines.size() && i < kTold; ++i)
      notes_.push_back(fmt::format("line {} (\"{}\") stands {} and is left out", lines[i].line, lines[i].text, where));
    if (lines.size() > kTold) notes_.push_back(fmt::format("{} more lines stand {} and are left out", lines.size() - kTold, where));
  }

  void tellComments() {
    const std::vector<CsvDocument::Aside>& comments = document_.comments();
    if (comments.size() == 1) notes_.push_back(fmt::format("line {} (\"{}\") is a comment and is left out", comments[0].line, comments[0].text));
    if (comments.size() > 1)
      notes_.push_back(
          fmt::format("{} lines of comments, line {} (\"{}\") first, are left out", comments.size(), comments[0].line, comments[0].text));
  }

  // Leaves out titles: rows above the table with a single text, in their first cell. At least four rows must remain.
  void leaveTitles() {
    constexpr std::size_t kLeastBelow = 4;
    const auto isTitle = [&](std::size_t row) { return filled(row) == 1 && !cell(row, 0).empty() && !looksLikeNumber(cell(row, 0)); };
    if (document_.columns() < 2 || rows_.size() < kLeastBelow) return;
    std::size_t alike = 0;
    const std::size_t looked = std::min(rows_.size(), kLookedAt);
    for (std::size_t i = 0; i < looked; ++i) alike += isTitle(rows_[i]) ? 1 : 0;
    if (alike * 5 > looked) return;  // other rows look the same
    std::size_t titles = 0;
    while (titles + kLeastBelow < rows_.size() && isTitle(rows_[titles])) note(rows_[titles++], "a title");
    rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(titles));
  }

  // Whether a cell of the row is a date, as in "Report, May 2024, Berlin". Names of columns are not.
  bool holdsDate(std::size_t row) const {
    for (std::size_t c = 0; c < document_.columns(); ++c)
      for (const DateStyle style : {DateStyle::YearFirst, DateStyle::DayFirst, DateStyle::MonthFirst, DateStyle::MonthYear})
        if (dateIn(cell(row, c), style)) return true;
    return false;
  }

  // Names in two levels, as pandas and Excel write them: groups of columns above names that recur in each group. Below them pandas may write a row
  // with the names of the index alone. Makes the second line the header, with the names of both levels; returns false if the lines are not such.
  bool joinLevels() {
    constexpr std::size_t kLeastBelow = 3;
    if (rows_.size() < kLeastBelow + 2 || document_.columns() < 2) return false;
    const std::size_t top = rows_[0], sub = rows_[1];
    std::vector<std::string> names;
    std::set<std::string_view> tops, subs;
    std::set<std::string> joined;
    std::string_view group;
    bool recurs = false;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      const std::string_view above = cell(top, c), below = cell(sub, c);
      if (looksLikeNumber(above) || looksLikeNumber(below) || (!below.empty() && looksLikeUnit(below))) return false;
      recurs = recurs || (!above.empty() && !tops.insert(above).second) || (!below.empty() && !subs.insert(below).second);
      if (!above.empty()) group = above;
      names.push_back(below.empty() ? std::string(above) : group.empty() ? std::string(below) : fmt::format("{} {}", group, below));
      if (!names.back().empty() && !joined.insert(names.back()).second) return false;
    }
    if (!recurs) return false;
    const auto holdsIndexNames = [&](std::size_t row) {
      for (std::size_t c = 0; c < document_.columns(); ++c)
        if (!cell(row, c).empty() && (!cell(sub, c).empty() || looksLikeNumber(cell(row, c)))) return false;
      return true;
    };
    const std::size_t levels = holdsIndexNames(rows_[2]) ? 3 : 2;
    std::size_t numbersBelow = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      if (levels == 3 && !cell(rows_[2], c).empty()) names[c] = std::string(cell(rows_[2], c));
      numbersBelow += !cell(sub, c).empty() && looksLikeNumber(cell(rows_[levels], c)) ? 1 : 0;
    }
    if (numbersBelow == 0) return false;
    notes_.push_back(fmt::format("the {} lines from line {} on are read together as names of the columns: \"{}\"", levels, document_.line(top),
                                 shortened(names.back())));
    if (levels == 3) rows_.erase(rows_.begin() + 2);
    rows_.erase(rows_.begin());
    joined_ = std::move(names);
    return true;
  }

  std::string headName(std::size_t head, std::size_t c) const { return joined_.empty() ? std::string(cell(head, c)) : joined_[c]; }

  // Leaves out a line with gaps, or with a date, above a line with a text in every column: groups of columns, or a title with two cells. The second
  // line is the header.
  void leaveLinesAbove() {
    constexpr std::size_t kLeastBelow = 3;
    while (rows_.size() > kLeastBelow && document_.columns() > 1) {
      const std::size_t head = rows_[1];
      if ((filled(rows_[0]) == document_.columns() && !holdsDate(rows_[0])) || filled(head) < document_.columns()) return;
      std::set<std::string_view> names;
      std::size_t numbersBelow = 0;
      for (std::size_t c = 0; c < document_.columns(); ++c) {
        const std::string_view name = cell(head, c);
        if (looksLikeNumber(name) || looksLikeNumber(cell(rows_[0], c)) || marks_.amongNumbers(name) || looksLikeUnit(name) ||
            !names.insert(name).second)
          return;
        numbersBelow += looksLikeNumber(cell(rows_[2], c)) ? 1 : 0;
      }
      if (numbersBelow == 0) return;
      note(rows_[0], "a line above the names of the columns");
      rows_.erase(rows_.begin());
    }
  }

  // Whether a text, which is not empty, begins with a bracket or "%", or contains "/" or "°": "[m]", "(kg)", "m/s", "%".
  static bool looksLikeUnit(std::string_view text) {
    return text.front() == '[' || text.front() == '(' || text.front() == '%' || text.find('/') != std::string_view::npos ||
           text.find("\xC2\xB0") != std::string_view::npos;
  }

  // Whether the headers that are numbers are integers that rise by 1, or years with equal steps.
  bool countsUp(const std::vector<double>& heads) const {
    if (heads.size() < 2) return false;
    const double step = heads[1] - heads[0];
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (heads[i] != std::floor(heads[i]) || heads[i] < 0) return false;
      if (i > 0 && heads[i] - heads[i - 1] != step) return false;
    }
    const bool years = heads.front() >= 1800 && heads.back() <= 2200;
    return step == 1 || (years && step > 0);
  }

  // Whether numbers in the first row are names of columns, since they do not fit the numbers below them: years above amounts; 0 1 2 beside an empty
  // first cell (`corner`); or at least five with equal steps, such as wavelengths above fractions. `outside`: how many do not fit.
  bool namesByFigures(const std::vector<double>& heads, std::size_t outside, bool corner, std::size_t textHeads) const {
    if (heads.size() < 2 || outside < heads.size()) return false;
    bool whole = true, rising = true;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      whole = whole && heads[i] == std::floor(heads[i]) && heads[i] >= 0;
      rising = rising && (i == 0 || heads[i] > heads[i - 1]);
    }
    const double step = heads[1] - heads[0];
    bool even = true;
    for (std::size_t i = 1; i < heads.size(); ++i) even = even && heads[i] - heads[i - 1] == step;
    const bool years = heads.front() >= 1800 && heads.back() <= 2200;
    constexpr std::size_t kFew = 3, kChance = 5;
    if (!whole || !rising) return false;
    if (years) return heads.size() + textHeads >= kFew;
    return even && ((corner && heads.front() <= 1 && step == 1 && heads.size() >= kFew) || heads.size() >= kChance);
  }

  bool isHeader() {
    if (document_.namesRows()) return true;
    const std::size_t head = rows_.front(), end = std::min(rows_.size(), kLookedAt + 1);
    double header = 0, data = 0;
    std::vector<double> numberHeads;
    std::size_t outside = 0, knownNames = 0, numbersOverNumbers = 0, textHeads = 0, emptyHeads = 0, recurring = 0, overNumbersHeads = 0;
    bool decimals = false;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      const std::string_view name = cell(head, c);
      std::size_t numbers = 0, texts = 0;
      bool recurs = false, fractions = false;
      double least = HUGE_VAL, most = -HUGE_VAL;
      for (std::size_t i = 1; i < end; ++i) {
        const std::string_view below = cell(rows_[i], c);
        recurs = recurs || (!name.empty() && below == name && !isSame(rows_[i], head));
        if (const auto value = numberIn(below)) {
          least = std::min(least, *value);
          most = std::max(most, *value);
        }
        if (marks_.amongNumbers(below)) continue;
        if (looksLikeNumber(below)) {
          ++numbers;
          fractions = fractions || below.find_first_of(".,") != std::string_view::npos;
        } else {
          ++texts;
        }
      }
      const bool overNumbers = static_cast<double>(numbers) > kMostly * static_cast<double>(numbers + texts);
      if (name.empty() || marks_.always(name)) {
        ++emptyHeads;
      } else if (looksLikeNumber(name)) {
        numberHeads.push_back(numberIn(name).value_or(-1));
        // The header does not fit the numbers below it: it is outside their range, it is a year above numbers that are not years, or they are larger
        // than twice the number of columns.
        const double value = numberHeads.back();
        outside += (value < least || value > most) || (value >= 1800 && value <= 2200 && most - least > 400) ||
                           (c > 0 && most > 2 * static_cast<double>(document_.columns()))
                       ? 1
                       : 0;
        decimals = decimals || fractions;
        if (overNumbers) ++numbersOverNumbers;
        else if (texts > 0) header += 1;
      } else {
        ++textHeads;
        knownNames += isUsualName(name) ? 1 : 0;
        overNumbersHeads += overNumbers ? 1 : 0;
        if (overNumbers) header += 1;
        else if (recurs) ++recurring;
        else if (texts > 0) header += 0.5;
      }
    }
    // All cells are texts: names, unless the same texts occur below them.
    if (emptyHeads == 0 && numberHeads.empty()) {
      if (overNumbersHeads > 0 || recurring == 0 || knownNames > 0) return true;
      doubtful_ = recurring * 2 <= textHeads;
      return false;
    }
    data += static_cast<double>(recurring);
    constexpr std::size_t kChance = 5;  // this many integers in sequence are unlikely in a data row
    const bool many = numberHeads.size() >= kChance || (numberHeads.size() >= 3 && decimals) || (decimals && textHeads > 0);
    if (countsUp(numberHeads) && many && end > 2) header += 1;
    else data += static_cast<double>(numbersOverNumbers);
    if (header > data) return true;
    if (namesByFigures(numberHeads, outside, emptyHeads > 0 && cell(head, 0).empty(), textHeads)) {
      notes_.emplace_back("the first row is read as names of the columns, although they are numbers; data.header decides");
      return true;
    }
    doubtful_ = countsUp(numberHeads) && numberHeads.size() >= 3;
    return false;
  }

  // A target column with a usual name may contain its name as a value: "y" above y and n.
  static bool isUsualName(std::string_view name) {
    const std::string small = smallLetters(name);
    return small == "y" || small == "x" || small == "target" || small == "label" || small == "class";
  }

  bool isSame(std::size_t row, std::size_t other) const {
    for (std::size_t c = 0; c < document_.columns(); ++c)
      if (document_.cell(row, c) != document_.cell(other, c)) return false;
    return true;
  }

  void leaveRepeatedHeaders(std::size_t head) {
    std::size_t count = 0, first = 0;
    std::erase_if(rows_, [&](std::size_t row) {
      if (!isSame(row, head)) return false;
      if (count++ == 0) first = row;
      return true;
    });
    if (count == 1) note(first, "the header again");
    if (count > 1) notes_.push_back(fmt::format("{} lines, line {} first, are the header again and are left out", count, document_.line(first)));
  }

  // Leaves out rows of texts between the header and columns of numbers: units such as "[m]" and "kg", "mean" and "max", or the questions of a survey.
  void leaveUnits() {
    constexpr std::size_t kMostRows = 3;
    for (std::size_t count = 1; count <= kMostRows; ++count) {
      if (!areTextsOverNumbers(count)) continue;
      for (std::size_t i = 0; i < count; ++i) note(rows_[i], areUnits(rows_[i]) ? "a row of units" : "a second row of names");
      rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count));
      return;
    }
  }

  // Whether the first rows have no number in any numeric column, and each has a text in one.
  bool areTextsOverNumbers(std::size_t count) const {
    constexpr std::size_t kLeastBelow = 3;
    if (rows_.size() <= kLeastBelow + count - 1) return false;
    const std::size_t end = std::min(rows_.size(), kLookedAt + count);
    std::size_t columns = 0;
    std::vector<bool> any(count);
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      std::size_t numbers = 0, texts = 0;
      for (std::size_t i = count; i < end; ++i) {
        const std::string_view below = cell(rows_[i], c);
        if (!marks_.amongNumbers(below)) ++(looksLikeNumber(below) ? numbers : texts);
      }
      if (texts > 0 || numbers < kLeastBelow) continue;  // not a column of numbers
      ++columns;
      for (std::size_t i = 0; i < count; ++i) {
        if (looksLikeNumber(cell(rows_[i], c))) return false;
        any[i] = any[i] || !marks_.amongNumbers(cell(rows_[i], c));
      }
    }
    // One odd text above a single column of numbers is more likely one of its values.
    return std::all_of(any.begin(), any.end(), [](bool text) { return text; }) && (count == 1 || columns > 1);
  }

  // Whether at least half of the row's texts look like units or are known ones.
  bool areUnits(std::size_t row) const {
    static constexpr std::string_view kUnits =
        "|m|mm|cm|km|µm|nm|in|ft|mi|kg|g|mg|µg|lb|lbs|oz|t|s|ms|us|ns|min|h|hr|hrs|d|day|days|yr|year|years|l|ml|dl|v|mv|kv|a|ma|w|kw|mw|kwh|wh|pa|hpa|kpa|mpa|bar|mbar|psi|"
        "k|c|f|n|nm|hz|khz|mhz|j|kj|cal|kcal|mol|mmol|ppm|ppb|db|lux|rpm|deg|rad|eur|usd|gbp|cny|chf|€|$|£|¥|元|米|千克|公斤|个|岁|万元|pct|percent|n/a|";
    std::size_t units = 0, words = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      const std::string_view text = cell(row, c);
      if (marks_.amongNumbers(text)) continue;
      ++(looksLikeUnit(text) || kUnits.find('|' + smallLetters(text) + '|') != std::string_view::npos ? units : words);
    }
    return units >= words;
  }

  void leaveTotals() {
    const TotalRows found = totalRowsOf(document_, rows_, marks_);
    std::vector<std::size_t> left;
    for (const std::size_t row : found.last) note(row, "a row of totals");
    for (const std::size_t row : found.remarks)
      notes_.push_back(fmt::format("line {} (\"{}\") is below the table and is left out", document_.line(row), shown(row)));
    if (found.within.size() == 1) note(found.within.front(), found.subtotals ? "a row of subtotals" : "a row of totals");
    if (found.within.size() > 1)
      notes_.push_back(fmt::format(fmt::runtime(found.subtotals ? "{} rows of subtotals, line {} (\"{}\") first, are left out"
                                                                : "{} rows of totals, line {} (\"{}\") first, are left out"),
                                   found.within.size(), document_.line(found.within.front()), shown(found.within.front())));
    if (!found.doubtful.empty())
      notes_.push_back(
          fmt::format("line {} (\"{}\") is named like a row of totals, and is read as data; remove such rows from the file if they are sums",
                      document_.line(found.doubtful.front()), shown(found.doubtful.front())));
    for (const auto* rows : {&found.last, &found.remarks, &found.within}) left.insert(left.end(), rows->begin(), rows->end());
    std::sort(left.begin(), left.end());
    std::erase_if(rows_, [&](std::size_t row) { return std::binary_search(left.begin(), left.end(), row); });
  }

  void nameColumns(Table& table, std::optional<std::size_t> head) {
    std::set<std::string> seen;
    std::size_t empty = 0;
    for (std::size_t c = 0; c < document_.columns(); ++c) {
      std::string name = head ? headName(*head, c) : std::string();
      const bool named = !name.empty();
      if (!named && document_.columns() > 1 && std::all_of(rows_.begin(), rows_.end(), [&](std::size_t row) { return cell(row, c).empty(); })) {
        ++empty;
        continue;
      }
      if (!named) {
        name = std::to_string(c + 1);
        while (head && isName(*head, name)) name = '#' + name;
      }
      if (!seen.insert(name).second)
        throw Error(ErrorKind::Input, document_.place(*head, c), fmt::format("there are two columns \"{}\"", shortened(name)),
                    looksLikeNumber(name) ? "Rename one of them, or set data.header = \"no\" if the first row is no header"
                                          : "Rename one of them in the file");
      table.names.push_back(std::move(name));
      table.named.push_back(named);
      table.columns.push_back(c);
    }
    if (empty > 0)
      notes_.push_back(countedSentence(static_cast<std::int64_t>(empty), "one column without a name or a value is left out",
                                       "{} columns without a name or a value are left out"));
  }

  bool isName(std::size_t head, const std::string& name) const {
    for (std::size_t c = 0; c < document_.columns(); ++c)
      if (headName(head, c) == name) return true;
    return false;
  }

  const CsvDocument& document_;
  const MissingMarks& marks_;
  std::vector<std::size_t> rows_;
  std::size_t blank_ = 0;
  std::vector<std::string> joined_;  // names of the columns in two levels; empty: one level
  bool doubtful_ = false;            // it is not certain that the first row is not a header
  std::vector<std::string> notes_;
};

}  // namespace

Table tableOf(const CsvDocument& document, const std::string& header, const MissingMarks& marks) {
  return Layout(document, marks).table(header);
}

}  // namespace stepscope
