// Work of a GPU: kernels, whole CUDA graphs, copies, fills; the waits of streams and the events they recorded.
#include <tuple>

#include "profiler/io/nsight/nsight_events.h"
#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {
namespace {

std::string labelOf(const std::map<std::int64_t, std::string>& labels, std::int64_t id) {
  const auto found = labels.find(id);
  return found == labels.end() ? std::to_string(id) : found->second;
}

}  // namespace

void readGpuWork(NsightReader& reader, const EventRecords& records) {
  const auto integerOr = NsightReader::integerOr;
  TraceAssembler& assembler = reader.assembler;
  // Columns 3 to 6: device, stream, process, correlation.
  const auto place = [&](const Statement& row, SpanInput& span) {
    const std::int64_t stream = integerOr(row, 4, -1), pid = integerOr(row, 5, 0);
    span.device = NsightReader::deviceOf(integerOr(row, 3, 0));
    span.stream = stream >= 0 && stream <= INT32_MAX ? static_cast<std::int32_t>(stream) : -1;
    span.thread = reader.streamOf(span.device, pid, span.stream);
    span.correlation = reader.correlationOf(pid, row, 6);
  };
  const std::set<std::int64_t> eventWaits = records.empty() ? std::set<std::int64_t>() : eventWaitTypes(reader);
  // A stream that waits for an event: finds the other stream. Columns 9 and 10: the event, and the number of its record.
  const auto awaits = [&](const Statement& row, SpanInput& span) {
    span.correlation = 0;  // a wait starts no work
    if (row.isNull(6) || row.isNull(9) || !eventWaits.contains(integerOr(row, 7, integerOr(row, 8, -1)))) return;
    const std::int64_t process = NsightReader::process(integerOr(row, 5, 0));
    const EventRecord* record = records.awaited(process, row.integer(9), integerOr(row, 10, 0), row.integer(6));
    if (!record || record->device != span.device) return;
    span.correlation = reader.correlation(process, row.integer(6));
    span.awaitedStream = record->stream;
    span.eventRecord = reader.correlation(process, record->correlation);
  };
  // The work of a table. The columns after the common ones give the name.
  const auto work = [&](Table table, SpanKind kind, std::initializer_list<const char*> more, const auto& nameOfRow) {
    std::vector<std::string> columns{"start", "end", "deviceId", "streamId", "globalPid", "correlationId"};
    columns.insert(columns.end(), more.begin(), more.end());
    std::int64_t rows = 0;
    reader.read(table, columns, [&](const Statement& row) {
      SpanInput span;
      span.kind = kind;
      if (!reader.times(row, span)) return;
      if (kind != SpanKind::Sync && span.time == 0 && span.duration == 0)
        return assembler.note("the GPU's times were not collected: start and end are 0", true);
      place(row, span);
      if (kind == SpanKind::Sync) awaits(row, span);
      span.name = nameOfRow(row);
      span.arguments = NsightReader::handle(table, row);
      assembler.span(span);
      ++rows;
    });
    return rows;
  };
  work(Kernel, SpanKind::Kernel, {"demangledName", "shortName"},
       [&](const Statement& row) { return reader.nameOf(integerOr(row, 7, integerOr(row, 8, -1))); });
  // The default of nsys profile: a launch of a graph is one record, whatever it contains.
  const std::int64_t graphs = work(GraphTrace, SpanKind::Kernel, {"graphId"}, [&](const Statement& row) {
    return assembler.names.intern("CUDA graph " + std::to_string(integerOr(row, 7, 0)));
  });
  if (graphs > 0)
    assembler.note("a CUDA graph that was recorded as a whole: nsys profile --cuda-graph-trace=node records its kernels", false, graphs);
  const auto operations = enumOf(*reader.database, "ENUM_CUDA_MEMCPY_OPER", "label"), kinds = enumOf(*reader.database, "ENUM_CUDA_MEM_KIND", "label");
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::uint32_t> copies;
  work(Memcpy, SpanKind::Memcpy, {"copyKind", "srcKind", "dstKind"}, [&](const Statement& row) {
    const std::tuple copy(integerOr(row, 7, -1), integerOr(row, 8, -1), integerOr(row, 9, -1));
    const auto [entry, added] = copies.try_emplace(copy, 0);
    if (added)
      entry->second = assembler.names.intern("Memcpy " + labelOf(operations, std::get<0>(copy)) + " (" + labelOf(kinds, std::get<1>(copy)) + " -> " +
                                             labelOf(kinds, std::get<2>(copy)) + ")");
    return entry->second;
  });
  work(Memset, SpanKind::Memset, {"memKind"},
       [&](const Statement& row) { return assembler.names.intern("Memset (" + (row.isNull(7) ? "Device" : labelOf(kinds, row.integer(7))) + ")"); });
  const auto waits = enumOf(*reader.database, "ENUM_CUPTI_SYNC_TYPE", "label");
  work(Synchronization, SpanKind::Sync, {"syncType", "deprecatedSyncType", "eventId", "eventSyncId"},
       [&](const Statement& row) { return assembler.names.intern(labelOf(waits, integerOr(row, 7, integerOr(row, 8, 0)))); });
  reader.read(CudaEvent, {"timestamp", "deviceId", "streamId", "globalPid", "eventId"}, [&](const Statement& row) {
    if (integerOr(row, 1, 0) == 0) return assembler.note("a CUDA event without a device time", true);
    SpanInput mark;
    mark.time = row.integer(1);
    const std::int64_t stream = integerOr(row, 3, -1);
    mark.thread =
        reader.streamOf(NsightReader::deviceOf(integerOr(row, 2, 0)), integerOr(row, 4, 0), stream >= 0 && stream <= INT32_MAX ? stream : -1);
    mark.name = assembler.names.intern("CUDA event " + std::to_string(integerOr(row, 5, 0)));
    mark.arguments = NsightReader::handle(CudaEvent, row);
    assembler.mark(mark);
  });
}

}  // namespace stepscope::nsight
