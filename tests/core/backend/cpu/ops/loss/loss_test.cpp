#include "core/backend/cpu/ops/loss/loss.h"

#include "core/base/error.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class LossTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void crossEntropy_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("classes");
    QTest::addColumn<float>("range");
    QTest::addColumn<float>("smoothing");
    QTest::addColumn<bool>("weighted");
    QTest::newRow("one") << 1 << 1 << 1.0f << 0.0f << false;
    QTest::newRow("two classes") << 3 << 2 << 5.0f << 0.0f << false;
    QTest::newRow("lenet") << 64 << 10 << 4.0f << 0.0f << false;
    QTest::newRow("odd") << 7 << 37 << 1.0f << 0.0f << false;
    QTest::newRow("large logits") << 5 << 19 << 3000.0f << 0.0f << false;
    QTest::newRow("imagenet") << 64 << 1000 << 10.0f << 0.0f << false;
    QTest::newRow("smoothing") << 64 << 10 << 4.0f << 0.1f << false;
    QTest::newRow("weights") << 9 << 37 << 4.0f << 0.0f << true;
    QTest::newRow("smoothing, weights") << 64 << 37 << 4.0f << 0.3f << true;
    QTest::newRow("smoothing, imagenet") << 64 << 1000 << 10.0f << 0.1f << false;
  }
  // Against the formula of the header, in double.
  void crossEntropy() {
    QFETCH(int, n);
    QFETCH(int, classes);
    QFETCH(float, range);
    QFETCH(float, smoothing);
    QFETCH(bool, weighted);
    const std::size_t k = static_cast<std::size_t>(classes);
    const Floats logits = randomFloats(std::int64_t{n} * classes, 1, -range, range), weights = randomFloats(classes, 2, 0.25f, 2.0f);
    const float* given = weighted ? weights.data() : nullptr;
    std::vector<std::int32_t> labels;
    for (int row = 0; row < n; ++row) labels.push_back(row % 4 == 3 ? -1 : (row * 7 + 3) % classes);
    double loss = 0, counted = 0, correct = 0;
    std::vector<double> p(logits.size()), grad(logits.size(), 0.0);
    // What minus the logarithm of the probability of class c counts for in a row with this label.
    const auto share = [&](std::size_t c, std::size_t label) {
      return (weighted ? static_cast<double>(weights[c]) : 1.0) * ((c == label ? 1.0 - smoothing : 0.0) + smoothing / classes);
    };
    for (std::size_t row = 0; row < labels.size(); ++row) {
      const auto begin = logits.begin() + static_cast<std::ptrdiff_t>(row * k), end = begin + classes;
      const double largest = *std::max_element(begin, end);
      double sum = 0;
      for (std::size_t c = 0; c < k; ++c) sum += std::exp(logits[row * k + c] - largest);
      for (std::size_t c = 0; c < k; ++c) p[row * k + c] = std::exp(logits[row * k + c] - largest) / sum;
      if (labels[row] < 0) continue;
      const auto label = static_cast<std::size_t>(labels[row]);
      double shares = 0;
      for (std::size_t c = 0; c < k; ++c) {
        loss += share(c, label) * (std::log(sum) - (logits[row * k + c] - largest));
        shares += share(c, label);
      }
      for (std::size_t c = 0; c < k; ++c) grad[row * k + c] = shares * p[row * k + c] - share(c, label);
      counted += weighted ? static_cast<double>(weights[label]) : 1.0;
      correct += std::max_element(begin, end) - begin == labels[row];
    }
    for (double& value : grad) value *= 0.5 / counted;

    for (int threads : {1, 2}) {
      float actual = -1, hits = -1;
      Floats probabilities(logits.size()), dlogits(logits.size());
      softmaxCrossEntropy({n, classes, smoothing}, logits.data(), labels.data(), given, &actual, probabilities.data(), threads);
      VERIFY_COMPARISON(test::compareNumbers(actual, loss / counted, {.absolute = 1e-6 * std::max(1.0, loss / counted)}), "loss");
      VERIFY_COMPARISON(compare(probabilities, p, 3e-6), "");  // 1.7e-6 where there is no fused multiply-add
      const float half = 0.5f;
      softmaxCrossEntropyGrad({n, classes, smoothing}, probabilities.data(), labels.data(), given, &half, dlogits.data(), threads);
      VERIFY_COMPARISON(compare(dlogits, grad, 1e-6), "");
      Floats inPlace = probabilities;
      softmaxCrossEntropyGrad({n, classes, smoothing}, inPlace.data(), labels.data(), given, &half, inPlace.data(), threads);
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

  // Weights as they are: no-numbers are seen in the result, negative ones divide like others.
  void weightsThatAreNoNumbers() {
    const Floats logits = {1, 2, 3, 4}, nan = {std::nanf(""), 1}, negative = {-1, -1};
    const std::vector<std::int32_t> labels = {0, 1};
    float loss = 5, plain = 5;
    Floats p(4), g(4), ones(4);
    softmaxCrossEntropy({2, 2}, logits.data(), labels.data(), nan.data(), &loss, p.data(), 1);
    QVERIFY(std::isnan(loss));
    softmaxCrossEntropyGrad({2, 2}, p.data(), labels.data(), nan.data(), nullptr, g.data(), 1);
    QVERIFY(std::isnan(g[0]));
    nllLoss({2, 2}, RowReduction::Mean, logits.data(), labels.data(), nan.data(), &loss, 1);
    QVERIFY(std::isnan(loss));
    softmaxCrossEntropy({2, 2}, logits.data(), labels.data(), nullptr, &plain, p.data(), 1);
    softmaxCrossEntropy({2, 2}, logits.data(), labels.data(), negative.data(), &loss, p.data(), 1);
    QCOMPARE(loss, plain);
    softmaxCrossEntropyGrad({2, 2}, p.data(), labels.data(), nullptr, nullptr, ones.data(), 1);
    softmaxCrossEntropyGrad({2, 2}, p.data(), labels.data(), negative.data(), nullptr, g.data(), 1);
    VERIFY_COMPARISON(compare(g, ones, 1e-7), "");
  }

  void aNegativeLabelMayBeAnError() {
    const Floats logProbabilities = {-1, -2, -3, -4};
    float loss = 0;
    ClassLoss every{2, 2};
    every.everyLabel = true;
    for (const std::int32_t label : {-1, -7, 2}) {
      const std::vector<std::int32_t> labels = {0, label};
      every.ignoreIndex = -100;
      QVERIFY_THROWS_EXCEPTION(stepscope::Error, nllLoss(every, RowReduction::Sum, logProbabilities.data(), labels.data(), nullptr, &loss, 1));
      every.ignoreIndex = label;
      nllLoss(every, RowReduction::Sum, logProbabilities.data(), labels.data(), nullptr, &loss, 1);
      QCOMPARE(loss, 1.0F);
    }
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
