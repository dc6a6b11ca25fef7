// Common functions of the readers of single tables: rows, names, threads, streams. Tables exist only if something was recorded for them, columns
// differ between versions, and the numbers of enumerations differ from CUPTI's: so the tables and columns are checked first, and meanings are read
// from the ENUM_ tables. Times are in nanoseconds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "profiler/io/assembler.h"
#include "profiler/io/importers.h"
#include "profiler/io/nsight/nsight_database.h"

namespace stepscope::nsight {

class EventRecords;

class NsightReader {
 public:
  NsightReader(const std::string& path, const std::string& database, ProgressReport& report);

  // Reads a table, if it exists. `columns`: those wanted; absent ones read as NULL. `row` gets a statement with rowid as column 0.
  bool read(Table table, const std::vector<std::string>& columns, const std::function<void(const Statement&)>& row);
  bool has(Table table) const { return tables.contains(kTables[table]); }
  // Runs `read` if the table has these columns. A damaged table is only noted; errors that may pass are thrown.
  void optionally(const char* table, std::initializer_list<const char*> needed, const std::function<void()>& read);

  std::uint32_t nameOf(std::int64_t id);  // the name with that id in StringIds
  std::uint32_t threadOf(std::int64_t globalTid);
  std::uint32_t gpuProcess(std::int32_t device);
  std::uint32_t streamOf(std::int32_t device, std::int64_t globalPid, std::int64_t stream);
  std::uint32_t correlationOf(std::int64_t globalPid, const Statement& row, int column);
  std::uint32_t correlation(std::int64_t process, std::int64_t number);  // 0: none
  // Sets time and duration from start and end in columns 1 and 2. False (and a note) if they are missing or out of range.
  bool times(const Statement& row, SpanInput& span);

  static std::int64_t process(std::int64_t globalId) { return globalId >> 24 & 0xFFFFFF; }
  static std::uint64_t handle(Table table, const Statement& row) {
    return static_cast<std::uint64_t>(table) << kRowBits | (static_cast<std::uint64_t>(row.integer(0)) & ((std::uint64_t{1} << kRowBits) - 1));
  }
  static std::int64_t integerOr(const Statement& row, int column, std::int64_t otherwise) {
    return row.isNull(column) ? otherwise : row.integer(column);
  }
  static std::int32_t deviceOf(std::int64_t id);

  const std::string &path, &databasePath;
  std::unique_ptr<Connection> database;
  ProgressReport& report;
  ImportProgress progress;
  TraceAssembler assembler;
  std::set<std::string> tables;
  std::map<std::int64_t, std::uint32_t> threads;  // by globalTid

  void readNames();
  void forgetNames() { nameQuery_ = {}; }

 private:
  std::map<std::int64_t, std::uint32_t> names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> correlations_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> streams_;
  Statement nameQuery_;
};

// The readers of the tables, one per file. readGpuWork: kernels, graphs, copies, fills, waits, events.
void readGpuWork(NsightReader& reader, const EventRecords& records);
void readGpuMemory(NsightReader& reader);   // memory in use by kind, page faults of unified memory
void readGpuMetrics(NsightReader& reader);  // hardware counters
void readHostCalls(NsightReader& reader);   // CUDA, libraries, MPI, samples of the CPU
void readRanges(NsightReader& reader);      // NVTX

}  // namespace stepscope::nsight
