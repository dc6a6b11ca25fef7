#include <cmath>

#include "tests/reference/call.h"

namespace stepscope::reference {

namespace {

// torch.optim.SGD. A momentum buffer starts at zero; only with dampening does the first step differ from the others.
void sgd(Call& c) {
  const double lr = (*c.in[3])[0], momentum = c.real("momentum"), decay = c.real("weight_decay");
  const bool first = c.has(4) && (*c.in[4])[0] == 1;
  const double dampening = first ? 0.0 : c.real("dampening");
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    double& p = (*c.in[0])[e];
    double g = (*c.in[1])[e] + decay * p;
    if (momentum != 0) {
      double& m = (*c.in[2])[e];
      m = momentum * m + (1 - dampening) * g;
      g = c.flag("nesterov") ? g + momentum * m : m;
    }
    p -= lr * g;
  }
}

// torch.optim.Adam, and AdamW with the decay taken from the parameter itself.
void adaptive(Call& c, bool decoupled) {
  const double lr = (*c.in[4])[0], step = (*c.in[5])[0], decay = c.real("weight_decay");
  const double beta1 = c.real("beta1"), beta2 = c.real("beta2"), eps = c.real("eps");
  const double correction1 = 1 - std::pow(beta1, step), correction2 = 1 - std::pow(beta2, step);
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    double &p = (*c.in[0])[e], &m = (*c.in[2])[e], &v = (*c.in[3])[e];
    double g = (*c.in[1])[e];
    if (decoupled) {
      p *= 1 - lr * decay;
    } else {
      g += decay * p;
    }
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g * g;
    p -= lr / correction1 * m / (std::sqrt(v) / std::sqrt(correction2) + eps);
  }
}

void adam(Call& c) {
  adaptive(c, false);
}
void adamw(Call& c) {
  adaptive(c, true);
}

}  // namespace

void addOptimizerKernels(Kernels& k) {
  k["sgd"] = sgd;
  k["adam"] = adam;
  k["adamw"] = adamw;
}

}  // namespace stepscope::reference
