// Several elementwise ops in one pass over memory. The computation is a type, which is composed for a chain of the graph when a program is compiled:
// Apply2<Add, 1, Apply1<Relu, 0, Arg<0>>, Arg<1>> is relu(x0) + x1. NVRTC compiles it like any other kernel.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

constexpr int kChainInputs = 6, kChainOps = 8, kChainCode = 3 * kChainOps + 2 * kChainInputs;

// Operand i of the chain.
template <int i>
struct Arg {
  static STEPSCOPE_DEVICE float of(const float* x, const float*) { return x[i]; }
};
// Formula F with the attributes of op k.
template <class F, int k, class A>
struct Apply1 {
  static STEPSCOPE_DEVICE float of(const float* x, const float* attributes) {
    return F::value(A::of(x, attributes), attributes[2 * k], attributes[2 * k + 1]);
  }
};
template <class F, int k, class A, class B>
struct Apply2 {
  static STEPSCOPE_DEVICE float of(const float* x, const float* attributes) {
    return F::value(A::of(x, attributes), B::of(x, attributes), attributes[2 * k], attributes[2 * k + 1]);
  }
};

// The parameters of every chain.
struct ChainOperands {
  In x[kChainInputs];
  Walk walk[kChainInputs];  // for repeated operands
  bool straight[kChainInputs] = {};
  bool allStraight = false;
  int inputs = 0;
  Out y;
  Int count = 0;
  float attributes[2 * kChainOps] = {};
  Byte code[kChainCode] = {};  // read on the host, which has no compiler at run time; see element_chain.h
};

template <class Expression, int inputs>
struct Chain {
  ChainOperands s;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (s.allStraight && s.count % 8 == 0) {
      for (Int i = team.first(); i < s.count / 8; i += team.step()) {
        Eight eights[inputs], result;
        for (int k = 0; k < inputs; ++k) eights[k] = loadEight(s.x[k], i);
        for (int lane = 0; lane < 8; ++lane) {
          float x[inputs];
          for (int k = 0; k < inputs; ++k) x[k] = eights[k].of[lane];
          result.of[lane] = Expression::of(x, s.attributes);
        }
        storeEight(s.y, i, result);
      }
      return;
    }
    for (Int e = team.first(); e < s.count; e += team.step()) {
      float x[inputs];
      for (int k = 0; k < inputs; ++k) x[k] = s.x[k][s.straight[k] ? e : s.walk[k](e)];
      s.y.set(e, Expression::of(x, s.attributes));
    }
  }
};

}  // namespace stepscope::cuda
