// How weights are initialised: the rules of torch.nn.init (Glorot and Bengio 2010, He et al. 2015) and PyTorch's defaults, and the rule that the
// project sets for each type of layer.
#pragma once

#include <cstdint>

#include "core/graph/graph.h"

namespace stepscope {

// fan_in and fan_out of a weight of at least two dimensions as PyTorch counts them: dimension 1 is taken as the inputs, so (O, C/g, kh, kw) of a
// convolution has fan_in C/g*kh*kw and fan_out O*kh*kw, whatever the groups.
struct Fans {
  std::int64_t in = 0, out = 0;
};
Fans fansOf(const Shape& weight);

struct InitRule {
  enum class Kind {
    Reciprocal,      // uniform in +-1/sqrt(fan_in): kaiming_uniform with a = sqrt(5), PyTorch's default of linear and convolution
    KaimingUniform,  // uniform in +-gain * sqrt(3 / fan)
    KaimingNormal,   // normal, deviation gain / sqrt(fan)
    XavierUniform,   // uniform in +-gain * sqrt(6 / (fan_in + fan_out))
    XavierNormal,    // normal, deviation gain * sqrt(2 / (fan_in + fan_out))
    Uniform,         // uniform in +-scale
    Normal,          // normal, deviation scale
    Constant,        // scale
  } kind = Kind::Reciprocal;
  double gain = 1;      // for Kaiming and Xavier
  bool fanOut = false;  // Kaiming: fan is fan_out
  double scale = 0;     // for Uniform, Normal and Constant

  // He et al. 2015 for relu, by fan_out: the initialisation of convolutions in torchvision's image models.
  static InitRule kaimingNormalFanOut();
  static InitRule constant(double value) { return {.kind = Kind::Constant, .scale = value}; }
  static InitRule normal(double deviation) { return {.kind = Kind::Normal, .scale = deviation}; }
  static InitRule uniform(double bound) { return {.kind = Kind::Uniform, .scale = bound}; }
};
// Throws Error (Input) naming the parameter if the rule needs fans and the weight has only one dimension.
Init initOf(const InitRule& rule, const Shape& weight, const std::string& name);

enum class Nonlinearity { Linear, Sigmoid, Tanh, Relu, LeakyRelu, Selu };
// torch.nn.init.calculate_gain; negativeSlope is for leaky_relu.
double gainOf(Nonlinearity nonlinearity, double negativeSlope = 0.01);

// [model.init]: how the layers of each type start. Model keeps the model's own rules, which are torchvision's for its models.
struct InitSpec {
  enum class Weights { Model, PyTorch, KaimingUniform, KaimingNormal, XavierUniform, XavierNormal, Normal, Constant };
  Weights conv = Weights::Model, linear = Weights::Model, embedding = Weights::Model, recurrent = Weights::Model;
  // ZeroGamma: the last norm of each residual branch starts with scale 0, all others with 1 (Goyal et al. 2017, section 5.1).
  enum class Norm { Model, Ones, ZeroGamma } norm = Norm::Model;
  enum class Bias { Model, PyTorch, Zeros } bias = Bias::Model;
  bool fanOut = false;  // for Kaiming rules
  Nonlinearity nonlinearity = Nonlinearity::Relu;
  double negativeSlope = 0.01;  // for leaky_relu
  double gain = 1;              // for Xavier rules
  double deviation = 0.01;      // for Normal
  double value = 0;             // for Constant
};

// Replaces the initial values of the graph's parameters by the project's rules. The op that reads a parameter decides its layer type;
// the branch of a residual addition is its first operand. Throws Error (Input) if zero_gamma finds no residual branch that ends in a
// norm.
void applyInit(Graph& forward, const InitSpec& spec);

}  // namespace stepscope
