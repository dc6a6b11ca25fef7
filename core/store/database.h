// SQLite's C API with destructors and errors that a user can act on. One connection per thread.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace stepscope {

// An error of SQLite with its extended result code.
class DatabaseError : public Error {
 public:
  DatabaseError(ErrorKind kind, std::string where, std::string what, std::string cure, int code)
      : Error(kind, std::move(where), std::move(what), std::move(cure)), code_(code) {}
  int code() const { return code_; }
  int primaryCode() const { return code_ & 0xFF; }
  bool damaged() const { return primaryCode() == SQLITE_CORRUPT || primaryCode() == SQLITE_NOTADB; }
  // True if the error may disappear by itself or by an action of the user, so that another attempt makes sense.
  bool passing() const;

 private:
  int code_;
};

class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* database, const std::string* path, std::string_view sql);

  // Parameters count from 1. NaN is stored as NULL and read back as NaN.
  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, double value);
  Statement& bind(int index, std::string_view text);             // not copied: must live until step()
  Statement& bind(int index, std::span<const std::byte> blob);   // not copied
  Statement& bind(int index, const Statement& row, int column);  // a column of any type, from a row of any connection
  Statement& bindNull(int index);
  bool step();  // true: there is a row
  void run();   // step() to the end and reset()
  void reset();

  // Columns count from 0; views are valid until the next step(). A wrong type (a damaged or untrusted file) throws.
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::span<const std::byte> blob(int column) const;
  std::string display(int column) const;  // any type, as text
  bool isNull(int column) const;
  bool isInteger(int column) const;
  int type(int column) const;  // SQLITE_INTEGER, ...
  int columns() const;
  std::string columnName(int column) const;

  explicit operator bool() const { return statement_ != nullptr; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void check(int code) const;
  [[noreturn]] void throwType(int column, const char* expected) const;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  sqlite3* database_ = nullptr;
  const std::string* path_ = nullptr;
};

class Connection {
 public:
  // `flags`: SQLITE_OPEN_*. `uri`: if not empty, SQLite opens this; errors give `path` all the same.
  Connection(const std::string& path, int flags, const std::string& uri = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  sqlite3* get() const { return database_.get(); }
  const std::string& path() const { return path_; }
  Statement prepare(std::string_view sql) const;
  void execute(std::string_view sql) const;
  std::int64_t integer(std::string_view sql) const;  // the first column of the first row; 0 if there is no row
  std::string text(std::string_view sql) const;
  // Sets a PRAGMA and reads it back. Throws if SQLite did not accept it.
  void setPragma(const std::string& name, const std::string& value) const;
  // Settings that protect the process from a damaged or untrusted file; call it before reading.
  void harden() const;
  bool inTransaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
};

// Rolls back in its destructor unless commit() was called.
class Transaction {
 public:
  enum class Kind { Read, Immediate, Exclusive };
  Transaction(const Connection& connection, Kind kind);
  ~Transaction();
  void commit();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

 private:
  const Connection& connection_;
  bool open_ = true;
};

}  // namespace stepscope
