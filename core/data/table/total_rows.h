// Which rows of a table are sums, means or remarks rather than data. Private to core/data/table.
#pragma once

#include <cstddef>
#include <vector>

#include "core/data/missing_marks.h"
#include "core/data/table/csv_document.h"

namespace stepscope {

// rows: those below the header. Each answer is rows of the document, in order.
struct TotalRows {
  std::vector<std::size_t> last;      // of totals, at the end of the table
  std::vector<std::size_t> within;    // of totals or subtotals, anywhere
  std::vector<std::size_t> remarks;   // of a text alone, at the end: "Source: ..."
  bool subtotals = false;             // all those within are called so
  std::vector<std::size_t> doubtful;  // called so, but nothing else speaks for it: they stay
};
TotalRows totalRowsOf(const CsvDocument& document, const std::vector<std::size_t>& rows, const MissingMarks& marks);

}  // namespace stepscope
