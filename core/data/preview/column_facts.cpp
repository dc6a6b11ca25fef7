#include "core/data/preview/column_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <unordered_set>

namespace stepscope {
namespace {

constexpr std::int64_t kFewClasses = 20;     // as a table of the task "auto" has it
constexpr std::int64_t kMostCategories = 256;  // of a column of texts that is an input

// Words that a column to predict is called by: as its whole name, or as the last word of it ("median_house_value", "SalePrice").
constexpr std::array<std::string_view, 24> kWholeNames = {
    "target", "label",   "labels",    "class",   "y",       "output",  "outcome", "response", "answer", "species",  "survived", "diagnosis",
    "churn",  "churned", "exited",    "default", "quality", "rating",  "income",  "price",    "charges", "category", "result",  "grade"};
constexpr std::array<std::string_view, 14> kLastWords = {"target", "label", "class", "value", "price", "outcome", "rating",
                                                         "score",  "cost",  "yield", "sales", "churn", "amount",  "demand"};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The words of "median_house_value" and of "SalePrice", in small letters.
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool letter = std::isalnum(c) || c >= 0x80;
    const bool hump = std::isupper(c) && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1]));
    if ((!letter || hump) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += static_cast<char>(std::tolower(c));
  }
  if (words.back().empty() && words.size() > 1) words.pop_back();
  return words;
}

bool isIdentifier(const ColumnFacts& column) {
  const bool allDiffer = column.different >= std::min(column.rows, kMostDifferent) && column.rows > 20;
  if (column.counts && column.rows > 20) return true;
  const std::vector<std::string> words = wordsOf(column.name);
  const bool named = words.back() == "id" || words.back() == "uuid" || words.back() == "index" || words.back() == "key";
  if (named && allDiffer) return true;
  return !column.numeric && (column.different > kMostCategories || (allDiffer && column.rows > 20));
}

struct Score {
  double points = 0;
  std::string reason;
  bool sure = false;
};

Score scoreOf(const std::vector<ColumnFacts>& columns, std::size_t at, bool named) {
  const ColumnFacts& column = columns[at];
  Score score;
  if (named) {
    const std::string name = lower(column.name);
    const std::vector<std::string> words = wordsOf(column.name);
    if (std::find(kWholeNames.begin(), kWholeNames.end(), name) != kWholeNames.end() ||
        words.front() == "target" || words.front() == "label" || words.front() == "default")
      score = {5, "its name says so", true};
    else if (std::find(kLastWords.begin(), kLastWords.end(), words.back()) != kLastWords.end())
      score = {4, "its name says so", true};
  }
  // Texts with few values beside nothing but numbers, and whole numbers with few values beside measured ones, are classes.
  const bool classes = column.different >= 2 && column.different <= kFewClasses && column.different * 3 <= column.rows;
  const auto others = [&](const auto& test) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (i != at && !isIdentifier(columns[i]) && !test(columns[i])) return false;
    return true;
  };
  if (classes && !column.numeric && others([](const ColumnFacts& other) { return other.numeric; })) {
    score.points += named ? 1 : 3;
    if (score.reason.empty()) score = {score.points, "it is the only column of names", !named};
  } else if (classes && column.whole && others([](const ColumnFacts& other) { return other.numeric && other.different > kFewClasses; })) {
    score.points += 2.5;
    if (score.reason.empty()) score = {score.points, "it has a few whole numbers, the others many values", true};
  }
  if (at + 1 == columns.size()) {
    score.points += 1;
    if (score.reason.empty()) score.reason = "it is the last column";
  } else if (at == 0) {
    score.points += 0.5;
    if (score.reason.empty()) score.reason = "it is the first column";
  }
  if (column.missing * 5 > column.rows) score.points -= 2;
  return score;
}

}  // namespace

std::vector<ColumnFacts> columnFacts(const Table& table) {
  std::vector<ColumnFacts> facts;
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    ColumnFacts column;
    column.name = table.names[c];
    column.rows = static_cast<std::int64_t>(table.rows());
    column.numeric = column.whole = column.counts = column.rows > 0;
    std::unordered_set<std::string_view> seen;
    double before = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::string_view cell = table.cell(row, c);
      if (isMissing(cell)) {
        ++column.missing;
        column.counts = false;
        continue;
      }
      if (column.example.empty()) column.example = cell;
      if (static_cast<std::int64_t>(seen.size()) < kMostDifferent) seen.insert(cell);
      if (!column.numeric) continue;
      const auto number = numberIn(cell);
      column.numeric = number.has_value();
      column.whole = column.whole && number && *number == std::floor(*number);
      column.counts = column.counts && column.whole && (row == 0 || *number == before + 1);
      before = number.value_or(0);
    }
    column.different = static_cast<std::int64_t>(seen.size());
    if (column.missing == column.rows || !column.numeric) column.numeric = column.whole = column.counts = false;
    facts.push_back(std::move(column));
  }
  return facts;
}

TargetGuess guessTarget(const std::vector<ColumnFacts>& columns, bool named) {
  TargetGuess guess;
  Score best{-10, {}, false};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (isIdentifier(columns[c])) {
      guess.ignore.push_back(columns[c].name);
      continue;
    }
    if (columns[c].different < 2) continue;  // nothing to learn
    const Score score = scoreOf(columns, c, named);
    if (score.points < best.points) continue;  // of equals the later one
    best = score;
    guess.target = columns[c].name;
    guess.reason = score.reason;
    guess.sure = score.sure;
  }
  if (!guess.target.empty() && guess.reason.empty()) guess.reason = "no other column fits better";
  return guess;
}

}  // namespace stepscope
