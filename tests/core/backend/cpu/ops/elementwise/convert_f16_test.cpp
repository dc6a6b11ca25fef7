// fp16: every one of its 65,536 values there and back, and the rounding of the numbers between them.
#include "core/backend/cpu/ops/elementwise/convert.h"

#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// IEEE 754, section 3.4: what the bits mean.
double meaning(unsigned bits) {
  const unsigned exponent = (bits >> 10) & 31U, fraction = bits & 1023U;
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
}

std::vector<std::uint16_t> narrowed(const Floats& x, int threads) {
  std::vector<std::uint16_t> y(x.size());
  f32ToF16(x.data(), y.data(), static_cast<std::int64_t>(x.size()), threads);
  return y;
}

}  // namespace

class ConvertF16Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void everyValue() {
    std::vector<std::uint16_t> all(65536);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
    for (const int threads : {1, 2}) {
      Floats wide(all.size());
      f16ToF32(all.data(), wide.data(), 65536, threads);
      const std::vector<std::uint16_t> back = narrowed(wide, threads);
      for (unsigned i = 0; i < 65536; ++i) {
        const double want = meaning(i), got = static_cast<double>(wide[i]);
        if (std::isnan(want)) {
          QVERIFY2(std::isnan(got) && std::isnan(meaning(back[i])), qPrintable(QString::number(i, 16)));
          continue;
        }
        QVERIFY2(got == want && std::signbit(got) == std::signbit(want), qPrintable(QString::number(i, 16)));
        QCOMPARE(unsigned{back[i]}, i);
      }
    }
  }

  // Between two neighbours: the nearer one, and of two as near the one whose last bit is 0.
  void rounding() {
    Floats x;
    std::vector<std::uint16_t> want;
    for (unsigned i = 0; i < 0x7C00; ++i) {
      const double low = meaning(i), high = i == 0x7BFF ? 65536.0 : meaning(i + 1), middle = (low + high) / 2;
      const auto tie = static_cast<float>(middle);
      QCOMPARE(static_cast<double>(tie), middle);
      for (const float sign : {1.0F, -1.0F}) {
        const unsigned bit = sign < 0 ? 0x8000U : 0U;
        x.insert(x.end(), {sign * tie, sign * std::nextafter(tie, 0.0F), sign * std::nextafter(tie, HUGE_VALF)});
        for (const unsigned rounded : {(i & 1U) != 0 ? i + 1 : i, i, i + 1}) want.push_back(static_cast<std::uint16_t>(rounded | bit));
      }
    }
    // Far out: infinity and zero.
    for (const float far : {65536.0F, 1e10F, std::numeric_limits<float>::max(), HUGE_VALF}) {
      x.push_back(far);
      want.push_back(0x7C00);
    }
    for (const float tiny : {1e-9F, std::numeric_limits<float>::min(), std::numeric_limits<float>::denorm_min()}) {
      x.push_back(tiny);
      want.push_back(0);
    }
    for (const int threads : {1, 2}) QCOMPARE(narrowed(x, threads), want);
    // One by one, as the rest behind whole vectors.
    for (std::size_t i = 0; i < x.size(); i += 7) QCOMPARE(narrowed({x[i]}, 1)[0], want[i]);
  }

  void layouts() {
    const int shapes[][3] = {{1, 1, 1}, {2, 3, 5}, {3, 16, 49}, {2, 20, 33}, {1, 64, 300}, {2, 37, 100}, {5, 8, 3}};
    for (const auto& s : shapes) {
      Floats plain(static_cast<std::size_t>(s[0] * s[1] * s[2]));
      for (std::size_t i = 0; i < plain.size(); ++i) plain[i] = static_cast<float>(i % 60000 + 1);  // every bit pattern is only carried
      for (const NamedBlock& from : kBlocks)
        for (const NamedBlock& to : kBlocks) {
          const ChannelBlocks x{s[0], s[1], s[2], blockFor(from.block, s[1])}, y{s[0], s[1], s[2], blockFor(to.block, s[1])};
          const Floats src = toLayout(plain, x), expected = toLayout(plain, y);
          const std::vector<std::uint16_t> bits(src.begin(), src.end()), want(expected.begin(), expected.end());
          std::vector<std::uint16_t> got(want.size(), 9);
          relayout16(x, bits.data(), y.block, got.data(), 2);
          QVERIFY2(got == want, qPrintable(QString("%1 to %2, %3 channels").arg(from.name).arg(to.name).arg(s[1])));
        }
    }
  }

  void findsWhatIsNotFinite() {
    for (const std::int64_t count : {1, 7, 16, 33, 5000, 70'000}) {
      Floats x = randomFloats(count, 3, -1e38F, 1e38F), other = randomFloats(20, 4);
      const std::vector<ConstTensor> tensors = {{other.data(), 20}, {x.data(), count}};
      for (const int threads : {1, 2}) {
        QVERIFY(!anyNonFinite(tensors, threads));
        for (const float bad : {HUGE_VALF, -HUGE_VALF, std::nanf("")})
          for (const std::int64_t at : {std::int64_t{0}, count / 2, count - 1}) {
            const float before = std::exchange(x[static_cast<std::size_t>(at)], bad);
            QVERIFY(anyNonFinite(tensors, threads));
            x[static_cast<std::size_t>(at)] = before;
          }
      }
    }
    QVERIFY(!anyNonFinite({}, 2));
  }
};

QTEST_GUILESS_MAIN(ConvertF16Test)
#include "convert_f16_test.moc"
