#include "core/data/table/table_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/nearest.h"
#include "core/data/counted_sentence.h"
#include "core/data/data_key.h"
#include "core/data/draw_parts.h"
#include "core/data/gz_file.h"
#include "core/data/table/table_columns.h"
#include "core/data/table/table_dataset.h"
#include "core/data/text_encoding.h"

namespace stepscope {
namespace {

constexpr std::size_t kFewClasses = kFewTableClasses, kMostClasses = 10000;
constexpr std::uint32_t kSplitStream = 0x7AB1E000u;

bool contains(const std::vector<std::size_t>& columns, std::size_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

// Keeps the rows that have every target; a warning gives the number of the others. Throws Error (Input) if none is left. `read`: the targets as
// columns of the reading.
void keepAnsweredRows(TableFile& file, const TableReading& reading, const std::vector<std::size_t>& read) {
  const Table& table = file.table;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    bool answered = true;
    for (std::size_t t = 0; t < read.size(); ++t) answered = answered && !reading.missing(read[t], table.cell(row, file.roles.targets[t]));
    if (answered) file.rows.push_back(row);
  }
  if (const std::size_t left = table.rows() - file.rows.size(); left > 0)
    file.warnings.push_back(table.document->file() + ": " +
                            countedSentence(static_cast<std::int64_t>(left), "one row has an empty target and is left out.",
                                            "{} rows have an empty target and are left out."));
  if (file.rows.empty())
    throw Error(ErrorKind::Input, table.document->file(),
                table.rows() == 0 ? "has no rows" : fmt::format("has no row with a value of \"{}\"", table.names[file.roles.targets[0]]),
                "Use a file with data in it");
}

// Refuses texts that are unlikely to be classes: many different ones, with fewer than two rows each.
void refuseManyTexts(const TableParts& parts, std::size_t column) {
  const ColumnReading& reading = parts.reading.columns[column];
  std::set<std::string_view> different;
  for (const std::size_t row : parts.file.rows) different.insert(trimmedCell(parts.file.table.cell(row, column)));
  if (different.size() <= kFewClasses || different.size() * 2 <= parts.file.rows.size()) return;
  throw Error(ErrorKind::Input, parts.file.table.place(0, column),
              fmt::format("the target \"{}\" has {} different texts in {} rows, too many for classes{}", parts.file.table.names[column],
                          different.size(), parts.file.rows.size(), reading.why.empty() ? "" : ": " + reading.why),
              "Correct its cells if they are numbers, name another data.target, or set data.task = \"classification\" if each is a class");
}

Task taskOf(const TableParts& parts, const std::string& wanted) {
  const std::vector<std::size_t>& targets = parts.file.roles.targets;
  const Table& table = parts.file.table;
  if (wanted == "regression") return Task::Regression;
  if (targets.size() > 1) {
    if (wanted == "classification")
      throw Error(ErrorKind::Input, "data.target", "names several columns, but a classification has one target", "Name one column");
    return Task::Regression;
  }
  if (wanted == "classification") return Task::Classification;
  const std::size_t target = targets[0];
  const ColumnReading& reading = parts.reading.columns[target];
  if (reading.kind != ColumnKind::Number && reading.kind != ColumnKind::Date) {
    if (!reading.asked) refuseManyTexts(parts, target);
    return Task::Classification;
  }
  if (reading.odd != ColumnReading::kNone)
    throwOdd(table, reading, target, "target", "Correct the cell, leave it empty, add it to data.missing, or set data.task = \"classification\"");
  if (reading.kind == ColumnKind::Date || !reading.whole) return Task::Regression;
  std::set<double> values;
  for (const std::size_t row : parts.file.rows) {
    values.insert(parts.reading.value(target, table.cell(row, target)).value_or(0));
    if (values.size() > kFewClasses) return Task::Regression;
  }
  return areTableClasses(values, parts.file.rows.size()) ? Task::Classification : Task::Regression;
}

// Finds the decimal mark of a column in the file for validation or the test. Ambiguous numbers are read like the column's other numbers there; if
// these do not decide, with the mark whose values are closer to the training values.
class OtherMark {
 public:
  OtherMark(const TableFile& file, const TableReading& reading, const TableFile& other) : file_(file), reading_(reading), other_(other) {}

  // The decimal mark of a column of the first file, which has another index in the other file.
  char markOf(std::size_t read, std::size_t column) const {
    const NumberStyle& usual = reading_.columns[read].number;
    NumberStyle turned = usual;
    turned.decimal = usual.decimal == '.' ? ',' : '.';
    std::int64_t differ = 0, onlyUsual = 0, onlyTurned = 0;
    std::vector<double> asUsual, asTurned;
    for (std::size_t row = 0; row < other_.table.rows(); ++row) {
      const std::string_view cell = other_.table.cell(row, column);
      if (reading_.missing(read, cell)) continue;
      const auto one = numberIn(cell, usual), two = numberIn(cell, turned);
      onlyUsual += one && !two ? 1 : 0;
      onlyTurned += two && !one ? 1 : 0;
      differ += one && two && *one != *two ? 1 : 0;
      if (one) asUsual.push_back(std::abs(*one));
      if (two) asTurned.push_back(std::abs(*two));
    }
    if (onlyUsual > 0 && onlyTurned == 0) return usual.decimal;
    if (onlyTurned > 0 && onlyUsual == 0) return turned.decimal;
    if (differ == 0) return usual.decimal;
    std::vector<double> trained;
    for (const std::size_t row : file_.rows)
      if (const auto value = reading_.value(read, file_.table.cell(row, read))) trained.push_back(std::abs(*value));
    const double middle = middleOf(trained), away = std::abs(std::log(middleOf(asUsual) / middle)),
                 awayTurned = std::abs(std::log(middleOf(asTurned) / middle));
    return awayTurned < away ? turned.decimal : usual.decimal;  // false if one is NaN, because a median is 0
  }

 private:
  static double middleOf(std::vector<double>& values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }

  const TableFile& file_;
  const TableReading& reading_;
  const TableFile& other_;
};

TableReading readingForOther(const TableParts& parts, TableFile& other, const DataSpec& spec) {
  TableReading reading = parts.reading;
  if (spec.decimal != "auto") return reading;
  const OtherMark marks(parts.file, parts.reading, other);
  const auto look = [&](const std::vector<std::size_t>& read, const std::vector<std::size_t>& columns) {
    for (std::size_t i = 0; i < read.size(); ++i) {
      ColumnReading& column = reading.columns[read[i]];
      if (column.kind != ColumnKind::Number) continue;
      const char mark = marks.markOf(read[i], columns[i]);
      if (mark == column.number.decimal) continue;
      column.number.decimal = mark;
      other.warnings.push_back(fmt::format("{}: \"{}\" is read with a decimal {}, other than in the file for training; data.decimal decides.",
                                           other.table.document->file(), other.table.names[columns[i]], mark == ',' ? "comma" : "point"));
    }
  };
  look(parts.file.roles.inputs, other.roles.inputs);
  look(parts.file.roles.targets, other.roles.targets);
  return reading;
}

// The class of each row; 0 for a regression.
std::vector<std::int32_t> labelsOf(const TableParts& parts) {
  const TableFile& file = parts.file;
  std::vector<std::int32_t> labels(file.rows.size(), 0);
  if (parts.task != Task::Classification) return labels;
  const std::size_t target = file.roles.targets[0];
  const TableClasses all = classesOf(parts, file.rows, target);
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i] = all.indexOf.find(className(parts.reading, target, file.table.cell(file.rows[i], target)))->second;
  return labels;
}

// Equal numbers for rows with equal values in the column of data.group; a row without a value is alone.
std::vector<std::int64_t> groupsOf(const TableParts& parts, std::size_t column) {
  const TableFile& file = parts.file;
  std::map<std::string_view, std::int64_t> numbers;
  std::vector<std::int64_t> groups;
  for (const std::size_t row : file.rows) {
    const std::string_view value = trimmedCell(file.table.cell(row, column));
    if (parts.reading.missing(column, file.table.cell(row, column))) groups.push_back(-1 - static_cast<std::int64_t>(row));
    else groups.push_back(numbers.emplace(value, static_cast<std::int64_t>(numbers.size())).first->second);
  }
  return groups;
}

// Draws the rows of the parts that have no file of their own.
void drawRows(TableParts& parts, const DataSpec& spec) {
  const PartShares shares = sharesOf(spec, kSplitStream, !spec.validationPath.empty(), !spec.testPath.empty());
  if (shares.validation <= 0 && shares.test <= 0 && shares.limit <= 0) return;
  const std::vector<std::int32_t> labels = labelsOf(parts);
  const DrawnParts drawn = spec.group.empty()
                               ? drawParts(labels, shares)
                               : drawGroupedParts(labels, groupsOf(parts, columnNamed(parts.file.table, spec.group, "data.group")), shares);
  if (!spec.group.empty())
    for (const auto& [part, share] : {std::pair{Split::Validation, shares.validation}, std::pair{Split::Test, shares.test}})
      if (share > 0 && drawn.samples(part).empty())
        throw Error(ErrorKind::Input, "data.group",
                    fmt::format("the rows of \"{}\" cannot be kept together: every group holds all training rows of a class", spec.group),
                    "Name another column, or remove data.group");
  const TableRows all = std::exchange(parts.file.rows, {});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (drawn.of[i] == Split::Validation) parts.held.push_back(all[i]);
    else if (drawn.of[i] == Split::Test) parts.tested.push_back(all[i]);
    else if (drawn.has(i, Split::Train)) parts.file.rows.push_back(all[i]);
  }
}

TableFile openFile(const std::string& path, const DataSpec& spec, const MissingMarks& marks) {
  TableFile file;
  ReadText read = readTextFile(path, kMostTableBytes, spec.encoding, spec.cancel);
  file.encoding = read.encoding;
  if (!read.encoding.empty() && read.encoding != "utf-8" && spec.encoding == "auto")
    file.warnings.push_back(fmt::format("{}: read as {}; data.encoding decides.", path, encodingTitle(read.encoding)));
  file.document = std::make_unique<CsvDocument>(std::move(read.text), path, tableDelimiter(spec.delimiter), spec.cancel);
  file.table = tableOf(*file.document, spec.header, marks);
  for (const std::string& note : file.table.notes) file.warnings.push_back(fmt::format("{}: {}.", path, note));
  return file;
}

}  // namespace

bool areTableClasses(const std::set<double>& values, std::size_t rows) {
  constexpr std::size_t kFew = 3;
  if (values.size() <= kFew) return true;
  constexpr std::size_t kRowsOfEach = 3, kRowsOfEachWithGaps = 10;
  const double span = *values.rbegin() - *values.begin() + 1;
  const bool gaps = span > 3 * static_cast<double>(values.size());
  return rows >= values.size() * (gaps ? kRowsOfEachWithGaps : kRowsOfEach);
}

char tableDelimiter(const std::string& name) {
  if (name == "auto") return 0;
  if (name == "tab") return '\t';
  if (name == "space") return ' ';
  return name == "semicolon" ? ';' : name == "pipe" ? '|' : ',';
}

std::size_t columnNamed(const Table& table, const std::string& name, const char* key) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found == table.names.end())
    throw Error(ErrorKind::Input, key, fmt::format("{} has no column \"{}\"", table.document->file(), name),
                suggestName(name, table.names) + (table.hasHeader ? "" : ". The file has no header, so its columns are numbered from 1"));
  return static_cast<std::size_t>(found - table.names.begin());
}

TableRoles rolesOf(const Table& table, const TableReading& reading, const DataSpec& spec) {
  if (table.names.size() < 2)
    throw Error(ErrorKind::Input, table.document->file(), "has one column, but a table needs a target and at least one column to predict it from",
                "Check the delimiter (data.delimiter), or use another file");
  TableRoles roles;
  for (const std::string& name : spec.target) {
    const std::size_t column = columnNamed(table, name, "data.target");
    if (std::find(spec.ignore.begin(), spec.ignore.end(), name) != spec.ignore.end())
      throw Error(ErrorKind::Input, "data.ignore", fmt::format("\"{}\" is named in data.target too", name), "Take it out of one of them");
    if (name == spec.group)
      throw Error(ErrorKind::Input, "data.group", fmt::format("\"{}\" is named in data.target too", name), "Take it out of one of them");
    roles.targets.push_back(column);
  }
  if (!spec.group.empty()) columnNamed(table, spec.group, "data.group");
  const auto left = [&](std::size_t c) { return reading.columns[c].kind == ColumnKind::LeftOut; };
  const auto empty = [&](std::size_t c) { return reading.columns[c].missing == reading.columns[c].rows; };
  // A last column without values is still the target; that it has no values is reported.
  for (std::size_t c = table.names.size(); c-- > 0 && roles.targets.empty();)
    if (!left(c) || (c + 1 == table.names.size() && empty(c))) roles.targets.push_back(c);
  for (std::size_t c = 0; c < table.names.size(); ++c)
    if (!left(c) && !contains(roles.targets, c)) roles.inputs.push_back(c);
  if (roles.inputs.empty() || roles.targets.empty()) {
    std::string out, cure;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
      if (!left(c) || reading.columns[c].why.empty()) continue;
      out += fmt::format("{}\"{}\": {}", out.empty() ? "" : "; ", table.names[c], reading.columns[c].why);
      const std::string keys = keysThatRead(reading.columns[c]);
      if (cure.empty() && reading.columns[c].ignored)
        cure = fmt::format("Take \"{}\" out of data.ignore, or use a table with more columns", table.names[c]);
      if (cure.empty() && !keys.empty())
        cure = fmt::format("Name \"{}\" in {}, or use a table with more columns", table.names[c], keys.substr(0, keys.find(',')));
    }
    if (spec.target.size() > 1) cure = "Name fewer columns in data.target";
    throw Error(ErrorKind::Input, table.document->file(),
                "leaves no column to predict the target from" + (out.empty() ? out : ": left out are " + out),
                cure.empty() ? "Use a table with more columns" : cure);
  }
  return roles;
}

std::string className(const TableReading& reading, std::size_t column, std::string_view cell) {
  if (reading.columns[column].kind == ColumnKind::Number)
    if (const auto number = reading.value(column, cell); number && std::isfinite(*number)) return fmt::format("{}", *number);
  return std::string(trimmedCell(cell));
}

TableClasses classesOf(const TableParts& parts, const TableRows& rows, std::size_t column) {
  const Table& table = parts.file.table;
  TableClasses classes;
  for (const std::size_t row : rows) {
    classes.indexOf.emplace(className(parts.reading, column, table.cell(row, column)), 0);
    if (classes.indexOf.size() > kMostClasses)
      throw Error(ErrorKind::Input, "data.task",
                  fmt::format("\"{}\" has more than {} different values, too many for classes", table.names[column], kMostClasses),
                  "Set data.task = \"regression\", or name another data.target");
  }
  for (const auto& [name, index] : classes.indexOf) classes.names.push_back(name);
  const auto numeric = [](const std::string& name) { return numberIn(name).has_value(); };
  if (std::all_of(classes.names.begin(), classes.names.end(), numeric))
    std::stable_sort(classes.names.begin(), classes.names.end(),
                     [](const std::string& a, const std::string& b) { return *numberIn(a) < *numberIn(b); });
  for (std::size_t i = 0; i < classes.names.size(); ++i) classes.indexOf[classes.names[i]] = static_cast<std::int32_t>(i);
  if (classes.names.size() < 2)
    throw Error(ErrorKind::Input, table.document->file(),
                fmt::format("has only one class, {}, in the training rows", classes.names.empty() ? "none" : classes.names[0]),
                "Use a file with two classes or more, or name another data.target");
  return classes;
}

TableParts openTableParts(const DataSpec& spec) {
  const MissingMarks marks(spec.missing);
  TableFile first = openFile(spec.path, spec, marks);
  TableParts parts(readingOf(first.table, spec));
  parts.file = std::move(first);
  TableFile& file = parts.file;
  for (std::size_t c = 0; c < file.table.names.size(); ++c) {
    const ColumnReading& reading = parts.reading.columns[c];
    if (reading.kind == ColumnKind::LeftOut && !reading.ignored)
      file.warnings.push_back(fmt::format("{}: \"{}\" is left out: {}.", spec.path, file.table.names[c], reading.why));
    if (!reading.doubt.empty()) file.warnings.push_back(fmt::format("{}: {}.", spec.path, reading.doubt));
  }
  file.roles = rolesOf(file.table, parts.reading, spec);
  keepAnsweredRows(file, parts.reading, file.roles.targets);
  parts.task = taskOf(parts, spec.tableTask);
  const auto openOther = [&](const std::string& path, const char* key, std::optional<TableReading>& reading) {
    auto other = std::make_unique<TableFile>(openFile(path, spec, marks));
    for (const std::size_t c : file.roles.inputs) other->roles.inputs.push_back(columnNamed(other->table, file.table.names[c], key));
    for (const std::size_t c : file.roles.targets) other->roles.targets.push_back(columnNamed(other->table, file.table.names[c], key));
    reading = readingForOther(parts, *other, spec);
    keepAnsweredRows(*other, *reading, file.roles.targets);
    return other;
  };
  if (!spec.testPath.empty()) requireNoTestShare(spec, spec.testPath);
  if (!spec.validationPath.empty()) parts.validation = openOther(spec.validationPath, "data.validation_path", parts.validationReading);
  if (!spec.testPath.empty() && spec.openTest) parts.test = openOther(spec.testPath, "data.test_path", parts.testReading);
  drawRows(parts, spec);
  return parts;
}

}  // namespace stepscope
