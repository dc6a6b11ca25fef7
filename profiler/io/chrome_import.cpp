// Imports a Chrome trace in JSON as a stream: one thread reads (and inflates) and cuts the text into pieces of whole events, others parse them; the
// results are joined in the order of the file, so that a trace does not depend on the number of threads.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>

#include "core/base/error.h"
#include "profiler/io/assembler.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/chrome_events.h"
#include "profiler/io/chrome_members.h"
#include "profiler/io/event_cutter.h"
#include "profiler/io/foreign_formats.h"
#include "profiler/io/importers.h"
#include "profiler/io/own_tracks.h"

namespace stepscope {
namespace {

// Maps the numbers of one reader to those of the assembler.
struct Translation {
  std::vector<std::uint32_t> names, threads, categories;
  std::int64_t notKept = 0;  // names that the reader has dropped so far
};

class ChromeImport {
 public:
  ChromeImport(const std::string& path, int readers, const std::string& step) : path_(path), source_(path), cutter_(source_), readers_(readers) {
    assembler_.nameSteps(step);
  }

  Trace run(ProgressReport& report);

 private:
  void produce();
  void consume();
  void join(ChromeEventReader& reader, const ChromeBatch& batch, Translation& to);
  void joinEvent(const ChromeEvent& event, const std::vector<ChromeDetail>& details, std::size_t& detail, std::size_t index, const Translation& to);
  void joinDetails(const ChromeEvent& event, const std::vector<ChromeDetail>& details, std::size_t& detail, std::size_t index, std::uint32_t thread);
  SpanKind kindOf(std::uint32_t category);
  template <typename Work>
  void guarded(Work work);
  [[noreturn]] void refuseWithoutEvents();
  [[noreturn]] void refuseList();
  void addNotes();
  void tellEmpty(std::int64_t count);

  const std::string& path_;
  TextSource source_;
  EventCutter cutter_;
  const int readers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<EventText> ready_, spare_;
  bool produced_ = false, stopped_ = false;
  int running_ = 0;
  std::exception_ptr failure_;
  std::uint64_t nextJoined_ = 0;  // the piece whose turn it is
  ImportProgress progress_;

  // Used only by the thread whose turn it is.
  TraceAssembler assembler_;
  std::optional<OwnHeader> own_;
  std::int64_t objects_ = 0;
  std::int64_t emptyObjects_ = 0;  // found since the last event
  std::vector<SpanKind> kinds_;    // by the assembler's category numbers, as far as they were needed
};

template <typename Work>
void ChromeImport::guarded(Work work) {
  try {
    work();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stopped_ = true;
  }
  const std::lock_guard lock(mutex_);
  --running_;
  changed_.notify_all();
}

void ChromeImport::produce() {
  bool headerRead = false;
  for (;;) {
    EventText piece;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopped_ || !spare_.empty(); });
      if (stopped_) return;
      piece = std::move(spare_.front());
      spare_.pop_front();
    }
    const bool more = cutter_.next(piece);
    if (!headerRead) {  // before the first piece is passed on, if there is one
      headerRead = true;
      const auto& members = cutter_.top().members();
      if (const auto header = members.find("stepscope"); header != members.end()) {
        own_ = readOwnHeader(header->second, path_);
        assembler_.useTracks(own_->trace.tracks);
      }
    }
    const std::lock_guard lock(mutex_);
    progress_.bytesRead = source_.fileRead();
    if (!more) break;
    ready_.push_back(std::move(piece));
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  produced_ = true;
  changed_.notify_all();
}

void ChromeImport::consume() {
  ChromeEventReader reader;
  ChromeBatch batch;
  Translation to;
  for (;;) {
    EventText piece;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopped_ || produced_ || !ready_.empty(); });
      if (stopped_ || ready_.empty()) return;
      piece = std::move(ready_.front());
      ready_.pop_front();
    }
    batch.clear();
    reader.read(piece, batch);
    const std::uint64_t sequence = piece.sequence;
    {
      std::unique_lock lock(mutex_);
      spare_.push_back(std::move(piece));
      changed_.notify_all();
      changed_.wait(lock, [&] { return stopped_ || nextJoined_ == sequence; });
      if (stopped_) return;
    }
    join(reader, batch, to);
    const std::lock_guard lock(mutex_);
    ++nextJoined_;
    progress_.events = objects_;
    changed_.notify_all();
  }
}

void ChromeImport::join(ChromeEventReader& reader, const ChromeBatch& batch, Translation& to) {
  for (auto i = static_cast<std::uint32_t>(to.names.size()); i < reader.names().size(); ++i)
    to.names.push_back(assembler_.names.intern(reader.names().name(i)));
  for (auto i = static_cast<std::uint32_t>(to.categories.size()); i < reader.categories().size(); ++i)
    to.categories.push_back(assembler_.category(reader.categories().name(i)));
  for (auto i = static_cast<std::uint32_t>(to.threads.size()); i < reader.threads().size(); ++i) {
    const std::string_view key = reader.threads().name(i);
    const std::size_t split = std::min(key.find('\x1F'), key.size());
    const std::string_view id = key.substr(std::min(split + 1, key.size()));
    if (own_) {
      const std::int32_t track = own_->trackOf(key.substr(0, split), id);
      to.threads.push_back(static_cast<std::uint32_t>(track));
    } else {
      to.threads.push_back(assembler_.thread(assembler_.process(key.substr(0, split)), id));
    }
  }
  // The reader's own table has the same limit as the trace's: names that it dropped never arrive here.
  const std::int64_t notKept = reader.names().notKept();
  if (notKept > to.notKept) assembler_.note(kNameNotKeptReason, false, notKept - to.notKept);
  to.notKept = notKept;
  std::size_t detail = 0;
  for (std::size_t i = 0; i < batch.events.size(); ++i) joinEvent(batch.events[i], batch.details, detail, i, to);
  for (const auto& [reason, count] : batch.dropped) {
    assembler_.note(reason, true, count);
    if (!reason.starts_with("a value")) objects_ += count;
  }
  for (const auto& [reason, count] : batch.odd) assembler_.note(reason, false, count);
}

void ChromeImport::joinDetails(const ChromeEvent& event, const std::vector<ChromeDetail>& details, std::size_t& detail, std::size_t index,
                               std::uint32_t thread) {
  const std::string_view name = assembler_.names.name(event.name);
  const std::size_t first = detail;
  while (detail < details.size() && details[detail].event == index) ++detail;
  if (own_) {
    if (event.phase == 'C' && first < detail) assembler_.sample(thread, std::to_string(thread), event.time, details[first].number);
    return;
  }
  const std::uint32_t process = assembler_.processOf(thread);
  std::string device = "CPU", id;
  for (std::size_t i = first; i < detail; ++i)
    if (details[i].key == "Device Id" && details[i].number >= 0) device = "GPU " + std::to_string(static_cast<int>(details[i].number));
  for (std::size_t i = first; i < detail; ++i) {
    const auto& [at, key, text, number, isId] = details[i];
    if (isId) {
      id = text;
      continue;
    }
    if (event.phase == 'C') {
      std::string counter(name);
      if (event.id != 0) counter += " " + (id.empty() ? std::to_string(event.id) : id);
      if (key != name && key != "value") counter += " " + key;
      assembler_.sample(process, counter, event.time, number);
    } else if (event.phase == 'M') {
      TraceProcess& info = assembler_.processInfo(process);
      const int order = static_cast<int>(std::clamp(number, -1e9, 1e9));
      if (name == "process_name" && key == "name") info.name = text;
      if (name == "process_labels" && key == "labels") info.labels = text;
      if (name == "process_sort_index" && key == "sort_index") info.sortOrder = order;
      if (name == "thread_name" && key == "name") assembler_.nameThread(thread, text);
      if (name == "thread_sort_index" && key == "sort_index") assembler_.orderThread(thread, order);
    } else if (key != "Device Id") {  // "[memory]": the allocator's total after it
      assembler_.sample(process, key + ", " + device, event.time, number);
    }
  }
}

SpanKind ChromeImport::kindOf(std::uint32_t category) {
  while (kinds_.size() <= category) kinds_.push_back(kindOfCategory(assembler_.categoryText(static_cast<std::uint32_t>(kinds_.size()))));
  return kinds_[category];
}

void ChromeImport::joinEvent(const ChromeEvent& event, const std::vector<ChromeDetail>& details, std::size_t& detail, std::size_t index,
                             const Translation& to) {
  if (event.flags & ChromeEvent::IsEmpty) {
    ++emptyObjects_;
    return;
  }
  tellEmpty(emptyObjects_);
  ++objects_;
  ChromeEvent translated = event;
  translated.name = event.name < to.names.size() ? to.names[event.name] : assembler_.names.intern("");
  const std::uint32_t thread = to.threads[event.thread];
  const auto skipDetails = [&] {
    while (detail < details.size() && details[detail].event == index) ++detail;
  };
  if (event.phase == 'M') return own_ ? skipDetails() : joinDetails(translated, details, detail, index, thread);
  if (!(event.flags & ChromeEvent::HasTime)) {
    skipDetails();
    return assembler_.note(event.flags & ChromeEvent::BadTime ? "ts is not a number, or more than 292 years" : "ts is missing", true);
  }
  if (own_ && thread >= own_->trace.tracks.size()) {
    skipDetails();
    return assembler_.note("a thread that the description of the recording does not contain", true);
  }
  const std::uint32_t category = event.category < to.categories.size() ? to.categories[event.category] : assembler_.category("");
  SpanInput span;
  span.thread = thread;
  span.kind = kindOf(category);
  span.time = event.time;
  span.duration = event.duration;
  span.name = translated.name;
  span.arguments = event.offset;
  span.correlation = assembler_.correlation(event.correlation);
  span.external = event.external;
  span.sequence = event.sequence;
  span.awaitedStream = event.awaitedStream;
  if (event.eventRecord != 0) span.eventRecord = assembler_.correlation(event.eventRecord);
  span.backward = event.flags & ChromeEvent::OfAnotherThread;
  span.hasArguments = event.flags & ChromeEvent::HasArguments;
  if (event.flags & ChromeEvent::IsCopy && span.kind == SpanKind::Other) {
    span.kind = SpanKind::Memcpy;
    span.copy = true;
  }
  if (event.flags & ChromeEvent::IsStep && span.kind == SpanKind::Other && !own_) {
    span.kind = SpanKind::Annotation;
    span.name = assembler_.names.intern("step " + std::to_string(event.step));
  }
  span.device = event.device;
  span.stream = event.stream;
  if (own_) {
    if (!own_->keepsArguments) span.arguments = kNoArguments;
    if (event.ownCategory <= static_cast<std::uint8_t>(Category::Other)) span.category = static_cast<Category>(event.ownCategory);
    span.node = event.node >= 0 && static_cast<std::size_t>(event.node) < own_->trace.nodes.size() ? event.node : -1;
    span.step = event.step;
  }
  if (own_ && (event.phase == 's' || event.phase == 'f'))
    return assembler_.ownFlow(event.phase == 's' ? FlowEnd::Start : FlowEnd::Finish, event.id, flowKindOf(assembler_.categoryText(category)),
                              {event.node, static_cast<std::uint32_t>(event.step)});
  // Ids of a process are separate from those of others (Trace Event Format, "id2").
  const std::uint64_t id =
      event.flags & ChromeEvent::LocalId ? (event.id ^ (std::uint64_t{assembler_.processOf(thread)} + 1) << 40) * 0x9E3779B97F4A7C15u : event.id;
  switch (event.phase) {
    case 'X':
      if (event.flags & ChromeEvent::BadDuration) return assembler_.note("dur is not a number, or more than 292 years", true);
      if (!(event.flags & ChromeEvent::HasDuration)) assembler_.note("a complete event (X) without dur, drawn with no length", false);
      if (event.flags & ChromeEvent::FlowOut) assembler_.flow(FlowEnd::Start, thread, event.time, category, event.bindId, true);
      if (event.flags & ChromeEvent::FlowIn) assembler_.flow(FlowEnd::Finish, thread, event.time, category, event.bindId, true);
      return assembler_.span(span);
    case 'B': return assembler_.begin(span);
    case 'E': return assembler_.end(thread, event.time, translated.name, span.hasArguments ? span.arguments : kNoArguments);
    case 'i':
    case 'I':
    case 'R': assembler_.mark(span); return joinDetails(translated, details, detail, index, thread);
    case 'C': return joinDetails(translated, details, detail, index, thread);
    case 's': return assembler_.flow(FlowEnd::Start, thread, event.time, category, id, true);
    case 't': return assembler_.flow(FlowEnd::Step, thread, event.time, category, id, true);
    case 'f': return assembler_.flow(FlowEnd::Finish, thread, event.time, category, id, event.flags & ChromeEvent::BindsEnclosing);
    case 'b':
    case 'S': return assembler_.asyncBegin(span, category, id);
    case 'e':
    case 'F': return assembler_.asyncEnd(thread, event.time, category, id, span.hasArguments ? span.arguments : kNoArguments);
    case 'n':
    case 'T':
    case 'p': return assembler_.mark(span);
    case '\0': return assembler_.note("ph is missing", true);
    default: {
      const bool printable = event.phase > ' ' && event.phase < '\x7F';
      return assembler_.note(printable ? std::string("events of phase ") + event.phase + " are not shown" : "ph is not a known phase", true);
    }
  }
}

// Objects without members are errors, except one at the end: XProf closes its list with it.
void ChromeImport::tellEmpty(std::int64_t count) {
  if (count > 0) assembler_.note("ph is missing", true, count);
  if (count > 0) objects_ += count;
  emptyObjects_ = 0;
}

void ChromeImport::addNotes() {
  tellEmpty(emptyObjects_ - 1);
  if (!source_.cutShort().empty()) assembler_.noteEnd(source_.cutShort() + "; what came before is shown", false);
  if (cutter_.cutOff()) {
    assembler_.noteEnd("the last event is cut off", true);
    ++objects_;
  }
  if (cutter_.tooLong()) {
    assembler_.noteEnd("an event is longer than 16 MiB or never ends; what follows it was not read", true);
    ++objects_;
  }
  if (cutter_.unclosed() && source_.cutShort().empty()) assembler_.noteEnd("the file ends within the list of events", false);
  if (source_.grown()) assembler_.note("the file grew while it was read; what came after is not shown", false);
}

// Explains why a file that begins as JSON has no list of events.
void ChromeImport::refuseWithoutEvents() {
  const TopLevel& top = cutter_.top();
  if (!cutter_.startsAsJson()) throw Error(ErrorKind::Input, path_, "this is not a trace", "Choose " + traceFormats());
  if (top.blank()) throw Error(ErrorKind::Input, path_, "the file holds nothing but white space", "Choose another file, or record the trace again");
  for (const auto& [member, value] : top.members())
    if (const ForeignJson* json = foreignJson(member)) throw Error(ErrorKind::Input, path_, std::string(json->what), std::string(json->cure));
  for (const std::string& member : top.tooLong())
    if (const ForeignJson* json = foreignJson(member)) throw Error(ErrorKind::Input, path_, std::string(json->what), std::string(json->cure));
  if (!top.closed())
    throw Error(ErrorKind::Input, path_, "the file is cut off before its list of events", "Copy the file again, or record the trace again");
  if (top.tooLong().empty() && isTraceOfNothing(top.members()))
    throw Error(ErrorKind::Input, path_, "it has no list \"traceEvents\": the profiler that wrote it has recorded nothing",
                "Record the trace again, from before the work begins until after it is done");
  throw Error(ErrorKind::Input, path_, "this JSON file has no list \"traceEvents\"", "Choose " + traceFormats());
}

// A JSON list without a single event.
void ChromeImport::refuseList() {
  const std::int64_t others = assembler_.noted(kNoObject);
  if (others == 0 && !cutter_.cutOff() && !cutter_.unclosed())
    throw Error(ErrorKind::Input, path_, "this JSON list is empty: the profiler that wrote it has recorded nothing",
                "Record the trace again, from before the work begins until after it is done");
  if (others == 0)
    throw Error(ErrorKind::Input, path_, "the file is cut off before its first event", "Copy the file again, or record the trace again");
  throw Error(ErrorKind::Input, path_, "this JSON list holds no events; a memory timeline of PyTorch (export_memory_timeline) is such a list",
              "Open what prof.export_chrome_trace wrote, with profile_memory=True; it holds the memory curve too");
}

Trace ChromeImport::run(ProgressReport& report) {
  progress_.bytes = source_.fileBytes();
  spare_.resize(static_cast<std::size_t>(readers_) + 2);
  running_ = readers_ + 1;
  std::vector<std::thread> threads;
  threads.emplace_back([this] { guarded([this] { produce(); }); });
  for (int i = 0; i < readers_; ++i) threads.emplace_back([this] { guarded([this] { consume(); }); });
  std::exception_ptr cancelled;
  for (bool done = false; !done;) {
    ImportProgress progress;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return running_ == 0; });
      done = running_ == 0;
      progress = progress_;
    }
    if (cancelled) continue;
    try {
      report(progress);
    } catch (...) {
      cancelled = std::current_exception();
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      changed_.notify_all();
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (cancelled) std::rethrow_exception(cancelled);
  if (failure_) std::rethrow_exception(failure_);
  ready_.clear();
  spare_.clear();

  if (!cutter_.top().foundEvents()) {
    if (!source_.cutShort().empty())
      throw Error(ErrorKind::Input, path_, source_.cutShort() + " before the first event", "Copy the file again, or record the trace again");
    if (source_.gzip() && source_.textRead() == 0)
      throw Error(ErrorKind::Input, path_, "the gzip file holds nothing", "Choose another file, or record the trace again");
    refuseWithoutEvents();
  }
  if (cutter_.top().bareArray() && objects_ + emptyObjects_ == assembler_.noted(kNoObject)) refuseList();
  addNotes();
  if (!own_) addChromeSamples(cutter_.top(), assembler_);
  Trace trace = assembler_.finish([&] { return report.cancelled(); });
  trace.events = std::max<std::int64_t>(0, objects_ - trace.dropped);
  addChromeMembers(cutter_.top(), trace);
  if (own_) {
    Trace& own = own_->trace;
    trace.processes = std::move(own.processes);
    trace.devices = std::move(own.devices);
    trace.nodes = std::move(own.nodes);
    trace.source = own.source;
    // Takes the range of the description, unless events lie outside of it: then the file was changed.
    const bool empty = trace.spanCount() == 0 && trace.marks.empty() && trace.counters.empty();
    if (own.begin <= own.end && (empty || (own.begin <= trace.begin && trace.end <= own.end))) {
      trace.begin = own.begin;
      trace.end = own.end;
    }
    trace.events = own.events;
    if (!own_->keepsArguments) {
      for (TraceLane& lane : trace.lanes) lane.arguments = {};
      for (TraceMarks& marks : trace.marks) marks.arguments = {};
    }
    trace.notes.insert(trace.notes.begin(), own.notes.begin(), own.notes.end());
    trace.dropped += own.dropped;
  } else {
    trace.source = path_;
  }
  if (!own_ || own_->keepsArguments) {
    trace.arguments = chromeArguments(path_, source_.identity(), source_.takeIndex(), assembler_.takeJoinedArguments());
  }
  return trace;
}

}  // namespace

Trace importChrome(const ImportSource& source) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency()), wanted = source.options.readers;
  ChromeImport import(source.path, wanted > 0 ? std::min(wanted, 16) : std::clamp(cores, 1, 4), source.options.step);
  return import.run(source.report);
}

}  // namespace stepscope
