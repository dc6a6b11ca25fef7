#include "profiler/io/export.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/csv_writer.h"
#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "profiler/io/own_tracks.h"
#include "profiler/io/ranks/rank_label.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

[[noreturn]] void cannotWrite(const std::string& path, int error) {
  throw Error(ErrorKind::Resource, path, std::string("the file cannot be written: ") + std::strerror(error),
              "Free some space or choose another folder");
}

// A file, plain or compressed, that gets its name when it is complete.
class Sink {
 public:
  explicit Sink(const std::string& path) : path_(path), temporary_(path + ".tmp") {
    // Level 1: fast, and it still compresses 15 to 1. "T": no compression.
    file_ = gzopen(temporary_.c_str(), path.ends_with(".gz") ? "wb1" : "wbT");
    if (!file_) cannotWrite(path, errno);
    gzbuffer(file_, 1 << 18);
  }
  ~Sink() {
    if (!file_) return;
    gzclose(file_);
    ::unlink(temporary_.c_str());
  }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  fmt::memory_buffer& text() { return text_; }
  void flush(std::size_t atLeast = 0) {
    if (text_.size() < atLeast || text_.size() == 0) return;
    if (gzwrite(file_, text_.data(), static_cast<unsigned>(text_.size())) <= 0) cannotWrite(path_, errno);
    text_.clear();
  }
  void finish() {
    flush();
    const int code = gzclose(file_);
    file_ = nullptr;
    if (code != Z_OK) {
      const int error = errno;
      ::unlink(temporary_.c_str());
      cannotWrite(path_, error);
    }
    putInPlace(temporary_, path_);
  }

 private:
  const std::string& path_;
  std::string temporary_;
  gzFile file_ = nullptr;
  fmt::memory_buffer text_;
};

void put(fmt::memory_buffer& to, std::string_view text) {
  to.append(text.data(), text.data() + text.size());
}

void putString(fmt::memory_buffer& to, std::string_view text) {
  to.push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      to.push_back('\\');
      to.push_back(c);
    } else if (static_cast<unsigned char>(c) < ' ') {
      fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      to.push_back(c);
    }
  }
  to.push_back('"');
}

// Microseconds with three decimals, exactly.
void putTime(fmt::memory_buffer& to, std::int64_t ns) {
  const std::uint64_t size = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
  fmt::format_to(std::back_inserter(to), "{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
}

enum class What : std::uint8_t { Span, FlowStart, FlowEnd, Mark, Sample };

struct Item {
  std::int64_t time, duration;
  std::uint32_t list, index;  // the lane, the marks or the counter, and the index in it; for arrows `index` is the arrow's number
  std::uint32_t thread;
  What what;
};

class ChromeExport {
 public:
  ChromeExport(const Trace& trace, const std::string& path, const std::function<bool()>& proceed) : trace_(trace), sink_(path), proceed_(proceed) {}
  bool run();

 private:
  void gather();
  void chooseThreads();
  void writeHeader();
  void writeMetadata();
  void write(const Item& item);
  void writeArguments(const Item& item, const TraceLane& lane);
  void begin(const char* phase, std::int32_t track, std::uint32_t thread);
  void chooseIds();
  std::int64_t pidOf(std::int32_t track) const;

  const Trace& trace_;
  Sink sink_;
  const std::function<bool()>& proceed_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> threadOfTrack_;  // by track: its first thread
  std::vector<std::int32_t> trackOfThread_{-1};
  std::vector<std::vector<std::uint32_t>> threadOfSpan_;           // by lane; for arrows
  std::vector<std::pair<std::int64_t, std::int64_t>> idOfThread_;  // "pid" and "tid"
  bool first_ = true;
};

void ChromeExport::gather() {
  const auto u32 = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
    const TraceLane& lane = trace_.lanes[l];
    for (std::size_t i = 0; i < lane.size(); ++i) items_.push_back({lane.start[i], lane.duration[i], u32(l), u32(i), 0, What::Span});
  }
  for (std::size_t m = 0; m < trace_.marks.size(); ++m)
    for (std::size_t i = 0; i < trace_.marks[m].size(); ++i) items_.push_back({trace_.marks[m].time[i], 0, u32(m), u32(i), 0, What::Mark});
  for (std::size_t c = 0; c < trace_.counters.size(); ++c)
    for (std::size_t i = 0; i < trace_.counters[c].time.size(); ++i)
      items_.push_back({trace_.counters[c].time[i], 0, u32(c), u32(i), 0, What::Sample});
  for (std::size_t f = 0; f < trace_.flows.size(); ++f) {
    const SpanRef from = trace_.flows.from[f], to = trace_.flows.to[f];
    items_.push_back({trace_.laneOf(from).start[from.index], 0, 0, u32(f), 0, What::FlowStart});
    items_.push_back({trace_.laneOf(to).start[to.index], 0, 0, u32(f), 0, What::FlowEnd});
  }
  // If two spans begin together, the longer (outer) one comes first. Lanes are in the order of their depth.
  std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
    return std::tuple(a.time, a.what, -a.duration, a.list, a.index) < std::tuple(b.time, b.what, -b.duration, b.list, b.index);
  });
}

void ChromeExport::chooseThreads() {
  // The threads of each track, and for each thread the ends of the open spans.
  struct Thread {
    std::uint32_t number;
    std::vector<std::int64_t> open;
  };
  std::vector<std::vector<Thread>> threads(trace_.tracks.size());
  const auto add = [&](std::size_t track) {
    threads[track].push_back({static_cast<std::uint32_t>(trackOfThread_.size()), {}});
    trackOfThread_.push_back(static_cast<std::int32_t>(track));
  };
  for (std::size_t track = 0; track < threads.size(); ++track) add(track);
  for (const auto& list : threads) threadOfTrack_.push_back(list.front().number);
  threadOfSpan_.resize(trace_.lanes.size());
  for (std::size_t l = 0; l < trace_.lanes.size(); ++l) threadOfSpan_[l].resize(trace_.lanes[l].size());
  for (Item& item : items_) {
    if (item.what != What::Span) continue;
    const auto track = static_cast<std::size_t>(trace_.lanes[item.list].track);
    const std::int64_t end = item.time + item.duration;
    for (std::size_t i = 0;; ++i) {
      if (i == threads[track].size()) add(track);
      Thread& thread = threads[track][i];
      while (!thread.open.empty() && thread.open.back() <= item.time) thread.open.pop_back();
      if (!thread.open.empty() && thread.open.back() < end) continue;  // it would end after the span around it
      thread.open.push_back(end);
      item.thread = threadOfSpan_[item.list][item.index] = thread.number;
      break;
    }
  }
}

// The numbers of threads and streams are kept if possible, because other tools use them.
void ChromeExport::chooseIds() {
  constexpr std::int64_t kFree = 1'000'000'000;  // larger than the numbers of any system
  std::set<std::pair<std::int64_t, std::int64_t>> used;
  std::vector<char> seen(trace_.tracks.size(), 0);
  for (std::size_t thread = 0; thread < trackOfThread_.size(); ++thread) {
    const std::int32_t track = trackOfThread_[thread];
    std::pair<std::int64_t, std::int64_t> id(0, kFree + static_cast<std::int64_t>(thread));
    if (track >= 0) {
      const TraceTrack& info = trace_.tracks[static_cast<std::size_t>(track)];
      id.first = pidOf(track);
      const bool first = !std::exchange(seen[static_cast<std::size_t>(track)], 1);
      if (first && info.id >= 0 && info.id < kFree && !info.counter && used.insert({id.first, info.id}).second) id.second = info.id;
    }
    idOfThread_.push_back(id);
  }
}

std::int64_t ChromeExport::pidOf(std::int32_t track) const {
  const std::int32_t process = trace_.tracks[static_cast<std::size_t>(track)].process;
  if (process < 0) return 1;
  const std::string& id = trace_.processes[static_cast<std::size_t>(process)].id;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  return error == std::errc() && end == id.data() + id.size() && number >= 0 && number < 10'000'000 ? number : 10'000'000 + process;
}

void ChromeExport::begin(const char* phase, std::int32_t track, std::uint32_t thread) {
  put(sink_.text(), first_ ? "\n" : ",\n");
  first_ = false;
  fmt::format_to(std::back_inserter(sink_.text()), "{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", phase, pidOf(track), idOfThread_[thread].second);
}

void ChromeExport::writeHeader() {
  OwnHeader header;
  header.trace.tracks = trace_.tracks;
  header.trace.processes = trace_.processes;
  header.trace.devices = trace_.devices;
  header.trace.nodes = trace_.nodes;
  header.trace.notes = trace_.notes;
  header.trace.dropped = trace_.dropped;
  header.trace.begin = trace_.begin;
  header.trace.end = trace_.end;
  header.trace.events = trace_.events;
  header.trace.source = trace_.source;
  header.trace.arguments = trace_.arguments;
  header.trackOfThread = trackOfThread_;
  header.idOfThread = idOfThread_;
  put(sink_.text(), "{\"schemaVersion\":1,\"displayTimeUnit\":\"ms\",");
  if (const std::optional<DistributedRank> rank = distributedRankOf(trace_)) {  // other tools recognize ranks by it
    fmt::format_to(std::back_inserter(sink_.text()), "\"distributedInfo\":{{\"rank\":{}", rank->rank);
    if (rank->ranks > 0) fmt::format_to(std::back_inserter(sink_.text()), ",\"world_size\":{}", rank->ranks);
    if (!rank->backend.empty()) {
      put(sink_.text(), ",\"backend\":");
      putString(sink_.text(), rank->backend);
    }
    for (std::size_t g = 0; g < rank->groups.size(); ++g) {
      const ProcessGroup& group = rank->groups[g];
      put(sink_.text(), g == 0 ? ",\"pg_config\":[{\"pg_name\":" : ",{\"pg_name\":");
      putString(sink_.text(), group.name);
      put(sink_.text(), ",\"pg_desc\":");
      putString(sink_.text(), group.description);
      if (group.ranks > 0) fmt::format_to(std::back_inserter(sink_.text()), ",\"pg_size\":{}", group.ranks);
      put(sink_.text(), g + 1 == rank->groups.size() ? "}]" : "}");
    }
    put(sink_.text(), "},");
  }
  put(sink_.text(), "\"stepscope\":");
  put(sink_.text(), writeOwnHeader(header));
  put(sink_.text(), ",\"traceEvents\":[");
}

void ChromeExport::writeMetadata() {
  fmt::memory_buffer& text = sink_.text();
  const auto metadata = [&](std::int32_t track, std::uint32_t thread, const char* name, const char* key, std::string_view value) {
    begin("M", track, thread);
    fmt::format_to(std::back_inserter(text), ",\"name\":\"{}\",\"args\":{{\"{}\":", name, key);
    putString(text, value);
    put(text, "}}");
  };
  const auto order = [&](std::int32_t track, std::uint32_t thread, const char* name, int value) {
    begin("M", track, thread);
    fmt::format_to(std::back_inserter(text), ",\"name\":\"{}\",\"args\":{{\"sort_index\":{}}}}}", name, value);
  };
  std::vector<bool> named(trace_.processes.size() + 1, false);
  for (std::uint32_t thread = 1; thread < trackOfThread_.size(); ++thread) {
    const std::int32_t track = trackOfThread_[thread];
    const TraceTrack& info = trace_.tracks[static_cast<std::size_t>(track)];
    const auto process = static_cast<std::size_t>(info.process + 1);
    if (!named[process]) {
      named[process] = true;
      if (info.process < 0) {
        metadata(track, thread, "process_name", "name", trace_.source.empty() ? "Stepscope" : trace_.source);
      } else {
        const TraceProcess& from = trace_.processes[static_cast<std::size_t>(info.process)];
        metadata(track, thread, "process_name", "name", from.name.empty() ? from.id : from.name);
        if (!from.labels.empty()) metadata(track, thread, "process_labels", "labels", from.labels);
        order(track, thread, "process_sort_index", from.sortOrder);
      }
    }
    if (info.counter) continue;
    metadata(track, thread, "thread_name", "name", info.name);
    order(track, thread, "thread_sort_index", info.sortOrder);
    sink_.flush(1 << 18);
  }
}

void ChromeExport::writeArguments(const Item& item, const TraceLane& lane) {
  fmt::memory_buffer& text = sink_.text();
  put(text, ",\"args\":");
  std::string_view comma;
  const std::uint64_t handle = lane.argumentsOf(item.index);
  if (trace_.arguments && handle != kNoArguments) {
    std::string json = trace_.arguments->json(handle);
    const std::size_t close = json.rfind('}');
    json.resize(close == std::string::npos ? 0 : close);
    if (json.empty()) json = "{";
    put(text, json);
    if (json.find_first_not_of("{ \n\r\t") != std::string::npos) comma = ",";
  } else {
    text.push_back('{');
  }
  const auto number = [&](const char* key, std::int64_t value) {
    fmt::format_to(std::back_inserter(text), "{}\"{}\":{}", comma, key, value);
    comma = ",";
  };
  const auto string = [&](const char* key, const std::string& value) {
    if (value.empty()) return;
    fmt::format_to(std::back_inserter(text), "{}\"{}\":", comma, key);
    putString(text, value);
    comma = ",";
  };
  const std::int32_t node = lane.node[item.index];
  if (const TraceNode* from = nodeOf(trace_, node)) {
    string("layer", from->layer);
    string("op", from->op);
    string("kernel", from->kernel);
    string("shapes", from->shapes);
    if (from->flops > 0) number("flops", from->flops);
    if (from->bytes > 0) number("bytes", from->bytes);
    number("stepscope node", node);
  }
  if (lane.step[item.index] >= 0) number("stepscope step", lane.step[item.index]);
  number("stepscope category", lane.category[item.index]);
  put(text, "}}");
}

void ChromeExport::write(const Item& item) {
  fmt::memory_buffer& text = sink_.text();
  const auto name = [&](std::string_view name) {
    put(text, ",\"name\":");
    putString(text, name);
    put(text, ",\"ts\":");
    putTime(text, item.time);
  };
  switch (item.what) {
    case What::Span: {
      const TraceLane& lane = trace_.lanes[item.list];
      begin("X", lane.track, item.thread);
      name(trace_.names.name(lane.name[item.index]));
      put(text, ",\"dur\":");
      putTime(text, item.duration);
      if (const std::string_view kind = nameOf(lane.kindOf(item.index)); !kind.empty())
        fmt::format_to(std::back_inserter(text), ",\"cat\":\"{}\"", kind);
      writeArguments(item, lane);
      break;
    }
    case What::Mark: {
      const TraceMarks& marks = trace_.marks[item.list];
      begin("i", marks.track, threadOfTrack_[static_cast<std::size_t>(marks.track)]);
      name(trace_.names.name(marks.name[item.index]));
      put(text, ",\"s\":\"t\"");
      if (trace_.arguments && marks.argumentsOf(item.index) != kNoArguments) {
        put(text, ",\"args\":");
        put(text, trace_.arguments->json(marks.argumentsOf(item.index)));
      }
      put(text, "}");
      break;
    }
    case What::Sample: {
      const TraceCounter& counter = trace_.counters[item.list];
      const double value = counter.value[item.index];
      if (!std::isfinite(value)) break;  // JSON has no such numbers
      begin("C", counter.track, threadOfTrack_[static_cast<std::size_t>(counter.track)]);
      name(trace_.tracks[static_cast<std::size_t>(counter.track)].name);
      fmt::format_to(std::back_inserter(text), ",\"args\":{{\"value\":{}}}}}", value);
      break;
    }
    case What::FlowStart:
    case What::FlowEnd: {
      const bool start = item.what == What::FlowStart;
      const SpanRef span = start ? trace_.flows.from[item.index] : trace_.flows.to[item.index];
      const auto kind = static_cast<FlowKind>(trace_.flows.kind[item.index]);
      const char* category = kind == FlowKind::Launch ? "ac2g" : kind == FlowKind::ForwardBackward ? "fwdbwd" : "flow";
      begin(start ? "s" : "f", trace_.laneOf(span).track, threadOfSpan_[static_cast<std::size_t>(span.lane)][span.index]);
      name(category);
      // The index of the span, since several may begin at the same time.
      fmt::format_to(std::back_inserter(text), ",\"cat\":\"{}\",\"id\":{}{},\"args\":{{\"stepscope lane\":{},\"stepscope index\":{}}}}}", category,
                     item.index + 1, start ? "" : ",\"bp\":\"e\"", span.lane, span.index);
      break;
    }
  }
}

bool ChromeExport::run() {
  gather();
  chooseThreads();
  chooseIds();
  writeHeader();
  if (!trace_.tracks.empty()) writeMetadata();
  std::size_t written = 0;
  for (const Item& item : items_) {
    write(item);
    sink_.flush(1 << 18);
    if ((++written & 0xFFF) == 0 && proceed_ && !proceed_()) return false;
  }
  put(sink_.text(), "\n]}\n");
  sink_.finish();
  return true;
}

}  // namespace

bool exportChrome(const Trace& trace, const std::string& path, const std::function<bool()>& proceed) {
  return ChromeExport(trace, path, proceed).run();
}

void exportSpansCsv(const Trace& trace, const std::string& path) {
  const std::string temporary = path + ".tmp";
  std::ofstream file(temporary, std::ios::binary);
  CsvWriter csv(file);
  csv.row("track", "process", "name", "kind", "category", "layer", "step", "depth", "start_ns", "duration_ns");
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    std::string_view process;
    if (track.process >= 0) {
      const TraceProcess& from = trace.processes[static_cast<std::size_t>(track.process)];
      process = from.name.empty() ? from.id : from.name;
    }
    for (std::size_t i = 0; i < lane.size() && file; ++i) {
      const TraceNode* node = nodeOf(trace, lane.node[i]);
      csv.field(track.name).field(process).field(trace.names.name(lane.name[i])).field(nameOf(lane.kindOf(i)));
      csv.field(nameOf(static_cast<Category>(lane.category[i]))).field(node ? node->layer : "");
      if (lane.step[i] >= 0) csv.field(lane.step[i]);
      else csv.field("");
      csv.field(lane.depth).field(lane.start[i]).field(lane.duration[i]).endRow();
    }
  }
  file.close();
  if (!file) {
    const int error = errno;
    ::unlink(temporary.c_str());
    cannotWrite(path, error);
  }
  putInPlace(temporary, path);
}

}  // namespace stepscope
