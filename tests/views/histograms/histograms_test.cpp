// Histograms of weights and gradients: onto one axis without losing a value, drawn, chosen with real clicks.
#include "core/base/histogram.h"
#include "core/store/run_store.h"
#include "views/histograms/histogram_chart.h"
#include "views/histograms/histograms_view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/views/patience.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/theme.h"

using namespace stepscope;

namespace {

Histogram normal(double mean, double deviation, std::size_t count = 5000) {
  std::mt19937 random(7);
  std::normal_distribution<float> draw(static_cast<float>(mean), static_cast<float>(deviation));
  std::vector<float> values(count);
  for (float& value : values) value = draw(random);
  return histogramOf(values);
}

HistogramRow rowOf(std::int64_t step, const Histogram& histogram, const char* parameter = "fc.weight", bool gradient = false) {
  HistogramRow row;
  row.parameter = parameter;
  row.gradient = gradient;
  row.step = step;
  row.histogram = histogram;
  return row;
}

// A run with two parameters, whose gradients narrow over four steps.
RunId keptRun(const QString& path) {
  RunWriter writer(path.toStdString());
  RunInfo info;
  info.model = "mlp";
  const RunId run = writer.createRun(info);
  for (int step = 10; step <= 40; step += 10) {
    std::vector<HistogramRow> rows;
    for (const char* parameter : {"layers.10.weight", "layers.2.weight", "layers.2.bias"}) {
      rows.push_back(rowOf(step, normal(0, 1), parameter, false));
      rows.push_back(rowOf(step, normal(0, 10.0 / step), parameter, true));
    }
    writer.addHistograms(run, std::move(rows));
  }
  writer.flush();
  return run;
}

}  // namespace

class HistogramsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { applyTheme(*qApp, ThemeChoice::Light); }

  void rebinningKeepsEveryValue_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("bins");
    QTest::newRow("wider, finer") << -30.0 << 30.0 << 500;
    QTest::newRow("wider, coarser") << -30.0 << 30.0 << 7;
    QTest::newRow("one bin") << -9.0 << 9.0 << 1;
  }
  void rebinningKeepsEveryValue() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, bins);
    const Histogram histogram = normal(0.5, 1);
    const std::vector<double> parts = rebin(histogram, low, high, static_cast<std::size_t>(bins));
    QVERIFY(std::abs(std::accumulate(parts.begin(), parts.end(), 0.0) - 5000) < 1e-6);
    double mean = 0;
    const double width = (high - low) / bins;
    for (int i = 0; i < bins; ++i) mean += parts[static_cast<std::size_t>(i)] / 5000 * (low + (i + 0.5) * width);
    if (bins > 100) QVERIFY(std::abs(mean - histogram.mean) < width);
  }

  void rebinningCutsAtTheAxis() {
    Histogram flat;  // 64 values between 0 and 64, one in each bin
    flat.least = 0;
    flat.most = 64;
    flat.count = 64;
    flat.bins.fill(1);
    const std::vector<double> parts = rebin(flat, 10, 20, 4);
    for (const double part : parts) QVERIFY(std::abs(part - 2.5) < 1e-9);
    QCOMPARE(quantile(flat, 0.5), 32.0);
    QCOMPARE(quantile(flat, 1), 64.0);
    const Histogram one = histogramOf(std::vector<float>(100, 3.0f));
    QCOMPARE(rebin(one, 0, 6, 6)[3], 100.0);
    QCOMPARE(rebin(one, 4, 6, 2)[0], 0.0);
    QVERIFY(rebin(Histogram(), -1, 1, 4) == std::vector<double>(4, 0));
  }

  void axisHoldsAllSteps() {
    HistogramMap map = histogramMap({rowOf(1, normal(0, 1)), rowOf(2, normal(5, 0.1)), rowOf(3, Histogram())});
    QVERIFY(map.low < -2.5 && map.high > 5.2 && map.high < 6.5);
    QVERIFY(map.left < 0.003);
    QVERIFY(map.most > 0);
    for (std::size_t row = 0; row < 2; ++row) {
      double sum = 0;
      for (std::size_t bin = 0; bin < HistogramMap::kBins; ++bin) sum += map.at(row, bin);
      QVERIFY(sum > 0.99 && sum < 1.0001);
    }
    for (std::size_t bin = 0; bin < HistogramMap::kBins; ++bin) QCOMPARE(map.at(2, bin), 0.0f);  // nothing finite
    map = histogramMap({rowOf(1, histogramOf(std::vector<float>(10, 0.0f)))});
    QVERIFY(map.low < 0 && map.high > 0);
    QVERIFY(histogramMap({}).empty());
  }

  void rowsAreChosenEvenly() {
    QVERIFY((evenly(10, 4) == std::vector<std::size_t>{0, 3, 6, 9}));
    QVERIFY((evenly(3, 24) == std::vector<std::size_t>{0, 1, 2}));
    QVERIFY((evenly(5, 1) == std::vector<std::size_t>{4}));
    QVERIFY(evenly(0, 4).empty());
  }

  void namesAreInTheOrderOfTheirNumbers() {
    QVERIFY(naturallyBefore("block2.weight", "block10.weight"));
    QVERIFY(!naturallyBefore("block10.weight", "block2.weight"));
    QVERIFY(naturallyBefore("a", "ab") && !naturallyBefore("ab", "a") && !naturallyBefore("a1", "a1"));
    QVERIFY(naturallyBefore("conv1", "fc"));
    QCOMPARE(layerOfParameter("layer1.0.conv1.weight"), std::string("layer1.0.conv1"));
    QCOMPARE(layerOfParameter("weight"), std::string());
  }

  void emptyUntilARunKeepsThem() {
    const QTemporaryDir folder;
    HistogramsView view;
    view.setEmptyTexts("No histograms kept", "They appear here.", "Keep Them Every Epoch");
    show(view);
    QVERIFY(view.emptyState()->isVisible());
    QSignalSpy asked(&view, &HistogramsView::keepRequested);
    QTest::mouseClick(view.emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    const QString path = folder.filePath("runs.db");
    {
      RunWriter writer(path.toStdString());
      const RunId run = writer.createRun({});
      writer.flush();
      QSignalSpy loaded(&view, &HistogramsView::loaded);
      view.setRun(path, run, "run 1");
      QVERIFY(loaded.wait(kPatience));
      QVERIFY(view.emptyState()->isVisible());
      writer.addHistograms(run, {rowOf(5, normal(0, 1), "fc.weight")});
      writer.flush();
      view.refresh();
      QVERIFY(loaded.wait(kPatience));
      QVERIFY(!view.emptyState()->isVisible());
      QCOMPARE(view.chosen(), QString("fc.weight"));
    }
    view.setRun({}, 0, {});
    QVERIFY(view.emptyState()->isVisible());
  }

  void clicksChooseParameters() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("runs.db");
    const RunId run = keptRun(path);
    HistogramsView view;
    show(view);
    QSignalSpy loaded(&view, &HistogramsView::loaded);
    view.setRun(path, run, "run 1");
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(view.list()->count(), 3);
    QCOMPARE(view.list()->item(0)->text(), QString("layers.2.bias"));
    QCOMPARE(view.list()->item(2)->text(), QString("layers.10.weight"));
    QCOMPARE(view.chosen(), QString("layers.2.bias"));
    QTest::mouseClick(view.list()->viewport(), Qt::LeftButton, {}, view.list()->visualItemRect(view.list()->item(2)).center());
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(view.chosen(), QString("layers.10.weight"));
    QCOMPARE(view.weights()->table().count('\n'), 5);
    QVERIFY(view.gradients()->table().contains("\n40\t"));
    // The layer that another view selected.
    view.chooseLayer("layers.2");
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(view.chosen(), QString("layers.2.weight"));
    view.chooseLayer("relu");
    QCOMPARE(view.chosen(), QString("layers.2.weight"));
    view.filter()->setText("BIAS");
    QVERIFY(!view.list()->item(0)->isHidden() && view.list()->item(1)->isHidden() && view.list()->item(2)->isHidden());
  }

  void stepsAreReadWithPointerAndKeys_data() {
    QTest::addColumn<int>("style");
    QTest::newRow("heat map") << 0;
    QTest::newRow("ridgelines") << 1;
  }
  void stepsAreReadWithPointerAndKeys() {
    QFETCH(int, style);
    const QTemporaryDir folder;
    const QString path = folder.filePath("runs.db");
    const RunId run = keptRun(path);
    HistogramsView view;
    show(view);
    QSignalSpy loaded(&view, &HistogramsView::loaded);
    view.setRun(path, run, "run 1");
    QVERIFY(loaded.wait(kPatience));
    view.styleBox()->setCurrentIndex(style);
    HistogramChart* chart = view.gradients();
    const QImage before = chart->grab().toImage();
    QSignalSpy hovered(chart, &HistogramChart::hovered);
    const QPoint near = style == 0 ? QPoint(chart->width() - 30, chart->height() / 2) : QPoint(chart->width() / 2, chart->height() - 26);
    QTest::mouseMove(chart, near - QPoint(3, 0));
    QTest::mouseMove(chart, near);
    QTRY_VERIFY_WITH_TIMEOUT(!hovered.isEmpty(), kPatience);
    QCOMPARE(hovered.last()[0].toInt(), 3);  // the newest
    QVERIFY(chart->grab().toImage() != before);
    QVERIFY2(chart->describe(3).startsWith("step 40: mean"), qPrintable(chart->describe(3)));
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_A);
    QCOMPARE(hovered.last()[0].toInt(), 2);
    for (int i = 0; i < 9; ++i) QTest::keyClick(chart, Qt::Key_Left);
    QCOMPARE(hovered.last()[0].toInt(), 0);
    applyTheme(*qApp, ThemeChoice::Dark);
    QVERIFY(chart->grab().toImage().pixelColor(4, 4) == tokens().panel);
  }

  void damagedStoreIsABar() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("runs.db");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    HistogramsView view;
    show(view);
    QSignalSpy loaded(&view, &HistogramsView::loaded);
    view.setRun(path, 1, "run 1");
    QVERIFY(loaded.wait(kPatience));
    QVERIFY2(view.messageBar()->text().contains(path), qPrintable(view.messageBar()->text()));
  }

 private:
  static void show(HistogramsView& view) {
    view.resize(900, 600);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
  }
};

QTEST_MAIN(HistogramsTest)
#include "histograms_test.moc"
