// Pictures encoded in memory by libjpeg and libpng, of every kind that a reader meets. No Qt: the fuzz targets use it too.
#pragma once

#include <png.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
// jpeglib.h needs FILE from <cstdio> before it.
#include <jpeglib.h>

namespace stepscope::test {

struct JpegForm {
  int components = 3;  // 1 grey, 3 RGB, 4 CMYK
  bool progressive = false;
  bool tables = true;        // false: without quantization and Huffman tables, as the frames of some cameras are
  int quality = 90;          // another quality is another quantization table
  unsigned restartRows = 0;  // a restart marker after every so many rows of blocks
  bool halfColours = true;   // 4:2:0
};

// samples: height x width x components.
inline std::string encodeJpeg(const std::vector<std::uint8_t>& samples, int width, int height, const JpegForm& form = {}) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);  // ends the program with a message, which no sound picture brings about
  jpeg_create_compress(&info);
  unsigned char* out = nullptr;
  unsigned long bytes = 0;
  jpeg_mem_dest(&info, &out, &bytes);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = form.components;
  info.in_color_space = form.components == 1 ? JCS_GRAYSCALE : form.components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, form.quality, TRUE);
  if (!form.halfColours) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
  if (form.progressive) jpeg_simple_progression(&info);
  info.restart_in_rows = static_cast<int>(form.restartRows);
  if (!form.tables) jpeg_suppress_tables(&info, TRUE);
  jpeg_start_compress(&info, form.tables ? TRUE : FALSE);
  while (info.next_scanline < info.image_height) {
    const std::size_t row = std::size_t{info.next_scanline} * static_cast<std::size_t>(width * form.components);
    JSAMPROW line = const_cast<JSAMPROW>(samples.data() + row);
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string result(reinterpret_cast<char*>(out), bytes);
  std::free(out);
  return result;
}

// colorType and depth as libpng names them; rows is packed.
inline std::string encodePng(const std::vector<std::uint8_t>& rows, int width, int height, int colorType, int depth, bool interlaced = false) {
  std::string result;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &result,
      [](png_structp writer, png_bytep bytes, std::size_t size) {
        static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<char*>(bytes), size);
      },
      [](png_structp) {});
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), depth, colorType,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette(std::size_t{1} << std::min(depth, 8));
  for (std::size_t i = 0; i < palette.size(); ++i)
    palette[i] = {static_cast<png_byte>(i * 37), static_cast<png_byte>(i * 11), static_cast<png_byte>(255 - i)};
  if (colorType == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  png_write_info(png, info);
  const std::size_t stride = rows.size() / static_cast<std::size_t>(height);
  const int passes = interlaced ? png_set_interlace_handling(png) : 1;
  for (int pass = 0; pass < passes; ++pass)
    for (int y = 0; y < height; ++y) png_write_row(png, rows.data() + static_cast<std::size_t>(y) * stride);
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return result;
}

// Samples that differ from place to place.
inline std::vector<std::uint8_t> patternOf(int width, int height, int components, int seed = 0) {
  std::vector<std::uint8_t> samples;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < components; ++c) samples.push_back(static_cast<std::uint8_t>(x * (7 + seed) + y * (3 + c) + 40 * c + 17 * seed));
  return samples;
}

}  // namespace stepscope::test
