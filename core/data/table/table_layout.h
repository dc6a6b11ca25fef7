// Finds the lines and columns of the table in a document: without titles above it, units below its header, totals below its rows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/missing_marks.h"
#include "core/data/table/csv_document.h"

namespace stepscope {

// A document with the names of its columns; rows are only those with data.
struct Table {
  const CsvDocument* document = nullptr;
  std::vector<std::string> names;    // from the header; a column without a name has its number in the file, from 1
  std::vector<bool> named;           // has a name in the header
  std::vector<std::size_t> body;     // row numbers in the document
  std::vector<std::size_t> columns;  // column numbers in the document: without those that have no name and no values
  bool hasHeader = false;
  bool namesRows = false;          // the first column contains row names and has no header
  std::vector<std::string> notes;  // what was left out, with its position: sentences without their full stop

  std::size_t rows() const { return body.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const { return document->cell(body[row], columns[column]); }
  std::string place(std::size_t row, std::size_t column) const { return document->place(body[row], columns[column]); }
};

// `header`: "yes", "no", or "auto": the first row is a header if it differs from the other rows. Throws Error (Input) if two columns have the same
// name.
Table tableOf(const CsvDocument& document, const std::string& header, const MissingMarks& marks);

}  // namespace stepscope
