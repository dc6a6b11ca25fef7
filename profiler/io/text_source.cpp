#include "profiler/io/text_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <list>
#include <mutex>

#include "core/base/error.h"

namespace stepscope {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 17;
constexpr std::uint64_t kPointSpacing = std::uint64_t{4} << 20;
constexpr std::size_t kPiece = std::size_t{1} << 20;  // inflated or read at once
constexpr std::size_t kPieces = 24;                   // number of pieces kept
constexpr int kRawDeflate = -15, kGzipFormat = 15 + 16;

[[noreturn]] void cannotRead(const std::string& path, int error) {
  if (error == ENOENT) throw Error(ErrorKind::Input, path, "there is no such file", "Check the path");
  throw Error(error == EIO ? ErrorKind::Resource : ErrorKind::Input, path, std::string("the file cannot be read: ") + std::strerror(error),
              "Check its permissions and the disk");
}

FileIdentity identityOf(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_size), static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

int openFile(const std::string& path, FileIdentity& identity) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) cannotRead(path, errno);
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    throw Error(ErrorKind::Input, path, "this is not a file", "Choose a trace file");
  }
  identity = identityOf(status);
  return file;
}

std::size_t readAt(int file, const std::string& path, std::span<char> to, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got = ::pread(file, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
    if (got == 0) break;
    if (got > 0) done += static_cast<std::size_t>(got);
    else if (errno != EINTR) cannotRead(path, errno);
  }
  return done;
}

}  // namespace

FileIdentity identityOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) cannotRead(path, errno);
  return identityOf(status);
}

struct TextSource::Inflater {
  z_stream stream{};
  std::vector<char> input = std::vector<char>(kInputBytes);
  bool done = false;
  bool betweenMembers = false;
  bool pointDue = true;  // each member begins with a point, since inflating from a point ends at the end of its member
  ~Inflater() { inflateEnd(&stream); }
};

TextSource::TextSource(std::string path) : path_(std::move(path)) {
  file_ = openFile(path_, identity_);
  unsigned char magic[2] = {0, 0};
  const std::size_t got = readAt(file_, path_, std::span(reinterpret_cast<char*>(magic), 2), 0);
  if (got == 0) {
    ::close(file_);
    throw Error(ErrorKind::Input, path_, "the file is empty", "Choose another file, or record the trace again");
  }
  if (got == 2 && magic[0] == 0x1F && magic[1] == 0x8B) {
    index_.gzip = true;
    inflater_ = std::make_unique<Inflater>();
    if (inflateInit2(&inflater_->stream, kGzipFormat) != Z_OK) throw std::bad_alloc();
  }
}

TextSource::~TextSource() {
  ::close(file_);
}

bool TextSource::grown() const {
  struct stat status {};
  return ::fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) > identity_.bytes;
}

std::size_t TextSource::readFile(std::span<char> to) {
  const std::uint64_t left = identity_.bytes - std::min(identity_.bytes, fileRead_);
  const std::size_t got = readAt(file_, path_, to.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, to.size()))), fileRead_);
  fileRead_ += got;
  return got;
}

std::size_t TextSource::read(std::span<char> to) {
  return index_.gzip ? readGzip(to) : readFile(to);
}

void TextSource::notePoint() {
  const z_stream& stream = inflater_->stream;
  GzipPoint point;
  point.file = fileRead_ - stream.avail_in;
  point.text = textRead_;
  point.bits = stream.data_type & 7;
  point.window.resize(std::size_t{1} << 15);
  uInt size = 0;
  inflateGetDictionary(&inflater_->stream, point.window.data(), &size);
  point.window.resize(size);
  point.window.shrink_to_fit();
  index_.points.push_back(std::move(point));
}

std::size_t TextSource::readGzip(std::span<char> to) {
  Inflater& inflater = *inflater_;
  z_stream& stream = inflater.stream;
  std::size_t done = 0;
  while (done < to.size() && !inflater.done) {
    if (stream.avail_in == 0) {
      const std::size_t got = readFile(inflater.input);
      if (got == 0) {
        if (!inflater.betweenMembers) cutShort_ = "the gzip data is cut off";
        inflater.done = true;
        break;
      }
      stream.next_in = reinterpret_cast<Bytef*>(inflater.input.data());
      stream.avail_in = static_cast<uInt>(got);
    }
    if (inflater.betweenMembers) {  // another member follows, or padding
      if (*stream.next_in != 0x1F) {
        if (*stream.next_in != 0) cutShort_ = "there is data after its end that is not gzip";
        inflater.done = true;
        break;
      }
      inflateReset2(&stream, kGzipFormat);
      inflater.betweenMembers = false;
      inflater.pointDue = true;
    }
    const std::size_t room = std::min<std::size_t>(to.size() - done, std::size_t{1} << 30);
    stream.next_out = reinterpret_cast<Bytef*>(to.data() + done);
    stream.avail_out = static_cast<uInt>(room);
    const int code = inflate(&stream, Z_BLOCK);
    const std::size_t made = room - stream.avail_out;
    done += made;
    textRead_ += made;
    if (code == Z_STREAM_END) {
      inflater.betweenMembers = true;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      cutShort_ = "the gzip data is damaged";
      inflater.done = true;
    } else if ((stream.data_type & 128) && !(stream.data_type & 64) &&  // at the end of a block that is not the last
               (inflater.pointDue || textRead_ >= index_.points.back().text + kPointSpacing)) {
      notePoint();
      inflater.pointDue = false;
    }
  }
  return done;
}

struct TextReader::Cache {
  struct Piece {
    std::uint64_t offset = 0;
    std::string text;
  };
  std::mutex mutex;
  std::list<Piece> pieces;  // the most recently used one first

  // Reading continues where it ended, unless another position is read in between.
  int file = -1;
  bool inflating = false;
  z_stream stream{};
  std::vector<char> input;
  std::uint64_t fileAt = 0, textAt = 0;

  void stop() {
    if (inflating) inflateEnd(&stream);
    inflating = false;
  }
  ~Cache() {
    stop();
    if (file >= 0) ::close(file);
  }
  void start(const GzipPoint& point, const std::string& path) {
    stop();
    stream = z_stream{};
    if (inflateInit2(&stream, kRawDeflate) != Z_OK) throw std::bad_alloc();
    inflating = true;
    fileAt = point.file;
    textAt = point.text;
    if (point.bits > 0) {
      unsigned char last = 0;
      readAt(file, path, std::span(reinterpret_cast<char*>(&last), 1), point.file - 1);
      inflatePrime(&stream, point.bits, last >> (8 - point.bits));
    }
    if (!point.window.empty()) inflateSetDictionary(&stream, point.window.data(), static_cast<uInt>(point.window.size()));
  }
  // Inflates `to.size()` bytes; fewer at the end.
  std::size_t inflateMore(std::span<char> to, const std::string& path, const std::vector<GzipPoint>& points) {
    input.resize(kInputBytes);
    std::size_t done = 0;
    while (done < to.size()) {
      if (stream.avail_in == 0) {
        const std::size_t got = readAt(file, path, input, fileAt);
        if (got == 0) break;
        fileAt += got;
        stream.next_in = reinterpret_cast<Bytef*>(input.data());
        stream.avail_in = static_cast<uInt>(got);
      }
      stream.next_out = reinterpret_cast<Bytef*>(to.data() + done);
      stream.avail_out = static_cast<uInt>(to.size() - done);
      const int code = inflate(&stream, Z_NO_FLUSH);
      const std::size_t made = to.size() - done - stream.avail_out;
      done += made;
      textAt += made;
      if (code == Z_STREAM_END) {  // the next member has its own point
        const auto next =
            std::upper_bound(points.begin(), points.end(), textAt, [](std::uint64_t at, const GzipPoint& point) { return at < point.text; });
        if (next == points.begin() || std::prev(next)->text != textAt || std::prev(next)->file < fileAt - stream.avail_in) break;
        start(*std::prev(next), path);
      } else if (code != Z_OK) {
        break;
      }
    }
    return done;
  }
};

TextReader::TextReader(std::string path, FileIdentity identity, TextIndex index)
    : path_(std::move(path)), identity_(identity), index_(std::move(index)), cache_(std::make_unique<Cache>()) {}

TextReader::~TextReader() = default;

std::size_t TextReader::read(std::uint64_t offset, std::span<char> to) const {
  if (index_.gzip) {
    const std::string text = read(offset, to.size());
    std::copy(text.begin(), text.end(), to.begin());
    return text.size();
  }
  const std::lock_guard lock(cache_->mutex);
  open();
  return readAt(cache_->file, path_, to, offset);
}

void TextReader::open() const {
  Cache& cache = *cache_;
  if (cache.file >= 0) return;
  FileIdentity now;
  cache.file = openFile(path_, now);
  if (now == identity_) return;
  ::close(cache.file);
  cache.file = -1;
  throw Error(ErrorKind::Input, path_, "the file has changed since it was opened", "Open the trace again");
}

std::string TextReader::read(std::uint64_t offset, std::size_t count) const {
  if (!index_.gzip) {
    std::string text(count, '\0');
    text.resize(read(offset, std::span(text)));
    return text;
  }
  Cache& cache = *cache_;
  const std::lock_guard lock(cache.mutex);
  open();
  std::string text;
  while (text.size() < count) {
    const std::uint64_t at = offset + text.size(), piece = at / kPiece * kPiece;
    auto found = std::find_if(cache.pieces.begin(), cache.pieces.end(), [&](const Cache::Piece& p) { return p.offset == piece; });
    if (found == cache.pieces.end()) {
      Cache::Piece fresh;
      if (cache.pieces.size() >= kPieces) {
        fresh = std::move(cache.pieces.back());
        cache.pieces.pop_back();
      }
      fresh.offset = piece;
      fresh.text.resize(kPiece);
      std::size_t got = 0;
      const auto after = std::upper_bound(index_.points.begin(), index_.points.end(), piece,
                                          [](std::uint64_t wanted, const GzipPoint& point) { return wanted < point.text; });
      if (after == index_.points.begin()) break;
      const GzipPoint& point = *std::prev(after);
      if (!cache.inflating || cache.textAt > piece || cache.textAt < point.text) cache.start(point, path_);
      while (cache.textAt < piece)
        if (cache.inflateMore(std::span(fresh.text).first(std::min<std::uint64_t>(piece - cache.textAt, kPiece)), path_, index_.points) == 0) break;
      if (cache.textAt == piece) got = cache.inflateMore(fresh.text, path_, index_.points);
      fresh.text.resize(got);
      cache.pieces.push_front(std::move(fresh));
    } else {
      cache.pieces.splice(cache.pieces.begin(), cache.pieces, found);
    }
    const std::string& from = cache.pieces.front().text;
    const auto skip = static_cast<std::size_t>(at - piece);
    if (skip >= from.size()) break;
    text.append(from, skip, count - text.size());
  }
  return text;
}

}  // namespace stepscope
