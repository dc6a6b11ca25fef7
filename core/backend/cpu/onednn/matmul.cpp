#include "core/backend/cpu/onednn/matmul.h"

#include <algorithm>

#include "core/backend/cpu/onednn/internal.h"
#include "core/base/error.h"

namespace stepscope::onednn {

namespace {

using Md = dnnl::memory::desc;
using Tag = dnnl::memory::format_tag;

// Matrices without padding, one after another. `transposed`: each is stored column by column.
Md matrices(const Shape& leading, std::int64_t rows, std::int64_t columns, dnnl::memory::data_type type, bool transposed) {
  dnnl::memory::dims dims(leading.begin(), leading.end());
  dims.insert(dims.end(), {rows, columns});
  dnnl::memory::dims strides(dims.size());
  strides[dims.size() - 1] = transposed ? rows : 1;
  strides[dims.size() - 2] = transposed ? 1 : columns;
  std::int64_t step = rows * columns;
  for (std::size_t i = leading.size(); i > 0; --i) {
    strides[i - 1] = step;
    step *= dims[i - 1];
  }
  return {dims, type, strides};
}

Primitive make(const MatmulSpec& spec) {
  const auto type = dataType(spec.dtype);
  Shape leading = spec.leadingA;
  for (std::size_t i = 0; i < leading.size(); ++i) leading[i] = std::max(leading[i], spec.leadingB[i]);
  const Md a = matrices(spec.leadingA, spec.m, spec.k, type, spec.transposeA);
  const Md b = spec.packB ? Md({spec.k, spec.n}, type, Tag::any) : matrices(spec.leadingB, spec.k, spec.n, type, spec.transposeB);
  const Md c = matrices(leading, spec.m, spec.n, dataType(spec.resultType.value_or(spec.dtype)), false);
  const Md bias({1, spec.n}, type, Tag::ab);

  dnnl::primitive_attr attributes = baseAttributes();
  dnnl::post_ops ops;
  if (spec.accumulate) ops.append_sum(1.0F);
  if (spec.addend) ops.append_binary(dnnl::algorithm::binary_add, c);  // must be the first post-op, see Arg::Addend
  if (spec.relu) appendEltwise(ops, {Eltwise::Kind::Relu});
  if (spec.activation) appendEltwise(ops, *spec.activation);
  if (ops.len() > 0) attributes.set_post_ops(ops);

#if STEPSCOPE_ONEDNN_3
  const auto pd = spec.bias ? dnnl::matmul::primitive_desc(cpuEngine(), a, b, bias, c, attributes)
                            : dnnl::matmul::primitive_desc(cpuEngine(), a, b, c, attributes);
#else
  const auto pd = spec.bias ? dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, bias, c), attributes, cpuEngine())
                            : dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), attributes, cpuEngine());
#endif
  std::vector<std::pair<Arg, TensorDesc>> descs = {
      {Arg::Src, wrap(pd.src_desc())}, {Arg::Weights, wrap(pd.weights_desc())}, {Arg::Dst, wrap(pd.dst_desc())}};
  if (spec.bias) descs.emplace_back(Arg::Bias, wrap(bias));
  if (spec.addend) descs.emplace_back(Arg::Addend, wrap(c));
  return finish(pd, dnnl::matmul(pd), std::move(descs));
}

}  // namespace

std::optional<Primitive> makeMatmul(const MatmulSpec& spec) {
  require(!spec.addend || !spec.accumulate, "a matrix product cannot both add another matrix and accumulate");
  return ifOffered([&] { return make(spec); });
}

}  // namespace stepscope::onednn
