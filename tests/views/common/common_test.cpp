// Theme, units, selection, jobs and message bar.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "tests/views/patience.h"
#include "views/common/elided_label.h"
#include "views/common/empty_state.h"
#include "views/common/focus_ring.h"
#include "views/common/icons.h"
#include "views/common/job.h"
#include "views/common/kernel_name.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/table_file.h"
#include "views/common/theme.h"
#include "views/common/units.h"

using namespace stepscope;

namespace {

// Units are set off by no-break spaces, thousands by narrow ones.
QString plain(QString text) {
  return text.replace(QChar(0x00A0), QLatin1Char(' ')).replace(QChar(0x202F), QLatin1Char(' '));
}

}  // namespace

class CommonTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void numbers_data();
  void numbers();
  void contrast_data();
  void contrast();
  void themeFollowsTheChoice();
  void categoriesDiffer();
  void selectionSaysOnlyChanges();
  void onlyTheNewestJobAnswers();
  void messageNamesEverything();
  void emptyStateAsks();
  void picturesAreSaved();
  void tablesAreSaved();
  void iconsAreTinted();
  void longTextsAreElided();
  void kernelsAreToldApart();
  void theFocusIsSeen();
};

void CommonTest::numbers_data() {
  QTest::addColumn<QString>("is");
  QTest::addColumn<QString>("expected");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto row = [](const char* name, const QString& is, const char* expected) { QTest::newRow(name) << plain(is) << QString::fromUtf8(expected); };
  row("four digits", formatNumber(0.48213), "0.4821");
  row("whole", formatNumber(205.0), "205");
  row("large", formatNumber(12345.6), "12346");
  row("tiny", formatNumber(3.2e-5), "3.2e-05");
  row("unknown", formatNumber(nan), "—");
  row("ms", formatMs(205.14), "205.1 ms");
  row("short ms", formatMs(6.123), "6.12 ms");
  row("us", formatMs(0.0612), "61.2 µs");
  row("ns", formatNs(812), "812 ns");
  row("s", formatMs(1234), "1.23 s");
  row("GiB", formatBytes(std::int64_t{1524713390}), "1.42 GiB");
  row("TiB", formatBytes(std::int64_t{3} << 40), "3 TiB");
  row("MiB", formatBytes(std::int64_t{1536} << 10), "1.5 MiB");
  row("just below a MiB", formatBytes((std::int64_t{1} << 20) - 1024), "1023 KiB");
  row("KiB", formatBytes(std::int64_t{2048}), "2 KiB");
  row("B", formatBytes(std::int64_t{512}), "512 B");
  row("zero bytes", formatBytes(std::int64_t{0}), "0 B");
  row("rate", formatRate(312.4), "312 samples/s");
  row("fast rate", formatRate(17903), "17903 samples/s");
  row("faster rate", formatRate(250000), "250 k samples/s");
  row("percent", formatPercent(0.2983), "29.8 %");
  row("short duration", formatDuration(4.2), "4.2 s");
  row("a minute and a half", formatDuration(97), "97 s");
  row("minutes and seconds", formatDuration(397), "6 min 37 s");
  row("minutes", formatDuration(21 * 60 + 3), "21 min");
  row("hours", formatDuration(3600 + 12 * 60), "1 h 12 min");
  row("whole hours", formatDuration(2 * 3600), "2 h");
  row("negative", formatDuration(-1), "—");
  row("count", formatCount(3303), "3 303");
  row("million", formatCount(-11173962), "−11 173 962");
  row("si", formatSi(11173962, QString()), "11.2 M");
  row("flops", formatSi(1.98e11, QStringLiteral("FLOP/s")), "198 GFLOP/s");
  row("one", counted(1, QStringLiteral("run"), QStringLiteral("runs")), "1 run");
  row("many", counted(1200, QStringLiteral("run"), QStringLiteral("runs")), "1 200 runs");
}

void CommonTest::numbers() {
  QFETCH(QString, is);
  QFETCH(QString, expected);
  QCOMPARE(is, expected);
}

void CommonTest::contrast_data() {
  QTest::addColumn<QColor>("front");
  QTest::addColumn<QColor>("back");
  for (const Tokens* t : {&darkTokens(), &lightTokens()}) {
    const char* theme = t->dark ? "dark" : "light";
    const std::pair<const char*, QColor> grounds[] = {{"ground", t->ground}, {"panel", t->panel}, {"raised", t->raised}};
    const std::pair<const char*, QColor> fronts[] = {{"text", t->text}, {"dim", t->dim}};
    for (const auto& [groundName, ground] : grounds)
      for (const auto& [frontName, front] : fronts) QTest::addRow("%s %s on %s", theme, frontName, groundName) << front << ground;
    const std::pair<const char*, QColor> signals_[] = {{"accent", t->accent}, {"good", t->good}, {"warn", t->warn}, {"bad", t->bad}};
    for (const auto& [name, color] : signals_) QTest::addRow("%s %s on panel", theme, name) << color << t->panel;
    QTest::addRow("%s text on accent", theme) << t->onAccent << t->accent;
    for (const Category category :
         {Category::Forward, Category::Backward, Category::Recompute, Category::Optimizer, Category::Data, Category::Validation, Category::Copy})
      QTest::addRow("%s text on category %d", theme, static_cast<int>(category)) << t->onCategory << categoryColor(category);
  }
}

void CommonTest::contrast() {
  QFETCH(QColor, front);
  QFETCH(QColor, back);
  const double ratio = contrastRatio(front, back);
  QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
}

void CommonTest::themeFollowsTheChoice() {
  applyTheme(*qApp, ThemeChoice::Dark);
  QVERIFY(tokens().dark);
  applyTheme(*qApp, ThemeChoice::Light);
  QVERIFY(!tokens().dark);
  QCOMPARE(qApp->palette().color(QPalette::Window), lightTokens().ground);
  QVERIFY2(!qApp->styleSheet().contains(QLatin1Char('@')), "a token of the style sheet was not replaced");
  for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark}) QCOMPARE(themeChoiceFromName(nameOf(choice)), choice);
  QCOMPARE(themeChoiceFromName(QStringLiteral("nonsense")), ThemeChoice::System);
}

void CommonTest::categoriesDiffer() {
  QSet<QRgb> seen;
  for (const Category category : {Category::Forward, Category::Backward, Category::Recompute, Category::Optimizer, Category::Data,
                                  Category::Validation, Category::Copy, Category::Idle})
    seen.insert(categoryColor(category).rgb());
  QCOMPARE(seen.size(), 8);
  QSet<QPair<QRgb, int>> styles;
  for (int run = 0; run < 28; ++run) styles.insert({runStyle(run).color.rgb(), static_cast<int>(runStyle(run).dash)});
  QCOMPARE(styles.size(), 28);
}

void CommonTest::selectionSaysOnlyChanges() {
  Selection selection;
  QSignalSpy nodes(&selection, &Selection::nodeChanged), ranges(&selection, &Selection::timeRangeChanged);
  selection.setNode(3);
  selection.setNode(3);
  QCOMPARE(nodes.count(), 1);
  selection.setTimeRange({10, 20});
  selection.setTimeRange({10, 20});
  QCOMPARE(ranges.count(), 1);
  selection.clear();
  QCOMPARE(selection.node(), -1);
  QVERIFY(selection.timeRange().empty());
}

void CommonTest::onlyTheNewestJobAnswers() {
  QStringList answers;
  JobSlot slot;
  QSignalSpy busy(&slot, &JobSlot::busyChanged);
  for (int i = 0; i < 20; ++i)
    slot.start([&answers, i](const std::atomic<bool>&) -> std::function<void()> {
      QTest::qSleep(2);
      return [&answers, i] { answers << QString::number(i); };
    });
  QVERIFY(slot.busy());
  QTRY_VERIFY_WITH_TIMEOUT(!slot.busy(), kPatience);
  QCOMPARE(answers, QStringList{QStringLiteral("19")});
  slot.start([&answers](const std::atomic<bool>&) -> std::function<void()> { return [&answers] { answers << QStringLiteral("cancelled"); }; });
  slot.cancel();
  QCOMPARE(busy.count(), 4);
  // The next job runs after it, so when that one has answered nothing more will come.
  slot.start([&answers](const std::atomic<bool>&) -> std::function<void()> { return [&answers] { answers << QStringLiteral("next"); }; });
  QTRY_VERIFY_WITH_TIMEOUT(!slot.busy(), kPatience);
  QCOMPARE(answers, (QStringList{QStringLiteral("19"), QStringLiteral("next")}));
}

void CommonTest::messageNamesEverything() {
  MessageBar bar;
  QVERIFY(bar.isHidden());
  Message message = messageOf(Error(ErrorKind::Input, "project.toml:3:7", "unknown key epoch", "Did you mean epochs"));
  bool done = false;
  message.button = QStringLiteral("Open");
  message.action = [&done] { done = true; };
  bar.showMessage(message);
  QVERIFY(!bar.isHidden());
  QCOMPARE(bar.text(), QStringLiteral("Unknown key epoch. project.toml:3:7 Did you mean epochs."));
  auto* button = bar.findChild<QPushButton*>();
  QTest::mouseClick(button, Qt::LeftButton);
  QVERIFY(done);
  QVERIFY(bar.isHidden());
  // Text of a stranger's file is no markup.
  message.what = QStringLiteral("<img src=x>");
  bar.showMessage(message);
  for (const QLabel* label : bar.findChildren<QLabel*>()) QVERIFY(!label->text().contains(QStringLiteral("<img")));
}

void CommonTest::emptyStateAsks() {
  EmptyState state(QStringLiteral("Nothing"), QStringLiteral("It will show something."), QStringLiteral("Make it so"));
  QSignalSpy activated(&state, &EmptyState::activated);
  state.resize(600, 400);
  QTest::mouseClick(state.findChild<QPushButton*>(), Qt::LeftButton);
  QCOMPARE(activated.count(), 1);
  state.setTexts(QStringLiteral("Nothing"), QStringLiteral("Still."), QString());
  QVERIFY(state.findChild<QPushButton*>()->isHidden());
}

void CommonTest::tablesAreSaved() {
  QTemporaryDir folder;
  const QString table = QStringLiteral("a\tb, c\n1\tsay \"x\"\n"), csv = QStringLiteral("a,\"b, c\"\r\n1,\"say \"\"x\"\"\"\r\n");
  QCOMPARE(csvOf(table), csv);
  const QString path = folder.filePath(QStringLiteral("t.csv"));
  QCOMPARE(saveCsv(table, path), QString());
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(QString::fromUtf8(file.readAll()), csv);
  QVERIFY(!saveCsv(table, folder.filePath(QStringLiteral("no/such/t.csv"))).isEmpty());
  // The bar of the view is told, not one farther away.
  QWidget window;
  auto* far = new MessageBar(&window);
  auto* view = new QWidget(&window);
  auto* bar = new MessageBar(view);
  auto* inner = new QWidget(new QWidget(view));
  QCOMPARE(messageBarNear(inner), bar);
  QCOMPARE(messageBarNear(&window), far);
  tellSaved(inner, QStringLiteral("table"), path, {});
  QVERIFY(bar->text().contains(path) && bar->message().level == Message::Level::Info);
  tellSaved(inner, QStringLiteral("table"), path, QStringLiteral("no space is left"));
  QVERIFY(bar->text().contains(QStringLiteral("no space is left")) && bar->message().level == Message::Level::Error);
  QCOMPARE(messageBarNear(nullptr), static_cast<MessageBar*>(nullptr));
}

void CommonTest::picturesAreSaved() {
  QTemporaryDir folder;
  QLabel label(QStringLiteral("picture"));
  label.resize(120, 40);
  const QString png = folder.filePath(QStringLiteral("a.png")), svg = folder.filePath(QStringLiteral("a.svg"));
  QVERIFY(savePng(label, png));
  QCOMPARE(QImage(png).size(), QSize(240, 80));
  QVERIFY(saveSvg(label, svg, QStringLiteral("a")));
  QFile file(svg);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QXmlStreamReader xml(&file);
  QVERIFY(xml.readNextStartElement());
  QCOMPARE(xml.name(), QStringLiteral("svg"));
  QVERIFY(!saveSvg(label, folder.filePath(QStringLiteral("no/such/folder.svg")), QStringLiteral("a")));
  QMenu menu;
  addPictureActions(menu, {&label, QStringLiteral("a"), [] { return QStringLiteral("x\ty\n"); }});
  QCOMPARE(menu.actions().size(), 5);
  menu.actions().at(3)->trigger();
  QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("x\ty\n"));
}

void CommonTest::iconsAreTinted() {
  applyTheme(*qApp, ThemeChoice::Dark);
  for (const char* name : {"train", "pause", "stop",   "capture", "search", "more", "close",  "device",  "memory", "open",     "new",
                           "trash", "undo",  "resume", "report",  "copy",   "fit",  "rename", "compare", "log",    "stepscope"})
    QVERIFY2(!icon(QString::fromLatin1(name)).isNull(), name);
  QVERIFY(icon(QStringLiteral("no such icon")).isNull());
  const QImage image = icon(QStringLiteral("stop")).pixmap(32, 32).toImage();
  QCOMPARE(image.pixelColor(16, 16), darkTokens().text);
  // Also those that the style itself brings: they are black.
  for (const QStyle::StandardPixmap pixmap : {QStyle::SP_TitleBarCloseButton, QStyle::SP_LineEditClearButton, QStyle::SP_TitleBarNormalButton}) {
    const QImage drawn = qApp->style()->standardIcon(pixmap).pixmap(32, 32).toImage();
    bool tinted = false;
    for (int y = 0; y < drawn.height() && !tinted; ++y)
      for (int x = 0; x < drawn.width() && !tinted; ++x) tinted = drawn.pixelColor(x, y) == darkTokens().dim;
    QVERIFY(tinted);
  }
}

void CommonTest::theFocusIsSeen() {
  QWidget window;
  window.resize(300, 200);
  QPushButton button(QStringLiteral("Button"), &window);
  QWidget chart(&window);
  chart.setGeometry(20, 40, 200, 100);
  chart.setFocusPolicy(Qt::StrongFocus);
  FocusRing ring(&window);
  window.show();
  window.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&window));
  button.setFocus(Qt::TabFocusReason);  // draws its own
  QVERIFY(!ring.isVisible());
  QTest::keyClick(&button, Qt::Key_Tab);
  QVERIFY(chart.hasFocus() && ring.isVisible());
  QCOMPARE(ring.geometry(), chart.geometry());
  chart.resize(150, 90);
  QCOMPARE(ring.geometry(), chart.geometry());
  QTest::keyClick(&chart, Qt::Key_Tab);
  QVERIFY(!ring.isVisible());
  QTest::mouseClick(&chart, Qt::LeftButton);
  QVERIFY(!ring.isVisible());
}

void CommonTest::longTextsAreElided() {
  ElidedLabel label(QStringLiteral("a name that is a good deal longer than its place"));
  label.resize(60, 20);
  QVERIFY(label.elided());
  QVERIFY(label.minimumSizeHint().width() < label.sizeHint().width());
  const QImage cut = label.grab().toImage();
  bool drawn = false;
  for (int x = 0; x < cut.width() && !drawn; ++x)
    for (int y = 0; y < cut.height() && !drawn; ++y) drawn = cut.pixelColor(x, y) != cut.pixelColor(cut.width() - 1, cut.height() - 1);
  QVERIFY(drawn);
  // The ellipsis is drawn: a text that is cut off would look otherwise.
  label.setText(label.fontMetrics().elidedText(label.text(), Qt::ElideRight, label.contentsRect().width()));
  QVERIFY(!label.elided());
  QCOMPARE(label.grab().toImage(), cut);
  label.resize(label.sizeHint());
  QVERIFY(!label.elided());
}

void CommonTest::kernelsAreToldApart() {
  QCOMPARE(shortKernelName(QStringLiteral("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, "
                                          "at::detail::Array<char*, 1> >(int, at::native::FillFunctor<float>)")),
           QStringLiteral("vectorized_elementwise_kernel<4, FillFunctor<float>, Array<char*, 1> >"));
  QCOMPARE(shortKernelName(QStringLiteral("sm90_xmma_gemm_f32f32")), QStringLiteral("sm90_xmma_gemm_f32f32"));
  QCOMPARE(shortKernelName(QStringLiteral("void (anonymous namespace)::f<(int)3>(float*, (anonymous namespace)::P)")), QStringLiteral("f<(int)3>"));
  QCOMPARE(shortKernelName(QString()), QString());
  const QString same(60, QLatin1Char('x'));
  const QStringList names{same + QStringLiteral("A") + same, same + QStringLiteral("B") + same, same + QStringLiteral("A") + same,
                          QStringLiteral("A") + same + same, same + same + QStringLiteral("Z"), QStringLiteral("short")};
  const QStringList shown = elidedApart(names, 40);
  for (qsizetype i = 0; i < names.size(); ++i) {
    QVERIFY2(shown[i].size() <= 40, qPrintable(shown[i]));
    for (qsizetype j = 0; j < i; ++j) QVERIFY2((shown[i] == shown[j]) == (names[i] == names[j]), qPrintable(shown[i]));
  }
  QCOMPARE(shown.last(), QStringLiteral("short"));
}

QTEST_MAIN(CommonTest)
#include "common_test.moc"
