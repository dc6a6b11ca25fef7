// Whatever is clicked and typed, in an order that nobody planned: actions, buttons, tabs, keys, places in tables and plots, drawn from a seed while
// runs train. Nothing crashes, no dialog stays, the window still answers, and a run that was being trained ends when it is told to.
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>
#include <random>

#include "app/desktop/main_window.h"
#include "app/desktop/view_table.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/theme.h"
#include "views/project/quick_search.h"
#include "views/session/session.h"
#include "views/start/start_page.h"

using namespace stepscope;

namespace {

constexpr int kMoves = 220;

// In place of the desktop's programs.
class Opened : public QObject {
  Q_OBJECT
 public Q_SLOTS:
  void open(const QUrl&) {}
};

// Or the folder of the test: the example trains in the tree of the sources.
bool leavesTheProgram(const QString& text) {
  for (const char* word : {"quit", "close", "exit", "restart", "example"})
    if (text.contains(QLatin1String(word), Qt::CaseInsensitive)) return true;
  return false;
}

class Hands {
 public:
  Hands(MainWindow& window, unsigned seed) : window_(window), random_(seed) {
    // A dialog or a menu waits for an answer in a loop of its own.
    QObject::connect(&closer_, &QTimer::timeout, [this] {
      if (QWidget* popup = QApplication::activePopupWidget()) {
        popup->close();
        ++dialogs;
      } else if (QWidget* modal = QApplication::activeModalWidget()) {
        ++dialogs;
        if (auto* dialog = qobject_cast<QDialog*>(modal)) dialog->reject();
        else modal->close();
      }
    });
    closer_.start(20);
  }

  QString move() {
    switch (below(7)) {
      case 0: {
        QList<QAction*> actions;
        for (QAction* action : window_.findChildren<QAction*>())
          if (action->isEnabled() && !action->isSeparator() && !action->menu() && !action->text().isEmpty() && !leavesTheProgram(action->text()))
            actions << action;
        if (actions.isEmpty()) return {};
        const QPointer<QAction> action = actions[below(static_cast<int>(actions.size()))];
        const QString text = action->text();
        action->trigger();
        return QStringLiteral("action ") + text;
      }
      case 1:
      case 2: {
        const auto buttons =
            visible<QAbstractButton>([](const QAbstractButton* button) { return button->isEnabled() && !leavesTheProgram(button->text()); });
        if (buttons.isEmpty()) return {};
        QAbstractButton* button = buttons[below(static_cast<int>(buttons.size()))];
        const QString text = button->text() + QLatin1Char(' ') + button->objectName();
        QTest::mouseClick(button, Qt::LeftButton);
        return QStringLiteral("button ") + text;
      }
      case 3: {
        const auto areas = visible<QAbstractScrollArea>([](const QAbstractScrollArea*) { return true; });
        if (areas.isEmpty()) return {};
        QAbstractScrollArea* area = areas[below(static_cast<int>(areas.size()))];
        QWidget* viewport = area->viewport();
        const QString name = QLatin1String(area->metaObject()->className());
        const QPoint place(below(std::max(1, viewport->width())), below(std::max(1, viewport->height())));
        if (below(3) == 0) QTest::mouseDClick(viewport, Qt::LeftButton, {}, place);
        else QTest::mouseClick(viewport, below(4) == 0 ? Qt::RightButton : Qt::LeftButton, {}, place);
        return QStringLiteral("place in ") + name;
      }
      case 4: {
        static constexpr Qt::Key kKeys[] = {Qt::Key_Tab,   Qt::Key_Return, Qt::Key_Escape, Qt::Key_Up,  Qt::Key_Down, Qt::Key_Left,
                                            Qt::Key_Right, Qt::Key_Delete, Qt::Key_Space,  Qt::Key_F2,  Qt::Key_Home, Qt::Key_End,
                                            Qt::Key_C,     Qt::Key_F,      Qt::Key_1,      Qt::Key_Plus};
        QWidget* focus = QApplication::focusWidget();
        Qt::Key key = kKeys[below(static_cast<int>(std::size(kKeys)))];
        for (const QWidget* at = focus; at; at = at->parentWidget())
          if (qobject_cast<const QuickSearch*>(at)) key = Qt::Key_Escape;  // it finds the example too
        QTest::keyClick(focus ? focus : &window_, key, below(6) == 0 ? Qt::ControlModifier : Qt::NoModifier);
        return QStringLiteral("key %1").arg(key);
      }
      case 5: window_.showView(viewDefs()[static_cast<std::size_t>(below(static_cast<int>(viewDefs().size())))].name); return QStringLiteral("view");
      default: window_.resize(1280 + below(400), 720 + below(300)); return QStringLiteral("size");
    }
  }

  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  int dialogs = 0;

 private:
  template <typename Widget, typename Wanted>
  QList<Widget*> visible(const Wanted& wanted) const {
    const auto* search = window_.findChild<QuickSearch*>();  // these two offer the example
    const auto* start = window_.findChild<StartPage*>();
    QList<Widget*> list;
    for (Widget* widget : window_.findChildren<Widget*>())
      if (!search->isAncestorOf(widget) && !start->isAncestorOf(widget) && widget->isVisible() && widget->width() > 0 && wanted(widget))
        list << widget;
    return list;
  }

  MainWindow& window_;
  std::mt19937 random_;
  QTimer closer_;
};

}  // namespace

class WindowAnyOrderTest : public QObject {
  Q_OBJECT

  Opened opened_;

 private Q_SLOTS:
  void initTestCase() {
    applyTheme(*qApp, ThemeChoice::Light);
    for (const char* scheme : {"file", "http", "https"}) QDesktopServices::setUrlHandler(QLatin1String(scheme), &opened_, "open");
  }

  void anyOrder_data() {
    QTest::addColumn<unsigned>("seed");
    // STEPSCOPE_SEEDS=7-100: others, to look for more.
    const QStringList range = qEnvironmentVariable("STEPSCOPE_SEEDS", QStringLiteral("1-6")).split(QLatin1Char('-'));
    for (unsigned seed = range.front().toUInt(); seed <= range.back().toUInt(); ++seed) QTest::newRow(qPrintable(QString::number(seed))) << seed;
  }
  void anyOrder() {
    QFETCH(unsigned, seed);
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    const ProjectFolder project(3);
    {
      MainWindow window(settings);
      window.resize(1280, 720);
      window.show();
      window.activateWindow();
      QVERIFY(window.openProject(project.path()));
      QTRY_VERIFY_WITH_TIMEOUT(part<Session>(window)->plan() != nullptr, kPatience);
      Hands hands(window, seed);
      QVERIFY(QMetaObject::invokeMethod(window.findChild<QAbstractButton*>(QStringLiteral("train")), "click"));
      for (int i = 0; i < kMoves; ++i) {
        const QString move = hands.move();
        if (qEnvironmentVariableIsSet("STEPSCOPE_SHOW_MOVES")) qInfo("%d %s", i, qPrintable(move));
        QTest::qWait(hands.below(12));
      }
      // It still answers, and ends what it trains.
      QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget() && !QApplication::activePopupWidget(), kPatience);
      QVERIFY(window.isVisible());
      part<Session>(window)->stop();
      QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(window)->training(), kPatience);
      qInfo("%d moves, %d dialogs and menus", kMoves, hands.dialogs);
    }
  }
};

QTEST_MAIN(WindowAnyOrderTest)
#include "window_any_order_test.moc"
