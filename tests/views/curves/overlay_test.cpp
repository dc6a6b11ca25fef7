// Lines over every axis, means of groups, robust scales, the raster, and the Curves tab as it is used with several runs.
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/store/run_store.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curve_toolbar.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/curves/line_raster.h"
#include "views/curves/overlay.h"
#include "views/curves/series_names.h"

#include <QComboBox>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

using namespace stepscope;

namespace {

const double kGap = std::nan("");

std::shared_ptr<RunCurves> runOf(RunId id, const std::vector<double>& validation, double samplesPerStep = 64) {
  auto run = std::make_shared<RunCurves>();
  run->id = id;
  run->name = "run " + std::to_string(id);
  run->samples = {{1, samplesPerStep}};
  for (std::size_t i = 0; i < validation.size(); ++i) {
    const double step = 100.0 * static_cast<double>(i + 1);
    run->series["val_loss"].step.push_back(step);
    run->series["val_loss"].value.push_back(validation[i]);
    run->epochEnds.emplace_back(static_cast<double>(i + 1), step);
    run->clock.emplace_back(step, 10.0 * static_cast<double>(i + 1));
    run->totalSteps = static_cast<std::int64_t>(step);
  }
  return run;
}

int inked(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += qAlpha(image.pixel(x, y)) > 0 ? 1 : 0;
  return count;
}

QImage blank(int width, int height) {
  QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  return image;
}

}  // namespace

class OverlayTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }
  void smoothingIsTensorBoards();
  void axesPlaceSteps_data();
  void axesPlaceSteps();
  void aClockThatGoesBackStandsStill();
  void ticksOfTimeAreRound();
  void repeatsAreGrouped();
  void meansAndBands();
  void meansOverOtherSteps();
  void oneFarValueDoesNotFlattenTheRest();
  void rasterShowsEveryExtreme();
  void rasterLeavesGaps();
  void rasterClipsWhatIsOutside();
  void nearestLine();
  void detailIsSmoothedFromTheBeginning();
  void superseded();
  void storedRunsAreReadInDetail();
  void axisByClick();
  void aCurveSelectsItsRun();
  void zoomsAreTakenBack();
  void earlySpikeIsToldAndToggled();
  void gapsAreListed();
  void groupsByBox();
  void anyQuantity();
  void figuresOfTheGpu();
  void compareWithThePrevious();
  void aHundredRuns();
};

// vz_line_chart2's resmoothDataset, worked by hand: last = last w + (1 - w) y; out = last / (1 - w^n), n counting finite values.
void OverlayTest::smoothingIsTensorBoards() {
  const double w = 0.6;
  const std::vector<double> values{1, kGap, 3, 2, std::numeric_limits<double>::infinity(), 5};
  RunCurves run;
  Curve curve;
  for (std::size_t i = 0; i < values.size(); ++i) {
    curve.step.push_back(static_cast<double>(i));
    curve.value.push_back(values[i]);
  }
  const Line line = lineOf(run, curve, XAxis::Step, w);
  double last = 0;
  int n = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      QVERIFY(!std::isfinite(line.y[i]));
      continue;
    }
    last = last * w + (1 - w) * values[i];
    ++n;
    QVERIFY(std::abs(line.y[i] - last / (1 - std::pow(w, n))) < 1e-12);
  }
  QCOMPARE(lineOf(run, curve, XAxis::Step, 0).y[2], 3.0);
}

void OverlayTest::axesPlaceSteps_data() {
  QTest::addColumn<int>("axis");
  QTest::addColumn<double>("step");
  QTest::addColumn<double>("place");
  QTest::newRow("step") << int(XAxis::Step) << 150.0 << 150.0;
  QTest::newRow("epoch") << int(XAxis::Epoch) << 150.0 << 1.5;
  QTest::newRow("time") << int(XAxis::Time) << 150.0 << 15.0;
  QTest::newRow("clock") << int(XAxis::Clock) << 150.0 << 1000.0 + 15.0;
  QTest::newRow("samples") << int(XAxis::Samples) << 150.0 << 150.0 * 64;
}

void OverlayTest::axesPlaceSteps() {
  QFETCH(int, axis);
  QFETCH(double, step);
  QFETCH(double, place);
  auto run = runOf(1, {1, 1, 1});
  run->createdMs = 1'000'000;
  QVERIFY(std::abs(positionOf(*run, static_cast<XAxis>(axis), step) - place) < 1e-9);
  QVERIFY(std::abs(stepOf(*run, static_cast<XAxis>(axis), place) - step) < 1e-9);
  // What a run does not tell is not placed.
  if (axis != int(XAxis::Step)) QVERIFY(std::isnan(positionOf(RunCurves(), static_cast<XAxis>(axis), step)));
  QVERIFY(!formatPosition(static_cast<XAxis>(axis), place).isEmpty());
}

void OverlayTest::aClockThatGoesBackStandsStill() {
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
  RunId id = 0;
  {
    RunWriter writer(path);
    id = writer.createRun({});
    const double walls[] = {1, 2, 0.5, 3};
    for (int i = 0; i < 4; ++i) writer.append(id, "train_loss", {i + 1, walls[i], 1.0});
    writer.flush();
  }
  const RunCurves run = loadRunCurves(RunReader(path), id);
  QCOMPARE(run.clock.size(), 4u);
  QCOMPARE(run.clock[2].second, 2.0);
  const Line line = lineOf(run, run.curve("train_loss"), XAxis::Time, 0);
  QVERIFY(std::is_sorted(line.x.begin(), line.x.end()));
  QCOMPARE(line.size(), 4u);
}

void OverlayTest::ticksOfTimeAreRound() {
  QCOMPARE(timeTicks(XAxis::Time, 0, 400), (std::vector<double>{0, 60, 120, 180, 240, 300, 360}));
  QCOMPARE(timeTicks(XAxis::Time, 0, 7200).size(), 9u);  // every quarter of an hour
  QVERIFY(timeTicks(XAxis::Time, 5, 5).empty());
  QVERIFY(timeTicks(XAxis::Time, 0, 1e18).size() <= 9);
}

void OverlayTest::repeatsAreGrouped() {
  auto a = runOf(1, {1}), b = runOf(2, {1}), c = runOf(3, {1}), d = runOf(4, {1});
  RunInfo info;
  const auto describe = [&](RunCurves& run, int batch, int seed, const char* name) {
    info.configuration = QStringLiteral(R"({"name": "%3", "switches": {"batch_size": %1}, "train": {"seed": %2, "epochs": 3}, "data": {"seed": %2}})")
                             .arg(batch)
                             .arg(seed)
                             .arg(QLatin1String(name))
                             .toStdString();
    describeSettings(info, run);
  };
  describe(*a, 64, 1, "x");
  describe(*b, 128, 1, "x");
  describe(*c, 64, 2, "y");
  QCOMPARE(a->samples[0].second, 64.0);
  QCOMPARE(groupsOf({a.get(), b.get(), c.get(), d.get()}, Grouping::Repeats), (std::vector<std::vector<std::size_t>>{{0, 2}, {1}, {3}}));
  QCOMPARE(groupsOf({a.get(), c.get()}, Grouping::None).size(), 2u);
  a->group = b->group = "sweep";
  QCOMPARE(groupsOf({a.get(), b.get(), c.get()}, Grouping::Group), (std::vector<std::vector<std::size_t>>{{0, 1}, {2}}));
}

void OverlayTest::meansAndBands() {
  const Line one{{1, 2}, {1, 10}, {}, {}}, two{{1, 2}, {2, kGap}, {}, {}}, three{{1, 2}, {6, 20}, {}, {}};
  const std::vector<Line> lines{one, two, three};
  const Line extremes = meanOf(lines, Band::Extremes);
  QCOMPARE(extremes.y, (std::vector<double>{3, 15}));  // the gap is left out
  QCOMPARE(extremes.low, (std::vector<double>{1, 10}));
  QCOMPARE(extremes.high, (std::vector<double>{6, 20}));
  const double deviation = std::sqrt((4.0 + 1 + 9) / 2);
  QVERIFY(std::abs(meanOf(lines, Band::Deviation).high[0] - (3 + deviation)) < 1e-12);
  QVERIFY(std::abs(meanOf(lines, Band::Error).low[0] - (3 - deviation / std::sqrt(3))) < 1e-12);
  QVERIFY(meanOf(lines, Band::None).low.empty());
}

// Between its points a line is straight; before its first and behind its last point it has no say.
void OverlayTest::meansOverOtherSteps() {
  const Line mean = meanOf({Line{{0, 10}, {0, 10}, {}, {}}, Line{{5, 15}, {7, 7}, {}, {}}}, Band::Extremes);
  QCOMPARE(mean.x, (std::vector<double>{0, 5, 10, 15}));
  QCOMPARE(mean.y, (std::vector<double>{0, 6, 8.5, 7}));
}

void OverlayTest::oneFarValueDoesNotFlattenTheRest() {
  const std::vector<double> spiked{80, 2.2, 1.9, 1.6, 1.3, 1.1, 1.0, 0.9, 0.85, 0.8};
  const Limits robust = limitsOf(spiked, true), plain = limitsOf(spiked, false);
  QCOMPARE(robust.high, 2.2);
  QCOMPARE(robust.above, 1u);
  QCOMPARE(plain.high, 80.0);
  QCOMPARE(plain.above, 0u);
  const Limits usual = limitsOf({2.3, 1.9, 1.2, 0.8, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2}, true);
  QCOMPARE(usual.high, 2.3);
  QCOMPARE(limitsOf({1, 1, 1, 1, 1, 1}, true).high, 1.0);
  QCOMPARE(limitsOf({1, 80}, true).high, 80.0);  // too few to know
  std::vector<double> halves(20, 1.0);
  for (std::size_t i = 0; i < 10; ++i) halves[i] = 100 + static_cast<double>(i);
  QCOMPARE(limitsOf(halves, true).above, 0u);  // half of them are no outliers
  QVERIFY(std::isnan(limitsOf({kGap}, true).low));
}

void OverlayTest::rasterShowsEveryExtreme() {
  Line line;
  for (int i = 0; i < 100'000; ++i) {
    line.x.push_back(i);
    line.y.push_back(i == 51'234 ? 100 : 0);
  }
  QImage image = blank(100, 100);
  drawLine(image, line, {0, 99'999, 0, 100, false}, {0, 100, 100, 0, false}, {qRgb(255, 0, 0), 1, 0, false});
  QVERIFY(qAlpha(image.pixel(51, 2)) > 100);
  QCOMPARE(qAlpha(image.pixel(50, 50)), 0);
  // A stretch of the overview shows its extremes, too.
  const Line stretched{{10, 50, 90}, {1, 1, 1}, {1, 0, 1}, {1, 9, 1}};
  QImage overview = blank(100, 100);
  drawLine(overview, stretched, {0, 100, 0, 100, false}, {0, 10, 100, 0, false}, {qRgb(255, 0, 0), 1, 0, false});
  QVERIFY(qAlpha(overview.pixel(50, 20)) > 100);
  QCOMPARE(qAlpha(overview.pixel(30, 20)), 0);
}

void OverlayTest::rasterLeavesGaps() {
  const Line line{{0, 10, 20, 30, 40, 50}, {5, 5, kGap, kGap, 5, 5}, {}, {}};
  QImage image = blank(60, 10);
  drawLine(image, line, {0, 60, 0, 60, false}, {0, 10, 10, 0, false}, {qRgb(255, 0, 0), 1, 0, false});
  const auto columnInked = [&](int x) {
    for (int y = 0; y < 10; ++y)
      if (qAlpha(image.pixel(x, y)) > 0) return true;
    return false;
  };
  QVERIFY(columnInked(5) && columnInked(45));
  QVERIFY(!columnInked(20) && !columnInked(30));
  // On a logarithmic scale what is not positive is a gap.
  QImage logarithmic = blank(60, 10);
  drawLine(logarithmic, Line{{0, 20, 40}, {1, 0, 100}, {}, {}}, {0, 60, 0, 60, false}, {1, 100, 10, 0, true}, {qRgb(255, 0, 0), 1, 0, false});
  QCOMPARE(qAlpha(logarithmic.pixel(20, 5)), 0);
}

void OverlayTest::rasterClipsWhatIsOutside() {
  QImage image = blank(20, 20);
  const PlotScale x{0, 20, 0, 20, false}, y{0, 20, 20, 0, false};
  drawLine(image, Line{{-1e9, 1e9}, {1e12, -1e12}, {}, {}}, x, y, {qRgb(255, 0, 0), 1, 0, false});
  drawLine(image, Line{{-1e300, 1e300}, {5, 5}, {}, {}}, x, y, {qRgb(255, 0, 0), 1, 0, false});
  drawLine(image, Line{}, x, y, {qRgb(255, 0, 0), 1, 0, false});
  QVERIFY(inked(image) <= 20 * 20);
}

void OverlayTest::nearestLine() {
  const PlotScale x{0, 100, 0, 100, false}, y{0, 100, 100, 0, false};
  const Line diagonal{{0, 100}, {0, 100}, {}, {}};
  QVERIFY(std::abs(distanceOf(diagonal, x, y, 50, 50)) < 1e-9);
  QVERIFY(std::abs(distanceOf(diagonal, x, y, 50, 40) - 10 / std::sqrt(2)) < 1e-9);
  QVERIFY(std::isinf(distanceOf(Line{}, x, y, 50, 50)));
}

void OverlayTest::detailIsSmoothedFromTheBeginning() {
  std::vector<Point> points;
  Curve curve;
  for (int i = 1; i <= 5000; ++i) {
    const double value = std::sin(i * 0.7) + 10.0 / i;
    points.push_back({i, 0, value});
    curve.step.push_back(i);
    curve.value.push_back(value);
  }
  const RunCurves run;
  const Line whole = lineOf(run, curve, XAxis::Step, 0.95), part = detailOf(run, points, XAxis::Step, 0.95, 1, 3000, 3100, 4096);
  QVERIFY(part.x.front() <= 3000 && part.x.back() >= 3100 && part.size() < 110);
  for (std::size_t i = 0; i < part.size(); ++i) QCOMPARE(part.y[i], whole.y[static_cast<std::size_t>(part.x[i]) - 1]);
  const Line thinned = detailOf(run, points, XAxis::Step, 0, 1, 1, 5000, 100);
  QVERIFY(thinned.size() <= 100 && thinned.low.size() == thinned.size());
  double least = 1e9;
  for (const Point& point : points) least = std::min(least, point.value);
  QCOMPARE(*std::min_element(thinned.low.begin(), thinned.low.end()), least);
}

// Points behind the checkpoint from which a run was resumed are not drawn.
void OverlayTest::superseded() {
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
  RunId id = 0;
  {
    RunWriter writer(path);
    RunInfo info;
    id = writer.createRun(info);
    for (int i = 1; i <= 3000; ++i) writer.append(id, "train_loss", {i, i * 0.1, i > 2000 ? 1e6 : 1.0});
    info.id = id;
    info.status = RunStatus::Stopped;
    writer.finish(info);
    writer.reopenRun(id, 2000);
    for (int i = 2001; i <= 3000; ++i) writer.append(id, "train_loss", {i, i * 0.1, 2.0});
    writer.finish(info);
  }
  for (const int most : {100, 5000}) {
    const RunCurves run = loadRunCurves(RunReader(path), id, most);
    const Curve& curve = run.curve("train_loss");
    QCOMPARE(curve.thinned(), most == 100);
    for (std::size_t i = 0; i < curve.size(); ++i) QVERIFY(curve.value[i] <= 2 && (!curve.thinned() || curve.high[i] <= 2));
  }
}

void OverlayTest::storedRunsAreReadInDetail() {
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
  std::vector<std::shared_ptr<RunCurves>> runs;
  {
    RunWriter writer(path);
    for (int r = 0; r < 2; ++r) {
      const RunId id = writer.createRun({});
      for (int i = 1; i <= 20'000; ++i) writer.append(id, "train_loss", {i, i * 0.01, 1.0 / i + r});
      writer.flush();
    }
  }
  for (const RunId id : {RunId(1), RunId(2)}) {
    runs.push_back(std::make_shared<RunCurves>(loadRunCurves(RunReader(path), id, 1000)));
    runs.back()->store = path;
  }
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  CurveOptions options = view.options();
  options.smoothing = 0;
  view.setOptions(options);
  model.show(runs);
  QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
  CurvePanel* panel = view.panel(CurvesView::Loss);
  QVERIFY(panel->line(0).size() <= 1000);
  Q_EMIT panel->rangeMoved(10'000, 10'100);
  QTRY_VERIFY_WITH_TIMEOUT(panel->line(0).low.empty(), kPatience);  // every point
  const Line& line = panel->line(0);
  QVERIFY(line.x.front() <= 9'950 && line.x.back() >= 10'150 && line.size() < 400);
  QCOMPARE(line.y[10], 1.0 / line.x[10]);
  view.fit();
  QTRY_VERIFY_WITH_TIMEOUT(!panel->line(0).low.empty() && panel->line(0).x.back() == 20'000, kPatience);  // the overview again
  // The times of long runs are read when they are asked for.
  QVERIFY(runs[0]->clock.empty());
  QTest::mouseClick(view.toolbar()->axisButton(XAxis::Time), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!panel->line(0).empty() && std::abs(panel->line(0).x.back() - 200) < 1e-6, kPatience);
}

void OverlayTest::axisByClick() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  model.show({runOf(1, {3, 2, 1}, 64), runOf(2, {3, 2, 1}, 128)});
  CurvePanel* panel = view.panel(CurvesView::Loss);
  QCOMPARE(panel->line(0).x.back(), 300.0);
  QTest::mouseClick(view.toolbar()->axisButton(XAxis::Samples), Qt::LeftButton);
  QCOMPARE(panel->line(0).x.back(), 300.0 * 64);
  QCOMPARE(panel->line(1).x.back(), 300.0 * 128);
  QCOMPARE(panel->xRange().second, 300.0 * 128);
  QTest::mouseClick(view.toolbar()->axisButton(XAxis::Epoch), Qt::LeftButton);
  QCOMPARE(panel->line(1).x.back(), 3.0);
  QTest::mouseClick(view.toolbar()->logButton(), Qt::LeftButton);
  QCOMPARE(panel->xRange().first, 1.0);
  view.zoom(2);
  QVERIFY(panel->xRange().first > 1 && panel->xRange().second < 3);
}

void OverlayTest::aCurveSelectsItsRun() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  model.show({runOf(7, {1, 1, 1}), runOf(8, {3, 3, 3})});
  QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
  runQueued();
  auto* plot = view.panel(CurvesView::Loss)->findChild<QWidget*>(QStringLiteral("curvePlot"));
  QSignalSpy chosen(&selection, &Selection::runChanged);
  // Down the middle of the chart: both lines are hit on the way, and nothing else selects a run.
  QSet<qint64> found;
  for (int y = 12; y < plot->height() - 24; y += 4) {
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(plot->width() / 2, y));
    if (selection.run() != 0) found << selection.run();
  }
  QCOMPARE(found, (QSet<qint64>{7, 8}));
  QVERIFY(chosen.count() >= 2);
}

void OverlayTest::zoomsAreTakenBack() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  model.show({runOf(1, {3, 2, 1}), runOf(2, {3, 2, 1})});
  QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
  CurvePanel* panel = view.panel(CurvesView::Loss);
  const auto fitted = panel->xRange();
  QVERIFY(!view.toolbar()->undoButton()->isEnabled());
  view.zoom(2);
  view.pan(0.1);  // without a pause: one gesture
  QVERIFY(panel->xRange() != fitted);
  QTest::mouseClick(view.toolbar()->undoButton(), Qt::LeftButton);
  QCOMPARE(panel->xRange(), fitted);
  view.zooms()->redo();
  QVERIFY(panel->xRange() != fitted);
  QTest::keyClick(&view, Qt::Key_Backspace);
  QCOMPARE(panel->xRange(), fitted);
}

void OverlayTest::earlySpikeIsToldAndToggled() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  model.show({runOf(1, {80, 2.2, 1.9, 1.6, 1.3, 1.1, 1.0, 0.9, 0.85, 0.8}), runOf(2, {2.3, 2.2, 1.9, 1.6, 1.3, 1.1, 1.0, 0.9, 0.85, 0.8})});
  CurvePanel* panel = view.panel(CurvesView::Loss);
  QVERIFY2(panel->outside().contains(QStringLiteral("80")), qPrintable(panel->outside()));
  QVERIFY(panel->outside().contains(QStringLiteral("100")));  // the step where it is
  keepPictures(view, QStringLiteral("spike"));
  QTest::mouseClick(view.toolbar()->robustButton(), Qt::LeftButton);
  QVERIFY(panel->outside().isEmpty());
}

void OverlayTest::gapsAreListed() {
  QTemporaryDir folder;
  const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
  {
    RunWriter writer(path);
    const RunId id = writer.createRun({});
    for (int i = 1; i <= 50; ++i)
      writer.append(id, "train_loss", {i, 0.1 * i, i == 12 ? std::nan("") : i == 40 ? std::numeric_limits<double>::infinity() : 1.0});
    writer.flush();
  }
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  model.show({std::make_shared<RunCurves>(loadRunCurves(RunReader(path), 1))});
  const auto* remark = view.panel(CurvesView::Loss)->findChild<QLabel*>(QStringLiteral("curveRemark"));
  QTRY_VERIFY_WITH_TIMEOUT(remark->isVisible(), kPatience);
  QVERIFY2(remark->text().contains(QStringLiteral("12, 40")), qPrintable(remark->text()));
}

void OverlayTest::groupsByBox() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  auto a = runOf(1, {1, 2}), b = runOf(2, {3, 4}), c = runOf(3, {9, 9});
  a->settings = b->settings = "same";
  c->settings = "other";
  model.show({a, b, c});
  QComboBox* box = view.toolbar()->groupingBox();
  QVERIFY(box->isVisible() && !view.toolbar()->bandBox()->isVisible());
  box->setCurrentIndex(box->findData(static_cast<int>(Grouping::Repeats)));
  QVERIFY(view.toolbar()->bandBox()->isVisible());
  const Line& mean = view.panel(CurvesView::Loss)->line(0);
  QCOMPARE(mean.y, (std::vector<double>{2, 3}));
  QVERIFY(std::abs(mean.high[0] - (2 + std::sqrt(2.0))) < 1e-12);
  QCOMPARE(view.panel(CurvesView::Loss)->line(1).y, (std::vector<double>{9, 9}));
}

void OverlayTest::anyQuantity() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  auto a = runOf(1, {1, 2}), b = runOf(2, {3, 4});
  a->series["gpu_utilisation"] = {{1, 2, 3}, {40, 50, 60}, {}, {}};
  b->series["gpu_utilisation"] = {{1, 2, 3}, {70, 80, 90}, {}, {}};
  model.show({a, b});
  QCOMPARE(quantitiesOf(model.runs()), (std::vector<std::string>{"loss", "gpu_utilisation"}));
  view.setQuantity(CurvesView::Throughput, "gpu_utilisation");
  CurveOptions options = view.options();
  options.smoothing = 0;
  view.setOptions(options);
  QCOMPARE(view.panel(CurvesView::Throughput)->line(1).y, (std::vector<double>{70, 80, 90}));
  QVERIFY(view.table(CurvesView::Throughput).startsWith(QStringLiteral("step\trun 1 gpu_utilisation\trun 2 gpu_utilisation\n")));
}

// What a run on a GPU keeps of it can be chosen as any other series, with its name and unit.
void OverlayTest::figuresOfTheGpu() {
  const struct {
    const char* key;
    const char* unit;
    double stored, drawn;
    const char* text;  // with its unit where the format writes one
  } figures[] = {{"system/gpu_busy_share", "%", 0.87, 87, "87"},
                 {"system/gpu_memory_bytes", "", 1610612736.0, 1610612736.0, "1.5 GiB"},
                 {"system/gpu_watts", "W", 512.5, 512.5, "512.5"},
                 {"system/gpu_celsius", "°C", 61, 61, "61"},
                 {"system/gpu_megahertz", "MHz", 1980, 1980, "1980"}};
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  auto a = runOf(1, {1, 2}), b = runOf(2, {3, 4});
  for (const auto& figure : figures)
    for (const auto& run : {a, b}) run->series[figure.key] = {{1, 2}, {figure.stored, figure.stored}, {}, {}};
  model.show({a, b});
  const std::vector<std::string> there = quantitiesOf(model.runs());
  CurveOptions options = view.options();
  options.smoothing = 0;
  view.setOptions(options);
  for (const auto& figure : figures) {
    QVERIFY2(std::find(there.begin(), there.end(), figure.key) != there.end(), figure.key);
    const Quantity quantity = quantityOf(figure.key, Task::Classification);
    QVERIFY2(quantity.title.contains(QStringLiteral("GPU")) && !quantity.title.contains(QStringLiteral("system/")), figure.key);
    QCOMPARE(quantity.unit, QString::fromUtf8(figure.unit));
    QCOMPARE(quantity.format(figure.drawn).replace(QChar(0xA0), QLatin1Char(' ')), QString::fromUtf8(figure.text));
    view.setQuantity(CurvesView::Throughput, figure.key);
    QCOMPARE(view.panel(CurvesView::Throughput)->line(1).y, (std::vector<double>{figure.drawn, figure.drawn}));
  }
}

void OverlayTest::compareWithThePrevious() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  QSignalSpy asked(&view, &CurvesView::compareRequested);
  model.show({runOf(12, {1, 2})});
  QVERIFY(!view.compareButton()->isVisible());
  view.setPrevious(11, QStringLiteral("run 11"));
  QVERIFY(view.compareButton()->isVisible());
  QVERIFY(view.compareButton()->text().contains(QStringLiteral("run 11")));
  QTest::mouseClick(view.compareButton(), Qt::LeftButton);
  QCOMPARE(asked.takeFirst()[0].value<std::vector<RunId>>(), (std::vector<RunId>{11, 12}));
  model.show({runOf(3, {1}), runOf(4, {2})});
  QTest::mouseClick(view.compareButton(), Qt::LeftButton);
  QCOMPARE(asked.takeFirst()[0].value<std::vector<RunId>>(), (std::vector<RunId>{3, 4}));
}

// All of them are drawn; the legend names what it has room for.
void OverlayTest::aHundredRuns() {
  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(1100, 900);
  view.show();
  std::vector<std::shared_ptr<RunCurves>> runs;
  for (int i = 1; i <= 100; ++i) runs.push_back(runOf(i, {3.0 + i, 2.0 + i, 1.0 + i}));
  model.show(runs);
  for (std::size_t i = 0; i < 100; ++i) QCOMPARE(view.panel(CurvesView::Loss)->line(i).size(), 3u);
  QVERIFY(view.panel(CurvesView::Loss)->summary().contains(QStringLiteral("run 10 ")));
  QVERIFY(!view.panel(CurvesView::Loss)->summary().contains(QStringLiteral("run 11 ")));
  keepPictures(view, QStringLiteral("hundred"));
}

QTEST_MAIN(OverlayTest)
#include "overlay_test.moc"
