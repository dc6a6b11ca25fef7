#include "profiler/io/nsight/nsight_database.h"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>

#include "core/base/error.h"
#include "profiler/io/text_source.h"

namespace stepscope::nsight {

void notReadable(const std::string& path, const DatabaseError& error) {
  if (error.primaryCode() == SQLITE_NOMEM)  // usually a length that no valid file contains
    throw Error(ErrorKind::Input, path, "the SQLite file needs more memory than is available, as a damaged file may",
                "Export the report again with: nsys export --type sqlite");
  if (error.kind() == ErrorKind::Input)
    throw Error(ErrorKind::Input, path, error.damaged() ? "the SQLite file is damaged" : "the SQLite file cannot be read: " + error.happened(),
                "Export the report again with: nsys export --type sqlite");
  throw Error(error.kind(), path, "the SQLite file cannot be read: " + error.happened(), "Check its permissions and the disk");
}

// "Database File Format", sqlite.org, section 1.3: the page size at 16, the number of pages at 28, which is valid if the numbers at 24 and 92 are
// equal.
bool isCutOff(const std::string& database) {
  unsigned char header[100] = {};
  std::ifstream file(database, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(header), sizeof header)) return false;
  const auto at = [&](std::size_t offset) {
    return std::uint64_t{header[offset]} << 24 | std::uint64_t{header[offset + 1]} << 16 | std::uint64_t{header[offset + 2]} << 8 |
           header[offset + 3];
  };
  const std::uint64_t size = std::uint64_t{header[16]} << 8 | header[17];
  return at(24) == at(92) && identityOf(database).bytes < at(28) * (size == 1 ? 65'536 : size);
}

std::unique_ptr<Connection> connect(const std::string& database) {
  auto connection = std::make_unique<Connection>(database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX);
  if (isCutOff(database)) connection->execute("PRAGMA writable_schema=1");  // else SQLite would refuse it
  else sqlite3_db_config(connection->get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(connection->get(), SQLITE_LIMIT_LENGTH, 64 << 20);
  connection->execute("PRAGMA trusted_schema=0");
  connection->execute("PRAGMA cell_size_check=1");
  return connection;
}

std::set<std::string> columnsOf(const Connection& connection, const std::string& table) {
  std::set<std::string> columns;
  Statement statement = connection.prepare("SELECT name FROM pragma_table_info(?)");
  statement.bind(1, std::string_view(table));
  while (statement.step()) columns.insert(statement.display(0));
  return columns;
}

std::map<std::int64_t, std::string> enumOf(const Connection& connection, const std::string& table, const char* text) {
  std::map<std::int64_t, std::string> labels;
  const std::set<std::string> columns = columnsOf(connection, table);
  if (!columns.contains("id") || !columns.contains(text)) return labels;
  Statement statement = connection.prepare(std::string("SELECT id, ") + text + " FROM " + table + kFirstRows);
  while (statement.step())
    if (statement.isInteger(0)) labels[statement.integer(0)] = statement.display(1);
  return labels;
}

std::map<std::int64_t, GpuLimits> limitsOf(const Connection& connection) {
  std::map<std::int64_t, GpuLimits> limits;
  const std::set<std::string> columns = columnsOf(connection, "TARGET_INFO_GPU");
  if (!columns.contains("id")) return limits;
  std::string sql = std::string("SELECT ") + (columns.contains("cuDevice") ? "coalesce(cuDevice, id)" : "id");
  for (const char* column : {"smCount", "maxWarpsPerSm", "maxBlocksPerSm", "maxRegistersPerSm", "maxShmemPerSm", "threadsPerWarp"})
    sql += columns.contains(column) ? std::string(", ") + column : ", NULL";
  Statement row = connection.prepare(sql + " FROM TARGET_INFO_GPU" + kFirstRows);
  while (row.step()) {
    if (!row.isInteger(0)) continue;
    const auto at = [&](int column) { return row.isInteger(column) ? std::max<std::int64_t>(0, row.integer(column)) : 0; };
    limits[row.integer(0)] = {at(1), at(2), at(3), at(4), at(5), at(6)};
  }
  return limits;
}

double theoreticalOccupancy(const LaunchShape& shape, const GpuLimits& limits) {
  constexpr std::int64_t kRegisterUnit = 256, kWarpUnit = 4, kSharedUnit = 128, kSystemShared = 1024;
  constexpr std::int64_t kAbsurd = 1 << 24;  // a damaged row
  if (!limits.known() || shape.threads <= 0 || shape.threads > kAbsurd || shape.registers < 0 || shape.registers > kAbsurd || shape.sharedBytes < 0 ||
      shape.sharedBytes > kAbsurd || limits.threadsPerWarp > 1024)
    return -1;
  const auto up = [](std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; };
  const std::int64_t warps = up(shape.threads, limits.threadsPerWarp) / limits.threadsPerWarp;
  std::int64_t blocks = std::min(limits.blocks, limits.warps / warps);
  if (shape.registers > 0) {
    const std::int64_t ofWarp = up(shape.registers * limits.threadsPerWarp, kRegisterUnit);
    blocks = std::min(blocks, limits.registers / ofWarp / kWarpUnit * kWarpUnit / warps);
  }
  blocks = std::min(blocks, limits.sharedBytes / up(shape.sharedBytes + kSystemShared, kSharedUnit));
  return std::min(1.0, static_cast<double>(blocks * warps) / static_cast<double>(limits.warps));
}

}  // namespace stepscope::nsight
