// The Predictions tab against a matrix whose figures were worked out by hand.
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/empty_state.h"
#include "views/predictions/confusion_matrix.h"
#include "views/predictions/predictions_view.h"
#include "views/predictions/worst_list.h"

using namespace stepscope;

namespace {

using Cell = ConfusionMatrix::Cell;

// Three classes: 8 cats (6 right, 2 taken for dogs), 10 dogs (all right), 2 birds (one taken for a cat).
std::string predictions() {
  nlohmann::json worst = nlohmann::json::array();
  const auto add = [&](int index, int truth, int answer, double loss) {
    worst.push_back({{"index", index},
                     {"truth", truth},
                     {"answer", answer},
                     {"loss", loss},
                     {"probabilities", {{answer, 0.9}, {truth, 0.1}}},
                     {"picture", {{"width", 2}, {"height", 2}, {"channels", 1}, {"pixels", "AP//AA=="}}}});
  };
  add(7, 0, 1, 4.5);
  add(19, 2, 0, 3.25);
  add(3, 0, 1, 2.5);
  return nlohmann::json{{"samples", 20}, {"classes", {"cat", "dog", "bird"}}, {"confusion", {{6, 2, 0}, {0, 10, 0}, {1, 0, 1}}}, {"worst", worst}}
      .dump();
}

struct Store {
  QTemporaryDir folder;
  QString path = folder.filePath(QStringLiteral("runs.db"));
  RunId add(const char* artefact, RunStatus status = RunStatus::Finished) {
    RunWriter writer(path.toStdString());
    RunInfo info;
    info.name = "run 1";
    info.finals = {{"best_val_accuracy", 0.85}};
    info.id = writer.createRun(info);
    if (artefact) writer.setArtefact(info.id, "predictions", artefact);
    info.status = status;
    if (status != RunStatus::Running) writer.finish(info);
    writer.flush();
    return info.id;
  }
};

QStringList column(const QTableView& table, int column) {
  QStringList cells;
  for (int row = 0; row < table.model()->rowCount(); ++row) cells << table.model()->index(row, column).data().toString().simplified();
  return cells;
}

}  // namespace

class PredictionsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void matrixClassesAndSamples();
  void manyClassesAreDrawn();
  void emptySaysWhatToDo();
};

void PredictionsTest::matrixClassesAndSamples() {
  Store store;
  const std::string json = predictions();
  PredictionsView view;
  view.resize(1200, 760);
  view.setProjectOpen(true);
  view.setRun(store.path, store.add(json.c_str()));
  view.show();
  QTRY_VERIFY_WITH_TIMEOUT(view.shows(), kPatience);
  QCOMPARE(view.sentence().simplified(), QStringLiteral("85 % of 20 validation samples right"));
  ConfusionMatrix* matrix = view.matrix();
  QCOMPARE(matrix->cellText({0, 1}).simplified(), QStringLiteral("2"));
  QCOMPARE(matrix->cellText({0, 2}), QStringLiteral("·"));
  QTest::mouseClick(view.sharesButton(), Qt::LeftButton);
  QCOMPARE(matrix->cellText({0, 1}).simplified(), QStringLiteral("25 %"));
  QCOMPARE(matrix->cellText({2, 2}).simplified(), QStringLiteral("50 %"));
  QVERIFY(matrix->table().contains(QStringLiteral("cat\t0.75\t0.25\t0")));
  QTest::mouseClick(view.countsButton(), Qt::LeftButton);
  QVERIFY(matrix->table().contains(QStringLiteral("bird\t1\t0\t1")));
  // A cell's samples; a second click lets go.
  QCOMPARE(view.worst()->shown().size(), std::size_t{3});
  QVERIFY(!view.worst()->shown()[0]->picture().isNull());
  QCOMPARE(view.worst()->shown()[0]->picture().pixelColor(1, 0), QColor(Qt::white));
  QTest::mouseClick(matrix, Qt::LeftButton, Qt::NoModifier, matrix->cellRect({0, 1}).center().toPoint());
  QCOMPARE(matrix->selected(), (Cell{0, 1}));
  QCOMPARE(view.worst()->shown().size(), std::size_t{2});
  QCOMPARE(view.worst()->shown()[1]->sample().index, std::int64_t{3});
  QTest::keyClick(matrix, Qt::Key_Down);
  QTest::keyClick(matrix, Qt::Key_Down);
  QTest::keyClick(matrix, Qt::Key_Left);
  QCOMPARE(matrix->selected(), (Cell{2, 0}));
  QCOMPARE(view.worst()->shown().size(), std::size_t{1});
  keepPictures(view, QStringLiteral("predictions"));
  QTest::mouseClick(matrix, Qt::LeftButton, Qt::NoModifier, matrix->cellRect({2, 0}).center().toPoint());
  QVERIFY(matrix->selected().none());
  QCOMPARE(view.worst()->shown().size(), std::size_t{3});
  // Precision of a cat 6/7, recall 6/8, F1 12/15; of a bird 1, 1/2, 2/3.
  QTableView* table = view.classTable();
  QCOMPARE(column(*table, 0), (QStringList{QStringLiteral("cat"), QStringLiteral("dog"), QStringLiteral("bird")}));
  QCOMPARE(column(*table, 2)[0], QStringLiteral("85.7 %"));
  QCOMPARE(column(*table, 3)[0], QStringLiteral("75 %"));
  QCOMPARE(column(*table, 4), (QStringList{QStringLiteral("80 %"), QStringLiteral("90.9 %"), QStringLiteral("66.7 %")}));
  const auto heading = [&](int section) {
    QHeaderView* header = table->horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(header->sectionViewportPosition(section) + header->sectionSize(section) / 2, header->height() / 2));
  };
  heading(4);
  QStringList sorted = column(*table, 0);
  const QStringList up{QStringLiteral("bird"), QStringLiteral("cat"), QStringLiteral("dog")},
      down{QStringLiteral("dog"), QStringLiteral("cat"), QStringLiteral("bird")};
  QVERIFY2(sorted == up || sorted == down, qPrintable(sorted.join(QLatin1Char(' '))));
  heading(4);
  QCOMPARE(column(*table, 0), sorted == up ? down : up);
}

void PredictionsTest::manyClassesAreDrawn() {
  constexpr int kClasses = 200;
  nlohmann::json names = nlohmann::json::array(), confusion = nlohmann::json::array();
  for (int i = 0; i < kClasses; ++i) {
    names.push_back("class " + std::to_string(i));
    std::vector<int> row(kClasses, 0);
    row[static_cast<std::size_t>(i)] = 5;
    row[static_cast<std::size_t>((i + 1) % kClasses)] = 1;
    confusion.push_back(row);
  }
  Store store;
  const std::string json = nlohmann::json{{"classes", names}, {"confusion", confusion}}.dump();
  PredictionsView view;
  view.resize(1200, 760);
  view.setRun(store.path, store.add(json.c_str()));
  view.show();
  QTRY_VERIFY_WITH_TIMEOUT(view.shows(), kPatience);
  runQueued();
  ConfusionMatrix* matrix = view.matrix();
  QVERIFY(matrix->cellRect({kClasses - 1, kClasses - 1}).right() <= matrix->width());  // all of it can be scrolled to
  QCOMPARE(matrix->cellAt(matrix->cellRect({150, 20}).center()), std::optional(Cell{150, 20}));
  keepPictures(view, QStringLiteral("predictions-many"));
}

void PredictionsTest::emptySaysWhatToDo() {
  Store store;
  PredictionsView view;
  view.show();
  const auto says = [&](const char* words) {
    QString all;
    for (const QLabel* label : view.emptyState()->findChildren<QLabel*>()) all += label->text() + QLatin1Char(' ');
    return view.emptyState()->isVisible() && all.contains(QLatin1String(words));
  };
  QVERIFY(says("No project is open"));
  view.setProjectOpen(true);
  QTRY_VERIFY(says("No predictions yet"));
  view.setRun(store.path, store.add(nullptr));
  QTRY_VERIFY_WITH_TIMEOUT(says("kept no predictions"), kPatience);
  QSignalSpy asked(&view, &PredictionsView::trainRequested);
  QTest::mouseClick(view.emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
  QCOMPARE(asked.count(), 1);
  view.setRun(store.path, store.add("{\"classes\": [1]}"));
  QTRY_VERIFY_WITH_TIMEOUT(says("cannot be read"), kPatience);
  QVERIFY(!view.shows());
}

QTEST_MAIN(PredictionsTest)
#include "predictions_test.moc"
