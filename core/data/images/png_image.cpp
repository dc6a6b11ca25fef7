#include "core/data/images/png_image.h"

#include <png.h>

#include <cstdio>
#include <cstring>
#include <string_view>

namespace stepscope {

namespace {

constexpr const char* kNotRgb = "it cannot be converted to RGB";
constexpr png_uint_32 kMaxSide = 1'000'000;
constexpr png_alloc_size_t kMaxChunkBytes = 8 << 20;  // text and profiles; libpng would accept more
constexpr png_uint_32 kMaxChunks = 1000;
constexpr std::int64_t kMostInflated = 1032;  // deflate expands one byte to at most this many

// One image while it is read. Errors leave libpng through longjmp, so nothing between setjmp and the library may own memory.
struct PngReader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::span<const std::uint8_t> rest;
  char message[128] = "";
  bool stopped = false;

  explicit PngReader(std::span<const std::uint8_t> bytes) : rest(bytes) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, fail, [](png_structp, png_const_charp) {});
    if (png) info = png_create_info_struct(png);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  // Our message for an error of the library; errors raised in this file already have one.
  static const char* problemOf(std::string_view text) {
    if (text == kEndsEarly || text == kNotRgb) return text == kEndsEarly ? kEndsEarly : kNotRgb;
    return text.find("limit") != std::string_view::npos || text.find("large") != std::string_view::npos ? "the picture is too large" : kDamagedData;
  }

  [[noreturn]] static void fail(png_structp png, png_const_charp text) {
    auto* reader = static_cast<PngReader*>(png_get_error_ptr(png));
    std::snprintf(reader->message, sizeof reader->message, "%s", problemOf(text));
    png_longjmp(png, 1);
  }

  static void take(png_structp png, png_bytep out, std::size_t bytes) {
    auto* reader = static_cast<PngReader*>(png_get_io_ptr(png));
    if (bytes > reader->rest.size()) png_error(png, kEndsEarly);
    std::memcpy(out, reader->rest.data(), bytes);
    reader->rest = reader->rest.subspan(bytes);
  }

  bool header() {
    if (!png || !info) {
      std::snprintf(message, sizeof message, "no memory");
      return false;
    }
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_read_fn(png, this, take);
    png_set_user_limits(png, kMaxSide, kMaxSide);
    png_set_chunk_malloc_max(png, kMaxChunkBytes);
    png_set_chunk_cache_max(png, kMaxChunks);
    png_read_info(png, info);
    return true;
  }

  // The passes of an interlaced image; 1 otherwise, 0 after an error.
  int prepare() {
    if (setjmp(png_jmpbuf(png))) return 0;
    png_set_palette_to_rgb(png);
    png_set_expand_gray_1_2_4_to_8(png);
    png_set_scale_16(png);
    png_set_strip_alpha(png);
    png_set_gray_to_rgb(png);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_channels(png, info) != 3 || png_get_bit_depth(png, info) != 8) png_error(png, kNotRgb);
    return passes;
  }

  bool rows(int passes, std::uint8_t* out, std::size_t stride, std::int64_t height, const std::atomic<bool>& stop) {
    if (setjmp(png_jmpbuf(png))) return false;
    for (int pass = 0; pass < passes; ++pass) {
      for (std::int64_t y = 0; y < height; ++y) {
        if (stop.load(std::memory_order_relaxed)) {
          stopped = true;
          return false;
        }
        png_read_row(png, out + static_cast<std::size_t>(y) * stride, nullptr);
      }
    }
    return true;
  }
};

ImageHeader sizeOf(const PngReader& reader, const std::string& file) {
  const ImageHeader header{png_get_image_width(reader.png, reader.info), png_get_image_height(reader.png, reader.info)};
  checkImageSize(file, header.width, header.height);
  return header;
}

}  // namespace

ImageHeader readPngHeader(std::span<const std::uint8_t> bytes, const std::string& file) {
  PngReader reader(bytes);
  if (!reader.header()) throwDamaged(file, reader.message);
  return sizeOf(reader, file);
}

DecodeResult decodePng(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop) {
  PngReader reader(bytes);
  if (!reader.header()) throwDamaged(file, reader.message);
  const ImageHeader header = sizeOf(reader, file);
  // Checked before memory is taken for pixels that cannot exist.
  const std::int64_t bits = std::int64_t{png_get_channels(reader.png, reader.info)} * png_get_bit_depth(reader.png, reader.info);
  if (header.width * header.height * bits / 8 / kMostInflated > static_cast<std::int64_t>(bytes.size())) throwDamaged(file, kTooFewBytes);
  const int passes = reader.prepare();
  if (passes == 0) throwDamaged(file, reader.message);
  image.resize(header.width, header.height);
  image.originX = image.originY = 0;
  image.scale = 1;
  if (!reader.rows(passes, image.pixels.data(), static_cast<std::size_t>(header.width) * 3, header.height, stop)) {
    if (reader.stopped) return DecodeResult::Stopped;
    throwDamaged(file, reader.message);
  }
  return DecodeResult::Done;
}

}  // namespace stepscope
