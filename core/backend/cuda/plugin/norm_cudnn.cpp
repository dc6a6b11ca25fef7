// Batch, layer and RMS norm by cuDNN: one kernel, which reads its input only once if a row or a channel fits in the registers of the device.
#include "core/backend/cuda/plugin/cudnn.h"

namespace stepscope::cuda {
namespace {

using namespace cudnn;
using fe::DataType_t;

// The operands of NormRequest: the position in run(), counted from 1.
enum Forward : std::int64_t {
  kX = 1,
  kGamma,
  kBeta,
  kY,
  kMean,
  kInverse,
  kRunningMean,
  kRunningVariance,
  kNextMean,
  kNextVariance,
  kResidual,
  kBits
};
enum Backward : std::int64_t { kBackX = 1, kDy, kBackGamma, kBackMean, kBackInverse, kDx, kDgamma, kDbeta, kBackBits, kDresidual };

// Layer and RMS norm treat rows as images of one pixel; batch norm has one number per channel.
struct Shapes {
  Dims x, xStride, statistics, statisticsStride, channels, channelsStride;
};
Shapes shapesOf(const NormRequest& r) {
  Shapes s;
  s.x = {r.rows, r.channels, r.height, r.width};
  s.xStride = stridesOf(s.x, r.kind != NormKind::Batch || r.channelsLast);
  s.channels = channelsOf(r.channels);
  s.channelsStride = stridesOf(s.channels, true);
  s.statistics = r.kind == NormKind::Batch ? s.channels : Dims{r.rows, 1, 1, 1};
  s.statisticsStride = stridesOf(s.statistics, true);
  return s;
}

void describeForward(fe::graph::Graph& graph, const NormRequest& r) {
  const Shapes s = shapesOf(r);
  const DataType_t type = typeOf(r.type), weight = typeOf(r.typeWeight);
  const TensorPtr x = graph.tensor(fe::graph::Tensor_attributes().set_name("x").set_uid(kX).set_dim(s.x).set_stride(s.xStride));
  const TensorPtr gamma = channelTensor(graph, "gamma", kGamma, r.channels, weight);
  TensorPtr eps = graph.tensor(r.eps);
  const auto statistics = [&](const TensorPtr& tensor, Forward uid) { setOutput(tensor, uid, s.statistics, s.statisticsStride, DataType_t::FLOAT); };
  if (r.kind == NormKind::Rms) {
    const auto made =
        graph.rmsnorm(x, gamma, fe::graph::Rmsnorm_attributes().set_name("norm").set_forward_phase(fe::NormFwdPhase_t::TRAINING).set_epsilon(eps));
    setOutput(made[0], kY, s.x, s.xStride, type);
    return statistics(made[1], kInverse);
  }
  const TensorPtr beta = channelTensor(graph, "beta", kBeta, r.channels, weight);
  if (r.kind == NormKind::Layer) {
    const auto made = graph.layernorm(
        x, gamma, beta, fe::graph::Layernorm_attributes().set_name("norm").set_forward_phase(fe::NormFwdPhase_t::TRAINING).set_epsilon(eps));
    setOutput(made[0], kY, s.x, s.xStride, type);
    statistics(made[1], kMean);
    return statistics(made[2], kInverse);
  }
  TensorPtr mean = channelTensor(graph, "running mean", kRunningMean, r.channels, DataType_t::FLOAT);
  TensorPtr variance = channelTensor(graph, "running variance", kRunningVariance, r.channels, DataType_t::FLOAT);
  TensorPtr momentum = graph.tensor(r.momentum);
  const auto made = graph.batchnorm(
      x, gamma, beta, fe::graph::Batchnorm_attributes().set_name("norm").set_epsilon(eps).set_previous_running_stats(mean, variance, momentum));
  const Forward uids[] = {kMean, kInverse, kNextMean, kNextVariance};
  for (std::size_t i = 0; i < std::size(uids); ++i) statistics(made[i + 1], uids[i]);
  TensorPtr y = made[0];
  if (!r.relu) return setOutput(y, kY, s.x, s.xStride, type);
  using fe::PointwiseMode_t;
  const auto pointwise = [&](const TensorPtr& a, const TensorPtr& b, PointwiseMode_t mode) {
    return graph.pointwise(a, b, fe::graph::Pointwise_attributes().set_mode(mode));
  };
  y->set_data_type(DataType_t::FLOAT);
  if (r.residual) {
    y = pointwise(y, graph.tensor(fe::graph::Tensor_attributes().set_name("residual").set_uid(kResidual).set_dim(s.x).set_stride(s.xStride)),
                  PointwiseMode_t::ADD);
    y->set_data_type(DataType_t::FLOAT);
  }
  y = graph.pointwise(y, fe::graph::Pointwise_attributes().set_mode(PointwiseMode_t::RELU_FWD));
  setOutput(y, kY, s.x, s.xStride, type);
  setOutput(pointwise(y, graph.tensor(0.0F), PointwiseMode_t::CMP_GT), kBits, s.x, s.xStride, DataType_t::BOOLEAN);
}

void describeBackward(fe::graph::Graph& graph, const NormRequest& r) {
  const Shapes s = shapesOf(r);
  const DataType_t type = typeOf(r.type), weight = typeOf(r.typeWeight);
  const auto tensor = [&](const char* name, Backward uid, const Dims& dims, const Dims& strides, DataType_t t) {
    return graph.tensor(fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(strides).set_data_type(t));
  };
  const TensorPtr x = tensor("x", kBackX, s.x, s.xStride, type);
  TensorPtr dy = tensor("dy", kDy, s.x, s.xStride, type);
  if (r.relu) {
    dy = graph.pointwise(dy, tensor("bits", kBackBits, s.x, s.xStride, DataType_t::BOOLEAN),
                         fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::MUL));
    dy->set_data_type(type);
    if (r.residual) setOutput(dy, kDresidual, s.x, s.xStride, type);
  }
  const TensorPtr gamma = channelTensor(graph, "gamma", kBackGamma, r.channels, weight);
  const TensorPtr inverse = tensor("inverse", kBackInverse, s.statistics, s.statisticsStride, DataType_t::FLOAT);
  const auto finish = [&](const auto& made, bool beta) {
    setOutput(made[0], kDx, s.x, s.xStride, type);
    setOutput(made[1], kDgamma, s.channels, s.channelsStride, weight);
    if (beta) setOutput(made[2], kDbeta, s.channels, s.channelsStride, weight);
  };
  if (r.kind == NormKind::Rms)
    return finish(graph.rmsnorm_backward(dy, x, gamma, inverse, fe::graph::Rmsnorm_backward_attributes().set_name("norm").has_dbias(false)), false);
  const TensorPtr mean = tensor("mean", kBackMean, s.statistics, s.statisticsStride, DataType_t::FLOAT);
  if (r.kind == NormKind::Layer)
    return finish(graph.layernorm_backward(
                      dy, x, gamma, fe::graph::Layernorm_backward_attributes().set_name("norm").set_saved_mean_and_inv_variance(mean, inverse)),
                  true);
  finish(graph.batchnorm_backward(dy, x, gamma,
                                  fe::graph::Batchnorm_backward_attributes().set_name("norm").set_saved_mean_and_inv_variance(mean, inverse)),
         true);
}

// The operation graph up to validation, which needs no device.
GraphPtr describe(const NormRequest& r, std::int32_t) {
  auto graph = std::make_shared<Graph>();
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(DataType_t::FLOAT).set_compute_data_type(DataType_t::FLOAT);
  r.backward ? describeBackward(*graph, r) : describeForward(*graph, r);
  check(graph->validate(), "describing a norm");
  return graph;
}

}  // namespace

void addNorm(DeviceApi& api) {
  api.makeNorm = [](Context* context, const NormRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    const Choice choice{request->workspaceLimit, request->deterministic != 0, false, "a norm"};
    return makePlan(context, request, describe, choice, out, workspaceBytes);
  };
  api.describeNorm = [](const NormRequest* request, std::int32_t arch, Described* out) {
    return describePlan(request, describe, arch, out, "a norm");
  };
}

}  // namespace stepscope::cuda
