#include "core/data/preview/column_facts.h"
#include "core/base/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

namespace stepscope {
namespace {

constexpr std::int64_t kFewClasses = 20;  // the limit that a table with task "auto" uses

// Frequent names of columns to predict: whole names, and last words of names ("median_house_value", "SalePrice").
constexpr std::array<std::string_view, 37> kWholeNames = {
    "target",  "label",  "labels",   "class",   "y",      "output", "outcome", "response", "answer",   "species", "survived", "diagnosis", "churn",
    "churned", "exited", "default",  "quality", "rating", "income", "price",   "charges",  "category", "result",  "grade",    "prix",      "precio",
    "prezzo",  "ziel",   "zielwert", "klasse",  "preis",  "标签",   "类别",    "目标",     "结果",     "价格",    "销量"};
constexpr std::array<std::string_view, 14> kLastWords = {"target", "label", "class", "value", "price", "outcome", "rating",
                                                         "score",  "cost",  "yield", "sales", "churn", "amount",  "demand"};

// The words of a name such as "median_house_value" or "SalePrice", in lower case.
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool letter = std::isalnum(c) || c >= 0x80;
    const bool hump = std::isupper(c) && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1]));
    if ((!letter || hump) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += lower(name[i]);
  }
  if (words.back().empty() && words.size() > 1) words.pop_back();
  return words;
}

bool isIdentifier(const ColumnFacts& column) {
  return column.kind == ColumnKind::LeftOut || !whyIdentifier(column).empty();
}

// Whether a column "y" is a coordinate or a length and not the target: a column "z" comes after it; or it is not the last column, there are columns
// besides x, x1, x2 (identifiers do not count), and it is not the first column or there is an "x".
bool isCoordinate(const std::vector<ColumnFacts>& columns, std::size_t at) {
  if (lower(columns[at].name) != "y") return false;
  bool x = false, z = false, others = false;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const ColumnFacts& column = columns[c];
    const std::string name = lower(column.name);
    x = x || name == "x";
    z = z || (name == "z" && c > at);
    others = others || (name != "y" && !name.starts_with("x") && !isIdentifier(column));
  }
  return z || (x && others && at + 1 < columns.size()) || (others && at > 0 && at + 1 < columns.size());
}

bool saysYear(const std::string& name) {
  const std::vector<std::string> words = wordsOf(name);
  for (const char* word : {"year", "jahr",
                           "ann\xC3\xA9"
                           "e",
                           "annee", "a\xC3\xB1o", "\xE5\xB9\xB4", "\xE5\xB9\xB4\xE4\xBB\xBD"})  // 年, 年份
    if (std::find(words.begin(), words.end(), word) != words.end()) return true;
  return false;
}

struct Score {
  double points = 0;
  std::string reason;
  bool sure = false;
};

Score scoreOf(const std::vector<ColumnFacts>& columns, std::size_t at, bool named) {
  const ColumnFacts& column = columns[at];
  Score score;
  if (isCoordinate(columns, at)) {
    score.points -= 2;
  } else if (named) {
    const std::string name = lower(column.name);
    const std::vector<std::string> words = wordsOf(column.name);
    if (std::find(kWholeNames.begin(), kWholeNames.end(), name) != kWholeNames.end() || words.front() == "target" || words.front() == "label" ||
        words.front() == "default")
      score = {5, "its name says so", true};
    else if (std::find(kLastWords.begin(), kLastWords.end(), words.back()) != kLastWords.end()) score = {4, "its name says so", true};
  }
  // A text column with few values in a table of numbers, or an integer column with few values beside numbers with many values, holds classes.
  const bool classes = column.different >= 2 && column.different <= kFewClasses && column.different * 3 <= column.rows;
  std::size_t first = 0, last = columns.size() - 1;  // the first and the last column that could be the target
  const auto cannot = [&](std::size_t i) { return isIdentifier(columns[i]) || columns[i].kind == ColumnKind::Date; };
  while (last > 0 && cannot(last)) --last;
  while (first < last && cannot(first)) ++first;
  const bool atEnd = at == first || at == last;
  const auto others = [&](const auto& test) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (i != at && !isIdentifier(columns[i]) && !test(columns[i])) return false;
    return true;
  };
  if (classes && !column.numeric() && others([](const ColumnFacts& other) { return other.numeric() || other.kind == ColumnKind::Date; })) {
    // Classes are often in the first or last column.
    score.points += named ? 1 : atEnd ? 3 : 0.5;
    if (score.reason.empty()) score = {score.points, "it is the only column of names", !named && atEnd};
  } else if (classes && column.whole && !saysYear(column.name) &&
             others([](const ColumnFacts& other) { return other.numeric() && other.different > kFewClasses; })) {
    score.points += atEnd ? 2.5 : 0.5;
    if (score.reason.empty()) score = {score.points, "it has a few whole numbers, the others many values", atEnd};
  }
  if (at == last) {
    score.points += 1;
    if (score.reason.empty()) score.reason = "it is the last column";
  } else if (at == first) {
    score.points += 0.5;
    if (score.reason.empty()) score.reason = "it is the first column";
  }
  if (column.missing * 5 > column.rows) score.points -= 2;
  // Many texts that rarely repeat are not classes.
  if (!column.numeric() && column.different > kFewClasses && column.different * 3 > column.rows) score.points -= 3;
  return score;
}

}  // namespace

std::vector<ColumnFacts> columnFacts(const Table& table, const TableReading& reading) {
  std::vector<ColumnFacts> facts;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    ColumnFacts column;
    static_cast<ColumnReading&>(column) = reading.columns[c];
    column.name = table.names[c];
    if (column.kind == ColumnKind::Number || column.kind == ColumnKind::Date)
      if (const auto value = reading.value(c, column.example)) {
        column.value = column.kind == ColumnKind::Date ? fmt::format("{:.7g}", *value) : fmt::format("{}", *value);
        if (column.value == column.example || numberIn(column.example) == value) column.value.clear();
      }
    facts.push_back(std::move(column));
  }
  return facts;
}

std::string whyIdentifier(const ColumnFacts& column) {
  if (column.asked) return {};
  const bool allDiffer = column.different >= std::min(column.rows, kMostDifferent) && column.rows > 20;
  const std::vector<std::string> words = wordsOf(column.name);
  static constexpr std::array<std::string_view, 9> kCounters = {
      "id", "index", "nr", "no", "row", "#", "lfd", "\xE5\xBA\x8F\xE5\x8F\xB7", "\xE7\xBC\x96\xE5\x8F\xB7"};  // 序号, 编号
  const bool counter = std::find(kCounters.begin(), kCounters.end(), words.back()) != kCounters.end() || column.name == "#";
  // A column of times or positions that rises by one per row is the axis of a trend, not an identifier.
  static constexpr std::array<std::string_view, 21> kAxes = {
      "t",      "x",    "time", "year",  "jahr",  "minute",       "min",
      "second", "sec",  "hour", "step",  "epoch", "month",        "day",
      "date",   "week", "zeit", "temps", "frame", "\xE5\xB9\xB4", "\xE6\x97\xB6\xE9\x97\xB4"};  // 年, 时间
  const bool axis =
      std::any_of(words.begin(), words.end(), [](const std::string& word) { return std::find(kAxes.begin(), kAxes.end(), word) != kAxes.end(); });
  const bool ofR = column.name == "X";  // R's name for the row numbers of a file it wrote
  if (column.counts && (!axis || ofR) && column.rows > (counter ? 3 : 20)) return "it counts the rows";
  const bool exact = !column.numeric() || column.whole;
  const bool named =
      counter || words.back() == "id" || words.back() == "uuid" || words.back() == "index" || words.back() == "key" || words.back() == "number";
  if (named && exact && allDiffer) return "its name and its values, different in every row, look like those of an identifier";
  constexpr std::size_t kLongNumber = 14;  // digits; a time in milliseconds has 13
  if (column.whole && column.numeric() && allDiffer && column.example.size() >= kLongNumber &&
      column.example.find_first_not_of("0123456789") == std::string::npos)
    return "its long numbers, different in every row, look like those of an identifier";
  if (column.kind == ColumnKind::Text) return column.why;
  return {};
}

TargetGuess guessTarget(const std::vector<ColumnFacts>& columns, bool named) {
  TargetGuess guess;
  Score best{-10, {}, false};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (isIdentifier(columns[c])) {
      guess.ignore.push_back(columns[c].name);
      continue;
    }
    if (columns[c].different < 2 || columns[c].kind == ColumnKind::Date) continue;  // nothing to learn; the time of a row is not predicted
    const Score score = scoreOf(columns, c, named);
    if (score.points < best.points) continue;  // if equal, the later one wins
    best = score;
    guess.target = columns[c].name;
    guess.reason = score.reason;
    guess.sure = score.sure;
  }
  if (!guess.target.empty() && guess.reason.empty()) guess.reason = "no other column fits better";
  return guess;
}

}  // namespace stepscope
