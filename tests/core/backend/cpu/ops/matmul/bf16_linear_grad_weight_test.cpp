#include "core/backend/cpu/ops/matmul/bf16_linear_grad_weight.h"

#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

namespace {

QString named(const QList<int>& sizes) {
  QStringList parts;
  for (const int size : sizes) parts << QString::number(size);
  return parts.join('x');
}

}  // namespace

class Bf16LinearTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
  }

  void gradWeightAgreesWithLoops_data() {
    QTest::addColumn<QList<int>>("sizes");  // rows, k, o
    const QList<int> cases[] = {{1, 16, 16}, {2, 64, 32}, {513, 80, 48}, {37, 592, 16}, {1025, 32, 112}, {1603, 48, 80}};
    for (const QList<int>& sizes : cases) QTest::newRow(qPrintable(named(sizes))) << sizes;
  }

  // Whole numbers, whose sums are exact.
  void gradWeightAgreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const std::int64_t rows = sizes[0], k = sizes[1], o = sizes[2];
    const Floats x = wholeNumbers(rows * k, 1, 9, 1), dy = wholeNumbers(rows * o, 2, 9, 1);
    Floats expected(static_cast<std::size_t>(o * k), 0.0f), sums(static_cast<std::size_t>(o), 0.0f);
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t i = 0; i < o; ++i) {
        sums[static_cast<std::size_t>(i)] += dy[static_cast<std::size_t>(r * o + i)];
        for (std::int64_t j = 0; j < k; ++j)
          expected[static_cast<std::size_t>(i * k + j)] += dy[static_cast<std::size_t>(r * o + i)] * x[static_cast<std::size_t>(r * k + j)];
      }
    const auto xBits = halves(x), dyBits = halves(dy);
    for (const int threads : {1, 2, 3, 7})
      for (const bool bias : {false, true}) {
        const Aligned workspace(linearGradWeightBf16WorkspaceBytes(rows, k, o, threads));
        Floats dw(expected.size(), std::nanf("")), db(sums.size(), std::nanf(""));
        linearGradWeightBf16(rows, k, o, xBits.data(), dyBits.data(), dw.data(), bias ? db.data() : nullptr, workspace.data, threads);
        QVERIFY(dw == expected);
        if (bias) QVERIFY(db == sums);
        QVERIFY(workspace.kept());
      }
  }
};

QTEST_GUILESS_MAIN(Bf16LinearTest)
#include "bf16_linear_grad_weight_test.moc"
