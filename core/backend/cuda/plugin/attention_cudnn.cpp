// Attention by cuDNN's fused kernels (flash attention): bf16 and f16, heads of up to 128 features. For the backward pass they keep the logarithm of
// the sum of exponentials, as our op does.
#include "core/backend/cuda/plugin/cudnn.h"

namespace stepscope::cuda {
namespace {

using namespace cudnn;

// The operands of AttentionRequest: the position in run(), counted from 1.
enum Uid : std::int64_t { kQ = 1, kK, kV, kY, kStats, kDy, kDq, kDk, kDv, kKeyBias };

// The operation graph up to validation, which needs no device.
GraphPtr describe(const AttentionRequest& r, std::int32_t arch) {
  if (r.type == ElementType::F32) throw Failure(kUnsupported, "cuDNN's attention supports only bf16 and f16");
  auto graph = std::make_shared<Graph>();
  if (arch > 0) graph->set_sm_version(arch);  // if not set, it is that of the device
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
  const Dims rows{r.batch, r.heads, r.queries, r.size}, columns{r.batch, r.heads, r.keys, r.size}, sums{r.batch, r.heads, r.queries, 1};
  // The memory order is (batch, position, head, feature); positions are `step` elements apart.
  const auto strides = [&](std::int64_t length, std::int64_t step) { return Dims{length * step, r.size, step, 1}; };
  const auto set = [](const TensorPtr& tensor, Uid uid, const Dims& dims, const Dims& stride) {
    tensor->set_uid(uid).set_dim(dims).set_stride(stride);
  };
  const auto tensor = [&](const char* name, Uid uid, const Dims& dims, const Dims& stride) {
    return graph->tensor(fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(stride));
  };
  const Dims q = strides(r.queries, r.stepQ), k = strides(r.keys, r.stepKV), y = strides(r.queries, r.heads * r.size);
  const Dims statsStride{r.heads * r.queries, r.queries, 1, 1};
  // The bias has one row for all queries: a dimension with stride 0, as PyTorch describes its masks. With a dimension of size 1 the backward kernels
  // of cuDNN 9.19 give wrong results (on an H200, wrong by half of the gradient).
  const TensorPtr bias = r.keyBias ? tensor("key bias", kKeyBias, {r.batch, 1, r.queries, r.keys}, {r.keys, r.keys, 0, 1}) : TensorPtr();
  if (!r.backward) {
    auto attributes = fe::graph::SDPA_attributes().set_name("attention").set_generate_stats(true).set_attn_scale(r.scale);
    if (r.causal) attributes.set_causal_mask(true);
    if (bias) attributes.set_bias(bias);
    auto [made, stats] = graph->sdpa(tensor("q", kQ, rows, q), tensor("k", kK, columns, k), tensor("v", kV, columns, k), attributes);
    set(made, kY, rows, y);
    made->set_output(true);
    set(stats, kStats, sums, statsStride);
    stats->set_output(true).set_data_type(fe::DataType_t::FLOAT);
  } else {
    auto attributes = fe::graph::SDPA_backward_attributes().set_name("attention backward").set_attn_scale(r.scale);
    if (r.causal) attributes.set_causal_mask(true);
    if (r.deterministic) attributes.set_deterministic_algorithm(true);
    if (bias) attributes.set_bias(bias);
    const TensorPtr stats = tensor("stats", kStats, sums, statsStride);
    stats->set_data_type(fe::DataType_t::FLOAT);
    auto [dq, dk, dv] = graph->sdpa_backward(tensor("q", kQ, rows, q), tensor("k", kK, columns, k), tensor("v", kV, columns, k),
                                             tensor("y", kY, rows, y), tensor("dy", kDy, rows, y), stats, attributes);
    set(dq, kDq, rows, q);
    set(dk, kDk, columns, k);
    set(dv, kDv, columns, k);
    for (const TensorPtr& gradient : {dq, dk, dv}) gradient->set_output(true);
  }
  check(graph->validate(), "describing attention");
  return graph;
}

}  // namespace

void addAttention(DeviceApi& api) {
  api.makeAttention = [](Context* context, const AttentionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    const Choice choice{request->workspaceLimit, request->deterministic != 0, false, "attention"};
    return makePlan(context, request, describe, choice, out, workspaceBytes);
  };
  api.describeAttention = [](const AttentionRequest* request, std::int32_t arch, Described* out) {
    return describePlan(request, describe, arch, out, "attention");
  };
}

}  // namespace stepscope::cuda
