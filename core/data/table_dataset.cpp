#include "core/data/table_dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/nearest.h"
#include "core/base/philox.h"
#include "core/data/gz_file.h"
#include "core/data/table_columns.h"
#include "core/data/validation_count.h"

namespace stepscope {

namespace {

constexpr std::size_t kFewClasses = 20, kMostClasses = 10000;
constexpr std::uint32_t kSplitStream = 0x7AB1E000u;

using Rows = std::vector<std::size_t>;

class TableDataset : public Dataset {
 public:
  TableDataset(SampleInfo info, std::vector<float> values, std::vector<float> targets, std::vector<std::int32_t> classes,
               std::vector<std::string> warnings)
      : info_(std::move(info)),
        values_(std::move(values)),
        targets_(std::move(targets)),
        classes_(std::move(classes)),
        warnings_(std::move(warnings)) {}

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(values_.size()) / info_.shape[0]; }
  void read(std::int64_t index, std::int64_t, std::span<std::byte> out) const override { copyRow(values_, index, floatsOf(out)); }
  void readTarget(std::int64_t index, std::int64_t, std::span<std::byte> out) const override {
    if (info_.task == Task::Classification) {
      integersOf(out)[0] = classes_[static_cast<std::size_t>(index)];
    } else {
      copyRow(targets_, index, floatsOf(out));
    }
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override {
    const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(values_.data()), values_.size() * sizeof(float));
    return fmt::format("table:{}:{}:{}:{:08x}", info_.shape[0], info_.outputs(), size(), checksum);
  }

 private:
  static void copyRow(const std::vector<float>& all, std::int64_t index, std::span<float> out) {
    const std::size_t begin = static_cast<std::size_t>(index) * out.size();
    require(index >= 0 && begin + out.size() <= all.size(), "a sample is read out of range");
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(begin), out.size(), out.begin());
  }

  SampleInfo info_;
  std::vector<float> values_, targets_;
  std::vector<std::int32_t> classes_;
  std::vector<std::string> warnings_;
};

std::size_t columnNamed(const Table& table, const std::string& name, const char* key) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found == table.names.end())
    throw Error(ErrorKind::Input, key, fmt::format("{} has no column \"{}\"", table.document->file(), name),
                suggestName(name, table.names) + (table.headerRows ? "" : ". The file has no header, so its columns are numbered from 1"));
  return static_cast<std::size_t>(found - table.names.begin());
}

struct Roles {
  std::vector<std::size_t> inputs, targets;  // columns
};

Roles rolesOf(const Table& table, const DataSpec& spec) {
  std::set<std::size_t> ignored;
  for (const std::string& name : spec.ignore) ignored.insert(columnNamed(table, name, "data.ignore"));
  Roles roles;
  for (const std::string& name : spec.target) {
    const std::size_t column = columnNamed(table, name, "data.target");
    if (ignored.count(column))
      throw Error(ErrorKind::Input, "data.ignore", fmt::format("\"{}\" is named in data.target too", name), "Take it out of one of them");
    roles.targets.push_back(column);
  }
  if (roles.targets.empty()) {
    for (std::size_t c = table.names.size(); c-- > 0 && roles.targets.empty();)
      if (!ignored.count(c)) roles.targets.push_back(c);
  }
  for (std::size_t c = 0; c < table.names.size(); ++c)
    if (!ignored.count(c) && std::find(roles.targets.begin(), roles.targets.end(), c) == roles.targets.end()) roles.inputs.push_back(c);
  if (table.names.size() < 2)
    throw Error(ErrorKind::Input, table.document->file(),
                "has one column, but a table needs a target and at least one column to tell it from",
                "Check the delimiter (data.delimiter), or use another file");
  if (roles.inputs.empty() || roles.targets.empty())
    throw Error(ErrorKind::Input, table.document->file(), "leaves no column to tell the target from",
                "Name fewer columns in data.target and data.ignore");
  return roles;
}

// Rows that have every target; how many have not.
Rows answeredRows(const Table& table, const std::vector<std::size_t>& targets, std::vector<std::string>& warnings) {
  Rows rows;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (std::none_of(targets.begin(), targets.end(), [&](std::size_t c) { return isMissing(table.cell(row, c)); })) rows.push_back(row);
  if (const std::size_t left = table.rows() - rows.size(); left > 0)
    warnings.push_back(fmt::format("{}: {} rows have an empty target and are left out.", table.document->file(), left));
  if (rows.empty())
    throw Error(ErrorKind::Input, table.document->file(),
                table.rows() == 0 ? "has no rows" : fmt::format("has no row with a value of \"{}\"", table.names[targets[0]]),
                "Use a file with data in it");
  return rows;
}

Task taskOfTargets(const Table& table, const Rows& rows, const std::vector<std::size_t>& targets, const std::string& wanted) {
  if (wanted == "regression") return Task::Regression;
  if (targets.size() > 1) {
    if (wanted == "classification")
      throw Error(ErrorKind::Input, "data.target", "names several columns, but a classification has one target", "Name one column");
    return Task::Regression;
  }
  if (wanted == "classification") return Task::Classification;
  std::set<double> values;
  std::size_t numbers = 0;
  bool whole = true;
  const std::size_t* firstText = nullptr;
  for (const std::size_t& row : rows) {
    const auto number = numberIn(table.cell(row, targets[0]));
    if (!number) {
      if (!firstText) firstText = &row;
      continue;
    }
    ++numbers;
    whole = whole && *number == std::floor(*number);
    if (values.size() <= kFewClasses) values.insert(*number);
  }
  if (!firstText) return whole && values.size() <= kFewClasses ? Task::Classification : Task::Regression;
  if (numbers * 10 >= rows.size() * 9)
    throw Error(ErrorKind::Input, table.place(*firstText, targets[0]),
                fmt::format("\"{}\" is not a number, while {} of the {} values of the target \"{}\" are",
                            table.cell(*firstText, targets[0]), numbers, rows.size(), table.names[targets[0]]),
                "Mend the cell, leave it empty, or set data.task = \"classification\"");
  return Task::Classification;
}

// A class by its text, where 1 and 1.0 are one class when all are numbers.
struct Classes {
  std::vector<std::string> names;
  std::map<std::string, std::int32_t, std::less<>> indexOf;
};

std::string className(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
  const auto number = numberIn(cell);
  return number && std::isfinite(*number) ? fmt::format("{}", *number) : std::string(cell);
}

Classes classesOf(const Table& table, const Rows& rows, std::size_t column) {
  Classes classes;
  for (const std::size_t row : rows) {
    classes.indexOf.emplace(className(table.cell(row, column)), 0);
    if (classes.indexOf.size() > kMostClasses)
      throw Error(ErrorKind::Input, "data.task",
                  fmt::format("\"{}\" has more than {} different values, too many for classes", table.names[column], kMostClasses),
                  "Set data.task = \"regression\", or name another data.target");
  }
  for (const auto& [name, index] : classes.indexOf) classes.names.push_back(name);
  const auto numeric = [](const std::string& name) { return numberIn(name).has_value(); };
  if (std::all_of(classes.names.begin(), classes.names.end(), numeric))
    std::sort(classes.names.begin(), classes.names.end(),
              [](const std::string& a, const std::string& b) { return *numberIn(a) < *numberIn(b); });
  for (std::size_t i = 0; i < classes.names.size(); ++i) classes.indexOf[classes.names[i]] = static_cast<std::int32_t>(i);
  if (classes.names.size() < 2)
    throw Error(ErrorKind::Input, table.document->file(),
                fmt::format("has only one class, {}, in the training rows", classes.names.empty() ? "none" : classes.names[0]),
                "Use a file with two classes or more, or name another data.target");
  return classes;
}

// Moves round(share * rows) of each group to the result; of a group of two or more at least one stays and, with a share, one goes.
Rows drawRows(Rows& rows, const std::vector<Rows>& groups, double share, std::uint64_t seed) {
  std::set<std::size_t> drawn;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Rows order = groups[g];
    const std::int64_t wanted = validationCount(static_cast<std::int64_t>(order.size()), share);
    PhiloxStream random(seed, g, kSplitStream);
    for (std::size_t i = 0; i < static_cast<std::size_t>(wanted); ++i) {
      std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
      drawn.insert(order[i]);
    }
  }
  std::erase_if(rows, [&](std::size_t row) { return drawn.count(row) > 0; });
  return {drawn.begin(), drawn.end()};
}

double targetIn(const Table& table, std::size_t row, std::size_t column) {
  const auto number = numberIn(table.cell(row, column));
  if (number && std::isfinite(*number)) return *number;
  throw Error(
      ErrorKind::Input, table.place(row, column),
      fmt::format("\"{}\" is not a number, which the target \"{}\" of a regression must be", table.cell(row, column), table.names[column]),
      "Mend the cell, leave it empty to leave the row out, name another data.target, or set data.task = \"classification\"");
}

// Everything learned from the training rows.
class FittedTable {
 public:
  FittedTable(const Table& table, const Roles& roles, const Rows& rows, Task task, const std::atomic<bool>* cancel)
      : roles_(roles), cancel_(cancel) {
    info_.task = task;
    std::int64_t width = 0;
    for (const std::size_t column : roles.inputs) {
      throwIfCancelled(cancel);
      columns_.emplace_back(table, column, rows);
      width += static_cast<std::int64_t>(columns_.back().width());
      inputNames_.push_back(table.names[column]);
    }
    info_.shape = {width};
    for (const std::size_t column : roles.targets) targetNames_.push_back(table.names[column]);
    if (task == Task::Classification) {
      classes_ = classesOf(table, rows, roles.targets[0]);
      info_.classNames = classes_.names;
    } else {
      fitTargets(table, rows);
    }
  }

  std::vector<std::string> notes(const std::string& file) const {
    std::vector<std::string> notes;
    for (const TableColumn& column : columns_)
      if (column.numeric() && column.missing() > 0)
        notes.push_back(fmt::format("{}: {} empty cells of \"{}\" in the training rows take its median, {:.6g}.", file, column.missing(),
                                    column.name(), column.median()));
    return notes;
  }

  // Columns of another file are found by their names.
  std::shared_ptr<const Dataset> encode(const Table& table, const Rows& rows, std::vector<std::string> warnings) const {
    const Roles roles = sameRoles(table);
    const auto width = static_cast<std::size_t>(info_.shape[0]);
    std::vector<float> values(rows.size() * width), targets;
    std::vector<std::int32_t> classes;
    std::int64_t unknown = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      throwIfCancelled(cancel_);
      std::span<float> out(values.data() + i * width, width);
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!columns_[c].encode(table, rows[i], roles.inputs[c], out.first(columns_[c].width()))) ++unknown;
        out = out.subspan(columns_[c].width());
      }
      if (info_.task == Task::Classification) {
        classes.push_back(classIn(table, rows[i], roles.targets[0]));
      } else {
        for (std::size_t t = 0; t < roles.targets.size(); ++t) {
          targets.push_back(static_cast<float>((targetIn(table, rows[i], roles.targets[t]) - info_.targetMean[t]) / info_.targetStd[t]));
          if (!std::isfinite(targets.back()))
            throw Error(ErrorKind::Input, table.place(rows[i], roles.targets[t]),
                        fmt::format("\"{}\" is too far from the other values of the target \"{}\"", table.cell(rows[i], roles.targets[t]),
                                    targetNames_[t]),
                        "Mend the cell, or leave it empty to leave the row out");
        }
      }
    }
    if (unknown > 0)
      warnings.push_back(fmt::format("{}: {} cells for validation hold a text that no training row has; the model is given zeros for them.",
                                     table.document->file(), unknown));
    return std::make_shared<TableDataset>(info_, std::move(values), std::move(targets), std::move(classes), std::move(warnings));
  }

 private:
  void fitTargets(const Table& table, const Rows& rows) {
    for (const std::size_t column : roles_.targets) {
      double sum = 0, squares = 0;
      for (const std::size_t row : rows) sum += targetIn(table, row, column);
      const double mean = sum / static_cast<double>(rows.size());
      for (const std::size_t row : rows) squares += std::pow(targetIn(table, row, column) - mean, 2);
      const double deviation = std::sqrt(squares / static_cast<double>(rows.size()));
      if (!std::isfinite(deviation))
        throw Error(
            ErrorKind::Input, table.document->file(),
            fmt::format("the values of the target \"{}\" are so large that their deviation cannot be computed", table.names[column]),
            "Mend the cells, or name another data.target");
      if (!(deviation > 0))
        throw Error(ErrorKind::Input, table.document->file(),
                    fmt::format("the target \"{}\" has {} in every training row, so there is nothing to learn", table.names[column],
                                table.cell(rows[0], column)),
                    "Name another data.target");
      info_.targetNames.push_back(table.names[column]);
      info_.targetMean.push_back(mean);
      info_.targetStd.push_back(deviation);
    }
  }

  std::int32_t classIn(const Table& table, std::size_t row, std::size_t column) const {
    const auto found = classes_.indexOf.find(className(table.cell(row, column)));
    if (found == classes_.indexOf.end())
      throw Error(
          ErrorKind::Input, table.place(row, column),
          fmt::format("the class \"{}\" occurs only for validation, so no model can learn it", table.cell(row, column)),
          fmt::format(
              "Training has {}",
              fmt::join(classes_.names.begin(),
                        classes_.names.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(classes_.names.size(), 10)), ", ")));
    return found->second;
  }

  Roles sameRoles(const Table& table) const {
    Roles roles;
    for (const std::string& name : inputNames_) roles.inputs.push_back(columnNamed(table, name, "data.validation_path"));
    for (const std::string& name : targetNames_) roles.targets.push_back(columnNamed(table, name, "data.validation_path"));
    return roles;
  }

  Roles roles_;
  const std::atomic<bool>* cancel_;
  SampleInfo info_;
  std::vector<TableColumn> columns_;
  std::vector<std::string> inputNames_, targetNames_;
  Classes classes_;
};

}  // namespace

char tableDelimiter(const std::string& name) {
  if (name == "auto") return 0;
  if (name == "tab") return '\t';
  return name == "semicolon" ? ';' : name == "pipe" ? '|' : ',';
}

DataSplits openTable(const DataSpec& spec) {
  const CsvDocument document(readTextFile(spec.path, kMostTableBytes, spec.cancel), spec.path, tableDelimiter(spec.delimiter), spec.cancel);
  const Table table = tableOf(document, spec.header);
  const Roles roles = rolesOf(table, spec);
  std::vector<std::string> warnings;
  Rows rows = answeredRows(table, roles.targets, warnings);
  const Task task = taskOfTargets(table, rows, roles.targets, spec.tableTask);

  Rows held;
  if (spec.validationPath.empty() && spec.validationSplit > 0) {
    std::vector<Rows> groups(1, rows);
    if (task == Task::Classification) {
      const Classes all = classesOf(table, rows, roles.targets[0]);
      groups.assign(all.names.size(), {});
      for (const std::size_t row : rows)
        groups[static_cast<std::size_t>(all.indexOf.find(className(table.cell(row, roles.targets[0])))->second)].push_back(row);
    }
    held = drawRows(rows, groups, spec.validationSplit, spec.seed);
  }
  const FittedTable fitted(table, roles, rows, task, spec.cancel);
  for (std::string& note : fitted.notes(spec.path)) warnings.push_back(std::move(note));
  DataSplits splits;
  splits.train = fitted.encode(table, rows, std::move(warnings));
  if (!held.empty()) splits.validation = fitted.encode(table, held, {});
  if (!spec.validationPath.empty()) {
    const CsvDocument other(readTextFile(spec.validationPath, kMostTableBytes, spec.cancel), spec.validationPath, tableDelimiter(spec.delimiter),
                            spec.cancel);
    const Table otherTable = tableOf(other, spec.header);
    std::vector<std::string> otherWarnings;
    std::vector<std::size_t> targets;
    for (const std::size_t column : roles.targets) targets.push_back(columnNamed(otherTable, table.names[column], "data.validation_path"));
    const Rows otherRows = answeredRows(otherTable, targets, otherWarnings);
    splits.validation = fitted.encode(otherTable, otherRows, std::move(otherWarnings));
  }
  return splits;
}

}  // namespace stepscope
