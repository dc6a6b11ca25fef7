#include "core/backend/cpu/base/physical.h"

#include "core/base/error.h"

namespace stepscope::cpu {

using onednn::TensorDesc;

Physical plain(const Shape& shape, DType dtype) {
  Physical p;
  if (dtype != DType::I64 && numel(shape) > 0) p.desc = TensorDesc::plain(shape, dtype);
  p.bytes = numel(shape) * sizeOf(dtype);
  return p;
}

Physical image(const Shape& shape, Layout layout, DType dtype) {
  Physical p;
  p.desc = TensorDesc::image(shape, dtype, layout);
  p.layout = layout;
  p.bytes = p.desc.bytes();
  return p;
}

Physical weight(const TensorDesc& desc) {
  return {desc, desc.isPlain() ? Layout::Plain : Layout::Opaque, desc.bytes()};
}

Physical bytesOnly(std::int64_t bytes) {
  return {{}, Layout::Opaque, bytes};
}

Physical preferred(const Shape& shape, DType dtype, Layout images) {
  if (shape.size() != 4 || (dtype != DType::F32 && dtype != DType::BF16 && dtype != DType::F16) || numel(shape) == 0) return plain(shape, dtype);
  if (!isBlocked(images)) return image(shape, images, dtype);
  const std::int64_t channels = shape[1], block = blockOf(images, channels);
  // Padding costs memory and memory traffic. For blocked kernels up to 50 % more memory is accepted, and from 12 channels on any padding, because the
  // library's plain convolutions are several times slower.
  const std::int64_t padded = (channels + block - 1) / block * block;
  const bool blocked = channels >= 12 || padded * 2 <= channels * 3;
  return image(shape, blocked ? images : Layout::Plain, dtype);
}

namespace {

// An image of one pixel is a matrix: without padding its bytes are the same in all layouts. With one channel, NHWC and NCHW are the same.
bool isEffectivelyPlain(const Physical& p) {
  if (p.layout == Layout::Plain) return p.desc.isPlain();
  if (p.layout == Layout::Opaque) return false;
  const Shape dims = p.desc.dims();
  if (dims.size() != 4) return false;
  if (p.layout == Layout::ChannelsLast && dims[1] == 1) return true;
  return dims[2] * dims[3] == 1 && p.bytes == numel(dims) * sizeOf(p.desc.dtype());
}

}  // namespace

bool sameBytes(const Physical& a, const Physical& b) {
  if (!a.desc || !b.desc) return a.bytes == b.bytes && !a.desc == !b.desc;
  if (a.desc == b.desc) return true;
  return a.bytes == b.bytes && isEffectivelyPlain(a) && isEffectivelyPlain(b);
}

std::int64_t blockOf(Layout layout, std::int64_t channels) {
  switch (layout) {
    case Layout::Plain: return 1;
    case Layout::ChannelsLast: return channels;
    case Layout::Blocked8: return 8;
    case Layout::Blocked16: return 16;
    case Layout::Opaque: break;
  }
  throw Error(ErrorKind::Internal, "cpu backend", "an opaque layout has no channel block");
}

kernels::ImageLayout imageLayout(const Shape& shape, Layout layout) {
  return {shape[0], shape[1], shape[2], shape[3], blockOf(layout, shape[1])};
}

kernels::ChannelBlocks channelBlocks(const Shape& shape, Layout layout) {
  if (shape.size() == 2) return kernels::ChannelBlocks::matrix(shape[0], shape[1]);
  std::int64_t spatial = 1;
  for (std::size_t i = 2; i < shape.size(); ++i) spatial *= shape[i];
  return {shape[0], shape[1], spatial, blockOf(layout, shape[1])};
}

}  // namespace stepscope::cpu
