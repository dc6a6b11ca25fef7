// SQLite exports of Nsight Systems ("nsys export --type sqlite"). Tables are made only when something was recorded for them, columns come
// and go with the version, and the numbers of an enumeration differ from CUPTI's: what is there is asked first, meanings are read from the
// ENUM_ tables. Times are nanoseconds already.
#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "core/base/error.h"
#include "core/store/database.h"
#include "profiler/io/assembler.h"
#include "profiler/io/importers.h"
#include "profiler/io/text_source.h"

namespace stepscope {
namespace {

// The tables of events. A handle of arguments is the number of the table here and the number of its row.
constexpr const char* kTables[] = {"CUPTI_ACTIVITY_KIND_KERNEL",
                                   "CUPTI_ACTIVITY_KIND_MEMCPY",
                                   "CUPTI_ACTIVITY_KIND_MEMSET",
                                   "CUPTI_ACTIVITY_KIND_RUNTIME",
                                   "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                   "NVTX_EVENTS",
                                   "CUPTI_ACTIVITY_KIND_OVERHEAD",
                                   "PROFILER_OVERHEAD",
                                   "OSRT_API",
                                   "CUDNN_EVENTS",
                                   "CUBLAS_EVENTS",
                                   "CUDA_GPU_MEMORY_USAGE_EVENTS"};
enum Table : std::uint64_t {
  Kernel,
  Memcpy,
  Memset,
  Runtime,
  Synchronization,
  Nvtx,
  Overhead,
  ProfilerOverhead,
  OsRuntime,
  CuDnn,
  CuBlas,
  MemoryUsage
};
constexpr int kRowBits = 48;
// Of tables that are short in every sound export. A damaged one may never end.
constexpr const char* kFirstRows = " LIMIT 10000";

[[noreturn]] void notReadable(const std::string& path, const DatabaseError& error) {
  if (error.primaryCode() == SQLITE_NOMEM)  // most often a length that no sound file holds
    throw Error(ErrorKind::Input, path, "the SQLite file asks for more memory than there is, which a damaged one may do",
                "Export the report again with: nsys export --type sqlite");
  if (error.kind() == ErrorKind::Input)
    throw Error(ErrorKind::Input, path,
                error.damaged() ? "the SQLite file is damaged" : "the SQLite file cannot be read: " + error.happened(),
                "Export the report again with: nsys export --type sqlite");
  throw Error(error.kind(), path, "the SQLite file cannot be read: " + error.happened(), "Check its permissions and the disk");
}

// Whether the file is shorter than its header says: a copy that was broken off. ("Database File Format", sqlite.org, section 1.3: the page
// size at 16, the number of pages at 28, which counts when the numbers at 24 and 92 are equal.)
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
  if (isCutOff(database))
    connection->execute("PRAGMA writable_schema=1");  // else SQLite reads none of it
  else
    sqlite3_db_config(connection->get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
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

class NsightArguments : public ArgumentSource {
 public:
  NsightArguments(std::string path, std::string database, std::shared_ptr<const void> keep)
      : path_(std::move(path)), database_(std::move(database)), keep_(std::move(keep)) {}

  std::string json(std::uint64_t handle) const override {
    const std::uint64_t table = handle >> kRowBits;
    if (table >= std::size(kTables)) return "{}";
    const std::lock_guard lock(mutex_);
    try {
      if (!connection_) connection_ = connect(database_);
      Statement& row = statement(std::string("SELECT * FROM ") + kTables[table] + " WHERE rowid = ?");
      row.bind(1, static_cast<std::int64_t>(handle & ((std::uint64_t{1} << kRowBits) - 1)));
      nlohmann::ordered_json json = nlohmann::ordered_json::object();
      if (row.step())
        for (int i = 0; i < row.columns(); ++i) {
          if (row.isNull(i)) continue;
          const std::string column = row.columnName(i);
          if (row.isInteger(i)) {
            const std::int64_t value = row.integer(i);
            json[column] = value;
            if (column.ends_with("Name") || column.ends_with("nameId") || column == "textId")
              describe("StringIds", "value", column, value, json);
            if (column == "srcKind" || column == "dstKind" || column == "memKind")
              describe("ENUM_CUDA_MEM_KIND", "label", column, value, json);
            if (column == "copyKind") describe("ENUM_CUDA_MEMCPY_OPER", "label", column, value, json);
          } else {
            json[column] = row.display(i);
          }
        }
      return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    } catch (const DatabaseError& error) {
      notReadable(path_, error);
    }
  }

 private:
  void describe(const char* table, const char* text, const std::string& column, std::int64_t id, nlohmann::ordered_json& json) const {
    const bool there = isDescribed(table, text);
    if (!there) return;
    Statement& row = statement(std::string("SELECT ") + text + " FROM " + table + " WHERE id = ?");
    row.bind(1, id);
    if (row.step()) json[column] = row.display(0);
  }
  bool isDescribed(const char* table, const char* text) const {
    auto known = described_.find(table);
    if (known == described_.end()) known = described_.emplace(table, columnsOf(*connection_, table).contains(text)).first;
    return known->second;
  }
  // Prepared once, ready to be bound.
  Statement& statement(const std::string& sql) const {
    Statement& known = statements_[sql];
    if (known)
      known.reset();
    else
      known = connection_->prepare(sql);
    return known;
  }

  std::string path_, database_;
  std::shared_ptr<const void> keep_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Connection> connection_;
  mutable std::map<std::string, Statement> statements_;
  mutable std::map<std::string, bool> described_;
};

class NsightImport {
 public:
  NsightImport(const std::string& path, const std::string& database, ProgressReport& report)
      : path_(path), databasePath_(database), database_(connect(database)), report_(report) {
    progress_.bytes = identityOf(database).bytes;
  }
  Trace run();

 private:
  // Reads a table, if there is one. `columns`: those wanted; absent ones read as NULL. `row` gets a statement with rowid as column 0.
  template <typename Row>
  bool read(Table table, const std::vector<std::string>& columns, Row row);
  std::uint32_t nameOf(std::int64_t id);
  std::uint32_t threadOf(std::int64_t globalTid);
  std::uint32_t streamOf(std::int32_t device, std::int64_t globalPid, std::int64_t stream);
  std::uint32_t correlationOf(std::int64_t globalPid, const Statement& row, int column);
  // start and end in columns 1 and 2. Nothing when they are not there.
  bool times(const Statement& row, SpanInput& span);
  void gpuWork();
  void hostCalls();
  void ranges();
  void readNames();
  void diagnostics();

  static std::int64_t process(std::int64_t globalId) { return globalId >> 24 & 0xFFFFFF; }
  static std::uint64_t handle(Table table, const Statement& row) {
    return static_cast<std::uint64_t>(table) << kRowBits |
           (static_cast<std::uint64_t>(row.integer(0)) & ((std::uint64_t{1} << kRowBits) - 1));
  }

  const std::string &path_, &databasePath_;
  std::unique_ptr<Connection> database_;
  ProgressReport& report_;
  ImportProgress progress_;
  TraceAssembler assembler_;
  std::set<std::string> tables_;
  std::map<std::int64_t, std::uint32_t> names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> correlations_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> streams_;
  std::map<std::int64_t, std::uint32_t> threads_;
  Statement nameQuery_;
};

template <typename Row>
bool NsightImport::read(Table table, const std::vector<std::string>& columns, Row row) {
  if (!tables_.contains(kTables[table])) return false;
  const auto damaged = [&] {
    assembler_.note(std::string("the table ") + kTables[table] + " is damaged; what could be read of it is shown", false);
  };
  try {
    const std::set<std::string> there = columnsOf(*database_, kTables[table]);
    std::string sql = "SELECT rowid";
    for (const std::string& column : columns) sql += there.contains(column) ? ", " + column : ", NULL";
    // In the order of the table itself, which is that of the rowids. In a damaged file pages may be reached again and again, on and on.
    Statement statement = database_->prepare(sql + " FROM " + kTables[table] + " NOT INDEXED");
    std::optional<std::int64_t> last;
    while (statement.step()) {
      const std::int64_t rowid = statement.integer(0);
      if (last && rowid <= *last) {
        damaged();
        break;
      }
      last = rowid;
      if ((++progress_.events & 0xFFF) == 0) report_(progress_);
      row(statement);
    }
  } catch (const DatabaseError& error) {
    if (error.passing()) throw;
    damaged();
  }
  return true;
}

std::uint32_t NsightImport::nameOf(std::int64_t id) {
  const auto known = names_.find(id);
  if (known != names_.end()) return known->second;
  std::string name = "(name " + std::to_string(id) + ")";
  if (nameQuery_) try {
      nameQuery_.reset();
      nameQuery_.bind(1, id);
      if (nameQuery_.step()) name = nameQuery_.display(0);
    } catch (const DatabaseError& error) {
      if (error.passing()) throw;
      assembler_.note("a name in the table StringIds is damaged", false);
    }
  return names_[id] = assembler_.names.intern(name);
}

std::uint32_t NsightImport::threadOf(std::int64_t globalTid) {
  const auto known = threads_.find(globalTid);
  if (known != threads_.end()) return known->second;
  const std::uint32_t owner = assembler_.process(std::to_string(process(globalTid)));
  return threads_[globalTid] = assembler_.thread(owner, std::to_string(globalTid & 0xFFFFFF));
}

// A GPU is a process of its own; streams of several processes with one number stay apart.
std::uint32_t NsightImport::streamOf(std::int32_t device, std::int64_t globalPid, std::int64_t stream) {
  const auto [entry, added] = streams_.try_emplace({std::int64_t{device} << 32 | process(globalPid), stream}, 0);
  if (added) {
    const std::uint32_t gpu = assembler_.process("GPU " + std::to_string(device));
    TraceProcess& info = assembler_.processInfo(gpu);
    info.labels = "GPU " + std::to_string(device);
    info.sortOrder = 5'000'000 + device;  // behind the processes, as in Kineto's traces
    entry->second = assembler_.thread(gpu, std::to_string(process(globalPid)) + ":" + std::to_string(stream));
    assembler_.orderThread(entry->second, static_cast<int>(std::clamp<std::int64_t>(stream, -1, 1'000'000)));
  }
  return entry->second;
}

// The numbers repeat in every process.
std::uint32_t NsightImport::correlationOf(std::int64_t globalPid, const Statement& row, int column) {
  if (row.isNull(column) || row.integer(column) == 0) return 0;
  const auto next = static_cast<std::uint32_t>(correlations_.size() + 1);
  return correlations_.try_emplace({process(globalPid), row.integer(column)}, next).first->second;
}

bool NsightImport::times(const Statement& row, SpanInput& span) {
  if (row.isNull(1) || row.isNull(2)) {
    assembler_.note("start or end is missing", true);
    return false;
  }
  span.time = row.integer(1);
  if (__builtin_sub_overflow(row.integer(2), span.time, &span.duration)) {
    assembler_.note("start or end is out of range", true);
    return false;
  }
  return true;
}

void NsightImport::gpuWork() {
  const auto integerOr = [](const Statement& row, int column, std::int64_t otherwise) {
    return row.isNull(column) ? otherwise : row.integer(column);
  };
  // Columns 3 to 6: device, stream, process, correlation.
  const auto place = [&](const Statement& row, SpanInput& span) {
    const std::int64_t stream = integerOr(row, 4, -1), pid = integerOr(row, 5, 0);
    span.device = static_cast<std::int32_t>(std::clamp<std::int64_t>(integerOr(row, 3, 0), 0, 1023));
    span.stream = stream >= 0 && stream <= INT32_MAX ? static_cast<std::int32_t>(stream) : -1;
    span.thread = streamOf(span.device, pid, span.stream);
    span.correlation = correlationOf(pid, row, 6);
  };
  // The work of a table; its columns behind the common ones tell the name.
  const auto work = [&](Table table, SpanKind kind, std::initializer_list<const char*> more, const auto& nameOfRow) {
    std::vector<std::string> columns{"start", "end", "deviceId", "streamId", "globalPid", "correlationId"};
    columns.insert(columns.end(), more.begin(), more.end());
    read(table, columns, [&](const Statement& row) {
      SpanInput span;
      span.kind = kind;
      if (!times(row, span)) return;
      place(row, span);
      if (kind == SpanKind::Sync) span.correlation = 0;
      span.name = nameOfRow(row);
      span.arguments = handle(table, row);
      assembler_.span(span);
    });
  };
  work(Kernel, SpanKind::Kernel, {"demangledName", "shortName"},
       [&](const Statement& row) { return nameOf(integerOr(row, 7, integerOr(row, 8, -1))); });
  const auto operations = enumOf(*database_, "ENUM_CUDA_MEMCPY_OPER", "label"), kinds = enumOf(*database_, "ENUM_CUDA_MEM_KIND", "label");
  const auto labelOf = [](const std::map<std::int64_t, std::string>& labels, std::int64_t id) {
    const auto found = labels.find(id);
    return found == labels.end() ? std::to_string(id) : found->second;
  };
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::uint32_t> copies;
  work(Memcpy, SpanKind::Memcpy, {"copyKind", "srcKind", "dstKind"}, [&](const Statement& row) {
    const std::tuple copy(integerOr(row, 7, -1), integerOr(row, 8, -1), integerOr(row, 9, -1));
    const auto [entry, added] = copies.try_emplace(copy, 0);
    if (added)
      entry->second = assembler_.names.intern("Memcpy " + labelOf(operations, std::get<0>(copy)) + " (" +
                                              labelOf(kinds, std::get<1>(copy)) + " -> " + labelOf(kinds, std::get<2>(copy)) + ")");
    return entry->second;
  });
  work(Memset, SpanKind::Memset, {"memKind"}, [&](const Statement& row) {
    return assembler_.names.intern("Memset (" + (row.isNull(7) ? "Device" : labelOf(kinds, row.integer(7))) + ")");
  });
  const auto waits = enumOf(*database_, "ENUM_CUPTI_SYNC_TYPE", "label");
  work(Synchronization, SpanKind::Sync, {"syncType", "deprecatedSyncType"},
       [&](const Statement& row) { return assembler_.names.intern(labelOf(waits, integerOr(row, 7, integerOr(row, 8, 0)))); });
  struct Allocation {
    std::int64_t time, device;
    double bytes;  // negative: released
  };
  std::vector<Allocation> allocations;
  read(MemoryUsage, {"start", "deviceId", "bytes", "memoryOperationType", "memKind"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(3)) return assembler_.note("start or bytes is missing", true);
    const double bytes = static_cast<double>(row.integer(3));
    allocations.push_back({row.integer(1), integerOr(row, 2, 0), integerOr(row, 4, 0) == 1 ? -bytes : bytes});
  });
  std::stable_sort(allocations.begin(), allocations.end(), [](const Allocation& a, const Allocation& b) { return a.time < b.time; });
  std::map<std::int64_t, double> inUse;
  for (const Allocation& allocation : allocations)
    assembler_.sample(assembler_.process("GPU " + std::to_string(allocation.device)), "memory in use", allocation.time,
                      inUse[allocation.device] += allocation.bytes);
}

void NsightImport::hostCalls() {
  const auto calls = [&](Table table, SpanKind kind, const char* beside) {
    read(table, {"start", "end", "globalTid", "correlationId", "nameId"}, [&](const Statement& row) {
      SpanInput span;
      span.kind = kind;
      if (!times(row, span)) return;
      const std::int64_t tid = row.isNull(3) ? 0 : row.integer(3);
      // Overhead overlaps what it slows: it stands beside the threads.
      span.thread = beside ? assembler_.thread(assembler_.process(std::to_string(process(tid))), beside) : threadOf(tid);
      span.correlation = kind == SpanKind::Runtime ? correlationOf(tid, row, 4) : 0;
      span.name = nameOf(row.isNull(5) ? -1 : row.integer(5));
      span.arguments = handle(table, row);
      assembler_.span(span);
    });
  };
  calls(Runtime, SpanKind::Runtime, nullptr);
  calls(Overhead, SpanKind::Overhead, "profiler overhead");
  calls(ProfilerOverhead, SpanKind::Overhead, "profiler overhead");
  calls(OsRuntime, SpanKind::Other, nullptr);
  calls(CuDnn, SpanKind::Other, nullptr);
  calls(CuBlas, SpanKind::Other, nullptr);
}

void NsightImport::ranges() {
  std::int64_t pushPop = 59, startEnd = 60, mark = 34;
  for (const auto& [id, name] : enumOf(*database_, "ENUM_NSYS_EVENT_TYPE", "name")) {
    if (name == "NvtxPushPopRange") pushPop = id;
    if (name == "NvtxStartEndRange") startEnd = id;
    if (name == "NvtxMark") mark = id;
  }
  const std::uint32_t category = assembler_.category("NVTX start and end ranges");
  std::uint64_t number = 0;
  read(Nvtx, {"start", "end", "eventType", "globalTid", "text", "textId"}, [&](const Statement& row) {
    const std::int64_t type = row.isNull(3) ? pushPop : row.integer(3);
    if (type != pushPop && type != startEnd && type != mark) return assembler_.note("NVTX records that are no range and no mark", true);
    SpanInput span;
    span.kind = SpanKind::Annotation;
    span.thread = threadOf(row.isNull(4) ? 0 : row.integer(4));
    if (!row.isNull(5)) {
      // torch.autograd.profiler.emit_nvtx numbers every call: "aten::mul, op_id = 314290". The whole text is in the arguments.
      std::string text = row.display(5);
      for (const char* counted : {", seq = ", ", op_id = ", ", sizes = "})
        if (const std::size_t at = text.find(counted); at != std::string::npos) text.resize(at);
      span.name = assembler_.names.intern(text);
    } else {
      span.name = nameOf(row.isNull(6) ? -1 : row.integer(6));
    }
    span.arguments = handle(Nvtx, row);
    if (row.isNull(1)) return assembler_.note("start or end is missing", true);
    if (type == mark || row.isNull(2)) {
      if (type != mark) assembler_.note("an NVTX range without an end, drawn as a moment", false);
      span.time = row.integer(1);
      return assembler_.mark(span);
    }
    if (!times(row, span)) return;
    if (type == pushPop) return assembler_.span(span);
    if (span.duration < 0) return assembler_.note("duration is negative", true);
    assembler_.asyncBegin(span, category, ++number);
    assembler_.asyncEnd(span.thread, span.time + span.duration, category, number);
  });
}

void NsightImport::readNames() {
  if (!tables_.contains("StringIds")) return assembler_.note("the export has no table StringIds: names are numbers", false);
  try {
    nameQuery_ = database_->prepare("SELECT value FROM StringIds WHERE id = ?");
  } catch (const DatabaseError& error) {
    if (error.passing()) throw;
    assembler_.note("the table StringIds has other columns than an export of Nsight Systems, or is damaged: names are numbers", false);
  }
}

// Names of threads, processes and GPUs, and what Nsight Systems itself has to say. None of it is worth failing for.
void NsightImport::diagnostics() {
  const auto optionally = [&](const char* table, std::initializer_list<const char*> needed, auto read) {
    if (!tables_.contains(table)) return;
    try {
      const std::set<std::string> columns = columnsOf(*database_, table);
      for (const char* column : needed)
        if (!columns.contains(column)) return;
      read();
    } catch (const DatabaseError& error) {
      if (error.passing()) throw;
      assembler_.note(std::string("the table ") + table + " is damaged", false);
    }
  };
  optionally("ThreadNames", {"nameId", "globalTid"}, [&] {
    Statement row = database_->prepare(std::string("SELECT globalTid, nameId FROM ThreadNames") + kFirstRows);
    while (row.step()) {
      if (row.isNull(0) || row.isNull(1)) continue;
      const auto thread = threads_.find(row.integer(0));
      if (thread == threads_.end()) continue;
      const std::string name(assembler_.names.name(nameOf(row.integer(1))));
      assembler_.nameThread(thread->second, "thread " + std::to_string(row.integer(0) & 0xFFFFFF) + " (" + name + ")");
    }
  });
  optionally("PROCESSES", {"globalPid", "name"}, [&] {
    Statement row = database_->prepare(std::string("SELECT globalPid, name FROM PROCESSES") + kFirstRows);
    while (row.step())
      for (TraceProcess& process : assembler_.base.processes)
        if (!row.isNull(0) && process.id == std::to_string(this->process(row.integer(0)))) process.name = row.display(1);
  });
  optionally("TARGET_INFO_GPU", {"id", "name"}, [&] {
    const std::set<std::string> columns = columnsOf(*database_, "TARGET_INFO_GPU");
    Statement row = database_->prepare(std::string("SELECT id, name, ") + (columns.contains("totalMemory") ? "totalMemory" : "NULL") +
                                       ", " + (columns.contains("smCount") ? "smCount" : "NULL") + " FROM TARGET_INFO_GPU" + kFirstRows);
    while (row.step()) {
      if (row.isNull(0)) continue;
      TraceDevice& device = assembler_.base.devices.emplace_back();
      device.id = static_cast<std::int32_t>(row.integer(0));
      device.name = row.display(1);
      if (!row.isNull(2)) device.memoryBytes = row.integer(2);
      if (!row.isNull(3)) device.multiprocessors = static_cast<std::int32_t>(row.integer(3));
    }
  });
  optionally("DIAGNOSTIC_EVENT", {"severity", "text"}, [&] {
    const auto severities = enumOf(*database_, "ENUM_DIAGNOSTIC_SEVERITY_LEVEL", "label");
    Statement row = database_->prepare(std::string("SELECT severity, text FROM DIAGNOSTIC_EVENT") + kFirstRows);
    while (row.step()) {
      const auto severity = row.isNull(0) ? severities.end() : severities.find(row.integer(0));
      const bool grave =
          severity != severities.end() && (severity->second == "Warning" || severity->second == "Error" || severity->second == "Fatal");
      if (grave) assembler_.note("Nsight Systems: " + row.display(1).substr(0, 300), false);
    }
  });
}

Trace NsightImport::run() {
  Statement list = database_->prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  while (list.step()) tables_.insert(list.display(0));
  const bool any = std::any_of(std::begin(kTables), std::end(kTables), [&](const char* table) { return tables_.contains(table); });
  if (!any && !tables_.contains("META_DATA_EXPORT"))
    throw Error(ErrorKind::Input, path_, "this SQLite file is no export of Nsight Systems: it has none of its tables",
                "Export a report with: nsys export --type sqlite");
  if (isCutOff(databasePath_)) assembler_.noteEnd("the SQLite file is cut off; what could be read of it is shown", false);
  readNames();
  for (const Table table : {Kernel, Runtime})
    if (!tables_.contains(kTables[table]))
      assembler_.note(std::string("the export has no table ") + kTables[table] + ": nothing of that kind was recorded", false);
  ranges();
  hostCalls();
  gpuWork();
  diagnostics();
  nameQuery_ = {};
  const std::int64_t rows = progress_.events;
  progress_.bytesRead = progress_.bytes;
  Trace trace = assembler_.finish([&] { return report_.cancelled(); });
  trace.events = std::max<std::int64_t>(0, rows - trace.dropped);
  return trace;
}

}  // namespace

Trace importNsight(const ImportSource& source) {
  try {
    Trace trace = NsightImport(source.path, source.readable, source.report).run();
    trace.source = source.path;
    trace.arguments = std::make_shared<NsightArguments>(source.path, source.readable, source.keep);
    return trace;
  } catch (const DatabaseError& error) {
    notReadable(source.path, error);
  }
}

}  // namespace stepscope
