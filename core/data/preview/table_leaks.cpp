#include "core/data/preview/table_leaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/cancelled.h"
#include "core/data/counted_sentence.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kLeastRows = 20;    // with at least this many rows a rule without exceptions is meaningful
constexpr std::size_t kRowsAValue = 5;    // average number of rows per value of a column; with fewer, the value is only a name of the row
constexpr std::size_t kLeastValues = 10;  // a rule on the order of values needs this many different ones

// FNV-1a over the cells, separated by a byte that no text contains. A number is hashed by its value: 1.2 and 1.20 are equal.
std::uint64_t hashOf(const TableReading& reading, const Table& table, std::size_t row, const std::vector<std::size_t>& columns,
                     const std::vector<std::size_t>& read) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto add = [&](unsigned char byte) { hash = (hash ^ byte) * 1099511628211ULL; };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string_view cell = table.cell(row, columns[i]);
    const ColumnKind kind = reading.columns[read[i]].kind;
    const auto value = kind == ColumnKind::Number || kind == ColumnKind::Date ? reading.value(read[i], cell) : std::nullopt;
    if (value) {
      for (std::uint64_t bits = std::bit_cast<std::uint64_t>(*value == 0 ? 0.0 : *value), left = 8; left > 0; --left, bits >>= 8)
        add(static_cast<unsigned char>(bits & 0xFFU));
    } else {
      for (const char byte : trimmedCell(cell)) add(static_cast<unsigned char>(byte));
    }
    add(0xFF);
  }
  return hash;
}

struct Row {
  const TableFile* file;
  std::size_t row;
  Split part;
};

std::vector<Row> rowsOf(const TableParts& parts) {
  std::vector<Row> rows;
  for (const std::size_t row : parts.file.rows) rows.push_back({&parts.file, row, Split::Train});
  for (const std::size_t row : parts.held) rows.push_back({&parts.file, row, Split::Validation});
  if (parts.validation)
    for (const std::size_t row : parts.validation->rows) rows.push_back({parts.validation.get(), row, Split::Validation});
  for (const std::size_t row : parts.tested) rows.push_back({&parts.file, row, Split::Test});
  if (parts.test)
    for (const std::size_t row : parts.test->rows) rows.push_back({parts.test.get(), row, Split::Test});
  return rows;
}

std::string answerOf(const Row& row) {
  std::string text;
  for (const std::size_t c : row.file->roles.targets) text += (text.empty() ? "" : ", ") + std::string(trimmedCell(row.file->table.cell(row.row, c)));
  return text;
}

std::size_t lineOf(const Row& row) {
  return row.file->document->line(row.file->table.body[row.row]);
}

// All rows with the same inputs.
struct Equal {
  Row first{};
  std::uint64_t answer = 0;         // of the first row
  std::int64_t rows = 0, same = 0;  // `same`: rows with the answer of the first one
  bool contradiction = false;
};

std::string pairText(const Row& a, const Row& b) {
  return fmt::format("lines {} and {}: {}, {}", lineOf(a), lineOf(b), answerOf(a), answerOf(b));
}
// Names two lines of one file, or a line of the training file and one of another file.
std::string linesText(const Row& a, const Row& b) {
  const std::size_t first = lineOf(a), second = lineOf(b);
  return a.file == b.file ? fmt::format("lines {} and {}", std::min(first, second), std::max(first, second))
                          : fmt::format("line {} and line {} of {}", first, second, b.file->document->file());
}

void equalRows(const TableParts& parts, const std::atomic<bool>* cancel, std::vector<DataFinding>& findings) {
  std::unordered_map<std::uint64_t, Equal> groups;
  std::unordered_set<std::uint64_t> trained, validated;  // hashes of inputs and answer together
  DataFinding copies, seen, tested, contradictions;
  std::vector<std::pair<std::uint64_t, Row>> others;  // the first row with another answer, by group
  std::int64_t validation = 0, test = 0, step = 0;
  const std::vector<Row> rows = rowsOf(parts);
  for (const Row& row : rows) {
    if (step++ % 4096 == 0) throwIfCancelled(cancel);
    const TableReading& reading = row.file == &parts.file              ? parts.reading
                                  : row.file == parts.validation.get() ? *parts.validationReading
                                                                       : *parts.testReading;
    const std::uint64_t inputs = hashOf(reading, row.file->table, row.row, row.file->roles.inputs, parts.file.roles.inputs);
    const std::uint64_t answer = hashOf(reading, row.file->table, row.row, row.file->roles.targets, parts.file.roles.targets);
    const std::uint64_t whole = (inputs ^ (answer << 1 | answer >> 63)) * 1099511628211ULL;
    Equal& group = groups[inputs];
    if (group.rows++ == 0) {
      group.first = row;
      group.answer = answer;
    }
    if (group.answer == answer) {
      ++group.same;
    } else if (!group.contradiction) {
      group.contradiction = true;
      others.emplace_back(inputs, row);
    }
    if (row.part == Split::Train) {
      if (!trained.insert(whole).second) {
        ++copies.count;
        if (copies.examples.size() < kMostExamples && group.answer == answer) addExample(copies, linesText(group.first, row));
      }
      continue;
    }
    const bool isTest = row.part == Split::Test;
    ++(isTest ? test : validation);
    if (!isTest) validated.insert(whole);
    if (!trained.contains(whole) && !(isTest && validated.contains(whole))) continue;
    DataFinding& finding = isTest ? tested : seen;
    ++finding.count;
    if (finding.examples.size() < kMostExamples && group.answer == answer) addExample(finding, linesText(group.first, row));
  }
  for (const auto& [inputs, row] : others) {
    const Equal& group = groups[inputs];
    contradictions.count += group.rows;
    if (contradictions.examples.size() < kMostExamples) addExample(contradictions, pairText(group.first, row));
  }
  const auto total = static_cast<std::int64_t>(rows.size());
  if (seen.count > 0) {
    seen.weight = seen.count * 50 >= validation ? DataFinding::Weight::Warning : DataFinding::Weight::Note;
    seen.what =
        fmt::format("{} of {} rows for validation are rows of training too, so their metrics say little about new data", seen.count, validation);
    seen.cure = "Remove the copies from the file, or name a file of other rows in data.validation_path";
    findings.push_back(std::move(seen));
  }
  if (tested.count > 0) {
    tested.weight = tested.count * 50 >= test ? DataFinding::Weight::Warning : DataFinding::Weight::Note;
    tested.what = fmt::format("{} of {} rows for the test are in another part too, so the test says little about new data", tested.count, test);
    tested.cure =
        "Remove the copies from the file, name a file of other rows in data.test_path, or name the column that ties rows together in data.group";
    findings.push_back(std::move(tested));
  }
  if (contradictions.count > 0) {
    const bool classes = parts.task == Task::Classification;
    contradictions.weight = classes && contradictions.count * 100 >= total ? DataFinding::Weight::Warning : DataFinding::Weight::Note;
    contradictions.what = fmt::format("{} of {} rows have the same inputs as another row and another answer", contradictions.count, total);
    contradictions.cure = "No model can predict all of them correctly: check how they were labelled";
    findings.push_back(std::move(contradictions));
  }
  if (copies.count > 0) {
    copies.what = countedSentence(copies.count, "one row for training is a copy of another one", "{} rows for training are copies of another one");
    findings.push_back(std::move(copies));
  }
}

// Compares a column with the target, row by row.
class Beside {
 public:
  // `rows`: those of all parts that come from the first file, in its order.
  Beside(const TableParts& parts, const TableRows& rows, std::size_t column)
      : parts_(parts), table_(parts.file.table), column_(column), target_(parts.file.roles.targets[0]), rows_(rows) {}

  // A clause on how the column determines the target in every row; empty: it does not.
  std::string tells() const {
    if (rows_.size() < kLeastRows) return {};
    if (std::string clause = byValue(); !clause.empty()) return clause;
    const ColumnKind kind = parts_.reading.columns[column_].kind;
    const bool number = kind == ColumnKind::Number || kind == ColumnKind::Date, classes = parts_.task == Task::Classification;
    if (classes)
      if (std::string clause = byOneClass(); !clause.empty() || !number) return clause;
    if (!number) return byBands();
    if (classes) return byRange();
    std::string clause = byOrder();
    return clause.empty() ? byRounding() : clause;
  }

 private:
  // A clause if each of a few values always has the same answer.
  std::string byValue() const {
    std::unordered_map<std::string_view, std::string_view> answers;
    std::unordered_set<std::string_view> different;
    for (const std::size_t row : rows_) {
      const std::string_view value = trimmedCell(table_.cell(row, column_)), answer = trimmedCell(table_.cell(row, target_));
      const auto [found, isNew] = answers.emplace(value, answer);
      if (!isNew && found->second != answer) return {};
      if (answers.size() * kRowsAValue > rows_.size()) return {};
      different.insert(answer);
    }
    if (answers.size() < 2 || different.size() < 2) return {};
    return answers.size() == different.size() ? fmt::format("each of its {} values occurs with one answer", answers.size())
                                              : fmt::format("each of its {} values has one answer only", answers.size());
  }

  // A clause if the column is an indicator of a class: one of its two values is in all rows of the class, and in no others.
  std::string byOneClass() const {
    std::map<std::string_view, std::map<std::string_view, std::size_t>> answers;  // by value
    std::map<std::string_view, std::size_t> sizes;
    for (const std::size_t row : rows_) {
      const std::string_view answer = trimmedCell(table_.cell(row, target_));
      ++answers[trimmedCell(table_.cell(row, column_))][answer];
      ++sizes[answer];
      if (answers.size() > 2) return {};
    }
    if (answers.size() != 2 || sizes.size() < 3) return {};
    for (const auto& [value, met] : answers)
      if (met.size() == 1 && met.begin()->second == sizes[met.begin()->first] && met.begin()->second >= kRowsAValue)
        return fmt::format("its {} occurs with the answer {} and with no other", value, met.begin()->first);
    return {};
  }

  // A clause if the target is a number and each of a few texts has its own range of it.
  std::string byBands() const {
    std::map<std::string_view, std::vector<double>> values;
    for (const std::size_t row : rows_) {
      const auto answer = parts_.reading.value(target_, table_.cell(row, target_));
      if (!answer) return {};
      values[trimmedCell(table_.cell(row, column_))].push_back(*answer);
    }
    if (values.size() < 2 || values.size() * kRowsAValue * 2 > rows_.size()) return {};
    std::vector<std::pair<double, double>> ranges;
    for (const auto& [text, found] : values) {
      if (found.size() < kRowsAValue) return {};
      const auto [least, most] = std::minmax_element(found.begin(), found.end());
      ranges.emplace_back(*least, *most);
    }
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i)
      if (ranges[i].first <= ranges[i - 1].second) return {};
    return "each of its values has its own range of the target";
  }

  // A clause if the column is the rounded target: in every row it differs by at most half a unit of its last digit.
  std::string byRounding() const {
    int decimals = 0;
    for (const std::size_t row : rows_) {
      const std::string_view cell = trimmedCell(table_.cell(row, column_));
      if (away(row) > 0.5 * (1 + 1e-9)) return {};
      const std::size_t mark = cell.find(parts_.reading.columns[column_].number.decimal);
      if (mark != std::string_view::npos) decimals = std::max(decimals, static_cast<int>(cell.size() - mark) - 1);
    }
    const double half = 0.5 * std::pow(10.0, -decimals);
    std::set<double> values;
    for (const std::size_t row : rows_) {
      if (parts_.reading.missing(column_, table_.cell(row, column_))) continue;
      if (away(row) > half * (1 + 1e-9)) return {};
      values.insert(*parts_.reading.value(column_, table_.cell(row, column_)));
    }
    return values.size() >= kLeastValues ? "it is the target, rounded" : std::string();
  }

  // How far the value is from the target; 0 where it is missing.
  double away(std::size_t row) const {
    const std::string_view cell = table_.cell(row, column_);
    if (parts_.reading.missing(column_, cell)) return 0;
    const auto value = parts_.reading.value(column_, cell), answer = parts_.reading.value(target_, table_.cell(row, target_));
    return value && answer ? std::abs(*value - *answer) : HUGE_VAL;
  }

  // Whether each answer has its own range of values, found without sorting.
  bool rangesApart() const {
    std::unordered_map<std::string, std::pair<double, double>> ranges;
    for (const std::size_t row : rows_) {
      const std::string_view cell = table_.cell(row, column_);
      const auto value = parts_.reading.missing(column_, cell) ? std::nullopt : parts_.reading.value(column_, cell);
      if (!value) return false;
      const auto [range, isNew] = ranges.emplace(className(parts_.reading, target_, table_.cell(row, target_)), std::pair(*value, *value));
      range->second = {std::min(range->second.first, *value), std::max(range->second.second, *value)};
    }
    std::vector<std::pair<double, double>> order;
    for (const auto& [answer, range] : ranges) order.push_back(range);
    std::sort(order.begin(), order.end());
    for (std::size_t i = 1; i < order.size(); ++i)
      if (order[i].first < order[i - 1].second) return false;
    return true;
  }

  // Whether the column can rise or fall with the target. A fast test: neighbouring rows soon show it if there is no order.
  bool mayBeInOrder() const {
    bool rises = true, falls = true;
    std::optional<double> before, answerBefore;
    for (const std::size_t row : rows_) {
      const std::string_view cell = table_.cell(row, column_);
      if (parts_.reading.missing(column_, cell)) continue;
      const auto value = parts_.reading.value(column_, cell), answer = parts_.reading.value(target_, table_.cell(row, target_));
      if (!value || !answer) continue;
      if (before && *value != *before && *answer != *answerBefore) ((*value > *before) == (*answer > *answerBefore) ? falls : rises) = false;
      if (!rises && !falls) return false;
      before = value;
      answerBefore = answer;
    }
    return true;
  }

  std::vector<std::pair<double, std::size_t>> sorted() const {
    std::vector<std::pair<double, std::size_t>> order;
    for (const std::size_t row : rows_) {
      const std::string_view cell = table_.cell(row, column_);
      if (parts_.reading.missing(column_, cell)) continue;
      if (const auto value = parts_.reading.value(column_, cell)) order.emplace_back(*value, row);
    }
    std::sort(order.begin(), order.end());
    return order;
  }

  // A clause if each class has its own range of values.
  std::string byRange() const {
    if (!rangesApart()) return {};
    const auto order = sorted();
    constexpr std::size_t kEnough = 50;
    if (order.size() < kEnough || order.size() < rows_.size()) return {};
    std::set<std::string> done;
    std::map<std::string, std::size_t> sizes;
    std::string now;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::string name = className(parts_.reading, target_, table_.cell(order[i].second, target_));
      ++sizes[name];
      if (i > 0 && name == now) continue;
      if (i > 0 && order[i].first == order[i - 1].first) return {};
      if (!done.insert(name).second) return {};
      now = name;
    }
    const bool each = std::all_of(sizes.begin(), sizes.end(), [](const auto& one) { return one.second >= kRowsAValue; });
    return each && sizes.size() >= 2 ? "each answer has its own range of its values" : std::string();
  }

  // A clause if the column rises, or falls, with the target in every row.
  std::string byOrder() const {
    if (!mayBeInOrder()) return {};
    const auto order = sorted();
    if (order.size() < kLeastRows || order.size() * 2 < rows_.size()) return {};
    std::set<double> values, answers;
    bool rises = true, falls = true;
    double before = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto answer = parts_.reading.value(target_, table_.cell(order[i].second, target_));
      if (!answer) return {};
      rises = rises && (i == 0 || *answer >= before);
      falls = falls && (i == 0 || *answer <= before);
      if (!rises && !falls) return {};
      before = *answer;
      values.insert(order[i].first);
      answers.insert(*answer);
    }
    if (values.size() < kLeastValues || answers.size() < kLeastValues) return {};
    return rises ? "the target rises with it in every row" : "the target falls with it in every row";
  }

  const TableParts& parts_;
  const Table& table_;
  std::size_t column_, target_;
  const TableRows& rows_;
};

}  // namespace

std::vector<DataFinding> leaksOf(const TableParts& parts, const std::atomic<bool>* cancel) {
  std::vector<DataFinding> findings;
  DataFinding tell;
  TableRows rows = parts.file.rows;
  rows.insert(rows.end(), parts.held.begin(), parts.held.end());
  rows.insert(rows.end(), parts.tested.begin(), parts.tested.end());
  std::sort(rows.begin(), rows.end());
  for (const std::size_t column : parts.file.roles.inputs) {
    throwIfCancelled(cancel);
    if (parts.file.roles.targets.size() != 1) break;
    const std::string clause = Beside(parts, rows, column).tells();
    if (clause.empty()) continue;
    ++tell.count;
    addExample(tell, fmt::format("{}: {}", parts.file.table.names[column], clause));
  }
  if (tell.count > 0) {
    tell.weight = DataFinding::Weight::Warning;
    tell.what = countedSentence(tell.count, "one column determines the target, and may be another form of it",
                                "{} columns determine the target, and may be other forms of it");
    tell.cure = "Name in data.ignore the columns that are not known before the answer";
    findings.push_back(std::move(tell));
  }
  equalRows(parts, cancel, findings);
  return findings;
}

}  // namespace stepscope
