#include "core/store/database.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "core/store/run_store.h"

namespace stepscope {
namespace {

[[noreturn]] void throwCode(sqlite3* database, const std::string& path, int code) {
  const std::string message = database ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  const int system = database ? sqlite3_system_errno(database) : 0;
  const std::string detail = system ? fmt::format("{} ({})", message, std::strerror(system)) : message;
  // Only the extended codes of SQLITE_CORRUPT have a detail; the message of the plain one says no more than ours.
  const std::string damage = code == SQLITE_CORRUPT ? "the database is damaged" : "the database is damaged: " + detail;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const bool store = path.ends_with(".db");  // else a run in a separate file, which has no backups and cannot be repaired
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
      throw DatabaseError(ErrorKind::Input, path, "the file is not an SQLite database, or its beginning is damaged",
                          store
                              ? "The file is left as it is; move it away to start a new one, or put back a backup of it (runs.backup-1.db next to it)"
                              : "Copy or download the file again: it may have been cut off",
                          code);
    case SQLITE_CORRUPT:
      throw DatabaseError(ErrorKind::Input, path, damage,
                          store ? "The file is left as it is; put back a backup of it (runs.backup-1.db next to it), or save what can be "
                                  "read with: stepscope-cli store repair PROJECT"
                                : "Copy or download the file again: it may have been cut off",
                          code);
    case SQLITE_FULL: throw DatabaseError(ErrorKind::Resource, path, "the disk is full", "Free some disk space", code);
    case SQLITE_IOERR:
      throw DatabaseError(ErrorKind::Resource, path, "the disk reports an error: " + detail, "Check the disk and its free space", code);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw DatabaseError(ErrorKind::Busy, path, "another program holds the database", "Wait for it or close it", code);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      throw DatabaseError(ErrorKind::Resource, folder, fmt::format("the runs of the project cannot be opened in this folder: {}", detail),
                          "Give yourself write permission for the folder, or copy the project to a folder that you may write to", code);
    case SQLITE_NOMEM: throw DatabaseError(ErrorKind::Resource, path, "there is not enough memory", "Close other programs", code);
    case SQLITE_TOOBIG: throw DatabaseError(ErrorKind::Input, path, "a text or a value is too large for the store", {}, code);
    default:
      throw DatabaseError(ErrorKind::Input, path, "the database has an unexpected content: " + detail,
                          "Update Stepscope, or put back a backup of the file", code);
  }
}

}  // namespace

std::string storeLibrary() {
  return std::string("SQLite ") + sqlite3_libversion();
}

bool DatabaseError::passing() const {
  switch (primaryCode()) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
    case SQLITE_PROTOCOL: return true;
    default: return false;
  }
}

Statement::Statement(sqlite3* database, const std::string* path, std::string_view sql) : database_(database), path_(path) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), 0, &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throwCode(database_, *path_, sqlite3_extended_errcode(database_) ? sqlite3_extended_errcode(database_) : code);
}

Statement& Statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), index, value));
  return *this;
}
Statement& Statement::bind(int index, double value) {
  check(std::isnan(value) ? sqlite3_bind_null(statement_.get(), index) : sqlite3_bind_double(statement_.get(), index, value));
  return *this;
}
Statement& Statement::bind(int index, std::string_view text) {
  // A view of an empty text may be null, which SQLite would store as NULL.
  check(sqlite3_bind_text64(statement_.get(), index, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}
Statement& Statement::bind(int index, std::span<const std::byte> blob) {
  check(blob.empty() ? sqlite3_bind_zeroblob(statement_.get(), index, 0)
                     : sqlite3_bind_blob64(statement_.get(), index, blob.data(), blob.size(), SQLITE_STATIC));
  return *this;
}
Statement& Statement::bind(int index, const Statement& row, int column) {
  check(sqlite3_bind_value(statement_.get(), index, sqlite3_column_value(row.statement_.get(), column)));
  return *this;
}

Statement& Statement::bindNull(int index) {
  check(sqlite3_bind_null(statement_.get(), index));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const int extended = sqlite3_extended_errcode(database_);
  // throwCode reads the message before reset() clears it.
  struct Reset {
    sqlite3_stmt* statement;
    ~Reset() { sqlite3_reset(statement); }
  } reset{statement_.get()};
  throwCode(database_, *path_, (extended & 0xFF) == (code & 0xFF) ? extended : code);
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

void Statement::throwType(int column, const char* expected) const {
  throw DatabaseError(ErrorKind::Input, *path_,
                      fmt::format("the database is damaged: column {} is not {}", sqlite3_column_name(statement_.get(), column), expected),
                      "The file is left as it is; put back a backup of it", SQLITE_CORRUPT);
}

std::int64_t Statement::integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_INTEGER) throwType(column, "a whole number");
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  if (type == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
  if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) throwType(column, "a number");
  return sqlite3_column_double(statement_.get(), column);
}
std::string Statement::text(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_TEXT) throwType(column, "a text");
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (!data) throwCode(database_, *path_, SQLITE_NOMEM);
  return std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column)));
}
std::span<const std::byte> Statement::blob(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_BLOB) throwType(column, "a blob");
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), column));
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}
std::string Statement::display(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return data ? data : "";
}
bool Statement::isNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}
bool Statement::isInteger(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
}
int Statement::type(int column) const {
  return sqlite3_column_type(statement_.get(), column);
}
int Statement::columns() const {
  return sqlite3_column_count(statement_.get());
}
std::string Statement::columnName(int column) const {
  const char* name = sqlite3_column_name(statement_.get(), column);
  return name ? name : "";
}

Connection::Connection(const std::string& path, int flags, const std::string& uri) : path_(path) {
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2((uri.empty() ? path : uri).c_str(), &database, flags | SQLITE_OPEN_NOMUTEX | (uri.empty() ? 0 : SQLITE_OPEN_URI), nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) throwCode(database, path_, database ? sqlite3_extended_errcode(database) : code);
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, 5000);
}

Statement Connection::prepare(std::string_view sql) const {
  return Statement(database_.get(), &path_, sql);
}

void Connection::execute(std::string_view sql) const {
  const std::string text(sql);
  if (const int code = sqlite3_exec(database_.get(), text.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
    throwCode(database_.get(), path_, code);
}

std::int64_t Connection::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Connection::text(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : std::string();
}

void Connection::setPragma(const std::string& name, const std::string& value) const {
  prepare(fmt::format("PRAGMA {}={}", name, value)).run();
  Statement read = prepare("PRAGMA " + name);
  const std::string got = read.step() ? read.display(0) : std::string();
  if (got != value)
    throw DatabaseError(ErrorKind::Resource, path_, fmt::format("SQLite keeps {} at {} instead of {}", name, got.empty() ? "nothing" : got, value),
                        "Copy the project to a local disk", SQLITE_ERROR);
}

void Connection::harden() const {
  sqlite3* database = database_.get();
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);  // checkpoints are made only under the write lock (writer_session.cpp)
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 100'000);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 10);
  setPragma("trusted_schema", "0");
  setPragma("cell_size_check", "1");
  setPragma("mmap_size", "0");
  setPragma("wal_autocheckpoint", "0");
}

Transaction::Transaction(const Connection& connection, Kind kind) : connection_(connection) {
  connection.execute(kind == Kind::Read ? "BEGIN" : kind == Kind::Immediate ? "BEGIN IMMEDIATE" : "BEGIN EXCLUSIVE");
}

Transaction::~Transaction() {
  // After some errors SQLite has already rolled back.
  if (open_ && connection_.inTransaction()) sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  connection_.execute("COMMIT");
  open_ = false;
}

}  // namespace stepscope
