// No text of the window is cut without an ellipsis, at sizes and in themes that people use, and whatever can be clicked or typed into has a
// name for a screen reader; in Chinese, nothing is left in English. The same walk over every widget of every view looks for all of it. Other
// entries run it at 200 % and in Chinese.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include "app/desktop/checkpoints_desk.h"
#include "app/desktop/main_window.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/start_desk.h"
#include "app/desktop/view_tabs.h"
#include "core/graph/op.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/checkpoints/checkpoints_dialog.h"
#include "views/checkpoints/checkpoints_model.h"
#include "views/checkpoints/clean_up_page.h"
#include "views/checkpoints/fork_form.h"
#include "views/common/elided_label.h"
#include "views/common/message_bar.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/compare/compare_desk.h"
#include "views/compare/compare_view.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/inspector/inspector.h"
#include "views/predictions/predictions_view.h"
#include "views/project/doctor_dialog.h"
#include "views/project/quick_search.h"
#include "views/rates/range_test_dialog.h"
#include "views/runs/runs_model.h"
#include "views/session/session.h"
#include "views/start/new_from_data.h"
#include "views/start/preparing_card.h"
#include "views/start/start_page.h"
#include "views/sweeps/plan_editor.h"
#include "views/sweeps/sweeps_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/words/language.h"

using namespace stepscope;

namespace {

QString nameOf(const QWidget* widget) {
  QStringList parts;
  for (; widget && parts.size() < 5; widget = widget->parentWidget())
    parts << QLatin1String(widget->metaObject()->className()) +
                 (widget->objectName().isEmpty() ? QString() : QLatin1Char('#') + widget->objectName());
  return parts.join(QStringLiteral(" < "));
}

QString plainOf(const QString& text) {
  if (!Qt::mightBeRichText(text)) return text;
  QTextDocument document;
  document.setHtml(text);
  return document.toPlainText();
}

// What of the text has no place, in px; 0: all of it stands there.
int cutOf(const QLabel* label) {
  if (label->text().isEmpty() || qobject_cast<const ElidedLabel*>(label)) return 0;
  // Of what wraps, the longest word still needs its place.
  if (label->wordWrap() && label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored)
    return std::max({0, label->heightForWidth(label->width()) - label->height(), label->minimumSizeHint().width() - label->width()});
  if (label->wordWrap()) return std::max(0, label->heightForWidth(label->width()) - label->height());
  return std::max({0, label->sizeHint().width() - label->width(), label->fontMetrics().height() - label->height()});
}

int cutOf(const QAbstractButton* button) {
  QString text = button->text();
  text.remove(QLatin1Char('&'));
  const auto* tool = qobject_cast<const QToolButton*>(button);
  if (text.isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) return 0;
  // A chip elides what it has no room for; its tool tip holds the whole.
  if (tool && button->property("chip").toBool() && !button->toolTip().isEmpty()) return 0;
  const bool icon = !button->icon().isNull() && (!tool || tool->toolButtonStyle() != Qt::ToolButtonTextOnly);
  int widest = 0;
  for (const QString& line : text.split(QLatin1Char('\n'))) widest = std::max(widest, button->fontMetrics().horizontalAdvance(line));
  const int needs = widest + (icon ? button->iconSize().width() + 4 : 0);
  return std::max({0, needs + 4 - button->width(), button->fontMetrics().height() - button->height()});
}

int cutOf(const QComboBox* box) {
  return std::max(0, box->fontMetrics().horizontalAdvance(box->currentText()) + 20 - box->width());
}

int cutOf(const QAbstractSpinBox* box) {
  const auto* line = box->findChild<QLineEdit*>();
  return line ? std::max(0, box->fontMetrics().horizontalAdvance(line->text()) - line->width()) : 0;
}

int cutOf(const QTabBar* bar) {
  int most = 0;
  for (int i = 0; i < bar->count(); ++i) most = std::max(most, bar->fontMetrics().horizontalAdvance(bar->tabText(i)) - bar->tabRect(i).width());
  return std::max(0, most);
}

// The titles of docks: elided where they have no room, which the tool tip makes up for.
int cutOf(const QDockWidget* dock) {
  const QSize title(dock->width(), dock->fontMetrics().height());
  const int buttons = 2 * dock->style()->pixelMetric(QStyle::PM_TitleBarButtonIconSize, nullptr, dock) + 16;
  const bool whole = dock->titleBarWidget() || dock->fontMetrics().horizontalAdvance(dock->windowTitle()) <= title.width() - buttons;
  return whole || !dock->toolTip().isEmpty() ? 0 : 1;
}

// A widget that reaches beyond the widget it lies in is cut there, but for what can be scrolled to.
int outside(const QWidget* widget) {
  const QWidget* parent = widget->parentWidget();
  if (!parent || parent->isWindow()) return 0;
  for (const QWidget* above = parent; above; above = above->parentWidget()) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(above);
    if (!area) continue;
    if (area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff || !area->viewport()->isAncestorOf(widget)) return 0;
    return std::max(0, widget->mapTo(area->viewport(), widget->rect().bottomRight()).x() - area->viewport()->rect().right());
  }
  return std::max({0, widget->geometry().right() - parent->rect().right(), widget->geometry().bottom() - parent->rect().bottom()});
}

int cutOf(const QWidget* widget) {
  int cut = 0;
  if (const auto* label = qobject_cast<const QLabel*>(widget)) cut = cutOf(label);
  else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) cut = cutOf(button);
  else if (const auto* box = qobject_cast<const QComboBox*>(widget)) cut = cutOf(box);
  else if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget)) cut = cutOf(spin);
  else if (const auto* bar = qobject_cast<const QTabBar*>(widget)) cut = cutOf(bar);
  else if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return cutOf(dock);
  else return 0;
  return std::max(cut, outside(widget));
}

QString textOf(const QWidget* widget) {
  if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return dock->windowTitle();
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return plainOf(label->text());
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
  return {};
}

bool interactive(const QWidget* widget) {
  if (qobject_cast<const QLineEdit*>(widget) && qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())) return false;
  if (qobject_cast<const QLineEdit*>(widget) && qobject_cast<const QComboBox*>(widget->parentWidget())) return false;
  if (qobject_cast<const QAbstractButton*>(widget) && qobject_cast<const QLineEdit*>(widget->parentWidget())) return false;  // its pictures
  if (qobject_cast<const QHeaderView*>(widget) || qobject_cast<const QTabBar*>(widget)) return false;  // named by what stands in them
  if (widget->objectName() == QLatin1String("qt_toolbar_ext_button") || widget->objectName().startsWith(QLatin1String("qt_spinbox"))) return false;
  if (QByteArray(widget->metaObject()->className()) == "QTableCornerButton" || widget->objectName().startsWith(QLatin1String("ScrollLeft")) ||
      widget->objectName().startsWith(QLatin1String("ScrollRight")))
    return false;
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractItemView*>(widget) ||
         (!qobject_cast<const QScrollArea*>(widget) && !qobject_cast<const QTabWidget*>(widget) && !qobject_cast<const QStackedWidget*>(widget) &&
          !qobject_cast<const QLabel*>(widget) && !widget->isWindow() && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy());
}

// Set by STEPSCOPE_TEST_LANGUAGE.
bool speaksChinese = false;

// Words of English and no letter of Chinese: "samples per second". No English are names, code, paths and units.
// Titles of ops and names of sections of the project file are names.
// What a backend fuses has the titles of its members: "relu backward + bias gradient".
bool isName(const QString& text) {
  static const QSet<QString> titles = [] {
    QSet<QString> all{QStringLiteral("residual"), QStringLiteral("bias"), QStringLiteral("sum of gradients")};
    for (const OpDef* op : allOps()) all.insert(QString::fromUtf8(op->title.data(), static_cast<qsizetype>(op->title.size())));
    return all;
  }();
  const QStringList members = text.split(QStringLiteral(" + "));
  if (std::all_of(members.begin(), members.end(), [](const QString& member) { return titles.contains(member); })) return true;
  static const QRegularExpression section(QStringLiteral("^[A-Z][a-z]+( · [a-z ]+)*$"));
  return text.contains(QChar(0x00B7)) && section.match(text).hasMatch();
}

bool isEnglish(const QString& text) {
  if (isName(text)) return false;
  static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
  static const QRegularExpression code(QStringLiteral("[_/=(){}<>\\[\\]~@]|\\w\\.\\w"));
  static const QRegularExpression words(QStringLiteral("(?:^|\\s)[A-Za-z]?[a-z]{2,}[,;:]? [a-z]{2,}"));
  static const QRegularExpression clause(QStringLiteral("(?:[A-Za-z]?[a-z]+ ){4}[a-z]+"));  // within a text of Chinese
  if (text.contains(chinese)) return clause.match(text).hasMatch();
  return !text.contains(code) && words.match(text).hasMatch();
}

// Everything that the widget can show: also tips, heads of tables and entries of menus.
QStringList textsOf(const QWidget* widget) {
  QStringList texts;
  for (const QString& line : textOf(widget).split(QLatin1Char('\n'))) texts << line;
  for (const QString& tip : {widget->toolTip(), widget->statusTip(), widget->windowTitle()}) texts << plainOf(tip);
  if (const auto* line = qobject_cast<const QLineEdit*>(widget)) texts << line->placeholderText();
  if (const auto* box = qobject_cast<const QComboBox*>(widget))
    for (int i = 0; i < box->count(); ++i) texts << box->itemText(i) << box->itemData(i, Qt::ToolTipRole).toString();
  if (const auto* bar = qobject_cast<const QTabBar*>(widget))
    for (int i = 0; i < bar->count(); ++i) texts << bar->tabText(i) << bar->tabToolTip(i);
  if (const auto* header = qobject_cast<const QHeaderView*>(widget); header && header->model())
    for (int i = 0; i < header->count(); ++i)
      for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) texts << header->model()->headerData(i, header->orientation(), role).toString();
  for (const QAction* action : widget->actions()) texts << action->text() << action->toolTip() << action->statusTip();
  return texts;
}

QStringList faultsOf(QWidget* root) {
  QStringList faults;
  for (QWidget* widget : root->findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->window() != root->window()) continue;
    if (const int cut = cutOf(widget); cut > 0)
      faults << QStringLiteral("\"%1\" lacks %2 px (%3)").arg(textOf(widget).left(80)).arg(cut).arg(nameOf(widget));
    // Panels hold sentences, not paragraphs.
    constexpr qsizetype most = 120;
    static const QRegularExpression entries(QStringLiteral("\\n|[\\x{a0} ]{3,}"));  // lines, and what stands side by side in a legend
    const bool message = qobject_cast<const MessageBar*>(widget->parentWidget() ? widget->parentWidget()->parentWidget() : nullptr);
    if (qobject_cast<const QLabel*>(widget) && !qobject_cast<const ElidedLabel*>(widget) && !message)
      for (const QString& line : textOf(widget).split(entries))
        if (line.size() > most) faults << QStringLiteral("%1 characters: %2").arg(line.size()).arg(line);
    if (speaksChinese)
      for (const QString& text : textsOf(widget))
        if (isEnglish(text)) faults << QStringLiteral("not translated: %1 (%2)").arg(text.left(100), nameOf(widget));
    if (!interactive(widget)) continue;
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty()) faults << QStringLiteral("no name: %1").arg(nameOf(widget));
  }
  return faults;
}

}  // namespace

class WindowTextTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    const Language language = languageFromName(qEnvironmentVariable("STEPSCOPE_TEST_LANGUAGE"));
    if (language == Language::Chinese && !hasChineseFont()) QSKIP("no Chinese font is installed: ./bootstrap test installs one");
    speaksChinese = language != Language::System && applyLanguage(*qApp, language);
    applyTheme(*qApp, ThemeChoice::Light);
    settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    window_ = std::make_unique<MainWindow>(*settings_);
    window_->resize(1280, 720);
    window_->show();
  }
  void cleanupTestCase() { window_.reset(); }

  // Languages are named in their own words; the choice is kept, and told to hold from the next start on.
  void languageIsChosen() {
    QAction* chinese = nullptr;
    for (QAction* action : part<QActionGroup>(*window_, "languages")->actions())
      if (action->text() == QStringLiteral("简体中文")) chinese = action;
    QVERIFY(chinese);
    chinese->trigger();
    QCOMPARE(settings_->value(QStringLiteral("language")).toString(), QStringLiteral("zh_CN"));
    QVERIFY(part<MessageBar>(*window_, "windowMessages")->isVisible());
    QVERIFY(part<MessageBar>(*window_, "windowMessages")->text().contains(QStringLiteral("简体中文")));
    QVERIFY(!part<MessageBar>(*window_, "windowMessages")->message().button.isEmpty());
    part<MessageBar>(*window_, "windowMessages")->dismiss();
    // At once, if asked for: the window closes, and main() begins again.
    QVERIFY(!window_->restartFile());
    QSettings settings(folder_.filePath(QStringLiteral("others.ini")), QSettings::IniFormat);
    MainWindow other(settings);
    other.show();
    QVERIFY(other.openProject(project_.path()));
    part<QActionGroup>(other, "languages")->actions().back()->trigger();
    QTest::mouseClick(part<MessageBar>(other, "windowMessages")->findChild<QPushButton*>(), Qt::LeftButton);
    QVERIFY(!other.isVisible());
    QCOMPARE(other.restartFile().value_or(QString()), project_.path());
  }

  // Before anything is open: the empty views are text as well.
  void emptyViews() { walk(QStringLiteral("empty")); }

  void viewsOfARun_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true})
      for (const QSize size : {QSize(1280, 720), QSize(1600, 950)})
        QTest::addRow("%dx%d %s", size.width(), size.height(), dark ? "dark" : "light") << size << dark;
  }
  void viewsOfARun() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    if (!part<Session>(*window_)->project()) {
      QVERIFY(window_->openProject(project_.path()));
      command(*window_, "train")->trigger();
      QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(*window_)->training() && part<Session>(*window_)->progress().totalSteps() > 0, kPatience);
      QTRY_VERIFY_WITH_TIMEOUT(part<Session>(*window_)->trace() != nullptr, kPatience);
      command(*window_, "train")->trigger();  // two are compared
      QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(*window_)->training(), kPatience);
      QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(*window_)->rowCount(), 2, kPatience);
    }
    applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
    window_->resize(size_ = size);
    // Switches that were turned and an op that was picked say the most.
    part<ProjectPanel>(*window_)->spinBox("batch_size")->setValue(64);
    QTRY_VERIFY_WITH_TIMEOUT(part<SwitchesModel>(*window_)->prediction().has_value(), kPatience);
    part<Selection>(*window_)->setNode(0);
    part<CompareDesk>(*window_)->compareLatest();
    QTRY_VERIFY_WITH_TIMEOUT(part<CompareView>(*window_)->model()->comparison(), kPatience);
    window_->showView(QStringLiteral("predictions"));
    QTRY_VERIFY_WITH_TIMEOUT(part<PredictionsView>(*window_)->shows(), kPatience);
    window_->showView(QStringLiteral("diagnosis"));
    QTRY_VERIFY_WITH_TIMEOUT(!part<DiagnosisView>(*window_)->model()->busy() && !part<DiagnosisView>(*window_)->isEmpty(), kPatience);
    part<SweepsView>(*window_)->editor()->addButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!part<SweepsView>(*window_)->planning(), kPatience);
    part<MessageBar>(*window_, "windowMessages")->showMessage(longWord());
    walk(QStringLiteral("run"));
    part<MessageBar>(*window_, "windowMessages")->dismiss();
    if (!dark && size.width() == 1280) messages();
    if (!dark && size.width() == 1280) copiedTables();
    part<SweepsView>(*window_)->editor()->removeButton(0)->click();
    pages();
    dialogs();
  }

 private:
  void walk(const QString& what) {
    QStringList faults;
    for (const QString& view : part<ViewTabs>(*window_, "views")->offered()) {
      window_->showView(view);
      look(view, faults);
    }
    tell(what, faults);
  }

  // The start page, new projects, the palette, the card of preparation: none is a tab.
  void pages() {
    QStringList faults;
    StartDesk* start = part<StartDesk>(*window_);
    start->showStart();
    look(QStringLiteral("start"), faults);
    const QString table = folder_.filePath(QStringLiteral("houses.csv")), empty = folder_.filePath(QStringLiteral("empty"));
    QFile out(table);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write("rooms,price,town\n");
    for (int i = 0; i < 400; ++i) out.write(QStringLiteral("%1,%2,%3\n").arg(i % 7).arg(i % 7 * 10.5 + i % 3).arg(i % 2 ? "a" : "b").toUtf8());
    out.close();
    QDir().mkpath(empty);
    for (const QString& data : {table, empty}) {
      start->showNew(data);
      QTRY_VERIFY_WITH_TIMEOUT(!start->newFromData()->looking(), kPatience);
      look(QStringLiteral("new from ") + data, faults);
    }
    pictures(faults);
    start->showViews();
    command(*window_, "quickSearch")->trigger();
    look(QStringLiteral("palette"), faults);
    auto* search = window_->findChild<QuickSearch*>();
    QVERIFY(search && search->isVisible());
    QTest::keyClicks(search->edit(), QStringLiteral("zebra"));
    look(QStringLiteral("palette"), faults);
    QTest::keyClick(search->edit(), Qt::Key_Escape);
    start->card()->begin(QObject::tr("Preparing the run"));
    start->card()->setPhase(QStringLiteral("timing kernels, step 12 of 60"));
    look(QStringLiteral("card"), faults);
    start->card()->end();
    tell(QStringLiteral("pages"), faults);
  }

  // Who knows the English words finds a command by them in any language.
  void thePaletteKnowsEnglish() {
    command(*window_, "quickSearch")->trigger();
    auto* search = window_->findChild<QuickSearch*>();
    for (const auto& [words, action] :
         {std::pair("open trace", command(*window_, "openTrace")), std::pair("reset layout", command(*window_, "resetLayout")),
          std::pair("licence", command(*window_, "about"))}) {
      search->edit()->clear();
      QTest::keyClicks(search->edit(), QLatin1String(words));
      QStringList titles;
      for (int row = 0; row < search->model()->rowCount(); ++row) titles << search->model()->entry(row).title;
      QVERIFY2(titles.contains(action->text().remove(QStringLiteral("..."))), words);
    }
    QTest::keyClick(search->edit(), Qt::Key_Escape);
  }

  // A folder of pictures, a class a folder: one has a long name, one a single picture, and one of the files is no picture.
  void pictures(QStringList& faults) {
    const QDir folder(folder_.filePath(QStringLiteral("pictures")));
    const QStringList classes{QStringLiteral("cats"), QStringLiteral("class_with_a_name_that_is_much_longer_than_the_place_that_there_is_for_it")};
    for (const QString& name : classes) folder.mkpath(name);
    folder.mkpath(QStringLiteral("one"));
    QImage picture(24, 18, QImage::Format_RGB32);
    for (int i = 0; i < 12; ++i) {
      picture.fill(QColor::fromHsv(i * 25, 200, 200));
      QVERIFY(picture.save(folder.filePath(QStringLiteral("%1/%2.png").arg(classes[i % 2]).arg(i))));
    }
    QVERIFY(picture.save(folder.filePath(QStringLiteral("one/0.png"))));
    QFile broken(folder.filePath(QStringLiteral("cats/broken.png")));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("not a picture") > 0);
    broken.close();
    part<StartDesk>(*window_)->showNew(folder.path());
    NewFromData* page = part<StartDesk>(*window_)->newFromData();
    QTRY_VERIFY_WITH_TIMEOUT(!page->looking(), kPatience);
    QVERIFY2(page->sentence().contains(QStringLiteral("24")), qPrintable(page->sentence()));
    look(QStringLiteral("new from pictures"), faults);
    page->messageBar()->showMessage(longSentence());
    look(QStringLiteral("new from pictures, a message"), faults);
    page->messageBar()->dismiss();
  }

  // Every view has a bar of its own. No theme changes a size, and in the narrower window there is less room.
  void messages() {
    QStringList faults;
    for (const QString& view : part<ViewTabs>(*window_, "views")->offered()) {
      window_->showView(view);
      for (const Message& message : {longWord(), longSentence()}) {
        const QList<MessageBar*> bars = part<ViewTabs>(*window_, "views")->currentView()->findChildren<MessageBar*>();
        for (MessageBar* bar : bars) bar->showMessage(message);
        look(view + QStringLiteral(", a message"), faults);
        for (MessageBar* bar : bars) bar->dismiss();
      }
    }
    tell(QStringLiteral("messages"), faults);
  }

  // What is copied as a table, or saved as CSV, is headed in the language of the window; names of series are keys in any language.
  void copiedTables() {
    QStringList faults;
    int copied = 0;
    for (QMenu* menu : window_->findChildren<QMenu*>())
      for (QAction* action : menu->actions()) {
        if (action->text() != QObject::tr("Copy as Table")) continue;
        QApplication::clipboard()->clear();
        action->trigger();
        const QString head = QApplication::clipboard()->text().section(QLatin1Char('\n'), 0, 0);
        if (head.isEmpty()) continue;
        ++copied;
        static const QRegularExpression word(QStringLiteral("^[a-z]{2,}( [a-z]+)*$"));
        for (const QString& cell : head.split(QLatin1Char('\t')))
          if (speaksChinese && word.match(cell).hasMatch() && cell != QLatin1String("roofline") &&
              !nameOf(menu).contains(QLatin1String("CurvePanel")))
            faults << QStringLiteral("a table's heading in English: %1 (%2)").arg(head.left(100), nameOf(menu->parentWidget()));
      }
    QVERIFY2(copied > 10, qPrintable(QString::number(copied)));
    faults.removeDuplicates();
    tell(QStringLiteral("copied tables"), faults);
  }

  static Message longWord() {
    Message message;
    message.what = QStringLiteral("/a/folder/of/somebody/data/") + QString(300, QLatin1Char('x'));
    message.where = QStringLiteral("/a/folder/of/somebody/projects/") + QString(300, QLatin1Char('y'));
    return message;
  }

  static Message longSentence() {
    Message message;
    message.what = QStringLiteral("/a/folder ") + QStringLiteral("something_that is_said at_length ").repeated(8);
    message.where = QStringLiteral("/a/folder/of/somebody/project.toml");
    message.cure = QStringLiteral("and_what can_be_done about_it ").repeated(6);
    message.button = QStringLiteral("1 / 2");
    return message;
  }

  void dialogs() {
    QStringList faults;
    const auto add = [&](QWidget* dialog, const char* name) {
      runQueued();
      for (const QString& fault : faultsOf(dialog)) faults << QLatin1String(name) + QStringLiteral(": ") + fault;
    };
    part<RateDesk>(*window_)->openRangeTest();
    add(part<RateDesk>(*window_)->rangeTest(), "range test");
    part<RateDesk>(*window_)->rangeTest()->close();
    part<CheckpointsDesk>(*window_)->open(1);
    CheckpointsDialog* dialog = part<CheckpointsDesk>(*window_)->dialog();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(dialog->model()->rowCount() > 0, kPatience);
    add(dialog, "checkpoints");
    QTest::mouseClick(dialog->forkButton(), Qt::LeftButton);
    add(dialog, "fork");
    dialog->forkForm()->hide();
    QTest::mouseClick(dialog->deleteButton(), Qt::LeftButton);
    QVERIFY(dialog->messageBar()->isVisible());
    add(dialog, "delete");
    dialog->messageBar()->showMessage(longSentence());
    add(dialog, "checkpoints, a message");
    // Nothing is too many as the project is set, and some are when less is kept.
    CleanUpPage* page = dialog->cleanUpPage();
    QSignalSpy planned(page, &CleanUpPage::planned);
    QTest::mouseClick(dialog->cleanButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(planned.size(), 1, kPatience);
    QVERIFY(page->isVisible());
    for (const int keep : {50, 1}) {
      planned.clear();
      page->keepLast()->setValue(keep);
      QTRY_VERIFY_WITH_TIMEOUT(!planned.isEmpty(), kPatience);
      add(dialog, "clean up");
    }
    dialog->close();
    command(*window_, "doctor")->trigger();
    auto* doctor = window_->findChild<DoctorDialog*>();
    QVERIFY(doctor && doctor->isVisible());
    add(doctor, "doctor");
    if (!measured_) {  // once: it holds every core for a second
      measured_ = true;
      const QString before = doctor->text();
      QTest::mouseClick(doctor->measureButton(), Qt::LeftButton);
      add(doctor, "doctor, measuring");
      QTRY_VERIFY_WITH_TIMEOUT(doctor->measureButton()->isEnabled(), kPatience);
      QVERIFY(doctor->text() != before && doctor->text().contains(QStringLiteral("FLOP/s")));
      add(doctor, "doctor, measured");
    }
    doctor->close();
    QCoreApplication::sendPostedEvents(doctor, QEvent::DeferredDelete);
    tell(QStringLiteral("dialogs"), faults);
  }

  void look(const QString& page, QStringList& faults) {
    const QSize size = size_.isValid() ? size_ : QSize(1280, 720);
    runQueued();
    if (window_->width() > size.width() || window_->height() > size.height())
      faults << QStringLiteral("%1 widens the window to %2 x %3: %4").arg(page).arg(window_->width()).arg(window_->height()).arg(leastSizes());
    for (const QString& fault : faultsOf(window_.get()))
      if (!faults.contains(page + QStringLiteral(": ") + fault)) faults << page + QStringLiteral(": ") + fault;
  }

  QString leastSizes() const {
    QStringList sizes;
    for (const QString& view : part<ViewTabs>(*window_, "views")->offered()) {
      const QSize least = part<ViewTabs>(*window_, "views")->view(view)->minimumSizeHint();
      sizes << QStringLiteral("%1 %2 x %3").arg(view).arg(least.width()).arg(least.height());
    }
    for (const QDockWidget* dock : window_->findChildren<QDockWidget*>())
      if (dock->isVisible())
        sizes << QStringLiteral("%1 %2 x %3").arg(dock->objectName()).arg(dock->minimumSizeHint().width()).arg(dock->minimumSizeHint().height());
    sizes << QStringLiteral("message %1").arg(part<MessageBar>(*window_, "windowMessages")->height());
    return sizes.join(QStringLiteral(", "));
  }

  static void tell(const QString& what, const QStringList& faults) {
    for (const QString& fault : faults) qWarning("%s", qPrintable(fault));
    QVERIFY2(faults.isEmpty(), qPrintable(what));
  }

  QSize size_;
  bool measured_ = false;
  QTemporaryDir folder_;
  const ProjectFolder project_{2};
  std::unique_ptr<QSettings> settings_;
  std::unique_ptr<MainWindow> window_;
};

QTEST_MAIN(WindowTextTest)
#include "window_text_test.moc"
