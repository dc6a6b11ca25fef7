// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {

void addActivationCases(std::vector<OpCase>& cases) {
  struct Activation {
    const char* op;
    const char* name;
    Attributes attrs;
    double scale = 5.0;
  };
  const Activation activations[] = {
      {"leaky_relu", "", {{"alpha", 0.01}}},
      {"leaky_relu", " of factor 0", {{"alpha", 0.0}}},
      {"elu", "", {{"alpha", 1.0}}},
      {"elu", " of 0.5", {{"alpha", 0.5}}},
      {"gelu", "", {{"approximate", std::string("none")}}},
      {"gelu", " by tanh", {{"approximate", std::string("tanh")}}},
      {"silu", "", {}},
      {"sigmoid", "", {}},
      {"tanh", "", {}, 2.0},  // 1 - y * y has no digits left where y is near 1
      {"hardswish", "", {}},
      {"hardsigmoid", "", {}},
      {"softplus", "", {{"beta", 1.0}, {"threshold", 20.0}}},
      {"softplus", " with a low threshold", {{"beta", 2.0}, {"threshold", 3.0}}},
      {"neg", "", {}},
      {"exp", "", {}},
      {"clamp", " as relu6", {{"min", 0.0}, {"max", 6.0}}},
      {"clamp", " from 1", {{"min", 1.0}}},
      {"erf", "", {}},
  };
  // Rows, an image whose channels fill no block, and one of few channels; values on both sides of every bend.
  const Shape shapes[] = {{5, 33}, {2, 17, 3, 4}, {2, 3, 2, 3}};
  for (const Activation& a : activations) {
    for (const Shape& shape : shapes) {
      CaseBuilder b(std::string(a.op) + a.name + " " + toString(shape));
      cases.push_back(b.finish(b.add(a.op, {b.parameter("x", shape, a.scale, 1.0)}, a.attrs)));
    }
  }
  for (const char* op : {"log", "sqrt"}) {
    for (const Shape& shape : shapes) {
      CaseBuilder b(std::string(op) + " " + toString(shape));
      cases.push_back(b.finish(b.add(op, {b.parameter("x", shape, 2.0, 2.1)})));
    }
  }
}

}  // namespace stepscope
