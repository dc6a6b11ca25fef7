#include <algorithm>
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// The groups of tensors that a node updates, and the scalars behind them.
struct Update {
  Call& c;
  std::size_t count, size, scalars;

  double lr = 0, scale = 1, limit = HUGE_VAL, step = 1;

  Update(Call& call, std::size_t groupSize)
      : c(call), count(static_cast<std::size_t>(call.node.attrs.integer("tensors", 1))), size(groupSize), scalars(count * groupSize) {
    lr = (*c.in[scalars])[0] * c.node.attrs.real("lr_factor", 1);
    if (c.has(scalars + 1)) step = (*c.in[scalars + 1])[0];
    if (c.has(scalars + 3)) scale = (*c.in[scalars + 3])[0];
    limit = c.node.attrs.real("clip_value", HUGE_VAL);
    if (c.has(scalars + 4) && (*c.in[scalars + 4])[0] != 0) count = 0;  // an overflow: nothing is updated
  }
  double momentum(RealName key) const { return c.has(scalars + 2) ? (*c.in[scalars + 2])[0] : c.real(key); }
  double gradient(double g) const { return std::abs(g * scale) > limit ? std::copysign(limit, g * scale) : g * scale; }
  Tensor& at(std::size_t group, std::size_t i) const { return *c.in[group * size + i]; }
  bool has(std::size_t group, std::size_t i) const { return c.has(group * size + i); }
};

// torch.optim.SGD. A momentum buffer starts at zero; only with dampening does the first step differ from the others.
void sgd(Call& c) {
  const Update u(c, 3);
  const double momentum = u.momentum("momentum"), decay = c.real("weight_decay");
  const bool nesterov = c.flag("nesterov");
  const double dampening = u.step == 1 && c.has(u.scalars + 1) ? 0.0 : c.real("dampening");
  for (std::size_t t = 0; t < u.count; ++t) {
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double& p = u.at(t, 0)[e];
      double g = u.gradient(u.at(t, 1)[e]) + decay * p;
      if (u.has(t, 2)) {
        double& m = u.at(t, 2)[e];
        m = momentum * m + (1 - dampening) * g;
        g = nesterov ? g + momentum * m : m;
      }
      p -= u.lr * g;
    }
  }
}

// torch.optim.Adam, and AdamW with the decay taken from the parameter itself.
void adaptive(Call& c, bool decoupled) {
  const Update u(c, 5);
  const double lr = u.lr, decay = c.real("weight_decay");
  const double beta1 = u.momentum("beta1"), beta2 = c.real("beta2"), eps = c.real("eps");
  const double correction1 = 1 - std::pow(beta1, u.step), correction2 = 1 - std::pow(beta2, u.step);
  for (std::size_t t = 0; t < u.count; ++t) {
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double &p = u.at(t, 0)[e], &m = u.at(t, 2)[e], &v = u.at(t, 3)[e];
      double g = u.gradient(u.at(t, 1)[e]);
      if (decoupled) {
        p *= 1 - lr * decay;
      } else {
        g += decay * p;
      }
      m = beta1 * m + (1 - beta1) * g;
      v = beta2 * v + (1 - beta2) * g * g;
      double under = v;
      if (u.has(t, 4)) under = u.at(t, 4)[e] = std::max(u.at(t, 4)[e], v);
      p -= lr / correction1 * m / (std::sqrt(under) / std::sqrt(correction2) + eps);
    }
  }
}

// torch.optim.RMSprop
void rmsProp(Call& c) {
  const Update u(c, 5);
  const double alpha = c.real("alpha"), eps = c.real("eps"), decay = c.real("weight_decay"), momentum = u.momentum("momentum");
  for (std::size_t t = 0; t < u.count; ++t) {
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double &p = u.at(t, 0)[e], &square = u.at(t, 2)[e];
      const double g = u.gradient(u.at(t, 1)[e]) + decay * p;
      square = alpha * square + (1 - alpha) * g * g;
      double variance = square;
      if (u.has(t, 4)) {
        double& mean = u.at(t, 4)[e];
        mean = alpha * mean + (1 - alpha) * g;
        variance -= mean * mean;
      }
      double update = g / (std::sqrt(variance) + eps);
      if (u.has(t, 3)) update = u.at(t, 3)[e] = momentum * u.at(t, 3)[e] + update;
      p -= u.lr * update;
    }
  }
}

// torch.optim.Adagrad
void adagrad(Call& c) {
  const Update u(c, 3);
  const double lr = u.lr / (1 + (u.step - 1) * c.real("lr_decay")), eps = c.real("eps"), decay = c.real("weight_decay");
  for (std::size_t t = 0; t < u.count; ++t) {
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double &p = u.at(t, 0)[e], &sum = u.at(t, 2)[e];
      const double g = u.gradient(u.at(t, 1)[e]) + decay * p;
      sum += g * g;
      p -= lr * g / (std::sqrt(sum) + eps);
    }
  }
}

// You et al. 2020, algorithm 2.
void lamb(Call& c) {
  const Update u(c, 4);
  const double beta1 = u.momentum("beta1"), beta2 = c.real("beta2"), eps = c.real("eps"), decay = c.real("weight_decay");
  const double correction1 = 1 - std::pow(beta1, u.step), correction2 = 1 - std::pow(beta2, u.step);
  for (std::size_t t = 0; t < u.count; ++t) {
    Tensor updates;
    double weights = 0, norms = 0;
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double &p = u.at(t, 0)[e], &m = u.at(t, 2)[e], &v = u.at(t, 3)[e];
      const double g = u.gradient(u.at(t, 1)[e]);
      m = beta1 * m + (1 - beta1) * g;
      v = beta2 * v + (1 - beta2) * g * g;
      updates.push_back(m / correction1 / (std::sqrt(v / correction2) + eps) + decay * p);
      weights += p * p;
      norms += updates.back() * updates.back();
    }
    const double ratio = weights > 0 && norms > 0 ? std::sqrt(weights / norms) : 1;
    for (std::size_t e = 0; e < updates.size(); ++e) u.at(t, 0)[e] -= u.lr * ratio * updates[e];
  }
}

// The 256 values of a dynamic map, found the slow way.
std::vector<float> dynamicMap(bool isSigned) {
  std::vector<float> map{0, 1};
  for (int decade = 0; decade < 7; ++decade) {
    const int parts = (isSigned ? 1 : 2) << decade;
    for (int i = 0; i < parts; ++i) {
      const double middle = std::pow(10.0, decade - 6) * (0.1 + 0.9 * (2 * i + 1) / (2 * parts));
      map.push_back(static_cast<float>(middle));
      if (isSigned) map.push_back(static_cast<float>(-middle));
    }
  }
  std::sort(map.begin(), map.end());
  return map;
}

// Dettmers et al. 2022, in f32 as the codes ask for.
void adam8(Call& c, bool decoupled) {
  static const std::vector<float> signedMap = dynamicMap(true), unsignedMap = dynamicMap(false);
  const Update u(c, 6);
  const double lr = u.lr, decay = c.real("weight_decay"), b1 = u.momentum("beta1"), b2 = c.real("beta2");
  const auto f = [](double v) { return static_cast<float>(v); };
  const float beta1 = f(b1), rest1 = f(1 - b1), beta2 = f(b2), rest2 = f(1 - b2), eps = f(c.real("eps"));
  const float root = f(1 / std::sqrt(1 - std::pow(b2, u.step))), stepSize = f(lr / (1 - std::pow(b1, u.step)));
  for (std::size_t t = 0; t < u.count; ++t) {
    const std::size_t count = u.at(t, 0).size();
    for (std::size_t block = 0; block * 256 < count; ++block) {
      const std::size_t first = block * 256, end = std::min(first + 256, count);
      std::vector<float> moments[2];
      for (std::size_t e = first; e < end; ++e) {
        double& p = u.at(t, 0)[e];
        const float weight = f(p) - (decoupled ? f(lr * decay) : 0.0F) * f(p);
        const float g = (decoupled ? 0.0F : f(decay) * weight) + f(u.gradient(u.at(t, 1)[e]));
        const float m = beta1 * (signedMap[static_cast<std::size_t>(u.at(t, 2)[e])] * f(u.at(t, 3)[block])) + rest1 * g;
        const float v = beta2 * (unsignedMap[static_cast<std::size_t>(u.at(t, 4)[e])] * f(u.at(t, 5)[block])) + rest2 * (g * g);
        p = static_cast<double>(weight - stepSize * (m / (std::sqrt(v) * root + eps)));
        moments[0].push_back(m);
        moments[1].push_back(v);
      }
      for (int i = 0; i < 2; ++i) {
        const std::vector<float>& map = i == 0 ? signedMap : unsignedMap;
        float most = 0;
        for (const float value : moments[i]) most = std::max(most, std::abs(value));
        u.at(t, static_cast<std::size_t>(3 + 2 * i))[block] = static_cast<double>(most);
        for (std::size_t e = first; e < end; ++e) {
          const float x = moments[i][e - first] / (most > 0 ? most : 1.0F);
          std::size_t nearest = 0;
          while (nearest + 1 < map.size() && x > (map[nearest] + map[nearest + 1]) * 0.5F) ++nearest;
          u.at(t, static_cast<std::size_t>(2 + 2 * i))[e] = static_cast<double>(nearest);
        }
      }
    }
  }
}

// torch.nn.utils.clip_grad_norm_
void clipGradNorm(Call& c) {
  const bool scaled = c.flag("scaled");
  const double inverse = scaled ? (*c.in.back())[0] : 1.0;
  double sum = 0;
  for (std::size_t i = 0; i + (scaled ? 1 : 0) < c.in.size(); ++i)
    for (const double g : *c.in[i]) sum += g * inverse * g * inverse;
  (*c.out[0])[0] = std::sqrt(sum);
  (*c.out[1])[0] = std::min(1.0, c.real("max_norm") / (std::sqrt(sum) + 1e-6)) * inverse;
}

// torch.amp.GradScaler.
void nonFiniteCheck(Call& c) {
  bool found = false;
  for (std::size_t i = 1; i < c.in.size(); ++i)
    for (const double g : *c.in[i]) found = found || !std::isfinite(g);
  (*c.out[0])[0] = found ? 1 : 0;
  (*c.out[1])[0] = 1 / (*c.in[0])[0];
}
void gradScalerUpdate(Call& c) {
  double &scale = (*c.in[0])[0], &tracker = (*c.in[1])[0];
  if ((*c.in[2])[0] != 0) {
    scale *= c.real("backoff_factor");
    tracker = 0;
  } else if (++tracker == static_cast<double>(c.node.attrs.integer("growth_interval"))) {
    scale *= c.real("growth_factor");
    tracker = 0;
  }
}

void weightAverage(Call& c) {
  const Update u(c, 2);
  const double decay = (*c.in[u.scalars])[0];
  for (std::size_t t = 0; t < u.count; ++t)
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) u.at(t, 0)[e] = decay * u.at(t, 0)[e] + (1 - decay) * u.at(t, 1)[e];
}

void accumulateGrad(Call& c) {
  const Update u(c, 2);
  const double share = (*c.in[u.scalars])[0];
  for (std::size_t t = 0; t < u.count; ++t) {
    for (std::size_t e = 0; e < u.at(t, 0).size(); ++e) {
      double& mean = u.at(t, 0)[e];
      const double gradient = u.at(t, 1)[e];
      mean = share == 1 ? gradient : mean + share * (gradient - mean);
    }
  }
}

}  // namespace

void addOptimizerKernels(Kernels& k) {
  k["sgd"] = sgd;
  k["adam"] = [](Call& c) { adaptive(c, false); };
  k["adamw"] = [](Call& c) { adaptive(c, true); };
  k["rmsprop"] = rmsProp;
  k["adagrad"] = adagrad;
  k["lamb"] = lamb;
  k["adam8bit"] = [](Call& c) { adam8(c, false); };
  k["adamw8bit"] = [](Call& c) { adam8(c, true); };
  k["clip_grad_norm"] = clipGradNorm;
  k["non_finite_check"] = nonFiniteCheck;
  k["grad_scaler_update"] = gradScalerUpdate;
  k["weight_average"] = weightAverage;
  k["accumulate_grad"] = accumulateGrad;
}

}  // namespace stepscope::reference
