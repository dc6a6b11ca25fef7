#include "core/store/run_files.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include "core/store/chunk.h"
#include "core/store/database.h"
#include "core/store/file_system.h"
#include "core/store/run_copy.h"
#include "core/store/schema.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPartBytes = std::size_t{8} << 20;  // the most bytes of a file that are stored in one row
constexpr const char* kFiles = "CREATE TABLE file(name TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(name, part)) STRICT";
constexpr const char* kChecksums = "CREATE TABLE checksum(name TEXT PRIMARY KEY, crc32 INTEGER NOT NULL) STRICT";
constexpr const char* kNoRunFile = "this is not a run file";
constexpr const char* kExportAgain = "Make one with: stepscope-cli runs export PROJECT RUN --to file OUT.stepscope-run";
constexpr const char* kCopyAgain = "Nothing of it was imported. Copy the file again from where it came, or export the run there again";

// A checkpoint is a sub-folder of the run's folder.
bool isOfCheckpoint(const fs::path& relative) {
  return relative.has_parent_path();
}

// True for a file left over from an unfinished save, and for disk space that a running training has reserved.
bool isLeftover(const fs::path& relative) {
  return relative.string().find(".tmp-") != std::string::npos;
}

bool isPlain(const fs::path& relative) {
  if (relative.empty() || relative.is_absolute()) return false;
  return std::none_of(relative.begin(), relative.end(), [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

// Deletes a database and SQLite's files beside it, which a failed write may leave.
void removeDatabase(const std::string& path) {
  std::error_code ignored;
  for (const char* part : {"", "-journal", "-wal", "-shm"}) fs::remove(path + part, ignored);
}

using GoOn = std::function<bool(std::uint64_t more)>;

// Adds a file in parts. Returns false if goOn returned false.
bool addFile(const Connection& out, const fs::path& path, const std::string& name, const GoOn& goOn) {
  std::ifstream in(path, std::ios::binary);
  Statement insert = out.prepare("INSERT INTO file(name, part, data) VALUES(?1, ?2, ?3)");
  std::vector<char> buffer(kPartBytes);
  for (std::int64_t part = 0;; ++part) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto read = static_cast<std::size_t>(in.gcount());
    if (in.bad() || (!in.is_open() && part == 0)) throw Error(ErrorKind::Input, path.string(), "the file cannot be read", "Check its permissions");
    if (read == 0 && part > 0) return true;
    insert.bind(1, std::string_view(name)).bind(2, part).bind(3, std::as_bytes(std::span(buffer.data(), read))).run();
    if (!goOn(read)) return false;
    if (read < buffer.size()) return true;
  }
}

// Returns the result of `work`, with other advice in its errors: a run file has no backups and cannot be repaired, it must be copied again.
template <typename Work>
auto ofRunFile(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Input || error.where() != file) throw;
    throw Error(ErrorKind::Input, file, error.happened(), kCopyAgain);
  }
}

std::unique_ptr<Connection> openRunFile(const std::string& file) {
  if (std::error_code error; !fs::is_regular_file(file, error)) throw Error(ErrorKind::Input, file, "there is no such file", kExportAgain);
  auto connection = std::make_unique<Connection>(file, SQLITE_OPEN_READONLY, uriAtRest(file));
  StoreIdentity identity;
  ofRunFile(file, [&] {
    connection->harden();
    identity = identify(*connection);
  });
  if (identity.empty) throw Error(ErrorKind::Input, file, kNoRunFile, kExportAgain);
  if (identity.version > kSchemaVersion) throw Error(ErrorKind::Input, file, "the file was made by a newer Stepscope", "Update Stepscope to open it");
  return connection;
}

bool has(const Connection& connection, const char* table) {
  return connection.prepare("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?1").bind(1, std::string_view(table)).step();
}

class Crc {
 public:
  void bytes(const void* data, std::size_t size) { crc_ = ::crc32_z(crc_, static_cast<const unsigned char*>(data), size); }
  void number(std::int64_t value) { bytes(&value, sizeof value); }
  void text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    bytes(value.data(), value.size());
  }
  // Writes a column of any type, with its type.
  void column(const Statement& row, int column) {
    const int type = row.type(column);
    number(type);
    if (type == SQLITE_INTEGER) number(row.integer(column));
    if (type == SQLITE_TEXT) text(row.text(column));
    if (type == SQLITE_FLOAT) {
      const double value = row.real(column);
      bytes(&value, sizeof value);
    }
    if (type == SQLITE_BLOB) {
      const auto blob = row.blob(column);
      number(static_cast<std::int64_t>(blob.size()));
      bytes(blob.data(), blob.size());
    }
  }
  std::int64_t value() const { return static_cast<std::int64_t>(crc_); }

 private:
  uLong crc_ = 0;
};

// The CRC-32 of each table with its declaration, and of each packed file: all must exist and match. Empty if goOn returned false.
std::map<std::string, std::int64_t> checksumsOf(const Connection& connection, const std::function<bool()>& goOn) {
  std::map<std::string, std::int64_t> sums;
  Statement tables =
      connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite%' AND name NOT IN ('checksum', 'file')");
  while (tables.step()) {
    const std::string name = tables.text(0);
    std::string key;
    Statement info = connection.prepare(fmt::format("SELECT name FROM pragma_table_info('{}') WHERE pk>0 ORDER BY pk", name));
    while (info.step()) key += (key.empty() ? "" : ", ") + info.text(0);
    Crc crc;
    crc.text(tables.text(1));
    Statement rows = connection.prepare(fmt::format("SELECT * FROM {} ORDER BY {}", name, key.empty() ? "rowid" : key));
    while (rows.step())
      for (int i = 0; i < rows.columns(); ++i) crc.column(rows, i);
    sums["the table " + name] = crc.value();
    if (!goOn()) return {};
  }
  std::map<std::string, Crc> files;
  Statement parts = connection.prepare("SELECT name, part, data FROM file ORDER BY name, part");
  while (parts.step()) {
    Crc& crc = files[parts.text(0)];
    crc.column(parts, 1);
    crc.column(parts, 2);
    if (!goOn()) return {};
  }
  for (const auto& [name, crc] : files) sums["the file " + name] = crc.value();
  return sums;
}

void addChecksums(const Connection& out) {
  Statement insert = out.prepare("INSERT INTO checksum(name, crc32) VALUES(?1, ?2)");
  for (const auto& [name, crc] : checksumsOf(out, [] { return true; })) insert.bind(1, std::string_view(name)).bind(2, crc).run();
}

[[noreturn]] void damaged(const std::string& file, const std::string& what) {
  throw Error(ErrorKind::Input, file, what + " is damaged", kCopyAgain);
}

}  // namespace

bool writeRunFile(const std::string& storePath, RunId run, const std::string& directory, const std::string& file, bool checkpoints,
                  const std::function<bool(double share)>& goOn) {
  const std::string temporary = fmt::format("{}.part-{}", file, ::getpid());
  std::error_code ignored;
  removeDatabase(temporary);
  try {
    const Connection from(storePath, SQLITE_OPEN_READONLY);
    from.harden();
    identify(from);
    const Connection out(temporary, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    migrate(out, migrations());
    out.execute(kFiles);
    out.execute(kChecksums);
    const Transaction reading(from, Transaction::Kind::Read);
    Transaction writing(out, Transaction::Kind::Exclusive);
    copyRun(from, run, out);
    std::vector<fs::path> files;
    std::uint64_t bytes = 0, written = 0;
    for (fs::recursive_directory_iterator it(directory, ignored), end; !ignored && it != end; it.increment(ignored))
      if (const fs::path name = it->path().lexically_relative(directory);
          it->is_regular_file() && !it->is_symlink() && !isLeftover(name) && (checkpoints || !isOfCheckpoint(name))) {
        files.push_back(it->path());
        std::error_code unknown;
        if (const auto size = it->file_size(unknown); !unknown) bytes += size;
      }
    const auto told = [&](std::uint64_t more) {
      written += more;
      return !goOn || goOn(bytes > 0 ? std::min(1.0, static_cast<double>(written) / static_cast<double>(bytes)) : 1);
    };
    bool wanted = told(0);
    for (std::size_t i = 0; i < files.size() && wanted; ++i)
      wanted = addFile(out, files[i], files[i].lexically_relative(directory).generic_string(), told);
    if (!wanted) {
      removeDatabase(temporary);
      return false;
    }
    addChecksums(out);
    writing.commit();
  } catch (const DatabaseError& refused) {
    removeDatabase(temporary);
    const bool written = refused.where() == temporary, opened = refused.where() == fs::path(temporary).parent_path().string();
    if (refused.kind() != ErrorKind::Resource || (!written && !opened)) throw;
    // The folder is missing: an error of the input. Otherwise it is a disk error.
    std::error_code unknown;
    const bool there = fs::is_directory(fs::path(temporary).parent_path(), unknown) || !fs::path(temporary).has_parent_path();
    throw Error(there ? ErrorKind::Resource : ErrorKind::Input, file, written ? refused.happened() : "the file cannot be made in this folder",
                "Free some disk space, or choose another place");
  } catch (...) {
    removeDatabase(temporary);
    throw;
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) {
    removeDatabase(temporary);
    throw Error(ErrorKind::Resource, file, "the file cannot be written: " + error.message(), "Choose another place");
  }
  return true;
}

bool checkRunFile(const std::string& file, const std::function<bool(double share)>& goOn) {
  const auto from = openRunFile(file);
  const auto wanted = [&] { return !goOn || goOn(0); };
  return ofRunFile(file, [&] {
    if (from->text("PRAGMA integrity_check(1)") != "ok") damaged(file, "its structure");
    if (from->integer("SELECT count(*) FROM run") != 1) throw Error(ErrorKind::Input, file, kNoRunFile, kExportAgain);
    Statement chunks = from->prepare("SELECT c.n, d.codec, d.crc32, d.data FROM series_chunk c LEFT JOIN chunk_data d ON d.id=c.data_id");
    std::vector<Point> points;
    while (chunks.step()) {
      points.clear();
      decodePoints(chunks.blob(3), chunks.integer(1), chunks.integer(2), chunks.integer(0), file, points);
    }
    if (!wanted()) return false;
    if (!has(*from, "checksum") || !has(*from, "file")) return true;  // from an old version
    std::map<std::string, std::int64_t> sums = checksumsOf(*from, wanted);
    if (sums.empty()) return false;
    Statement kept = from->prepare("SELECT name, crc32 FROM checksum ORDER BY name");
    while (kept.step()) {
      const std::string name = kept.text(0);
      const auto found = sums.find(name);
      if (found == sums.end() || found->second != kept.integer(1)) damaged(file, name);
      sums.erase(found);
    }
    if (!sums.empty()) damaged(file, sums.begin()->first);
    return true;
  });
}

RunId readRunFile(const std::string& file, RunWriter& store, const std::function<void(RunId)>& before) {
  const auto from = openRunFile(file);
  return ofRunFile(file, [&] {
    if (from->integer("SELECT count(*) FROM run") != 1) throw Error(ErrorKind::Input, file, kNoRunFile, kExportAgain);
    return store.copyRun(*from, from->integer("SELECT id FROM run"), before);
  });
}

bool unpackRunFile(const std::string& file, const std::string& directory, const std::function<bool(double share)>& goOn) {
  const auto from = openRunFile(file);
  if (!has(*from, "file")) return true;
  const std::int64_t parts = from->integer("SELECT count(*) FROM file");
  std::int64_t done = 0;
  std::set<std::string> begun;
  Statement select = from->prepare("SELECT name, part, data FROM file ORDER BY name, part");
  while (select.step()) {
    if (goOn && !goOn(static_cast<double>(done++) / static_cast<double>(parts))) return false;
    const std::string name = select.text(0);
    if (!isPlain(fs::path(name)))
      throw Error(ErrorKind::Input, file, fmt::format("it holds a file named \"{}\", which would be outside of the run's folder", name),
                  "Do not trust this file; ask its maker for another");
    const fs::path path = fs::path(directory) / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    errno = 0;
    std::ofstream out(path, std::ios::binary | (begun.insert(name).second ? std::ios::trunc : std::ios::app));
    const auto data = select.blob(2);
    out.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
    out.flush();
    if (error || !out)
      throw Error(ErrorKind::Resource, directory,
                  "the files of the run cannot be written: " + (error ? error.message() : std::string(std::strerror(errno))),
                  "Free some disk space, or check the folder's permissions");
  }
  return true;
}

}  // namespace stepscope
