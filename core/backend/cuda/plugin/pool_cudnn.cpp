// Pooling by cuDNN, forward only: cudnn-frontend has no backward pass, so our own kernel does it, with the same indices.
#include "core/backend/cuda/plugin/cudnn.h"

namespace stepscope::cuda {
namespace {

using namespace cudnn;

// The operands of PoolRequest: the position in run(), counted from 1.
enum Uid : std::int64_t { kX = 1, kY, kIndices };

GraphPtr describe(const PoolRequest& r, std::int32_t) {
  auto graph = std::make_shared<Graph>();
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
  const Dims x(r.x, r.x + 4), y(r.y, r.y + 4), window(r.window, r.window + 2), stride(r.stride, r.stride + 2), padding(r.padding, r.padding + 2);
  const auto mode = !r.average       ? fe::ResampleMode_t::MAXPOOL
                    : r.countPadding ? fe::ResampleMode_t::AVGPOOL_INCLUDE_PADDING
                                     : fe::ResampleMode_t::AVGPOOL_EXCLUDE_PADDING;
  const TensorPtr from = graph->tensor(fe::graph::Tensor_attributes().set_name("x").set_uid(kX).set_dim(x).set_stride(stridesOf(x, r.channelsLast)));
  const auto made = graph->resample(from, fe::graph::Resample_attributes()
                                              .set_resampling_mode(mode)
                                              .set_padding_mode(r.average ? fe::PaddingMode_t::ZERO_PAD : fe::PaddingMode_t::NEG_INF_PAD)
                                              .set_window(window)
                                              .set_stride(stride)
                                              .set_pre_padding(padding)
                                              .set_post_padding(padding)
                                              .set_generate_index(r.indices != 0));
  setOutput(made[0], kY, y, stridesOf(y, r.channelsLast), typeOf(r.type));
  if (r.indices) setOutput(made[1], kIndices, y, stridesOf(y, r.channelsLast), fe::DataType_t::INT8);
  check(graph->validate(), "describing a pool");
  return graph;
}

}  // namespace

void addPool(DeviceApi& api) {
  api.makePool = [](Context* context, const PoolRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    return makePlan(context, request, describe, Choice{request->workspaceLimit, false, false, "a pool"}, out, workspaceBytes);
  };
  api.describePool = [](const PoolRequest* request, std::int32_t arch, Described* out) {
    return describePlan(request, describe, arch, out, "a pool");
  };
}

}  // namespace stepscope::cuda
