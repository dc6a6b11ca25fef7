// The rules by which parameters are updated (update_rule.h), each written once for every backend: those of torch.optim and of the papers.
//
// A backend includes this as it does formulas-inl.h, after it has defined FORMULA, Number and its functions, and `pow` and `sqrt` of doubles. A rule
// is constructed from the settings of a step, once for all elements, in double precision. Its `operands` are the parameter, the gradient and the
// states, of which the first `needed` are always there; `element` changes them. The gradient has been scaled and clamped before.

// g += decay p; m = momentum m + taken g; p -= rate (fromGradient g + fromBuffer m). With Nesterov the step is g + momentum m,
// without it m (or g if there is no buffer).
struct Sgd {
  static constexpr int operands = 3, needed = 2;
  float rate, decay, momentum, taken, fromGradient, fromBuffer;

  FORMULA explicit Sgd(const UpdateStep& s) {
    // In the first step the buffer is set to the gradient. Nesterov needs no special case: its dampening is 0 and its buffer starts at 0.
    const bool begins = s.number == 1 && !s.nesterov;
    rate = static_cast<float>(s.rate);
    decay = static_cast<float>(s.weightDecay);
    momentum = begins ? 0.0f : static_cast<float>(s.momentum);
    taken = begins ? 1.0f : static_cast<float>(1.0 - s.dampening);
    fromGradient = s.nesterov ? 1.0f : 0.0f;
    fromBuffer = s.nesterov ? static_cast<float>(s.momentum) : 1.0f;
  }
  FORMULA void element(Number* of, const bool* has, Number gradient) const {
    const Number weight = of[0];
    Number slope = mulAdd(number(decay), weight, gradient);
    if (has[2]) {
      const Number buffer = mulAdd(number(momentum), of[2], number(taken) * slope);
      of[2] = buffer;
      slope = mulAdd(number(fromGradient), slope, number(fromBuffer) * buffer);
    }
    of[0] = negMulAdd(number(rate), slope, weight);
  }
};

// m += (1 - beta1)(g - m); v = beta2 v + (1 - beta2) g^2; p -= rate / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps). With amsgrad
// the largest v so far is used instead of v. Before that g += decay p; AdamW subtracts rate decay p from the parameter instead.
struct Adam {
  static constexpr int operands = 5, needed = 4;
  float shrink, decay, beta1, rest1, beta2, rest2, root, eps, stepSize;

  FORMULA explicit Adam(const UpdateStep& s, bool decoupled = false) {
    shrink = decoupled ? static_cast<float>(s.rate * s.weightDecay) : 0.0f;
    decay = decoupled ? 0.0f : static_cast<float>(s.weightDecay);
    beta1 = static_cast<float>(s.momentum);
    rest1 = static_cast<float>(1.0 - s.momentum);
    beta2 = static_cast<float>(s.beta2);
    rest2 = static_cast<float>(1.0 - s.beta2);
    root = static_cast<float>(1.0 / sqrt(1.0 - pow(s.beta2, s.number)));
    eps = static_cast<float>(s.eps);
    stepSize = static_cast<float>(s.rate / (1.0 - pow(s.momentum, s.number)));
  }
  FORMULA void moments(Number& m, Number& v, Number slope) const {
    m = mulAdd(number(rest1), slope - m, m);
    v = mulAdd(number(beta2), v, number(rest2) * (slope * slope));
  }
  FORMULA void element(Number* of, const bool* has, Number gradient) const {
    const Number weight = of[0];
    moments(of[2], of[3], mulAdd(number(decay), weight, gradient));
    Number under = of[3];
    if (has[4]) of[4] = under = greatest(of[4], under);
    // Decay and step are summed before they are subtracted, so that the weight is rounded once: a decay of 1e-5 per step is not much more than
    // the rounding of the weight itself.
    const Number denominator = mulAdd(squareRoot(under), number(root), number(eps));
    of[0] = weight - mulAdd(number(shrink), weight, number(stepSize) * (of[2] / denominator));
  }
};
struct AdamW : Adam {
  FORMULA explicit AdamW(const UpdateStep& s) : Adam(s, true) {}
};

// Adam with moments of one byte (Dettmers et al. 2022, "8-bit Optimizers via Block-wise Quantization"). Products and sums are kept apart, so
// that on the CPU each result is the correctly rounded one of IEEE 754 and a code never depends on the machine.
struct Adam8bit : Adam {
  FORMULA explicit Adam8bit(const UpdateStep& s, bool decoupled = false) : Adam(s, decoupled) {}
  FORMULA void element(Number& p, Number& m, Number& v, Number gradient) const {
    const Number weight = p - number(shrink) * p, slope = number(decay) * weight + gradient;
    m = number(beta1) * m + number(rest1) * slope;
    v = number(beta2) * v + number(rest2) * (slope * slope);
    p = weight - number(stepSize) * (m / (squareRoot(v) * number(root) + number(eps)));
  }
};
struct AdamW8bit : Adam8bit {
  FORMULA explicit AdamW8bit(const UpdateStep& s) : Adam8bit(s, true) {}
};

// You et al. 2020, algorithm 2: u = m^ / (sqrt(v^) + eps) + decay p with bias-corrected moments; p -= rate |p| / |u| u over each tensor, where
// |p| / |u| is replaced by 1 if a norm is 0.
struct Lamb : Adam {
  float correction;
  double rate;

  FORMULA explicit Lamb(const UpdateStep& s) : Adam(s), correction(static_cast<float>(1.0 / (1.0 - pow(s.momentum, s.number)))), rate(s.rate) {}
  FORMULA Number update(Number p, Number m, Number v) const {
    return mulAdd(number(decay), p, (m * number(correction)) / mulAdd(squareRoot(v), number(root), number(eps)));
  }
};

// g += decay p; square = alpha square + (1 - alpha) g^2; centered: mean += (1 - alpha)(g - mean); a = sqrt(square - mean^2) + eps;
// m = momentum m + g / a; p -= rate m
struct RmsProp {
  static constexpr int operands = 5, needed = 3;  // operand 3 is the buffer of the momentum, 4 the mean
  float rate, decay, alpha, rest, eps, momentum;

  FORMULA explicit RmsProp(const UpdateStep& s) {
    rate = static_cast<float>(s.rate);
    decay = static_cast<float>(s.weightDecay);
    alpha = static_cast<float>(s.alpha);
    rest = static_cast<float>(1.0 - s.alpha);
    eps = static_cast<float>(s.eps);
    momentum = static_cast<float>(s.momentum);
  }
  FORMULA void element(Number* of, const bool* has, Number gradient) const {
    const Number weight = of[0], slope = mulAdd(number(decay), weight, gradient);
    Number variance = mulAdd(number(alpha), of[2], number(rest) * (slope * slope));
    of[2] = variance;
    if (has[4]) {
      of[4] = mulAdd(number(rest), slope - of[4], of[4]);
      variance = negMulAdd(of[4], of[4], variance);
    }
    Number step = slope / (squareRoot(variance) + number(eps));
    if (has[3]) of[3] = step = mulAdd(number(momentum), of[3], step);
    of[0] = negMulAdd(number(rate), step, weight);
  }
};

// g += decay p; sum += g^2; p -= rate / (1 + (t - 1) rateDecay) g / (sqrt(sum) + eps)
struct Adagrad {
  static constexpr int operands = 3, needed = 3;
  float rate, decay, eps;

  FORMULA explicit Adagrad(const UpdateStep& s) {
    rate = static_cast<float>(s.rate / (1.0 + (s.number - 1.0) * s.rateDecay));
    decay = static_cast<float>(s.weightDecay);
    eps = static_cast<float>(s.eps);
  }
  FORMULA void element(Number* of, const bool*, Number gradient) const {
    const Number weight = of[0], slope = mulAdd(number(decay), weight, gradient), sum = mulAdd(slope, slope, of[2]);
    of[2] = sum;
    of[0] = negMulAdd(number(rate), slope / (squareRoot(sum) + number(eps)), weight);
  }
};

// average = rate average + (1 - rate) p; a rate of 0 replaces the old value, even if it is NaN or infinite.
struct WeightAverage {
  static constexpr int operands = 2, needed = 2;
  float keep, take;

  FORMULA explicit WeightAverage(const UpdateStep& s) : keep(static_cast<float>(s.rate)), take(static_cast<float>(1.0 - s.rate)) {}
  FORMULA void element(Number* of, const bool*, Number p) const {
    of[0] = mulAdd(number(take), p, keep == 0.0f ? number(0.0) : number(keep) * of[0]);
  }
};

// mean += rate (g - mean), the mean of the gradients of several batches; a rate of 1 copies g, because the old value may be NaN.
struct AccumulateGrad {
  static constexpr int operands = 2, needed = 2;
  float share;

  FORMULA explicit AccumulateGrad(const UpdateStep& s) : share(static_cast<float>(s.rate)) {}
  FORMULA void element(Number* of, const bool*, Number gradient) const {
    of[0] = share == 1.0f ? gradient : mulAdd(number(share), gradient - of[0], of[0]);
  }
};
