#include "core/data/images/image_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/data/images/image_codecs.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMaxFileBytes = std::int64_t{1} << 30;
constexpr std::int64_t kTailBytes = 4096;
const std::atomic<bool> kNever{false};

// Uses read() and not mmap(), because the process is killed if a mapped file shrinks.
class OpenFile {
 public:
  OpenFile(const std::string& name, const ImagePart& part) : name_(name), part_(part) {
    if (part.memory) {
      size_ = static_cast<std::int64_t>(part.memory->size());
    } else {
      const std::string& file = part.path ? *part.path : name;
      descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
      struct stat status {};
      if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
        const std::string why = std::strerror(errno);
        close();
        throw Error(ErrorKind::Input, file, "cannot be opened (" + why + ")", "Check that the file is there and may be read");
      }
      size_ = part.bytes < 0 ? status.st_size - part.begin : part.bytes;
    }
    const char* problem = size_ <= 0 ? "the image file is empty" : size_ > kMaxFileBytes ? "the file is larger than a gigabyte" : nullptr;
    if (!problem) return;
    close();
    refuse(problem);
  }
  ~OpenFile() { close(); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::int64_t size() const { return size_; }

  void read(std::int64_t from, std::int64_t bytes, std::vector<std::uint8_t>& out) const {
    out.resize(static_cast<std::size_t>(bytes));
    if (part_.memory) {
      std::copy_n(part_.memory->begin() + from, bytes, out.begin());
      return;
    }
    std::int64_t done = 0;
    while (done < bytes) {
      const ssize_t got = ::pread(descriptor_, out.data() + done, static_cast<std::size_t>(bytes - done), part_.begin + from + done);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) refuse(got == 0 ? "the file became shorter while it was read" : std::string("cannot be read (") + std::strerror(errno) + ")");
      done += got;
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::Input, name_, what, "Replace the file, or remove it from the folder");
  }
  void close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }

  const std::string& name_;
  const ImagePart& part_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
};

// What a file with the name of an image really contains, for a message; empty: unknown.
std::string_view otherContent(std::span<const std::uint8_t> bytes) {
  using namespace std::string_view_literals;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  constexpr std::pair<std::string_view, std::string_view> known[] = {{"version https://git-lfs", "a pointer of Git LFS, not the file itself"},
                                                                     {"<", "a text such as HTML"},
                                                                     {"{", "a text such as JSON"},
                                                                     {"%PDF", "a PDF document"},
                                                                     {"PK\3\4", "an archive of Zip"}};
  for (const auto& [magic, what] : known)
    if (text.starts_with(magic)) return what;
  if (text.size() >= 12 && text.substr(4, 4) == "ftyp") return "a HEIF or AVIF picture, or a film";
  if (std::all_of(text.begin(), text.end(), [](char c) { return c == 0; })) return "empty but for zeros";
  return {};
}

const ImageCodecDef& knownCodec(std::span<const std::uint8_t> bytes, const std::string& file) {
  if (const ImageCodecDef* codec = codecOf(bytes)) return *codec;
  const std::string_view other = otherContent(bytes);
  if (!other.empty())
    throw Error(ErrorKind::Input, file, "is not a picture that is read but " + std::string(other), "Convert the file, or remove it from the folder");
  throw Error(ErrorKind::Input, file, "is not a picture in a format that is read", "Convert the file, or remove it from the folder");
}

ImageHeader readHeader(std::span<const std::uint8_t> bytes, const std::string& file, DecodeScratch& scratch) {
  const ImageCodecDef& codec = knownCodec(bytes, file);
  ImageHeader header = codec.readHeader(bytes, file, scratch);
  header.codec = &codec;
  return header;
}

bool contains(const std::vector<std::uint8_t>& bytes, std::string_view mark) {
  return std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end(),
                     [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); }) != bytes.end();
}

// The header for the upright image.
ImageHeader upright(ImageHeader header, Orientation orientation) {
  header.orientation = orientation;
  if (turnsSides(orientation)) std::swap(header.width, header.height);
  return header;
}

// Width and height of the pixels in the file, before they are turned.
struct FileSize {
  std::int64_t width, height;
};
FileSize sizeInFile(const ImageHeader& header) {
  return turnsSides(header.orientation) ? FileSize{header.height, header.width} : FileSize{header.width, header.height};
}

DecodeResult decodePart(const ImageHeader& header, const Rect& part, std::int64_t scale, const std::string& file, DecodeScratch& scratch,
                        const std::atomic<bool>& stop) {
  const DecodeResult result = header.codec->decode(file, part, scale, scratch, stop);
  const FileSize size = sizeInFile(header);
  if (result == DecodeResult::Done && !header.codec->decodesParts && (scratch.image.width != size.width || scratch.image.height != size.height)) {
    throwDamaged(file, "its size changed since the folder was opened");
  }
  return result;
}

DecodeResult decodeAll(const ImageHeader& header, const std::string& file, DecodeScratch& scratch) {
  const FileSize size = sizeInFile(header);
  return decodePart(header, {0, 0, size.width, size.height}, 1, file, scratch, kNever);
}

std::uint8_t* room(std::vector<std::uint8_t>& memory, std::int64_t bytes) {
  if (memory.size() < static_cast<std::size_t>(bytes)) memory.resize(static_cast<std::size_t>(bytes));
  return memory.data();
}

}  // namespace

ImageHeader inspectImageFile(const std::string& file, DecodeScratch& scratch, const ImagePart& part) {
  const OpenFile in(file, part);
  ImageHeader header;
  // The size is near the beginning, unless a camera or an editor wrote a preview or a colour profile before it; then more is read.
  for (const std::int64_t bytes : {std::int64_t{4096}, std::int64_t{65536}, in.size()}) {
    const std::int64_t begin = std::min(bytes, in.size());
    in.read(0, begin, scratch.file);
    try {
      header = readHeader(scratch.file, file, scratch);
      break;
    } catch (const Error&) {
      if (begin == in.size()) throw;
    }
  }
  Orientation orientation = header.codec->orientation(scratch.file);
  if (header.codec->bytesNeeded && header.codec->bytesNeeded(scratch.file) > in.size()) throwDamaged(file, kEndsEarly);
  const std::int64_t tail = std::min(kTailBytes, in.size());
  in.read(in.size() - tail, tail, scratch.file);
  if (header.codec->mayEndWithOrientation && orientation == 1) orientation = header.codec->orientation(scratch.file);
  const bool ended = contains(scratch.file, header.codec->end);
  header = upright(header, orientation);
  if (!ended) {
    in.read(0, in.size(), scratch.file);
    decodeAll(header, file, scratch);
  }
  return header;
}

DecodeResult decodeImageFile(const std::string& file, const ImageHeader& header, const Box& box, std::int64_t width, std::int64_t height,
                             PixelLayout layout, std::uint8_t* out, DecodeScratch& scratch, const std::atomic<bool>& stop, const ImagePart& source) {
  readImageBytes(file, source, scratch.file);
  if (&knownCodec(scratch.file, file) != header.codec) throwDamaged(file, "its format changed since the folder was opened");
  const FileSize size = sizeInFile(header);
  const Box wanted = inFile(box, header.orientation, size.width, size.height);
  const bool turned = header.orientation != 1;
  const std::int64_t columns = turnsSides(header.orientation) ? height : width, rows = turnsSides(header.orientation) ? width : height;
  const Rect part = pixelsNeeded(wanted, columns, rows, size.width, size.height);
  const DecodeResult result = decodePart(header, part, decodeScale(wanted, columns, rows), file, scratch, stop);
  if (result == DecodeResult::Stopped) return result;
  std::uint8_t* resized = turned ? room(scratch.turned, width * height * 3) : out;
  resizeImage(viewOf(scratch.image), inDecoded(wanted, scratch.image), columns, rows, layout, resized, scratch.resize);
  if (turned) turnUpright(resized, header.orientation, width, height, layout, out);
  return DecodeResult::Done;
}

void readImageBytes(const std::string& file, const ImagePart& part, std::vector<std::uint8_t>& out) {
  const OpenFile in(file, part);
  in.read(0, in.size(), out);
}

void decodeWholeFile(const std::string& file, DecodeScratch& scratch, const ImagePart& part) {
  readImageBytes(file, part, scratch.file);
  ImageHeader header = readHeader(scratch.file, file, scratch);
  header = upright(header, header.codec->orientation(scratch.file));
  decodeAll(header, file, scratch);
  if (header.orientation == 1) return;
  Image& image = scratch.image;
  std::uint8_t* turned = room(scratch.turned, header.width * header.height * 3);
  turnUpright(image.pixels.data(), header.orientation, header.width, header.height, PixelLayout::Interleaved, turned);
  image.resize(header.width, header.height);
  std::copy_n(turned, header.width * header.height * 3, image.pixels.data());
}

}  // namespace stepscope
