// The columnar trace: struct of arrays, interned names, int64 nanoseconds on one clock. Live recording and every import (Chrome and Kineto JSON,
// Nsight Systems, XProf, our own files) produce this one structure, so every analysis and every view works on all of them. A value type, immutable
// once built. At most 48 resident bytes per event; arguments stay in their file until they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/trace/name_table.h"

namespace stepscope {

// Each category has one colour in every view (see resources/colors).
enum class Category : std::uint8_t { Forward, Backward, Recompute, Optimizer, Data, Validation, Copy, Idle, Step, Other };
std::string_view nameOf(Category category);

// The kind of a record, with Kineto's names. Kernel, Memcpy and Memset are GPU work; a Sync is a wait, not work.
enum class SpanKind : std::uint8_t {
  Other,
  CpuOp,          // cpu_op: an operator on the host
  Annotation,     // user_annotation: a range that a person or a framework named (record_function, NVTX)
  Python,         // python_function
  Runtime,        // cuda_runtime, cuda_driver: an API call on the host
  Kernel,         // kernel
  Memcpy,         // gpu_memcpy
  Memset,         // gpu_memset
  Sync,           // cuda_sync
  GpuAnnotation,  // gpu_user_annotation: the same ranges on the GPU, around the work started in them
  Overhead,       // overhead of the profiler
};
std::string_view nameOf(SpanKind kind);  // Kineto's name: "cpu_op"; "" for Other
inline bool isGpuWork(SpanKind kind) {
  return kind == SpanKind::Kernel || kind == SpanKind::Memcpy || kind == SpanKind::Memset;
}

struct TraceProcess {
  std::string name;  // "python", may be empty
  std::string id;    // as in the trace's file: "25738", "Spans", ""
  std::string labels;
  int sortOrder = 0;
};

struct TraceDevice {
  std::int32_t id = 0;
  std::string name;
  std::int64_t memoryBytes = 0;      // 0: not known
  std::int32_t multiprocessors = 0;  // 0: not known
};

// What a row of the timeline shows.
enum class TrackKind : std::uint8_t {
  Thread,
  Stream,      // a stream of a GPU; overlapping kernels are in different lanes of the stream
  Annotation,  // ranges beside a thread or stream that do not nest with its spans: Python functions, GPU annotations
  Async,       // spans of one asynchronous category
};

// The role of a track of our trainer or its loader.
enum class TrackRole : std::uint8_t {
  Other,
  Trainer,       // the thread that computes the steps
  Loader,        // fills the batches on the trainer's own thread
  LoaderWorker,  // fills batches on its own thread
  LoaderQueue,   // the counter of ready batches
};

// Derives the role from the track's name in our recordings, because trace files do not contain the role.
TrackRole roleOfName(std::string_view name);

struct TraceTrack {
  std::string name;  // "Trainer", "Loader worker 1", "stream 7"
  int sortOrder = 0;
  bool counter = false;
  TrackKind kind = TrackKind::Thread;
  std::int32_t process = -1;  // index into Trace::processes, -1 in our own recordings
  std::int32_t device = -1;   // TraceDevice::id of a stream, else -1
  std::int64_t id = -1;       // number of the thread or stream, -1 if there is none
  TrackRole role = TrackRole::Other;
};

// The track of work whose stream is unknown: it has spans of several streams, which may overlap.
inline constexpr std::string_view kAllStreams = "all streams";

inline constexpr std::uint64_t kNoArguments = ~std::uint64_t{0};

// The largest distance of a time from 0 in a trace, in ns (73 years): sums and differences of a few times do not overflow.
inline constexpr std::int64_t kFarthestTime = std::int64_t{1} << 61;

// Spans of one lane, sorted by start, without overlap: nested spans are split into lanes when the trace is built.
struct TraceLane {
  std::int32_t track = 0;
  std::int32_t depth = 0;
  std::vector<std::int64_t> start;     // ns
  std::vector<std::int64_t> duration;  // ns, at least 0
  std::vector<std::uint32_t> name;
  std::vector<std::uint8_t> category;
  std::vector<std::int32_t> node;        // graph node, -1 if none
  std::vector<std::int32_t> step;        // training step, -1 if none
  std::vector<std::uint8_t> kind;        // SpanKind; empty: Other for all
  std::vector<std::uint64_t> arguments;  // handles for Trace::arguments; empty: kNoArguments for all
  std::size_t size() const { return start.size(); }
  SpanKind kindOf(std::size_t i) const { return kind.empty() ? SpanKind::Other : static_cast<SpanKind>(kind[i]); }
  std::uint64_t argumentsOf(std::size_t i) const { return arguments.empty() ? kNoArguments : arguments[i]; }
};

// Moments of one track, sorted by time: instants, marks.
struct TraceMarks {
  std::int32_t track = 0;
  std::vector<std::int64_t> time;  // ns
  std::vector<std::uint32_t> name;
  std::vector<std::uint64_t> arguments;  // as in a lane
  std::size_t size() const { return time.size(); }
  std::uint64_t argumentsOf(std::size_t i) const { return arguments.empty() ? kNoArguments : arguments[i]; }
};

struct TraceCounter {
  std::int32_t track = 0;
  std::vector<std::int64_t> time;
  std::vector<double> value;
};

struct SpanRef {
  std::int32_t lane = -1;   // index into Trace::lanes
  std::uint32_t index = 0;  // span of that lane
  friend auto operator<=>(const SpanRef&, const SpanRef&) = default;
};

enum class FlowKind : std::uint8_t {
  Launch,           // API call -> work on the GPU
  ForwardBackward,  // forward op -> its backward op
  Other,
};

// Arrows between spans, sorted by `from`.
struct TraceFlows {
  std::vector<SpanRef> from, to;
  std::vector<std::uint8_t> kind;   // FlowKind
  std::vector<std::uint32_t> byTo;  // the flows, sorted by `to`
  std::size_t size() const { return from.size(); }
};

// What the trace knows about a graph node; shown by the inspector.
struct TraceNode {
  std::string op, title, layer, kernel, library, shapes;
  Category category = Category::Other;
  std::int64_t flops = 0, bytes = 0;
  std::vector<std::pair<std::string, double>> candidateMs;
  std::string phase{};                 // "forward", "backward", "recompute", "optimizer"; empty if the trace does not contain it
  std::vector<std::int32_t> inputs{};  // the nodes whose results it reads: it cannot begin before they end
};

// What was alive at the moment of peak memory, summed by owner and role.
struct TraceMemory {
  std::string owner;  // a layer; empty: no layer
  std::string role;   // "parameter", "activation", ...
  std::int64_t bytes = 0;
};

// Records that were lost or that were changed while importing, and the reason.
struct TraceNote {
  std::string reason;  // "duration is negative"
  std::int64_t count = 0;
  bool dropped = true;  // false: kept
};

// Reads the arguments of one record again from the trace's source. Thread safe.
class ArgumentSource {
 public:
  virtual ~ArgumentSource() = default;
  // `handle` as in TraceLane::arguments, not kNoArguments. Returns one JSON object as text, "{}" if the record has no arguments. Throws Error (Input)
  // if the file is deleted or has changed since.
  virtual std::string json(std::uint64_t handle) const = 0;
};

struct Trace {
  NameTable names;
  std::vector<TraceProcess> processes;
  std::vector<TraceDevice> devices;
  std::vector<TraceTrack> tracks;
  std::vector<TraceLane> lanes;
  std::vector<TraceMarks> marks;
  std::vector<TraceCounter> counters;
  TraceFlows flows;
  std::vector<TraceNode> nodes;
  std::vector<TraceMemory> atPeak;    // empty: not known
  std::int64_t unrecordedStepNs = 0;  // median step of the same program with the recorder off; 0: not measured
  double othersShare = -1;            // part of the cores' time that other programs used during the recording, 0 to 1; -1: not known
  std::int64_t begin = 0, end = 0;    // ns
  std::int64_t dropped = 0;           // number of lost records; `notes` has the reasons
  std::vector<TraceNote> notes;
  bool endsEarly = false;   // the file is cut off: later events are unknown, and time after its last record is not idle time
  std::int64_t events = 0;  // number of records in an imported file, including flow ends and metadata; 0 in our own recordings
  std::string source;       // "run 14, steps 410-419", or the file
  std::shared_ptr<const ArgumentSource> arguments;  // may be null

  // The lane that contains the span; span.lane must not be -1.
  const TraceLane& laneOf(SpanRef span) const { return lanes[static_cast<std::size_t>(span.lane)]; }
  TraceLane& laneOf(SpanRef span) { return lanes[static_cast<std::size_t>(span.lane)]; }
  std::size_t spanCount() const;
  // `events`, or in our own recordings the number of spans, marks and samples.
  std::int64_t eventCount() const;
  // Memory of columns and names, without data that is parsed on demand.
  std::size_t residentBytes() const;
};

// The flows that leave a span, or arrive at it: indices into trace.flows.
std::vector<std::uint32_t> flowsFrom(const Trace& trace, SpanRef span);
std::vector<std::uint32_t> flowsTo(const Trace& trace, SpanRef span);
// Sorts by `from` and fills byTo.
void sortFlows(TraceFlows& flows);

}  // namespace stepscope
