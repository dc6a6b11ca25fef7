#include "core/backend/cpu/ops/matmul/bf16_linear.h"

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

  void layerAgreesWithLoops_data() {
    QTest::addColumn<QList<int>>("sizes");  // rows, depth, columns
    // Tails of rows and of vectors, rows that take several shares (at a depth of 8192, twelve rows each), fewer rows than threads.
    const QList<int> cases[] = {{1, 16, 16}, {7, 48, 80}, {26, 32, 144}, {12, 64, 256}, {3, 128, 32}, {29, 8192, 16}};
    for (const QList<int>& sizes : cases) QTest::newRow(qPrintable(named(sizes))) << sizes;
  }

  void layerAgreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const std::int64_t rows = sizes[0], depth = sizes[1], columns = sizes[2];
    const Floats x = wholeNumbers(rows * depth, 1, 3, 1), w = wholeNumbers(depth * columns, 2, 3, 1), bias = wholeNumbers(columns, 3, 9, 1),
                 residual = wholeNumbers(rows * columns, 4, 9, 1);
    const auto xBits = halves(x), wBits = halves(w), biasBits = halves(bias), residualBits = halves(residual);
    for (int mode = 0; mode < 32; ++mode) {
      LinearBf16 layer{.rows = rows, .depth = depth, .columns = columns};
      const bool hasBias = (mode & 2) != 0, hasResidual = (mode & 4) != 0;
      layer.relu = (mode & 8) != 0;
      layer.wideResult = (mode & 16) != 0;
      layer.wideResidual = (mode & 1) != 0;
      Floats expected(static_cast<std::size_t>(rows * columns));
      for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c) {
          const auto at = static_cast<std::size_t>(r * columns + c);
          float sum = 0;
          for (std::int64_t d = 0; d < depth; ++d) sum += x[static_cast<std::size_t>(r * depth + d)] * w[static_cast<std::size_t>(c * depth + d)];
          if (hasBias) sum += bias[static_cast<std::size_t>(c)];
          if (hasResidual) sum += residual[at];
          if (layer.relu) sum = std::max(sum, 0.0f);
          expected[at] = layer.wideResult ? sum : fromBf16(toBf16(sum));
        }
      const void* addend = layer.wideResidual ? static_cast<const void*>(residual.data()) : residualBits.data();
      for (const int threads : {1, 2, 3, 8}) {
        const Aligned workspace(linearBf16WorkspaceBytes(layer, threads));
        Floats wide(expected.size(), std::nanf(""));
        std::vector<std::uint16_t> narrow(expected.size(), 0x7FFF);
        linearBf16(layer, xBits.data(), wBits.data(), hasBias ? biasBits.data() : nullptr, hasResidual ? addend : nullptr,
                   layer.wideResult ? static_cast<void*>(wide.data()) : narrow.data(), workspace.data, threads);
        if (!layer.wideResult)
          for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = fromBf16(narrow[i]);
        QVERIFY2(wide == expected, qPrintable(QString("mode %1, %2 threads").arg(mode).arg(threads)));
        QVERIFY(workspace.kept());
      }
    }
  }

  // A NaN is not lost in the relu, and stays in its row.
  void notANumberShows() {
    const LinearBf16 layer{.rows = 3, .depth = 16, .columns = 16, .relu = true};
    std::vector<std::uint16_t> x(48, 0x3F80), w(256, 0x3F80), y(48, 0);
    x[20] = 0x7FC0;
    const Aligned workspace(linearBf16WorkspaceBytes(layer, 1));
    linearBf16(layer, x.data(), w.data(), nullptr, nullptr, y.data(), workspace.data, 1);
    for (std::size_t i = 0; i < 48; ++i) QCOMPARE(std::isnan(fromBf16(y[i])), i / 16 == 1);
  }
};

QTEST_GUILESS_MAIN(Bf16LinearTest)
#include "bf16_linear_test.moc"
