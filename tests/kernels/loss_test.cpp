#include "core/backend/cpu/kernels/loss.h"

#include "core/base/error.h"
#include "tests/kernels/kernel_test.h"

using namespace stepscope::kernels;

class LossTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void crossEntropy_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("classes");
    QTest::addColumn<float>("range");
    QTest::newRow("one") << 1 << 1 << 1.0f;
    QTest::newRow("two classes") << 3 << 2 << 5.0f;
    QTest::newRow("lenet") << 64 << 10 << 4.0f;
    QTest::newRow("odd") << 7 << 37 << 1.0f;
    QTest::newRow("large logits") << 5 << 19 << 3000.0f;
    QTest::newRow("imagenet") << 64 << 1000 << 10.0f;
  }
  void crossEntropy() {
    QFETCH(int, n);
    QFETCH(int, classes);
    QFETCH(float, range);
    const std::size_t k = static_cast<std::size_t>(classes);
    const Floats logits = randomFloats(std::int64_t{n} * classes, 1, -range, range);
    std::vector<std::int32_t> labels;
    for (int row = 0; row < n; ++row) labels.push_back(row % 4 == 3 ? -1 : (row * 7 + 3) % classes);
    double loss = 0, counted = 0, correct = 0;
    std::vector<double> p(logits.size()), grad(logits.size(), 0.0);
    for (std::size_t row = 0; row < labels.size(); ++row) {
      const auto begin = logits.begin() + static_cast<std::ptrdiff_t>(row * k), end = begin + classes;
      const double largest = *std::max_element(begin, end);
      double sum = 0;
      for (std::size_t c = 0; c < k; ++c) sum += std::exp(logits[row * k + c] - largest);
      for (std::size_t c = 0; c < k; ++c) p[row * k + c] = std::exp(logits[row * k + c] - largest) / sum;
      if (labels[row] < 0) continue;
      loss += std::log(sum) - (logits[row * k + static_cast<std::size_t>(labels[row])] - largest);
      counted += 1;
      correct += std::max_element(begin, end) - begin == labels[row];
    }
    for (std::size_t row = 0; row < labels.size(); ++row)
      for (std::size_t c = 0; c < k && labels[row] >= 0; ++c)
        grad[row * k + c] = (p[row * k + c] - (static_cast<std::int32_t>(c) == labels[row])) / counted * 0.5;

    for (int threads : {1, 2}) {
      float actual = -1, hits = -1;
      Floats probabilities(logits.size()), dlogits(logits.size());
      softmaxCrossEntropy({n, classes}, logits.data(), labels.data(), nullptr, &actual, probabilities.data(), threads);
      VERIFY_COMPARISON(test::compareNumbers(actual, loss / counted, {.absolute = 1e-6 * std::max(1.0, loss / counted)}), "loss");
      VERIFY_COMPARISON(compare(probabilities, p, 3e-6), "");  // 1.7e-6 where there is no fused multiply-add
      const float half = 0.5f;
      softmaxCrossEntropyGrad({n, classes}, probabilities.data(), labels.data(), nullptr, &half, dlogits.data(), threads);
      VERIFY_COMPARISON(compare(dlogits, grad, 1e-6), "");
      Floats inPlace = probabilities;
      softmaxCrossEntropyGrad({n, classes}, inPlace.data(), labels.data(), nullptr, &half, inPlace.data(), threads);
      QCOMPARE(inPlace, dlogits);
      accuracy(logits.data(), labels.data(), n, classes, &hits, threads);
      QCOMPARE(hits, static_cast<float>(correct));
    }
  }

  void ignoredBatch() {
    const Floats logits = {1, 2, 3, 4};
    const std::vector<std::int32_t> labels = {-1, -1};
    float loss = 5;
    Floats p(4), g(4, 9.0f);
    softmaxCrossEntropy({2, 2}, logits.data(), labels.data(), nullptr, &loss, p.data(), 1);
    QCOMPARE(loss, 0.0f);
    softmaxCrossEntropyGrad({2, 2}, p.data(), labels.data(), nullptr, nullptr, g.data(), 1);
    QCOMPARE(g, Floats(4, 0.0f));
  }

  void firstOfEqualLogits() {
    const Floats logits = {2, 5, 5, 1};
    float hits = -1;
    const std::int32_t first = 1, second = 2;
    accuracy(logits.data(), &first, 1, 4, &hits, 1);
    QCOMPARE(hits, 1.0f);
    accuracy(logits.data(), &second, 1, 4, &hits, 1);
    QCOMPARE(hits, 0.0f);
  }

  void labelOutOfRange() {
    const Floats logits = {1, 2, 3, 4};
    const std::vector<std::int32_t> labels = {0, 2};
    float loss = 0;
    Floats p(4);
    try {
      softmaxCrossEntropy({2, 2}, logits.data(), labels.data(), nullptr, &loss, p.data(), 1);
      QFAIL("a label beyond the classes was accepted");
    } catch (const stepscope::Error& error) {
      QVERIFY(error.kind() == stepscope::ErrorKind::Input);
      QVERIFY(QString(error.what()).contains("row 1") && QString(error.what()).contains("label 2"));
    }
  }
};

QTEST_GUILESS_MAIN(LossTest)
#include "loss_test.moc"
