#include "profiler/trace/recorder.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "profiler/trace/lanes.h"

namespace stepscope {

// The two indices only grow; a slot is index modulo capacity. Producer and consumer each write only to their own cache line.
struct SpanRing::State {
  State(std::string ringName, int order, std::size_t atLeast)
      : name(std::move(ringName)),
        sortOrder(order),
        capacity(std::bit_ceil(std::max<std::size_t>(atLeast, 2))),
        // The memory is not touched here, so that pages of a ring that stays empty are never used.
        slots(static_cast<SpanRecord*>(::operator new(capacity * sizeof(SpanRecord)))) {}
  ~State() { ::operator delete(slots); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const std::string name;
  const int sortOrder;
  const std::size_t capacity;
  SpanRecord* const slots;
  bool counter = false;
  TrackRole role = TrackRole::Other;
  std::thread::id producer;
  const std::atomic<bool>* recording = nullptr;  // null for a ring outside a recorder

  alignas(64) std::atomic<std::uint64_t> written{0};  // producer
  std::uint64_t readSeen = 0;                         // producer: the value of `read` when it last looked
  std::atomic<std::uint64_t> dropped{0};
  alignas(64) std::atomic<std::uint64_t> read{0};  // consumer
  std::uint64_t droppedSeen = 0;                   // consumer: drops already reported

  // Consumer, under the recorder's lock: collected but not yet taken.
  std::vector<SpanRecord> pending;

  std::mutex sampleMutex;
  std::vector<std::pair<std::int64_t, double>> samples;
};

SpanRing::SpanRing(std::string name, int sortOrder, std::size_t capacity) : state_(std::make_shared<State>(std::move(name), sortOrder, capacity)) {}

void SpanRing::write(const SpanRecord& record) {
  State& s = *state_;
  const std::uint64_t index = s.written.load(std::memory_order_relaxed);
  if (index - s.readSeen >= s.capacity) {
    s.readSeen = s.read.load(std::memory_order_acquire);
    if (index - s.readSeen >= s.capacity) {
      s.dropped.fetch_add(1, std::memory_order_relaxed);
      return;
    }
  }
  s.slots[index & (s.capacity - 1)] = record;
  s.written.store(index + 1, std::memory_order_release);
}

void SpanRing::sample(std::int64_t time, double value) {
  State& s = *state_;
  if (s.recording && !s.recording->load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(s.sampleMutex);
  if (s.samples.size() >= s.capacity) {
    s.dropped.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  s.samples.emplace_back(time, value);
}

namespace {

// The argument texts of recorded spans. Traces that were already taken keep using it while it grows.
class RecordedArguments final : public ArgumentSource {
 public:
  std::uint32_t add(const std::string& json) {
    const std::lock_guard lock(mutex_);
    const auto [it, isNew] = numbers_.emplace(json, static_cast<std::uint32_t>(texts_.size()) + 1);
    if (isNew) texts_.push_back(json);
    return it->second;
  }
  std::string json(std::uint64_t handle) const override {
    const std::lock_guard lock(mutex_);
    return handle < texts_.size() ? texts_[static_cast<std::size_t>(handle)] : "{}";
  }

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> texts_;
  std::map<std::string, std::uint32_t> numbers_;
};

// Draws arrows from the API call of a correlation to all GPU work that it started.
void joinLaunches(std::vector<CorrelatedSpan>& spans, const std::vector<TraceLane>& lanes, TraceFlows& flows) {
  const auto onGpu = [&](const SpanRef& span) { return isGpuWork(lanes[static_cast<std::size_t>(span.lane)].kindOf(span.index)); };
  std::sort(spans.begin(), spans.end(), [&](const CorrelatedSpan& a, const CorrelatedSpan& b) {
    return a.correlation != b.correlation ? a.correlation < b.correlation : onGpu(a.span) != onGpu(b.span) ? !onGpu(a.span) : a.span < b.span;
  });
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (onGpu(spans[i].span)) continue;  // GPU work whose API call was not recorded
    const SpanRef call = spans[i].span;
    for (; i + 1 < spans.size() && spans[i + 1].correlation == spans[i].correlation; ++i) {
      if (!onGpu(spans[i + 1].span)) continue;  // a driver call inside the runtime call
      flows.from.push_back(call);
      flows.to.push_back(spans[i + 1].span);
      flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Launch));
    }
  }
  if (flows.size() > 0) sortFlows(flows);
}

}  // namespace

struct Recorder::Impl {
  std::size_t ringCapacity;
  std::mutex mutex;            // guards everything below and the consumer side of every ring
  std::deque<SpanRing> rings;  // a deque, since callers keep references
  NameTable names;
  std::shared_ptr<RecordedArguments> texts;  // created with the first text
  struct Described {
    TrackKind kind;
    std::int32_t device;
    std::int64_t id;
  };
  std::map<std::string, Described, std::less<>> described;
  std::vector<TraceDevice> devices;
  std::map<std::string, std::pair<std::int64_t, bool>> noted;

  static void gather(SpanRing::State& ring) {
    const std::uint64_t from = ring.read.load(std::memory_order_relaxed);
    const std::uint64_t to = ring.written.load(std::memory_order_acquire);
    for (std::uint64_t i = from; i < to; ++i) ring.pending.push_back(ring.slots[i & (ring.capacity - 1)]);
    ring.read.store(to, std::memory_order_release);
  }
  static std::int64_t newDrops(SpanRing::State& ring) {
    const std::uint64_t total = ring.dropped.load(std::memory_order_relaxed);
    return static_cast<std::int64_t>(total - std::exchange(ring.droppedSeen, total));
  }
};

Recorder::Recorder(std::size_t ringCapacity) : impl_(std::make_unique<Impl>()) {
  impl_->ringCapacity = ringCapacity;
}
Recorder::~Recorder() = default;

SpanRing& Recorder::track(std::string_view name, int sortOrder, bool counter, TrackRole role) {
  const std::lock_guard lock(impl_->mutex);
  const std::thread::id producer = counter ? std::thread::id() : std::this_thread::get_id();
  for (SpanRing& ring : impl_->rings)
    if (ring.state_->name == name && ring.state_->producer == producer) return ring;
  SpanRing& ring = impl_->rings.emplace_back(std::string(name), sortOrder, impl_->ringCapacity);
  ring.state_->counter = counter;
  ring.state_->role = role;
  ring.state_->producer = producer;
  ring.state_->recording = &enabled_;
  return ring;
}

std::uint32_t Recorder::intern(std::string_view name) {
  const std::lock_guard lock(impl_->mutex);
  return impl_->names.intern(name);
}

std::uint32_t Recorder::arguments(const std::string& json) {
  std::shared_ptr<RecordedArguments> texts;
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->texts) impl_->texts = std::make_shared<RecordedArguments>();
    texts = impl_->texts;
  }
  return texts->add(json);
}

void Recorder::describe(std::string_view track, TrackKind kind, std::int32_t device, std::int64_t id) {
  const std::lock_guard lock(impl_->mutex);
  impl_->described.insert_or_assign(std::string(track), Impl::Described{kind, device, id});
}

void Recorder::addDevice(const TraceDevice& device) {
  const std::lock_guard lock(impl_->mutex);
  for (const TraceDevice& known : impl_->devices)
    if (known.id == device.id) return;
  impl_->devices.push_back(device);
}

void Recorder::note(const std::string& reason, std::int64_t count, bool dropped) {
  if (count <= 0) return;
  const std::lock_guard lock(impl_->mutex);
  auto& noted = impl_->noted[reason];
  noted.first += count;
  noted.second = dropped;
}

void Recorder::collect() {
  const std::lock_guard lock(impl_->mutex);
  for (SpanRing& ring : impl_->rings) Impl::gather(*ring.state_);
}

Trace Recorder::take(std::vector<TraceNode> nodes, std::string source) {
  return build(std::move(nodes), std::move(source), std::numeric_limits<std::int64_t>::min(), false);
}

Trace Recorder::window(std::vector<TraceNode> nodes, std::string source, std::int64_t from) {
  return build(std::move(nodes), std::move(source), from, true);
}

void Recorder::forget(std::int64_t before) {
  const std::lock_guard lock(impl_->mutex);
  for (SpanRing& ring : impl_->rings) {
    SpanRing::State& s = *ring.state_;
    Impl::gather(s);
    // Sorted by end, so the ones to delete are at the front.
    const auto kept = std::partition_point(s.pending.begin(), s.pending.end(),
                                           [before](const SpanRecord& record) { return record.start + record.duration < before; });
    s.pending.erase(s.pending.begin(), kept);
    const std::lock_guard sampleLock(s.sampleMutex);
    const auto keptSample = std::find_if(s.samples.begin(), s.samples.end(), [before](const auto& sample) { return sample.first >= before; });
    s.samples.erase(s.samples.begin(), keptSample);
  }
}

Trace Recorder::build(std::vector<TraceNode> nodes, std::string source, std::int64_t from, bool keep) {
  const std::lock_guard lock(impl_->mutex);
  Trace trace;
  trace.names = impl_->names;
  trace.nodes = std::move(nodes);
  trace.source = std::move(source);
  std::vector<CorrelatedSpan> correlated;

  std::vector<SpanRing::State*> rings;
  for (SpanRing& ring : impl_->rings) rings.push_back(ring.state_.get());
  std::stable_sort(rings.begin(), rings.end(), [](const auto* a, const auto* b) { return a->sortOrder < b->sortOrder; });

  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
  std::vector<bool> done(rings.size(), false);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    if (done[i]) continue;
    std::vector<SpanRecord> records;
    std::vector<std::pair<std::int64_t, double>> samples;
    for (std::size_t k = i; k < rings.size(); ++k) {
      SpanRing::State& ring = *rings[k];
      if (ring.name != rings[i]->name) continue;
      done[k] = true;
      Impl::gather(ring);
      trace.dropped += Impl::newDrops(ring);
      for (SpanRecord record : ring.pending) {
        if (record.start + record.duration < from) continue;
        const auto node = static_cast<std::size_t>(record.node);
        if (record.node >= 0 && node < trace.nodes.size() && trace.nodes[node].category != Category::Other)
          record.category = trace.nodes[node].category;
        records.push_back(record);
      }
      if (!keep) ring.pending = {};
      const std::lock_guard sampleLock(ring.sampleMutex);
      for (const auto& sample : ring.samples)
        if (sample.first >= from) samples.push_back(sample);
      if (!keep) ring.samples = {};
    }
    if (records.empty() && samples.empty()) continue;
    const auto track = static_cast<std::int32_t>(trace.tracks.size());
    trace.tracks.push_back({.name = rings[i]->name, .sortOrder = rings[i]->sortOrder, .counter = rings[i]->counter, .role = rings[i]->role});
    for (const SpanRecord& record : records) {
      begin = std::min(begin, record.start);
      end = std::max(end, record.start + record.duration);
    }
    if (const auto described = impl_->described.find(rings[i]->name); described != impl_->described.end()) {
      trace.tracks.back().kind = described->second.kind;
      trace.tracks.back().device = described->second.device;
      trace.tracks.back().id = described->second.id;
    }
    std::vector<CorrelatedSpan> here;
    const auto firstLane = static_cast<std::int32_t>(trace.lanes.size());
    for (TraceLane& lane : splitIntoLanes(std::move(records), track, &here)) trace.lanes.push_back(std::move(lane));
    for (const CorrelatedSpan& span : here) correlated.push_back({span.correlation, {span.span.lane + firstLane, span.span.index}});
    if (samples.empty()) continue;
    // Samples of several threads may have swapped places between reading the clock and taking the lock.
    std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    TraceCounter& counter = trace.counters.emplace_back();
    counter.track = track;
    for (const auto& [time, value] : samples) {
      counter.time.push_back(time);
      counter.value.push_back(value);
    }
    begin = std::min(begin, samples.front().first);
    end = std::max(end, samples.back().first);
  }
  joinLaunches(correlated, trace.lanes, trace.flows);
  trace.arguments = impl_->texts;
  for (const TraceTrack& on : trace.tracks)
    for (const TraceDevice& device : impl_->devices)
      if (on.device == device.id && std::none_of(trace.devices.begin(), trace.devices.end(), [&](const auto& d) { return d.id == device.id; }))
        trace.devices.push_back(device);
  if (trace.dropped > 0) trace.notes.push_back({"the ring of a thread was full", trace.dropped});
  for (const auto& [reason, noted] : impl_->noted) {
    trace.notes.push_back({reason, noted.first, noted.second});
    if (noted.second) trace.dropped += noted.first;
  }
  if (!keep) impl_->noted.clear();
  if (begin <= end) {
    trace.begin = begin;
    trace.end = end;
  }
  return trace;
}

void Recorder::clear() {
  const std::lock_guard lock(impl_->mutex);
  impl_->noted.clear();
  for (SpanRing& ring : impl_->rings) {
    SpanRing::State& s = *ring.state_;
    Impl::gather(s);
    s.pending.clear();
    Impl::newDrops(s);
    const std::lock_guard sampleLock(s.sampleMutex);
    s.samples.clear();
  }
}

}  // namespace stepscope
