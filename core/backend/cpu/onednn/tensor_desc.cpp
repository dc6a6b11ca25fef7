#include "core/backend/cpu/onednn/tensor_desc.h"

#include <algorithm>
#include <numeric>

#include "core/backend/cpu/onednn/internal.h"
#include "core/base/error.h"

namespace stepscope::onednn {

namespace {

using Dims = dnnl::memory::dims;

Dims denseStrides(const Dims& dims, const std::vector<int>& order) {
  Dims strides(dims.size(), 1);
  std::int64_t step = 1;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    strides[static_cast<std::size_t>(*it)] = step;
    step *= dims[static_cast<std::size_t>(*it)];
  }
  return strides;
}

struct Blocking {
  bool blocked = false;  // false: a format that only the library understands
  Dims dims, strides, blocks, blockDims;
};

Blocking blockingOf(const dnnl::memory::desc& md) {
  Blocking b;
#if STEPSCOPE_ONEDNN_3
  b.dims = md.get_dims();
  b.blocked = md.get_format_kind() == dnnl::memory::format_kind::blocked;
  if (!b.blocked) return b;
  b.strides = md.get_strides();
  b.blocks = md.get_inner_blks();
  b.blockDims = md.get_inner_idxs();
#else
  const auto& data = md.data;
  b.dims.assign(data.dims, data.dims + data.ndims);
  b.blocked = data.format_kind == dnnl_blocked;
  if (!b.blocked) return b;
  const auto& blocking = data.format_desc.blocking;
  b.strides.assign(blocking.strides, blocking.strides + data.ndims);
  b.blocks.assign(blocking.inner_blks, blocking.inner_blks + blocking.inner_nblks);
  b.blockDims.assign(blocking.inner_idxs, blocking.inner_idxs + blocking.inner_nblks);
#endif
  return b;
}

}  // namespace

dnnl::memory::data_type dataType(DType dtype) {
  using T = dnnl::memory::data_type;
  switch (dtype) {
    case DType::F32: return T::f32;
    case DType::BF16: return T::bf16;
    case DType::F16: return T::f16;
    case DType::I32: return T::s32;
    case DType::U8: return T::u8;
    case DType::I8: return T::s8;
    case DType::I64: break;
  }
  throw Error(ErrorKind::Internal, "oneDNN", "it has no 64-bit integers");
}

TensorDesc wrap(const dnnl::memory::desc& md) {
  auto impl = std::make_shared<DescImpl>();
  impl->md = md;
  return TensorDesc(std::move(impl));
}

dnnl::memory::desc orAny(const TensorDesc& desc, const Shape& dims, DType dtype) {
  return desc ? desc.impl().md : dnnl::memory::desc(Dims(dims.begin(), dims.end()), dataType(dtype), dnnl::memory::format_tag::any);
}

TensorDesc TensorDesc::plain(const Shape& dims, DType dtype) {
  std::vector<int> order(dims.size());
  std::iota(order.begin(), order.end(), 0);
  return ordered(dims, dtype, order);
}

TensorDesc TensorDesc::ordered(const Shape& shape, DType dtype, const std::vector<int>& order) {
  if (shape.empty()) return ordered({1}, dtype, {0});
  const Dims dims(shape.begin(), shape.end());
  return translated([&] { return wrap(dnnl::memory::desc(dims, dataType(dtype), denseStrides(dims, order))); });
}

TensorDesc TensorDesc::image(const Shape& shape, DType dtype, Layout layout) {
  using Tag = dnnl::memory::format_tag;
  const Dims dims(shape.begin(), shape.end());
  switch (layout) {
    case Layout::Plain: return plain(shape, dtype);
    case Layout::ChannelsLast: return ordered(shape, dtype, {0, 2, 3, 1});
    case Layout::Blocked8: return wrap(dnnl::memory::desc(dims, dataType(dtype), Tag::nChw8c));
    case Layout::Blocked16: return wrap(dnnl::memory::desc(dims, dataType(dtype), Tag::nChw16c));
    case Layout::Opaque: break;
  }
  throw Error(ErrorKind::Internal, "oneDNN", "an opaque layout has no descriptor");
}

bool TensorDesc::operator==(const TensorDesc& other) const {
  if (!impl_ || !other.impl_) return impl_ == other.impl_;
  return impl_ == other.impl_ || impl_->md == other.impl_->md;
}

std::int64_t TensorDesc::bytes() const {
  return impl_ ? static_cast<std::int64_t>(impl_->md.get_size()) : 0;
}

Shape TensorDesc::dims() const {
  const Dims dims = blockingOf(impl_->md).dims;
  return {dims.begin(), dims.end()};
}

DType TensorDesc::dtype() const {
  using T = dnnl::memory::data_type;
#if STEPSCOPE_ONEDNN_3
  const T type = impl_->md.get_data_type();
#else
  const T type = impl_->md.data_type();
#endif
  switch (type) {
    case T::bf16: return DType::BF16;
    case T::f16: return DType::F16;
    case T::s32: return DType::I32;
    case T::u8: return DType::U8;
    case T::s8: return DType::I8;
    default: return DType::F32;
  }
}

bool TensorDesc::isPlain() const {
  return *this == plain(dims(), dtype());
}

std::optional<std::int64_t> TensorDesc::outermostOffset(std::int64_t first) const {
  const Blocking b = blockingOf(impl_->md);
  if (!b.blocked || b.dims.empty()) return std::nullopt;
  std::int64_t block = 1;
  for (std::size_t i = 0; i < b.blocks.size(); ++i)
    if (b.blockDims[i] == 0) block *= b.blocks[i];
  const std::int64_t blocks = (b.dims[0] + block - 1) / block, blockBytes = b.strides[0] * sizeOf(dtype());
  if (first % block != 0 || blocks * blockBytes != bytes()) return std::nullopt;
  return first / block * blockBytes;
}

bool TensorDesc::isOutermostPartOf(const TensorDesc& whole) const {
  const Blocking part = blockingOf(impl_->md), all = blockingOf(whole.impl_->md);
  return outermostOffset(0) && whole.outermostOffset(0) && dtype() == whole.dtype() && part.dims.size() == all.dims.size() &&
         std::equal(part.dims.begin() + 1, part.dims.end(), all.dims.begin() + 1) && part.strides == all.strides && part.blocks == all.blocks &&
         part.blockDims == all.blockDims;
}

std::optional<Blocks> TensorDesc::blocks() const {
  const Blocking b = blockingOf(impl_->md);
  if (!b.blocked) return std::nullopt;
  return Blocks{{b.dims.begin(), b.dims.end()},
                {b.strides.begin(), b.strides.end()},
                {b.blocks.begin(), b.blocks.end()},
                {b.blockDims.begin(), b.blockDims.end()}};
}

std::string TensorDesc::format() const {
  if (!impl_) return "any";
  const Blocking b = blockingOf(impl_->md);
  if (!b.blocked) return "packed";
  std::vector<int> order(b.dims.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int l, int r) { return b.strides[static_cast<std::size_t>(l)] > b.strides[static_cast<std::size_t>(r)]; });
  std::string text;
  for (const int d : order) {
    const bool blocked = std::find(b.blockDims.begin(), b.blockDims.end(), d) != b.blockDims.end();
    text += static_cast<char>((blocked ? 'A' : 'a') + d);
  }
  for (std::size_t i = 0; i < b.blocks.size(); ++i) text += std::to_string(b.blocks[i]) + static_cast<char>('a' + b.blockDims[i]);
  return text;
}

}  // namespace stepscope::onednn
