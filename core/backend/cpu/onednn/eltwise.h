// An activation that the library applies to a result before it writes it.
#pragma once

namespace stepscope::onednn {

struct Eltwise {
  enum class Kind { Relu, LeakyRelu, Gelu, GeluTanh, Silu, HardSwish } kind = Kind::Relu;
  float alpha = 0;  // LeakyRelu: the factor for negative inputs
};

}  // namespace stepscope::onednn
