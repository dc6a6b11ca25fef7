// Imports profiles of JAX and TensorFlow in XProf's own format (*.xplane.pb), as XProf itself turns them into a trace
// (xprof/convert/xplane_to_trace_container.cc): a plane is a process, a line a thread, an event begins at the line's time plus its offset.
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <mutex>
#include <unordered_map>

#include "core/base/error.h"
#include "profiler/io/assembler.h"
#include "profiler/io/importers.h"
#include "profiler/io/text_source.h"
#include "profiler/io/xplane/xplane_reader.h"

namespace stepscope {
namespace {

using namespace xplane;

constexpr std::string_view kGpu = "/device:GPU:";
constexpr std::int64_t kPsPerNs = 1000;
constexpr int kPlaneBits = 10, kLineBits = 14, kEventBits = 29;  // bits of a handle of arguments, together below kJoinedArguments

std::uint64_t handleOf(std::size_t plane, std::size_t line, std::size_t event) {
  if (plane >> kPlaneBits || line >> kLineBits || event >> kEventBits) return kNoArguments;
  return static_cast<std::uint64_t>(plane) << (kLineBits + kEventBits) | static_cast<std::uint64_t>(line) << kEventBits | event;
}

// Reads a plane again when its arguments are needed, and keeps the last one.
class XPlaneArguments : public ArgumentSource {
 public:
  XPlaneArguments(std::string path, std::string readable, std::shared_ptr<const void> keep)
      : path_(std::move(path)), readable_(std::move(readable)), keep_(std::move(keep)), identity_(identityOf(readable_)) {}

  std::string json(std::uint64_t handle) const override {
    const std::size_t event = handle & ((std::uint64_t{1} << kEventBits) - 1), line = handle >> kEventBits & ((std::uint64_t{1} << kLineBits) - 1);
    const std::size_t plane = handle >> (kLineBits + kEventBits);
    const std::lock_guard lock(mutex_);
    if (!plane_ || at_ != plane) {
      plane_.reset();
      if (!(identityOf(readable_) == identity_)) throw Error(ErrorKind::Input, path_, "the file has changed since it was opened", "Open it again");
      readXSpace(
          path_, readable_, [&](std::uint64_t) { return !plane_; },
          [&](std::size_t at, XPlane& read) {
            if (at != plane) return;
            plane_ = std::make_unique<XPlane>();
            plane_->Swap(&read);
            at_ = at;
          });
    }
    if (!plane_ || line >= static_cast<std::size_t>(plane_->lines_size())) return "{}";
    const XLine& of = plane_->lines(static_cast<int>(line));
    return event < static_cast<std::size_t>(of.events_size()) ? statsJson(*plane_, of.events(static_cast<int>(event))) : "{}";
  }

 private:
  std::string path_, readable_;
  std::shared_ptr<const void> keep_;
  FileIdentity identity_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<XPlane> plane_;
  mutable std::size_t at_ = 0;
};

class XPlaneImport {
 public:
  explicit XPlaneImport(const ImportSource& source) : source_(source), bytes_(identityOf(source.readable).bytes) {}

  Trace run() {
    const XSpaceEnd end = readXSpace(
        source_.path, source_.readable,
        [&](std::uint64_t done) {
          read_ = done;
          try {
            source_.report({std::min(done, bytes_), bytes_, events_});
            return true;
          } catch (const ImportCancelled&) {  // exceptions must not pass through protobuf's code
            cancelled_ = true;
            return false;
          }
        },
        [&](std::size_t at, XPlane& plane) { addPlane(at, plane); });
    if (cancelled_) throw ImportCancelled();
    if (planes_ == 0 && end.cutOff)
      throw Error(ErrorKind::Input, source_.path, "this is not a profile of XProf, or one that is cut off within its first plane",
                  "Copy the file again, or choose " + traceFormats());
    if (end.cutOff) assembler_.noteEnd("the file is cut off; the planes before are shown", false);
    if (end.problems > 0) assembler_.note("the profiler reports: " + end.firstProblem.substr(0, 300), false, end.problems);
    assembler_.base.events = events_;
    Trace trace = assembler_.finish([&] { return source_.report.cancelled(); });
    trace.source = source_.path;
    trace.arguments = std::make_shared<XPlaneArguments>(source_.path, source_.readable, source_.keep);
    return trace;
  }

 private:
  enum class Known : char { Other, Correlation, StepNumber, CopyDetails };

  void addPlane(std::size_t at, const XPlane& plane) {
    ++planes_;
    if (plane.lines_size() == 0) return;  // a plane about the machine or about compiled programs
    std::unordered_map<std::int64_t, Known> stats;
    for (const auto& [id, stat] : plane.stat_metadata()) {
      if (stat.name() == "correlation_id") stats[id] = Known::Correlation;
      else if (stat.name() == "step_num") stats[id] = Known::StepNumber;
      else if (stat.name() == "memcpy_details") stats[id] = Known::CopyDetails;
    }
    std::unordered_map<std::int64_t, std::uint32_t> names;
    for (const auto& [id, kind] : plane.event_metadata())
      names[id] = assembler_.names.intern(kind.display_name().empty() ? kind.name() : kind.display_name());
    const std::uint32_t process = assembler_.process(plane.name());
    assembler_.processInfo(process).name = plane.name();
    assembler_.processInfo(process).sortOrder = plane.name().starts_with("/host:") ? 0 : 1 + static_cast<int>(at);
    addDevice(plane);
    for (int l = 0; l < plane.lines_size(); ++l) {
      const XLine& line = plane.lines(l);
      const auto id = static_cast<std::uint32_t>(line.display_id() != 0 ? line.display_id() : line.id());
      const std::uint32_t thread = assembler_.thread(process, std::to_string(id));
      assembler_.nameThread(thread, line.display_name().empty() ? line.name() : line.display_name());
      assembler_.orderThread(thread, l);
      for (int e = 0; e < line.events_size(); ++e)
        addEvent(plane, line, line.events(e), handleOf(at, static_cast<std::size_t>(l), static_cast<std::size_t>(e)), thread, names, stats);
    }
  }

  void addEvent(const XPlane& plane, const XLine& line, const XEvent& event, std::uint64_t handle, std::uint32_t thread,
                const std::unordered_map<std::int64_t, std::uint32_t>& names, const std::unordered_map<std::int64_t, Known>& stats) {
    if (++events_ % 65536 == 0) source_.report({std::min(read_, bytes_), bytes_, events_});
    if (event.data_case() == XEvent::kNumOccurrences) return assembler_.note("events that are only counted, without a time", true);
    SpanInput span;
    std::int64_t begin = 0;
    if (__builtin_add_overflow(line.timestamp_ns(), event.offset_ps() / kPsPerNs, &begin)) return assembler_.note("a time beyond 292 years", true);
    span.thread = thread;
    span.time = begin;
    // As in XProf, both ends are rounded down, so that touching spans still touch.
    span.duration = (event.offset_ps() % kPsPerNs + event.duration_ps()) / kPsPerNs;
    const auto name = names.find(event.metadata_id());
    span.name = name != names.end() ? name->second : assembler_.names.intern("");
    const auto kind = plane.event_metadata().find(event.metadata_id());
    span.hasArguments = event.stats_size() > 0 || (kind != plane.event_metadata().end() && kind->second.stats_size() > 0);
    span.arguments = span.hasArguments ? handle : kNoArguments;
    for (const XStat& stat : event.stats()) {
      const auto known = stats.find(stat.metadata_id());
      switch (known == stats.end() ? Known::Other : known->second) {
        case Known::Correlation: span.correlation = assembler_.correlation(numberOf(stat)); break;
        case Known::StepNumber:
          // jax.profiler.StepTraceAnnotation, tf.profiler.experimental.Trace: the range is a step, whatever its name is.
          span.kind = SpanKind::Annotation;
          span.name = assembler_.names.intern(fmt::format("step {}", numberOf(stat)));
          break;
        case Known::CopyDetails:
          span.kind = SpanKind::Memcpy;
          span.copy = true;
          span.name = assembler_.names.intern(copyName(assembler_.names.name(span.name), stat.str_value()));
          break;
        case Known::Other: break;
      }
    }
    assembler_.span(span);
  }

  static std::uint64_t numberOf(const XStat& stat) {
    if (stat.value_case() == XStat::kInt64Value) return static_cast<std::uint64_t>(std::max<std::int64_t>(stat.int64_value(), 0));
    std::uint64_t number = stat.uint64_value();
    if (stat.value_case() == XStat::kStrValue) std::from_chars(stat.str_value().data(), stat.str_value().data() + stat.str_value().size(), number);
    return number;
  }

  void addDevice(const XPlane& plane) {
    if (!plane.name().starts_with(kGpu)) return;
    TraceDevice device;
    const char* number = plane.name().data() + kGpu.size();
    std::from_chars(number, plane.name().data() + plane.name().size(), device.id);
    device.name = "GPU " + std::to_string(device.id);
    for (const XStat& stat : plane.stats()) {
      const auto name = plane.stat_metadata().find(stat.metadata_id());
      if (name == plane.stat_metadata().end()) continue;
      if (name->second.name() == "memory_size")
        device.memoryBytes = static_cast<std::int64_t>(std::min<std::uint64_t>(numberOf(stat), std::uint64_t{1} << 50));
      if (name->second.name() == "core_count") device.multiprocessors = static_cast<std::int32_t>(std::min<std::uint64_t>(numberOf(stat), 1 << 20));
    }
    assembler_.base.devices.push_back(std::move(device));
  }

  const ImportSource& source_;
  TraceAssembler assembler_;
  std::uint64_t bytes_, read_ = 0;
  std::int64_t events_ = 0;
  std::size_t planes_ = 0;
  bool cancelled_ = false;
};

}  // namespace

Trace importXPlane(const ImportSource& source) {
  return XPlaneImport(source).run();
}

}  // namespace stepscope
