// Finds the rows of a table that are not data but sums, means or remarks. Private to core/data/table.
#pragma once

#include <cstddef>
#include <vector>

#include "core/data/missing_marks.h"
#include "core/data/table/csv_document.h"

namespace stepscope {

// All members contain row numbers of the document, in order; those of `last` from the bottom up.
struct TotalRows {
  std::vector<std::size_t> last;      // totals at the end of the table
  std::vector<std::size_t> within;    // totals or subtotals inside the table
  std::vector<std::size_t> remarks;   // rows at the end with a text in place of numbers, or with a single text: "Source: ..."
  bool subtotals = false;             // all rows in `within` have a name of a subtotal
  std::vector<std::size_t> doubtful;  // have such a name, but no other sign of a total: they are kept
};
// `rows`: those below the header.
TotalRows totalRowsOf(const CsvDocument& document, const std::vector<std::size_t>& rows, const MissingMarks& marks);

}  // namespace stepscope
