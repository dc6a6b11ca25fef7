// The list of a run's checkpoints: what it says, and that its buttons do it, with clicks.
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QtTest>

#include "core/store/run_origin.h"
#include "core/train/checkpoint/checkpoint.h"
#include "tests/core/train/trained.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/checkpoints/checkpoints_dialog.h"
#include "views/checkpoints/checkpoints_model.h"
#include "views/checkpoints/clean_up_page.h"
#include "views/checkpoints/fork_form.h"
#include "views/common/message_bar.h"
#include "views/common/units.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QString cell(const CheckpointsModel& model, int row, CheckpointsModel::Column column) {
  return model.data(model.index(row, column), Qt::DisplayRole).toString();
}

void click(QPushButton* button) {
  QVERIFY2(button && button->isEnabled(), button ? qPrintable(button->text()) : "no button");
  QTest::mouseClick(button, Qt::LeftButton);
}

// The button of a question in the bar.
void answer(MessageBar* bar, const QString& text) {
  for (QPushButton* button : bar->findChildren<QPushButton*>())
    if (button->text() == text && button->isVisibleTo(bar)) return click(button);
  QFAIL(qPrintable("no button " + text + " in: " + bar->text()));
}

}  // namespace

class CheckpointsViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listDeleteAndCleanUp() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "40"}});
    const Trained trained = trainToStep(project, 25);
    const std::string directory = project.runDirectory(trained.end.run);
    Checkpoint more = loadCheckpoint(directory, "last");
    for (int i = 0; i < 3; ++i) saveCheckpoint(more, directory, "last", 9);
    const RunInfo run = RunReader(project.storePath()).run(trained.end.run).value();

    CheckpointsDialog dialog;
    QSignalSpy loaded(&dialog, &CheckpointsDialog::loaded);
    dialog.open(project, run);
    QVERIFY(loaded.wait(kPatience));
    const CheckpointsModel& model = *dialog.model();
    const int all = model.rowCount();
    QVERIFY(all >= 5);
    QCOMPARE(cell(model, 0, CheckpointsModel::Step), QStringLiteral("25"));
    QCOMPARE(cell(model, 0, CheckpointsModel::Epochs), QStringLiteral("2"));
    QCOMPARE(cell(model, 0, CheckpointsModel::Validated), QStringLiteral("–"));  // amid an epoch
    QVERIFY(cell(model, 0, CheckpointsModel::Remark).startsWith("last"));
    QVERIFY(cell(model, 0, CheckpointsModel::Size).contains("iB"));
    const int best = all - 1;
    QCOMPARE(cell(model, best, CheckpointsModel::Remark), QStringLiteral("best"));
    QVERIFY2(cell(model, best, CheckpointsModel::Validated).contains("accuracy"), qPrintable(cell(model, best, CheckpointsModel::Validated)));
    QVERIFY(dialog.resumeButton()->isEnabled() && dialog.forkButton()->isEnabled());
    keepPictures(dialog, "checkpoints");
    dialog.setTraining(true);
    QVERIFY(!dialog.resumeButton()->isEnabled() && !dialog.forkButton()->isEnabled());
    dialog.setTraining(false);

    // An older one goes after a question; the newest of a run that did not finish only on purpose.
    dialog.table()->selectRow(2);
    click(dialog.deleteButton());
    QVERIFY2(dialog.messageBar()->text().contains("cannot be undone"), qPrintable(dialog.messageBar()->text()));
    answer(dialog.messageBar(), "Delete");
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(model.rowCount(), all - 1);
    dialog.table()->selectRow(0);
    const QString newest = cell(model, 0, CheckpointsModel::Name);
    click(dialog.deleteButton());
    QVERIFY2(dialog.messageBar()->text().contains("did not finish"), qPrintable(dialog.messageBar()->text()));
    QCOMPARE(listCheckpoints(directory).size(), static_cast<std::size_t>(all - 1));
    answer(dialog.messageBar(), "Delete It Anyway");
    QVERIFY(loaded.wait(kPatience));
    QCOMPARE(model.rowCount(), all - 2);
    QVERIFY(cell(model, 0, CheckpointsModel::Name) != newest);

    // The preview says what goes and what it frees, and does nothing yet.
    CleanUpPage* page = dialog.cleanUpPage();
    QSignalSpy planned(page, &CleanUpPage::planned);
    click(dialog.cleanButton());
    QVERIFY(planned.wait(kPatience));
    page->keepLast()->setValue(1);
    QVERIFY(planned.wait(kPatience));
    keepPictures(dialog, "checkpoints-clean-up");
    const int going = page->model()->rowCount();
    QVERIFY(going > 0);
    QVERIFY2(page->sentence()->text().contains(formatBytes(static_cast<std::int64_t>(page->model()->bytes()))), qPrintable(page->sentence()->text()));
    QVERIFY(cell(*page->model(), 0, CheckpointsModel::Remark).contains("newest 1"));
    QCOMPARE(listCheckpoints(directory).size(), static_cast<std::size_t>(all - 2));
    click(page->go());
    QVERIFY(loaded.wait(kPatience));
    QVERIFY2(dialog.messageBar()->text().contains("freed"), qPrintable(dialog.messageBar()->text()));
    QCOMPARE(model.rowCount(), all - 2 - going);
    QCOMPARE(cell(model, 0, CheckpointsModel::Step), QStringLiteral("25"));
  }

  void forkAndExport() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "2"}});
    const RunId id = train(project).end.run;
    const RunInfo run = RunReader(project.storePath()).run(id).value();
    CheckpointsDialog dialog;
    QSignalSpy loaded(&dialog, &CheckpointsDialog::loaded), forks(&dialog, &CheckpointsDialog::forkRequested),
        exported(&dialog, &CheckpointsDialog::exported);
    dialog.open(project, run);
    QVERIFY(loaded.wait(kPatience));
    QVERIFY(!dialog.resumeButton()->isEnabled());  // it is finished
    click(dialog.forkButton());
    ForkForm* form = dialog.forkForm();
    QVERIFY(form->isVisibleTo(&dialog));
    QCOMPARE(form->rate()->text(), QStringLiteral("0.05"));
    QCOMPARE(form->epochs()->value(), 4);  // two more than are done
    keepPictures(dialog, "checkpoints-fork");
    form->rate()->setText("0.01");
    form->others()->setText("switches.batch_size = 16; nonsense");
    click(form->begin());
    QCOMPARE(forks.count(), 0);
    QVERIFY2(dialog.messageBar()->text().contains("nonsense"), qPrintable(dialog.messageBar()->text()));
    form->others()->setText("switches.batch_size = 16");
    click(form->begin());
    QCOMPARE(forks.count(), 1);
    QCOMPARE(forks[0][0].toLongLong(), id);
    QCOMPARE(forks[0][1].toString(), cell(*dialog.model(), 0, CheckpointsModel::Name));
    const auto changes = forks[0][2].value<Overrides>();
    QCOMPARE(changes, (Overrides{{"train.optimizer.learning_rate", "0.01"}, {"train.epochs", "4"}, {"switches.batch_size", "16"}}));
    const QString file = folder.filePath("weights.safetensors");
    dialog.exportTo(file);
    QVERIFY(exported.wait(kPatience));
    QCOMPARE(readSafetensors(file.toStdString()).size(), loadCheckpoint(project.runDirectory(id), "last").model.size());
  }
};

QTEST_MAIN(CheckpointsViewTest)
#include "checkpoints_test.moc"
