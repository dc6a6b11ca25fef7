// Collects the records of an import, in any order, and makes a Trace from them. It pairs begins with ends, sorts, nests, binds arrows, finds the
// categories and the steps, and counts everything unusual. It is not thread safe: callers must take turns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/io/import_records.h"

namespace stepscope {

class TraceAssembler {
  ImportRecords records_;

 public:
  TraceAssembler();
  TraceAssembler(const TraceAssembler&) = delete;
  TraceAssembler& operator=(const TraceAssembler&) = delete;

  // Importers set these parts themselves, since they need no assembling: devices, nodes, source, events.
  BoundedNames& names = records_.names;
  Trace& base = records_.base;

  std::uint32_t process(std::string_view id);
  // `id` as text; equal numbers are one thread, whether they were written as numbers or as strings.
  std::uint32_t thread(std::uint32_t process, std::string_view id);
  // The thread with that id in any process; else in a process without an id.
  std::uint32_t anyThread(std::string_view id);
  TraceProcess& processInfo(std::uint32_t process) { return base.processes[process]; }
  void nameThread(std::uint32_t thread, std::string_view name) { records_.threads[thread].name = name; }
  void orderThread(std::uint32_t thread, int order) { records_.threads[thread].order = order; }
  std::uint32_t processOf(std::uint32_t thread) const { return records_.threads[thread].process; }

  // Our own recordings contain the tracks, and category, node and step of every span: SpanInput::thread is a track.
  void useTracks(std::vector<TraceTrack> tracks);

  // Only spans with that name, with or without a number after it, are steps. Empty: found by the usual names.
  void nameSteps(std::string_view name) { records_.stepName = name; }

  void span(const SpanInput& input);
  void mark(const SpanInput& input);
  void begin(const SpanInput& input);
  // `name` is a number in `names`; that of the empty name, for an end without a name, ends the span that began last.
  void end(std::uint32_t thread, std::int64_t time, std::uint32_t name, std::uint64_t arguments = kNoArguments);
  // Asynchronous spans: a begin and an end belong together when category and id are equal.
  void asyncBegin(const SpanInput& input, std::uint32_t category, std::uint64_t id);
  void asyncEnd(std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, std::uint64_t arguments = kNoArguments);
  // `category` decides the FlowKind. `enclosing`: binds to the span around `time`, not to the next one that starts.
  void flow(FlowEnd end, std::uint32_t thread, std::int64_t time, std::uint32_t category, std::uint64_t id, bool enclosing);
  // In our own recordings both ends contain their spans.
  void ownFlow(FlowEnd end, std::uint64_t id, FlowKind kind, SpanRef span);
  void sample(std::uint32_t process, std::string_view counter, std::int64_t time, double value);

  void note(std::string_view reason, bool dropped, std::int64_t count = 1) { records_.note(reason, dropped, count); }
  std::int64_t noted(std::string_view reason) const {
    const auto known = records_.notes.find(reason);
    return known == records_.notes.end() ? 0 : known->second.count;
  }
  // Adds a note that the file is cut off; also sets Trace::endsEarly.
  void noteEnd(std::string_view reason, bool dropped) {
    note(reason, dropped);
    records_.endsEarly = true;
  }
  // The number of a correlation. Small ones are not changed; those with 32 bits and more (ROCm) get free numbers.
  std::uint32_t correlation(std::uint64_t value);
  // Pairs of handles for spans that have arguments at both begin and end. The handle of such a span in the trace is kJoinedArguments plus an index in
  // this list.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> takeJoinedArguments() { return std::move(records_.joinedArguments); }
  // The number of a category, for asyncBegin and flow.
  std::uint32_t category(std::string_view text) { return records_.categories.intern(text); }
  std::string_view categoryText(std::uint32_t category) const { return records_.categories.name(category); }

  // `cancelled` is called after every 65,536 steps of the work: every few milliseconds. Throws ImportCancelled.
  Trace finish(const std::function<bool()>& cancelled);

 private:
  using Group = ImportRecords::Group;
  std::uint32_t trackOf(const SpanInput& input);
  std::uint32_t track(std::uint32_t thread, Group group, std::uint32_t category = 0);

  std::unordered_map<std::string, std::uint32_t> processIds_, threadIds_;
  std::unordered_map<std::uint64_t, std::uint32_t> trackIds_;
  std::unordered_map<std::string, std::size_t> seriesIds_;
};

inline constexpr std::string_view kOverlapReason = "kernels or copies that overlap others on one stream; shares and self times count an overlap once";

// The category of a name: "ProfilerStep#5" is a step, "enumerate(DataLoader)..." is data. Other if it is not known.
Category categoryOfName(std::string_view name, SpanKind kind);
// 5 for "ProfilerStep#5", "step 5" or "iteration 5"; -1 if the name is not that of a step.
std::int32_t stepNumber(std::string_view name);
// "DataLoader worker 0", "pt_data_worker": a process or a thread that fills batches for the trainer.
bool namesLoaderProcess(std::string_view name);
bool isLoaderLoop(std::string_view frame);     // the Python frame that every worker process of PyTorch's DataLoader runs
bool isUnnumberedStep(std::string_view name);  // "step", "train_step", "Iteration"
// Whether a span of that name is one of the steps named `step`: for "fit": "fit", "fit 3", "fit#3".
bool isStepNamed(std::string_view name, std::string_view step);
// "MemcpyH2D" with XProf's "kind_src:pinned kind_dst:device size:4096 ..." becomes "MemcpyH2D (pinned -> device)", as Kineto writes it.
std::string copyName(std::string_view name, std::string_view details);
SpanKind kindOfCategory(std::string_view category);  // from the category of a Chrome trace event: "cpu_op", "Operator"
FlowKind flowKindOf(std::string_view category);

}  // namespace stepscope
