#include "profiler/io/import_stages.h"

#include <charconv>
#include <map>
#include <string>
#include <vector>

namespace stepscope {
namespace {

// 14 for "Stream #14(Compute)" after "Stream #"; -1 if the text does not contain the prefix or no number follows it.
std::int32_t numberAfter(std::string_view text, std::string_view prefix) {
  const std::size_t at = text.find(prefix);
  if (at == std::string_view::npos) return -1;
  const std::string_view rest = text.substr(at + prefix.size());
  std::int32_t number = -1;
  return std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc() ? number : -1;
}

SpanKind kindOfWork(std::string_view name) {
  for (const std::string_view copy : {"copy-start", "copy-done", "infeed", "outfeed"})  // ops of a TPU
    if (name.starts_with(copy)) return SpanKind::Memcpy;
  return name.starts_with("Memcpy") ? SpanKind::Memcpy : name.starts_with("Memset") ? SpanKind::Memset : SpanKind::Kernel;
}

}  // namespace

void tellStreams(ImportRecords& r) {
  enum class Role : char { Host, Device, Stream };  // Device: threads of a device that repeat the work of its streams
  std::vector<Role> roles(r.tracks.size(), Role::Host);
  std::map<std::int32_t, std::string> tpus;
  bool any = false;
  for (std::size_t i = 0; i < r.tracks.size(); ++i) {
    ImportRecords::TrackInfo& info = r.tracks[i];
    const ImportRecords::ThreadInfo& thread = r.threads[info.thread];
    const std::string& process = r.base.processes[thread.process].name;
    const std::int32_t gpu = numberAfter(process, "/device:GPU:"), tpu = numberAfter(process, "/device:TPU:");
    if (gpu < 0 && tpu < 0) continue;
    roles[i] = Role::Device;
    std::int32_t stream = -1;
    if (gpu >= 0 && thread.name.starts_with("Stream #")) stream = numberAfter(thread.name, "Stream #");
    // A TPU core runs one op after the other. Copies that run at the same time are on a separate thread.
    if (tpu >= 0) stream = thread.name == "XLA Ops" ? 0 : thread.name == "Async XLA Ops" ? 1 : -1;
    if (info.group != ImportRecords::Group::Spans || stream < 0) continue;
    if (tpu >= 0) tpus.try_emplace(tpu, process.substr(process.find("TPU:")));
    info = {.thread = info.thread, .group = ImportRecords::Group::Stream, .device = std::max(gpu, tpu), .stream = stream};
    roles[i] = Role::Stream;
    any = true;
  }
  for (const auto& [id, name] : tpus) r.base.devices.push_back({id, name, 0, 0});
  for (std::size_t i = 0; i < r.spans.track.size(); ++i) {
    r.poll();
    if (r.spans.track[i] >= roles.size()) continue;
    const Role role = roles[r.spans.track[i]];
    if (role != Role::Stream && r.tracks[r.spans.track[i]].group == ImportRecords::Group::Stream) continue;
    auto kind = static_cast<SpanKind>(r.spans.kind[i]);
    const bool copy = kind == SpanKind::Memcpy;  // known from its details
    if (kind != SpanKind::Other && !copy) continue;
    if (role == Role::Stream) kind = copy ? SpanKind::Memcpy : kindOfWork(r.names.name(r.spans.name[i]));
    else if (role == Role::Host && any && r.spans.correlation[i] != 0) kind = SpanKind::Runtime;  // XProf's records of calls have no category
    else kind = SpanKind::Other;
    if (role != Role::Stream && kind == SpanKind::Other) r.spans.correlation[i] = 0;
    r.spans.kind[i] = static_cast<std::uint8_t>(kind);
  }
}

}  // namespace stepscope
