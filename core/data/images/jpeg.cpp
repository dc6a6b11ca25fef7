#include "core/data/images/jpeg.h"

#include <csetjmp>
#include <cstdio>
// jpeglib.h needs FILE from <cstdio> before it.
#include <jpeglib.h>

#include <jerror.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace stepscope {

namespace {

// A small progressive file can contain hours of scans, so their number is limited, and for a large image the pixels of all scans together.
constexpr std::int64_t kMaxScans = 500, kLeastScans = 20, kMaxScannedPixels = 2'000'000'000;
// Huffman codes use at least one bit per 8x8 block.
constexpr std::int64_t kMaxPixelsPerByte = 512;

// Errors leave libjpeg through longjmp, so nothing between setjmp and the library may own memory.
struct Failure {
  jpeg_error_mgr manager;  // must be first: libjpeg returns a pointer to it
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};

// Our message for an error of the library.
const char* problemOf(j_common_ptr info) {
  switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY: return "the file ends too early";
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL: return "it is of a kind of JPEG that is not read";
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW: return "the picture is too large";
    case JERR_NO_QUANT_TABLE: return "a quantization table is missing";
    case JERR_NO_HUFF_TABLE: return "a table of its codes is missing";
    case JERR_OUT_OF_MEMORY: return "there is not enough memory";
    default: return "its data are damaged";
  }
}

[[noreturn]] void fail(j_common_ptr info) {
  auto* failure = reinterpret_cast<Failure*>(info->err);
  std::snprintf(failure->message, sizeof failure->message, "%s", problemOf(info));
  std::longjmp(failure->jump, 1);
}

// Warnings about lost pixels end the decoding; other warnings (a wrong version, bytes between markers) do not affect the image.
void warn(j_common_ptr info, int level) {
  if (level >= 0) return;
  switch (info->err->msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC: fail(info);
    default: return;
  }
}

void arm(Failure& failure) {
  jpeg_std_error(&failure.manager);
  failure.manager.error_exit = fail;
  failure.manager.emit_message = warn;
  failure.manager.output_message = [](j_common_ptr) {};
}

struct Progress {
  jpeg_progress_mgr manager;  // must be first: libjpeg returns a pointer to it
  const std::atomic<bool>* stop;
  bool stopped;
};

std::int64_t scansAllowed(const jpeg_decompress_struct& info) {
  const std::int64_t pixels = std::int64_t{info.image_width} * info.image_height;
  return std::clamp(kMaxScannedPixels / std::max<std::int64_t>(1, pixels), kLeastScans, kMaxScans);
}

void watch(j_common_ptr info) {
  auto* progress = reinterpret_cast<Progress*>(info->progress);
  auto* failure = reinterpret_cast<Failure*>(info->err);
  if (progress->stop->load(std::memory_order_relaxed)) {
    progress->stopped = true;
    std::longjmp(failure->jump, 1);
  }
  if (!info->is_decompressor) return;
  const auto* decompress = reinterpret_cast<j_decompress_ptr>(info);
  if (const std::int64_t most = scansAllowed(*decompress); decompress->input_scan_number > most) {
    std::snprintf(failure->message, sizeof failure->message, "more than %d scans", static_cast<int>(most));
    std::longjmp(failure->jump, 1);
  }
}

// Adobe stores CMYK inverted (255: no ink), and other programs do the same.
void cmykToRgb(const std::uint8_t* cmyk, std::int64_t pixels, std::uint8_t* rgb) {
  for (std::int64_t i = 0; i < pixels; ++i, cmyk += 4, rgb += 3) {
    for (int c = 0; c < 3; ++c) rgb[c] = static_cast<std::uint8_t>((cmyk[c] * cmyk[3] + 127) / 255);
  }
}

}  // namespace

struct JpegDecoder::Impl {
  jpeg_decompress_struct info{};
  Failure failure{};
  Progress progress{};
  std::vector<std::uint8_t> cmyk;

  // libjpeg keeps an image's quantization and Huffman tables, and would decode a file without tables with them. Only a new decompressor clears
  // them.
  void create() {
    jpeg_create_decompress(&info);
    progress.manager.progress_monitor = watch;
    info.progress = &progress.manager;
  }

  // The functions with setjmp have only local variables without destructors. They return false after an error or a stop.
  bool header(std::span<const std::uint8_t> bytes) {
    if (setjmp(failure.jump)) return false;
    jpeg_destroy_decompress(&info);
    create();
    jpeg_mem_src(&info, bytes.data(), bytes.size());
    jpeg_read_header(&info, TRUE);
    return true;
  }

  bool begin(unsigned scale) {
    if (setjmp(failure.jump)) return false;
    info.scale_num = 1;
    info.scale_denom = scale;
    info.out_color_space = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK ? JCS_CMYK : JCS_RGB;
    jpeg_start_decompress(&info);
    return true;
  }

  // Extends columns [*x, *x + *width) to whole blocks.
  bool crop(JDIMENSION* x, JDIMENSION* width) {
    if (setjmp(failure.jump)) return false;
    jpeg_crop_scanline(&info, x, width);
    return true;
  }

  bool rows(std::int64_t first, std::int64_t count, std::uint8_t* out, std::uint8_t* cmykRow) {
    if (setjmp(failure.jump)) return false;
    if (first > 0) jpeg_skip_scanlines(&info, static_cast<JDIMENSION>(first));
    const std::size_t stride = std::size_t{info.output_width} * 3;
    for (std::int64_t y = 0; y < count; ++y) {
      JSAMPROW row = cmykRow ? cmykRow : out + static_cast<std::size_t>(y) * stride;
      jpeg_read_scanlines(&info, &row, 1);
      if (cmykRow) cmykToRgb(cmykRow, info.output_width, out + static_cast<std::size_t>(y) * stride);
      if (progress.stop->load(std::memory_order_relaxed)) {
        progress.stopped = true;
        return false;
      }
    }
    return true;
  }
};

JpegDecoder::JpegDecoder() : impl_(std::make_unique<Impl>()) {
  arm(impl_->failure);
  impl_->info.err = &impl_->failure.manager;
  if (setjmp(impl_->failure.jump)) throw Error(ErrorKind::Internal, "libjpeg", impl_->failure.message);
  impl_->create();
}

JpegDecoder::~JpegDecoder() {
  jpeg_destroy_decompress(&impl_->info);
}

ImageHeader JpegDecoder::readHeader(std::span<const std::uint8_t> bytes, const std::string& file) {
  static constexpr std::atomic<bool> never{false};
  impl_->progress.stop = &never;
  const bool ok = impl_->header(bytes);
  const ImageHeader header{impl_->info.image_width, impl_->info.image_height};
  jpeg_abort_decompress(&impl_->info);
  if (!ok) throwDamaged(file, impl_->failure.message);
  checkImageSize(file, header.width, header.height);
  return header;
}

DecodeResult JpegDecoder::decode(std::span<const std::uint8_t> bytes, const std::string& file, const Rect& part, std::int64_t scale, Image& image,
                                 const std::atomic<bool>& stop) {
  Impl& d = *impl_;
  d.progress.stop = &stop;
  d.progress.stopped = false;
  const auto give = [&](DecodeResult result) {
    jpeg_abort_decompress(&d.info);
    return result;
  };
  const auto giveUp = [&] {
    if (d.progress.stopped) return give(DecodeResult::Stopped);
    give(DecodeResult::Done);
    throwDamaged(file, d.failure.message);
  };

  if (!d.header(bytes)) return giveUp();
  const std::int64_t fileWidth = d.info.image_width, fileHeight = d.info.image_height;
  // Checked before memory is taken for pixels that cannot exist.
  if (!d.info.arith_code && fileWidth * fileHeight / kMaxPixelsPerByte > static_cast<std::int64_t>(bytes.size())) {
    give(DecodeResult::Done);
    throwDamaged(file, kTooFewBytes);
  }
  if (part.x < 0 || part.y < 0 || part.width < 1 || part.height < 1 || part.x + part.width > fileWidth || part.y + part.height > fileHeight) {
    give(DecodeResult::Done);
    throwDamaged(file, "its size changed since the folder was opened");
  }
  if (!d.begin(static_cast<unsigned>(scale))) return giveUp();

  const std::int64_t wholeWidth = d.info.output_width, wholeHeight = d.info.output_height;
  const std::int64_t left = std::min(part.x / scale, wholeWidth - 1), right = std::min((part.x + part.width + scale - 1) / scale, wholeWidth);
  const std::int64_t top = std::min(part.y / scale, wholeHeight - 1), bottom = std::min((part.y + part.height + scale - 1) / scale, wholeHeight);
  image.originX = 0;
  image.originY = top;
  image.scale = scale;
  if (left > 0 || right < wholeWidth) {
    auto x = static_cast<JDIMENSION>(left), width = static_cast<JDIMENSION>(right - left);
    if (!d.crop(&x, &width)) return giveUp();
    image.originX = x;
  }
  image.resize(d.info.output_width, bottom - top);
  const bool cmyk = d.info.out_color_space == JCS_CMYK;
  if (cmyk && d.cmyk.size() < d.info.output_width * 4u) d.cmyk.resize(d.info.output_width * 4u);
  if (!d.rows(top, bottom - top, image.pixels.data(), cmyk ? d.cmyk.data() : nullptr)) return giveUp();
  return give(DecodeResult::Done);
}

namespace {

bool compress(jpeg_compress_struct& info, Failure& failure, std::FILE* out, const std::uint8_t* rgb, std::int64_t width, std::int64_t height,
              int quality) {
  if (setjmp(failure.jump)) return false;
  jpeg_stdio_dest(&info, out);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(rgb + static_cast<std::size_t>(info.next_scanline) * static_cast<std::size_t>(width) * 3);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace

void writeJpeg(const std::string& file, const std::uint8_t* rgb, std::int64_t width, std::int64_t height, int quality) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::Resource, file, "cannot be written (" + why + ")", "Check that the folder may be written and the disk has room");
  };
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (!out) refuse(std::strerror(errno));
  jpeg_compress_struct info{};
  Failure failure{};
  arm(failure);
  info.err = &failure.manager;
  jpeg_create_compress(&info);
  const bool written = compress(info, failure, out, rgb, width, height, quality);
  jpeg_destroy_compress(&info);
  const bool closed = std::fclose(out) == 0;
  if (!written) refuse(failure.message);
  if (!closed) refuse(std::strerror(errno));
}

}  // namespace stepscope
