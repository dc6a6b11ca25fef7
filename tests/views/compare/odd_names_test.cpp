// Names that strangers gave to series and runs, in charts, legends and tables: any script, any length, controls and marks of direction.
#include <QLabel>
#include <QTest>
#include <QTextLayout>

#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/elided_label.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/compare/cell_table.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"

using namespace stepscope;

namespace {

const QString kArabic = QString::fromUtf8("دقة التحقق"), kHebrew = QString::fromUtf8("שגיאה 7"),
              kFamily = QString::fromUtf8("👩‍👩‍👧‍👦");

// As a reader meets them in files of other programs.
std::vector<QString> oddNames() {
  return {kArabic,
          kHebrew,
          QString::fromUtf8("loss דיוק/שגיאה"),
          QString(QChar(0x202E)) + QStringLiteral("txt.ssol"),
          QStringLiteral("e") + QString(10'000, QChar(0x0301)),
          kFamily.repeated(300),
          QString::fromUtf8("验证集上的损失函数值").repeated(40),
          QString(10'000, QLatin1Char('W')),
          QStringLiteral("two\nlines\tand %1 %2 & <b>more</b>"),
          QStringLiteral("\n\t")};
}

std::shared_ptr<RunCurves> runOf(RunId id, const QString& name, const std::vector<QString>& series) {
  auto run = std::make_shared<RunCurves>();
  run->id = id;
  run->name = name.toStdString();
  for (const QString& key : series) {
    Curve& curve = run->series[key.toStdString()];
    for (int i = 1; i <= 3; ++i) {
      curve.step.push_back(100.0 * i);
      curve.value.push_back(0.5 / i + 0.125 * static_cast<double>(id));
    }
  }
  for (int i = 1; i <= 3; ++i) {
    run->epochEnds.emplace_back(i, 100.0 * i);
    run->clock.emplace_back(100.0 * i, 10.0 * i);
  }
  run->totalSteps = 300;
  return run;
}

// Where a character stands in a line of the window, px from its left end.
double placeOf(const QString& line, qsizetype at) {
  QTextLayout layout(line, textFont());
  QTextOption option;
  option.setTextDirection(Qt::LeftToRight);
  layout.setTextOption(option);
  layout.beginLayout();
  const QTextLine laid = layout.createLine();
  layout.endLayout();
  return laid.cursorToX(static_cast<int>(at));
}

bool oneLine(const QString& text) {
  return std::none_of(text.begin(), text.end(),
                      [](QChar c) { return c.category() == QChar::Other_Control || c == QChar(0x2028) || c == QChar(0x202E); });
}

}  // namespace

class OddNamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void cleaned_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QStringLiteral("val/loss") << QStringLiteral("val/loss");
    QTest::newRow("newline, tab, blanks") << QStringLiteral("a\n b\t\tc") << QStringLiteral("a b c");
    QTest::newRow("line separator") << QStringLiteral("a\u2028b") << QStringLiteral("a b");
    QTest::newRow("turned direction") << QStringLiteral("\u202Etxt\u202C.\u2066exe\u2069") << QStringLiteral("txt.exe");
    QTest::newRow("nothing to see") << QStringLiteral("\n\t ") << QStringLiteral("(unnamed)");
    QTest::newRow("empty") << QString() << QStringLiteral("(unnamed)");
    QTest::newRow("as long as there is room") << QString(kNameCharacters, QLatin1Char('x')) << QString(kNameCharacters, QLatin1Char('x'));
    QTest::newRow("one too many") << QString(kNameCharacters + 1, QLatin1Char('x')) << QString(kNameCharacters - 1, QLatin1Char('x')) + QChar(0x2026);
    QTest::newRow("10,000") << QString(10'000, QLatin1Char('x')) << QString(kNameCharacters - 1, QLatin1Char('x')) + QChar(0x2026);
    QTest::newRow("a family is one character") << kFamily.repeated(200) << kFamily.repeated(kNameCharacters - 1) + QChar(0x2026);
    QTest::newRow("few marks") << QStringLiteral("e\u0301\u0323") << QStringLiteral("e\u0301\u0323");
    QTest::newRow("a tower of marks") << QStringLiteral("e") + QString(50, QChar(0x0301)) + QLatin1Char('x')
                                      << QStringLiteral("e") + QString(6, QChar(0x0301)) + QLatin1Char('x');
  }
  void cleaned() {
    QFETCH(QString, name);
    QFETCH(QString, shown);
    QCOMPARE(cleanName(name), shown);
    QCOMPARE(cleanName(shown), shown);
  }

  // What stands behind a name from the right stays behind it.
  void figuresKeepTheirPlace() {
    for (const QString& name : {kArabic, kHebrew, QString::fromUtf8("loss דיוק")}) {
      const QString isolate = shownName(name), bare = name + QStringLiteral(" 12.5"), line = isolate + QStringLiteral(" 12.5");
      QVERIFY(isolate != name && isolate.front() == QChar(0x2068) && isolate.back() == QChar(0x2069));
      QCOMPARE(shownName(isolate), isolate);
      const qsizetype figure = line.indexOf(QStringLiteral("12.5"));
      for (qsizetype i = 0; i < figure; ++i) QVERIFY(placeOf(line, i) <= placeOf(line, figure));
      // Without it the figure would stand before the name's last word: this test sees it.
      QVERIFY(placeOf(bare, bare.indexOf(QStringLiteral("12.5")) + 1) < placeOf(line, figure));
    }
    QCOMPARE(shownName(QStringLiteral("loss")), QStringLiteral("loss"));
    QVERIFY(QFontMetrics(textFont()).horizontalAdvance(shownName(QString(10'000, QLatin1Char('W')), textFont(), 100)) <= 100);
  }

  void charts() {
    const std::vector<QString> names = oddNames();
    Selection selection;
    CurvesModel model;
    CurvesView view(&model, &selection);
    view.resize(1100, 900);
    view.show();
    model.show({runOf(1, QStringLiteral("run 1"), names)});
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    int width[CurvesView::PanelCount];
    runQueued();
    for (int i = 0; i < CurvesView::PanelCount; ++i) width[i] = view.panel(static_cast<CurvesView::Panel>(i))->width();
    for (std::size_t first = 0; first < names.size(); ++first) {
      for (int i = 0; i < CurvesView::PanelCount; ++i)
        view.setQuantity(static_cast<CurvesView::Panel>(i), names[(first + static_cast<std::size_t>(i)) % names.size()].toStdString());
      runQueued();
      QCOMPARE(view.size(), QSize(1100, 900));
      for (int i = 0; i < CurvesView::PanelCount; ++i) {
        CurvePanel* panel = view.panel(static_cast<CurvesView::Panel>(i));
        QVERIFY2(std::abs(panel->width() - width[i]) <= 2, qPrintable(QString("%1: %2 px, was %3").arg(first).arg(panel->width()).arg(width[i])));
        QVERIFY(panel->line(0).size() == 3);
        for (const ElidedLabel* label : panel->findChildren<ElidedLabel*>()) {
          QVERIFY2(oneLine(label->text()), qPrintable(label->text()));
          if (label->isVisible()) QVERIFY(label->mapTo(panel, QPoint(label->width(), 0)).x() <= panel->width());
        }
        const auto* legend = panel->findChild<QLabel*>(QStringLiteral("curveLegend"));
        QVERIFY(legend && legend->heightForWidth(legend->width()) <= legend->height());
        QVERIFY(panel->summary().size() < 5000);
      }
    }
    keepPictures(view, QStringLiteral("odd-names"));
  }

  void legendsOfRuns() {
    const std::vector<QString> names = oddNames();
    std::vector<std::shared_ptr<RunCurves>> runs;
    for (std::size_t i = 0; i < names.size(); ++i)
      runs.push_back(runOf(static_cast<RunId>(i + 1), names[i], {QStringLiteral("val_loss"), QStringLiteral("val_accuracy"), QStringLiteral("lr")}));
    Selection selection;
    CurvesModel model;
    CurvesView view(&model, &selection);
    view.resize(1100, 900);
    view.show();
    model.show(runs);
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    runQueued();
    QCOMPARE(view.size(), QSize(1100, 900));
    for (const QLabel* label : view.findChildren<QLabel*>()) {
      if (!label->isVisible() || label->textFormat() != Qt::RichText) continue;
      QVERIFY2(!label->text().contains(QStringLiteral("<b>more")), qPrintable(label->text()));
    }
    // The legend is written from the left, whichever name comes first.
    const auto* legend = view.panel(CurvesView::Loss)->findChild<QLabel*>(QStringLiteral("curveLegend"));
    QVERIFY(legend && legend->text().startsWith(QChar(0x200E)));
    const QString told = view.panel(CurvesView::Loss)->summary();
    QVERIFY2(oneLine(told) && told.contains(QChar(0x2068) + kArabic + QChar(0x2069) + QLatin1Char(' ')), qPrintable(told));
    QVERIFY2(told.contains(QStringLiteral("%1 %2 &")), qPrintable(told));  // no place of another text
    view.panel(CurvesView::Loss)->showCursor(200);
    keepPictures(view, QStringLiteral("odd-run-names"));
  }

  void tables() {
    const std::vector<QString> names = oddNames();
    ComparedTable table;
    QStringList runs;
    for (const QString& name : names) {
      ComparedRow row;
      row.title = name.toStdString();
      row.cells.resize(3);
      for (ComparedCell& cell : row.cells) cell.text = "0.25";
      table.rows.push_back(row);
    }
    for (int i = 0; i < 3; ++i) runs << names[static_cast<std::size_t>(i) * 3];
    CellTable shown(QStringLiteral("metrics"));
    shown.setTable(table, QStringLiteral("metric"), runs);
    shown.resize(900, shown.sizeHint().height());
    shown.show();
    QVERIFY(QTest::qWaitForWindowExposed(&shown, kPatience));
    QVERIFY(shown.columnWidth(0) < 400);
    for (int row = 0; row < shown.model()->rowCount(); ++row) QVERIFY(oneLine(shown.model()->index(row, 0).data().toString()));
    for (int run = 1; run <= 3; ++run) QVERIFY(oneLine(shown.model()->headerData(run, Qt::Horizontal).toString()));
    keepPictures(shown, QStringLiteral("odd-names-table"));
  }
};

QTEST_MAIN(OddNamesTest)
#include "odd_names_test.moc"
