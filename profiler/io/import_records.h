// The records of an import: the assembler (assembler.h) fills them, the stages (import_stages.h) make a Trace of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/io/block_list.h"
#include "profiler/io/bounded_names.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Thrown by a cancelled import.
struct ImportCancelled {};

// A span or mark as in a file.
struct SpanInput {
  std::uint32_t thread = 0;  // from TraceAssembler::thread()
  SpanKind kind = SpanKind::Other;
  std::int64_t time = 0, duration = 0;  // ns
  std::uint32_t name = 0;               // in TraceAssembler::names
  std::uint64_t arguments = kNoArguments;
  std::uint32_t correlation = 0;          // from TraceAssembler::correlation(): joins an API call with the GPU work it launched; 0: none
  std::uint32_t external = 0;             // joins an op with GPU work whose call is not in the trace; 0: none
  std::int64_t sequence = -1;             // joins a forward op with its backward op; -1: none
  bool backward = false;                  // ... it is the backward op
  bool copy = false;                      // a copy, if its track is a stream
  bool hasArguments = true;               // whether `arguments` refers to any
  std::int32_t device = -1, stream = -1;  // for GPU work; -1: not known
  std::int32_t awaitedStream = -1;        // for a stream that waits for an event: the stream on which that was recorded; -1: it does not wait
  std::uint32_t eventRecord = 0;          // ... by the call with that correlation
  // Set only by our own recordings (see TraceAssembler::useTracks); otherwise found from names and nesting.
  Category category = Category::Other;
  std::int32_t node = -1, step = -1;
};

enum class FlowEnd : std::uint8_t { Start, Step, Finish };

// Handles of arguments from this number on are this number plus an index in ImportRecords::joinedArguments.
inline constexpr std::uint64_t kJoinedArguments = std::uint64_t{1} << 54;
inline constexpr std::uint32_t kNoTrack = static_cast<std::uint32_t>(-1);  // for a span or mark that is left out

struct ImportRecords {
  enum class Group : std::uint8_t { Spans, Python, GpuAnnotation, Stream, Waits, Async };
  struct ThreadInfo {
    std::uint32_t process = 0;
    std::string id, name;
    std::int64_t number = -1;  // -1: its id is not a number
    int order = 0;
  };
  struct TrackInfo {
    std::uint32_t thread = 0;
    Group group = Group::Spans;
    std::uint32_t category = 0;  // of an Async track
    std::int32_t device = -1, stream = -1;
  };
  struct Edge {  // a begin or an end
    std::uint64_t key, arguments;
    std::int64_t time;
    std::uint32_t track, category, name, sequence;
    SpanKind kind;
    bool opens, hasArguments;
  };
  struct FlowPoint {
    std::uint64_t id;
    std::int64_t time;
    std::uint32_t thread, category, sequence;
    FlowEnd end;
    bool enclosing;
  };
  struct Launch {
    std::uint32_t correlation;
    SpanRef span;
    std::int64_t start;
    bool onGpu;
  };
  // One column each, so that each is freed as soon as it is copied into the lanes.
  struct Columns {
    BlockList<std::int64_t> start, duration;
    BlockList<std::uint32_t> name, track, correlation;
    BlockList<std::uint64_t> arguments;
    BlockList<std::uint8_t> kind;
    BlockList<std::uint8_t> category;  // these three only in our own recordings
    BlockList<std::int32_t> node, step;
  };
  struct Mark {
    std::int64_t time;
    std::uint64_t arguments;
    std::uint32_t track, name;
  };
  struct OwnFlow {
    SpanRef from, to;
    FlowKind kind = FlowKind::Other;
  };
  struct Series {
    std::uint32_t process;
    std::string name;
    BlockList<std::int64_t> time;
    BlockList<double> value;
  };
  struct Sequence {
    std::int64_t number;
    std::uint32_t span;
    bool backward;
  };
  struct External {
    std::uint32_t id, span;
    bool onGpu;
  };
  struct EventWait {
    std::int32_t process, device;
    std::int64_t stream, awaited;
    std::uint32_t correlation, recorded;
  };

  BoundedNames names, categories{4096};
  Trace base;  // importers set the parts that need no assembling: devices, nodes, source, events
  std::vector<ThreadInfo> threads;
  std::vector<TrackInfo> tracks;
  bool ownTracks = false;  // for our own recordings, which contain the tracks
  Columns spans;
  BlockList<Mark> marks;
  BlockList<Edge> edges, asyncEdges;
  std::vector<Edge> unfinished;  // begins without an end
  BlockList<FlowPoint> flowPoints;
  std::unordered_map<std::uint64_t, OwnFlow> ownFlows;
  std::vector<Series> series;
  std::vector<EventWait> eventWaits;
  std::vector<Sequence> sequences;
  std::vector<External> externals;
  std::unordered_map<std::uint64_t, std::uint32_t> largeCorrelations;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> joinedArguments;
  std::map<std::string, TraceNote, std::less<>> notes;
  bool endsEarly = false;
  std::string stepName;          // ImportOptions::step
  bool unnumberedSteps = false;  // spans named "step" are the steps

  // Launches found in the lanes, used for arrows.
  std::vector<Launch> launches;
  std::vector<std::vector<std::uint32_t>> laneTracks;  // by thread: its tracks that can have arrows
  std::vector<SpanRef> refOfSpan;                      // filled only if sequences or externals need it

  const std::function<bool()>* cancelled = nullptr;
  std::uint32_t polls = 0;

  void note(std::string_view reason, bool dropped, std::int64_t count = 1);
  void addSpan(std::uint32_t track, const SpanInput& input);
  // Throws ImportCancelled. `cancelled` is called after every 65,536 calls: every few milliseconds.
  void poll() {
    if ((++polls & 0xFFFF) == 0 && cancelled && (*cancelled)()) throw ImportCancelled();
  }
};

// The indices of a list in sorted order, for lists without iterators.
template <typename List, typename Less>
std::vector<std::uint32_t> sortedOrder(const List& list, Less less) {
  std::vector<std::uint32_t> order(list.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return less(list[a], list[b]); });
  return order;
}

}  // namespace stepscope
