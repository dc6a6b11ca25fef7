#include "core/store/run_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "core/store/run_rows.h"

namespace stepscope {
namespace {

bool hasTable(const Connection& connection, const std::string& name) {
  Statement select = connection.prepare("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?1");
  return select.bind(1, std::string_view(name)).step();
}

std::vector<std::string> columnsOf(const Connection& connection, const std::string& table) {
  std::vector<std::string> columns;
  Statement select = connection.prepare(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
  while (select.step()) columns.push_back(select.text(0));
  return columns;
}

using Values = std::map<std::string, std::int64_t>;

// Copies every row of `table` for which `where` (with ?1) is true, with the values of `replaced` in their columns and, if `asNew`, with a new id.
// Calls `told` with the old row and the new id.
void copyRows(const Connection& from, const Connection& to, const std::string& table, const std::string& where, std::int64_t value, bool asNew,
              const std::function<Values(const Statement& row)>& replaced,
              const std::function<void(const Statement& row, std::int64_t id)>& told = {}) {
  if (!hasTable(from, table)) return;
  std::string names, marks;
  std::vector<std::string> columns;
  const std::vector<std::string> known = columnsOf(from, table);
  for (const std::string& column : columnsOf(to, table)) {
    if ((asNew && column == "id") || std::find(known.begin(), known.end(), column) == known.end()) continue;
    columns.push_back(column);
    names += (names.empty() ? "" : ", ") + column;
    marks += fmt::format("{}?{}", marks.empty() ? "" : ", ", columns.size());
  }
  // The row's own id is the first column, for `told`.
  Statement select = from.prepare(fmt::format("SELECT {}, {} FROM {} WHERE {}", asNew ? "id" : "0", names, table, where));
  Statement insert = to.prepare(fmt::format("INSERT INTO {}({}) VALUES({})", table, names, marks));
  select.bind(1, value);
  while (select.step()) {
    const Values values = replaced(select);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto other = values.find(columns[i]);
      if (other != values.end()) insert.bind(static_cast<int>(i) + 1, other->second);
      else insert.bind(static_cast<int>(i) + 1, select, static_cast<int>(i) + 1);
    }
    insert.run();
    if (told) told(select, sqlite3_last_insert_rowid(to.get()));
  }
}

}  // namespace

RunId copyRun(const Connection& from, RunId run, const Connection& to) {
  RunId copy = 0;
  copyRows(
      from, to, "run", "id=?1", run, true,
      [](const Statement&) {
        return Values{{"owner_pid", 0}, {"owner_start", 0}, {"heartbeat_ms", 0}};
      },
      [&](const Statement&, std::int64_t id) { copy = id; });
  if (copy == 0) throw Error(ErrorKind::Input, from.path(), fmt::format("there is no run {}", run), "Choose another run");
  to.prepare("UPDATE run SET owner_host='', owner_boot='', owner_namespace='', trashed_ms=NULL WHERE id=?1").bind(1, copy).run();
  to.prepare("UPDATE run SET status=?2 WHERE id=?1 AND status=?3")
      .bind(1, copy)
      .bind(2, codeOf(RunStatus::Interrupted))
      .bind(3, codeOf(RunStatus::Running))
      .run();

  const auto ofRun = [&](const Statement&) { return Values{{"run_id", copy}}; };
  copyRows(from, to, "marker", "run_id=?1 ORDER BY id", run, true, ofRun);
  copyRows(from, to, "log", "run_id=?1 ORDER BY id", run, true, ofRun);
  copyRows(from, to, "artefact", "run_id=?1", run, false, ofRun);
  copyRows(from, to, "histogram", "run_id=?1", run, false, ofRun);

  std::vector<std::pair<std::int64_t, std::int64_t>> series;  // the id in the old and in the new store
  copyRows(from, to, "series", "run_id=?1 ORDER BY id", run, true, ofRun,
           [&](const Statement& row, std::int64_t id) { series.emplace_back(row.integer(0), id); });
  for (const auto& [here, there] : series) {
    const auto ofSeries = [there = there](const Statement&) { return Values{{"series_id", there}}; };
    copyRows(from, to, "series_tail", "series_id=?1", here, false, ofSeries);
    std::map<std::int64_t, std::int64_t> data;
    copyRows(
        from, to, "chunk_data", "id IN (SELECT data_id FROM series_chunk WHERE series_id=?1)", here, true, [](const Statement&) { return Values{}; },
        [&](const Statement& row, std::int64_t id) { data[row.integer(0)] = id; });
    copyRows(from, to, "series_chunk", "series_id=?1", here, false, [&, there = there](const Statement& row) {
      const auto named = [&](const char* name) {
        for (int i = 1; i < row.columns(); ++i)
          if (row.columnName(i) == name) return row.integer(i);
        return std::int64_t{0};
      };
      const auto copied = data.find(named("data_id"));
      if (copied == data.end())
        throw Error(ErrorKind::Input, from.path(), "points of a metric are missing", "The file is damaged; export the run again");
      return Values{{"series_id", there}, {"data_id", copied->second}};
    });
  }
  return copy;
}

}  // namespace stepscope
