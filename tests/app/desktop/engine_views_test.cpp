// The views of a network in the window: graph, learning rates and histograms of projects of all kinds, with real clicks.
#include "app/desktop/main_window.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/view_tabs.h"
#include "core/project/project.h"
#include "core/store/run_store.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histogram_chart.h"
#include "views/histograms/histograms_view.h"
#include "views/memory/memory_view.h"
#include "views/rates/range_test_dialog.h"
#include "views/rates/schedule_preview.h"
#include "views/session/session.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"

#include <QAbstractItemModel>
#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <cmath>

using namespace stepscope;

namespace {

struct Desk {
  QTemporaryDir folder;
  QSettings settings{folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
  MainWindow window{settings};
  Desk() {
    window.resize(1280, 720);
    window.show();
    window.activateWindow();
  }
  Session* session() { return part<Session>(window); }
  GraphView* graph() { return part<GraphView>(window); }
  QString write(const QString& name, const QString& text) {
    QFile file(folder.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text.toUtf8());
    return file.fileName();
  }
  void click(QTreeView* tree, const QModelIndex& index) {
    tree->scrollTo(index);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(index).center());
  }
  void doubleClick(QTreeView* tree, const QModelIndex& index) {
    click(tree, index);
    QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(index).center());
  }
  QModelIndex layer(const char* scope) {
    return static_cast<QAbstractProxyModel*>(graph()->tree()->model())->mapFromSource(graph()->model()->indexOf(scope));
  }
};

QString emptyTitle(const QWidget* view) {
  for (const EmptyState* empty : view->findChildren<EmptyState*>())
    if (empty->isVisible()) return empty->accessibleName();
  return {};
}
bool panelSays(const Desk& desk, const char* text) {
  for (const QLabel* label : desk.window.findChild<ProjectPanel*>()->findChildren<QLabel*>())
    if (label->text().contains(QLatin1String(text))) return true;
  return false;
}
QString emptySentence(const QWidget* view) {
  for (const EmptyState* empty : view->findChildren<EmptyState*>())
    if (empty->isVisible()) return empty->accessibleDescription();
  return {};
}

QString dataFolder() {
  const QByteArray given = qgetenv("STEPSCOPE_DATA");
  return given.isEmpty() ? QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data") : QString::fromLocal8Bit(given);
}

}  // namespace

class EngineViewsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void aLayerLeadsToItsSpans() {
    Desk desk;
    const ProjectFolder folder(3);
    QVERIFY(desk.window.openProject(folder.path()));
    QVERIFY(QTest::qWaitForWindowActive(&desk.window));
    QTest::keyClick(&desk.window, Qt::Key_5);
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(desk.graph()));
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->plan() != nullptr, kPatience);
    QCOMPARE(desk.graph()->model()->tree().root().parameters, desk.session()->facts()->parameters);
    QVERIFY(desk.graph()->tree()->isColumnHidden(GraphModel::Time));
    command(desk.window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->trace() != nullptr, kPatience);
    desk.window.showView(QStringLiteral("graph"));
    QVERIFY(!desk.graph()->tree()->isColumnHidden(GraphModel::Time));
    const LayerTree& tree = desk.graph()->model()->tree();
    QCOMPARE(tree.steps, 3);
    QVERIFY(tree.root().ns > 0 && tree.root().ns <= tree.stepNs);
    QCOMPARE(tree.otherNs, std::int64_t{0});

    const std::string scope = tree.rows.back().scope;
    std::size_t spans = 0;
    const Trace& trace = *desk.session()->trace();
    for (const TraceLane& lane : trace.lanes)
      for (const std::int32_t node : lane.node) spans += node >= 0 && trace.nodes[static_cast<std::size_t>(node)].layer == scope;
    QVERIFY(spans > 0);
    desk.click(desk.graph()->tree(), desk.layer(scope.c_str()));
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(desk.graph()));  // one click selects
    desk.doubleClick(desk.graph()->tree(), desk.layer(scope.c_str()));
    QCOMPARE(part<ViewTabs>(desk.window, "views")->currentView(), static_cast<QWidget*>(part<TimelineView>(desk.window)));
    QCOMPARE(part<TimelineView>(desk.window)->canvas()->matches().size(), spans);
    // The same layer in the histograms and the inspector.
    QCOMPARE(desk.session()->plan()->graph.node(part<Selection>(desk.window)->node()).scope, scope);
  }

  void graphsOfOtherProjects_data() {
    QTest::addColumn<QString>("project");
    QTest::addColumn<QString>("layer");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("gpt") << "[data]\nkind = \"text\"\npath = \"verse.txt\"\ncontext_length = 16\n[model]\nname = \"gpt\"\nlayers = 2\n"
                            "width = 32\nheads = 2\n[switches]\nbatch_size = 4\n"
                         << "transformer.h.0.attn" << qint64{0};
    QTest::newRow("onnx") << QStringLiteral(
                                 "[data]\nkind = \"mnist\"\npath = \"%1/mnist\"\n[model]\nonnx = "
                                 "\"mnist_models/mnist-8/model.onnx\"\n")
                                 .arg(dataFolder())
                          << QString() << qint64{5994};
  }
  void graphsOfOtherProjects() {
    QFETCH(QString, project);
    QFETCH(QString, layer);
    QFETCH(qint64, parameters);
    Desk desk;
    QString verse;
    for (int i = 0; i < 200; ++i) verse += QStringLiteral("To be, or not to be: that is the question %1.\n").arg(i);
    desk.write(QStringLiteral("verse.txt"), verse);
    if (project.contains(QStringLiteral("onnx"))) {
      const QString archive = dataFolder() + QStringLiteral("/onnx/mnist_models.tar.gz");
      if (!QFile::exists(archive)) QSKIP(qPrintable("the ONNX models are not at " + archive + "; set STEPSCOPE_DATA"));
      QCOMPARE(QProcess::execute("tar", {"xzf", archive, "-C", desk.folder.path()}), 0);
    }
    QVERIFY(desk.window.openProject(desk.write(QStringLiteral("project.toml"), project)));
    desk.window.showView(QStringLiteral("graph"));
    QTRY_VERIFY2_WITH_TIMEOUT(desk.session()->plan() != nullptr || desk.session()->planProblem(), "planned", kPatience);
    QVERIFY2(!desk.session()->planProblem(), qPrintable(emptySentence(desk.graph())));
    const LayerTree& tree = desk.graph()->model()->tree();
    QCOMPARE(tree.root().parameters, desk.session()->facts()->parameters);
    if (parameters > 0) QCOMPARE(qint64{tree.root().parameters}, parameters);
    if (!layer.isEmpty()) QVERIFY(tree.find(layer.toStdString()) > 0);
    QVERIFY(tree.root().layers > 3);
    QVERIFY(tree.root().layerFlops() > 0 && tree.root().memoryBytes > 0);
    QVERIFY(desk.graph()->tree()->isVisible());
  }

  void anImpossibleModelIsExplained() {
    Desk desk;
    const QString path = desk.write(QStringLiteral("project.toml"),
                                    QStringLiteral("[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = 64\nclasses = 4\n"
                                                   "[[model.layers]]\ntype = \"conv2d\"\nname = \"wide\"\nout_channels = 4\nkernel_size = 11\n"
                                                   "[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"linear\"\n"
                                                   "[switches]\nbatch_size = 8\n"));
    QVERIFY(desk.window.openProject(path));
    desk.window.showView(QStringLiteral("graph"));
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->planProblem().has_value(), kPatience);
    QCOMPARE(emptyTitle(desk.graph()), QStringLiteral("The step cannot be built"));
    QVERIFY2(emptySentence(desk.graph()).contains(QStringLiteral("wide")), qPrintable(emptySentence(desk.graph())));
    QVERIFY(part<MessageBar>(desk.window, "windowMessages")->isVisible());
    QVERIFY(panelSays(desk, "wide") && !panelSays(desk, "planning"));
    desk.window.showView(QStringLiteral("memory"));
    QCOMPARE(emptyTitle(part<MemoryView>(desk.window)), QStringLiteral("The step cannot be planned"));
    // Mended in an editor, and opened again by the button.
    desk.window.showView(QStringLiteral("graph"));
    desk.write(QStringLiteral("project.toml"), QStringLiteral("[data]\nkind = \"synthetic\"\nimage_size = 8\ncount = 64\nclasses = 4\n"
                                                              "[model]\nname = \"mlp\"\nhidden = [8]\n[switches]\nbatch_size = 8\n"));
    for (QPushButton* button : desk.graph()->findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Open the project again")) QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(desk.session()->plan() != nullptr, kPatience);
    QVERIFY(!desk.session()->planProblem());
    QVERIFY(desk.graph()->tree()->isVisible());
  }

  // What stands in the fields is what the preview shows; a switch that is not applied yet counts.
  void previewFollowsTheFields() {
    Desk desk;
    const ProjectFolder folder(4, 1024, 32);
    QVERIFY(desk.window.openProject(folder.path()));
    SchedulePreview* preview = part<RateDesk>(desk.window)->preview();
    QTRY_VERIFY_WITH_TIMEOUT(preview->curve().has_value(), kPatience);
    const std::int64_t steps = preview->curve()->steps;
    QCOMPARE(steps, 4 * (desk.session()->facts()->trainSamples / 32));
    part<ProjectPanel>(desk.window)->spinBox("batch_size")->setValue(64);
    QCOMPARE(preview->curve()->steps, 4 * (desk.session()->facts()->trainSamples / 64));
    QVERIFY(preview->isVisible());
  }

  void rangeTestSetsTheRate() {
    Desk desk;
    const ProjectFolder folder(2, 256, 32);
    QVERIFY(desk.window.openProject(folder.path()));
    SchedulePreview* preview = part<RateDesk>(desk.window)->preview();
    QTRY_VERIFY_WITH_TIMEOUT(preview->curve().has_value(), kPatience);
    QTest::mouseClick(preview->testButton(), Qt::LeftButton);
    RangeTestDialog* dialog = part<RateDesk>(desk.window)->rangeTest();
    QVERIFY(dialog && dialog->isVisible());
    QTest::mouseClick(dialog->startButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->test()->busy(), kPatience);
    QVERIFY2(std::isfinite(dialog->chosenRate()), qPrintable(dialog->verdict()));
    const double before = desk.session()->project()->train.optimizer.learningRate;
    QTest::mouseClick(dialog->useButton(), Qt::LeftButton);
    const double rate = desk.session()->project()->train.optimizer.learningRate;
    QVERIFY(rate != before);
    QVERIFY(std::abs(rate / dialog->chosenRate() - 1) < 0.01);
    QCOMPARE(*std::max_element(preview->curve()->rates.begin(), preview->curve()->rates.end()), rate);
    // The file is written when the bar's button says so.
    QVERIFY(part<MessageBar>(desk.window, "windowMessages")->isVisible());
    QVERIFY(loadProject(folder.path().toStdString()).train.optimizer.learningRate == before);
    QTest::mouseClick(part<MessageBar>(desk.window, "windowMessages")->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(loadProject(folder.path().toStdString()).train.optimizer.learningRate, rate);
    dialog->close();

    // And the run uses it; while it trains there is no test.
    command(desk.window, "train")->trigger();
    QVERIFY(!preview->testButton()->isEnabled());
    QVERIFY(!command(desk.window, "rangeTest")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    const RunReader store(desk.session()->project()->storePath());
    const std::vector<Point> rates = store.points(desk.session()->run(), "lr");
    QCOMPARE(rates.size(), preview->curve()->rates.size());
    for (std::size_t i = 0; i < rates.size(); ++i) QCOMPARE(rates[i].value, preview->curve()->rates[i]);
    QVERIFY(preview->testButton()->isEnabled());
  }

  void histogramsAreKeptOnDemand() {
    Desk desk;
    const ProjectFolder folder(3, 256, 32);
    desk.window.showView(QStringLiteral("histograms"));
    HistogramsView* view = part<HistogramsView>(desk.window);
    QVERIFY(emptySentence(view).contains(QStringLiteral("histograms")));
    QVERIFY(desk.window.openProject(folder.path()));
    QVERIFY2(emptySentence(view).contains(QStringLiteral("[train.histograms]")), qPrintable(emptySentence(view)));
    QTest::mouseClick(view->emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(desk.session()->project()->train.histograms.everyEpochs, std::int64_t{1});
    QCOMPARE(emptyTitle(view), QStringLiteral("No histograms yet"));
    QTest::mouseClick(view->emptyState()->findChild<QPushButton*>(), Qt::LeftButton);  // Train
    QTRY_VERIFY_WITH_TIMEOUT(!desk.session()->training(), kPatience);
    desk.window.showView(QStringLiteral("histograms"));
    QTRY_VERIFY_WITH_TIMEOUT(!view->chosen().isEmpty() && !view->loading(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(view->weights()->table().count('\n'), 4, kPatience);  // a heading and three epochs
    QVERIFY(view->list()->count() >= 4);
    // The layer that the graph shows.
    desk.window.showView(QStringLiteral("graph"));
    std::string scope;
    for (const LayerRow& row : desk.graph()->model()->tree().rows)
      if (row.children.empty() && row.parameters > 0) scope = row.scope;
    part<Selection>(desk.window)->setNode(-1);
    for (int node = 0; node < static_cast<int>(desk.session()->plan()->graph.nodes().size()); ++node)
      if (desk.session()->plan()->graph.node(node).scope == scope) part<Selection>(desk.window)->setNode(node);
    desk.window.showView(QStringLiteral("histograms"));
    QTRY_VERIFY_WITH_TIMEOUT(!view->loading(), kPatience);
    QCOMPARE(layerOfParameter(view->chosen().toStdString()), scope);
  }
};

QTEST_MAIN(EngineViewsTest)
#include "engine_views_test.moc"
