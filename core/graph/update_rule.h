// By which rule an op updates parameters, by name. The rules themselves stand once, for every backend, in updates-inl.h. A new one is a line
// here, a struct there, and an op and an optimizer that use it (ops/optimizer.cpp). Text of GPU kernels, too: no header is included.
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
// Those that look at a whole tensor, or at blocks of one: their loops are a backend's.
#define STEPSCOPE_TENSOR_UPDATES(X) X(Lamb) X(Adam8bit) X(AdamW8bit)
// Means that are kept beside the parameters.
#define STEPSCOPE_MEAN_UPDATES(X) X(WeightAverage) X(AccumulateGrad)

enum class UpdateRule : unsigned char {
#define STEPSCOPE_NAME(name) name,
  STEPSCOPE_ELEMENT_UPDATES(STEPSCOPE_NAME) STEPSCOPE_TENSOR_UPDATES(STEPSCOPE_NAME) STEPSCOPE_MEAN_UPDATES(STEPSCOPE_NAME)
#undef STEPSCOPE_NAME
      None
};

// What a node's attributes say; a rule reads those that its op has.
struct UpdateSettings {
  double momentum = 0;  // or beta1
  double beta2 = 0, alpha = 0, dampening = 0, rateDecay = 0, eps = 0, weightDecay = 0;
  bool nesterov = false;
};

// The settings of one step.
struct UpdateStep : UpdateSettings {
  double rate = 0;
  double number = 0;  // counted from 1; 0 where the node is not told
};

// An update's operands are a parameter, its gradient and states; a mean's the mean and what goes into it.
constexpr int kUpdateOperands = 6;
// The elements that have a scale in common (Dettmers et al. 2022).
constexpr int kBlock8bit = 256;

}  // namespace stepscope
