// Calls of the host: CUDA, cuDNN, cuBLAS, the system, MPI; the profiler's overhead; samples of the CPU.
#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {
namespace {

void readSamples(NsightReader& reader) {
  constexpr std::size_t kMostChains = 4'000'000;
  if (!reader.has(CpuSample)) return;
  std::map<std::int64_t, std::int64_t> leafOf;  // sample -> name of its function
  const std::int64_t events = reader.progress.events;
  reader.read(CallChain, {"id", "symbol", "stackDepth"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(2) || NsightReader::integerOr(row, 3, 0) != 0) return;
    if (leafOf.size() < kMostChains) leafOf.emplace(row.integer(1), row.integer(2));
  });
  reader.progress.events = events;  // frames are not events
  reader.read(CpuSample, {"start", "globalTid", "id"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(2)) return reader.assembler.note("a CPU sample without time or thread", true);
    SpanInput mark;
    mark.time = row.integer(1);
    mark.thread = reader.threadOf(row.integer(2));
    const auto leaf = leafOf.find(NsightReader::integerOr(row, 3, row.integer(0)));
    mark.name = leaf == leafOf.end() ? reader.assembler.names.intern("CPU sample") : reader.nameOf(leaf->second);
    mark.arguments = NsightReader::handle(CpuSample, row);
    reader.assembler.mark(mark);
  });
}

}  // namespace

void readHostCalls(NsightReader& reader) {
  TraceAssembler& assembler = reader.assembler;
  const auto calls = [&](Table table, SpanKind kind, const char* beside, const char* name = "nameId") {
    reader.read(table, {"start", "end", "globalTid", "correlationId", name}, [&](const Statement& row) {
      SpanInput span;
      span.kind = kind;
      if (!reader.times(row, span)) return;
      const std::int64_t tid = NsightReader::integerOr(row, 3, 0);
      // Overhead overlaps the ops that it slows down, so it gets its own thread.
      span.thread = beside ? assembler.thread(assembler.process(std::to_string(NsightReader::process(tid))), beside) : reader.threadOf(tid);
      span.correlation = kind == SpanKind::Runtime ? reader.correlationOf(tid, row, 4) : 0;
      span.name = reader.nameOf(NsightReader::integerOr(row, 5, -1));
      span.arguments = NsightReader::handle(table, row);
      assembler.span(span);
    });
  };
  calls(Runtime, SpanKind::Runtime, nullptr);
  calls(Overhead, SpanKind::Overhead, "profiler overhead");
  calls(ProfilerOverhead, SpanKind::Overhead, "profiler overhead");
  calls(OsRuntime, SpanKind::Other, nullptr);
  calls(CuDnn, SpanKind::Other, nullptr);
  calls(CuBlas, SpanKind::Other, nullptr);
  // Ops of the host. Ops that communicate are recognized by their names, such as MPI_Allreduce.
  for (const Table table : {MpiCollective, MpiPointToPoint, MpiStartWait, MpiOther}) calls(table, SpanKind::CpuOp, nullptr, "textId");
  readSamples(reader);
}

}  // namespace stepscope::nsight
