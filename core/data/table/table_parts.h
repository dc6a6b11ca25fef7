// A table opened for training with all decided and nothing learned yet: how it is read, which columns are asked for, which rows are for
// training and which for validation.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/table/column_reading.h"

namespace stepscope {

using TableRows = std::vector<std::size_t>;

struct TableRoles {
  std::vector<std::size_t> inputs, targets;  // columns
};

// One file of it.
struct TableFile {
  std::string encoding;
  std::unique_ptr<CsvDocument> document;
  Table table;
  TableRoles roles;
  TableRows rows;                     // that have every target
  std::vector<std::string> warnings;  // sentences with the file in front
};

struct TableParts {
  explicit TableParts(TableReading how) : reading(std::move(how)) {}

  TableReading reading;                           // of the first file; its columns in its order
  TableFile file;                                 // its rows: for training
  TableRows held;                                 // of the same file, for validation
  std::unique_ptr<TableFile> validation;          // a file of its own for validation
  std::optional<TableReading> validationReading;  // that of the first file, with the decimal mark that the other one writes
  Task task = Task::Classification;
};

// data.delimiter as CsvDocument takes it; 0 for "auto".
char tableDelimiter(const std::string& name);
// The column of that name. Throws Error (Input) at `key`.
std::size_t columnNamed(const Table& table, const std::string& name, const char* key);
// What data.target names, or the last column that is not left out; all others but those left out are inputs. Throws Error (Input).
TableRoles rolesOf(const Table& table, const TableReading& reading, const DataSpec& spec);

TableParts openTableParts(const DataSpec& spec);

// A class by its text; of numbers 1 and 1.0 are one class.
std::string className(const TableReading& reading, std::size_t column, std::string_view cell);
struct TableClasses {
  std::vector<std::string> names;
  std::map<std::string, std::int32_t, std::less<>> indexOf;
};
TableClasses classesOf(const TableParts& parts, const TableRows& rows, std::size_t column);

}  // namespace stepscope
