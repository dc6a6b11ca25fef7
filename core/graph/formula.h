// The names of the formulas of element-wise ops. The formulas themselves are written once, for every backend, in formulas-inl.h. To add one: a line
// here, a struct there, and the op that uses it (core/graph/ops).
#pragma once

#include <cstdint>

namespace stepscope {

// X(name, simple): a struct `name` of formulas-inl.h. `simple` is true for a few additions and multiplications, which take less time than the memory
// access. First the formulas of one operand x that have a slope: their gradient is dy * slope(kept), where `kept` is the op's input or its output.
#define STEPSCOPE_FORMULAS_WITH_SLOPE(X)                \
  X(Clamp, true)     /* a: least, b: greatest value */  \
  X(LeakyRelu, true) /* a: factor of negative inputs */ \
  X(Elu, false)      /* a: factor of exp(x) - 1 */      \
  X(Gelu, false)                                        \
  X(GeluTanh, false)                                    \
  X(Silu, false)                                        \
  X(Sigmoid, false)                                     \
  X(Tanh, false)                                        \
  X(HardSwish, true)                                    \
  X(HardSigmoid, true)                                  \
  X(Softplus, false) /* a: beta, b: threshold */        \
  X(Sqrt, false)
#define STEPSCOPE_FORMULAS_OF_ONE(X) \
  X(Relu, true)                      \
  X(Neg, true)                       \
  X(Exp, false)                      \
  X(Log, false)                      \
  X(Erf, false)                      \
  X(Floor, true)
#define STEPSCOPE_FORMULAS_OF_TWO(X)                                            \
  X(Add, true)                                                                  \
  X(AddRelu, true) /* positive part of the sum */                               \
  X(Sub, true)                                                                  \
  X(Mul, true)                                                                  \
  X(Div, true)                                                                  \
  X(Pow, false)             /* std::pow's rules */                              \
  X(PowGradBase, false)     /* y == 0 ? 0 : y * pow(x, y - 1) */                \
  X(PowGradExponent, false) /* x == 0 && y >= 0 ? 0 : pow(x, y) * log(x) */     \
  X(Equal, true)            /* x == y ? 1 : 0; a NaN equals nothing */          \
  X(Less, true)             /* x < y ? 1 : 0 */                                 \
  X(Select, true)           /* x != 0 ? y : 0; a NaN counts as true, as in C */ \
  X(ReluGrad, true)         /* y > 0 ? x : 0 */

enum class Formula : std::uint8_t {
#define STEPSCOPE_NAME(name, simple) name,
  STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_NAME) STEPSCOPE_FORMULAS_OF_ONE(STEPSCOPE_NAME) STEPSCOPE_FORMULAS_OF_TWO(STEPSCOPE_NAME)
#undef STEPSCOPE_NAME
};

// A formula with a node's attributes. `slope`: computes dy * slope(kept) from two operands, instead of the value.
struct FormulaUse {
  Formula formula = Formula::Neg;
  float a = 0, b = 0;
  bool slope = false;
};

constexpr bool hasSlope(Formula formula) {
  return formula <= Formula::Sqrt;
}
constexpr int operandsOf(const FormulaUse& use) {
  return use.slope || use.formula >= Formula::Add ? 2 : 1;
}
constexpr bool isSimple(Formula formula) {
#define STEPSCOPE_SIMPLE(name, simple) simple,
  constexpr bool all[] = {STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_SIMPLE) STEPSCOPE_FORMULAS_OF_ONE(STEPSCOPE_SIMPLE)
                              STEPSCOPE_FORMULAS_OF_TWO(STEPSCOPE_SIMPLE)};
#undef STEPSCOPE_SIMPLE
  return all[static_cast<int>(formula)];
}

}  // namespace stepscope
