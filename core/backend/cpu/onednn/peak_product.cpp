#include "core/backend/cpu/onednn/peak_product.h"

#include "core/backend/cpu/onednn/internal.h"

namespace stepscope::onednn {

std::optional<Primitive> makePeakProduct(DType type, std::int64_t m, std::int64_t n, std::int64_t k) {
  using Type = dnnl::memory::data_type;
  using Tag = dnnl::memory::format_tag;
  const Type a = dataType(type), b = type == DType::U8 ? Type::s8 : a, c = type == DType::U8 ? Type::s32 : Type::f32;
  const dnnl::memory::desc aDesc({m, k}, a, Tag::ab), bDesc({k, n}, b, Tag::any), cDesc({m, n}, c, Tag::ab);
  auto product = ifOffered([&] {
#if STEPSCOPE_ONEDNN_3
    const auto pd = dnnl::matmul::primitive_desc(cpuEngine(), aDesc, bDesc, cDesc, baseAttributes());
#else
    const auto pd = dnnl::matmul::primitive_desc(dnnl::matmul::desc(aDesc, bDesc, cDesc), baseAttributes(), cpuEngine());
#endif
    return finish(pd, dnnl::matmul(pd), {{Arg::Src, wrap(pd.src_desc())}, {Arg::Weights, wrap(pd.weights_desc())}, {Arg::Dst, wrap(pd.dst_desc())}});
  });
  if (!product || !product->isOptimized()) return std::nullopt;
  return product;
}

}  // namespace stepscope::onednn
