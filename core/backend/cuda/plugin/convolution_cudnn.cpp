// Convolutions by cuDNN's graph API, through NVIDIA's header-only cudnn-frontend. cuDNN itself is loaded on first use.
#include "core/backend/cuda/plugin/cudnn.h"

namespace stepscope::cuda {
namespace {

using namespace cudnn;

Dims stridesOf(const Dims& d, bool channelsLast) {
  if (channelsLast) return {d[1] * d[2] * d[3], 1, d[1] * d[3], d[1]};
  return {d[1] * d[2] * d[3], d[2] * d[3], d[3], 1};
}

// Operands of ConvolutionRequest: the place in run(), counted from 1. Sums come where a bias would.
enum Uid : std::int64_t { kFirst = 1, kSecond, kResult, kBias, kSums = kBias, kSquares };

// The operation graph up to validation, which needs no device.
GraphPtr describe(const ConvolutionRequest& r) {
  auto graph = std::make_shared<fe::graph::Graph>();
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
  const Dims x(r.x, r.x + 4), w(r.w, r.w + 4), y(r.y, r.y + 4);
  const auto tensor = [&](const char* name, Uid uid, const Dims& dims) {
    return graph->tensor(
        fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(stridesOf(dims, r.channelsLast)));
  };
  const auto geometry = [&](auto attributes) {
    const Dims padding(r.padding, r.padding + 2);
    return attributes.set_pre_padding(padding)
        .set_post_padding(padding)
        .set_stride({r.stride[0], r.stride[1]})
        .set_dilation({r.dilation[0], r.dilation[1]});
  };
  const auto finish = [&](const TensorPtr& made, const Dims& dims, ElementType type) {
    made->set_output(true).set_uid(kResult).set_dim(dims).set_stride(stridesOf(dims, r.channelsLast)).set_data_type(typeOf(type));
  };
  switch (r.pass) {
    case ConvolutionPass::Forward: {
      TensorPtr made = graph->conv_fprop(tensor("x", kFirst, x), tensor("w", kSecond, w), geometry(fe::graph::Conv_fprop_attributes()));
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
        const Dims channels{1, y[1], 1, 1};
        for (const auto& [tensor, uid] : {std::pair{sums, kSums}, {squares, kSquares}})
          tensor->set_output(true)
              .set_uid(uid)
              .set_dim(channels)
              .set_stride(stridesOf(channels, true))
              .set_data_type(fe::DataType_t::FLOAT);
      }
      break;
    }
    case ConvolutionPass::InputGradient:
      finish(graph->conv_dgrad(tensor("dy", kFirst, y), tensor("w", kSecond, w), geometry(fe::graph::Conv_dgrad_attributes())), x, r.type);
      break;
    case ConvolutionPass::WeightGradient:
      finish(graph->conv_wgrad(tensor("dy", kSecond, y), tensor("x", kFirst, x), geometry(fe::graph::Conv_wgrad_attributes())), w,
             r.weightType);
      break;
  }
  check(graph->validate(), "describing a convolution");
  return graph;
}

}  // namespace

void addConvolution(DeviceApi& api) {
  api.makeConvolution = [](Context* context, const ConvolutionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    return guarded([&] {
      context->use();
      load();
      // In f32 the tensor cores compute in TF32.
      const bool noTensorCores = request->type == ElementType::F32 && !request->allowTf32;
      auto plan =
          std::make_unique<Plan>(*context, describe(*request), 5,
                                 Plan::Choice{request->workspaceLimit, request->deterministic != 0, noTensorCores, "a convolution"});
      *workspaceBytes = plan->workspaceBytes;
      *out = plan.release();
    });
  };
  api.describeConvolution = [](const ConvolutionRequest* request) {
    return guarded([&] {
      load();
      describe(*request);
    });
  };
}

}  // namespace stepscope::cuda
