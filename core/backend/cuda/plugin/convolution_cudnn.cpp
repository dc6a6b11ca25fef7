// Convolutions by cuDNN's graph API (cudnn.h).
#include "core/backend/cuda/plugin/cudnn.h"

namespace stepscope::cuda {
namespace {

using namespace cudnn;

// The operands of ConvolutionRequest: the position in run(), counted from 1. The sums have the position of the bias.
enum Uid : std::int64_t { kFirst = 1, kSecond, kResult, kBias, kSums = kBias, kSquares, kScale, kPrologueShift };
// The further operands of an input gradient with normGradient.
enum NormUid : std::int64_t { kX = 4, kMean, kInverse, kGamma, kBeta, kDgamma, kDbeta, kScaleDy, kScaleX, kShift };

// The backward pass through the relu and the batch norm that made the images. The output of the norm is computed again for its sign, and the
// gradients of the norm's weights are summed while the image gradients are in registers. With the scratch vectors the gradient of x could be
// computed; our own kernel does that instead.
TensorPtr throughNorm(fe::graph::Graph& graph, const TensorPtr& made, const ConvolutionRequest& r, const TensorPtr& x) {
  using fe::PointwiseMode_t;
  const auto pointwise = [&](const TensorPtr& a, const TensorPtr& b, PointwiseMode_t mode) {
    return graph.pointwise(a, b, fe::graph::Pointwise_attributes().set_mode(mode));
  };
  const auto vector = [&](const char* name, NormUid uid) { return channelTensor(graph, name, uid, r.x[1], fe::DataType_t::FLOAT); };
  const TensorPtr mean = vector("mean", kMean), inverse = vector("inverse", kInverse), gamma = vector("gamma", kGamma), beta = vector("beta", kBeta);
  const TensorPtr normal = pointwise(pointwise(x, mean, PointwiseMode_t::SUB), inverse, PointwiseMode_t::MUL);
  const TensorPtr y = pointwise(pointwise(normal, gamma, PointwiseMode_t::MUL), beta, PointwiseMode_t::ADD);
  const TensorPtr before = pointwise(made, y, PointwiseMode_t::RELU_BWD);
  const auto sums = graph.dbn_weight(before, x, mean, inverse, gamma, fe::graph::DBN_weight_attributes());
  const NormUid uids[] = {kDgamma, kDbeta, kScaleDy, kScaleX, kShift};
  const Dims channels = channelsOf(r.x[1]);
  for (std::size_t i = 0; i < std::size(uids); ++i) setOutput(sums[i], uids[i], channels, stridesOf(channels, true), fe::DataType_t::FLOAT);
  return before;
}

// The images as a norm and its relu would write them: relu(scale * x + shift), rounded to their type before the convolution. The engines that support
// this need `scale` and `shift` in that type too.
TensorPtr normalized(fe::graph::Graph& graph, const TensorPtr& x, const ConvolutionRequest& r) {
  using fe::PointwiseMode_t;
  const auto type = typeOf(r.type);
  const TensorPtr scale = channelTensor(graph, "scale", kScale, r.x[1], type), shift = channelTensor(graph, "shift", kPrologueShift, r.x[1], type);
  const TensorPtr scaled = graph.pointwise(x, scale, fe::graph::Pointwise_attributes().set_mode(PointwiseMode_t::MUL));
  scaled->set_data_type(fe::DataType_t::FLOAT);
  const TensorPtr shifted = graph.pointwise(scaled, shift, fe::graph::Pointwise_attributes().set_mode(PointwiseMode_t::ADD));
  shifted->set_data_type(fe::DataType_t::FLOAT);
  TensorPtr made = graph.pointwise(shifted, fe::graph::Pointwise_attributes().set_mode(PointwiseMode_t::RELU_FWD));
  made->set_data_type(type);
  return made;
}

// The operation graph up to validation, which needs no device.
GraphPtr describe(const ConvolutionRequest& r, std::int32_t) {
  auto graph = std::make_shared<Graph>();
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
  const Dims x(r.x, r.x + 4), w(r.w, r.w + 4), y(r.y, r.y + 4);
  const auto tensor = [&](const char* name, std::int64_t uid, const Dims& dims) {
    return graph->tensor(fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(stridesOf(dims, r.channelsLast)));
  };
  const auto geometry = [&](auto attributes) {
    const Dims padding(r.padding, r.padding + 2);
    return attributes.set_pre_padding(padding)
        .set_post_padding(padding)
        .set_stride({r.stride[0], r.stride[1]})
        .set_dilation({r.dilation[0], r.dilation[1]});
  };
  const auto finish = [&](const TensorPtr& made, const Dims& dims, ElementType type) {
    setOutput(made, kResult, dims, stridesOf(dims, r.channelsLast), typeOf(type));
  };
  const auto images = [&] {
    const TensorPtr given = tensor("x", kFirst, x);
    return r.prologue ? normalized(*graph, given, r) : given;
  };
  switch (r.pass) {
    case ConvolutionPass::Forward: {
      TensorPtr made = graph->conv_fprop(images(), tensor("w", kSecond, w), geometry(fe::graph::Conv_fprop_attributes()));
      if (r.bias) {
        const TensorPtr bias = tensor("bias", kBias, {1, y[1], 1, 1});
        made->set_data_type(fe::DataType_t::FLOAT);
        made = graph->pointwise(made, bias, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::ADD));
      }
      if (r.relu) {
        made->set_data_type(fe::DataType_t::FLOAT);
        made = graph->pointwise(made, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::RELU_FWD));
      }
      finish(made, y, r.type);
      if (r.statistics) {
        auto [sums, squares] = graph->genstats(made, fe::graph::Genstats_attributes().set_name("statistics"));
        const Dims channels = channelsOf(y[1]);
        setOutput(sums, kSums, channels, stridesOf(channels, true), fe::DataType_t::FLOAT);
        setOutput(squares, kSquares, channels, stridesOf(channels, true), fe::DataType_t::FLOAT);
      }
      break;
    }
    case ConvolutionPass::InputGradient: {
      TensorPtr made = graph->conv_dgrad(tensor("dy", kFirst, y), tensor("w", kSecond, w), geometry(fe::graph::Conv_dgrad_attributes()));
      if (r.normGradient) {
        made->set_dim(x);
        made = throughNorm(*graph, made, r, tensor("x", kX, x));
      }
      finish(made, x, r.type);
      break;
    }
    case ConvolutionPass::WeightGradient:
      finish(graph->conv_wgrad(tensor("dy", kSecond, y), images(), geometry(fe::graph::Conv_wgrad_attributes())), w, r.weightType);
      break;
  }
  check(graph->validate(), "describing a convolution");
  return graph;
}

}  // namespace

void addConvolution(DeviceApi& api) {
  api.makeConvolution = [](Context* context, const ConvolutionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    // For f32 operands the tensor cores compute in TF32.
    const bool noTensorCores = request->type == ElementType::F32 && !request->allowTf32;
    const Choice choice{request->workspaceLimit, request->deterministic != 0, noTensorCores, "a convolution"};
    return makePlan(context, request, describe, choice, out, workspaceBytes);
  };
  api.describeConvolution = [](const ConvolutionRequest* request, std::int32_t arch, Described* out) {
    return describePlan(request, describe, arch, out, "a convolution");
  };
}

}  // namespace stepscope::cuda
