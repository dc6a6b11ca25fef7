#include "core/data/table/table_dataset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/cancelled.h"
#include "core/data/counted_sentence.h"
#include "core/data/named_samples.h"
#include "core/data/table/table_columns.h"
#include "core/data/table/table_parts.h"

namespace stepscope {

namespace {

// The line of each row in its file, from 1.
struct TableLines {
  std::string file;
  std::vector<std::size_t> of;
};

class TableDataset : public Dataset, public NamedSamples {
 public:
  TableDataset(SampleInfo info, std::vector<float> values, std::vector<float> targets, std::vector<std::int32_t> classes, TableLines lines,
               std::vector<std::string> warnings)
      : info_(std::move(info)),
        values_(std::move(values)),
        targets_(std::move(targets)),
        classes_(std::move(classes)),
        lines_(std::move(lines)),
        warnings_(std::move(warnings)) {}

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(values_.size()) / info_.input().shape[0]; }
  bool read(std::int64_t index, std::int64_t, FieldMemory out, const std::atomic<bool>&) const override {
    checkRead(index, out);
    copyRow(values_, index, floatsOf(out[0]));
    if (out[1].empty()) return true;
    if (info_.task == Task::Classification) integersOf(out[1])[0] = classes_[static_cast<std::size_t>(index)];
    else copyRow(targets_, index, floatsOf(out[1]));
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string nameOf(std::int64_t index) const override { return fmt::format("{}:{}", lines_.file, lines_.of[static_cast<std::size_t>(index)]); }
  std::string fingerprint() const override {
    const auto of = [](const auto& numbers) {
      return crc32_z(0, reinterpret_cast<const Bytef*>(numbers.data()), numbers.size() * sizeof(numbers[0]));
    };
    // The hash of the answers comes last: runs of older versions stored only the part before it.
    return fmt::format("table:{}:{}:{}:{:08x}:{:08x}", info_.input().shape[0], info_.outputs(), size(), of(values_),
                       info_.task == Task::Classification ? of(classes_) : of(targets_));
  }

 private:
  static void copyRow(const std::vector<float>& all, std::int64_t index, std::span<float> out) {
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * out.size()), out.size(), out.begin());
  }

  SampleInfo info_;
  std::vector<float> values_, targets_;
  std::vector<std::int32_t> classes_;
  TableLines lines_;
  std::vector<std::string> warnings_;
};

const char* purposeOf(Split part) {
  return part == Split::Test ? "the test" : "validation";
}

// Everything computed from the training rows.
class FittedTable {
 public:
  FittedTable(const TableParts& parts, const std::atomic<bool>* cancel) : parts_(parts), cancel_(cancel) {
    const Table& table = parts.file.table;
    const TableRoles& roles = parts.file.roles;
    info_.task = parts.task;
    std::int64_t width = 0;
    for (const std::size_t column : roles.inputs) {
      throwIfCancelled(cancel);
      columns_.emplace_back(table, parts.reading, column, parts.file.rows);
      width += static_cast<std::int64_t>(columns_.back().width());
    }
    for (const std::size_t column : roles.targets) targetNames_.push_back(table.names[column]);
    if (parts.task == Task::Classification) {
      classes_ = classesOf(parts, parts.file.rows, roles.targets[0]);
      info_.classNames = classes_.names;
    } else {
      fitTargets(table, parts.file.rows);
    }
    info_.setFields({width});
  }

  std::vector<std::string> notes(const std::string& file) const {
    std::vector<std::string> notes;
    for (const TableColumn& column : columns_)
      if (column.numeric() && column.missing() > 0)
        notes.push_back(fmt::format("{}: {} empty cells of \"{}\" in the training rows take its median, {:.6g}.", file, column.missing(),
                                    column.name(), column.median()));
    return notes;
  }

  // Encodes the rows of this file or of another one, which has its own columns for the roles.
  std::shared_ptr<const Dataset> encode(const Table& table, const TableReading& reading, const TableRoles& roles, const TableRows& rows,
                                        std::vector<std::string> warnings, Split part = Split::Validation) const {
    const auto width = static_cast<std::size_t>(info_.input().shape[0]);
    std::vector<float> values(rows.size() * width), targets;
    std::vector<std::int32_t> classes;
    TableLines lines{table.document->file(), {}};
    const std::vector<std::size_t> lineOf = table.document->lines();
    for (const std::size_t row : rows) lines.of.push_back(lineOf[table.body[row]]);
    std::int64_t unknown = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      throwIfCancelled(cancel_);
      std::span<float> out(values.data() + i * width, width);
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!columns_[c].encode(table, reading, rows[i], roles.inputs[c], out.first(columns_[c].width()))) ++unknown;
        out = out.subspan(columns_[c].width());
      }
      if (info_.task == Task::Classification) {
        classes.push_back(classIn(table, reading, rows[i], roles.targets[0], part));
      } else {
        for (std::size_t t = 0; t < roles.targets.size(); ++t) {
          targets.push_back(static_cast<float>((targetIn(table, reading, rows[i], t, roles.targets[t]) - info_.targetMean[t]) / info_.targetStd[t]));
          if (!std::isfinite(targets.back()))
            throw Error(
                ErrorKind::Input, table.place(rows[i], roles.targets[t]),
                fmt::format("\"{}\" is too far from the other values of the target \"{}\"", table.cell(rows[i], roles.targets[t]), targetNames_[t]),
                "Correct the cell, or leave it empty to leave the row out");
        }
      }
    }
    if (unknown > 0)
      warnings.push_back(
          table.document->file() + ": " +
          (unknown == 1
               ? fmt::format("one cell for {} holds a text that no training row has; the model is given zeros for it.", purposeOf(part))
               : fmt::format("{} cells for {} hold a text that no training row has; the model is given zeros for them.", unknown, purposeOf(part))));
    return std::make_shared<TableDataset>(info_, std::move(values), std::move(targets), std::move(classes), std::move(lines), std::move(warnings));
  }

 private:
  // The value of target `t`, which is in that column of the table.
  double targetIn(const Table& table, const TableReading& how, std::size_t row, std::size_t t, std::size_t column) const {
    const std::string_view cell = table.cell(row, column);
    const std::size_t read = parts_.file.roles.targets[t];
    const ColumnReading& reading = how.columns[read];
    const bool isNumber = reading.kind == ColumnKind::Number || reading.kind == ColumnKind::Date;
    const auto number = isNumber ? how.value(read, cell) : numberIn(cell);
    if (number && std::isfinite(*number)) return *number;
    throw Error(ErrorKind::Input, table.place(row, column),
                fmt::format("\"{}\" is not a number, which the target \"{}\" of a regression must be", shownCell(cell), table.names[column]),
                "Correct the cell, leave it empty to leave the row out, name another data.target, or set data.task = \"classification\"");
  }

  void fitTargets(const Table& table, const TableRows& rows) {
    for (std::size_t t = 0; t < parts_.file.roles.targets.size(); ++t) {
      const std::size_t column = parts_.file.roles.targets[t];
      double sum = 0, squares = 0;
      for (const std::size_t row : rows) sum += targetIn(table, parts_.reading, row, t, column);
      const double mean = sum / static_cast<double>(rows.size());
      for (const std::size_t row : rows) squares += std::pow(targetIn(table, parts_.reading, row, t, column) - mean, 2);
      const double deviation = std::sqrt(squares / static_cast<double>(rows.size()));
      if (!std::isfinite(deviation))
        throw Error(ErrorKind::Input, table.document->file(),
                    fmt::format("the values of the target \"{}\" are so large that their deviation cannot be computed", table.names[column]),
                    "Correct the cells, or name another data.target");
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

  std::int32_t classIn(const Table& table, const TableReading& reading, std::size_t row, std::size_t column, Split part) const {
    const auto found = classes_.indexOf.find(className(reading, parts_.file.roles.targets[0], table.cell(row, column)));
    if (found == classes_.indexOf.end())
      throw Error(ErrorKind::Input, table.place(row, column),
                  fmt::format("the class \"{}\" occurs only for {}, so no model can learn it", table.cell(row, column), purposeOf(part)),
                  fmt::format("Training has {}. Give training rows of this class, or take its rows out of the {} data",
                              fmt::join(classes_.names.begin(),
                                        classes_.names.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(classes_.names.size(), 10)), ", "),
                              part == Split::Test ? "test" : "validation"));
    return found->second;
  }

  const TableParts& parts_;
  const std::atomic<bool>* cancel_;
  SampleInfo info_;
  std::vector<TableColumn> columns_;
  std::vector<std::string> targetNames_;
  TableClasses classes_;
};

}  // namespace

std::vector<DataKey> tableKeys() {
  std::vector<DataKey> keys{DataKeys::access("data.target", KeyType::Texts, &DataSpec::target),
                            DataKeys::access("data.ignore", KeyType::Texts, &DataSpec::ignore),
                            DataKeys::choice("data.task", {"auto", "classification", "regression"}, &DataSpec::tableTask),
                            DataKeys::choice("data.header", {"auto", "yes", "no"}, &DataSpec::header),
                            DataKeys::choice("data.delimiter", {"auto", "comma", "semicolon", "tab", "pipe", "space"}, &DataSpec::delimiter),
                            encodingKey(),
                            DataKeys::choice("data.decimal", {"auto", "point", "comma"}, &DataSpec::decimal),
                            DataKeys::choice("data.date_order", {"auto", "day", "month", "year"}, &DataSpec::dateOrder),
                            DataKeys::access("data.missing", KeyType::Texts, &DataSpec::missing),
                            DataKeys::access("data.numbers", KeyType::Texts, &DataSpec::numbers),
                            DataKeys::access("data.dates", KeyType::Texts, &DataSpec::dates),
                            DataKeys::access("data.categories", KeyType::Texts, &DataSpec::categories),
                            DataKeys::text("data.group", &DataSpec::group),
                            validationPathKey(),
                            testPathKey()};
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

DataSplits openTable(const DataSpec& spec) {
  return datasetsOf(spec, openTableParts(spec));
}

DataSplits datasetsOf(const DataSpec& spec, TableParts parts) {
  const FittedTable fitted(parts, spec.cancel);
  std::vector<std::string> warnings = std::move(parts.file.warnings);
  for (std::string& note : fitted.notes(spec.path)) warnings.push_back(std::move(note));
  DataSplits splits;
  splits.train = fitted.encode(parts.file.table, parts.reading, parts.file.roles, parts.file.rows, std::move(warnings));
  if (!parts.held.empty()) splits.validation = fitted.encode(parts.file.table, parts.reading, parts.file.roles, parts.held, {});
  if (parts.validation)
    splits.validation = fitted.encode(parts.validation->table, *parts.validationReading, parts.validation->roles, parts.validation->rows,
                                      std::move(parts.validation->warnings));
  if (!parts.tested.empty() && spec.openTest)
    splits.test = fitted.encode(parts.file.table, parts.reading, parts.file.roles, parts.tested, {}, Split::Test);
  if (parts.test)
    splits.test =
        fitted.encode(parts.test->table, *parts.testReading, parts.test->roles, parts.test->rows, std::move(parts.test->warnings), Split::Test);
  return splits;
}

}  // namespace stepscope
