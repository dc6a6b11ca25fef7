// SQLite exports of Nsight Systems ("nsys export --type sqlite").
#include <algorithm>
#include <string_view>

#include "core/base/error.h"
#include "profiler/io/importers.h"
#include "profiler/io/nsight/nsight_arguments.h"
#include "profiler/io/nsight/nsight_events.h"
#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope {
namespace {

using namespace nsight;

// Names of threads, processes and GPUs, and Nsight Systems' own messages.
void readDiagnostics(NsightReader& reader) {
  reader.optionally("ThreadNames", {"nameId", "globalTid"}, [&] {
    Statement row = reader.database->prepare(std::string("SELECT globalTid, nameId FROM ThreadNames") + kFirstRows);
    while (row.step()) {
      if (row.isNull(0) || row.isNull(1)) continue;
      const auto thread = reader.threads.find(row.integer(0));
      if (thread == reader.threads.end()) continue;
      const std::string name(reader.assembler.names.name(reader.nameOf(row.integer(1))));
      reader.assembler.nameThread(thread->second, "thread " + std::to_string(row.integer(0) & 0xFFFFFF) + " (" + name + ")");
    }
  });
  reader.optionally("PROCESSES", {"globalPid", "name"}, [&] {
    Statement row = reader.database->prepare(std::string("SELECT globalPid, name FROM PROCESSES") + kFirstRows);
    while (row.step())
      for (TraceProcess& process : reader.assembler.base.processes)
        if (!row.isNull(0) && process.id == std::to_string(NsightReader::process(row.integer(0)))) process.name = row.display(1);
  });
  reader.optionally("TARGET_INFO_GPU", {"id", "name"}, [&] {
    const std::set<std::string> columns = columnsOf(*reader.database, "TARGET_INFO_GPU");
    Statement row = reader.database->prepare(std::string("SELECT ") + (columns.contains("cuDevice") ? "coalesce(cuDevice, id)" : "id") + ", name, " +
                                             (columns.contains("totalMemory") ? "totalMemory" : "NULL") + ", " +
                                             (columns.contains("smCount") ? "smCount" : "NULL") + " FROM TARGET_INFO_GPU" + kFirstRows);
    while (row.step()) {
      if (row.isNull(0)) continue;
      TraceDevice& device = reader.assembler.base.devices.emplace_back();
      device.id = static_cast<std::int32_t>(row.integer(0));
      device.name = row.display(1);
      if (!row.isNull(2)) device.memoryBytes = row.integer(2);
      if (!row.isNull(3)) device.multiprocessors = static_cast<std::int32_t>(row.integer(3));
    }
  });
  reader.optionally("DIAGNOSTIC_EVENT", {"severity", "text"}, [&] {
    const auto severities = enumOf(*reader.database, "ENUM_DIAGNOSTIC_SEVERITY_LEVEL", "label");
    Statement row = reader.database->prepare(std::string("SELECT severity, text FROM DIAGNOSTIC_EVENT") + kFirstRows);
    while (row.step()) {
      const auto severity = row.isNull(0) ? severities.end() : severities.find(row.integer(0));
      const bool grave =
          severity != severities.end() && (severity->second == "Warning" || severity->second == "Error" || severity->second == "Fatal");
      if (grave) reader.assembler.note("Nsight Systems: " + row.display(1).substr(0, 300), false);
    }
  });
}

// Tables of events that nothing here reads are reported.
void noteOthers(NsightReader& reader) {
  const auto isEvents = [](std::string_view table) {
    // A later version of a known table: "NVTX_EVENTS_V3".
    if (const std::size_t version = table.rfind("_V"); version != std::string_view::npos && version + 2 < table.size() &&
                                                       table.find_first_not_of("0123456789", version + 2) == std::string_view::npos)
      table = table.substr(0, version);
    return table.starts_with("CUPTI_ACTIVITY_KIND_") || table.ends_with("_EVENTS") || table.ends_with("_API") || table.ends_with("_WORKLOAD");
  };
  for (const std::string& table : reader.tables) {
    if (!isEvents(table) || std::find(std::begin(kTables), std::end(kTables), table) != std::end(kTables)) continue;
    if (!std::all_of(table.begin(), table.end(), [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; })) continue;
    reader.optionally(table.c_str(), {}, [&] {
      if (Statement row = reader.database->prepare("SELECT 1 FROM " + table + " LIMIT 1"); row.step())
        reader.assembler.note("the table " + table + " is not shown", false);
    });
  }
}

Trace readExport(const ImportSource& source) {
  NsightReader reader(source.path, source.readable, source.report);
  Statement list = reader.database->prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  while (list.step()) reader.tables.insert(list.display(0));
  const bool any = std::any_of(std::begin(kTables), std::end(kTables), [&](const char* table) { return reader.tables.contains(table); });
  if (std::any_of(reader.tables.begin(), reader.tables.end(), [](const std::string& table) { return table.starts_with("rocpd_"); }))
    throw Error(ErrorKind::Input, source.path, "this is a database of AMD's rocprofv3 (rocpd), which is not supported",
                "Record with PyTorch's profiler, or convert: rocpd convert -i FILE -f pftrace, then traceconv json FILE out.json");
  if (!any && !reader.tables.contains("META_DATA_EXPORT"))
    throw Error(ErrorKind::Input, source.path, "this SQLite file is not an export of Nsight Systems: it has none of its tables",
                "Export a report with: nsys export --type sqlite");
  if (isCutOff(source.readable)) reader.assembler.noteEnd("the SQLite file is cut off; what could be read of it is shown", false);
  reader.readNames();
  for (const Table table : {Kernel, Runtime})
    if (!reader.has(table) && !(table == Kernel && reader.has(GraphTrace)))
      reader.assembler.note(std::string("the export has no table ") + kTables[table] + ": nothing of that kind was recorded", false);
  readRanges(reader);
  const EventRecords records(reader);
  if (!records.empty()) orderCorrelations(reader);
  readHostCalls(reader);
  readGpuWork(reader, records);
  readGpuMemory(reader);
  readGpuMetrics(reader);
  readDiagnostics(reader);
  noteOthers(reader);
  reader.forgetNames();
  const std::int64_t rows = reader.progress.events;
  reader.progress.bytesRead = reader.progress.bytes;
  reader.assembler.nameSteps(source.options.step);
  Trace trace = reader.assembler.finish([&] { return source.report.cancelled(); });
  trace.events = std::max<std::int64_t>(0, rows - trace.dropped);
  return trace;
}

}  // namespace

Trace importNsight(const ImportSource& source) {
  try {
    Trace trace = readExport(source);
    trace.source = source.path;
    trace.arguments = nsightArguments(source.path, source.readable, source.keep);
    return trace;
  } catch (const DatabaseError& error) {
    notReadable(source.path, error);
  }
}

}  // namespace stepscope
