// The samples of a project's data: read as they are, and drawn as the loader of a training draws them.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>
#include <set>

#include "core/train/steps/open_data.h"
#include "pictures_project.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/data/sample_source.h"
#include "views/data/sample_tile.h"
#include "views/data/samples_view.h"
#include "views/start/class_bars.h"
#include "views/start/columns_table.h"
#include "views/start/findings_list.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

bool nearly(const QImage& a, const QImage& b, int most = 1) {
  if (a.size() != b.size()) return false;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QColor one = a.pixelColor(x, y), two = b.pixelColor(x, y);
      if (std::abs(one.red() - two.red()) > most || std::abs(one.green() - two.green()) > most || std::abs(one.blue() - two.blue()) > most)
        return false;
    }
  return true;
}

void clickButton(QPushButton* button) {
  QTest::mouseClick(button, Qt::LeftButton);
}

Project tableProject(const QTemporaryDir& folder) {
  QFile csv(folder.filePath(QStringLiteral("houses.csv")));
  if (csv.open(QIODevice::WriteOnly)) {
    csv.write("rooms,area,town,price\n");
    for (int i = 0; i < 40; ++i)
      csv.write(QStringLiteral("%1,%2,%3,%4\n").arg(1 + i % 5).arg(40 + 2.5 * i).arg(i % 2 ? "Ulm" : "Bern").arg(1000.5 + 37 * i).toUtf8());
  }
  csv.close();
  QFile file(folder.filePath(QStringLiteral("project.toml")));
  if (file.open(QIODevice::WriteOnly)) file.write("[data]\nkind = \"table\"\npath = \"houses.csv\"\ntarget = [\"price\"]\n[model]\nname = \"mlp\"\n");
  file.close();
  return loadProject(file.fileName().toStdString());
}

}  // namespace

class SamplesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void picturesAsTheyAre() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    const SampleSource source(project, nullptr);
    QCOMPARE(source.size(Split::Train) + source.size(Split::Validation), std::int64_t{2 * kOfEach});
    QCOMPARE(source.size(Split::Validation), std::int64_t{12});  // 0.4 of 15, of each class
    std::set<QString> files;
    for (const Split part : {Split::Train, Split::Validation})
      for (std::int64_t i = 0; i < source.size(part); ++i) {
        const ShownSample sample = source.read(part, i, 0);
        QVERIFY2(sample.problem.isEmpty(), qPrintable(sample.problem));
        files.insert(sample.file);
        QImage original;
        QVERIFY(original.load(sample.file));
        QVERIFY2(nearly(sample.plain, original), qPrintable(sample.file));
        QVERIFY(sample.name.startsWith(sample.answer + QLatin1Char('/')));
      }
    QCOMPARE(files.size(), std::size_t{2 * kOfEach});
  }

  // The loader of a run, with its seed and transforms, fills batches; what it made of each sample is what is shown.
  void drawnAsTheLoaderDraws() {
    QTemporaryDir folder;
    Project project = pictureProject(folder);
    const SampleSource source(project, nullptr);
    QVERIFY(source.augments());
    project.data.augmentationSeed = project.train.seed;  // as a training session sets it
    const DataSplits data = openData(project.data);
    LoaderOptions options = trainingLoading(project, project.switches, data, nullptr);
    DataLoader loader(data.train, options);
    const Shape shape = data.train->info().input().shape;
    const auto floats = static_cast<std::size_t>(numel(shape));
    int differ = 0, met = 0;
    for (const std::int64_t epoch : {0, 3}) {
      loader.start(epoch);
      const std::vector<std::int64_t> order = epochOrder(data.train->size(), project.train.seed, epoch, true);
      while (const Batch* batch = loader.next()) {
        const std::span<float> values = floatsOf(batch->field(kInputField));
        for (std::int64_t i = 0; i < batch->count; ++i, ++met) {
          const std::int64_t index = order[static_cast<std::size_t>(batch->index * options.batchSize + i)];
          const QImage trained = pictureOf(values.subspan(static_cast<std::size_t>(i) * floats, floats), shape, source.scale());
          const ShownSample sample = source.read(Split::Train, index, epoch);
          QVERIFY2(nearly(sample.drawn, trained, 0), qPrintable(sample.file));
          differ += nearly(sample.drawn, sample.plain) ? 0 : 1;
        }
      }
    }
    QVERIFY(met >= 24);
    QVERIFY(differ > met / 2);
    QVERIFY(source.read(Split::Validation, 0, 0).drawn.isNull());
  }

  void picksAreSpreadAndDifferent() {
    QTemporaryDir folder;
    const SampleSource source(pictureProject(folder), nullptr);
    const auto picked = source.pick(Split::Train, -1, 0, 9);  // 18 samples: every second
    QCOMPARE(picked, (std::vector<std::int64_t>{0, 2, 4, 6, 8, 10, 12, 14, 16}));
    QCOMPARE(source.pick(Split::Train, -1, 1, 9), (std::vector<std::int64_t>{1, 3, 5, 7, 9, 11, 13, 15, 17}));
    QCOMPARE(source.pick(Split::Train, 1, 0, 9).front(), std::int64_t{9});  // the class "dark" comes second
    QCOMPARE(source.pick(Split::Validation, 0, 0, 9).size(), std::size_t{6});
  }

  void clicksInTheView() {
    QTemporaryDir folder;
    SamplesView view;
    QCOMPARE(view.emptyState()->accessibleName(), QStringLiteral("No project is open"));
    view.resize(1200, 760);
    view.show();
    QSignalSpy wanted(&view, &SamplesView::projectRequested);
    clickButton(view.emptyState()->findChild<QPushButton*>());
    QCOMPARE(wanted.size(), 1);
    view.setAsked(QStringLiteral("run 1"));
    view.setProject(pictureProject(folder));
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.tiles().size() == 9, kPatience);
    QCOMPARE(view.sentence(), QStringLiteral("30 pictures of 2 classes, about 16 × 16: 18 for training, 12 for validation"));
    QVERIFY2(view.facts().contains(QStringLiteral("3 × 16 × 16")), qPrintable(view.facts()));
    QVERIFY2(view.facts().contains(QStringLiteral("of the training pictures")), qPrintable(view.facts()));
    QVERIFY(view.classBars()->isVisible());
    QVERIFY(view.columns()->isHidden() || !view.columns()->isVisible());
    for (const SampleTile* tile : view.tiles()) QVERIFY(!tile->sample().drawn.isNull());
    keepPictures(view, QStringLiteral("samples"));
    // Other samples, another draw.
    const QString first = view.tiles().front()->sample().file;
    const QImage drawn = view.tiles().front()->sample().drawn;
    QTest::mouseClick(view.otherButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.tiles().front()->sample().file != first, kPatience);
    QTest::mouseClick(view.drawButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading(), kPatience);
    // One class of the validation part, by keys as a user would.
    view.partBox()->setFocus();
    QTest::keyClick(view.partBox(), Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.tiles().front()->sample().drawn.isNull(), kPatience);
    QTest::keyClick(view.classBox(), Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.tiles().size() == 6, kPatience);
    for (const SampleTile* tile : view.tiles()) QCOMPARE(tile->sample().answer, QStringLiteral("bright"));
    // A click on a picture asks the model.
    QSignalSpy asked(&view, &SamplesView::askRequested);
    QTest::mouseClick(view.tiles()[2], Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), view.tiles()[2]->sample().file);
  }

  // What is unusual is what `data check` finds: two equal pictures in two classes.
  void findings() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder, "");
    QVERIFY(QFile::copy(folder.filePath(QStringLiteral("pictures/bright/3.png")), folder.filePath(QStringLiteral("pictures/dark/copy.png"))));
    SamplesView view;
    view.setProject(project);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.findings()->count() > 0, kPatience);
    QStringList words;
    for (const QLabel* label : view.findings()->findChildren<QLabel*>()) words << label->text();
    QVERIFY2(words.join(QLatin1Char(' ')).contains(QStringLiteral("copy.png")), qPrintable(words.join(QLatin1Char('\n'))));
    QVERIFY(!view.drawButton()->isVisible());
  }

  void rowsOfATable() {
    QTemporaryDir folder;
    const Project project = tableProject(folder);
    SamplesView view;
    view.resize(1200, 900);
    view.setProject(project);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.rows()->topLevelItemCount() == 9, kPatience);
    QVERIFY2(view.sentence().startsWith(QStringLiteral("40 rows of 4 columns")), qPrintable(view.sentence()));
    // The cells of a row are those of its line in the file.
    QFile file(folder.filePath(QStringLiteral("houses.csv")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    QCOMPARE(view.rows()->headerItem()->text(1), QStringLiteral("price"));
    for (int row = 0; row < 9; ++row) {
      const QTreeWidgetItem* item = view.rows()->topLevelItem(row);
      QVERIFY(item->text(0).startsWith(QStringLiteral("houses.csv:")));
      const QStringList cells = lines[item->text(0).section(QLatin1Char(':'), 1).toInt() - 1].split(QLatin1Char(','));
      QCOMPARE((QStringList{item->text(2), item->text(3), item->text(4), item->text(1)}), cells);
    }
    QVERIFY(view.columns()->isVisible());
    QCOMPARE(view.columns()->topLevelItemCount(), 4);
    QVERIFY(!view.columns()->readingOf(QStringLiteral("rooms")));  // shown, not changed here
    keepPictures(view, QStringLiteral("samples-table"));
  }

  void windowsOfAText() {
    QTemporaryDir folder;
    QString words;
    for (int i = 0; i < 400; ++i) words += QStringLiteral("line %1 of a text. ").arg(i);
    QFile file(folder.filePath(QStringLiteral("t.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(words.toUtf8());
    file.close();
    QFile toml(folder.filePath(QStringLiteral("project.toml")));
    QVERIFY(toml.open(QIODevice::WriteOnly));
    toml.write("[data]\nkind = \"text\"\npath = \"t.txt\"\ncontext_length = 32\n[model]\nname = \"gpt\"\n");
    toml.close();
    const SampleSource source(loadProject(toml.fileName().toStdString()), nullptr);
    QCOMPARE(source.form(), SampleSource::Form::Texts);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(20, source.size(Split::Train)); ++i) {
      const ShownSample sample = source.read(Split::Train, i, 2);
      QCOMPARE(sample.cells.front().size(), 32);
      QVERIFY(words.contains(sample.cells.front()));
    }
  }

  // The data are gone: a sentence, and a button that works once they are back.
  void dataThatAreGone() {
    QTemporaryDir folder;
    const Project project = pictureProject(folder);
    QVERIFY(QDir().rename(folder.filePath(QStringLiteral("pictures")), folder.filePath(QStringLiteral("away"))));
    SamplesView view;
    view.resize(1000, 700);
    view.setProject(project);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.messageBar()->isVisible(), kPatience);
    QVERIFY(!view.messageBar()->message().what.isEmpty());
    QVERIFY(view.tiles().empty());
    QVERIFY(QDir().rename(folder.filePath(QStringLiteral("away")), folder.filePath(QStringLiteral("pictures"))));
    QPushButton* again = nullptr;
    for (QPushButton* button : view.messageBar()->findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Look Again")) again = button;
    QVERIFY(again);
    clickButton(again);
    QTRY_VERIFY_WITH_TIMEOUT(!view.loading() && view.tiles().size() == 9, kPatience);
    QVERIFY(!view.messageBar()->isVisible());
  }
};

QTEST_MAIN(SamplesTest)
#include "samples_test.moc"
