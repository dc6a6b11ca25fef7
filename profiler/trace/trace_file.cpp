#include "profiler/trace/trace_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>

#include "core/base/error.h"

namespace stepscope {
namespace {

constexpr char kMagic[8] = {'S', 'S', 'T', 'R', 'A', 'C', 'E', '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 8 + 4 + 4 + 8;  // magic, version, CRC-32 of the payload, size of the payload
static_assert(std::endian::native == std::endian::little, "the file is written as the memory lies");

class Writer {
 public:
  template <typename T>
  void put(T value) {
    bytes(&value, sizeof value);
  }
  void text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes(text.data(), text.size());
  }
  // Value minus the smallest, in 1, 2, 4 or 8 bytes. Never 0 bytes: a count must be backed by bytes, or a small damaged file could ask for
  // any amount of memory.
  template <typename T>
  void column(const std::vector<T>& values) {
    std::int64_t low = 0, high = 0;
    if (!values.empty()) {
      const auto [min, max] = std::minmax_element(values.begin(), values.end());
      low = static_cast<std::int64_t>(*min);
      high = static_cast<std::int64_t>(*max);
    }
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    const std::uint8_t width = range >> 32 ? 8 : range >> 16 ? 4 : range >> 8 ? 2 : 1;
    put(low);
    put(width);
    for (const T value : values) {
      const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) - static_cast<std::uint64_t>(low);
      bytes(&offset, width);
    }
  }
  // A sorted column as differences, which need fewer bytes.
  void sortedColumn(std::vector<std::int64_t> values, std::int64_t origin) {
    for (std::int64_t& value : values) origin += value = value - origin;
    column(values);
  }
  const std::vector<char>& buffer() const { return buffer_; }

 private:
  void bytes(const void* data, std::size_t count) {
    const char* from = static_cast<const char*>(data);
    buffer_.insert(buffer_.end(), from, from + count);
  }
  std::vector<char> buffer_;
};

class Reader {
 public:
  Reader(std::span<const char> bytes, const std::string& path) : rest_(bytes), path_(path) {}

  template <typename T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = get<std::uint32_t>();
    return std::string(take(size), size);
  }
  // A number of things of which each takes at least `bytesEach` bytes of the file.
  std::size_t count(std::size_t bytesEach) {
    const auto n = get<std::uint64_t>();
    if (n > rest_.size() / bytesEach) damaged();
    return static_cast<std::size_t>(n);
  }
  template <typename T>
  std::vector<T> column(std::size_t n) {
    const auto low = get<std::int64_t>();
    const auto width = get<std::uint8_t>();
    if (width != 1 && width != 2 && width != 4 && width != 8) damaged();
    if (n > rest_.size() / width) damaged();
    const char* from = take(n * width);
    std::vector<T> values(n);
    for (T& value : values) {
      std::uint64_t offset = 0;
      std::memcpy(&offset, from, width);
      from += width;
      value = static_cast<T>(static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + offset));
    }
    return values;
  }
  std::vector<std::int64_t> sortedColumn(std::size_t n, std::int64_t origin) {
    std::vector<std::int64_t> values = column<std::int64_t>(n);
    for (std::int64_t& value : values)
      if (value < 0 || __builtin_add_overflow(origin, value, &origin))
        damaged();
      else
        value = origin;
    return values;
  }
  void check(bool ok) const {
    if (!ok) damaged();
  }
  bool atEnd() const { return rest_.empty(); }
  [[noreturn]] void damaged() const {
    throw Error(ErrorKind::Input, path_, "the captured trace is damaged or cut short", "Capture the steps again");
  }

 private:
  const char* take(std::size_t bytes) {
    if (bytes > rest_.size()) damaged();
    const char* at = rest_.data();
    rest_ = rest_.subspan(bytes);
    return at;
  }
  std::span<const char> rest_;
  const std::string& path_;
};

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

Trace decode(Reader& in) {
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
  in.check(in.atEnd());
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
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed) throw Error(ErrorKind::Input, path, "the captured trace cannot be read: " + failed.message(), "Capture the steps again");
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes(size);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
    throw Error(ErrorKind::Input, path, "the captured trace cannot be read", "Check the permissions of the file");
  Reader header(bytes, path);
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
  const std::span<const char> rest = std::span<const char>(bytes).subspan(kHeaderBytes);
  if (crc32_z(0, reinterpret_cast<const Bytef*>(rest.data()), rest.size()) != crc) header.damaged();
  Reader in(rest, path);
  return decode(in);
}

}  // namespace stepscope
