// Which lines and columns of a document are the table: without titles above it, units below its header, totals below its rows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/missing_marks.h"
#include "core/data/table/csv_document.h"

namespace stepscope {

// A document with the names of its columns; rows are those of the data alone.
struct Table {
  const CsvDocument* document = nullptr;
  std::vector<std::string> names;    // of the header; of a column without a name its number in the file, from 1
  std::vector<bool> named;           // by the header
  std::vector<std::size_t> body;     // rows of the document
  std::vector<std::size_t> columns;  // columns of the document: without those that are nameless and empty
  bool hasHeader = false;
  bool namesRows = false;          // the first column is one of names without a name
  std::vector<std::string> notes;  // what was left out, and where it stands: sentences without their full stop

  std::size_t rows() const { return body.size(); }
  std::string_view cell(std::size_t row, std::size_t column) const { return document->cell(body[row], columns[column]); }
  std::string place(std::size_t row, std::size_t column) const { return document->place(body[row], columns[column]); }
};

// header: "yes", "no", or "auto": whether the first row names the columns is told by how it differs from the other rows. Throws Error
// (Input): two columns of one name.
Table tableOf(const CsvDocument& document, const std::string& header, const MissingMarks& marks);

}  // namespace stepscope
