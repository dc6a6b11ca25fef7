#include "core/backend/cpu/kernels/bf16_product.h"

#include "tests/kernels/bf16_kernel_test.h"

using namespace stepscope::kernels;

class Bf16ProductTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gradWeightAgreesWithLoops_data() {
    if (!cpuMultipliesBf16()) QSKIP("this CPU has no instruction that multiplies bf16");
    QTest::addColumn<QList<int>>("sizes");  // rows, k, o
    const QList<int> cases[] = {{1, 16, 16}, {2, 64, 32}, {513, 80, 48}, {37, 592, 16}, {1025, 32, 112}};
    for (const QList<int>& sizes : cases) QTest::newRow(qPrintable(QString("%1x%2x%3").arg(sizes[0]).arg(sizes[1]).arg(sizes[2]))) << sizes;
  }

  // Whole numbers, whose sums are exact.
  void gradWeightAgreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const std::int64_t rows = sizes[0], k = sizes[1], o = sizes[2];
    const Floats x = wholeNumbers(rows * k, 1, 9, 1), dy = wholeNumbers(rows * o, 2, 9, 1);
    Floats expected(static_cast<std::size_t>(o * k), 0.0f);
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t i = 0; i < o; ++i)
        for (std::int64_t j = 0; j < k; ++j)
          expected[static_cast<std::size_t>(i * k + j)] += dy[static_cast<std::size_t>(r * o + i)] * x[static_cast<std::size_t>(r * k + j)];
    const auto xBits = halves(x), dyBits = halves(dy);
    for (const int threads : {1, 2, 3, 7}) {
      const Aligned workspace(bf16LinearGradWeightWorkspaceBytes(rows, k, o, threads));
      Floats dw(expected.size(), std::nanf(""));
      bf16LinearGradWeight(rows, k, o, xBits.data(), dyBits.data(), dw.data(), workspace.data, threads);
      QVERIFY(dw == expected);
      QVERIFY(workspace.kept());
    }
  }
};

QTEST_GUILESS_MAIN(Bf16ProductTest)
#include "bf16_product_test.moc"
