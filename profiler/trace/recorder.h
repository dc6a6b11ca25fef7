// Live recording: every thread writes spans into its own single-producer ring; take() collects them into a Trace. A span costs two clock reads and
// one ring write; with recording off, one relaxed atomic load.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct SpanRecord {
  std::int64_t start = 0;
  std::int64_t duration = 0;
  std::uint32_t name = 0;  // interned by the recorder
  std::int32_t node = -1;
  std::int32_t step = -1;
  Category category = Category::Other;
  SpanKind kind = SpanKind::Other;  // Other: an op if there is a node, else an annotation
  std::uint32_t correlation = 0;    // joins an API call and the GPU work that it started by an arrow of the trace; 0: none
  std::uint32_t arguments = 0;      // from Recorder::arguments(); 0: none
};

// One producer thread writes, the recorder reads. Capacity is a power of two; if the ring is full, new spans are dropped and counted.
class SpanRing {
 public:
  explicit SpanRing(std::string name, int sortOrder, std::size_t capacity = std::size_t{1} << 16);
  void write(const SpanRecord& record);
  // For a counter track: any thread may sample; samples are dropped while the recorder is off.
  void sample(std::int64_t time, double value);

 private:
  friend class Recorder;
  struct State;
  std::shared_ptr<State> state_;
};

// A note that begins with this text reports that a device's profiler failed: its records are missing from then on.
inline constexpr std::string_view kProfilerFailed = "the profiler failed: ";

class Recorder {
 public:
  explicit Recorder(std::size_t ringCapacity = std::size_t{1} << 16);  // spans that a thread may record between two calls of collect()
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  // A ring for the calling thread (or a counter of any thread); thread safe, call once and keep it. The same name and thread give the same ring; the
  // rings of one name become one track.
  SpanRing& track(std::string_view name, int sortOrder, bool counter = false, TrackRole role = TrackRole::Other);
  SpanRing& trainerTrack() { return track("Trainer", 0, false, TrackRole::Trainer); }
  std::uint32_t intern(std::string_view name);  // thread safe; not for the hot path
  // Stores a JSON object and returns its number for SpanRecord::arguments; equal texts are stored once. Thread safe.
  std::uint32_t arguments(const std::string& json);
  // Sets kind, device and stream number of the track of that name; thread safe.
  void describe(std::string_view track, TrackKind kind, std::int32_t device, std::int64_t id);
  void addDevice(const TraceDevice& device);  // ignored if the id is known
  // Records lost outside the rings, by reason; they are listed in the trace's notes. If `dropped` is false, it is a remark about records that were
  // kept.
  void note(const std::string& reason, std::int64_t count, bool dropped = true);

  bool enabled() const { return enabled_.load(std::memory_order_relaxed); }
  void enable(bool on) { enabled_.store(on, std::memory_order_relaxed); }
  std::int32_t step() const { return step_.load(std::memory_order_relaxed); }
  void setStep(std::int32_t step) { step_.store(step, std::memory_order_relaxed); }

  // Moves records from the rings to the recorder's own memory, so that the rings do not overflow in a long window. Thread safe.
  void collect();
  // Empties the rings into a trace (spans nested by time become lanes). `nodes` describes the graph; a span of a node gets the node's category.
  // Tracks without data are left out.
  Trace take(std::vector<TraceNode> nodes, std::string source);
  // The same for spans and samples that end at or after `from` (nowNs()); the records stay in the recorder.
  Trace window(std::vector<TraceNode> nodes, std::string source, std::int64_t from);
  // Deletes records that ended before `before`, so that a recorder that keeps running holds only the last steps.
  void forget(std::int64_t before);
  void clear();

 private:
  std::atomic<bool> enabled_{false};
  std::atomic<std::int32_t> step_{-1};
  Trace build(std::vector<TraceNode> nodes, std::string source, std::int64_t from, bool keep);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// RAII span; costs nothing if the recorder is null or off.
class Span {
 public:
  Span(Recorder* recorder, SpanRing* ring, std::uint32_t name, Category category, std::int32_t node = -1)
      : recorder_(recorder && ring && recorder->enabled() ? recorder : nullptr), ring_(ring), name_(name), node_(node), category_(category) {
    if (recorder_) start_ = nowNs();
  }
  ~Span() {
    if (recorder_) ring_->write({start_, nowNs() - start_, name_, node_, recorder_->step(), category_});
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  Recorder* recorder_;
  SpanRing* ring_;
  std::int64_t start_ = 0;
  std::uint32_t name_;
  std::int32_t node_;
  Category category_;
};

}  // namespace stepscope
