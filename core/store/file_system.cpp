#include "core/store/file_system.h"

#include <fmt/format.h>
#include <sys/vfs.h>
#include <cstdint>
#include <exception>
#include <filesystem>

#include "core/store/schema.h"

namespace stepscope {

std::string networkFileSystem(const std::string& directory) {
  struct statfs info {};
  if (::statfs(directory.c_str(), &info) != 0) return {};
  // Magic numbers of statfs(2) and linux/magic.h.
  switch (static_cast<std::uint32_t>(info.f_type)) {
    case 0x6969: return "NFS";
    case 0x517B: return "SMB";
    case 0xFE534D42: return "SMB2";
    case 0xFF534D42: return "CIFS";
    case 0x01021997: return "9P";
    case 0x5346414F: return "AFS";
    case 0x00C36400: return "Ceph";
    case 0x0BD00BD0: return "Lustre";
    case 0x47504653: return "GPFS";
    case 0x786F4256: return "a VirtualBox shared folder";
    case 0xBACBACBC: return "a VMware shared folder";
    case 0x65735546: return "FUSE";
    default: return {};
  }
}

std::string setAside(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(folder, error) || fs::is_empty(folder, error)) return {};
  for (int number = 1;; ++number) {
    std::string other = folder + ".earlier-" + std::to_string(number);
    if (fs::exists(other, error)) continue;
    fs::rename(folder, other, error);
    return error ? std::string() : other;
  }
}

namespace {

// The path as a URI for SQLite; bytes that may have a special meaning in a URI are written as %XX.
std::string uriOf(const std::string& path, const char* options) {
  std::string uri = "file:";
  for (char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '_' || c == '-';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return uri + options;
}

// Throws if the store is too new for this program. A newer program stores the oldest version of a reader that can read its tables.
void requireReadable(const Connection& candidate, std::int64_t version) {
  std::int64_t oldest = version;
  try {
    Statement select = candidate.prepare("SELECT value FROM meta WHERE key='oldest_reader'");
    if (select.step()) oldest = std::stoll(select.text(0));
    candidate.prepare(std::string("SELECT ") + kRunColumns + kOwnColumns + " FROM run r");
  } catch (const std::exception&) {
    oldest = version;
  }
  if (oldest > kSchemaVersion)
    throw Error(ErrorKind::Input, candidate.path(),
                fmt::format("the store was made by a newer Stepscope (its format is {}, this program reads {})", version, kSchemaVersion),
                "Update Stepscope; the file is left as it is");
}

// True if all content is in the database itself, and none only in the write-ahead log.
bool isAtRest(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path + "-wal", error);
  return error || size == 0;
}

}  // namespace

std::string uriAtRest(const std::string& path) {
  return uriOf(path, "?immutable=1");
}

std::unique_ptr<Connection> openForReading(const std::string& path) {
  std::exception_ptr first;
  // Reading a write-ahead log needs a shared memory file beside it. In a folder without write permission, only a database at rest can be
  // read.
  const std::string resting = uriAtRest(path);
  struct Way {
    int flags;
    std::string uri;
  };
  for (const Way& way : {Way{SQLITE_OPEN_READWRITE, {}}, Way{SQLITE_OPEN_READONLY, {}}, Way{SQLITE_OPEN_READONLY, resting}}) {
    try {
      auto candidate = std::make_unique<Connection>(path, way.flags, way.uri);
      candidate->harden();
      candidate->setPragma("query_only", "1");
      const StoreIdentity identity = identify(*candidate);
      if (identity.empty) return nullptr;
      if (identity.version > kSchemaVersion) requireReadable(*candidate, identity.version);
      return candidate;
    } catch (const DatabaseError& error) {
      const int code = error.primaryCode();
      // No space for the shared memory file, which a database at rest does not need.
      const bool full = (code == SQLITE_FULL || code == SQLITE_IOERR) && isAtRest(path);
      if (code != SQLITE_READONLY && code != SQLITE_CANTOPEN && code != SQLITE_PERM && !full) throw;
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

}  // namespace stepscope
