// Curves of runs that another program wrote: any names, values that are no numbers, steps that go back.
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/philox.h"
#include "core/store/run_store.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/curves/chart_lines.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/curves/series_names.h"

#include "views/curves/plot_library.h"

using namespace stepscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::shared_ptr<RunCurves> importedRun(RunId id, const std::set<std::string>& series) {
  auto run = std::make_shared<RunCurves>();
  run->id = id;
  run->name = "run " + std::to_string(id);
  run->store = "runs.db";
  for (const std::string& key : series) run->series[key] = {{1, 2, 3}, {0.5, 0.4, 0.3}, {}, {}};
  return run;
}

// In how many charts each series of the run is drawn.
std::map<std::string, int> chartsOf(const std::vector<std::shared_ptr<RunCurves>>& runs) {
  std::map<std::string, int> charts;
  for (const std::string& key : quantitiesOf(runs)) {
    std::set<std::string> here;
    for (const ChartLine& line : chartLinesOf(runs, quantityOf(key, runs), {}))
      if (!runs[line.runs[0]]->curve(line.series).empty()) here.insert(line.series);
    for (const std::string& series : here) ++charts[series];
  }
  return charts;
}

// Pixels of the plot that have exactly the colour.
int pixelsOf(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y).rgb() == color.rgb();
  return count;
}

}  // namespace

class ImportedCurvesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  // The commonest names of all, and any others: each in exactly one chart.
  void everySeriesHasAChart() {
    QCOMPARE(chartsOf({importedRun(1, {"loss", "accuracy"})}), (std::map<std::string, int>{{"loss", 1}, {"accuracy", 1}}));
    const char* const parts[] = {"",   "train_", "val_",       "epoch_train_",       "loss",    "accuracy",
                                 "lr", "x",      "Loss/train", "samples_per_second", "step_ms", "größe"};
    for (std::uint64_t round = 0; round < 400; ++round) {
      PhiloxStream random(13, round);
      std::set<std::string> names;
      for (std::uint32_t i = 0, n = 1 + random.below(12); i < n; ++i) {
        std::string name;
        for (std::uint32_t k = 0, m = 1 + random.below(3); k < m; ++k) name += parts[random.below(static_cast<std::uint32_t>(std::size(parts)))];
        names.insert(name);
      }
      const auto run = importedRun(1, names);
      const std::map<std::string, int> charts = chartsOf({run});
      for (const std::string& name : names) {
        const auto found = charts.find(name);
        QVERIFY2(found != charts.end() && found->second == 1,
                 qPrintable(QString("round %1: \"%2\" is in %3 charts").arg(round).arg(name.c_str()).arg(found == charts.end() ? 0 : found->second)));
      }
      // Beside another run too; what an epoch's training was stands for it where there is no other.
      const std::map<std::string, int> compared = chartsOf({run, importedRun(2, names)});
      for (const std::string& name : names)
        if (!name.starts_with("epoch_train_"))
          QVERIFY2(compared.contains(name) && compared.at(name) == 1, qPrintable(QString("compared: ") + name.c_str()));
    }
  }

  void lossAndAccuracyAreDrawn() {
    CurvesModel model;
    Selection selection;
    CurvesView view(&model, &selection);
    view.resize(1100, 900);
    view.show();
    model.show({importedRun(1, {"loss", "accuracy", "other"})});
    const auto drawn = [&](CurvesView::Panel panel) {
      const QString legend = view.panel(panel)->summary();
      return !view.panel(panel)->line(0).empty() && legend.contains(QStringLiteral("now"));
    };
    QVERIFY2(drawn(CurvesView::Loss), qPrintable(view.panel(CurvesView::Loss)->summary()));
    QVERIFY2(drawn(CurvesView::Metric), qPrintable(view.panel(CurvesView::Metric)->summary()));
    QCOMPARE(view.panel(CurvesView::Metric)->line(0).y.back(), 30.0);  // a share, in percent
    QVERIFY(!view.table(CurvesView::Loss).isEmpty() && view.table(CurvesView::Loss).contains(QStringLiteral("0.3")));
  }

  // An accuracy of 97.3 was written in percent.
  void percentIsNotTakenAgain() {
    auto run = importedRun(1, {"accuracy"});
    QCOMPARE(quantityOf("accuracy", {run}).scale, 100.0);
    run->series["accuracy"].value = {91, 95, 97.3};
    QCOMPARE(quantityOf("accuracy", {run}).scale, 1.0);
  }

  // A point between two that are no numbers is a dot; what is no number is a mark at the edge, told apart.
  void singlePointsAndMarks() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
    {
      RunWriter writer(path);
      const RunId id = writer.createRun({});
      for (int i = 0; i < 30; ++i) {
        writer.append(id, "loss", {i, 0.1 * i, i % 2 == 0 ? 1.0 + 0.01 * i : i % 3 == 0 ? kInfinity : std::nan("")});
        writer.append(id, "nothing", {i, 0.1 * i, i < 20 ? std::nan("") : -kInfinity});
      }
      writer.flush();
    }
    RunCurves curves = loadRunCurves(RunReader(path), 1);
    curves.store = path;
    QCOMPARE(curves.gaps.at("loss").size(), std::size_t{15});
    CurvesModel model;
    Selection selection;
    CurvesView view(&model, &selection);
    view.resize(1100, 900);
    view.show();
    CurveOptions options = view.options();
    options.smoothing = 0;
    view.setOptions(options);
    model.show({std::make_shared<RunCurves>(curves)});
    CurvePanel* panel = view.panel(CurvesView::Loss);
    QCOMPARE(panel->gapMarks().size(), std::size_t{15});
    int infinite = 0;
    for (const GapMark& mark : panel->gapMarks()) infinite += mark.value == kInfinity;
    QCOMPARE(infinite, 5);
    // Each of the 15 single points is a disc with some pixels of its full colour, the marks come to it: no line joins them.
    const QColor color = panel->gapMarks().at(0).color;
    const auto picture = [&] { return panel->plot()->toPixmap(500, 240).toImage(); };
    const int with = pixelsOf(picture(), color);
    keepPictures(view, QStringLiteral("not-finite"));
    panel->setGapMarks({});
    const int without = pixelsOf(picture(), color);
    QVERIFY2(without >= 15 * 4 && with >= without + 15, qPrintable(QString("%1 of %2").arg(without).arg(with)));
    const auto* remark = panel->findChild<QLabel*>(QStringLiteral("curveRemark"));
    QTRY_VERIFY_WITH_TIMEOUT(remark->isVisible(), kPatience);
    QVERIFY2(remark->text().contains(QStringLiteral("more")), qPrintable(remark->text()));
    // A series without any number has its chart and its marks.
    view.setQuantity(CurvesView::Rate, "nothing");
    QCOMPARE(view.panel(CurvesView::Rate)->gapMarks().size(), std::size_t{30});
  }

  // Of two files that wrote the same series the steps go back in the store; a curve goes from the left to the right.
  void stepsThatGoBack() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("runs.db")).toStdString();
    {
      RunWriter writer(path);
      const RunId id = writer.createRun({});
      std::vector<Point> points;
      for (int file = 0; file < 2; ++file)
        for (int i = 0; i < 50; ++i) points.push_back({i, 0.1 * i, file + 0.01 * i});
      writer.append(id, "loss", points);
      writer.flush();
    }
    const RunCurves curves = loadRunCurves(RunReader(path), 1);
    const Curve& loss = curves.curve("loss");
    QCOMPARE(loss.size(), std::size_t{100});
    QVERIFY(std::is_sorted(loss.step.begin(), loss.step.end()));
    QCOMPARE(loss.value[0], 0.0);
    QCOMPARE(loss.value[1], 1.0);
  }
};

QTEST_MAIN(ImportedCurvesTest)
#include "imported_curves_test.moc"
