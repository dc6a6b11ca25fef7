// Work of an accelerator that no category tells. JAX and TensorFlow (XProf) write it on threads "Stream #14(Compute)" of processes
// "/device:GPU:0", beside threads on which they repeat it by step, module and op.
#include <charconv>
#include <vector>

#include "profiler/io/assembler.h"

namespace stepscope {
namespace {

// 14 of "Stream #14(Compute)" after "Stream #"; -1 if the text does not hold the prefix or no number follows it.
std::int32_t numberAfter(std::string_view text, std::string_view prefix) {
  const std::size_t at = text.find(prefix);
  if (at == std::string_view::npos) return -1;
  const std::string_view rest = text.substr(at + prefix.size());
  std::int32_t number = -1;
  return std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc() ? number : -1;
}

SpanKind kindOfWork(std::string_view name) {
  return name.starts_with("Memcpy") ? SpanKind::Memcpy : name.starts_with("Memset") ? SpanKind::Memset : SpanKind::Kernel;
}

}  // namespace

void TraceAssembler::tellStreams() {
  std::vector<char> isStream(tracks_.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    TrackInfo& info = tracks_[i];
    const ThreadInfo& thread = threads_[info.thread];
    const std::int32_t device = numberAfter(base.processes[thread.process].name, "/device:GPU:"),
                       stream = thread.name.starts_with("Stream #") ? numberAfter(thread.name, "Stream #") : -1;
    if (info.group != Group::Spans || device < 0 || stream < 0) continue;
    info = {.thread = info.thread, .group = Group::Stream, .device = device, .stream = stream};
    isStream[i] = 1;
    any = true;
  }
  if (!any) return;
  for (std::size_t i = 0; i < spans_.track.size(); ++i) {
    poll();
    if (spans_.track[i] < isStream.size() && isStream[spans_.track[i]] && static_cast<SpanKind>(spans_.kind[i]) == SpanKind::Other)
      spans_.kind[i] = static_cast<std::uint8_t>(kindOfWork(names.name(spans_.name[i])));
  }
}

}  // namespace stepscope
