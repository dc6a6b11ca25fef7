// Gathers the records of an import, in any order, and makes a Trace of them: pairs begins with ends, sorts, nests, binds arrows, tells the
// categories and the steps, and counts everything odd. Not thread safe; take turns.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profiler/io/block_list.h"
#include "profiler/io/bounded_names.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Thrown out of an import that was cancelled.
struct ImportCancelled {};

// A span or mark as a file writes it.
struct SpanInput {
  std::uint32_t thread = 0;  // of TraceAssembler::thread()
  SpanKind kind = SpanKind::Other;
  std::int64_t time = 0, duration = 0;  // ns
  std::uint32_t name = 0;               // of TraceAssembler::names
  std::uint64_t arguments = kNoArguments;
  std::uint32_t correlation = 0;          // of TraceAssembler::correlation(): joins an API call with the GPU work it launched; 0: none
  std::uint32_t external = 0;             // joins an op with GPU work whose call is not in the trace; 0: none
  std::int64_t sequence = -1;             // joins a forward op with its backward op; -1: none
  bool backward = false;                  // ... it is the latter
  bool copy = false;                      // a copy, if its track turns out to be a stream's
  bool hasArguments = true;               // `arguments` leads to some
  std::int32_t device = -1, stream = -1;  // of GPU work; -1: not told
  std::int32_t awaitedStream = -1;        // of a stream that waits for an event: on which that was recorded; -1: it does not
  std::uint32_t eventRecord = 0;          // ... by the call of that correlation
  // Of our own recordings only (see TraceAssembler::useTracks); told from names and nesting elsewhere.
  Category category = Category::Other;
  std::int32_t node = -1, step = -1;
};

enum class FlowEnd : std::uint8_t { Start, Step, Finish };

class TraceAssembler {
 public:
  TraceAssembler();

  BoundedNames names;
  Trace base;  // what needs no assembling: devices, nodes, source; counts go to base.events

  std::uint32_t process(std::string_view id);
  // `id` as text; equal numbers are one thread, whether they were written as numbers or as strings.
  std::uint32_t thread(std::uint32_t process, std::string_view id);
  // The thread of that id in whatever process has one; else in a process without an id.
  std::uint32_t anyThread(std::string_view id);
  TraceProcess& processInfo(std::uint32_t process) { return base.processes[process]; }
  void nameThread(std::uint32_t thread, std::string_view name) { threads_[thread].name = name; }
  void orderThread(std::uint32_t thread, int order) { threads_[thread].order = order; }
  std::uint32_t processOf(std::uint32_t thread) const { return threads_[thread].process; }

  // Our own recordings say which tracks there are, and of every span its category, node and step: SpanInput::thread is a track.
  void useTracks(std::vector<TraceTrack> tracks);

  void span(const SpanInput& input);
  void mark(const SpanInput& input);
  void begin(const SpanInput& input);
  // name: of `names`; the empty one, where the end does not tell what it ends, is of whatever began last.
  void end(std::uint32_t thread, std::int64_t time, std::uint32_t name, std::uint64_t arguments = kNoArguments);
  // Asynchronous spans: a begin and an end belong together when category and id are equal.
  void asyncBegin(const SpanInput& input, std::uint32_t category, std::uint64_t id);
  void asyncEnd(std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, std::uint64_t arguments = kNoArguments);
  // `category` decides the FlowKind. `enclosing`: binds to the span around `time`, not to the next one that starts.
  void flow(FlowEnd end, std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, bool enclosing);
  // In our own recordings both ends name their spans.
  void ownFlow(FlowEnd end, std::uint64_t id, FlowKind kind, SpanRef span);
  void sample(std::uint32_t process, std::string_view counter, std::int64_t time, double value);

  void note(std::string_view reason, bool dropped, std::int64_t count = 1);
  std::int64_t noted(std::string_view reason) const {
    const auto known = notes_.find(reason);
    return known == notes_.end() ? 0 : known->second.count;
  }
  // The same of a file that is cut off: Trace::endsEarly.
  void noteEnd(std::string_view reason, bool dropped) {
    note(reason, dropped);
    endsEarly_ = true;
  }
  // The number of a correlation. Small ones are their own; those of 32 bits and more (ROCm) get numbers that are free.
  std::uint32_t correlation(std::uint64_t value);
  // Arguments that stand at the begin and at the end of one span: handles of `arguments` in Trace from kJoinedArguments on are places here.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> takeJoinedArguments() { return std::move(joinedArguments_); }
  // The category of a text, for asyncBegin and flow.
  std::uint32_t category(std::string_view text) { return categories_.intern(text); }
  std::string_view categoryText(std::uint32_t category) const { return categories_.name(category); }

  // `cancelled` is asked after every 65,536 steps of the work, whatever it is: a few milliseconds. Throws ImportCancelled.
  Trace finish(const std::function<bool()>& cancelled);

 private:
  bool endsEarly_ = false;
  enum class Group : std::uint8_t { Spans, Python, GpuAnnotation, Stream, Waits, Async };
  struct ThreadInfo {
    std::uint32_t process = 0;
    std::string id, name;
    std::int64_t number = -1;  // -1: its id is no number
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
  // One column each, so that each is freed as soon as it lies in its lanes.
  struct Columns {
    BlockList<std::int64_t> start, duration;
    BlockList<std::uint32_t> name, track, correlation;
    BlockList<std::uint64_t> arguments;
    BlockList<std::uint8_t> kind;
    BlockList<std::uint8_t> category;  // these three only of our own recordings
    BlockList<std::int32_t> node, step;
  };
  struct Mark {
    std::int64_t time;
    std::uint64_t arguments;
    std::uint32_t track, name;
  };
  struct Layout {                         // where every span goes
    std::vector<std::uint32_t> order;     // spans by track, then by start
    std::vector<std::size_t> trackBegin;  // in `order`
    std::vector<std::uint16_t> depth;     // by place in `order`
    std::vector<std::uint8_t> category;   // by place in `order`
    std::vector<std::int32_t> firstLane;  // of each track
    std::vector<std::int32_t> laneCount;
  };

  std::uint32_t trackOf(const SpanInput& input);
  std::uint32_t track(std::uint32_t thread, Group group, std::uint32_t category = 0);
  void addSpan(std::uint32_t track, const SpanInput& input);
  void closeEdge(const Edge& begin, const Edge* end, std::int64_t time);
  void pairEdges();
  void closeUnfinished();
  void pairAsync();
  void checkTimes();
  void tellStreams();
  void orderTracks();
  Layout layOut();
  void fillLanes(Layout layout);
  Category categoryOf(std::uint32_t span, const TrackInfo& track);
  void layOutTrack(Layout& layout, std::uint32_t track);
  void bindLaunches();
  void bindEventWaits();
  void bindFlows();
  void bindSequences();
  void bindExternals();
  void bindOwnFlows();
  std::unordered_map<std::uint64_t, std::uint32_t> processOfDevices() const;
  std::uint32_t processOfSpan(SpanRef span) const;
  std::uint64_t deviceKey(SpanRef span) const;  // its process and its device
  SpanRef spanAt(std::uint32_t thread, std::int64_t time, bool enclosing) const;
  void followLaunches();
  void assignSteps();
  void fillMarks();
  void fillCounters();
  void poll() {
    if ((++polls_ & 0xFFFF) == 0) ask();
  }
  void ask();

  BoundedNames categories_{4096};
  std::unordered_map<std::string, std::uint32_t> processIds_, threadIds_;
  std::unordered_map<std::uint64_t, std::uint32_t> trackIds_;
  std::vector<ThreadInfo> threads_;
  std::vector<TrackInfo> tracks_;
  Columns spans_;
  BlockList<Mark> marks_;
  BlockList<Edge> edges_, asyncEdges_;
  std::vector<Edge> unfinished_;  // begins without an end
  BlockList<FlowPoint> flowPoints_;
  std::vector<Launch> launches_;
  struct OwnFlow {
    SpanRef from, to;
    FlowKind kind = FlowKind::Other;
  };
  std::unordered_map<std::uint64_t, OwnFlow> ownFlows_;
  struct Series {
    std::uint32_t process;
    std::string name;
    BlockList<std::int64_t> time;
    BlockList<double> value;
  };
  std::vector<Series> series_;
  std::unordered_map<std::string, std::size_t> seriesIds_;
  std::map<std::string, TraceNote, std::less<>> notes_;
  const std::function<bool()>* cancelled_ = nullptr;
  std::uint32_t polls_ = 0;
  bool ownTracks_ = false, profilerSteps_ = false;
  std::vector<std::uint8_t> categoryOfName_;            // by name; 0xFF: not asked yet
  std::vector<std::vector<std::uint32_t>> laneTracks_;  // by thread: its tracks that arrows bind to
  std::vector<std::uint32_t> joined_;                   // correlations that joined a launch with its work, sorted
  std::unordered_map<std::uint64_t, std::uint32_t> largeCorrelations_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> joinedArguments_;
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
  std::vector<EventWait> eventWaits_;
  std::vector<Sequence> sequences_;
  std::vector<External> externals_;
  std::vector<SpanRef> refOfSpan_;  // filled only where one of the two asks for it
};

inline constexpr std::string_view kOverlapReason = "kernels or copies that overlap others on one stream; shares and self times count an overlap once";

// Handles of arguments from here on are TraceAssembler::takeJoinedArguments()'s.
inline constexpr std::uint64_t kJoinedArguments = std::uint64_t{1} << 54;

// What a name tells: "ProfilerStep#5" is a step, "enumerate(DataLoader)..." is data. Other when it tells nothing.
Category categoryOfName(std::string_view name, SpanKind kind);
// 5 for "ProfilerStep#5", "step 5" or "iteration 5"; -1 if the name is not that of a step.
std::int32_t stepNumber(std::string_view name);
SpanKind kindOfCategory(std::string_view category);  // of a Chrome trace event: "cpu_op", "Operator"
FlowKind flowKindOf(std::string_view category);

}  // namespace stepscope
