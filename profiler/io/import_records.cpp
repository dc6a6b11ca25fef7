#include "profiler/io/import_records.h"

namespace stepscope {

void ImportRecords::addSpan(std::uint32_t track, const SpanInput& input) {
  const auto place = static_cast<std::uint32_t>(spans.start.size());
  if (input.sequence >= 0) sequences.push_back({input.sequence, place, input.backward});
  if (input.external != 0 && (input.kind == SpanKind::CpuOp || isGpuWork(input.kind)))
    externals.push_back({input.external, place, isGpuWork(input.kind)});
  if (!ownTracks && input.awaitedStream >= 0 && input.eventRecord != 0 && input.correlation != 0 && input.kind == SpanKind::Sync)
    eventWaits.push_back({static_cast<std::int32_t>(threads[input.thread].process), input.device, input.stream, input.awaitedStream,
                          input.correlation, input.eventRecord});
  spans.start.push_back(input.time);
  spans.duration.push_back(input.duration);
  spans.name.push_back(input.name);
  spans.track.push_back(track);
  spans.correlation.push_back(input.correlation);
  spans.arguments.push_back(input.arguments);
  spans.kind.push_back(static_cast<std::uint8_t>(input.kind));
  if (!ownTracks) return;
  spans.category.push_back(static_cast<std::uint8_t>(input.category));
  spans.node.push_back(input.node);
  spans.step.push_back(input.step);
}

void ImportRecords::note(std::string_view reason, bool dropped, std::int64_t count) {
  auto known = notes.find(reason);
  if (known == notes.end()) {
    constexpr std::size_t kMostReasons = 200;
    if (notes.size() >= kMostReasons) reason = dropped ? "other reasons" : "other oddities";
    known = notes.try_emplace(std::string(reason), TraceNote{std::string(reason), 0, dropped}).first;
  }
  known->second.count += count;
}

}  // namespace stepscope
