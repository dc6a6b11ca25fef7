// The names of the rules by which ops update parameters. The rules are in updates-inl.h, once for every backend. To add one: a line here, a struct
// there, an op and an optimizer that use it (ops/optimizer.cpp). GPU kernels are compiled from this text too: it includes no header.
#pragma once

namespace stepscope {

// X(name): a struct `name` of updates-inl.h.
// Optimizers that update each element by itself.
#define STEPSCOPE_ELEMENT_UPDATES(X) \
  X(Sgd)                             \
  X(Adam)                            \
  X(AdamW)                           \
  X(RmsProp)                         \
  X(Adagrad)
// Optimizers that need a whole tensor, or blocks of it, at once: each backend has its own loops for them.
#define STEPSCOPE_TENSOR_UPDATES(X) X(Lamb) X(Adam8bit) X(AdamW8bit)
// Averages that are kept beside the parameters.
#define STEPSCOPE_MEAN_UPDATES(X) X(WeightAverage) X(AccumulateGrad)

enum class UpdateRule : unsigned char {
#define STEPSCOPE_NAME(name) name,
  STEPSCOPE_ELEMENT_UPDATES(STEPSCOPE_NAME) STEPSCOPE_TENSOR_UPDATES(STEPSCOPE_NAME) STEPSCOPE_MEAN_UPDATES(STEPSCOPE_NAME)
#undef STEPSCOPE_NAME
      None
};

// Settings from a node's attributes; a rule reads those that its op has.
struct UpdateSettings {
  double momentum = 0;  // beta1 in Adam
  double beta2 = 0, alpha = 0, dampening = 0, rateDecay = 0, eps = 0, weightDecay = 0;
  bool nesterov = false;
};

// The settings of one step.
struct UpdateStep : UpdateSettings {
  double rate = 0;
  double number = 0;  // number of the step, from 1; 0 if the node has no such input
};

// The most operands of a rule. Those of an update are a parameter, its gradient and up to four states; those of an average are the average and the
// new value.
constexpr int kUpdateOperands = 6;
// Elements that have one common scale (Dettmers et al. 2022).
constexpr int kBlock8bit = 256;

}  // namespace stepscope
