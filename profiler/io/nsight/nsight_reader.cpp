#include "profiler/io/nsight/nsight_reader.h"

#include <algorithm>

#include "profiler/io/text_source.h"

namespace stepscope::nsight {

NsightReader::NsightReader(const std::string& path, const std::string& database, ProgressReport& report)
    : path(path), databasePath(database), database(connect(database)), report(report) {
  progress.bytes = identityOf(database).bytes;
}

bool NsightReader::read(Table table, const std::vector<std::string>& columns, const std::function<void(const Statement&)>& row) {
  if (!has(table)) return false;
  const auto damaged = [&] { assembler.note(std::string("the table ") + kTables[table] + " is damaged; what could be read of it is shown", false); };
  try {
    const std::set<std::string> there = columnsOf(*database, kTables[table]);
    std::string sql = "SELECT rowid";
    for (const std::string& column : columns) sql += there.contains(column) ? ", " + column : ", NULL";
    // In the order of the table, by rowid. In a damaged file pages may be reached repeatedly without end.
    Statement statement = database->prepare(sql + " FROM " + kTables[table] + " NOT INDEXED");
    std::optional<std::int64_t> last;
    while (statement.step()) {
      const std::int64_t rowid = statement.integer(0);
      if (last && rowid <= *last) {
        damaged();
        break;
      }
      last = rowid;
      if ((++progress.events & 0xFFF) == 0) report(progress);
      row(statement);
    }
  } catch (const DatabaseError& error) {
    if (error.passing()) throw;
    damaged();
  }
  return true;
}

void NsightReader::optionally(const char* table, std::initializer_list<const char*> needed, const std::function<void()>& read) {
  if (!tables.contains(table)) return;
  try {
    const std::set<std::string> columns = columnsOf(*database, table);
    for (const char* column : needed)
      if (!columns.contains(column)) return;
    read();
  } catch (const DatabaseError& error) {
    if (error.passing()) throw;
    assembler.note(std::string("the table ") + table + " is damaged", false);
  }
}

std::uint32_t NsightReader::nameOf(std::int64_t id) {
  const auto known = names_.find(id);
  if (known != names_.end()) return known->second;
  std::string name = "(name " + std::to_string(id) + ")";
  if (nameQuery_) try {
      nameQuery_.reset();
      nameQuery_.bind(1, id);
      if (nameQuery_.step()) name = nameQuery_.display(0);
    } catch (const DatabaseError& error) {
      if (error.passing()) throw;
      assembler.note("a name in the table StringIds is damaged", false);
    }
  return names_[id] = assembler.names.intern(name);
}

std::uint32_t NsightReader::threadOf(std::int64_t globalTid) {
  const auto known = threads.find(globalTid);
  if (known != threads.end()) return known->second;
  const std::uint32_t owner = assembler.process(std::to_string(process(globalTid)));
  return threads[globalTid] = assembler.thread(owner, std::to_string(globalTid & 0xFFFFFF));
}

std::uint32_t NsightReader::gpuProcess(std::int32_t device) {
  const std::uint32_t gpu = assembler.process("GPU " + std::to_string(device));
  TraceProcess& info = assembler.processInfo(gpu);
  info.labels = "GPU " + std::to_string(device);
  info.sortOrder = 5'000'000 + device;  // after the processes, as in Kineto's traces
  return gpu;
}

// A GPU is a separate process; streams of several processes with the same number stay separate.
std::uint32_t NsightReader::streamOf(std::int32_t device, std::int64_t globalPid, std::int64_t stream) {
  const auto [entry, added] = streams_.try_emplace({std::int64_t{device} << 32 | process(globalPid), stream}, 0);
  if (added) {
    entry->second = assembler.thread(gpuProcess(device), std::to_string(process(globalPid)) + ":" + std::to_string(stream));
    assembler.orderThread(entry->second, static_cast<int>(std::clamp<std::int64_t>(stream, -1, 1'000'000)));
  }
  return entry->second;
}

// The numbers of correlations repeat in every process.
std::uint32_t NsightReader::correlationOf(std::int64_t globalPid, const Statement& row, int column) {
  return row.isNull(column) ? 0 : correlation(process(globalPid), row.integer(column));
}

std::uint32_t NsightReader::correlation(std::int64_t process, std::int64_t number) {
  if (number == 0) return 0;
  const auto next = static_cast<std::uint32_t>(correlations_.size() + 1);
  return correlations_.try_emplace({process, number}, next).first->second;
}

bool NsightReader::times(const Statement& row, SpanInput& span) {
  if (row.isNull(1) || row.isNull(2)) {
    assembler.note("start or end is missing", true);
    return false;
  }
  span.time = row.integer(1);
  if (__builtin_sub_overflow(row.integer(2), span.time, &span.duration)) {
    assembler.note("start or end is out of range", true);
    return false;
  }
  return true;
}

std::int32_t NsightReader::deviceOf(std::int64_t id) {
  constexpr std::int64_t kMostDevices = 1024;
  return id >= 0 && id < kMostDevices ? static_cast<std::int32_t>(id) : id == INT32_MAX ? 0 : id < 0 ? 0 : kMostDevices - 1;
}

void NsightReader::readNames() {
  if (!tables.contains("StringIds")) return assembler.note("the export has no table StringIds: names are numbers", false);
  try {
    nameQuery_ = database->prepare("SELECT value FROM StringIds WHERE id = ?");
  } catch (const DatabaseError& error) {
    if (error.passing()) throw;
    assembler.note("the table StringIds has other columns than an export of Nsight Systems, or is damaged: names are numbers", false);
  }
}

}  // namespace stepscope::nsight
