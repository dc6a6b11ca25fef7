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
#include <type_traits>

#include "core/base/error.h"
#include "profiler/trace/trace_file_arguments.h"
#include "profiler/trace/trace_file_codec.h"

namespace stepscope {

using namespace trace_file;

namespace {

constexpr char kMagic[8] = {'S', 'S', 'T', 'R', 'A', 'C', 'E', '\n'};
constexpr std::uint32_t kVersion = 3;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20;     // bytes read and checked at a time
constexpr std::int64_t kMostCounted = std::int64_t{1} << 48;  // limit for a number of records; no disk holds more
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8;           // magic, version, CRC-32 of the payload, size of the payload

// The file format, described once: `io` is a Writer, which writes the values, or a Reader, which fills them in and checks them.

bool isTrack(const Trace& trace, std::int32_t track) {
  return track >= 0 && static_cast<std::size_t>(track) < trace.tracks.size();
}

template <class Io>
void describeNode(Io& io, auto& node) {
  io.all(node.op, node.title, node.layer, node.kernel, node.library, node.shapes);
  io.upTo(node.category, Category::Other);
  io.all(node.flops, node.bytes);
  io.list(node.candidateMs, 4 + 8, [&](auto& candidate) { io.all(candidate.first, candidate.second); });
}

template <class Io>
void describeLane(Io& io, auto& lane, const Trace& trace) {
  io.all(lane.track, lane.depth);
  io.check(isTrack(trace, lane.track) && lane.depth >= 0);
  const std::size_t n = io.counted(lane.size(), 6);
  io.sorted(lane.start, n, trace.begin);
  io.columns(n, lane.duration, lane.name, lane.category, lane.node, lane.step);
}

void checkLane(const Reader& in, const TraceLane& lane, const Trace& trace) {
  const auto nodes = static_cast<std::int64_t>(trace.nodes.size());
  for (std::size_t i = 0; i < lane.size(); ++i) {
    std::int64_t end = 0;
    in.check(lane.duration[i] >= 0 && !__builtin_add_overflow(lane.start[i], lane.duration[i], &end));
    in.check(i + 1 == lane.size() || end <= lane.start[i + 1]);
    in.check(lane.name[i] < trace.names.size() && lane.node[i] >= -1 && lane.node[i] < nodes);
    in.check(lane.category[i] <= static_cast<std::uint8_t>(Category::Other));
  }
}

void encodeFlows(Writer& out, const TraceFlows& flows) {
  std::vector<std::int32_t> fromLane, toLane;
  std::vector<std::uint32_t> fromIndex, toIndex;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    fromLane.push_back(flows.from[i].lane);
    fromIndex.push_back(flows.from[i].index);
    toLane.push_back(flows.to[i].lane);
    toIndex.push_back(flows.to[i].index);
  }
  out.put(static_cast<std::uint64_t>(flows.size()));
  out.columns(flows.size(), fromLane, fromIndex, toLane, toIndex, flows.kind);
}

void decodeFlows(Reader& in, Trace& trace) {
  const std::size_t n = in.count(5);
  std::vector<std::int32_t> fromLane, toLane;
  std::vector<std::uint32_t> fromIndex, toIndex;
  in.columns(n, fromLane, fromIndex, toLane, toIndex, trace.flows.kind);
  const auto span = [&](std::int32_t lane, std::uint32_t index) {
    in.check(lane >= 0 && static_cast<std::size_t>(lane) < trace.lanes.size() && index < trace.lanes[static_cast<std::size_t>(lane)].size());
    return SpanRef{lane, index};
  };
  for (std::size_t i = 0; i < n; ++i) {
    trace.flows.from.push_back(span(fromLane[i], fromIndex[i]));
    trace.flows.to.push_back(span(toLane[i], toIndex[i]));
    in.check(trace.flows.kind[i] <= static_cast<std::uint8_t>(FlowKind::Other));
  }
  sortFlows(trace.flows);
}

// Members that imports fill, since version 2.
template <class Io>
void describeImported(Io& io, auto& trace) {
  io.all(trace.events);
  io.check(trace.events >= 0 && trace.events <= kMostCounted);
  io.list(trace.processes, 3 * 4 + 4, [&](auto& process) { io.all(process.name, process.id, process.labels, process.sortOrder); });
  for (const TraceTrack& track : trace.tracks) io.check(track.process >= -1 && track.process < static_cast<std::int64_t>(trace.processes.size()));
  io.list(trace.devices, 4 + 4 + 8 + 4, [&](auto& device) { io.all(device.id, device.name, device.memoryBytes, device.multiprocessors); });
  io.list(trace.notes, 4 + 8 + 1, [&](auto& note) {
    io.all(note.reason, note.count, note.dropped);
    io.check(!note.reason.empty() && note.count > 0 && note.count <= kMostCounted);
  });
  for (auto& lane : trace.lanes) {
    bool present = !lane.kind.empty();
    io.all(present);
    if (present) io.columns(lane.size(), lane.kind);
    for (const std::uint8_t kind : lane.kind) io.check(kind <= static_cast<std::uint8_t>(SpanKind::Overhead));
  }
  io.list(trace.marks, 4 + 8, [&](auto& marks) {
    io.all(marks.track);
    io.check(isTrack(trace, marks.track));
    const std::size_t n = io.counted(marks.size(), 2);
    io.sorted(marks.time, n, trace.begin);
    io.columns(n, marks.name);
    for (const std::uint32_t name : marks.name) io.check(name < trace.names.size());
  });
}

// Members that explain times, since version 3.
template <class Io>
void describeCauses(Io& io, auto& trace) {
  io.all(trace.unrecordedStepNs, trace.othersShare);
  io.check(trace.unrecordedStepNs >= 0 && trace.othersShare >= -1 && trace.othersShare <= 1);
  io.list(trace.atPeak, 4 + 4 + 8, [&](auto& memory) { io.all(memory.owner, memory.role, memory.bytes); });
  const auto nodes = static_cast<std::int64_t>(trace.nodes.size());
  for (std::int32_t i = 0; i < nodes; ++i) {
    auto& node = trace.nodes[static_cast<std::size_t>(i)];
    io.all(node.phase);
    io.columns(io.counted(node.inputs.size(), 1), node.inputs);
    for (const std::int32_t input : node.inputs) io.check(input >= 0 && input < nodes && input != i);
  }
}

template <class Io>
void describeTrack(Io& io, auto& track, std::uint32_t version) {
  io.all(track.name, track.sortOrder, track.counter);
  if constexpr (std::is_same_v<Io, Reader>) track.role = roleOfName(track.name);
  if (version == 1) return;
  io.upTo(track.kind, TrackKind::Async);
  io.all(track.process, track.device, track.id);
}

template <class Io>
void describeCounter(Io& io, auto& counter, const Trace& trace) {
  io.all(counter.track);
  io.check(isTrack(trace, counter.track));
  const std::size_t samples = io.counted(counter.time.size(), 1 + 8);
  io.sorted(counter.time, samples, trace.begin);
  io.numbers(counter.value, samples);
}

void encode(Writer& out, const Trace& trace) {
  out.all(trace.source, trace.begin, trace.end, trace.dropped);
  out.put(static_cast<std::uint64_t>(trace.names.size()));
  for (std::uint32_t i = 0; i < trace.names.size(); ++i) out.text(trace.names.name(i));
  out.list(trace.tracks, 0, [&](const TraceTrack& track) { describeTrack(out, track, kVersion); });
  out.list(trace.nodes, 0, [&](const TraceNode& node) { describeNode(out, node); });
  out.list(trace.lanes, 0, [&](const TraceLane& lane) { describeLane(out, lane, trace); });
  out.list(trace.counters, 0, [&](const TraceCounter& counter) { describeCounter(out, counter, trace); });
  describeImported(out, trace);
  describeCauses(out, trace);
  encodeFlows(out, trace.flows);
  encodeArguments(out, trace);
}

Trace decode(Reader& in, std::uint32_t version, const std::string& path) {
  Trace trace;
  in.all(trace.source, trace.begin, trace.end, trace.dropped);
  in.check(trace.begin <= trace.end && trace.dropped >= 0 && trace.dropped <= kMostCounted);
  const std::size_t names = in.count(4);
  for (std::size_t i = 0; i < names; ++i) in.check(trace.names.intern(in.text()) == i);
  in.list(trace.tracks, 4 + 4 + 1, [&](TraceTrack& track) { describeTrack(in, track, version); });
  in.list(trace.nodes, 6 * 4 + 1 + 8 + 8 + 8, [&](TraceNode& node) { describeNode(in, node); });
  in.list(trace.lanes, 4 + 4 + 8, [&](TraceLane& lane) {
    describeLane(in, lane, trace);
    checkLane(in, lane, trace);
  });
  in.list(trace.counters, 4 + 8, [&](TraceCounter& counter) { describeCounter(in, counter, trace); });
  if (version == 1) {
    if (trace.dropped > 0) trace.notes.push_back({"the ring of a thread was full", trace.dropped});
    for (TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        lane.kind.push_back(static_cast<std::uint8_t>(lane.node[i] >= 0 ? SpanKind::CpuOp : SpanKind::Annotation));
  } else {
    describeImported(in, trace);
    if (version >= 3) describeCauses(in, trace);
    decodeFlows(in, trace);
    decodeArguments(in, trace, path, kHeaderBytes);
  }
  in.check(in.atEnd());
  // Views rely on an `end` that no record exceeds, so the file's value is not trusted.
  for (const TraceLane& lane : trace.lanes)
    if (lane.size() > 0) trace.end = std::max(trace.end, lane.start.back() + lane.duration.back());
  for (const TraceMarks& marks : trace.marks)
    if (marks.size() > 0) trace.end = std::max(trace.end, marks.time.back());
  for (const TraceCounter& counter : trace.counters)
    if (!counter.time.empty()) trace.end = std::max(trace.end, counter.time.back());
  in.check(trace.begin >= -kFarthestTime && trace.end <= kFarthestTime);
  return trace;
}

[[noreturn]] void cannotWrite(const std::string& path, int error) {
  throw Error(ErrorKind::Resource, path, std::string("the trace cannot be written: ") + std::strerror(error),
              "Free some space or make the folder writable, then make it again");
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

  std::error_code failed;  // if the folder cannot be created, opening the file shows it
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failed);
  const std::string temporary = path + ".tmp";
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) cannotWrite(path, errno);
  int error = 0;
  for (const std::vector<char>* part : {&header.buffer(), &bytes}) {
    for (std::size_t done = 0; !error && done < part->size();) {
      const ssize_t wrote = ::write(file, part->data() + done, part->size() - done);
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
      else if (errno != EINTR) error = errno;
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
  // The header contains the size of the payload, so no memory is allocated for a file that is cut short.
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
  // Reading and checking is about half of the work, decoding the other half.
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
