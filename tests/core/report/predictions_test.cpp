// A classifier's answers: counted, ranked and pictured from known logits, and told as precision, recall and F1.
#include "core/base/error.h"
#include "core/data/named_samples.h"
#include "core/report/prediction_figures.h"
#include "core/report/run_sections.h"
#include "core/train/record/prediction_log.h"

#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>

using namespace stepscope;

namespace {

// Samples whose values count up from 0, and whose answers are given.
class Given : public Dataset, public NamedSamples {
 public:
  Given(std::vector<std::string> names, Shape shape, std::vector<std::int32_t> truths) : truths_(std::move(truths)) {
    info_.classNames = std::move(names);
    info_.setFields(std::move(shape));
  }
  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(truths_.size()); }
  bool read(std::int64_t index, std::int64_t, FieldMemory out, const std::atomic<bool>&) const override {
    if (!out[1].empty()) integersOf(out[1])[0] = truths_[static_cast<std::size_t>(index)];
    const std::span<float> values = floatsOf(out[0]);
    if (index == unreadable && !values.empty()) throw Error(ErrorKind::Input, "a.jpg", "it is cut off");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return "given"; }
  std::string nameOf(std::int64_t index) const override { return "photos/" + std::to_string(index) + ".png"; }
  std::int64_t unreadable = -1;

 private:
  SampleInfo info_;
  std::vector<std::int32_t> truths_;
  std::vector<std::string> warnings_;
};

}  // namespace

class PredictionsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // Answers 0 1, then 1 1 0 of a second batch, and a row of padding.
  void countsAndRanks() {
    PredictionLog log(
        std::make_shared<Given>(std::vector<std::string>{"cat", "dog", "<fox>"}, Shape{3, 2, 2}, std::vector<std::int32_t>{0, 0, 1, 1, 2}));
    const std::vector<float> first{4, 1, 0, 1, 4, 0}, second{0, 4, 1, 0, 9, 0, 8, 0, 0, 0, 0, 0};
    log.see(first, 0);
    log.see(second, 2);
    QCOMPARE(log.samples(), 5);
    QCOMPARE(log.count(0, 1), 1);
    QCOMPARE(log.count(2, 0), 1);
    const auto figures = predictionFiguresOf(log.json());
    QVERIFY(figures);
    QCOMPARE(figures->right, 3);
    QCOMPARE(figures->classes[0].precision, 0.5);
    QCOMPARE(figures->classes[0].recall, 0.5);
    QVERIFY(std::abs(figures->classes[1].precision - 2.0 / 3) < 1e-12);
    QCOMPARE(figures->classes[1].recall, 1.0);
    QVERIFY(std::abs(figures->classes[1].f1 - 0.8) < 1e-12);
    QVERIFY(std::isnan(figures->classes[2].precision));  // nothing was taken for it
    QCOMPARE(figures->classes[2].f1, 0.0);
    QVERIFY(std::abs(figures->macroF1 - (0.5 + 0.8 + 0) / 3) < 1e-12);
    QCOMPARE(figures->worst.size(), std::size_t{2});
    QCOMPARE(figures->worst[0].index, 4);  // the surest mistake first
    QCOMPARE(figures->worst[0].answer, std::size_t{0});
    QVERIFY(std::abs(figures->worst[0].loss - std::log(std::exp(8.0) + 2)) < 1e-6);
    QVERIFY(std::abs(figures->worst[0].probabilities[0].second - std::exp(8.0) / (std::exp(8.0) + 2)) < 1e-6);
    // The samples of every cell, by their index.
    QCOMPARE(figures->answers, (std::vector<int>{0, 1, 1, 1, 0}));
    QCOMPARE(figures->truths, (std::vector<int>{0, 0, 1, 1, 2}));
    QCOMPARE(figures->samplesOf(0, 1), (std::vector<std::int64_t>{1}));
    QCOMPARE(figures->samplesOf(1, 1), (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(figures->samplesOf(2, 0), (std::vector<std::int64_t>{4}));
    QCOMPARE(figures->samplesOf(2, 1), (std::vector<std::int64_t>{}));
    QCOMPARE(figures->data, std::string("given"));
    QCOMPARE(figures->worst[0].file, std::string("photos/4.png"));
    QImage picture;
    const QByteArray address = QByteArray::fromStdString(figures->worst[0].picture);
    QVERIFY(address.startsWith("data:image/bmp;base64,"));
    QVERIFY(picture.loadFromData(QByteArray::fromBase64(address.mid(22)), "BMP"));
    QCOMPARE(picture.size(), QSize(2, 2));
    QCOMPARE(picture.pixelColor(0, 0), QColor(0, 93, 185));  // channels 0, 4, 8 of 0 to 11
    QCOMPARE(picture.pixelColor(1, 1), QColor(70, 162, 255));
  }

  void onlyTheWorstAreKept() {
    const auto data = std::make_shared<Given>(std::vector<std::string>{"a", "b"}, Shape{1, 1, 2}, std::vector<std::int32_t>(1000, 0));
    data->unreadable = 999;
    PredictionLog log(data);
    for (int i = 0; i < 1000; ++i) {
      const std::vector<float> logits{0, 0.1f + static_cast<float>(i)};
      log.see(logits, i);
    }
    const auto figures = predictionFiguresOf(log.json());
    QCOMPARE(figures->worst.size(), std::size_t{24});
    QCOMPARE(figures->worst.front().index, 999);
    QVERIFY(figures->worst.front().picture.empty());
    QVERIFY(!figures->worst.back().picture.empty());
    QCOMPARE(figures->samples, 1000);
  }

  void notANumberIsNoCrash() {
    PredictionLog log(std::make_shared<Given>(std::vector<std::string>{"a", "b"}, Shape{3}, std::vector<std::int32_t>{1, 0}));
    const std::vector<float> logits{std::nanf(""), 1, 1, std::numeric_limits<float>::infinity()};
    log.see(logits, 0);
    QCOMPARE(log.samples(), 2);
    QVERIFY(predictionFiguresOf(log.json()).has_value());
  }

  void damaged() {
    for (const char* json : {"", "{", "[]", R"({"classes": ["a"], "confusion": [[1, 2]]})", R"({"classes": ["a"], "confusion": [[-1]]})",
                             R"({"classes": [], "confusion": []})", R"({"classes": ["a"], "confusion": [[0]]})"})
      QVERIFY2(!predictionFiguresOf(json) && report::predictions(json, {}).empty(), json);
    const auto odd = predictionFiguresOf(R"({"classes": ["a", 7], "confusion": [[1, 0], [1, 0]], "worst": [3, {"truth": 9, "answer": 0, "index": 1},
        {"truth": 1, "answer": 0, "index": 5, "loss": 2, "picture": {"width": 100000, "height": 100000, "channels": 3, "pixels": ""}}]})");
    QVERIFY(odd);
    QCOMPARE(odd->worst.size(), std::size_t{1});
    QVERIFY(odd->worst[0].picture.empty());
  }

  void onThePage() {
    PredictionLog log(std::make_shared<Given>(std::vector<std::string>{"cat", "<fox>"}, Shape{1, 2, 2}, std::vector<std::int32_t>(8, 0)));
    const std::vector<float> logits{0, 3};
    log.see(logits, 7);
    const QByteArray page = QByteArray::fromStdString(report::predictions(log.json(), {}));
    QXmlStreamReader xml("<x>" + page + "</x>");
    while (!xml.atEnd()) xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(page.contains("0 of 1 validation samples were right") && page.contains("&lt;fox&gt;") && page.contains("sample 7"));
  }
};

QTEST_GUILESS_MAIN(PredictionsTest)
#include "predictions_test.moc"
