#include "core/data/images/tiff_image.h"

#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr tmsize_t kMostMemory = tmsize_t{1} << 30;  // the largest single allocation of the library

// The file in memory, as libtiff reads it.
struct Memory {
  Bytes bytes;
  std::uint64_t at = 0;

  static tmsize_t read(thandle_t handle, void* out, tmsize_t wanted) {
    auto& self = *static_cast<Memory*>(handle);
    const std::uint64_t left = self.bytes.size() - std::min<std::uint64_t>(self.at, self.bytes.size());
    const std::uint64_t count = std::min(left, static_cast<std::uint64_t>(std::max<tmsize_t>(0, wanted)));
    if (count > 0) std::memcpy(out, self.bytes.data() + self.at, static_cast<std::size_t>(count));
    self.at += count;
    return static_cast<tmsize_t>(count);
  }
  static toff_t seek(thandle_t handle, toff_t to, int from) {
    auto& self = *static_cast<Memory*>(handle);
    self.at = to + (from == SEEK_CUR ? self.at : from == SEEK_END ? self.bytes.size() : 0);
    return self.at;
  }
  static toff_t size(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }
};

struct Closed {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
using Tiff = std::unique_ptr<TIFF, Closed>;

Tiff open(Memory& memory) {
  const std::unique_ptr<TIFFOpenOptions, Closed> options(TIFFOpenOptionsAlloc());
  const auto silent = [](TIFF*, void*, const char*, const char*, va_list) { return 1; };
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kMostMemory);
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), silent, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), silent, nullptr);
  return Tiff(TIFFClientOpenExt(
      "", "rm", &memory, Memory::read, [](thandle_t, void*, tmsize_t) { return tmsize_t{-1}; }, Memory::seek, [](thandle_t) { return 0; },
      Memory::size, nullptr, nullptr, options.get()));
}

std::uint16_t numberOf(TIFF* tiff, std::uint32_t tag) {
  std::uint16_t value = 0;
  TIFFGetFieldDefaulted(tiff, tag, &value);
  return value;
}

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw Error(ErrorKind::Input, file, what, "Save it with 8 or 16 bits a channel, as grey or RGB, or remove it from the folder");
}

struct Page {
  std::int64_t width = 0, height = 0, rows = 0;  // rows: of a strip or a tile
  bool premultiplied = false;                    // colours are stored times their alpha
};

Page pageOf(TIFF* tiff, Bytes bytes, const std::string& file) {
  std::uint32_t width = 0, height = 0;
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height)) throwDamaged(file, kDamagedData);
  checkImageSize(file, width, height);
  const int bits = numberOf(tiff, TIFFTAG_BITSPERSAMPLE), samples = numberOf(tiff, TIFFTAG_SAMPLESPERPIXEL);
  const int format = numberOf(tiff, TIFFTAG_SAMPLEFORMAT);
  if (format == SAMPLEFORMAT_IEEEFP || format == SAMPLEFORMAT_COMPLEXIEEEFP) refuse(file, fmt::format("is a TIFF picture of {}-bit reals", bits));
  if (format == SAMPLEFORMAT_INT || format == SAMPLEFORMAT_COMPLEXINT || bits > 16)
    refuse(file, fmt::format("is a TIFF picture of {}-bit {}numbers", bits, format == SAMPLEFORMAT_INT ? "signed " : ""));
  std::uint16_t extra = 0, *kinds = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  if (extra > 1 || samples > 5 || samples < 1) refuse(file, fmt::format("is a TIFF picture of {} channels", samples));

  const bool tiled = TIFFIsTiled(tiff) != 0;
  const std::uint32_t parts = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (std::uint32_t i = 0; i < parts; ++i) {
    const std::uint64_t begin = TIFFGetStrileOffset(tiff, i), count = TIFFGetStrileByteCount(tiff, i);
    if (begin > bytes.size() || count > bytes.size() - begin) throwDamaged(file, kEndsEarly);
  }
  // Checked before memory is taken for pixels that cannot exist.
  const int compression = numberOf(tiff, TIFFTAG_COMPRESSION);
  const std::int64_t most = compression == COMPRESSION_NONE                                                  ? 1
                            : compression == COMPRESSION_PACKBITS                                            ? 128
                            : compression == COMPRESSION_DEFLATE || compression == COMPRESSION_ADOBE_DEFLATE ? 1032
                            : compression == COMPRESSION_LZW                                                 ? 4096
                                                                                                             : 0;
  const int photometric = numberOf(tiff, TIFFTAG_PHOTOMETRIC);
  const std::int64_t packed = std::int64_t{width} * height * bits * (photometric == PHOTOMETRIC_YCBCR ? 1 : samples) / 8;
  if (most > 0 && packed / most > static_cast<std::int64_t>(bytes.size())) throwDamaged(file, kTooFewBytes);

  std::uint32_t rows = height;
  TIFFGetFieldDefaulted(tiff, tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  return {width, height, std::clamp<std::int64_t>(rows, 1, height), extra == 1 && kinds && kinds[0] == EXTRASAMPLE_ASSOCALPHA};
}

struct Reader {
  TIFFRGBAImage image{};
  bool open = false;
  ~Reader() {
    if (open) TIFFRGBAImageEnd(&image);
  }
};

}  // namespace

bool beginsAsTiff(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv) || bytes.starts_with("II+\0"sv) || bytes.starts_with("MM\0+"sv);
}

ImageHeader readTiffHeader(Bytes bytes, const std::string& file) {
  Memory memory{bytes};
  const Tiff tiff = open(memory);
  if (!tiff) throwDamaged(file, kDamagedData);
  const Page page = pageOf(tiff.get(), bytes, file);
  return {page.width, page.height};
}

DecodeResult decodeTiff(Bytes bytes, const std::string& file, Image& image, const std::atomic<bool>& stop) {
  Memory memory{bytes};
  const Tiff tiff = open(memory);
  if (!tiff) throwDamaged(file, kDamagedData);
  const Page page = pageOf(tiff.get(), bytes, file);
  // libtiff would multiply the colours by an alpha that is not marked as already multiplied in. Marks it so, because alpha is dropped, as for PNG.
  std::uint16_t extra = 0, *kinds = nullptr;
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  if (extra == 1) {
    std::uint16_t premultiplied = EXTRASAMPLE_ASSOCALPHA;
    TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, 1, &premultiplied);
  }
  Reader reader;
  char message[1024] = "";
  if (!TIFFRGBAImageOK(tiff.get(), message)) refuse(file, "is a TIFF picture of an unusual kind");
  reader.open = TIFFRGBAImageBegin(&reader.image, tiff.get(), 1, message) != 0;
  if (!reader.open) throwDamaged(file, kDamagedData);
  reader.image.req_orientation = reader.image.orientation;  // rows as in the file: the caller turns the image

  image.resize(page.width, page.height);
  image.originX = image.originY = 0;
  image.scale = 1;
  std::vector<std::uint32_t> raster(static_cast<std::size_t>(page.width * page.rows));
  for (std::int64_t first = 0; first < page.height; first += page.rows) {
    if (stop.load(std::memory_order_relaxed)) return DecodeResult::Stopped;
    const std::int64_t rows = std::min(page.rows, page.height - first);
    reader.image.row_offset = static_cast<int>(first);
    if (!TIFFRGBAImageGet(&reader.image, raster.data(), static_cast<std::uint32_t>(page.width), static_cast<std::uint32_t>(rows)))
      throwDamaged(file, kDamagedData);
    std::uint8_t* out = image.pixels.data() + first * page.width * 3;
    for (std::int64_t i = 0; i < page.width * rows; ++i) {
      const std::uint32_t pixel = raster[static_cast<std::size_t>(i)], alpha = TIFFGetA(pixel);
      for (std::uint32_t value : {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)}) {
        if (page.premultiplied && alpha > 0) value = std::min(255u, value * 255 / alpha);
        *out++ = static_cast<std::uint8_t>(value);
      }
    }
  }
  return DecodeResult::Done;
}

}  // namespace stepscope
