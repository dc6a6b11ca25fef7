// A table opened for training, before anything is learned from it: how it is read, which columns are used, and which rows are for training,
// validation and the test.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/table/column_reading.h"

namespace stepscope {

using TableRows = std::vector<std::size_t>;

struct TableRoles {
  std::vector<std::size_t> inputs, targets;  // columns
};

// One file of the table.
struct TableFile {
  std::string encoding;
  std::unique_ptr<CsvDocument> document;
  Table table;
  TableRoles roles;
  TableRows rows;                     // those that have every target
  std::vector<std::string> warnings;  // sentences that begin with the file
};

struct TableParts {
  explicit TableParts(TableReading how) : reading(std::move(how)) {}

  TableReading reading;                         // of the first file; its columns in its order
  TableFile file;                               // the first file; its `rows` are for training
  TableRows held, tested;                       // from the same file, for validation and the test
  std::unique_ptr<TableFile> validation, test;  // separate files
  // The reading of the first file, with the decimal marks of the other one.
  std::optional<TableReading> validationReading, testReading;
  Task task = Task::Classification;
};

// Whether integers are classes and not amounts: at most three different values, or at least 3 rows per value on average; 10 rows if the values have
// gaps, which means that they span more than three times their number. Called for up to kFewTableClasses different values.
bool areTableClasses(const std::set<double>& values, std::size_t rows);
inline constexpr std::size_t kFewTableClasses = 20;

// data.delimiter as an argument of CsvDocument; 0 for "auto".
char tableDelimiter(const std::string& name);
// The column of that name. Throws Error (Input) at `key`.
std::size_t columnNamed(const Table& table, const std::string& name, const char* key);
// The targets are the columns named by data.target, or else the last one that is not left out; all others except those left out are inputs. Throws
// Error (Input).
TableRoles rolesOf(const Table& table, const TableReading& reading, const DataSpec& spec);

TableParts openTableParts(const DataSpec& spec);

// The name of a class; for numbers 1 and 1.0 are the same class.
std::string className(const TableReading& reading, std::size_t column, std::string_view cell);
struct TableClasses {
  std::vector<std::string> names;
  std::map<std::string, std::int32_t, std::less<>> indexOf;
};
TableClasses classesOf(const TableParts& parts, const TableRows& rows, std::size_t column);

}  // namespace stepscope
