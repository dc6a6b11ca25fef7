// The settings form by clicks and keys: what it shows, what it refuses at the field, what it writes, and back again.
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include "core/project/keys.h"
#include "tests/views/patience.h"
#include "views/common/message_bar.h"
#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/settings/setting_row.h"
#include "views/settings/settings_view.h"

using namespace stepscope;

namespace {

const QByteArray kFile =
    "# mine\n[project]\nname = \"tiny\"\n[data]\nkind = \"synthetic\"  # made up\nimage_size = 8\n[model]\nname = \"mlp\"\n"
    "hidden = [32]\n[train]\nepochs = 3  # few\n";

struct Form {
  QTemporaryDir folder;
  QString file = folder.filePath(QStringLiteral("project.toml"));
  Session session;
  std::unique_ptr<SettingsView> view;
  Form() {
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return;
    out.write(kFile);
    out.close();
    view = std::make_unique<SettingsView>(&session);
    view->resize(1000, 640);
    view->show();
    session.setProject(loadProject(file.toStdString()));
    runQueued();
  }
  SettingRow* row(const char* key) { return view->row(key); }
  void write(const char* key, const QString& text) {
    QLineEdit* line = row(key)->line();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
  }
  QByteArray text() {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }
};

}  // namespace

class SettingsViewTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void showsEveryKey() {
    Form form;
    for (const KeyDef& def : keyDefs()) QVERIFY2(form.view->row(def.key), def.key.c_str());
    QCOMPARE(form.row("train.epochs")->line()->text(), QStringLiteral("3"));
    QCOMPARE(form.row("model.hidden")->line()->text(), QStringLiteral("32"));
    QVERIFY(form.row("train.seed")->line()->text().isEmpty());
    QVERIFY(form.row("train.seed")->line()->placeholderText().startsWith(QStringLiteral("usual")));
    QVERIFY(!form.view->applyButton()->isEnabled());
  }

  void appliesAndUndoes() {
    Form form;
    QSignalSpy applied(form.view.get(), &SettingsView::applied);
    form.write("train.epochs", QStringLiteral("12"));
    QVERIFY2(form.view->consequence().contains(QStringLiteral("next run")), qPrintable(form.view->consequence()));
    QCOMPARE(form.text(), kFile);  // not yet
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    QCOMPARE(applied.size(), 1);
    QCOMPARE(form.text(), QByteArray(kFile).replace("epochs = 3 ", "epochs = 12 "));
    QVERIFY(!form.view->applyButton()->isEnabled());
    form.view->model()->history()->undo();
    QCOMPARE(form.text(), kFile);
    QCOMPARE(form.row("train.epochs")->line()->text(), QStringLiteral("3"));
    form.view->model()->history()->redo();
    QVERIFY(form.text().contains("epochs = 12"));
    QCOMPARE(applied.size(), 3);
  }

  // What another program wrote after Apply is not lost by undo.
  void undoKeepsTheChangeOfAnotherProgram() {
    Form form;
    form.write("train.epochs", QStringLiteral("12"));
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    const QByteArray theirs = form.text() + "# by hand\n";
    QFile file(form.view->model()->file());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(theirs) == theirs.size());
    file.close();
    QString said;
    connect(form.view->model(), &SettingsModel::message, this, [&said](const Message& message) { said = plainText(message); });
    form.view->model()->history()->undo();
    QCOMPARE(form.text(), theirs);
    QVERIFY2(said.contains(QStringLiteral("Another program has changed the project file")), qPrintable(said));
    QVERIFY(!form.view->model()->history()->canUndo());
  }

  void enterAppliesEscapeReverts() {
    Form form;
    form.write("train.epochs", QStringLiteral("5"));
    QTest::keyClick(form.row("train.epochs")->line(), Qt::Key_Escape);
    QCOMPARE(form.row("train.epochs")->line()->text(), QStringLiteral("3"));
    form.write("train.epochs", QStringLiteral("6"));
    QTest::keyClick(form.row("train.epochs")->line(), Qt::Key_Return);
    QVERIFY(form.text().contains("epochs = 6  # few"));
  }

  void errorsStandAtTheField() {
    Form form;
    form.write("train.epochs", QStringLiteral("0"));
    QVERIFY2(form.row("train.epochs")->problem().contains(QStringLiteral("1 to 100000")), qPrintable(form.row("train.epochs")->problem()));
    QVERIFY(!form.view->applyButton()->isEnabled());
    form.write("train.epochs", QStringLiteral("4"));
    QVERIFY(form.row("train.epochs")->problem().isEmpty());
    form.write("train.schedule.warmup_epochs", QStringLiteral("50"));
    QVERIFY(!form.row("train.schedule.warmup_epochs")->problem().isEmpty());
    QTest::mouseClick(form.view->revertButton(), Qt::LeftButton);
    QVERIFY(form.row("train.schedule.warmup_epochs")->problem().isEmpty());
    QCOMPARE(form.row("train.epochs")->line()->text(), QStringLiteral("3"));
    QCOMPARE(form.text(), kFile);
  }

  void choicesAndTakingOut() {
    Form form;
    QComboBox* amp = form.row("switches.amp")->combo();
    QVERIFY(amp->itemText(0).contains(QStringLiteral("off")));
    const int bf16 = amp->findData(QStringLiteral("bf16"));
    amp->setCurrentIndex(bf16);
    Q_EMIT amp->activated(bf16);
    QTest::mouseClick(form.row("data.image_size")->clearButton(), Qt::LeftButton);
    QVERIFY(form.view->applyButton()->isEnabled());
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    QVERIFY(form.text().contains("amp = \"bf16\""));
    QVERIFY(!form.text().contains("image_size"));
    QVERIFY(form.text().contains("kind = \"synthetic\"  # made up"));
  }

  // Another model has other arguments.
  void fieldsFollowTheModel() {
    Form form;
    QVERIFY(form.row("model.hidden"));
    form.write("model.name", QStringLiteral("tabular_mlp"));
    QVERIFY2(form.row("model.name")->problem().isEmpty(), qPrintable(form.row("model.name")->problem()));
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(form.row("model.batch_norm"), kPatience);
  }

  void filters() {
    Form form;
    QTest::keyClicks(form.view->filterEdit(), QStringLiteral("learning rate"));
    QVERIFY(form.row("train.optimizer.learning_rate")->isVisible());
    QVERIFY(!form.row("train.epochs")->isVisible());
    form.view->filterEdit()->clear();
    QVERIFY(form.row("train.epochs")->isVisible());
    QVERIFY(form.view->focusKey("switches.batch_size"));
    runQueued();
    QVERIFY(form.row("switches.batch_size")->line()->hasFocus());
    QVERIFY(!form.view->focusKey("no.such"));
  }

  void somebodyElseEditsTheFile() {
    Form form;
    form.write("train.epochs", QStringLiteral("9"));
    QFile out(form.file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray(kFile).replace("image_size = 8", "image_size = 16  # theirs"));
    out.close();
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    QVERIFY(form.text().contains("image_size = 16  # theirs"));
    QVERIFY(form.text().contains("epochs = 9"));
  }

  // The file is gone with its folder: a sentence, and a button that saves a copy.
  void cannotBeWritten() {
    Form form;
    form.write("train.epochs", QStringLiteral("9"));
    QVERIFY(QDir(form.folder.path()).removeRecursively());
    QTest::mouseClick(form.view->applyButton(), Qt::LeftButton);
    QVERIFY(form.view->messageBar()->isVisible());
    QVERIFY2(form.view->messageBar()->text().contains(QStringLiteral("cannot be written")), qPrintable(form.view->messageBar()->text()));
    QCOMPARE(form.view->messageBar()->message().button, QStringLiteral("Save a Copy..."));
    const QTemporaryDir other;
    QVERIFY(form.view->model()->saveCopy(other.filePath(QStringLiteral("copy.toml"))));
    QFile copy(other.filePath(QStringLiteral("copy.toml")));
    QVERIFY(copy.open(QIODevice::ReadOnly) && copy.readAll().contains("epochs = 9"));
  }
};

QTEST_MAIN(SettingsViewTest)
#include "settings_test.moc"
