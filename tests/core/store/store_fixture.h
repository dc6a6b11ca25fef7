// What the store's tests share.
#pragma once

#include <sqlite3.h>

#include <QtTest>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/store/run_store.h"

namespace stepscope {

inline RunInfo newRun(const std::string& model = "lenet5", RunStatus status = RunStatus::Running) {
  RunInfo info;
  info.model = model;
  info.status = status;
  info.configuration = R"({"switches":{"batch_size":64}})";
  return info;
}

inline bool samePoint(const Point& a, const Point& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return a.step == b.step && same(a.wall, b.wall) && same(a.value, b.value);
}

inline bool samePoints(const std::vector<Point>& a, const std::vector<Point>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), samePoint);
}

// SQLite itself, beside the store: to look into the file, and to spoil it.
class RawDatabase {
 public:
  explicit RawDatabase(const std::string& path) { ok_ = sqlite3_open(path.c_str(), &database_) == SQLITE_OK; }
  ~RawDatabase() { sqlite3_close(database_); }
  RawDatabase(const RawDatabase&) = delete;
  RawDatabase& operator=(const RawDatabase&) = delete;

  QString execute(const std::string& sql) const {
    char* message = nullptr;
    sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message);
    const QString text = message ? message : "";
    sqlite3_free(message);
    return text;
  }
  QString value(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) return sqlite3_errmsg(database_);
    QString text;
    if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
      text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
  }
  bool ok() const { return ok_; }

 private:
  sqlite3* database_ = nullptr;
  bool ok_ = false;
};

// The message of the Error that `work` throws; empty when it throws none.
template <typename Work>
QString errorOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

}  // namespace stepscope
