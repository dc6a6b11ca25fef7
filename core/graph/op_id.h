// Ids of the ops that the code refers to: passes, fusion rules and kernels compare a node's op by its id, so that a misspelt op does not compile. All
// other ops have the id `Other`; to refer to one of them, add a line here.
#pragma once

#include <cstdint>

namespace stepscope {

// X(id, name in the op table)
#define STEPSCOPE_OP_IDS(X)                                             \
  X(AccumulateGrad, "accumulate_grad")                                  \
  X(AdaptiveAvgPool2dGrad, "adaptive_avg_pool2d_grad")                  \
  X(AdaptiveMaxPool2dGrad, "adaptive_max_pool2d_grad")                  \
  X(Add, "add")                                                         \
  X(Attention, "attention")                                             \
  X(AttentionGrad, "attention_grad")                                    \
  X(BatchNorm, "batch_norm")                                            \
  X(BatchNormActivation, "batch_norm_activation")                       \
  X(BatchNormActivationGrad, "batch_norm_activation_grad")              \
  X(BatchNormActivationGradKept, "batch_norm_activation_grad_kept")     \
  X(BatchNormGrad, "batch_norm_grad")                                   \
  X(BatchNormGradAdd, "batch_norm_grad_add")                            \
  X(BatchNormGradReluBits, "batch_norm_grad_relu_bits")                 \
  X(BatchNormGradWithoutMask, "batch_norm_grad_without_mask")           \
  X(BatchNormInference, "batch_norm_inference")                         \
  X(BatchNormInferenceActivation, "batch_norm_inference_activation")    \
  X(BatchNormOfSums, "batch_norm_of_sums")                              \
  X(BatchNormReluBits, "batch_norm_relu_bits")                          \
  X(BatchNormScaleShift, "batch_norm_scale_shift")                      \
  X(BceWithLogitsLoss, "bce_with_logits_loss")                          \
  X(BceWithLogitsLossGrad, "bce_with_logits_loss_grad")                 \
  X(Cast, "cast")                                                       \
  X(ChannelSum, "channel_sum")                                          \
  X(ClipGradNorm, "clip_grad_norm")                                     \
  X(Conv2d, "conv2d")                                                   \
  X(Conv2dActivation, "conv2d_activation")                              \
  X(Conv2dAdd, "conv2d_add")                                            \
  X(Conv2dGradInput, "conv2d_grad_input")                               \
  X(Conv2dGradInputNormGrad, "conv2d_grad_input_norm_grad")             \
  X(Conv2dGradWeight, "conv2d_grad_weight")                             \
  X(Conv2dGradWeightOfNorm, "conv2d_grad_weight_of_norm")               \
  X(Conv2dOfNorm, "conv2d_of_norm")                                     \
  X(Conv2dSums, "conv2d_sums")                                          \
  X(ConvTranspose2d, "conv_transpose2d")                                \
  X(Dropout, "dropout")                                                 \
  X(ElementChain, "element_chain")                                      \
  X(Embedding, "embedding")                                             \
  X(Expand, "expand")                                                   \
  X(Gelu, "gelu")                                                       \
  X(GeluGrad, "gelu_grad")                                              \
  X(GlobalAvgPoolGrad, "global_avg_pool_grad")                          \
  X(Gru, "gru")                                                         \
  X(HuberLoss, "huber_loss")                                            \
  X(HuberLossGrad, "huber_loss_grad")                                   \
  X(KlDivLoss, "kl_div_loss")                                           \
  X(KlDivLossGrad, "kl_div_loss_grad")                                  \
  X(LayerNorm, "layer_norm")                                            \
  X(LayerNormGrad, "layer_norm_grad")                                   \
  X(LayerNormGradAdd, "layer_norm_grad_add")                            \
  X(Linear, "linear")                                                   \
  X(LinearActivation, "linear_activation")                              \
  X(LinearAdd, "linear_add")                                            \
  X(LinearGradInput, "linear_grad_input")                               \
  X(LinearGradInputActivationGrad, "linear_grad_input_activation_grad") \
  X(LinearGradWeight, "linear_grad_weight")                             \
  X(LinearGradWeightBias, "linear_grad_weight_bias")                    \
  X(LinearReluBits, "linear_relu_bits")                                 \
  X(LogSoftmax, "log_softmax")                                          \
  X(LogSoftmaxGrad, "log_softmax_grad")                                 \
  X(Lstm, "lstm")                                                       \
  X(Matmul, "matmul")                                                   \
  X(NonFiniteCheck, "non_finite_check")                                 \
  X(Relu, "relu")                                                       \
  X(ReluGrad, "relu_grad")                                              \
  X(ReluGradChannelSum, "relu_grad_channel_sum")                        \
  X(Reorder, "reorder")                                                 \
  X(Reshape, "reshape")                                                 \
  X(ResizeGrad, "resize_grad")                                          \
  X(RmsNorm, "rms_norm")                                                \
  X(RmsNormGrad, "rms_norm_grad")                                       \
  X(RmsNormGradAdd, "rms_norm_grad_add")                                \
  X(ShortcutPadGrad, "shortcut_pad_grad")                               \
  X(Softmax, "softmax")                                                 \
  X(SoftmaxCrossEntropy, "softmax_cross_entropy")                       \
  X(SoftmaxGrad, "softmax_grad")                                        \
  X(StochasticDepth, "stochastic_depth")                                \
  X(WeightAverage, "weight_average")

enum class OpId : std::uint8_t {
  Other,
#define STEPSCOPE_ID(id, name) id,
  STEPSCOPE_OP_IDS(STEPSCOPE_ID)
#undef STEPSCOPE_ID
};

// A 2D convolution, one of its gradients, or a convolution fused with other ops.
constexpr bool isConvolution(OpId op) {
  switch (op) {
    case OpId::Conv2d:
    case OpId::Conv2dActivation:
    case OpId::Conv2dAdd:
    case OpId::Conv2dGradInput:
    case OpId::Conv2dGradInputNormGrad:
    case OpId::Conv2dGradWeight:
    case OpId::Conv2dGradWeightOfNorm:
    case OpId::Conv2dOfNorm:
    case OpId::Conv2dSums: return true;
    default: return false;
  }
}
// The gradient of a linear layer's weights, alone or together with the gradient of its bias.
constexpr bool isLinearGradWeight(OpId op) {
  return op == OpId::LinearGradWeight || op == OpId::LinearGradWeightBias;
}
// Ops that libraries run as matrix products: convolutions, linear layers and matrix products, with their gradients.
constexpr bool isProduct(OpId op) {
  switch (op) {
    case OpId::ConvTranspose2d:
    case OpId::Linear:
    case OpId::LinearActivation:
    case OpId::LinearAdd:
    case OpId::LinearGradInput:
    case OpId::LinearGradInputActivationGrad:
    case OpId::LinearReluBits:
    case OpId::Matmul: return true;
    default: return isConvolution(op) || isLinearGradWeight(op);
  }
}

}  // namespace stepscope
