// NVTX: ranges and marks, with the names of their domains.
#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {
namespace {

struct EventTypes {
  std::int64_t pushPop = 59, startEnd = 60, mark = 34, domain = 75;
};

EventTypes typesOf(const Connection& database) {
  EventTypes types;
  for (const auto& [id, name] : enumOf(database, "ENUM_NSYS_EVENT_TYPE", "name")) {
    if (name == "NvtxPushPopRange") types.pushPop = id;
    if (name == "NvtxStartEndRange") types.startEnd = id;
    if (name == "NvtxMark") types.mark = id;
    if (name == "NvtxDomainCreate") types.domain = id;
  }
  return types;
}

using Domain = std::pair<std::int64_t, std::int64_t>;  // process and number

std::map<Domain, std::string> domainsOf(NsightReader& reader, const EventTypes& types) {
  std::map<Domain, std::string> domains;
  reader.optionally("NVTX_EVENTS", {"eventType", "domainId", "globalTid", "text", "textId"}, [&] {
    Statement row = reader.database->prepare(
        std::string("SELECT globalTid, domainId, text, textId FROM NVTX_EVENTS NOT INDEXED WHERE eventType = ?") + kFirstRows);
    row.bind(1, types.domain);
    while (row.step()) {
      if (row.isNull(0) || row.isNull(1)) continue;
      domains[{NsightReader::process(row.integer(0)), row.integer(1)}] =
          !row.isNull(2)  ? row.display(2)
          : row.isNull(3) ? std::string()
                          : std::string(reader.assembler.names.name(reader.nameOf(row.integer(3))));
    }
  });
  return domains;
}

}  // namespace

void readRanges(NsightReader& reader) {
  TraceAssembler& assembler = reader.assembler;
  const EventTypes types = typesOf(*reader.database);
  const std::map<Domain, std::string> domains = domainsOf(reader, types);
  const std::uint32_t category = assembler.category("NVTX start and end ranges");
  std::uint64_t number = 0;
  reader.read(Nvtx, {"start", "end", "eventType", "globalTid", "text", "textId", "domainId"}, [&](const Statement& row) {
    const std::int64_t type = row.isNull(3) ? types.pushPop : row.integer(3);
    if (type == types.domain) return;  // a name, not a range
    if (type != types.pushPop && type != types.startEnd && type != types.mark)
      return assembler.note("NVTX records that are neither a range nor a mark", true);
    SpanInput span;
    span.kind = SpanKind::Annotation;
    const std::int64_t tid = NsightReader::integerOr(row, 4, 0);
    span.thread = reader.threadOf(tid);
    if (!row.isNull(5)) {
      // torch.autograd.profiler.emit_nvtx numbers every call: "aten::mul, op_id = 314290". The arguments have the whole text.
      std::string text = row.display(5);
      for (const char* counted : {", seq = ", ", op_id = ", ", sizes = "})
        if (const std::size_t at = text.find(counted); at != std::string::npos) text.resize(at);
      span.name = assembler.names.intern(text);
    } else {
      span.name = reader.nameOf(NsightReader::integerOr(row, 6, -1));
    }
    // Adds the domain's name as nsys stats does: "NCCL:ncclAllReduce". A step keeps its name.
    if (const auto domain = domains.find({NsightReader::process(tid), NsightReader::integerOr(row, 7, 0)});
        domain != domains.end() && !domain->second.empty()) {
      const std::string text(assembler.names.name(span.name));
      if (stepNumber(text) < 0) span.name = assembler.names.intern(domain->second + ":" + text);
    }
    span.arguments = NsightReader::handle(Nvtx, row);
    if (row.isNull(1)) return assembler.note("start or end is missing", true);
    if (type == types.mark || row.isNull(2)) {
      if (type != types.mark) assembler.note("an NVTX range without an end, drawn as a moment", false);
      span.time = row.integer(1);
      return assembler.mark(span);
    }
    if (!reader.times(row, span)) return;
    if (type == types.pushPop) return assembler.span(span);
    if (span.duration < 0) return assembler.note("duration is negative", true);
    assembler.asyncBegin(span, category, ++number);
    assembler.asyncEnd(span.thread, span.time + span.duration, category, number);
  });
}

}  // namespace stepscope::nsight
