// Ops that only a lowered graph has: two nodes of the user's graph that one kernel does in one pass over memory.
#pragma once

#include <string_view>

#include "core/graph/op.h"

namespace stepscope::cpu {

// (dy, y) -> dx = y > 0 ? dy : 0, and the channel sums of dx: relu backward with the bias gradient after it.
const OpDef& reluGradChannelSumOp();

// batch_norm_grad (with its residual) whose dy is the sum of inputs 1 and 8.
const OpDef& batchNormGradAddOp();

// layer_norm_grad_add, rms_norm_grad_add: the gradient with one input more after the saved statistics, which is added to dx, and, where it
// is wanted in bf16 too, one output more after the others.
const OpDef& rowNormGradAddOp(std::string_view gradient);

// linear_add (x, weight, bias, residual) -> y = x weight^T + bias + residual, which has the shape of y; bias may be absent. Attribute relu:
// after the addition. y may not take the place of the residual: the library gathers parts of the product there first.
const OpDef& linearAddOp();
// conv2d_add: the same with a convolution.
const OpDef& convolutionAddOp();

// linear_grad_weight_bias (x, dy) -> dw, db: the gradients of a linear layer's weights and bias, whose product reads dy anyway.
const OpDef& linearGradWeightBiasOp();

// linear_activation, conv2d_activation (x, weight, bias) -> y[, what the layer made]: with the activation after it. The attribute
// `activation` names the activation's op, whose attributes they have too. The second output is there where somebody else reads it.
// layer: "linear" or "conv2d".
const OpDef& layerActivationOp(std::string_view layer, std::string_view activation);

// A chain of elementwise nodes; element_chain.h says what its attributes are.
const OpDef& elementChainOp();

// Batch norms with an activation after them. The attribute `activation` names the activation's op, whose attributes they have too.
// batch_norm_activation (x, gamma, beta, running_mean, running_var) -> y, saved_mean, saved_var;
// batch_norm_inference_activation (the same) -> y; batch_norm_activation_grad (x, dy, gamma, beta, saved_mean, saved_var) -> dx, dgamma,
// dbeta, where dy is that of the activation's output. What is between norm and activation never exists.
enum class NormOp { Training, Inference, Grad };
const OpDef& normActivationOp(NormOp op, std::string_view activation);

}  // namespace stepscope::cpu
