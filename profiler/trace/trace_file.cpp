#include "profiler/trace/trace_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>

#include "core/base/error.h"
#include "profiler/trace/trace_file_arguments.h"
#include "profiler/trace/trace_file_codec.h"

namespace stepscope {

using namespace trace_file;

namespace {

constexpr char kMagic[8] = {'S', 'S', 'T', 'R', 'A', 'C', 'E', '\n'};
constexpr std::uint32_t kVersion = 2;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;  // read and checked at a time
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8;        // magic, version, CRC-32 of the payload, size of the payload
// The columns that may be absent.
template <typename T>
void optionalColumn(Writer& out, const std::vector<T>& column) {
  out.put(static_cast<std::uint8_t>(!column.empty()));
  if (!column.empty()) out.column(column);
}

void encodeImported(Writer& out, const Trace& trace) {
  out.put(trace.events);
  out.put(static_cast<std::uint64_t>(trace.processes.size()));
  for (const TraceProcess& process : trace.processes) {
    for (const std::string* text : {&process.name, &process.id, &process.labels}) out.text(*text);
    out.put(static_cast<std::int32_t>(process.sortOrder));
  }
  out.put(static_cast<std::uint64_t>(trace.devices.size()));
  for (const TraceDevice& device : trace.devices) {
    out.put(device.id);
    out.text(device.name);
    out.put(device.memoryBytes);
    out.put(device.multiprocessors);
  }
  out.put(static_cast<std::uint64_t>(trace.notes.size()));
  for (const TraceNote& note : trace.notes) {
    out.text(note.reason);
    out.put(note.count);
    out.put(static_cast<std::uint8_t>(note.dropped));
  }
  for (const TraceLane& lane : trace.lanes) optionalColumn(out, lane.kind);
  out.put(static_cast<std::uint64_t>(trace.marks.size()));
  for (const TraceMarks& marks : trace.marks) {
    out.put(marks.track);
    out.put(static_cast<std::uint64_t>(marks.size()));
    out.sortedColumn(marks.time, trace.begin);
    out.column(marks.name);
  }
  out.put(static_cast<std::uint64_t>(trace.flows.size()));
  std::vector<std::int32_t> fromLane, toLane;
  std::vector<std::uint32_t> fromIndex, toIndex;
  for (std::size_t i = 0; i < trace.flows.size(); ++i) {
    fromLane.push_back(trace.flows.from[i].lane);
    fromIndex.push_back(trace.flows.from[i].index);
    toLane.push_back(trace.flows.to[i].lane);
    toIndex.push_back(trace.flows.to[i].index);
  }
  out.column(fromLane);
  out.column(fromIndex);
  out.column(toLane);
  out.column(toIndex);
  out.column(trace.flows.kind);
  encodeArguments(out, trace);
}

void encode(Writer& out, const Trace& trace) {
  out.text(trace.source);
  out.put(trace.begin);
  out.put(trace.end);
  out.put(trace.dropped);
  out.put(static_cast<std::uint64_t>(trace.names.size()));
  for (std::uint32_t i = 0; i < trace.names.size(); ++i) out.text(trace.names.name(i));
  out.put(static_cast<std::uint64_t>(trace.tracks.size()));
  for (const TraceTrack& track : trace.tracks) {
    out.text(track.name);
    out.put(static_cast<std::int32_t>(track.sortOrder));
    out.put(static_cast<std::uint8_t>(track.counter));
    out.put(static_cast<std::uint8_t>(track.kind));
    out.put(track.process);
    out.put(track.device);
    out.put(track.id);
  }
  out.put(static_cast<std::uint64_t>(trace.nodes.size()));
  for (const TraceNode& node : trace.nodes) {
    for (const std::string* text : {&node.op, &node.title, &node.layer, &node.kernel, &node.library, &node.shapes}) out.text(*text);
    out.put(static_cast<std::uint8_t>(node.category));
    out.put(node.flops);
    out.put(node.bytes);
    out.put(static_cast<std::uint64_t>(node.candidateMs.size()));
    for (const auto& [kernel, ms] : node.candidateMs) {
      out.text(kernel);
      out.put(ms);
    }
  }
  out.put(static_cast<std::uint64_t>(trace.lanes.size()));
  for (const TraceLane& lane : trace.lanes) {
    out.put(lane.track);
    out.put(lane.depth);
    out.put(static_cast<std::uint64_t>(lane.size()));
    out.sortedColumn(lane.start, trace.begin);
    out.column(lane.duration);
    out.column(lane.name);
    out.column(lane.category);
    out.column(lane.node);
    out.column(lane.step);
  }
  out.put(static_cast<std::uint64_t>(trace.counters.size()));
  for (const TraceCounter& counter : trace.counters) {
    out.put(counter.track);
    out.put(static_cast<std::uint64_t>(counter.time.size()));
    out.sortedColumn(counter.time, trace.begin);
    for (const double value : counter.value) out.put(value);
  }
  encodeImported(out, trace);
}

Category category(std::uint8_t byte, const Reader& in) {
  in.check(byte <= static_cast<std::uint8_t>(Category::Other));
  return static_cast<Category>(byte);
}

TraceNode decodeNode(Reader& in) {
  TraceNode node;
  for (std::string* text : {&node.op, &node.title, &node.layer, &node.kernel, &node.library, &node.shapes}) *text = in.text();
  node.category = category(in.get<std::uint8_t>(), in);
  node.flops = in.get<std::int64_t>();
  node.bytes = in.get<std::int64_t>();
  for (std::size_t n = in.count(4 + 8); n > 0; --n) {
    std::string kernel = in.text();
    node.candidateMs.emplace_back(std::move(kernel), in.get<double>());
  }
  return node;
}

TraceLane decodeLane(Reader& in, const Trace& trace) {
  TraceLane lane;
  lane.track = in.get<std::int32_t>();
  lane.depth = in.get<std::int32_t>();
  in.check(lane.track >= 0 && static_cast<std::size_t>(lane.track) < trace.tracks.size() && lane.depth >= 0);
  const std::size_t n = in.count(6);
  lane.start = in.sortedColumn(n, trace.begin);
  lane.duration = in.column<std::int64_t>(n);
  lane.name = in.column<std::uint32_t>(n);
  lane.category = in.column<std::uint8_t>(n);
  lane.node = in.column<std::int32_t>(n);
  lane.step = in.column<std::int32_t>(n);
  const auto nodes = static_cast<std::int64_t>(trace.nodes.size());
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t end = 0;
    in.check(lane.duration[i] >= 0 && !__builtin_add_overflow(lane.start[i], lane.duration[i], &end));
    in.check(i + 1 == n || end <= lane.start[i + 1]);
    in.check(lane.name[i] < trace.names.size() && lane.node[i] >= -1 && lane.node[i] < nodes);
    category(lane.category[i], in);
  }
  return lane;
}

void decodeFlows(Reader& in, Trace& trace) {
  const std::size_t n = in.count(5);
  const auto fromLane = in.column<std::int32_t>(n);
  const auto fromIndex = in.column<std::uint32_t>(n);
  const auto toLane = in.column<std::int32_t>(n);
  const auto toIndex = in.column<std::uint32_t>(n);
  trace.flows.kind = in.column<std::uint8_t>(n);
  const auto span = [&](std::int32_t lane, std::uint32_t index) {
    in.check(lane >= 0 && static_cast<std::size_t>(lane) < trace.lanes.size() &&
             index < trace.lanes[static_cast<std::size_t>(lane)].size());
    return SpanRef{lane, index};
  };
  for (std::size_t i = 0; i < n; ++i) {
    trace.flows.from.push_back(span(fromLane[i], fromIndex[i]));
    trace.flows.to.push_back(span(toLane[i], toIndex[i]));
    in.check(trace.flows.kind[i] <= static_cast<std::uint8_t>(FlowKind::Other));
  }
  sortFlows(trace.flows);
}

void decodeImported(Reader& in, Trace& trace, const std::string& path) {
  trace.events = in.get<std::int64_t>();
  in.check(trace.events >= 0);
  for (std::size_t n = in.count(3 * 4 + 4); n > 0; --n) {
    TraceProcess& process = trace.processes.emplace_back();
    for (std::string* text : {&process.name, &process.id, &process.labels}) *text = in.text();
    process.sortOrder = in.get<std::int32_t>();
  }
  for (const TraceTrack& track : trace.tracks)
    in.check(track.process >= -1 && track.process < static_cast<std::int64_t>(trace.processes.size()));
  for (std::size_t n = in.count(4 + 4 + 8 + 4); n > 0; --n) {
    TraceDevice& device = trace.devices.emplace_back();
    device.id = in.get<std::int32_t>();
    device.name = in.text();
    device.memoryBytes = in.get<std::int64_t>();
    device.multiprocessors = in.get<std::int32_t>();
  }
  trace.notes.clear();
  for (std::size_t n = in.count(4 + 8 + 1); n > 0; --n) {
    TraceNote& note = trace.notes.emplace_back();
    note.reason = in.text();
    note.count = in.get<std::int64_t>();
    note.dropped = in.get<std::uint8_t>() != 0;
  }
  for (TraceLane& lane : trace.lanes) {
    if (in.get<std::uint8_t>() != 0) lane.kind = in.column<std::uint8_t>(lane.size());
    for (const std::uint8_t kind : lane.kind) in.check(kind <= static_cast<std::uint8_t>(SpanKind::Overhead));
  }
  for (std::size_t n = in.count(4 + 8); n > 0; --n) {
    TraceMarks& marks = trace.marks.emplace_back();
    marks.track = in.get<std::int32_t>();
    in.check(marks.track >= 0 && static_cast<std::size_t>(marks.track) < trace.tracks.size());
    const std::size_t count = in.count(2);
    marks.time = in.sortedColumn(count, trace.begin);
    marks.name = in.column<std::uint32_t>(count);
    for (const std::uint32_t name : marks.name) in.check(name < trace.names.size());
  }
  decodeFlows(in, trace);
  decodeArguments(in, trace, path, kHeaderBytes);
}

Trace decode(Reader& in, std::uint32_t version, const std::string& path) {
  Trace trace;
  trace.source = in.text();
  trace.begin = in.get<std::int64_t>();
  trace.end = in.get<std::int64_t>();
  trace.dropped = in.get<std::int64_t>();
  in.check(trace.begin <= trace.end);
  const std::size_t names = in.count(4);
  for (std::size_t i = 0; i < names; ++i) in.check(trace.names.intern(in.text()) == i);
  for (std::size_t n = in.count(4 + 4 + 1); n > 0; --n) {
    std::string name = in.text();
    const auto order = in.get<std::int32_t>();
    TraceTrack& track = trace.tracks.emplace_back();
    track.name = std::move(name);
    track.sortOrder = order;
    track.counter = in.get<std::uint8_t>() != 0;
    if (version == 1) continue;
    const auto kind = in.get<std::uint8_t>();
    in.check(kind <= static_cast<std::uint8_t>(TrackKind::Async));
    track.kind = static_cast<TrackKind>(kind);
    track.process = in.get<std::int32_t>();
    track.device = in.get<std::int32_t>();
    track.id = in.get<std::int64_t>();
  }
  for (std::size_t n = in.count(6 * 4 + 1 + 8 + 8 + 8); n > 0; --n) trace.nodes.push_back(decodeNode(in));
  for (std::size_t n = in.count(4 + 4 + 8); n > 0; --n) trace.lanes.push_back(decodeLane(in, trace));
  for (std::size_t n = in.count(4 + 8); n > 0; --n) {
    TraceCounter counter;
    counter.track = in.get<std::int32_t>();
    in.check(counter.track >= 0 && static_cast<std::size_t>(counter.track) < trace.tracks.size());
    const std::size_t samples = in.count(1 + 8);
    counter.time = in.sortedColumn(samples, trace.begin);
    counter.value.reserve(samples);
    for (std::size_t i = 0; i < samples; ++i) counter.value.push_back(in.get<double>());
    trace.counters.push_back(std::move(counter));
  }
  if (version == 1) {
    if (trace.dropped > 0) trace.notes.push_back({"the ring of a thread was full", trace.dropped});
    for (TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        lane.kind.push_back(static_cast<std::uint8_t>(lane.node[i] >= 0 ? SpanKind::CpuOp : SpanKind::Annotation));
  } else {
    decodeImported(in, trace, path);
  }
  in.check(in.atEnd());
  // Views rely on it, whatever the file says.
  for (const TraceLane& lane : trace.lanes)
    if (lane.size() > 0) trace.end = std::max(trace.end, lane.start.back() + lane.duration.back());
  for (const TraceMarks& marks : trace.marks)
    if (marks.size() > 0) trace.end = std::max(trace.end, marks.time.back());
  for (const TraceCounter& counter : trace.counters)
    if (!counter.time.empty()) trace.end = std::max(trace.end, counter.time.back());
  return trace;
}

[[noreturn]] void cannotWrite(const std::string& path, int error) {
  throw Error(ErrorKind::Resource, path, std::string("the captured trace cannot be written: ") + std::strerror(error),
              "Free some space or make the folder writable, then capture again");
}

}  // namespace

void saveTrace(const Trace& trace, const std::string& path) {
  Writer payload;
  encode(payload, trace);
  const std::vector<char>& bytes = payload.buffer();
  Writer header;
  for (const char c : kMagic) header.put(c);
  header.put(kVersion);
  header.put(static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size())));
  header.put(static_cast<std::uint64_t>(bytes.size()));

  std::error_code failed;  // a folder that cannot be made shows when the file is opened
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  const std::string temporary = path + ".tmp";
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) cannotWrite(path, errno);
  int error = 0;
  for (const std::vector<char>* part : {&header.buffer(), &bytes}) {
    for (std::size_t done = 0; !error && done < part->size();) {
      const ssize_t wrote = ::write(file, part->data() + done, part->size() - done);
      if (wrote > 0)
        done += static_cast<std::size_t>(wrote);
      else if (errno != EINTR)
        error = errno;
    }
  }
  if (!error && ::fsync(file) != 0) error = errno;
  if (::close(file) != 0 && !error) error = errno;
  if (!error && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error) {
    ::unlink(temporary.c_str());
    cannotWrite(path, error);
  }
}

Trace loadTrace(const std::string& path) {
  return *loadTrace(path, [](std::uint64_t, std::uint64_t) { return true; });
}

std::optional<Trace> loadTrace(const std::string& path, const TraceFileProgress& proceed) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed) throw Error(ErrorKind::Input, path, "the captured trace cannot be read: " + failed.message(), "Capture the steps again");
  std::ifstream file(path, std::ios::binary);
  // The header says how long the file is: a damaged one takes no memory.
  std::vector<char> head(std::min<std::uintmax_t>(size, kHeaderBytes));
  if (!file.read(head.data(), static_cast<std::streamsize>(head.size())))
    throw Error(ErrorKind::Input, path, "the captured trace cannot be read", "Check the permissions of the file");
  Reader header(head, path);
  char magic[sizeof kMagic];
  if (size < kHeaderBytes) header.damaged();
  for (char& c : magic) c = header.get<char>();
  if (std::memcmp(magic, kMagic, sizeof kMagic) != 0)
    throw Error(ErrorKind::Input, path, "this is not a captured trace", "Choose a file that ends in .sstrace");
  const auto version = header.get<std::uint32_t>();
  if (version > kVersion)
    throw Error(ErrorKind::Input, path, "the captured trace was written by a newer version of Stepscope", "Open it with that version");
  const auto crc = header.get<std::uint32_t>();
  const auto payload = header.get<std::uint64_t>();
  if (version == 0 || payload != size - kHeaderBytes) header.damaged();
  std::vector<char> bytes(size - kHeaderBytes);
  // Reading and checking is about half of the work, decoding the other.
  for (std::size_t at = 0; at < bytes.size(); at += kBlockBytes) {
    if (!proceed(at / 2, size)) return std::nullopt;
    if (!file.read(bytes.data() + at, static_cast<std::streamsize>(std::min<std::size_t>(kBlockBytes, bytes.size() - at))))
      throw Error(ErrorKind::Input, path, "the captured trace cannot be read", "Check the permissions of the file");
  }
  const std::span<const char> rest(bytes);
  uLong sum = crc32_z(0, nullptr, 0);
  for (std::size_t at = 0; at < rest.size(); at += kBlockBytes) {
    if (!proceed(size / 2, size)) return std::nullopt;
    const std::span<const char> block = rest.subspan(at, std::min<std::size_t>(kBlockBytes, rest.size() - at));
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(block.data()), block.size());
  }
  if (crc != sum) header.damaged();
  struct Cancelled {};
  Reader in(rest, path, [&](std::size_t done) {
    if (!proceed(size / 2 + done / 2, size)) throw Cancelled();
  });
  try {
    return decode(in, version, path);
  } catch (const Cancelled&) {
    return std::nullopt;
  }
}

}  // namespace stepscope
