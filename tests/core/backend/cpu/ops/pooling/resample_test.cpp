#include "core/backend/cpu/ops/pooling/resample.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// The axis as a matrix of weights, outputs by inputs.
std::vector<std::vector<double>> matrixOf(const ResampleAxis& axis) {
  std::vector<std::vector<double>> m(axis.first.size(), std::vector<double>(static_cast<std::size_t>(axis.inputs), 0.0));
  for (std::size_t o = 0; o < m.size(); ++o)
    for (std::int64_t t = axis.begin[o]; t < axis.begin[o + 1]; ++t)
      m[o].at(static_cast<std::size_t>(axis.first[o] + t - axis.begin[o])) += axis.weights[static_cast<std::size_t>(t)];
  return m;
}

}  // namespace

class ResampleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  // Every output is a mean of inputs, and the gradient's axis is the transposed matrix.
  void axes() {
    for (std::int64_t in : {1, 2, 3, 7, 16})
      for (std::int64_t out : {1, 2, 3, 5, 14, 33})
        for (const ResampleAxis& axis : {nearestAxis(in, out), linearAxis(in, out, false), linearAxis(in, out, true), adaptiveMeanAxis(in, out)}) {
          QCOMPARE(axis.outputs(), out);
          const auto forward = matrixOf(axis), backward = matrixOf(transposed(axis));
          QCOMPARE(static_cast<std::int64_t>(backward.size()), in);
          for (std::size_t o = 0; o < forward.size(); ++o) {
            double sum = 0;
            for (std::size_t i = 0; i < backward.size(); ++i) {
              sum += forward[o][i];
              QCOMPARE(backward[i][o], forward[o][i]);
            }
            QVERIFY(std::fabs(sum - 1) < 1e-6);
          }
        }
  }

  void knownAxes() {
    const ResampleAxis corners = linearAxis(3, 5, true), centres = linearAxis(2, 4, false), nearest = nearestAxis(3, 5),
                       mean = adaptiveMeanAxis(5, 3);
    QCOMPARE(matrixOf(corners)[1], (std::vector<double>{0.5, 0.5, 0}));
    QCOMPARE(matrixOf(centres)[1], (std::vector<double>{0.75, 0.25}));
    QCOMPARE(nearest.first, (std::vector<std::int64_t>{0, 0, 1, 1, 2}));
    QCOMPARE(mean.first, (std::vector<std::int64_t>{0, 1, 3}));
    QCOMPARE(mean.begin, (std::vector<std::int64_t>{0, 2, 5, 7}));
  }

  void everyLayout() {
    const std::int64_t n = 2, c = 19, h = 5, w = 7;
    const ResampleAxis rows = linearAxis(h, 8, false), columns = adaptiveMeanAxis(w, 3);
    const auto high = matrixOf(rows), wide = matrixOf(columns);
    const Floats x = randomFloats(n * c * h * w, 1);
    std::vector<double> want;
    for (std::int64_t plane = 0; plane < n * c; ++plane)
      for (const auto& row : high)
        for (const auto& column : wide) {
          double sum = 0;
          for (std::size_t i = 0; i < row.size(); ++i)
            for (std::size_t j = 0; j < column.size(); ++j)
              sum += row[i] * column[j] * x[(static_cast<std::size_t>(plane * h) + i) * static_cast<std::size_t>(w) + j];
          want.push_back(sum);
        }
    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2}) {
        const ImageLayout layout{n, c, h, w, blockFor(named.block, c)};
        const ChannelBlocks out{n, c, 24, layout.block};
        Floats y(static_cast<std::size_t>(out.elements()), 9.0f);
        resample(layout, rows, columns, toLayout(x, layout.channelBlocks()).data(), y.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(y, out), want, 1e-6), named.name);
        QVERIFY2(paddingIsZero(y, out), named.name);
      }
  }
};

QTEST_GUILESS_MAIN(ResampleTest)
#include "resample_test.moc"
