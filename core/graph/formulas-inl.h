// The formulas of the element-wise ops (formula.h), each written once for every backend. They are those of PyTorch.
//
// A backend includes this inside a namespace of its own, on the CPU once for each instruction set, after it has defined there:
//   FORMULA           the specifiers of a function, such as inline
//   Number            float, or a vector of floats, with + - * / and < > <= >= == whose results `select` and `both` accept
//   number(double)    a constant
//   select(m, x, y), both(m, n), mulAdd(x, y, z) = x * y + z, negMulAdd(x, y, z) = z - x * y, least(x, y), greatest(x, y),
//   clampTo(x, low, high) and positivePart(x), which keep a NaN, keepNaN(x, y) = x where x is a NaN, else y,
//   exponential, logarithm, squareRoot, errorFunction, roundDown, power(x, y), powerTimesLog(x, y) = x^y log x, hyperbolicTangent,
//   logistic(x) = 1 / (1 + exp(-x)), expm1OfNegative(x) = exp(x) - 1 for x <= 0, log1pExpOfMinusAbs(x) = log(1 + exp(-|x|)), negative(x) =
//   -x, normalCdf(x) = (1 + erf(x / sqrt 2)) / 2, geluSlope(x): the derivative of x normalCdf(x)
// A slope is the derivative as a function of the tensor that the gradient reads: the op's input or its output, as core/graph/ops chooses.

FORMULA Number hardSigmoidOf(Number x) {
  return clampTo(mulAdd(x, number(1.0 / 6.0), number(0.5)), number(0.0), number(1.0));
}
// 2 sqrt(2 / pi) (x + 0.044715 x^3)
FORMULA Number geluTwiceInner(Number x) {
  return number(2.0 * 0.79788456080286535588) * mulAdd(number(0.044715), x * x * x, x);
}

struct Clamp {
  static FORMULA Number value(Number x, Number a, Number b) { return clampTo(x, a, b); }
  // Strictly between the bounds, so that it can be computed from the value as well as from the input.
  static FORMULA Number slope(Number y, Number a, Number b) { return select(both(y > a, y < b), number(1.0), number(0.0)); }
};
struct LeakyRelu {
  static FORMULA Number value(Number x, Number a, Number) { return select(x > number(0.0), x, a * x); }
  // The value has the sign of the input.
  static FORMULA Number slope(Number y, Number a, Number) { return select(y > number(0.0), number(1.0), a); }
};
struct Elu {
  static FORMULA Number value(Number x, Number a, Number) {
    return keepNaN(x, select(x > number(0.0), x, a * expm1OfNegative(least(x, number(0.0)))));
  }
  static FORMULA Number slope(Number y, Number a, Number) { return select(y > number(0.0), number(1.0), y + a); }
};
struct Gelu {
  static FORMULA Number value(Number x, Number, Number) { return x * normalCdf(x); }
  static FORMULA Number slope(Number x, Number, Number) { return geluSlope(x); }
};
struct GeluTanh {
  // (1 + tanh(u)) / 2 = logistic(2 u), which keeps its digits where the tanh is near -1.
  static FORMULA Number value(Number x, Number, Number) { return x * logistic(geluTwiceInner(x)); }
  static FORMULA Number slope(Number x, Number, Number) {
    const Number one = number(1.0), s = logistic(geluTwiceInner(x));
    const Number inner = number(2.0 * 0.79788456080286535588) * mulAdd(number(3.0 * 0.044715), x * x, one);
    return mulAdd(x * s, (one - s) * inner, s);
  }
};
struct Silu {
  static FORMULA Number value(Number x, Number, Number) { return x * logistic(x); }
  static FORMULA Number slope(Number x, Number, Number) {
    const Number one = number(1.0), s = logistic(x);
    return s * mulAdd(x, one - s, one);
  }
};
struct Sigmoid {
  static FORMULA Number value(Number x, Number, Number) { return logistic(x); }
  static FORMULA Number slope(Number y, Number, Number) { return y * (number(1.0) - y); }
};
struct Tanh {
  static FORMULA Number value(Number x, Number, Number) { return hyperbolicTangent(x); }
  static FORMULA Number slope(Number y, Number, Number) { return negMulAdd(y, y, number(1.0)); }
};
struct HardSwish {
  static FORMULA Number value(Number x, Number, Number) { return x * hardSigmoidOf(x); }
  static FORMULA Number slope(Number x, Number, Number) {
    const Number middle = mulAdd(x, number(1.0 / 3.0), number(0.5));
    return select(x <= number(-3.0), number(0.0), select(x >= number(3.0), number(1.0), middle));
  }
};
struct HardSigmoid {
  static FORMULA Number value(Number x, Number, Number) { return hardSigmoidOf(x); }
  static FORMULA Number slope(Number y, Number, Number) { return select(both(y > number(0.0), y < number(1.0)), number(1.0 / 6.0), number(0.0)); }
};
struct Softplus {
  static FORMULA Number value(Number x, Number a, Number b) {
    const Number z = a * x;
    const Number soft = (number(1.0) / a) * (greatest(number(0.0), z) + log1pExpOfMinusAbs(z));
    return keepNaN(x, select(z > b, x, soft));
  }
  static FORMULA Number slope(Number x, Number a, Number b) {
    const Number z = a * x;
    return select(z > b, number(1.0), logistic(z));
  }
};
struct Sqrt {
  static FORMULA Number value(Number x, Number, Number) { return squareRoot(x); }
  static FORMULA Number slope(Number y, Number, Number) { return number(0.5) / y; }
};

struct Relu {
  static FORMULA Number value(Number x, Number, Number) { return positivePart(x); }
};
struct Neg {
  static FORMULA Number value(Number x, Number, Number) { return negative(x); }
};
struct Exp {
  static FORMULA Number value(Number x, Number, Number) { return exponential(x); }
};
struct Log {
  static FORMULA Number value(Number x, Number, Number) { return logarithm(x); }
};
struct Erf {
  static FORMULA Number value(Number x, Number, Number) { return errorFunction(x); }
};
struct Floor {
  static FORMULA Number value(Number x, Number, Number) { return roundDown(x); }
};

struct Add {
  static FORMULA Number value(Number x, Number y, Number, Number) { return x + y; }
};
struct AddRelu {
  static FORMULA Number value(Number x, Number y, Number, Number) { return positivePart(x + y); }
};
struct Sub {
  static FORMULA Number value(Number x, Number y, Number, Number) { return x - y; }
};
struct Mul {
  static FORMULA Number value(Number x, Number y, Number, Number) { return x * y; }
};
struct Div {
  static FORMULA Number value(Number x, Number y, Number, Number) { return x / y; }
};
struct Pow {
  static FORMULA Number value(Number x, Number y, Number, Number) { return power(x, y); }
};
struct PowGradBase {
  static FORMULA Number value(Number x, Number y, Number, Number) { return select(y == number(0.0), number(0.0), y * power(x, y - number(1.0))); }
};
struct PowGradExponent {
  static FORMULA Number value(Number x, Number y, Number, Number) {
    return select(both(x == number(0.0), y >= number(0.0)), number(0.0), powerTimesLog(x, y));
  }
};
struct Equal {
  static FORMULA Number value(Number x, Number y, Number, Number) { return select(x == y, number(1.0), number(0.0)); }
};
struct Less {
  static FORMULA Number value(Number x, Number y, Number, Number) { return select(x < y, number(1.0), number(0.0)); }
};
struct Select {
  static FORMULA Number value(Number x, Number y, Number, Number) { return select(x == number(0.0), number(0.0), y); }
};
struct ReluGrad {
  static FORMULA Number value(Number x, Number y, Number, Number) { return select(y > number(0.0), x, number(0.0)); }
};

// The gradient of a formula that has a slope, from dy and the kept input or output.
template <class F>
struct Slope {
  static FORMULA Number value(Number dy, Number kept, Number a, Number b) { return dy * F::slope(kept, a, b); }
};
