// Functions of one element against double precision, over ranges that include their bends and the ends of f32; NaN and infinities.
#include "core/backend/cpu/ops/elementwise/unary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "core/backend/cpu/ops/elementwise/convert.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope;
using namespace stepscope::kernels;

namespace {

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

struct Function {
  const char* name;
  FormulaUse function;
  std::function<double(double)> value;
  double from, to;
  double relative, absolute;  // error allowed: relative * |value| + absolute
};

// Relative throughout where the function is computed from its own digits; where 1 + erf is, absolute beside it.
const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"exp", {Formula::Exp}, [](double x) { return std::exp(x); }, -87, 88.5, 5e-7, 0},
      {"log", {Formula::Log}, [](double x) { return std::log(x); }, 1e-6, 1e6, 5e-7, 1e-7},
      {"erf", {Formula::Erf}, [](double x) { return std::erf(x); }, -12, 12, 5e-7, 5e-7},
      {"floor", {Formula::Floor}, [](double x) { return std::floor(x); }, -40, 40, 0, 0},
      {"sqrt", {Formula::Sqrt}, [](double x) { return std::sqrt(x); }, 0, 1e6, 1e-7, 0},
      {"tanh", {Formula::Tanh}, [](double x) { return std::tanh(x); }, -12, 12, 5e-7, 0},
      {"sigmoid", {Formula::Sigmoid}, sigmoid, -80, 80, 5e-7, 0},
      {"silu", {Formula::Silu}, [](double x) { return x * sigmoid(x); }, -80, 80, 5e-7, 0},
      {"gelu", {Formula::Gelu}, [](double x) { return 0.5 * x * std::erfc(-x / std::numbers::sqrt2); }, -12, 12, 5e-7, 1e-6},
      {"gelu tanh",
       {Formula::GeluTanh},
       [](double x) { return x * sigmoid(2.0 * std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)); },
       -5,
       12,
       5e-6,
       0},
      {"elu", {Formula::Elu, 1.0f}, [](double x) { return x > 0 ? x : std::expm1(x); }, -200, 10, 5e-7, 0},
      {"softplus", {Formula::Softplus, 1.0f, 20.0f}, [](double x) { return x > 20 ? x : std::log1p(std::exp(x)); }, -80, 40, 5e-7, 0},
  };
  return all;
}

// Without fused multiply-add every term of gelu's polynomials is rounded twice.
double roundings(Formula kind) {
  return kind == Formula::Gelu && simdTarget() == SimdTarget::Baseline ? 1.5 : 1.0;
}

}  // namespace

class UnaryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void agreesWithDouble_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < functions().size(); ++i) QTest::newRow(functions()[i].name) << static_cast<int>(i);
  }
  void agreesWithDouble() {
    QFETCH(int, index);
    const Function& f = functions()[static_cast<std::size_t>(index)];
    constexpr int kCount = 100003;  // no multiple of a vector
    Floats x(kCount), y(kCount);
    for (int i = 0; i < kCount; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(f.from + (f.to - f.from) * i / (kCount - 1));
    unary(f.function, x.data(), y.data(), kCount, 2);
    std::vector<double> expected, bounds;
    for (const float v : x) {
      expected.push_back(f.value(static_cast<double>(v)));
      bounds.push_back(roundings(f.function.formula) * (f.relative * std::abs(expected.back()) + f.absolute) + 1e-37);
    }
    const test::Comparison compared = test::compareWithin(y, expected, bounds);
    QVERIFY2(compared.ok, qPrintable(QString("%1 of %2: %3").arg(f.name).arg(x[compared.index]).arg(compared.message.c_str())));
    qInfo("%s: at most %.2f of the error allowed", f.name, compared.worst);
  }

  void nanStaysNan_data() { agreesWithDouble_data(); }
  void nanStaysNan() {
    QFETCH(int, index);
    const Floats x(19, std::nanf(""));
    Floats y(x.size());
    unary(functions()[static_cast<std::size_t>(index)].function, x.data(), y.data(), static_cast<std::int64_t>(x.size()), 1);
    for (const float v : y) QVERIFY(std::isnan(v));
  }

  void clampAndHardActivationsKeepNan() {
    const FormulaUse kinds[] = {{Formula::Clamp, 0, 6}, {Formula::HardSwish}, {Formula::HardSigmoid}, {Formula::LeakyRelu, 0.1f}, {Formula::Neg}};
    for (const FormulaUse& kind : kinds) {
      const Floats x = {std::nanf(""), 1.0f, -4.0f, 9.0f};
      Floats y(4);
      unary(kind, x.data(), y.data(), 4, 1);
      QVERIFY(std::isnan(y[0]));
      for (std::size_t i = 1; i < 4; ++i) QVERIFY(std::isfinite(y[i]));
    }
  }

  void limits() {
    const float infinity = std::numeric_limits<float>::infinity();
    const Floats x = {-infinity, -1e30f, -200.0f, 200.0f, 1e30f, infinity};
    Floats y(x.size());
    const auto of = [&](Formula kind) {
      unary({kind, 1.0f, 20.0f}, x.data(), y.data(), static_cast<std::int64_t>(x.size()), 1);
      return y;
    };
    QCOMPARE(of(Formula::Exp), (Floats{0, 0, 0, infinity, infinity, infinity}));
    QCOMPARE(of(Formula::Sigmoid), (Floats{0, 0, 0, 1, 1, 1}));
    VERIFY_COMPARISON(compare(of(Formula::Tanh), Floats{-1, -1, -1, 1, 1, 1}, 5e-7), "");
    QCOMPARE(of(Formula::Elu), (Floats{-1, -1, -1, 200, 1e30f, infinity}));
    QCOMPARE(of(Formula::Softplus), (Floats{0, 0, 0, 200, 1e30f, infinity}));
    const Floats numbers = {0.0f, -1.0f, infinity, std::numeric_limits<float>::denorm_min()};
    Floats logs(4);
    unary({Formula::Log}, numbers.data(), logs.data(), 4, 1);
    QVERIFY(logs[0] == -infinity && std::isnan(logs[1]) && logs[2] == infinity && std::abs(logs[3] + 103.279f) < 1e-3f);
  }

  // The slope of gelu over its bend and both tails, in f32; a step of zeros and
  // ones far out.
  void geluSlopeAgreesWithDouble() {
    constexpr int kCount = 100003;
    Floats x(kCount), dy(kCount, 1.0f), dx(kCount);
    for (int i = 0; i < kCount; ++i) x[static_cast<std::size_t>(i)] = static_cast<float>(-12 + 24.0 * i / (kCount - 1));
    unaryGrad({Formula::Gelu}, dy.data(), x.data(), dx.data(), kCount, 2);
    std::vector<double> slopes;
    for (const float number : x) {
      const auto v = static_cast<double>(number);
      slopes.push_back(0.5 * std::erfc(-v / std::numbers::sqrt2) + v * std::exp(-0.5 * v * v) / std::sqrt(2.0 * std::numbers::pi));
    }
    VERIFY_COMPARISON(test::compareElements(dx, slopes, {.absolute = 5e-7 * roundings(Formula::Gelu)}), "slope");
    const Floats far = {-1e30f, 1e30f, std::nanf("")};
    unaryGrad({Formula::Gelu}, dy.data(), far.data(), dx.data(), 3, 1);
    QVERIFY(std::abs(dx[0]) < 5e-7f && std::abs(dx[1] - 1.0f) < 5e-7f && std::isnan(dx[2]));
  }

  // Values stored in bf16 are computed in f32 and rounded once: every function, every length of a last vector.
  void bf16IsRoundedF32() {
    for (const FormulaUse& kind : std::initializer_list<FormulaUse>{{Formula::Clamp, -1, 2},
                                                                    {Formula::Gelu},
                                                                    {Formula::GeluTanh},
                                                                    {Formula::Silu},
                                                                    {Formula::Tanh},
                                                                    {Formula::HardSwish},
                                                                    {Formula::Softplus, 1, 20}}) {
      for (std::int64_t count = 1; count < 70; ++count) {
        const auto n = static_cast<std::size_t>(count);
        Floats wide(n), slopes(n), value(n), gradient(n), back(n);
        std::vector<std::uint16_t> x(n), dy(n), y(n + 1, 0x1234), dx(n + 1, 0x1234), expected(n);
        for (std::size_t i = 0; i < n; ++i) {
          wide[i] = -6.0f + 0.19f * static_cast<float>(i);
          slopes[i] = 1.0f - 0.03f * static_cast<float>(i);
        }
        f32ToBf16(wide.data(), x.data(), count, 1);
        bf16ToF32(x.data(), wide.data(), count, 1);
        f32ToBf16(slopes.data(), dy.data(), count, 1);
        bf16ToF32(dy.data(), slopes.data(), count, 1);
        unary(kind, wide.data(), value.data(), count, 1);
        unary(kind, Storage::BF16, x.data(), y.data(), count, 2);
        f32ToBf16(value.data(), expected.data(), count, 1);
        QVERIFY(std::equal(expected.begin(), expected.end(), y.begin()));
        unaryGrad(kind, slopes.data(), wide.data(), gradient.data(), count, 1);
        unaryGrad(kind, Storage::BF16, dy.data(), x.data(), dx.data(), count, 2);
        f32ToBf16(gradient.data(), expected.data(), count, 1);
        QVERIFY(std::equal(expected.begin(), expected.end(), dx.begin()));
        QVERIFY(y[n] == 0x1234 && dx[n] == 0x1234);
      }
    }
  }

  void paddingIsZeroed() {
    const ChannelBlocks layout = ChannelBlocks::blocked(3, 19, 5, 8);
    Floats y(static_cast<std::size_t>(layout.elements()), 7.0f);
    zeroPadding(y.data(), layout, 2);
    std::int64_t zeros = 0;
    for (std::int64_t i = 0; i < layout.elements(); ++i) {
      const bool padding = i / (8 * 5) % layout.blocks() == 2 && i % 8 >= 3;
      QCOMPARE(y[static_cast<std::size_t>(i)], padding ? 0.0f : 7.0f);
      zeros += padding;
    }
    QCOMPARE(zeros, std::int64_t{3 * 5 * 5});
  }
};

QTEST_GUILESS_MAIN(UnaryTest)
#include "unary_test.moc"
