// A second reader of traces, kept as simple as it can be: the whole file in memory, a general JSON library, sums. What the importer says is
// held against it.
#pragma once

#include <sqlite3.h>
#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace stepscope::test {

inline std::string readAll(const std::string& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");  // reads plain files as well
  if (!file) return text;
  char buffer[1 << 16];
  for (int got = 0; (got = gzread(file, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(got));
  gzclose(file);
  return text;
}

struct Figures {
  std::int64_t events = 0, spans = 0, marks = 0;
  std::int64_t durationNs = 0;                                          // sum
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> byName;  // spans: count, ns
};

// For traces whose ts and dur have at most three decimals and whose spans are all X.
inline Figures figuresOfJson(const std::string& text) {
  const nlohmann::json root = nlohmann::json::parse(text);
  Figures figures;
  for (const auto& event : root.is_array() ? root : root.at("traceEvents")) {
    ++figures.events;
    const std::string phase = event.at("ph").get<std::string>();
    if (phase == "i") ++figures.marks;
    if (phase != "X") continue;
    ++figures.spans;
    const auto ns = static_cast<std::int64_t>(std::llround(event.value("dur", 0.0) * 1000));
    figures.durationNs += ns;
    auto& [count, sum] = figures.byName[event.at("name").get<std::string>()];
    ++count;
    sum += ns;
  }
  return figures;
}

// One number of an SQLite file.
inline std::int64_t sqliteNumber(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  sqlite3_stmt* statement = nullptr;
  std::int64_t value = -1;
  if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
      sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return value;
}

}  // namespace stepscope::test
